"""The glyphs of the board: box lines, or ASCII for terminals that draw box lines two columns wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.engine.cards import Rank


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines around a card: corners clockwise from the top left, then the horizontal and the vertical."""

    top_left: str
    top_right: str
    bottom_right: str
    bottom_left: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Skin:
    """A set of glyphs, each one column wide but for ASCII's arrows.

    Attributes:
        left, right: the arrow keys.
        thin, thick: the frames of a card and of a picked one.
        cursor: the bottom line of the card under the cursor.
        digits: the big digits, three rows each.
        spark: eight heights for a line of points.
    """

    name: str
    thin: Frame
    thick: Frame
    rule: str
    divider: str
    cursor: str
    dot: str
    bar: str
    empty: str
    more: str
    turn: str
    left: str
    right: str
    lead: str
    band: str
    digits: tuple[tuple[str, str, str], ...]
    spark: str


BOX: Final = Skin(
    name="box",
    thin=Frame("┌", "┐", "┘", "└", "─", "│"),
    thick=Frame("╔", "╗", "╝", "╚", "═", "║"),
    rule="─",
    divider="│",
    cursor="▬",
    dot="∙",
    bar="▐",
    empty="░",
    more="»",
    turn="►",
    left="◄",
    right="►",
    lead="♦",
    band="▬",
    digits=(
        ("█▀▀█", "█  █", "█▄▄█"),
        (" ▄█ ", "  █ ", " ▄█▄"),
        ("▀▀▀█", "█▀▀▀", "█▄▄▄"),
        ("▀▀▀█", " ▀▀█", "▄▄▄█"),
        ("█  █", "▀▀▀█", "   █"),
        ("█▀▀▀", "▀▀▀█", "▄▄▄█"),
        ("█▀▀▀", "█▀▀█", "█▄▄█"),
        ("▀▀▀█", "  ▄▀", " █  "),
        ("█▀▀█", "█▀▀█", "█▄▄█"),
        ("█▀▀█", "▀▀▀█", "▄▄▄█"),
    ),
    spark="▁▂▃▄▅▆▇█",
)

ASCII: Final = Skin(
    name="ascii",
    thin=Frame("+", "+", "+", "+", "-", "|"),
    thick=Frame("#", "#", "#", "#", "=", "#"),
    rule="-",
    divider="|",
    cursor="^",
    dot=".",
    bar="|",
    empty=".",
    more=">",
    turn=">",
    left="<-",
    right="->",
    lead="*",
    band="=",
    digits=(
        (" __ ", "|  |", "|__|"),
        ("    ", "   |", "   |"),
        (" __ ", " __|", "|__ "),
        (" __ ", " __|", " __|"),
        ("    ", "|__|", "   |"),
        (" __ ", "|__ ", " __|"),
        (" __ ", "|__ ", "|__|"),
        (" __ ", "   |", "   |"),
        (" __ ", "|__|", "|__|"),
        (" __ ", "|__|", " __|"),
    ),
    spark="_.,:-=+#",
)

SKINS: Final = {skin.name: skin for skin in (BOX, ASCII)}


def with_arrows(skin: Skin, text: str) -> str:
    """Return the catalogue's words for keys with the skin's arrows in them."""
    return text.replace("<-", skin.left).replace("->", skin.right)


def big_number(skin: Skin, rank: Rank) -> tuple[str, str, str]:
    """Return the three rows of `rank` in big digits."""
    glyphs = [skin.digits[int(digit)] for digit in str(rank)]
    first, second, third = (" ".join(glyph[row] for glyph in glyphs) for row in range(3))
    return first, second, third
