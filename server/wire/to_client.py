"""What a host sends to a client, and what is inside it: roster, view, events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from server.engine.events import Event, RoundEnded
from server.engine.state import Phase
from server.wire.limits import (
    EVENTS_LIMIT,
    CardList,
    ChatText,
    CountList,
    Digest,
    Millis,
    Nonce,
    Range,
    RankNo,
    Revision,
    RoundNo,
    ScoreList,
    SeatList,
    SeatNo,
    Sequence,
    Size,
    Token,
)
from server.wire.settings import Level, Settings, Watching
from server.wire.to_host import Ping, Pong
from server.wire.words import Change, Code, Kind, Presence, Stage, Verdict


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
    seats: Annotated[tuple[SeatInfo, ...], Size(5, 3)]
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

    lines: Annotated[tuple[RaceLine, ...], Size(5, 1)]


@dataclass(frozen=True, slots=True)
class Said:
    """Chat, cleaned. `seat` is None for a spectator."""

    name: Annotated[str, Size(64)]
    text: ChatText
    seat: SeatNo | None = None


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
