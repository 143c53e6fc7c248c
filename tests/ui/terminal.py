"""The real program in a pseudo-terminal: type bytes, read what it draws, see how it ends."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

SECONDS = 20.0
PROBE = b"\x1b[6n"


def set_size(handle: int, columns: int, rows: int) -> None:
    """Give a pseudo-terminal its size."""
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def have_settings(folder: Path) -> None:
    """Have a settings file in the config folder, where there is none: all settings are the usual ones."""
    settings = folder / "terra" / "config.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.touch()


class Terminal:
    """A pseudo-terminal with `terra` in it.

    Args:
        folder: the home of its files.
        box_cells: how many columns this terminal gives a box line; 0 never answers the question.
        first_run: this user has no settings yet, and is asked for a name.
    """

    def __init__(
        self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), box_cells: int = 1,
        environment: Mapping[str, str] | None = None, first_run: bool = False,
    ) -> None:
        if not first_run:
            have_settings(folder / "config")
        self.drawn = b""
        self._box_cells = box_cells
        self._answered = 0
        self.master, slave = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        env = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": os.pathsep.join(sys.path), **(environment or {}),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "terra_tui", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for handle in (self.master, self.slave):
            os.close(handle)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size, and tell the program."""
        set_size(self.master, columns, rows)
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    def type(self, data: bytes) -> None:
        """Type bytes."""
        os.write(self.master, data)

    def read(self, seconds: float = 0.1) -> bytes:
        """Return what is drawn within `seconds`, and add it to `drawn`."""
        got = b""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                break
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            got += data
            self._answer(data)
        self.drawn += got
        return got

    def _answer(self, data: bytes) -> None:
        """Answer the question for the cursor, as a terminal would."""
        if PROBE in data and self._box_cells:
            self.type(f"\x1b[1;{1 + self._box_cells}R".encode())

    def wait_for(self, text: str | bytes, seconds: float = SECONDS) -> bytes:
        """Read until `text` was drawn since the last call; return what was drawn.

        Raises:
            AssertionError: it was not within `seconds`.
        """
        wanted = text.encode() if isinstance(text, str) else text
        got = b""
        end = time.monotonic() + seconds
        while wanted not in got:
            assert time.monotonic() < end, f"no {text!r} in {got[-2000:]!r}"
            got += self.read()
        return got

    def end(self, seconds: float = SECONDS) -> int:
        """Wait until the program has ended, reading on; return its exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, "the program is still there"
            self.read()
        self.read(0.05)
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its modes, its screen, its cursor."""
        modes = termios.tcgetattr(self.slave)[:4] == self.before[:4]
        screen = self.drawn.rfind(b"\x1b[?1049l") > self.drawn.rfind(b"\x1b[?1049h")
        return modes and screen and b"\x1b[?25h" in self.drawn
