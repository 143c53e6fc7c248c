"""What a command says at a terminal: its sentences in the player's language, its help, its streams."""
