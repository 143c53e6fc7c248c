"""The Ron race: when players pressed decides, not whose cable is shorter (DESIGN.md 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from server.engine.cards import Seat
from server.wire.messages import Verdict

FASTEST_REACTION: Final = 100_000
"""Microseconds. Nobody reacts faster: a smaller claimed reaction counts as this."""
CREDIT_MARGIN: Final = 4_000
"""Microseconds. What a client's own handling of a frame and a key may take beside the cable."""
TOLD_WAIT: Final = 0.150
"""Seconds. The window waits this long after the first player was told for the others to be told."""
UNTOLD_WAIT: Final = 1.0
"""Seconds. A moment of which the kernel took no snapshot by then begins all the same: nobody stops the table."""


@dataclass(frozen=True, slots=True)
class Path:
    """What is known of a claimant's link: the smallest round trip and its jitter, both microseconds."""

    min_rtt: int = 0
    jitter: int = 0
    margin: int = CREDIT_MARGIN

    def most_credit(self, cap: int) -> int:
        """Return the largest credit, in microseconds, that a claim over this link can get."""
        return min(self.min_rtt + self.margin + 2 * self.jitter, cap)


NO_PATH: Final = Path(margin=0)
"""A bot's: it sits at the table, so no travel is made up for."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a player: a Ron, or the next player's action, which is judged alike. Microseconds.

    Attributes:
        elapsed: from the snapshot's handing to the kernel for this seat until the frame was read.
        claimed: the client's own reaction time; None where there is none.
        path: the link it came by.
        cap: the most credit at this table.
    """

    seat: Seat
    elapsed: int
    claimed: int | None
    path: Path
    cap: int

    @property
    def credit(self) -> int:
        """The travel time that is made up for, in microseconds."""
        if self.claimed is None or self.claimed > self.elapsed:
            return 0
        travel = self.elapsed - max(self.claimed, FASTEST_REACTION)
        return max(0, min(travel, self.path.most_credit(self.cap)))

    @property
    def time(self) -> int:
        """The effective time since the snapshot, in whole milliseconds, so that ties are ties.

        No player's is under `FASTEST_REACTION`: to press before one has seen anything wins nothing.
        """
        time = self.elapsed - self.credit
        if self.claimed is not None:
            time = max(time, FASTEST_REACTION)
        return (time + 500) // 1000


