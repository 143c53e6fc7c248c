"""How soon the screen shows something, how soon a key is answered, and how many bytes go to the terminal.

Everything is measured at the terminal's end of a pseudo-terminal, at 80x24, beside a bare Textual app on the same
machine: from a key's byte to the last byte of what it changed.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.ui.measured import BARE, TABLE
from tests.ui.terminal import have_settings, set_size

STARTS = 9
KEYS = 40
QUIET_SECONDS = 0.06
START_SECONDS = 20.0
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}


class Screen:
    """A program in a pseudo-terminal of 80x24; `started` is the seconds until `text` was drawn."""

    def __init__(self, arguments: Sequence[str], text: bytes) -> None:
        kept = dict(os.environ)
        # A program that may not keep its compiled modules compiles them at each start, which no player's does.
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        self._master, slave = pty.openpty()
        set_size(self._master, 80, 24)
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, *arguments], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**kept, **ENVIRONMENT, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        os.close(slave)
        drawn = b""
        while text not in drawn:
            if time.perf_counter() - began > START_SECONDS:
                raise TimeoutError(drawn[-500:])
            drawn += self._read(1.0)
        self.started = time.perf_counter() - began
        while self._read(0.3):
            pass

    def _read(self, seconds: float) -> bytes:
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        return os.read(self._master, 65536)

    def key(self, data: bytes) -> tuple[float, int]:
        """Press a key; return the seconds until the last byte of the answer, and how many bytes it had."""
        began = time.perf_counter()
        os.write(self._master, data)
        count, last = 0, began
        while got := self._read(QUIET_SECONDS if count else 1.0):
            count += len(got)
            last = time.perf_counter()
        return last - began, count

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)


def _stage(name: str, text: bytes) -> Screen:
    return Screen(["-m", "tests.ui.measured", name], text)


def _tell(name: str, measured: Sequence[tuple[float, int]]) -> None:
    times = sorted(seconds * 1000 for seconds, _ in measured)
    sizes = [count for _, count in measured]
    p95 = times[int(len(times) * 0.95) - 1]
    print(
        f"  {name:34} p50 {statistics.median(times):6.1f} ms   p95 {p95:6.1f} ms   "
        f"{statistics.median(sizes):6.0f} bytes (most {max(sizes)})"
    )


def _starts() -> None:
    """Start both in turn, so that what else the machine does falls on both."""
    programs = {"bare Textual app": (["-m", "tests.ui.measured", BARE], b"ready"),
                "terra, the menu": (["-m", "terra_tui", "--lang", "en"], b"Play against bots")}
    times: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(STARTS):
        for name, (arguments, text) in programs.items():
            screen = Screen(arguments, text)
            times[name].append(screen.started)
            screen.close()
    for name, seconds in times.items():
        median, least = statistics.median(seconds) * 1000, min(seconds) * 1000
        print(f"  {name + ', first content':34} {median:6.0f} ms (least {least:.0f})")
    bare, terra = (times[name] for name in programs)
    ratio = statistics.median(terra) / statistics.median(bare)
    print(f"  {'ratio':34} {ratio:6.2f} (of the least {min(terra) / min(bare):.2f})")


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        # Whoever has no settings is asked for a name first; whoever has some may see another menu.
        have_settings(Path(folder))
        os.environ["XDG_CONFIG_HOME"] = folder
        _starts()
    bare = _stage(BARE, b"ready")
    _tell("bare Textual app, a key", [bare.key(b"ab"[n % 2 : n % 2 + 1]) for n in range(KEYS)])
    bare.close()
    table = _stage(TABLE, b"YOUR HAND")
    sums = (b"4", b"+", b"9", b"-", b"2", *(b"\x7f",) * 5)
    _tell("a key of a sum", [table.key(data) for _ in range(KEYS // len(sums)) for data in sums])
    _tell("a rival's move", [table.key(b"\x0e") for _ in range(KEYS)])
    table.key(b"\x14")
    _tell("a clock tick", [table.key(b"\x14") for _ in range(KEYS)])
    table.close()
