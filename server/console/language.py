"""Which language a command speaks: what `--lang` says, else the player's settings, else the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
KOREAN: Final = "ko"
LANGUAGES: Final = (ENGLISH, KOREAN)
OPTION: Final = "--lang"
LARGEST_SETTINGS: Final = 65536


def language_for(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return "en" or "ko" for a command with these arguments; wrong ones ask for nothing."""
    return _option(arguments) or _setting(config_path(environment)) or language_of(environment)


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that LC_ALL, LC_MESSAGES or LANG ask for, English where they ask for none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            return KOREAN if value.lower().startswith(KOREAN) else ENGLISH
    return ENGLISH


def config_path(environment: Mapping[str, str]) -> Path:
    """Return `$XDG_CONFIG_HOME/terra/config.toml` (`~/.config/…`); it need not exist."""
    home = environment.get("XDG_CONFIG_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path(os.path.expanduser("~"), ".config")
    return base / "terra" / "config.toml"


def _option(arguments: Sequence[str]) -> str:
    """Return what the last good `--lang` says, "" where there is none; the line is not parsed yet."""
    said = ""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            value = value if equals else "".join(arguments[at + 1 : at + 2])
            said = value if value in LANGUAGES else said
    return said


def _setting(path: Path) -> str:
    """Return the language of the settings, "" for none; whoever reads them all says what is wrong with them."""
    import tomllib

    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            found = tomllib.loads(file.read(LARGEST_SETTINGS).decode()).get("language")
    except (OSError, ValueError, RecursionError):
        return ""
    return found if found in LANGUAGES else ""
