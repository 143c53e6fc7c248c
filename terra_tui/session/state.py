"""What the client knows, as one frozen value; `reducer.py` alone makes a new one from an old one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from server.engine.cards import Hand, Rank, Seat
from server.engine.state import Phase
from server.wire.messages import Code, Numbered, Roster, Snapshot, Stage
from server.wire.settings import Settings
from terra_tui.session.witness import Witness


class LinkState(StrEnum):
    """How the link to the host is."""

    CONNECTING = "connecting"
    NEEDS_PASSPHRASE = "needs_passphrase"
    UP = "up"
    RETRYING = "retrying"        # lost; another try comes at `Link.retry_in`
    CLOSED = "closed"            # for good; `Link.error` says why


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something failed: a code for the catalogue (`refused`, `timeout`, `version` …) and its values."""

    code: str
    args: dict[str, str | int] = field(default_factory=dict)
    text: str = ""                       # the host's own sentence, for a code that the catalogue lacks


@dataclass(frozen=True, slots=True)
class Link:
    """The link's state. `retry_in` is seconds; `round_trip` milliseconds of the last ping."""

    state: LinkState = LinkState.CONNECTING
    address: str = ""
    retry_in: float = 0.0
    tries: int = 0
    round_trip: int | None = None
    error: Failure | None = None


def host_stopped(link: Link) -> bool:
    """Return whether the host was stopped and is waited for: there is nothing to play until it is resumed."""
    return link.state is LinkState.RETRYING and link.error is not None and link.error.code == Code.CLOSING


class DealCheck(StrEnum):
    """What the client's own check of a round's deal found (DESIGN.md 4)."""

    PENDING = "pending"          # the seed is not revealed yet
    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"          # joined too late to have seen the commitment or all events
    NONE = "none"                # no seed was promised: a lesson, an arena's record


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands, as far as one action moves it: two different ones mean that something was done."""

    stage: Stage
    round: int
    turn: Seat
    phase: Phase
    floor: Rank
    under: int
    deck: int
    cards: tuple[int, ...]

    @classmethod
    def of(cls, snapshot: Snapshot) -> Position | None:
        """Return where `snapshot` stands, None before the first deal."""
        view = snapshot.view
        if view is None:
            return None
        return cls(
            snapshot.stage, view.round, view.turn, view.phase, view.floor, len(view.under), view.deck, view.cards
        )


@dataclass(frozen=True, slots=True)
class Sent:
    """A move on its way: its command number, and where the game stood when it was made."""

    seq: int
    position: Position | None


@dataclass(frozen=True, slots=True)
class ClientState:
    """Everything a screen may draw.

    Attributes:
        seat: the viewer's seat; None for a spectator.
        snapshot: the newest one; None until the first.
        arrived: when `snapshot` came, in seconds of the client's monotonic clock (its clocks count from there).
        log: the newest 500 events, each once, oldest first; chat is among them as `Said`.
        refusal: the newest refusal of one of this client's own commands, with a number that grows with each.
        claimed: the window this client has claimed, None if none.
        waiting: a move of this client is on its way or held by the host.
        checks: round -> the deal check.
        points: the scores at the end of each round of this game, the start first.
        game: the evening's id, b"" before the welcome.
        move: the move that `waiting` is about.
        claim: the command number of the claim that `claimed` is about, None once it was refused.
        logged: the number of the newest event in `log`, -1 for none.
        fresh: a new link was welcomed and its first snapshot has not come: it counts whatever its revision.
        names: how the seats were called, as (from which event on, their names), oldest first.
        witnesses: what was seen of the last round and of the one that runs or comes, for the deal checks.
        only_watches: this client was started to watch and takes no seat, so that nobody can play through it.
    """

    link: Link = Link()
    table: str = ""
    seat: Seat | None = None
    roster: Roster | None = None
    snapshot: Snapshot | None = None
    arrived: float = 0.0
    log: tuple[Numbered, ...] = ()
    refusal: Failure | None = None
    refusals: int = 0
    claimed: int | None = None
    waiting: bool = False
    checks: dict[int, DealCheck] = field(default_factory=dict)
    points: tuple[tuple[int, ...], ...] = ()
    game: bytes = b""
    move: Sent | None = None
    claim: int | None = None
    logged: int = -1
    fresh: bool = True
    names: tuple[tuple[int, tuple[str, ...]], ...] = ()
    witnesses: tuple[Witness, ...] = ()
    only_watches: bool = False

    @property
    def stage(self) -> Stage | None:
        """Where the table stands, None before the first snapshot."""
        return None if self.snapshot is None else self.snapshot.stage

    @property
    def settings(self) -> Settings:
        """The table's settings; the defaults until the roster came."""
        return Settings() if self.roster is None else self.roster.settings

    @property
    def hand(self) -> Hand:
        """The viewer's cards, ascending."""
        view = None if self.snapshot is None else self.snapshot.view
        return () if view is None else view.hand

    @property
    def owner(self) -> bool:
        """Whether this client owns the table."""
        return self.roster is not None and self.seat is not None and self.roster.owner == self.seat

    def as_of(self, number: int) -> ClientState:
        """Return the state with the seats called as they were at event `number`: others may sit there since."""
        called = next((names for since, names in reversed(self.names) if since <= number), None)
        if called is None or self.roster is None or called == seat_names(self.roster):
            return self
        pairs = zip(self.roster.seats, called, strict=False)
        return replace(self, roster=replace(self.roster, seats=tuple(replace(seat, name=n) for seat, n in pairs)))

    def name_of(self, seat: Seat | None) -> str:
        """Return the cleaned name of `seat`, "" for None or an open seat."""
        if seat is None or self.roster is None or seat >= len(self.roster.seats):
            return ""
        return self.roster.seats[seat].name


def seat_names(roster: Roster) -> tuple[str, ...]:
    """Return how the seats are called, "" for an open one."""
    return tuple(seat.name for seat in roster.seats)
