"""What each viewer is told: players at once, spectators at a pace that a table can afford however many they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from server.engine import event_for, view_for
from server.engine.cards import Hand, Seat
from server.engine.events import Event
from server.engine.state import Phase
from server.table.core import Core
from server.table.links import Link
from server.wire.convert import view_to_wire
from server.wire.messages import Clock, GameView, Moment, Numbered, Said, Snapshot, TableEvent
from server.wire.settings import Watching

CROWD_EVERY: Final = 0.05
"""Seconds that lie at least between two tellings of the spectators."""
CROWD_SHARE: Final = 0.0002
"""Seconds that each spectator adds to that, so that what a crowd costs has a bound, whatever happens how often."""
CROWD_EVENTS: Final = 40
"""So many events are told at once: a snapshot has room for 64, and none is to be left out."""
CROWD_BYTES: Final = 1_500
"""Nor do more of them fit a frame, beside the rest of a snapshot and what one call of the table may add."""
EVENT_BYTES: Final = 80
"""About what an event takes, but for the text of what was said. The longest come with a round's end, at once."""


class Telling:
    """Sends what changed. Snapshots say how things are, so whoever is told less often misses nothing."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._crowd_roster = False
        self._crowd_snapshot = False
        self._crowd_next = float("-inf")
        self._crowd_events = 0             # the newest event that the crowd was told of

    def flush(self, now: float) -> None:
        """Tell the players what changed since the last call, newcomers everything, spectators when it is time."""
        core = self.core
        if core.changed:
            core.rev += 1
        self._crowd_roster |= core.roster_changed
        self._crowd_snapshot |= core.changed
        new = {link.peer for link in core.newcomers}
        if core.changed or core.roster_changed:
            players = [link for link in core.links.values() if link.seat is not None and link.peer not in new]
            self._tell(now, players, core.roster_changed, core.changed)
        if self.crowd_due() is not None and (core.rush or now >= self._crowd_next or self._crowd_is_full()):
            self._tell_crowd(
                now, [link for link in core.links.values() if link.seat is None and link.peer not in new]
            )
        if new:
            self._tell(now, [link for link in core.newcomers if link.peer in core.links], True, True)
            core.newcomers = []
        core.changed = core.roster_changed = core.rush = False

    def _crowd_is_full(self) -> bool:
        """Return whether as many events wait for the spectators as one snapshot can tell."""
        size = 0
        for n, event in reversed(self.core.recent):
            if n <= self._crowd_events:
                return False
            size += EVENT_BYTES + (len(event.text.encode()) if isinstance(event, Said) else 0)
            if size > CROWD_BYTES or self.core.events - self._crowd_events >= CROWD_EVENTS:
                return True
        return False

    def crowd_due(self) -> float | None:
        """Return when the spectators are to be told something; None where there is nothing."""
        return self._crowd_next if self._crowd_roster or self._crowd_snapshot else None

    def _tell_crowd(self, now: float, crowd: list[Link]) -> None:
        rev = self.core.rev                # whoever came since the last telling knows it already
        self._tell(now, [link for link in crowd if link.rev < rev], self._crowd_roster, self._crowd_snapshot)
        self._tell(now, [link for link in crowd if link.rev == rev], self._crowd_roster, False)
        self._crowd_roster = self._crowd_snapshot = False
        self._crowd_events = self.core.events
        self._crowd_next = now + CROWD_EVERY + len(crowd) * CROWD_SHARE

    def _tell(self, now: float, links: list[Link], roster: bool, snapshot: bool) -> None:
        if roster and links:
            message = self.core.roster(now)
            for link in links:
                self.core.send(link.peer, message)
        if snapshot:
            self._snapshots(now, links)

    def _snapshots(self, now: float, links: Iterable[Link]) -> None:
        # One message for all who see the same: the shell encodes it once (500 spectators).
        core = self.core
        made: dict[tuple[Seat | None, int], Snapshot] = {}
        for link in links:
            key = (link.seat, link.events)
            if key not in made:
                made[key] = snapshot_for(core, now, link.seat, link.events)
                if made[key].hands:
                    core.note_shown()
            told = None
            if core.race is not None and link.seat is not None and link.seat not in core.race.told:
                told = core.race.window
            core.send(link.peer, made[key], told)
            link.events, link.rev = core.events, core.rev


def snapshot_for(core: Core, now: float, viewer: Seat | None, since: int) -> Snapshot:
    """Return what `viewer` is to see, with the events after number `since`."""
    events = tuple(
        Numbered(n, event_for(event, viewer) if _is_of_the_game(event) else event)  # type: ignore[arg-type]
        for n, event in core.recent
        if n > since
    )
    return Snapshot(
        rev=core.rev,
        stage=core.stage,
        view=_view(core, viewer),
        moment=_moment(core, now),
        clock=_clock(core, now),
        paused=core.paused,
        hands=_hands(core) if viewer is None else (),
        events=events,
    )


def _view(core: Core, viewer: Seat | None) -> GameView | None:
    if core.game.phase is Phase.BETWEEN and core.game.round == 0:
        return None
    return view_to_wire(view_for(core.game, viewer))


def _moment(core: Core, now: float) -> Moment | None:
    race = core.race
    if race is None:
        return None
    now = now if core.stopped is None else core.stopped
    start = now if race.start is None else race.start
    left = max(0, min(race.length, race.length - round((now - start) * 1000)))
    return Moment(race.window, left, race.length)


def _clock(core: Core, now: float) -> Clock | None:
    if core.clock.at is None or not core.clock.total:
        return None
    now = now if core.stopped is None else core.stopped
    left = min(max(0.0, core.clock.at - now), core.clock.total)
    return Clock(round(left * 1000), round(core.clock.total * 1000))


def _hands(core: Core) -> tuple[Hand, ...]:
    """Return the hands that a spectator may see; () for none."""
    settings, game = core.settings, core.game
    if settings.watching is Watching.DELAYED:
        return core.past[-1 - settings.delay] if len(core.past) > settings.delay else ()
    if game.round and any(seat.shows_hand for seat in core.seats):
        shown = zip(core.seats, game.hands, strict=True)
        return tuple(hand if seat.shows_hand else () for seat, hand in shown)
    return ()


def _is_of_the_game(event: Event | TableEvent) -> bool:
    return not isinstance(event, TableEvent)
