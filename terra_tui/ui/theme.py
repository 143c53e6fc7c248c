"""Colours: five themes, a style for every role. The palette is safe for colour-blind eyes: blue, orange, yellow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style

from terra_tui.ui.draw.lines import Role


@dataclass(frozen=True, slots=True)
class Theme:
    """A style for each role; `back` is the colour behind everything, in CSS terms for text boxes."""

    name: str
    styles: Mapping[Role, Style]
    back: str
    text: str


def _theme(name: str, back: str, css: tuple[str, str], roles: Mapping[Role, str]) -> Theme:
    """Return a theme from style words; a role without a background of its own gets `back`."""
    styles = {
        role: Style.parse(words if " on " in words else f"{words} on {back}") for role, words in roles.items()
    }
    return Theme(name, styles, *css)


def _colours(
    *, text: str, dim: str, faint: str, blue: str, orange: str, yellow: str, good: str, bad: str, ink: str
) -> dict[Role, str]:
    """Return the style words of a coloured theme; numbers of the 256 colours are short to send."""
    return {
        Role.TEXT: text,
        Role.DIM: dim,
        Role.FAINT: faint,
        Role.TITLE: f"bold {blue}",
        Role.YOU: f"bold {text}",
        Role.TURN: f"bold {yellow}",
        Role.WARN: orange,
        Role.ALERT: f"bold {ink} on {orange}",
        Role.TERRA: f"bold {ink} on {yellow}",
        Role.GOOD: good,
        Role.BAD: bad,
        Role.CARD: text,
        Role.PICKED: f"bold {yellow}",
        Role.CURSOR: f"bold {blue}",
        Role.FLOOR: f"bold {blue}",
        Role.KEY: dim,
        Role.SELECTED: f"bold {ink} on {blue}",
        Role.CHAT: blue,
        Role.CARET: f"{ink} on {text.split()[-1]}",
    }


def _number(value: int) -> str:
    return f"color({value})"


DARK: Final = _theme("dark", _number(234), ("#1c1c1c", "#d0d0d0"), _colours(
    text=_number(252), dim=_number(246), faint=_number(240), blue=_number(117), orange=_number(215),
    yellow=_number(221), good=_number(117), bad=_number(209), ink=_number(234)))

LIGHT: Final = _theme("light", _number(255), ("#eeeeee", "#262626"), _colours(
    text=_number(235), dim=_number(241), faint=_number(249), blue=_number(25), orange=_number(130),
    yellow=_number(94), good=_number(25), bad=_number(124), ink=_number(255)))

CONTRAST: Final = _theme("contrast", _number(16), ("#000000", "#ffffff"), _colours(
    text=f"bold {_number(231)}", dim=_number(231), faint=_number(250), blue=_number(123), orange=_number(214),
    yellow=_number(226), good=_number(123), bad=_number(214), ink=_number(16)))

ANSI: Final = _theme("ansi", "default", ("ansi_default", "ansi_default"), _colours(
    text="default", dim="default", faint="bright_black", blue="cyan", orange="bright_yellow",
    yellow="bright_yellow", good="cyan", bad="bright_red", ink="black"))

MONO: Final = _theme("mono", "default", ("ansi_default", "ansi_default"), {
    **dict.fromkeys(Role, "default"),
    Role.FAINT: "dim default",
    Role.TITLE: "bold default",
    Role.YOU: "bold default",
    Role.TURN: "bold default",
    Role.PICKED: "bold default",
    Role.CURSOR: "bold default",
    Role.FLOOR: "bold default",
    Role.ALERT: "bold reverse default",
    Role.TERRA: "reverse default",
    Role.SELECTED: "reverse default",
    Role.CARET: "reverse default",
})

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST, ANSI, MONO)}


def theme_for(wanted: str, environment: Mapping[str, str]) -> Theme:
    """Return the theme to draw with: NO_COLOR means none, a terminal of 16 colours gets the ansi one."""
    if "NO_COLOR" in environment:
        return MONO
    found = THEMES.get(wanted, DARK)
    if found in (DARK, LIGHT, CONTRAST) and not many_colours(environment):
        return ANSI
    return found


def many_colours(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal says that it has 256 colours or more."""
    term = environment.get("TERM", "")
    named = "256" in term or "direct" in term or term.startswith(("xterm-", "alacritty"))
    return named or "COLORTERM" in environment
