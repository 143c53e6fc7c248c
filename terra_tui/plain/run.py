"""Plain mode: the whole game as lines of text, for screen readers, scripts, serial lines and poor terminals."""

from __future__ import annotations

import asyncio
import sys
from typing import IO, Any, TextIO

from server.console.wrap import broken, terminal_cells
from server.wire.messages import Code
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import Words
from terra_tui.plain.line_reader import LineReader
from terra_tui.plain.orders import Orders
from terra_tui.plain.printer import Printer
from terra_tui.plain.reminder import Reminder
from terra_tui.plain.signals import Signals
from terra_tui.plain.teller import Teller
from terra_tui.plain.verbs import Verb, read_request
from terra_tui.session.bugs import bug, caught_everywhere
from terra_tui.session.failures import places
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState, Failure, LinkState


async def run_plain(
    session: Session, lang: str, stdin: IO[Any], stdout: TextIO, stderr: TextIO | None = None
) -> int:
    """Play or watch by lines until the player leaves, the input ends, or the link is closed for good.

    Args:
        session: not running yet.
        lang: "en" or "ko".
        stdin: has a file descriptor; read to its end. Its own decoding is not used.

    Returns:
        The exit code: 0, or 128 + n after signal n, or 1 after one plain sentence on `stderr` (the standard error,
        if None): the player could not play, or no longer, or Terra itself has failed.
    """
    plain = _Plain(session, Words(lang), stdin, stdout)
    with caught_everywhere(plain.fail):
        try:
            with Signals() as signals:
                failed = await plain.run(signals)
        except Exception as error:
            plain.fail(error)
        finally:
            await plain.close()
        failed = plain.own_failure or failed
    if signals.number is not None:
        return 128 + signals.number
    if failed is None:
        return 0
    out = sys.stderr if stderr is None else stderr
    for row in broken(failed, terminal_cells(out)):
        print(row, file=out)
    return 1


async def _happened(event: asyncio.Event) -> None:
    await event.wait()


class _Plain:
    """One run of plain mode."""

    def __init__(self, session: Session, words: Words, stdin: IO[Any], stdout: TextIO) -> None:
        self._session = session
        self._teller = Teller(words)
        self._orders = Orders(session, words)
        self._reader = LineReader(stdin)
        self._printer = Printer(stdout)
        self._reminder = Reminder(self._remind)
        self._told = session.state
        self._tasks: list[asyncio.Task[None]] = []
        self._failing = asyncio.Event()
        self.own_failure: str | None = None
        """The sentence about an error of Terra itself; None while there was none."""
        self._quit = False
        self._at_a_table = asyncio.Event()
        """What a script types at once waits until there is a table, or a question about a passphrase."""

    async def run(self, signals: Signals) -> str | None:
        """Run the session beside the input; return the sentence that a failure ends with, None for a good end."""
        unwatch = self._session.watch(self._changed)
        self._print([self._teller.words.say("plain.welcome")])
        link = asyncio.create_task(self._session.run())
        typing = asyncio.create_task(self._obey_lines())
        output = asyncio.create_task(_happened(self._printer.gone))
        signalled = asyncio.create_task(_happened(signals.came))
        failing = asyncio.create_task(_happened(self._failing))
        self._tasks = [link, typing, output, signalled, failing]
        await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        without = self._without_a_table()
        if signals.keep_seat:
            # Not a goodbye: in the lobby that would free the seat, and the player may only have lost a terminal.
            unwatch()
            return None
        if not link.done():
            await self._session.leave()
            await link
        unwatch()
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()
        error = self._session.state.link.error or without
        return None if error is None else self._why(error)

    def _why(self, error: Failure) -> str:
        """Return the sentence for a failure, with what to type, where that is something else than at the screen."""
        words = self._teller.words
        if error.code == Code.TABLE_FULL and "address" in error.args:
            return words.say("plain.table_full", **error.args)
        why = failure_text(words, error)
        return f"{why} {words.say('plain.other_name')}" if error.code == Code.NAME_TAKEN else why

    def fail(self, error: Exception) -> None:
        """End because of an error of Terra itself; the first one is told."""
        if self.own_failure is None:
            self.own_failure = failure_text(self._teller.words, bug(error))
        self._failing.set()

    def _without_a_table(self) -> Failure | None:
        """Return why the input has ended in vain: for want of a passphrase, or of a link that was lost."""
        link = self._session.state.link
        if self._quit:
            return None
        if link.state is LinkState.NEEDS_PASSPHRASE:
            return Failure("no_passphrase", places(self._session.address))
        return link.error if link.state is LinkState.RETRYING else None

    async def close(self) -> None:
        """End the tasks and threads; print what waits."""
        self._reminder.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._reader.close()
        await self._printer.close()

    # ---- out -----------------------------------------------------------------------------------------------------

    def _changed(self, state: ClientState) -> None:
        old, self._told = self._told, state
        lines = self._teller.tell(old, state)
        self._reminder.see(state)
        self._echo(state)
        if state.snapshot is not None or state.link.state is LinkState.NEEDS_PASSPHRASE:
            self._at_a_table.set()
        else:
            self._at_a_table.clear()
        snapshot = state.snapshot
        if snapshot is not None and snapshot is not old.snapshot:
            rev = snapshot.rev
            # Reaction times count from when the lines are out, not from when they were made.
            self._printer.print(lines, lambda: self._session.painted(rev))
        else:
            self._print(lines)

    def _print(self, lines: list[str]) -> None:
        if lines:
            self._printer.print(lines)

    def _remind(self) -> None:
        self._print([self._teller.words.say("plain.short_time", n=10)])

    def _echo(self, state: ClientState) -> None:
        if state.link.state is LinkState.NEEDS_PASSPHRASE:
            self._reader.hide()
        else:
            self._reader.show()

    # ---- in ------------------------------------------------------------------------------------------------------

    async def _obey_lines(self) -> None:
        """Obey each line; return at `quit`, and at the end of the input once there is a table or a question."""
        async for line in self._reader.lines():
            await self._at_a_table.wait()
            if self._session.state.link.state is LinkState.NEEDS_PASSPHRASE:
                self._session.give_passphrase(line)
                continue
            request = read_request(line)
            match request.verb:
                case Verb.QUIT | Verb.QUIT_BOT:
                    self._quit = True
                    await self._session.leave(bot=request.verb is Verb.QUIT_BOT)
                    return
                case Verb.MUTE:
                    self._mute(not self._teller.muted)
                case Verb.LANGUAGE:
                    self._speak(self._teller.words.other())
                case _:
                    self._print(self._orders.obey(request))
        await self._at_a_table.wait()

    def _mute(self, on: bool) -> None:
        """Tell no chat from now on, or again; the others are told nothing of it."""
        self._teller.muted = self._orders.muted = on
        self._print([self._teller.words.say("table.muted" if on else "table.unmuted")])

    def _speak(self, words: Words) -> None:
        self._teller.words = self._orders.words = words
        self._print([words.say("table.language")])
