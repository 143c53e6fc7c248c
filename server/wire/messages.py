"""Every message of the protocol. A class is a map on the wire: `t` is its `TAG`, the fields are its keys.

Fields equal to their default are left out of the map. docs/protocol.md tells the same for strangers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from server.engine.events import Event, RoundEnded
from server.engine.state import Phase
from server.wire.limits import (
    EVENTS_LIMIT,
    AsBytes,
    CardList,
    ChatText,
    CountList,
    Digest,
    Millis,
    Name,
    Nonce,
    Range,
    RankNo,
    Revision,
    RoundNo,
    ScoreList,
    SeatList,
    SeatNo,
    Sequence,
    Signs,
    Size,
    Token,
)
from server.wire.settings import Level, Settings, Watching


class Role(StrEnum):
    """What a peer wants to be."""

    PLAY = "play"
    WATCH = "watch"


class Stage(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"          # before the first deal
    DEALING = "dealing"      # waiting, a second at most, for the players' nonces
    PLAY = "play"            # a round runs
    BETWEEN = "between"      # a round has ended; the next starts when all are ready or by itself
    OVER = "over"            # the game has ended; all ready again is a rematch


class Kind(StrEnum):
    """Who sits in a seat."""

    OPEN = "open"
    HUMAN = "human"
    BOT = "bot"


class Presence(StrEnum):
    """How a human's link is."""

    HERE = "here"
    UNSTEADY = "unsteady"        # nothing heard for 4 s
    AWAY = "away"                # nothing heard for 8 s, or the link is gone
    STAND_IN = "stand_in"        # away, and a bot plays the seat meanwhile


class Verdict(StrEnum):
    """What became of a Ron."""

    PAID = "paid"
    LATE = "late"
    FALSE = "false"


class Code(StrEnum):
    """Why a command is refused or a link is closed, beside the engine's `Reason` codes."""

    BAD_FRAME = "bad_frame"                  # a length over the limit, or not msgpack
    BAD_MESSAGE = "bad_message"              # unknown type or field, a wrong type, a value out of range
    UNEXPECTED = "unexpected"                # a message that has no place now (before hello, a second hello)
    VERSION = "version"                      # args: host's version
    PASSPHRASE = "passphrase"                # wrong or missing
    TOO_MANY_TRIES = "too_many_tries"
    TABLE_FULL = "table_full"
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    BAD_TOKEN = "bad_token"                  # no seat is held by this token
    NO_WATCHING = "no_watching"
    GAME_RUNNING = "game_running"            # not while a game runs
    NOT_STARTED = "not_started"              # no game runs
    NOT_OWNER = "not_owner"
    NOT_PLAYER = "not_player"                # a spectator cannot do that
    NOT_READY = "not_ready"                  # seats are open or players are not ready
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    BAD_SETTINGS = "bad_settings"
    PAUSED = "paused"
    LATE = "late"                            # a Ron for a moment that has passed (R5.8)
    CLAIMED = "claimed"                      # a Ron of this window by this seat is in already
    HELD = "held"                            # an action of this turn is in already
    TOO_FAST = "too_fast"                    # the rate limit
    STALE = "stale"                          # an action for a revision that has passed
    FENCED = "fenced"                        # the seat was taken over by a newer link
    KICKED = "kicked"
    SLOW = "slow"                            # no progress for 10 s
    CLOSING = "closing"                      # the host goes down
    STORE = "store"                          # the host cannot write its records
    LEFT = "left"                            # as asked
    SILENT = "silent"                        # no hello, or nothing heard


# ---- what both sides send ----------------------------------------------------------------------------------------


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


# ---- client to host ----------------------------------------------------------------------------------------------


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
    Ready | Act | Claim | Say | AddBot | Remove | Start | Configure | HandOver | Pause | TakeSeat | ShowHand | Leave
)
"""What a welcomed peer may send; each carries `seq`, and a repeated `seq` gets its first answer."""

ToHost: TypeAlias = Hello | Proof | Ping | Pong | Command


# ---- host to client ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge:
    """The table has a passphrase: prove it with a `Proof` (scrypt with these parameters, then HMAC)."""

    TAG: ClassVar[str] = "challenge"
    nonce: Nonce
    salt: Nonce
    log_n: Annotated[int, Range(10, 18)]


