"""The client in tmux, a real terminal: cells as tmux has them. Each test has a tmux server of its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import pytest

from tests.terminal.waiting import PATIENCE, Source, until

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class TmuxScreen:
    """Runs `command` in a tmux pane; a source, for each line by which tmux tells that something was drawn."""

    def __init__(
        self, folder: Path, command: Sequence[str], environment: Mapping[str, str], *,
        size: tuple[int, int] = (80, 24), term: str = "tmux-256color", others: Sequence[Source] = (),
    ) -> None:
        self.others = list(others)
        self._socket = str(folder / "tmux")
        self._environment = dict(environment)
        config = folder / "tmux.conf"
        config.write_text(f"set -g default-terminal {term}\nset -g status off\n")
        line = shlex.join(["env", "-u", "TMUX", "-u", "TMUX_PANE", *command])
        self._run("-f", str(config), "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), line)
        # Only once there is a window: tmux 3.3 dies of it in its configuration.
        self._run("set-option", "-g", "window-size", "manual")
        # A client in control mode hears of every output; its own size does not count.
        self._news = subprocess.Popen(
            self._command("-C", "attach-session", "-f", "ignore-size,read-only"), env=self._environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> TmuxScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        subprocess.run(self._command("kill-server"), env=self._environment, check=False, capture_output=True)
        self._news.wait()
        for stream in (self._news.stdin, self._news.stdout):
            assert stream is not None
            stream.close()

    def __str__(self) -> str:
        return f"--- tmux\n{self.text}\n---"

    def fileno(self) -> int:
        """Return what `select` waits for."""
        assert self._news.stdout is not None
        return self._news.stdout.fileno()

    def pump(self) -> None:
        """Read the news; what is on the screen is asked for by `text`."""
        os.read(self.fileno(), 1 << 20)

    @property
    def text(self) -> str:
        """What the pane shows, row by row, without blanks at the ends."""
        rows = self._run("capture-pane", "-p").split("\n")[:-1]
        return "\n".join(row.rstrip() for row in rows)

    def type(self, *keys: str) -> None:
        """Type keys by tmux's names for them (`Enter`, `Left`, `F9`, `4`)."""
        self._run("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def ask(self, what: str) -> str:
        """Return one of tmux's own values, such as `pane_title`."""
        return self._run("display-message", "-p", f"#{{{what}}}").strip()

    def shows(self, *texts: str, seconds: float = PATIENCE) -> None:
        """Wait until the pane shows all of `texts`."""
        until(lambda: all(text in self.text for text in texts), self, *self.others, seconds=seconds,
              why=f"not shown: {texts}")

    def _command(self, *arguments: str) -> list[str]:
        return ["tmux", "-S", self._socket, *arguments]

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            self._command(*arguments), env=self._environment, capture_output=True, text=True, check=True,
            encoding="utf-8",
        )
        return done.stdout
