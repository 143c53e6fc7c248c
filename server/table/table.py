"""One table, sans I/O: each call takes the time and what came, and returns what is to be done, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from server.bots.player import BotAction
from server.engine.cards import Seat
from server.table.arrivals import Arrivals
from server.table.core import Core
from server.table.dealer import Entropy
from server.table.effects import Close, Effect, Peer
from server.table.ending import Ending
from server.table.journal import NUMBERS_LEFT_OUT, core_from, new_core, table_line
from server.table.links import Link
from server.table.lobby import Lobby
from server.table.play import Play
from server.table.presence import Watch
from server.table.rounds import Rounds
from server.table.sentences import SENTENCES, refusal
from server.table.telling import Telling
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Change,
    Changed,
    Claim,
    Code,
    Command,
    EndGame,
    Hello,
    Kind,
    Leave,
    Pong,
    Stage,
)
from server.wire.settings import Level, Settings


class Table:
    """A table. Times are seconds of one monotonic clock that never goes back; see docs/architecture.md."""

    def __init__(
        self,
        settings: Settings,
        *,
        name: str = "Terra",
        entropy: Entropy = os.urandom,
        seed: int | None = None,
        started: Callable[[], str | None] = lambda: None,
    ) -> None:
        """Set up an empty table; nothing happens before `open`.

        Args:
            entropy: gives n unguessable bytes; all chance at the table comes from it.
            seed: makes the deals reproducible, and is announced to all.
            started: the wall clock as RFC 3339, for a game's record.
        """
        self._set_up(new_core(settings, name, entropy(16), entropy, seed), started)
        self._restored = False
        self._laid = False

    @classmethod
    def restore(
        cls,
        lines: Iterable[Mapping[str, Any]],
        *,
        entropy: Entropy = os.urandom,
        started: Callable[[], str | None] = lambda: None,
    ) -> Table:
        """Return the table of a journal, as it was after its last line; all humans are away.

        Raises:
            ValueError: the lines are not a table's journal.
        """
        table = cls.__new__(cls)
        core, table._laid = core_from(lines, entropy)
        table._set_up(core, started)
        table._restored = True
        return table

    def _set_up(self, core: Core, started: Callable[[], str | None]) -> None:
        self.core = core
        self.rounds = Rounds(core, started)
        self.play = Play(core, self.rounds)
        self.rounds.play_on = lambda now: self.play.next_decision(now, timed=False)
        self.arrivals = Arrivals(core, self.rounds, self.play)
        self.ending = Ending(core, self.play)
        self.lobby = Lobby(core, self.rounds, self.arrivals)
        self.watch = Watch(core, self.arrivals, self.play)
        self.telling = Telling(core)

    @property
    def evening(self) -> bytes:
        """The id under which the journal is kept, `Welcome.game`."""
        return self.core.evening

    # ---- from the shell ---------------------------------------------------------------------------------

    def open(self, now: float, bots: Sequence[Level] = ()) -> list[Effect]:
        """Begin: a new table with `bots` in its first seats, or a restored one where it was."""
        core = self.core
        self.watch.begin(now)
        if self._restored:
            self._reopen(now)
        else:
            core.persist(table_line(core))
            for seat, level in enumerate(bots):
                self.arrivals.seat_bot(seat, level)
            self.rounds.prepare()
            if all(seat.kind is Kind.BOT for seat in core.seats):
                self.rounds.begin(now)
        return self._end(now)

    def _reopen(self, now: float) -> None:
        """Go on after a crash: the moment opens anew in full, a round that ended waits for its players."""
        core = self.core
        core.persist({"t": "_resumed"})
        core.events += NUMBERS_LEFT_OUT
        core.rev += NUMBERS_LEFT_OUT
        core.note(Changed(Change.RESUMED))
        for state in core.humans:
            state.away_since = now
        if core.stage is Stage.PLAY:
            self.play.resume(now, timed=self._laid)
        else:
            self.rounds.resumed(now)

    def connected(self, now: float, peer: Peer, hello: Hello) -> list[Effect]:
        """Take in a peer that came through the door, or close its link with the reason."""
        code = self.arrivals.connected(now, peer, hello)
        if code is not None:
            self.core.out.append(Close(peer, Bye(code, SENTENCES[code])))
        return self._end(now)

    def disconnected(self, now: float, peer: Peer) -> list[Effect]:
        """Note that a link is gone."""
        link = self.core.links.get(peer)
        if link is not None:
            self.arrivals.lost(now, link)
        return self._end(now)

    def seat_of(self, token: bytes) -> Seat | None:
        """Return the seat that `token` holds, None where it holds none; takes the same time whichever it is."""
        found = [seat for seat, state in enumerate(self.core.seats) if state.opens_to(token)]
        return found[0] if found else None

    def receive(self, now: float, peer: Peer, command: Command) -> list[Effect]:
        """Take in a command, read at `now`; it is answered to `peer` alone, at once or when it is decided."""
        link = self._heard(now, peer)
        if link is not None:
            self._proven(link)
            self._once(now, link, command)
        return self._end(now)

    def pinged(self, now: float, peer: Peer, n: int) -> list[Effect]:
        """Answer a ping."""
        if self._heard(now, peer) is not None:
            self.core.send(peer, Pong(n))
        return self._end(now)

    def ponged(self, now: float, peer: Peer, n: int) -> list[Effect]:
        """Take in the answer to a ping of ours."""
        link = self._heard(now, peer)
        if link is not None:
            self._proven(link)
            link.pong(now, n)
        return self._end(now)

    def _proven(self, link: Link) -> None:
        """Note that the welcome has come: commands and pongs are sent after it only."""
        core, seat = self.core, link.seat
        if seat is not None and not core.seats[seat].proven:
            core.seats[seat].proven = True
            core.persist({"t": "_proven", "seat": seat})

    def _heard(self, now: float, peer: Peer) -> Link | None:
        """Return the link that something came from, None for one that the table has done with."""
        link = self.core.links.get(peer)
        if link is not None:
            self.watch.heard(now, link)
            self._run_again(now)            # it may be the one that a deserted table waits for
        return link

    def told(self, now: float, peer: Peer, rev: int) -> list[Effect]:
        """Note that the kernel took the snapshot that opened moment `rev`."""
        core = self.core
        link = core.links.get(peer)
        if core.race is not None and core.race.window == rev and link is not None and link.seat is not None:
            core.race.tell(link.seat, now)
        return self._end(now)

    def measured(self, peer: Peer, min_rtt: float) -> None:
        """Note the smallest round trip that the kernel saw on a link, in seconds."""
        link = self.core.links.get(peer)
        if link is not None:
            link.kernel = min_rtt

    def thought(self, now: float, request: int, action: BotAction | None) -> list[Effect]:
        """Take in a bot's answer to a `Think`."""
        self.play.thinking.answered(now, request, action)
        return self._end(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due, races included: what was read before or at the same time must have been given by now."""
        self.watch.tick(now)
        self._stop(now)
        if self.core.stopped is None:
            self.rounds.tick(now)
            self.play.tick(now)
        self.ending.tick(now)
        return self._end(now)

    def slept(self, now: float, gap: float) -> list[Effect]:
        """Put off what would be due only because the host was stopped for `gap` seconds: nobody has lost time."""
        core = self.core
        if core.stopped is None:
            core.clock.put_off(now, gap)
        for link in core.links.values():
            link.heard = min(now, link.heard + gap)
        for state in core.humans:
            if state.away_since is not None:
                state.away_since = min(now, state.away_since + gap)
        core.changed = True
        return self._end(now)

    def shut(self, now: float, code: Code = Code.CLOSING) -> list[Effect]:
        """Tell everybody that the host goes down. The game stays in the journal, so no seed is revealed."""
        for peer in list(self.core.links):
            self.core.close(peer, code)
        out, self.core.out = self.core.out, []
        return out

    # ---- commands ---------------------------------------------------------------------------------------

    def _once(self, now: float, link: Link, command: Command) -> None:
        """Do a command that has not been done; a repeated one gets its first answer."""
        answers, seq = self.core.answers_of(link), command.seq
        if seq in answers.known:
            known = answers.known[seq]
            if known is not None:
                self.core.send(link.peer, known)
        elif answers.stale(seq):
            self.core.send(link.peer, refusal(Code.STALE, seq))
        else:
            answers.open(seq)
            self._do(now, link, command)

    def _do(self, now: float, link: Link, command: Command) -> None:
        if isinstance(command, Leave):
            self.arrivals.leave(now, link, command)
        elif link.seat is None or not isinstance(command, Act | Claim | EndGame):
            self._manage(now, link, command)
        elif isinstance(command, Act):          # these three are answered when they are decided
            self.play.act(now, link.seat, command)
        elif isinstance(command, EndGame):
            self.ending.wish(link.seat, command.seq)
        else:
            self.play.claim(now, link.seat, command)

    def _manage(self, now: float, link: Link, command: Command) -> None:
        """Do a command that can be answered at once."""
        core, answers, seq = self.core, self.core.answers_of(link), command.seq
        core.doing = None if link.seat is None else (link.seat, seq)
        code = self.lobby.do(now, link, command)
        core.doing = None
        answer = Ack(seq) if code is None else refusal(code, seq)
        answers.known[seq] = answer
        core.send(link.peer, answer)

    # ---- after each call --------------------------------------------------------------------------------

    def _end(self, now: float) -> list[Effect]:
        """Tell the viewers what changed, and ask for the next wake."""
        self._run_again(now)
        self.telling.flush(now)
        self.core.wake(self._next_wake(now))
        out, self.core.out = self.core.out, []
        return out

    def _stands(self) -> bool:
        """Return whether the clocks are to stand: somebody paused, or nobody is here."""
        core = self.core
        return core.running and (core.paused is not None or core.deserted)

    def _stops_at(self) -> float | None:
        """Return when the clocks are to stop, None where they are not to (yet): a race is decided first."""
        return self.play.may_stop_at() if self.core.stopped is None and self._stands() else None

    def _stop(self, now: float) -> None:
        """Let the clocks stand if they must. Only a tick does: what came together with a pause still counts."""
        at = self._stops_at()
        if at is not None and at <= now:
            self.core.stopped = now
            self.core.changed = True

    def _run_again(self, now: float) -> None:
        """Let the clocks run if they stand and need not: nobody has lost or won time."""
        core = self.core
        if core.stopped is None or self._stands():
            return
        core.clock.shift(now - core.stopped)
        core.stopped = None
        core.changed = True
        if core.stage is Stage.PLAY:
            self.play.run_again(now)
        else:
            self.rounds.start_if_ready(now)

    def _next_wake(self, now: float) -> float | None:
        parts = [self.play.next_wake(), self.rounds.next_wake(), self.watch.next_check]
        times = [*parts, self._stops_at(), self.ending.due_at(), self.telling.crowd_due()]
        due = min((at for at in times if at is not None), default=None)
        return None if due is None else max(now, due)
