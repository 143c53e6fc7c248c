"""The engine's refusals as what they mean in a record, in sentences."""

from __future__ import annotations

from typing import Final

from server.engine.reasons import Reason

WHY_NOT: Final[dict[Reason, str]] = {
    Reason.NO_ROUND: "No round is being played.",
    Reason.GAME_OVER: "The game has ended already (R7.2).",
    Reason.NO_SUCH_SEAT: "There is no such seat.",
    Reason.NOT_YOUR_TURN: "It is another seat's turn (R2.4).",
    Reason.CHOOSING: "A back match is being decided (R3.5).",
    Reason.NOT_CHOOSING: "There is no back match to decide (R3.5).",
    Reason.BAD_SUM: "This is not a sum that may be laid (R3.1, R3.2).",
    Reason.NOT_IN_HAND: "The seat does not hold these cards (R3.2).",
    Reason.WRONG_TOTAL: "The sum does not make the floor card (R3.1).",
    Reason.DOTS_DIFFER: "The card's dots differ from the floor card's (R3.3, R5.1).",
    Reason.NOT_TERRA_CARD: "Terra is declared on a card that does not allow it (R4.1).",
    Reason.OUT_WITH_TERRA: "A player who goes out does not declare Terra (R4.1).",
    Reason.LAST_SINGLE_IS_RON: "A last single is a Ron (R5.3).",
    Reason.NOT_AT_A_TURNS_END: "No turn has just ended (R5.1, R5.2).",
    Reason.OWN_CARD: "Nobody interrupts on their own card (R5.6).",
    Reason.NOT_ONE_CARD: "A Ron needs exactly one card (R5.1).",
    Reason.BARRED: "The seat is barred after a false Ron (R5.8).",
    Reason.NO_CLAIMANT: "The claimants are not in paying order, each once (R5.5).",
    Reason.NOT_FALSE: "This Ron would have been good (R5.8).",
    Reason.RESHUFFLE_FIRST: "The deck is short: a reshuffle must come first (R8.1).",
    Reason.NO_RESHUFFLE: "Nothing is to be reshuffled now (R8.1).",
    Reason.WRONG_CARDS: "These are not the right cards (R1.2, R8.1).",
    Reason.WRONG_LEAD: "Another seat leads this round (R7.5, R8.3).",
    Reason.ROUND_RUNNING: "The round before has not ended (R7.1).",
}
"""One sentence for every reason."""
