"""Checks a record by itself: by the engine's rules, with nothing of the host, the table or the records."""
