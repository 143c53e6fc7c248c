"""The score panel: for each seat its name, cards, points, link, and how far it is from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from server.engine.cards import Seat
from server.wire.messages import GameView, Kind, Presence, SeatInfo
from terra_tui.ui.draw.clock import minutes
from terra_tui.ui.draw.lines import Line, Role, Run, cut, pad, pad_left
from terra_tui.ui.draw.model import Bars, Board

SIGN_CELLS = 3
SCORE_CELLS = 5
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


def columns(cells: int) -> Columns:
    """Return the widths for a panel of `cells` columns: signs, name, count, bar, points and change."""
    name = 16 if cells >= 48 else 12
    rest = cells - SIGN_CELLS - name - 1 - 3 - 2 * SCORE_CELLS - 1
    if cells < WIDE:
        return Columns(name, rest, 0, 0)
    gauge = (rest - 7) // 2
    return Columns(name, rest - 7 - gauge - 1, gauge, 7)


def player_lines(board: Board, cells: int, rows: int) -> Iterator[Line]:
    """Yield exactly `rows` lines: a heading, the seats, empty lines."""
    widths = columns(cells)
    yield _heading(board, widths)
    view = board.view
    count = 0
    if view is not None:
        for seat in range(min(len(view.cards), rows - 1)):
            yield _row(board, view, seat, widths)
            count += 1
    for _ in range(rows - 1 - count):
        yield ()


def _heading(board: Board, widths: Columns) -> Line:
    limit = board.state.settings.rules.limit
    scores = board.bars is Bars.SCORES and not widths.gauge
    middle = board.say("table.score_line", limit=limit) if scores else board.say("table.cards")
    # Points' bars have the count of cards at their left, which that heading does not tell of.
    text = " " * SIGN_CELLS + pad(board.say("table.player"), widths.name + 1)
    text += pad("   " * scores + middle, 3 + widths.bar)
    if widths.gauge:
        text += " " + pad(board.say("table.score_line", limit=limit), widths.gauge)
    text += pad_left(board.say("table.score"), SCORE_CELLS) + pad_left(board.say("table.change"), SCORE_CELLS)
    if widths.to_limit:
        text += pad_left(board.say("table.to_limit", limit=limit), widths.to_limit)
    return (Run(text, Role.DIM),)


def _row(board: Board, view: GameView, seat: Seat, widths: Columns) -> Line:
    info = _info(board, seat)
    cards = view.cards[seat]
    role = _role(board, view, seat)
    away = info is not None and info.presence in (Presence.AWAY, Presence.STAND_IN)
    turn = board.playing and view.turn == seat
    change = view.scores[seat] - view.round_start[seat]
    runs = [
        Run(board.skin.turn if turn else " ", Role.TURN),
        Run("x " if away else "! " if cards == 1 else "  ", Role.WARN),
        Run(pad(_name(board, view, seat, info, widths.name), widths.name + 1), role),
        Run(pad_left(str(cards), 2) + " ", Role.WARN if cards == 1 else Role.TEXT),
    ]
    if board.bars is Bars.SCORES and not widths.gauge:
        runs += _gauge(board, view.scores[seat], widths.bar)
    else:
        runs += _bar(board, seat, cards, info, widths.bar)
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


def _name(board: Board, view: GameView, seat: Seat, info: SeatInfo | None, cells: int) -> str:
    """Return the name with what it is: `bot` before it, `(you)` and the lead's sign after it."""
    name = board.name(seat)
    if info is not None and info.kind is Kind.BOT:
        name = f"{board.say('table.bot')} {name}"
    tail = f" {board.say('table.you')}" if seat == board.state.seat else ""
    if view.lead == seat and (cells >= 16 or cell_len(name + tail) + 2 <= cells):
        tail += f" {board.skin.lead}"
    return cut(name, cells - cell_len(tail)) + tail


def _bar(board: Board, seat: Seat, cards: int, info: SeatInfo | None, cells: int) -> list[Run]:
    """Return one mark a card; a seat that is not here says so at the end of its bar."""
    told = _presence(board, info, cells)
    room = cells - 1 - (cell_len(told) + 1 if told else 0)
    shown = min(cards, room)
    marks = board.skin.bar * shown
    if cards > room > 0:
        marks = board.skin.bar * (room - 1) + board.skin.more
    role = Role.WARN if cards == 1 else Role.YOU if seat == board.state.seat else Role.DIM
    if not told:
        return [Run(pad(marks, cells), role)]
    marks = pad(marks, max(0, cells - cell_len(told) - 1))
    return [Run(marks, role), Run(pad(told, cells - cell_len(marks)), Role.WARN)]


def _presence(board: Board, info: SeatInfo | None, cells: int) -> str:
    """Return `away 0:42` and the like; of somebody who is here, that they show their hand, or ""."""
    if info is None or info.kind is not Kind.HUMAN:
        return ""
    if info.presence is Presence.AWAY:
        time = minutes(info.away + board.elapsed)
        told = board.say("table.away", time=time)
        return told if cell_len(told) < cells - 3 else time
    if info.presence is Presence.HERE and not info.shows_hand:
        return ""
    told, short = TOLD[info.presence]
    return board.say(told) if cell_len(board.say(told)) <= cells else board.say(short)


def _gauge(board: Board, score: int, cells: int) -> list[Run]:
    """Return the points as a bar from 0 to the limit."""
    limit = board.state.settings.rules.limit
    room = cells - 1
    full = max(0, min(room, round(score * room / limit)))
    role = Role.WARN if score > limit - 10 or score < 6 else Role.DIM
    return [Run(board.skin.band * full, role), Run(board.skin.empty * (room - full), Role.FAINT), Run(" ")]
