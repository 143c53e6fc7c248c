"""Where this player's own data is kept, and the passphrase of a table that they opened from the menu."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from terra_tui.session.whole_file import write_whole


def data_folder(environment: Mapping[str, str]) -> Path:
    """Return `$XDG_DATA_HOME/terra` (`~/.local/share/terra`); it need not exist."""
    home = environment.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "terra"


def keep_passphrase(environment: Mapping[str, str], port: int, passphrase: str) -> Path:
    """Write `passphrase` into the file of tables at `port`, for this user alone, and return its path.

    A host reads it from there: others of this computer could read an argument. It stays, for the table may be
    resumed, and is at the same port then.

    Raises:
        OSError: it cannot be written.
    """
    path = data_folder(environment) / f"passphrase-{port}"
    write_whole(path, f"{passphrase}\n")
    return path
