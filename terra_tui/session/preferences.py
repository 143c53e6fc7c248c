"""What this player likes: name, language, colours, alerts; kept in config.toml."""

from __future__ import annotations

import getpass
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from server.wire.text import TextError, clean_name
from terra_tui.session.whole_file import write_whole

FILE_NAME: Final = "config.toml"
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("", "en", "ko"),
    "theme": ("dark", "light", "contrast", "ansi", "mono"),
    "skin": ("auto", "box", "ascii"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's settings. `language` "" means: what LANG asks for; `skin` "auto": what the terminal can draw."""

    name: str = ""
    language: str = ""
    theme: str = "dark"
    skin: str = "auto"
    bell: bool = True
    title: bool = True
    mouse: bool = True


class ConfigError(Exception):
    """The settings cannot be read or written; the message names the file and what is wrong with it."""


def config_path(environment: Mapping[str, str]) -> Path:
    """Return `$XDG_CONFIG_HOME/terra/config.toml` (`~/.config/…`); it need not exist."""
    home = environment.get("XDG_CONFIG_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".config"
    return base / "terra" / FILE_NAME


def load(path: Path) -> Preferences:
    """Return what `path` says, the defaults where there is no such file.

    Raises:
        ConfigError: the file cannot be read, is no TOML, or holds a wrong value.
    """
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Preferences()
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: {error}") from None
    known = {field.name: field for field in fields(Preferences)}
    chosen: dict[str, str | bool] = {}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"{path}: {key} is not a setting")
        _check(path, key, value)
        chosen[key] = value
    return Preferences(**chosen)  # type: ignore[arg-type]  # each value was checked against its field


def _check(path: Path, key: str, value: object) -> None:
    """Raise ConfigError unless `value` suits the setting `key`."""
    wanted = type(getattr(Preferences(), key))
    if type(value) is not wanted:
        kind = "true or false" if wanted is bool else "a text"
        raise ConfigError(f"{path}: {key} must be {kind}")
    if key in CHOICES and value not in CHOICES[key]:
        raise ConfigError(f"{path}: {key} must be one of {', '.join(CHOICES[key])}")


def save(path: Path, preferences: Preferences) -> None:
    """Write the settings, whole and at once.

    Raises:
        ConfigError: that cannot be done.
    """
    lines = (f"{key} = {_toml(value)}\n" for key, value in asdict(preferences).items())
    try:
        write_whole(path, "".join(lines))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or type(error).__name__}") from None


def _toml(value: str | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def name_or_none(text: str) -> str | None:
    """Return `text` as a player's name, None where it cannot be one."""
    try:
        return clean_name(text)
    except TextError:
        return None


def login_name() -> str:
    """Return the user's login name as a player's name, "Player" where it cannot be one."""
    try:
        return name_or_none(getpass.getuser()) or "Player"
    except (OSError, KeyError):      # no such user
        return "Player"
