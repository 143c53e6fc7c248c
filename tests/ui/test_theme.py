"""Themes: a style for every role, and what a terminal can show."""

from __future__ import annotations

import pytest

from terra_tui.session.preferences import CHOICES
from terra_tui.ui.draw.lines import Role
from terra_tui.ui.theme import ANSI, DARK, LIGHT, MONO, THEMES, theme_for

COLOURS = {"TERM": "xterm-256color"}


@pytest.mark.parametrize("name", THEMES)
def test_every_role_has_a_style_with_a_background(name: str) -> None:
    styles = THEMES[name].styles
    assert styles.keys() == set(Role)
    assert all(style.bgcolor is not None for style in styles.values())


def test_every_theme_may_be_chosen() -> None:
    assert THEMES.keys() == set(CHOICES["theme"])


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", [Role.ALERT, Role.SELECTED, Role.CARET, Role.TERRA])
def test_what_matters_stands_out(name: str, role: Role) -> None:
    styles = THEMES[name].styles
    assert styles[role] != styles[Role.TEXT]


def test_mono_has_no_colour() -> None:
    for style in MONO.styles.values():
        assert style.color is None or style.color.is_default
        assert style.bgcolor is None or style.bgcolor.is_default


def test_the_terminal_decides_how_many_colours() -> None:
    assert theme_for("dark", COLOURS) is DARK
    assert theme_for("light", {"TERM": "xterm", "COLORTERM": "truecolor"}) is LIGHT
    for term in ("linux", "xterm", "screen", "vt100"):
        assert theme_for("dark", {"TERM": term}) is ANSI
    assert theme_for("mono", {"TERM": "linux"}) is MONO
    assert theme_for("nonsense", COLOURS) is DARK


def test_no_color_means_none_even_if_empty() -> None:
    assert theme_for("dark", {**COLOURS, "NO_COLOR": ""}) is MONO


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_good_and_bad_differ_in_blue_and_yellow_which_colour_blind_eyes_tell_apart(name: str) -> None:
    def blueness(role: Role) -> float:
        colour = THEMES[name].styles[role].color
        assert colour is not None
        red, green, blue = colour.get_truecolor()
        return blue - (red + green) / 2

    for good in (Role.GOOD, Role.FLOOR, Role.CURSOR):
        assert blueness(good) > 50
    for bad in (Role.BAD, Role.WARN, Role.PICKED):
        assert blueness(bad) < -50
