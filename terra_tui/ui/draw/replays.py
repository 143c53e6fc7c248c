"""The list of games that are kept, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from terra_tui.locale.words import Words
from terra_tui.ui.draw.key_rows import key_lines
from terra_tui.ui.draw.lines import Line, Role, Run, clean, cut
from terra_tui.ui.draw.sheet import Choice, choices, heading, page, rows_of
from terra_tui.ui.draw.skin import Skin
from terra_tui.ui.services import KeptGame

KEYS = ("choose", "enter", "language", "help", "back")
TIME_CELLS = 16
TABLE_CELLS = 14


def replays_lines(
    words: Words, skin: Skin, games: Sequence[KeptGame] | None, chosen: int, note: str, size: tuple[int, int]
) -> tuple[Line, ...]:
    """Return the list, as much of it as there is room for around the chosen game; None is not known yet."""
    cells, rows = size
    body = heading(words.say("replay.heading"))
    foot: list[Line] = [*rows_of(clean(note), cells - 2, Role.WARN)]
    foot += key_lines([words.say(f"keys.{name}") for name in KEYS], cells, 1)
    if games is None:
        body.append((Run(words.say("replay.looking"), Role.DIM),))
    elif not games:
        body.append((Run(words.say("replay.none"), Role.DIM),))
    else:
        room = max(1, rows - len(body) - len(foot))
        top = max(0, min(chosen - room // 2, len(games) - room))
        shown = [Choice(_game(words, game, cells - 6)) for game in games[top : top + room]]
        body += choices(shown, chosen - top, skin)
    return page(body, foot, cells, rows)


def _game(words: Words, game: KeptGame, cells: int) -> str:
    """Return one row: when, at which table, how many rounds, whether it was finished, who played."""
    started = clean(game.started).replace("T", " ")[:TIME_CELLS]
    end = "" if game.finished else f" ({words.say('replay.unfinished')})"
    text = f"{started}  {cut(clean(game.table), TABLE_CELLS)}  {words.say('replay.rounds', n=game.rounds)}{end}"
    return cut(f"{text}  {clean(game.players)}", cells)
