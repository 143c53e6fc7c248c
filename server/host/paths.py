"""Where a user's games are kept, and which of the stores a host takes (DESIGN.md 5)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.host.options import HostError

STORES: Final = 9
"""So many hosts of one user can run on one machine without `--store`."""


def data_dir() -> Path:
    """Return `$XDG_DATA_HOME/terra` (`~/.local/share/terra`); it need not exist."""
    home = os.environ.get("XDG_DATA_HOME", "")
    # The specification wants a relative path ignored.
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "terra"


def make_private(folder: Path) -> None:
    """Make `folder`, or make sure of it, so that nobody but the user can look inside.

    Raises:
        HostError: that cannot be done.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise HostError(
            "The folder {folder} for your games cannot be used: {why}.", folder=folder, why=error
        ) from None


def default_stores() -> Iterator[Path]:
    """Yield the files that a host without `--store` tries in turn, for each can have one host only."""
    folder = data_dir()
    yield folder / "games.db"
    for number in range(2, STORES + 1):
        yield folder / f"games-{number}.db"


def existing_stores() -> Iterator[Path]:
    """Yield those of the user's own stores that are there."""
    return (path for path in default_stores() if path.exists())
