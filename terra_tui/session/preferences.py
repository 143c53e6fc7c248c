"""What this player likes: name, language, colours, alerts; kept in config.toml."""

from __future__ import annotations

import getpass
import re
import tomllib
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Final

from server.console.language import LARGEST_SETTINGS, config_path
from server.console.say import Told, clipped
from server.wire.text import TextError, clean_name
from terra_tui.session.whole_file import write_whole

__all__ = ["ConfigError", "Measured", "Preferences", "config_path", "load", "login_name", "name_or_none", "save"]

LINE: Final = re.compile(r"at line (\d+),")
"""Where tomllib says that something is wrong."""
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("", "en", "ko"),
    "theme": ("dark", "light", "contrast", "ansi", "mono"),
    "skin": ("auto", "box", "ascii"),
    "solo_players": ("3", "4", "5"),
    "solo_level": ("easy", "normal", "hard"),
    "solo_assist": ("off", "total", "hints"),
}


class Measured(StrEnum):
    """What a terminal's own answer says of the glyphs for its card frames, where `skin` is "auto"."""

    BOX = "box"
    ASCII = "ascii"
    UNKNOWN = "unknown"      # it has not answered


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's settings. `language` "" means: what LANG asks for; `skin` "auto": what the terminal can draw.

    `solo_…` is the last game against bots that was chosen in the menu: what is proposed the next time.
    """

    name: str = ""
    language: str = ""
    theme: str = "dark"
    skin: str = "auto"
    bell: bool = True
    title: bool = True
    mouse: bool = True
    solo_players: str = "4"
    solo_level: str = "normal"
    solo_assist: str = "total"


class ConfigError(Told):
    """The settings cannot be read or written; the message names the file and what is wrong with it."""


def load(path: Path) -> Preferences:
    """Return what `path` says, the defaults where there is no such file.

    Raises:
        ConfigError: the file cannot be read, is no TOML, or holds a wrong value.
    """
    values = _values(path)
    known = {field.name: field for field in fields(Preferences)}
    chosen: dict[str, object] = {}
    for key, value in values.items():
        if key not in known:
            raise ConfigError("{path}: {key} is not a setting", path=path, key=clipped(key))
        _check(path, key, value)
        chosen[key] = value
    return Preferences(**chosen)  # type: ignore[arg-type]  # each value was checked against its field


def _values(path: Path) -> dict[str, object]:
    """Return what the file holds, nothing where there is none; as `load` raises."""
    try:
        if path.exists() and not path.is_file():
            raise ConfigError("{path}: it is not a file", path=path)
        with path.open("rb") as file:
            data = file.read(LARGEST_SETTINGS + 1)
        if len(data) > LARGEST_SETTINGS:
            raise ConfigError("{path}: it is too long", path=path)
        return tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError("{path}: {why}", path=path, why=error) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError("{path}: line {line} is not UTF-8 text", path=path, line=line) from None
    except (ValueError, RecursionError) as error:
        found = LINE.search(str(error))
        if found is None:
            raise ConfigError("{path}: it is not TOML", path=path) from None
        raise ConfigError("{path}: line {line} is not TOML", path=path, line=int(found[1])) from None


def _check(path: Path, key: str, value: object) -> None:
    """Raise ConfigError unless `value` suits the setting `key`."""
    wanted = type(getattr(Preferences(), key))
    if type(value) is not wanted:
        if wanted is bool:
            raise ConfigError("{path}: {key} must be true or false", path=path, key=key)
        raise ConfigError("{path}: {key} must be a text", path=path, key=key)
    if key in CHOICES and value not in CHOICES[key]:
        choices = ", ".join(choice or '""' for choice in CHOICES[key])
        raise ConfigError("{path}: {key} must be one of {choices}", path=path, key=key, choices=choices)


def save(path: Path, preferences: Preferences) -> None:
    """Write the settings, whole and at once.

    Raises:
        ConfigError: that cannot be done.
    """
    lines = (f"{key} = {_toml(value)}\n" for key, value in asdict(preferences).items())
    try:
        write_whole(path, "".join(lines))
    except OSError as error:
        raise ConfigError("{path}: {why}", path=path, why=error) from None


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
