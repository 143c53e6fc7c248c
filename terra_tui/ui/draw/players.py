"""The score panel: for each seat its name, cards, points, link, and how far it is from both ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len

from server.engine.cards import Seat
from server.wire.messages import GameView, Kind, Presence, SeatInfo
from terra_tui.ui.draw.clock import minutes
from terra_tui.ui.draw.lines import Line, Role, Run, cut, pad, pad_left
from terra_tui.ui.draw.model import Bars, Board

SIGN_CELLS = 3
SCORE_CELLS = 5
COUNT_CELLS = 3
LONGEST_NAME = 24
"""Columns of the longest name with `bot` or `(you)` and the lead's sign."""
LEAST_BAR = 9
"""Columns that a bar keeps where a long name takes the others."""
WIDE = 74
"""From this many columns the panel has room for cards and points side by side."""
TOLD = {
    Presence.HERE: ("table.shows_hand", "table.shows_hand_short"),
    Presence.UNSTEADY: ("table.unsteady", "table.unsteady_short"),
    Presence.STAND_IN: ("table.stand_in", "table.stand_in_short"),
}
"""What is said of a player, and the short word that there is room for in a narrow window."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide each part of a row is."""

    name: int
    bar: int
    gauge: int
    to_limit: int


def columns(cells: int, longest: int = 0, to_limit: int = 7) -> Columns:
    """Return the widths for a panel of `cells` columns: signs, name, count, bar, points and change.

    Args:
        longest: the columns that the longest name would take; it gets them as far as the bars can spare them.
        to_limit: the columns of what is left to the limit, where a panel is wide enough for it.
    """
    name = 16 if cells >= 48 else 12
    rest = cells - SIGN_CELLS - name - 1 - COUNT_CELLS - 2 * SCORE_CELLS - 1
    wide = cells >= WIDE
    spare = rest if wide else rest - LEAST_BAR
    more = max(0, min(longest, LONGEST_NAME, name + max(0, spare)) - name)
    name, rest = name + more, rest - more
    if not wide:
        return Columns(name, rest, 0, 0)
    # The bars of cards tell of the link too, so they get more of what there is.
    gauge = (rest - to_limit) // 2 - 1
    return Columns(name, rest - to_limit - gauge - 1, gauge, to_limit)


def player_lines(board: Board, cells: int, rows: int) -> Iterator[Line]:
    """Yield exactly `rows` lines: a heading, the seats, empty lines."""
    view = board.view
    seats = 0 if view is None else len(view.cards)
    longest = max((cell_len(_whole_name(board, seat)) for seat in range(seats)), default=0)
    to_limit = board.say("table.to_limit", limit=board.state.settings.rules.limit)
    widths = columns(cells, longest, max(7, cell_len(to_limit) + 1))
    yield _heading(board, widths)
    count = 0
    if view is not None:
        for seat in range(min(len(view.cards), rows - 1)):
            yield _row(board, view, seat, widths)
            count += 1
    for _ in range(rows - 1 - count):
        yield ()


def _heading(board: Board, widths: Columns) -> Line:
    limit = board.state.settings.rules.limit
    player, cards = board.say("table.player"), board.say("table.cards")
    if board.bars is Bars.SCORES and not widths.gauge:
        # The count of cards stands at the left of the points' bars: its heading ends over it.
        text = pad(" " * SIGN_CELLS + player, SIGN_CELLS + widths.name + COUNT_CELLS - cell_len(cards))
        text += f"{cards} {pad(_points_heading(board, widths.bar), widths.bar)}"
    else:
        text = " " * SIGN_CELLS + pad(player, widths.name + 1) + pad(cards, COUNT_CELLS + widths.bar)
    if widths.gauge:
        text += " " + pad(_points_heading(board, widths.gauge), widths.gauge)
    text += pad_left(board.say("table.score"), SCORE_CELLS) + pad_left(board.say("table.change"), SCORE_CELLS)
    if widths.to_limit:
        text += pad_left(board.say("table.to_limit", limit=limit), widths.to_limit)
    return (Run(text, Role.DIM),)


def _points_heading(board: Board, cells: int) -> str:
    """Return `0 TO 60`, in fewer columns where it would touch the next heading."""
    limit = board.state.settings.rules.limit
    text = board.say("table.score_line", limit=limit)
    return text if cell_len(text) < cells else board.say("table.score_short", limit=limit)


