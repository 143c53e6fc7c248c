"""The state of a game, whole: frozen, with every card that anybody holds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.engine.cards import Hand, Rank, Seat
from server.engine.events import RoundEnded
from server.engine.rules import Rules, check_seats


class Phase(StrEnum):
    """Who may do what; the transitions are one table in `phases.py`."""

    BETWEEN = "between"      # no round runs: before the first, and after each
    TURN = "turn"            # `turn` lays or draws (R3); Ron may be open (R5)
    MATCH = "match"          # `turn` decides about the card just drawn (R3.5)
    OVER = "over"            # the game has ended (R7.2)


@dataclass(frozen=True, slots=True)
class Game:
    """One game.

    Attributes:
        hands: each seat's cards, ascending.
        deck: face down, `deck[0]` is the top.
        floor: the floor card's rank; 0 before the first deal.
        layer: who laid the floor card; None for the turned-over first one (R5.7).
        under: the cards under the floor card, the lowest first.
        turn: whose turn it is.
        drawn: in MATCH, the card just drawn (it is in the hand already); else None.
        terra: whether the Terra phase is on (R4.2).
        fresh_terra: the floor card came with a Terra and the next player's turn is not done (R4.5).
        turns: turns ended in this round.
        passes: draws in a row that found no card (R8.3).
        barred: seats that may not interrupt with a Ron (R5.8).
        round: from 1; 0 before the first deal.
        lead: who began this round.
        next_lead: who must lead the next one; None before the first (R2.3).
        round_start: the scores when this round began.
        last: how the last round ended, None before that and from the next deal on.
        winners: the winners of the game, once it is over.
    """

    rules: Rules
    scores: tuple[int, ...]
    phase: Phase = Phase.BETWEEN
    hands: tuple[Hand, ...] = ()
    deck: tuple[Rank, ...] = ()
    floor: Rank = 0
    layer: Seat | None = None
    under: tuple[Rank, ...] = ()
    turn: Seat = 0
    drawn: Rank | None = None
    terra: bool = False
    fresh_terra: bool = False
    turns: int = 0
    passes: int = 0
    barred: frozenset[Seat] = frozenset()
    round: int = 0
    lead: Seat = 0
    next_lead: Seat | None = None
    round_start: tuple[int, ...] = ()
    last: RoundEnded | None = None
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.scores)


def new_game(rules: Rules, seats: int) -> Game:
    """Return a game of `seats` players before its first deal (R2.1).

    Raises:
        RulesError: the seats do not number 3 to 5.
    """
    check_seats(seats)
    scores = (rules.start,) * seats
    return Game(rules=rules, scores=scores, hands=((),) * seats, round_start=scores)
