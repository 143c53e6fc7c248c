"""From one round to the next: the lobby's start, the nonces, the deal, the reveal, the rematch (DESIGN.md 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from server.table.core import Core
from server.wire.messages import Kind, Stage
from server.wire.record import RecordPlayer, game_line

NONCE_WAIT: Final = 1.0
"""Seconds. A nonce that has not come by then counts as empty."""
BOTS_BETWEEN: Final = 6
"""Between the rounds of a table of bots lie so many of its paces."""


class Rounds:
    """Begins and ends rounds and games."""

    def __init__(self, core: Core, started: Callable[[], str | None]) -> None:
        self.core = core
        self.started = started
        self.play_on: Callable[[float], None] = lambda now: None
        """Called when a round has been dealt."""

    # ---- before a deal ----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Choose the seed of the next round, and tell everybody its commitment.

        What was sent and agreed to for another commitment, whose round the owner gave up, counts no more: a seed is
        chosen before any nonce for it is known, and nobody is ready for a game that they have not been asked about.
        """
        core = self.core
        for seat in core.seats:
            seat.ready, seat.nonce = seat.kind is Kind.BOT, None
        fresh = core.stage in (Stage.LOBBY, Stage.OVER)
        game = core.next_game_id if fresh else core.game_id
        core.persist(core.dealer.prepare(game, 1 if fresh else core.game.round + 1))
        commitment = core.dealer.commitment()
        assert commitment is not None
        for link in core.links.values():
            core.send(link.peer, commitment)

    def all_ready(self) -> bool:
        """Return whether nobody who is here is waited for any more."""
        core = self.core
        if core.has_open_seat:
            return False
        humans = core.humans
        if core.stage is Stage.BETWEEN:
            humans = [seat for seat in humans if seat.present]
        return bool(humans) and all(seat.ready for seat in humans)

    def start_if_ready(self, now: float) -> None:
        """Begin the next round or game where all are ready; not while the clocks stand."""
        core = self.core
        if core.stage is Stage.PLAY or core.stopped is not None:
            return
        if core.stage is not Stage.DEALING:
            if self.all_ready():
                self.begin(now)
        elif not self._nonces_missing():
            self.deal(now)

    def begin(self, now: float) -> None:
        """Deal, or wait up to a second for the nonces of those who are here."""
        core = self.core
        if core.stage in (Stage.LOBBY, Stage.OVER):
            core.fresh_game()
        core.stage = Stage.DEALING
        core.changed = True
        if self._nonces_missing():
            core.clock.set(now, NONCE_WAIT)
        else:
            self.deal(now)

    def _nonces_missing(self) -> bool:
        core = self.core
        if core.dealer.announced is not None:
            return False
        return any(seat.present and seat.nonce is None for seat in core.seats)

    def deal(self, now: float) -> None:
        """Deal a round (R2.2)."""
        core = self.core
        nonces = [seat.nonce if core.dealer.announced is None else None for seat in core.seats]
        if core.game.round == 0:
            core.games += 1
            players = [
                RecordPlayer(
                    seat.name,
                    "human" if seat.kind is Kind.HUMAN else "bot",
                    None if seat.level is None else seat.level.value,
                )
                for seat in core.seats
            ]
            core.persist(game_line(core.settings.rules, players, self.started(), id=core.game_id))
        commitment = core.dealer.commitment()
        assert commitment is not None
        core.do(
            core.dealer.deal(core.game, nonces),
            commit=commitment.commit,
            nonces=nonces,
            seed=core.dealer.seed,
        )
        core.stage = Stage.PLAY
        core.left.clear()
        core.removed.clear()
        core.rush = True                    # whoever has not seen a deal cannot check it
        for seat in core.seats:
            seat.ready, seat.nonce = seat.kind is Kind.BOT, None
        core.roster_changed = True
        self.play_on(now)

    def resumed(self, now: float) -> None:
        """Go on after a crash between rounds; what was committed to stays."""
        core = self.core
        fresh = core.stage is not Stage.BETWEEN
        expected = (core.next_game_id, 1) if fresh else (core.game_id, core.game.round + 1)
        if core.dealer.seed is None or (core.dealer.game, core.dealer.round) != expected:
            self.prepare()
        if core.stage is Stage.BETWEEN:
            core.clock.set(now, self._pause_between())
        elif all(seat.kind is Kind.BOT for seat in core.seats):
            self.begin(now)

    # ---- after a round ----------------------------------------------------------------------------------

    def round_ended(self, now: float) -> None:
        """Reveal the seed, commit to the next, and wait for the players (R7.1, R8.3)."""
        self._reveal_and_prepare()
        core = self.core
        core.clock.set(now, self._pause_between())
        core.roster_changed = True

    def game_ended(self, now: float) -> None:
        """Reveal the seed; a table of bots goes on by itself, people ask for their rematch (R7.2)."""
        self._reveal_and_prepare()
        core = self.core
        if core.paused is not None:
            core.pause(None)                # asked for while the last race was decided: there is nothing to stop
        core.clock.clear()
        if not core.humans:
            core.clock.set(now, 2 * self._pause_between())
        core.hide_hands()                   # not written: whoever reads the journal knows it by the game's end
        core.roster_changed = True

    def _reveal_and_prepare(self) -> None:
        core = self.core
        reveal = core.dealer.reveal()
        core.rush = True
        if reveal is not None:
            for link in core.links.values():
                core.send(link.peer, reveal)
        self.prepare()

    def _pause_between(self) -> float:
        settings = self.core.settings
        if self.core.humans:
            return settings.between_time / 1000
        return min(settings.between_time, BOTS_BETWEEN * settings.pace) / 1000

    def tick(self, now: float) -> None:
        """Begin what is due."""
        core = self.core
        if core.stage is Stage.PLAY or core.stopped is not None or not core.clock.due(now):
            return
        core.clock.clear()
        if core.stage is Stage.DEALING:
            self.deal(now)
        else:
            self.begin(now)

    def next_wake(self) -> float | None:
        """Return when `tick` has something to do next."""
        core = self.core
        return None if core.stage is Stage.PLAY or core.stopped is not None else core.clock.at
