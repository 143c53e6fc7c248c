"""One table, sans I/O: each call takes the time and what came, and returns what is to be done, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from server.bots.player import BotAction
from server.engine.cards import Seat
from server.table.core import Core
from server.table.dealer import Entropy
from server.table.effects import Close, Effect, Peer
from server.table.journal import NUMBERS_LEFT_OUT, core_from, new_core, table_line
from server.table.links import Answers, Link
from server.table.lobby import Lobby
from server.table.play import Play
from server.table.presence import Watch
from server.table.rounds import Rounds
from server.table.sentences import SENTENCES, refusal
from server.wire.messages import (
    Ack,
    Act,
    AddBot,
    Bye,
    Change,
    Changed,
    Claim,
    Code,
    Command,
    Configure,
    HandOver,
    Hello,
    Kind,
    Leave,
    Pause,
    Pong,
    Ready,
    Remove,
    Say,
    ShowHand,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Settings

OWNER_COMMANDS = (AddBot, Remove, Start, Configure, HandOver)


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
        self.lobby = Lobby(core, self.rounds, self.play)
        self.watch = Watch(core, self.lobby, self.play)

    @property
    def evening(self) -> bytes:
        """The id under which the journal is kept, `Welcome.game`."""
        return self.core.evening

    # ---- from the shell ---------------------------------------------------------------------------------

    def open(self, now: float, bots: Sequence[Level] = ()) -> list[Effect]:
        """Begin: a new table with `bots` in its first seats, or a restored one where it was."""
        core = self.core
        if self._restored:
            self._reopen(now)
        else:
            core.persist(table_line(core))
            for seat, level in enumerate(bots):
                self.lobby.seat_bot(seat, level)
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
        for state in core.seats:
            if state.kind is Kind.HUMAN:
                state.away_since = now
        if core.stage is Stage.PLAY:
            self.play.resume(now, timed=self._laid)
        else:
            self.rounds.resumed(now)

    def connected(self, now: float, peer: Peer, hello: Hello) -> list[Effect]:
        """Take in a peer that came through the door, or close its link with the reason."""
        code = self.lobby.connected(now, peer, hello)
        if code is not None:
            self.core.out.append(Close(peer, Bye(code, SENTENCES[code])))
        return self._end(now)

    def disconnected(self, now: float, peer: Peer) -> list[Effect]:
        """Note that a link is gone."""
        link = self.core.links.get(peer)
        if link is not None:
            self.lobby.lost(now, link)
        return self._end(now)

    def receive(self, now: float, peer: Peer, command: Command) -> list[Effect]:
        """Take in a command, read at `now`; it is answered to `peer` alone, at once or when it is decided."""
        link = self.core.links.get(peer)
        if link is not None:
            self.watch.heard(now, link)
            self._once(now, link, command)
        return self._end(now)

    def pinged(self, now: float, peer: Peer, n: int) -> list[Effect]:
        """Answer a ping."""
        link = self.core.links.get(peer)
        if link is not None:
            self.watch.heard(now, link)
            self.core.send(peer, Pong(n))
        return self._end(now)

    def ponged(self, now: float, peer: Peer, n: int) -> list[Effect]:
        """Take in the answer to a ping of ours."""
        link = self.core.links.get(peer)
        if link is not None:
            link.pong(now, n)
            self.watch.heard(now, link)
        return self._end(now)

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
        """Do what is due."""
        self.watch.tick(now)
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
        answers = self._answers(link)
        seq = command.seq
        if seq in answers.known:
            known = answers.known[seq]
            if known is not None:
                self.core.send(link.peer, known)
            return
        if answers.stale(seq):
            self.core.send(link.peer, refusal(Code.STALE, seq))
            return
        answers.open(seq)
        self._do(now, link, command, answers)

    def _answers(self, link: Link) -> Answers:
        return link.answers if link.seat is None else self.core.seats[link.seat].answers

    def _do(self, now: float, link: Link, command: Command, answers: Answers) -> None:
        seat = link.seat
        if isinstance(command, Act | Claim):
            if seat is None:
                self._answer(link, answers, command.seq, Code.NOT_PLAYER)
            elif isinstance(command, Act):
                self.play.act(now, seat, command)
            else:
                self.play.claim(now, seat, command)
            return                              # answered when it is decided
        if isinstance(command, Leave):
            self.core.send(link.peer, Ack(command.seq))
            self.lobby.leave(now, link, command)
            return
        self._answer(link, answers, command.seq, self._manage(now, link, command))

    def _answer(self, link: Link, answers: Answers, seq: int, code: Code | None) -> None:
        answer = Ack(seq) if code is None else refusal(code, seq)
        answers.known[seq] = answer
        self.core.send(link.peer, answer)

    def _manage(self, now: float, link: Link, command: Command) -> Code | None:
        """Do a command that is not a move; return why not, or None."""
        lobby, seat = self.lobby, link.seat
        if isinstance(command, Say):
            return lobby.say(now, link, command)
        if isinstance(command, TakeSeat):
            return lobby.take_seat(now, link, command)
        if seat is None:
            return Code.NOT_PLAYER
        if isinstance(command, OWNER_COMMANDS) and self.core.owner != seat:
            return Code.NOT_OWNER
        return self._manage_as_player(now, seat, command)

    def _manage_as_player(self, now: float, seat: Seat, command: Command) -> Code | None:
        lobby = self.lobby
        match command:
            case Ready():
                return lobby.ready(now, seat, command)
            case Pause():
                return lobby.pause(now, seat, command)
            case ShowHand():
                return lobby.show_hand(now, seat, command)
            case AddBot():
                return lobby.add_bot(now, seat, command)
            case Remove():
                return lobby.remove(now, seat, command)
            case Start():
                return lobby.start(now, seat, command)
            case Configure():
                return lobby.configure(now, seat, command)
            case HandOver():
                return lobby.hand_over(now, seat, command)
            case _:
                raise AssertionError(command)

    # ---- after each call --------------------------------------------------------------------------------

    def _end(self, now: float) -> list[Effect]:
        """Let the clocks stand or run, do what is due, tell the viewers, and ask for the next wake."""
        self._stop_or_run(now)
        if self.core.stopped is None:
            self.rounds.tick(now)
            self.play.tick(now)
            self._stop_or_run(now)
        self.core.flush(now)
        self.core.wake(self._next_wake())
        out, self.core.out = self.core.out, []
        return out

    def _stop_or_run(self, now: float) -> None:
        core = self.core
        stand = core.running and (core.paused is not None or core.deserted)
        if stand and core.stopped is None and not self.play.busy(now):
            core.stopped = now
            core.changed = True
        elif not stand and core.stopped is not None:
            self._run_again(now, now - core.stopped)

    def _run_again(self, now: float, stood: float) -> None:
        core = self.core
        core.stopped = None
        core.changed = True
        if core.clock.at is not None:
            core.clock.at += stood
        if core.stage is Stage.PLAY:
            self.play.run_again(now, stood)
        else:
            self.rounds.start_if_ready(now)

    def _next_wake(self) -> float | None:
        times = [self.play.next_wake(), self.watch.next_check]
        if self.core.stage is not Stage.PLAY and self.core.stopped is None:
            times.append(self.core.clock.at)
        return min((at for at in times if at is not None), default=None)