@dataclass(slots=True)
class Race:
    """One moment at which a Ron may be declared (R5.1), from the end of a turn until the next player acts.

    Attributes:
        window: its number.
        layer: who laid the floor card; None on the first one.
        turn: the next player.
        seats: how many play.
        length: the timed window, milliseconds; 0 is a bare race.
        joint: how far after the first valid claim another still counts as simultaneous (R5.5), milliseconds.
        cap: the most credit, microseconds.
        candidates: seats that hold exactly one card and did not lay the floor card, or are in turn: public.
        opened: when the turn before it ended, seconds.
        begun: when the snapshot was first handed to a player, seconds; None until then.
        start: when the window began, seconds: once the players have been told.
        told: when each seat was sent the snapshot, seconds.
        claims: valid claims; `held` the next player's action, if it came.
        wrong: claims that the rules do not allow, until it is known whether they came in time; then `refused`
            holds those that did (R5.8).
    """

    window: int
    layer: Seat | None
    turn: Seat
    seats: int
    length: int
    joint: int
    cap: int
    candidates: frozenset[Seat]
    opened: float = 0.0
    begun: float | None = None
    start: float | None = None
    told: dict[Seat, float] = field(default_factory=dict)
    paths: dict[Seat, Path] = field(default_factory=dict)
    claims: dict[Seat, Press] = field(default_factory=dict)
    wrong: dict[Seat, Press] = field(default_factory=dict)
    refused: set[Seat] = field(default_factory=set)
    held: Press | None = None

    def tell(self, seat: Seat, now: float) -> None:
        """Note that `seat` was sent the snapshot. The first time counts: nobody gains by coming again.

        Whoever is told when the others have waited long enough is judged from the window's start: a stuck
        terminal neither delays the table nor wins time.
        """
        if seat in self.told:
            return
        if self.begun is None:
            self.begun = now
        if self.start is None or now <= self.begun + TOLD_WAIT:
            self.start = now
        self.told[seat] = min(now, self.start)

    def begin(self, now: float) -> None:
        """Let the window begin at `now` where there is nobody to be told, or nobody could be."""
        if self.start is None:
            self.begun = self.start = now

    @property
    def begins_by(self) -> float | None:
        """When the window begins at the latest, seconds; None once it has."""
        return self.opened + UNTOLD_WAIT if self.start is None else None

    def sent_to(self, seat: Seat) -> float:
        """Return when `seat` was sent the snapshot; the start for one who was not (a bot)."""
        if seat in self.told:
            return self.told[seat]
        assert self.start is not None
        return self.start

    def press(self, seat: Seat, arrival: float, claimed: int | None) -> Press:
        """Return the judged press of `seat`.

        Args:
            arrival: when it was read, seconds.
            claimed: the client's own reaction time, milliseconds; None where it has none.
        """
        elapsed = max(0, round((arrival - self.sent_to(seat)) * 1_000_000))
        path = self.paths.get(seat, NO_PATH)
        return Press(seat, elapsed, None if claimed is None else claimed * 1000, path, self.cap)

    def standing(self) -> dict[Seat, Press]:
        """Return the claims that came before the next player's action, if one waits (R5.2)."""
        return {seat: press for seat, press in self.claims.items() if self.in_time(press)}

    @property
    def first(self) -> int | None:
        """The effective time of the first standing claim, milliseconds."""
        return min((press.time for press in self.standing().values()), default=None)

    @property
    def horizon(self) -> int:
        """Until which effective time a claim counts, as things stand, milliseconds."""
        first = self.first
        if first is not None:
            return max(self.length, first + self.joint)
        if self.held is not None:
            return max(self.length, self.held.time)
        return self.length

    def awaited(self) -> frozenset[Seat]:
        """Return the seats whose claim may still come."""
        gone = self.claims.keys() | self.wrong.keys() | self.refused
        if self.held is not None:
            gone.add(self.turn)
        return self.candidates - gone

    def settles_at(self) -> float | None:
        """Return when the race is settled as things stand, seconds; None while nothing is pending."""
        if self.start is None or (not self.claims and self.held is None):
            return None
        first, awaited = self.first, self.awaited()
        last = self.start
        if first is None or awaited:
            last += self.length / 1000            # else everybody who could has spoken
        if first is not None and not self._turn_has_spoken(first):
            last = max(last, self._hears(self.turn, first))     # the next player may have been before it
        for seat in awaited:
            last = max(last, self._hears(seat, self.horizon))
        return last

    def judges_at(self, press: Press) -> float:
        """Return by when it is known whether the wrong claim `press` came while the moment was open, seconds."""
        last = self.sent_to(press.seat)
        if press.time <= self.length:
            return last                           # the window was open in any case
        if not self._turn_has_spoken(press.time):
            last = max(last, self._hears(self.turn, press.time))
        return max([last, *(self._hears(seat, press.time) for seat in self.awaited())])

    def _turn_has_spoken(self, time: int) -> bool:
        """Return whether no action of the next player can be heard of any more that counts before `time` ms."""
        return time <= self.length or self.held is not None or self.turn in self.claims

    def _hears(self, seat: Seat, until: int) -> float:
        """Return by when a press of `seat` with an effective time up to `until` ms has surely been read."""
        credit = self.paths.get(seat, NO_PATH).most_credit(self.cap)
        return self.sent_to(seat) + until / 1000 + credit / 1_000_000

    def in_time(self, press: Press) -> bool:
        """Return whether a claim came before the next player's action that waits, if any does (R5.2)."""
        if self.held is None or press.time <= self.length:
            return True                           # inside the window the action is held in any case
        return (press.time, self.order(press.seat)) < (self.held.time, self.order(self.held.seat))

    def was_open_at(self, press: Press) -> bool:
        """Return whether a claim that the rules do not allow came while the moment was open; else it was late."""
        return self.in_time(press) and (self.first is None or press.time <= self.horizon)

    def order(self, seat: Seat) -> int:
        """Return the place of `seat` from the layer's left, by which ties are settled."""
        after = self.turn - 1 if self.layer is None else self.layer
        return (seat - after - 1) % self.seats

    def verdicts(self) -> dict[Seat, Verdict]:
        """Return what becomes of each valid claim: PAID if it is simultaneous with the first, else LATE.

        Where a Ron stands, the next player's action is dropped, so whoever is within the joint interval of that
        Ron is paid though their claim is later than the action (R5.5). Where none stands, all came too late (R5.2).
        """
        stands, horizon = self.first is not None, self.horizon
        return {
            seat: Verdict.PAID if stands and press.time <= horizon else Verdict.LATE
            for seat, press in sorted(self.claims.items())
        }

    def explain(self) -> dict[str, object]:
        """Return the race as a line of the record (`t` is `race`); times in milliseconds, to the microsecond."""
        verdicts = self.verdicts()
        claims = [_line(press, verdicts[seat].value) for seat, press in sorted(self.claims.items())]
        outcome = "done" if self.first is None else "dropped"
        return {
            "t": "race",
            "window": self.window,
            "layer": self.layer,
            "turn": self.turn,
            "seats": self.seats,
            "length": self.length,
            "joint": self.joint,
            "cap": self.cap / 1000,
            "claims": claims,
            "false": sorted(self.refused),
            "held": None if self.held is None else _line(self.held, outcome),
        }


def _line(press: Press, verdict: str) -> dict[str, object]:
    return {
        "seat": press.seat,
        "arrival": press.elapsed / 1000,          # since the snapshot was sent to this seat
        "reaction": None if press.claimed is None else press.claimed / 1000,
        "most_credit": press.path.most_credit(press.cap) / 1000,
        "min_rtt": press.path.min_rtt / 1000,
        "jitter": press.path.jitter / 1000,
        "credit": press.credit / 1000,
        "time": press.time,
        "verdict": verdict,
    }


def rederive(line: Mapping[str, Any]) -> dict[Seat, Verdict]:
    """Judge the claims of a `race` line anew, from its numbers alone.

    Args:
        line: as written by `Race.explain`.

    Returns:
        Each claimant's verdict, which is to equal the one in the line.
    """

    cap = _micros(line["cap"])
    race = Race(
        window=line["window"],
        layer=line["layer"],
        turn=line["turn"],
        seats=line["seats"],
        length=line["length"],
        joint=line["joint"],
        cap=cap,
        candidates=frozenset(),
    )
    race.claims = {claim["seat"]: _press(claim, cap) for claim in line["claims"]}
    race.held = None if line["held"] is None else _press(line["held"], cap)
    return race.verdicts()


def _press(line: Mapping[str, Any], cap: int) -> Press:
    path = Path(_micros(line["min_rtt"]), _micros(line["jitter"])) if line["most_credit"] else NO_PATH
    reaction = None if line["reaction"] is None else _micros(line["reaction"])
    return Press(line["seat"], _micros(line["arrival"]), reaction, path, cap)


def _micros(millis: float) -> int:
    return round(millis * 1000)
