"""The host's own sentence for each code: the fallback for a client that has no words of its own for it."""

from __future__ import annotations

from typing import Final

from server.engine.reasons import Reason
from server.wire.messages import Code, Refusal

SENTENCES: Final[dict[Code | Reason, str]] = {
    Reason.NO_ROUND: "No round is being played.",
    Reason.GAME_OVER: "The game has ended.",
    Reason.NO_SUCH_SEAT: "There is no such seat.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.CHOOSING: "A back match is being decided.",
    Reason.NOT_CHOOSING: "There is no back match to decide.",
    Reason.BAD_SUM: "That is not a sum of cards.",
    Reason.NOT_IN_HAND: "You do not hold those cards.",
    Reason.WRONG_TOTAL: "The sum does not make the floor's number.",
    Reason.DOTS_DIFFER: "The card's dots differ from the floor card's.",
    Reason.NOT_TERRA_CARD: "Terra needs its card on top.",
    Reason.OUT_WITH_TERRA: "Who goes out does not declare Terra.",
    Reason.LAST_SINGLE_IS_RON: "A last single is a Ron.",
    Reason.NOT_AT_A_TURNS_END: "Ron is declared when a turn has just ended.",
    Reason.OWN_CARD: "You laid that card yourself.",
    Reason.NOT_ONE_CARD: "Ron needs exactly one card in the hand.",
    Reason.BARRED: "After a false Ron you wait until your next turn has ended.",
    Reason.NO_CLAIMANT: "Nobody declares this Ron.",
    Reason.NOT_FALSE: "That Ron is good.",
    Reason.RESHUFFLE_FIRST: "The deck must be reshuffled first.",
    Reason.NO_RESHUFFLE: "The deck needs no reshuffle.",
    Reason.WRONG_CARDS: "Those are not the right cards.",
    Reason.WRONG_LEAD: "Another seat leads this round.",
    Reason.ROUND_RUNNING: "A round is being played.",
    Code.BAD_FRAME: "That was not a frame of this protocol.",
    Code.BAD_MESSAGE: "That message is not one of this protocol.",
    Code.UNEXPECTED: "That message has no place now.",
    Code.VERSION: "The versions of host and client differ.",
    Code.PASSPHRASE: "The passphrase is wrong.",
    Code.TOO_MANY_TRIES: "Too many tries; wait a while.",
    Code.TABLE_FULL: "No seat is free; you may watch.",
    Code.CROWDED: "Too many are watching already, most of them from where you are.",
    Code.NAME_TAKEN: "Somebody here has that name.",
    Code.BAD_NAME: "A name has 1 to 16 visible characters.",
    Code.BAD_TOKEN: "That token holds no seat here.",
    Code.NO_WATCHING: "Nobody may watch this table.",
    Code.GAME_RUNNING: "Not while a game is being played.",
    Code.NOT_STARTED: "No round is being played.",
    Code.NOT_OWNER: "Only the table's owner can do that.",
    Code.NOT_PLAYER: "Spectators cannot do that.",
    Code.NOT_READY: "Every seat must be taken first.",
    Code.NO_SUCH_SEAT: "There is no such seat.",
    Code.SEAT_TAKEN: "That seat is taken.",
    Code.BAD_SETTINGS: "Those settings are not possible here.",
    Code.PAUSED: "The table is paused.",
    Code.LATE: "Too late: that moment has passed.",
    Code.CLAIMED: "Your Ron is in already.",
    Code.HELD: "You have acted in this turn already.",
    Code.TOO_FAST: "Too many messages; slow down.",
    Code.STALE: "The table has gone on since.",
    Code.FENCED: "This seat was taken over from elsewhere.",
    Code.KICKED: "The owner removed you from the table.",
    Code.SLOW: "Your terminal took nothing for too long.",
    Code.CLOSING: "The host is closing.",
    Code.STORE: "The host cannot write its records and stopped.",
    Code.LEFT: "You left the table.",
    Code.SILENT: "Nothing was heard from you.",
}


def refusal(code: Code | Reason, seq: int | None) -> Refusal:
    """Return the refusal of command `seq` for `code`."""
    return Refusal(code.value, SENTENCES[code], seq)