def _row(board: Board, view: GameView, seat: Seat, widths: Columns) -> Line:
    info = _info(board, seat)
    cards = view.cards[seat]
    role = _role(board, view, seat)
    away = info is not None and info.presence in (Presence.AWAY, Presence.STAND_IN)
    turn = board.playing and view.turn == seat
    change = view.scores[seat] - view.round_start[seat]
    chosen = board.state.seat is None and board.follow == seat
    name = _name(board, view, seat, widths.name)
    runs = [
        Run(board.skin.turn if turn else " ", Role.TURN),
        Run("x" if away else "!" if cards == 1 else " ", Role.WARN),
        Run("[" if chosen else " ", Role.FLOOR),
        Run(pad(name + "]" if chosen else name, widths.name + 1), Role.FLOOR if chosen else role),
        Run(pad_left(str(cards), COUNT_CELLS - 1) + " ", Role.WARN if cards == 1 else Role.TEXT),
    ]
    if board.bars is Bars.SCORES and not widths.gauge:
        runs += _with_tag(board, info, widths.bar, partial(_gauge, board, view.scores[seat]))
    else:
        runs += _with_tag(board, info, widths.bar, partial(_bar, board, seat, cards))
    if widths.gauge:
        runs += (Run(" "), *_gauge(board, view.scores[seat], widths.gauge))
    runs += (
        Run(pad_left(str(view.scores[seat]), SCORE_CELLS), role),
        Run(pad_left(f"{change:+d}" if change else "0", SCORE_CELLS), change_role(change)),
    )
    if widths.to_limit:
        to_go = board.state.settings.rules.limit - view.scores[seat]
        runs.append(Run(pad_left(str(to_go), widths.to_limit), Role.WARN if to_go <= 10 else Role.DIM))
    return tuple(runs)


def _info(board: Board, seat: Seat) -> SeatInfo | None:
    roster = board.state.roster
    return roster.seats[seat] if roster is not None and seat < len(roster.seats) else None


def _role(board: Board, view: GameView, seat: Seat) -> Role:
    if board.playing and view.turn == seat:
        return Role.TURN
    return Role.YOU if seat == board.state.seat else Role.TEXT


def change_role(change: int) -> Role:
    """Return the role of a change of points."""
    return Role.GOOD if change > 0 else Role.BAD if change < 0 else Role.DIM


def _whole_name(board: Board, seat: Seat) -> str:
    """Return the name with all that may stand beside it."""
    return f"{_called(board, seat)}{_you(board, seat)} {board.skin.lead}"


def _called(board: Board, seat: Seat) -> str:
    """Return the name, with `bot` before a bot's."""
    info = _info(board, seat)
    name = board.name(seat)
    return f"{board.say('table.bot')} {name}" if info is not None and info.kind is Kind.BOT else name


def _you(board: Board, seat: Seat) -> str:
    return f" {board.say('table.you')}" if seat == board.state.seat else ""


def _name(board: Board, view: GameView, seat: Seat, cells: int) -> str:
    """Return the name with what it is: `bot` before it, `(you)` and the lead's sign after it."""
    name, tail = _called(board, seat), _you(board, seat)
    if view.lead == seat and (cells >= 16 or cell_len(name + tail) + 2 <= cells):
        tail += f" {board.skin.lead}"
    return cut(name, cells - cell_len(tail)) + tail


def _with_tag(
    board: Board, info: SeatInfo | None, cells: int, bar: Callable[[int], tuple[Run, ...]]
) -> tuple[Run, ...]:
    """Return a bar of `cells` columns; a seat that is not here or shows its hand says so at the bar's end."""
    tag = _tag(board, info, cells)
    room = max(0, cells - cell_len(tag) - 1) if tag else cells
    runs = bar(room) if room > 1 else (Run(" " * room),)
    return (*runs, Run(pad(tag, cells - room), Role.WARN)) if tag else runs


def _bar(board: Board, seat: Seat, cards: int, cells: int) -> tuple[Run, ...]:
    """Return one mark a card."""
    room = cells - 1
    marks = board.skin.bar * min(cards, room)
    if cards > room > 0:
        marks = board.skin.bar * (room - 1) + board.skin.more
    role = Role.WARN if cards == 1 else Role.YOU if seat == board.state.seat else Role.DIM
    return (Run(pad(marks, cells), role),)


def _tag(board: Board, info: SeatInfo | None, cells: int) -> str:
    """Return `away 0:42` and the like; of somebody who is here, that they show their hand, or ""."""
    told, short = _presence(board, info)
    return told if cell_len(told) < cells - 3 else short


def _presence(board: Board, info: SeatInfo | None) -> tuple[str, str]:
    """Return how a human is there, in words and in a word for few columns."""
    if info is None or info.kind is not Kind.HUMAN:
        return "", ""
    if info.presence is Presence.AWAY:
        time = minutes(info.away + board.elapsed)
        return board.say("table.away", time=time), time
    if info.presence is Presence.HERE and not info.shows_hand:
        return "", ""
    told, short = TOLD[info.presence]
    return board.say(told), board.say(short)


def _gauge(board: Board, score: int, cells: int) -> tuple[Run, ...]:
    """Return the points as a bar from 0 to the limit."""
    limit = board.state.settings.rules.limit
    room = cells - 1
    full = max(0, min(room, round(score * room / limit)))
    role = Role.WARN if score > limit - 10 or score < 6 else Role.DIM
    return Run(board.skin.band * full, role), Run(board.skin.empty * (room - full), Role.FAINT), Run(" ")
