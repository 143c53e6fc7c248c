"""Clocks and bars: how much is left of something."""

from __future__ import annotations

from terra_tui.ui.draw.lines import Role, Run

BAR_CELLS = 10


def minutes(millis: int) -> str:
    """Return `0:17`; a started second counts, so that 0:00 is the end."""
    seconds = -(-millis // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def tenths(millis: int) -> str:
    """Return `1.1`, in seconds."""
    return f"{-(-millis // 100) / 10:.1f}"


def bar(left: int, total: int, cells: int = BAR_CELLS) -> str:
    """Return `[||||||....]`: how much of `total` is left."""
    full = 0 if total <= 0 else min(cells, -(-left * cells // total))
    return "[" + "|" * full + "." * (cells - full) + "]"


def clock_runs(left: int, total: int) -> tuple[Run, ...]:
    """Return a clock with its bar; the last ten seconds warn."""
    return Run(minutes(left) + " ", _role(left)), *clock_bar(left, total)


def clock_bar(left: int, total: int, cells: int = BAR_CELLS) -> tuple[Run, ...]:
    """Return the bar alone, with so many marks."""
    return (Run(bar(left, total, cells), _role(left)),)


def _role(left: int) -> Role:
    return Role.WARN if left <= 10_000 else Role.TEXT
