"""The real client in a terminal: its command line and environment; nothing of this user's own files is touched."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.terminal.waiting import Source
from tests.ui.terminal import have_settings

ROOT = Path(__file__).resolve().parents[2]
TERRA = (sys.executable, "-m", "terra_tui")
UNFORCED = (sys.executable, "-m", "tests.terminal.unforced")
"""The same, but only its own orderly way ends it: what waits for that end need not measure how long it takes."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment whose home is `folder`, in a terminal of 256 colours."""
    return {
        "PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more,
    }


def client(
    folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None,
    without: Sequence[str] = (), wide_boxes: bool = False, answers: bool = True, others: Sequence[Source] = (),
    program: Sequence[str] = TERRA,
) -> PtyScreen:
    """Return a terminal with `terra ARGUMENTS` in it.

    Args:
        env: more of the environment; `without` names what it lacks.
        wide_boxes: the terminal draws box lines two columns wide.
        answers: it answers what it is asked, such as where the cursor is.
        others: what must be read while it is waited for.
        program: what is run as `terra`.
    """
    have_settings(folder / ".config")
    chosen = environment(folder, **(env or {}))
    for name in without:
        chosen.pop(name, None)
    return PtyScreen(
        [*program, *arguments], chosen, size, wide_boxes=wide_boxes, answers=answers, others=others
    )


def staged_client(
    folder: Path, host: StagedHost, *arguments: str, size: tuple[int, int] = (80, 24),
    env: Mapping[str, str] | None = None, wide_boxes: bool = False, command: str = "join",
    program: Sequence[str] = TERRA,
) -> PtyScreen:
    """Return a terminal whose client joins (or watches at) the staged host."""
    named = ("--name", "Minji")
    return client(
        folder, command, host.address, *named, *arguments, size=size, env=env, wide_boxes=wide_boxes,
        others=host.sources, program=program,
    )
