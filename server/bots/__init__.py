"""Players that see what a seat sees. `make` gives one by its level; nothing is imported before it is asked for."""

from __future__ import annotations

from server.bots.player import Player

LEVELS = ("easy", "normal", "hard")


def make(level: str, *, seconds: float | None = None, rollouts: int | None = None) -> Player:
    """Return a bot.

    Args:
        level: one of `LEVELS`.
        seconds: how long `hard` may think about one decision; its default is `hard.SECONDS`.
        rollouts: how many rounds `hard` plays out for one decision instead; then the same view and random state
            give the same answer on any machine. Both are nothing to the other levels.

    Raises:
        ValueError: there is no such level.
    """
    if level == "easy":
        from server.bots.easy import Easy

        return Easy()
    if level == "normal":
        from server.bots.normal import Normal

        return Normal()
    if level == "hard":
        from server.bots.hard import Hard

        return Hard(seconds=seconds, rollouts=rollouts)
    raise ValueError(f"no bot plays at level {level!r}: there are {', '.join(LEVELS)}")
