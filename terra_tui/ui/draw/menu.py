"""The menu, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from terra_tui.locale.words import Words
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, clean
from terra_tui.ui.draw.sheet import BLOCK, Choice, choices, page, rows_of, scrolled
from terra_tui.ui.draw.skin import Skin

ROOMY = 22
"""Rows from which the menu has room for more than its choices and a note."""
BANNER = (
    ("█▀▀▀▀▀▀▀█", "▀▀█▀▀ █▀▀▀ █▀▀█ █▀▀█ ▄▀▀▄"),
    ("█ 5+7-8 █", "  █   █▀▀  █▄▄▀ █▄▄▀ █▀▀█"),
    ("█▄▄▄▄▄▄▄█", "  ▀   ▀▀▀▀ ▀  ▀ ▀  ▀ ▀  ▀"),
)


def menu_lines(
    words: Words, skin: Skin, texts: Sequence[str], chosen: int, note: str, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return the menu: the name, what it is, the choices; `note` under them."""
    cells, rows = size
    body: list[Line] = []
    if rows >= ROOMY and skin.name == "box":
        body += [(Run(card + "  ", Role.PICKED), Run(name, Role.FLOOR)) for card, name in BANNER]
        body.append(())
    else:
        body.append((Run(words.say("table.title"), Role.TITLE),))
    if rows >= ROOMY:
        body += [(Run(words.say("menu.subtitle"), Role.DIM),), ()]
    shown = choices([Choice(text) for text in texts], chosen, skin)
    tail: list[Line] = [()] if rows >= ROOMY else []
    tail += rows_of(clean(note), min(cells - 12, 60), Role.WARN)
    names = ("choose", "enter", "language", "help", "menu")
    foot = list(key_lines([words.say(f"keys.{name}") for name in names], cells, 1))
    return page(scrolled(body, shown, chosen, tail, rows - len(foot)), foot, cells, rows, block=BLOCK)
