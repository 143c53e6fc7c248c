"""Sums: what cards, in what order and with what signs, make a number (R3.1, R3.2)."""

from __future__ import annotations

from typing import NamedTuple

from server.engine.cards import Rank


class Lay(NamedTuple):
    """Cards in laying order and the signs between them: `Lay((5, 7, 8), "+-")` is 5+7-8. A single has signs ""."""

    cards: tuple[Rank, ...]
    signs: str = ""
