"""The limits of the engine's own classes on the wire; the engine's types do not tell them."""

from __future__ import annotations

from typing import Annotated, Final

from server.engine.events import (
    Dealt,
    Drew,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Pay,
    Reshuffled,
    Ronned,
    RoundEnded,
    TerraEnded,
)
from server.engine.rules import LIMITS, Rules
from server.wire.limits import (
    AsBytes,
    CountList,
    Points,
    Range,
    RankNo,
    RoundNo,
    ScoreList,
    SeatList,
    SeatNo,
    Signs,
    Size,
)

_LAID_CARDS = Annotated[tuple[RankNo, ...], AsBytes(LIMITS["max_cards"][1], least=1)]
_TAKEN = LIMITS["terra_draw"][1]
_TAKEN_CARDS = Annotated[tuple[RankNo, ...], AsBytes(_TAKEN)]
_TAKEN_COUNT = Annotated[int, Range(0, _TAKEN)]
_MOST_PAYMENTS = 20
"""Five seats, each to each of the others: more than any end of a round has."""

ENGINE_LIMITS: Final[dict[type, dict[str, object]]] = {
    Rules: {name: Annotated[int, Range(low, high)] for name, (low, high) in LIMITS.items()},
    Pay: {"payer": SeatNo, "payee": SeatNo, "points": Points},
    Dealt: {"round": RoundNo, "lead": SeatNo, "floor": RankNo},
    Laid: {"seat": SeatNo, "cards": _LAID_CARDS, "signs": Signs},
    Drew: {"seat": SeatNo, "count": _TAKEN_COUNT, "cards": _TAKEN_CARDS},
    Matched: {"seat": SeatNo, "card": RankNo},
    Kept: {"seat": SeatNo},
    TerraEnded: {"seat": SeatNo},
    Reshuffled: {"deck": Annotated[int, Range(0, 64)]},
    Ronned: {
        "seats": Annotated[tuple[SeatNo, ...], AsBytes(5, 0, 4, least=1)],
        "cards": Annotated[tuple[RankNo, ...], AsBytes(5, least=1)],
        "payer": SeatNo | None,
        "penalty": _TAKEN_COUNT,
        "penalty_cards": _TAKEN_CARDS,
    },
    FalselyRonned: {"seat": SeatNo},
    RoundEnded: {
        "round": RoundNo,
        "winners": SeatList,
        "pay": Annotated[tuple[Pay, ...], Size(_MOST_PAYMENTS)],
        "cards": CountList,
        "scores": ScoreList,
        "next_lead": SeatNo,
    },
    GameEnded: {"scores": ScoreList, "winners": SeatList},
}
"""Class -> field -> its type with limits. Fields that are left out need none (bools and enums)."""
