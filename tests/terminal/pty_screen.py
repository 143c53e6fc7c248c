"""A program in a pseudo-terminal of its own: type bytes, see the screen it draws, send signals, see how it ends."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType

from tests.terminal.vt_screen import VtScreen
from tests.terminal.waiting import PATIENCE, Source, quiet, until

READ_BYTES = 65536


class PtyScreen:
    """Runs `command` with a pseudo-terminal as its controlling terminal.

    Attributes:
        screen: what the terminal shows.
        drawn: every byte that came.
        others: what has to be read too while this terminal is waited for, such as the host in the test.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], size: tuple[int, int] = (80, 24), *,
        wide_boxes: bool = False, answers: bool = True, others: Sequence[Source] = (),
    ) -> None:
        self.screen = VtScreen(*size, wide_boxes=wide_boxes)
        self.drawn = bytearray()
        self.others = list(others)
        self._answers = answers
        self._master, self._slave = pty.openpty()
        self._set_size(*size)
        self.before = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            command, stdin=self._slave, stdout=self._slave, stderr=self._slave, env=dict(environment),
            start_new_session=True, preexec_fn=_take_terminal,
        )

    def __enter__(self) -> PtyScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def __str__(self) -> str:
        return f"--- exit code {self.process.poll()}\n{self.screen.text}\n---"

    # ---- a source ----------------------------------------------------------------------------------------------

    def fileno(self) -> int:
        """Return what `select` waits for."""
        return self._master

    def pump(self) -> None:
        """Draw what came, and answer what was asked, as a terminal would."""
        try:
            data = os.read(self._master, READ_BYTES)
        except OSError:
            data = b""
        if not data:
            return
        self.drawn += data
        self.screen.feed(data)
        answers, self.screen.answers = self.screen.answers, []
        if self._answers:
            for answer in answers:
                self.type(answer)

    # ---- the person in front of it -----------------------------------------------------------------------------

    def type(self, data: bytes | str) -> None:
        """Type keys, in one piece."""
        os.write(self._master, data.encode() if isinstance(data, str) else data)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the kernel tells the program."""
        self.screen.resize(columns, rows)
        self._set_size(columns, rows)

    def hang_up(self) -> None:
        """Close the terminal: the kernel sends SIGHUP."""
        for handle in (self._master, self._slave):
            if handle >= 0:
                os.close(handle)
        self._master = self._slave = -1

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    # ---- facts -------------------------------------------------------------------------------------------------

    def until(self, fact: Callable[[], bool], seconds: float = PATIENCE, why: str = "") -> None:
        """Wait for a fact, drawing all the while."""
        def holds_or_ended() -> bool:
            return fact() or self.process.poll() is not None

        until(holds_or_ended, self, *self.others, seconds=seconds, why=why)
        assert fact(), f"{why}: the program has ended\n{self}"

    def types_until(self, key: bytes | str, fact: Callable[[], bool], why: str = "") -> None:
        """Type `key` until `fact` holds: for a moment a new screen takes no answer, lest a held key gives it."""
        def done() -> bool:
            if not fact():
                self.type(key)
                quiet(self, *self.others, seconds=0.1)
            return fact()

        self.until(done, why=why)

    def shows(self, *texts: str, seconds: float = PATIENCE) -> None:
        """Wait until the screen shows every one of `texts`."""
        self.until(lambda: all(text in self.screen.text for text in texts), seconds, f"not shown: {texts}")

    def hides(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until the screen shows `text` no longer."""
        self.until(lambda: text not in self.screen.text, seconds, f"still shown: {text}")

    def settle(self, seconds: float = 0.2) -> None:
        """Draw until nothing has come for `seconds`: for what must not come."""
        quiet(self, *self.others, seconds=seconds)

    def ends(self, seconds: float = PATIENCE) -> int:
        """Wait for the program's end; return its exit code."""
        until(lambda: self.process.poll() is not None, *([self] if self._master >= 0 else []), *self.others,
              seconds=seconds, why="the program is still there")
        if self._master >= 0:
            quiet(self, seconds=0.05)
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its line settings, its modes, the usual screen, its title."""
        screen = self.screen
        same = termios.tcgetattr(self._slave)[:6] == self.before[:6]
        return same and screen.modes == {7, 25} and screen.kept_titles == 0

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _take_terminal() -> None:
    """In the child: have the terminal as the controlling one, so that closing it is felt."""
    with suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
