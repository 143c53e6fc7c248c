"""The best times of this player's drills, kept in drill.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from server.console.say import Told, clipped
from terra_tui.session.data_folder import data_folder
from terra_tui.session.whole_file import read_whole, write_whole

FILE_NAME: Final = "drill.json"
MOST: Final = 5
LONGEST: Final = 86_400.0
"""Seconds; nothing longer is a time."""


class DrillFileError(Told):
    """The times cannot be read or written; the message names the file and what is wrong with it."""


@dataclass(frozen=True, slots=True, order=True)
class DrillTime:
    """One drill: the seconds it took, and the day (`2026-01-31`)."""

    seconds: float
    day: str


def drill_path(environment: Mapping[str, str]) -> Path:
    """Return `$XDG_DATA_HOME/terra/drill.json` (`~/.local/share/…`); it need not exist."""
    return data_folder(environment) / FILE_NAME


def load_times(path: Path) -> tuple[DrillTime, ...]:
    """Return the times that are kept, the best first; none where there is no such file.

    Raises:
        DrillFileError: the file cannot be read, or holds something else.
    """
    try:
        rows = json.loads(read_whole(path))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise DrillFileError("{path}: {why}", path=path, why=error) from None
    except (ValueError, RecursionError):
        raise DrillFileError("{path}: it is not JSON", path=path) from None
    if not isinstance(rows, list):
        raise DrillFileError("{path}: it is not a list of times", path=path)
    return tuple(sorted(_time(path, row) for row in rows))[:MOST]


def is_day(text: str) -> bool:
    """Return whether `text` may be a day: nothing longer, and no text that cannot be shown."""
    return len(text) <= len("2026-01-31") and text.isascii() and text.isprintable()


def _time(path: Path, row: object) -> DrillTime:
    if isinstance(row, dict) and row.keys() == {"seconds", "day"}:
        seconds, day = row["seconds"], row["day"]
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if number and 0 <= seconds <= LONGEST and isinstance(day, str) and is_day(day):
            return DrillTime(float(seconds), day)
    raise DrillFileError("{path}: {row} is not a time", path=path, row=clipped(repr(row)))


def with_time(times: tuple[DrillTime, ...], new: DrillTime) -> tuple[DrillTime, ...]:
    """Return the best times, `new` among them where it is one."""
    return tuple(sorted((*times, new)))[:MOST]


def save_times(path: Path, times: tuple[DrillTime, ...]) -> None:
    """Keep the times.

    Raises:
        DrillFileError: that cannot be done.
    """
    try:
        write_whole(path, json.dumps([asdict(time) for time in times], indent=1) + "\n")
    except OSError as error:
        raise DrillFileError("{path}: {why}", path=path, why=error) from None