@dataclass(frozen=True, slots=True)
class Welcome:
    """You are in.

    Attributes:
        seat: your seat, None for a spectator.
        token: what resumes this seat; a new one at each welcome.
        seq: the highest `seq` the host has seen from this seat; go on above it.
        mac: the host's own proof, where there is a passphrase.
    """

    TAG: ClassVar[str] = "welcome"
    version: Annotated[int, Range(0, 65535)]
    table: Annotated[str, Size(128)]
    game: Annotated[bytes, Size(16, 16)]
    seat: SeatNo | None = None
    token: Token | None = None
    seq: Sequence = 0
    mac: Digest | None = None


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of a roster. `away` is how long its human has been away."""

    kind: Kind
    name: Annotated[str, Size(64)] = ""
    level: Level | None = None
    presence: Presence = Presence.HERE
    away: Annotated[Millis, Range(0, 2**40)] = 0
    ready: bool = False
    shows_hand: bool = False


@dataclass(frozen=True, slots=True)
class SpectatorInfo:
    """One who watches, and what they see besides the public view."""

    name: Annotated[str, Size(64)]
    sees: Watching = Watching.PUBLIC


@dataclass(frozen=True, slots=True)
class Roster:
    """Who is here and how the table is set; sent whole at each change.

    Attributes:
        owner: the owner's seat, None while no human sits.
        watching: how many watch; `spectators` names the first 16.
        seed: the announced seed of a reproducible table (`--seed`), else None.
    """

    TAG: ClassVar[str] = "roster"
    settings: Settings
    seats: Annotated[tuple[SeatInfo, ...], Size(5)]
    owner: SeatNo | None = None
    watching: Annotated[int, Range(0, 100_000)] = 0
    spectators: Annotated[tuple[SpectatorInfo, ...], Size(16)] = ()
    seed: Annotated[int, Range(0, 2**63)] | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """The engine's `View` for this viewer; the fields mean the same."""

    phase: Phase
    round: RoundNo
    lead: SeatNo
    turn: SeatNo
    floor: Annotated[int, Range(0, 15)]
    layer: SeatNo | None
    under: CardList
    deck: Annotated[int, Range(0, 64)]
    cards: CountList
    scores: ScoreList
    round_start: ScoreList
    terra: bool = False
    fresh_terra: bool = False
    ron_open: bool = False
    barred: SeatList = ()
    last: RoundEnded | None = None
    winners: SeatList = ()
    hand: CardList = ()
    drawn: RankNo | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which Ron may be declared. `left` of `length` is the window's; both 0 in a bare race."""

    window: Revision
    left: Annotated[Millis, Range(0, 10_000)] = 0
    length: Annotated[Millis, Range(0, 10_000)] = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """Time left for what the table waits for: a decision in PLAY, the next round in BETWEEN."""

    left: Annotated[Millis, Range(0, 3_600_000)]
    total: Annotated[Millis, Range(0, 3_600_000)]


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One claim of a settled race: `time` is the effective time since the snapshot (ms)."""

    seat: SeatNo
    time: Annotated[Millis, Range(0, 2**31)]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Raced:
    """A race was settled (R5.2, R5.5)."""

    lines: Annotated[tuple[RaceLine, ...], Size(5)]


@dataclass(frozen=True, slots=True)
class Said:
    """Chat, cleaned. `seat` is None for a spectator."""

    name: Annotated[str, Size(64)]
    text: ChatText
    seat: SeatNo | None = None


class Change(StrEnum):
    """What happened at the table beside the game."""

    JOINED = "joined"
    LEFT = "left"
    AWAY = "away"
    BACK = "back"
    STAND_IN = "stand_in"        # a bot plays an away seat
    BOT = "bot"                  # a bot sits there now
    KICKED = "kicked"
    OWNER = "owner"
    PAUSED = "paused"
    UNPAUSED = "unpaused"
    TIMED_OUT = "timed_out"      # the clock ran out, the default was done
    RESUMED = "resumed"          # the host came back
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Changed:
    """A change at the table; `seat` is whom it concerns."""

    what: Change
    seat: SeatNo | None = None
    name: Annotated[str, Size(64)] = ""


TableEvent: TypeAlias = Raced | Said | Changed


@dataclass(frozen=True, slots=True)
class Numbered:
    """Event `n` of this table; numbers are dense, the same for all, and only grow."""

    n: Revision
    event: Event | TableEvent


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a viewer needs to draw the table. A newer one replaces an older one whole.

    Attributes:
        rev: grows by one with each change.
        paused: the seat that paused, else None.
        hands: for a spectator who may see them, all hands `settings.delay` turns old, or the hands shown.
        events: what happened since the last snapshot on this link, oldest first.
    """

    TAG: ClassVar[str] = "snap"
    rev: Revision
    stage: Stage
    view: GameView | None = None
    moment: Moment | None = None
    clock: Clock | None = None
    paused: SeatNo | None = None
    hands: Annotated[tuple[CardList, ...], Size(5)] = ()
    events: Annotated[tuple[Numbered, ...], Size(EVENTS_LIMIT)] = ()


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment to the seed of `round`'s deal, sent before any nonce for it is taken."""

    TAG: ClassVar[str] = "commit"
    game: Annotated[bytes, Size(16, 16)]
    round: RoundNo
    commit: Digest


@dataclass(frozen=True, slots=True)
class Reveal:
    """The seed and nonces of a round that has ended."""

    TAG: ClassVar[str] = "reveal"
    game: Annotated[bytes, Size(16, 16)]
    round: RoundNo
    seed: Digest
    nonces: Annotated[tuple[Annotated[bytes, Size(32)], ...], Size(5)]


@dataclass(frozen=True, slots=True)
class Ack:
    """Command `seq` was done. A move or a claim in a race is answered when the race is settled."""

    TAG: ClassVar[str] = "ack"
    seq: Sequence


@dataclass(frozen=True, slots=True)
class Refusal:
    """Command `seq` was refused (None: what came was no command). `code` is a `Code` or the engine's `Reason`."""

    TAG: ClassVar[str] = "refusal"
    code: Annotated[str, Size(32, 1)]
    text: Annotated[str, Size(240)]
    seq: Sequence | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """The last message: why the host closes this link."""

    TAG: ClassVar[str] = "bye"
    code: Code
    text: Annotated[str, Size(240)]


ToClient: TypeAlias = (
    Ping | Pong | Challenge | Welcome | Roster | Snapshot | Commitment | Reveal | Ack | Refusal | Bye
)
