"""What a client sends to a host. `Ping` and `Pong` go both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from server.wire.limits import (
    AsBytes,
    ChatText,
    Digest,
    Millis,
    Name,
    Nonce,
    Range,
    RankNo,
    Revision,
    SeatNo,
    Sequence,
    Signs,
    Token,
)
from server.wire.settings import Level, Settings
from server.wire.words import Role


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a `Pong` with the same number."""

    TAG: ClassVar[str] = "ping"
    n: Sequence


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a `Ping`."""

    TAG: ClassVar[str] = "pong"
    n: Sequence


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. `token` resumes a seat; `nonce` is the client's part of the passphrase proof."""

    TAG: ClassVar[str] = "hello"
    version: Annotated[int, Range(0, 65535)]
    role: Role
    name: Name
    token: Token | None = None
    nonce: Nonce | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Answers a `Challenge`."""

    TAG: ClassVar[str] = "proof"
    mac: Digest


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next round or game, or not. `nonce` goes into the next deal (fresh each round)."""

    TAG: ClassVar[str] = "ready"
    seq: Sequence
    ready: bool = True
    nonce: Nonce | None = None


@dataclass(frozen=True, slots=True)
class DoLay:
    """Lay cards (R3.1, R3.3); also a last single (R5.3)."""

    TAG: ClassVar[str] = "lay"
    cards: Annotated[tuple[RankNo, ...], AsBytes(4)]
    signs: Signs = ""
    terra: bool = False


@dataclass(frozen=True, slots=True)
class DoDraw:
    """Draw (R3.4)."""

    TAG: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class DoMatch:
    """Lay the card just drawn (R3.5)."""

    TAG: ClassVar[str] = "match"
    terra: bool = False


@dataclass(frozen=True, slots=True)
class DoKeep:
    """Keep the card just drawn (R3.5)."""

    TAG: ClassVar[str] = "keep"


Move: TypeAlias = DoLay | DoDraw | DoMatch | DoKeep


@dataclass(frozen=True, slots=True)
class Act:
    """A move in one's own turn, answering snapshot `rev`, `reaction` ms after it was drawn on the screen."""

    TAG: ClassVar[str] = "act"
    seq: Sequence
    rev: Revision
    move: Move
    reaction: Annotated[Millis, Range(0, 2**31)] = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """Ron! `window` is the `moment.window` of the snapshot it answers, `reaction` ms after that was drawn."""

    TAG: ClassVar[str] = "claim"
    seq: Sequence
    window: Revision
    reaction: Annotated[Millis, Range(0, 2**31)]


@dataclass(frozen=True, slots=True)
class Say:
    """Chat. The host cleans it."""

    TAG: ClassVar[str] = "say"
    seq: Sequence
    text: ChatText


@dataclass(frozen=True, slots=True)
class AddBot:
    """Owner: a bot into an open seat."""

    TAG: ClassVar[str] = "add_bot"
    seq: Sequence
    level: Level = Level.NORMAL


@dataclass(frozen=True, slots=True)
class Remove:
    """Owner: a bot out of its seat, or a player (kick). In a running game a bot takes a kicked player's seat."""

    TAG: ClassVar[str] = "remove"
    seq: Sequence
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Start:
    """Owner: begin, though not all are ready. Every seat must be filled."""

    TAG: ClassVar[str] = "start"
    seq: Sequence


@dataclass(frozen=True, slots=True)
class EndGame:
    """Owner: end the game that runs, at the scores as they stand; the seed of its round is revealed."""

    TAG: ClassVar[str] = "end_game"
    seq: Sequence


@dataclass(frozen=True, slots=True)
class Configure:
    """Owner, between games: other settings."""

    TAG: ClassVar[str] = "configure"
    seq: Sequence
    settings: Settings


@dataclass(frozen=True, slots=True)
class HandOver:
    """Owner: another human owns the table from now on."""

    TAG: ClassVar[str] = "hand_over"
    seq: Sequence
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Pause:
    """Any player: stop all clocks, or let them run again."""

    TAG: ClassVar[str] = "pause"
    seq: Sequence
    on: bool


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A spectator sits down in a bot's or an open seat."""

    TAG: ClassVar[str] = "take_seat"
    seq: Sequence
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A player lets spectators see this hand, or no longer."""

    TAG: ClassVar[str] = "show_hand"
    seq: Sequence
    on: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Go. `bot` gives the seat to a bot for good; else it is kept for the token (in the lobby it is freed)."""

    TAG: ClassVar[str] = "leave"
    seq: Sequence
    bot: bool = False


Command: TypeAlias = (
    Ready | Act | Claim | Say | AddBot | Remove | Start | EndGame | Configure | HandOver | Pause | TakeSeat
    | ShowHand | Leave
)
"""What a welcomed peer may send; each carries `seq`, and a repeated `seq` gets its first answer."""

ToHost: TypeAlias = Hello | Proof | Ping | Pong | Command
