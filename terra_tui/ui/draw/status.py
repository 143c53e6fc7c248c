"""The status row, the Terra row and the note row."""

from __future__ import annotations

from rich.cells import cell_len

from server.wire.messages import Roster, Stage
from terra_tui.locale.tell import failure_text
from terra_tui.locale.watchers import sees_text
from terra_tui.session.state import LinkState, host_stopped
from terra_tui.ui.draw.clock import clock_runs
from terra_tui.ui.draw.lines import Line, Role, Run, clean, cut, pad, pad_left, split, width
from terra_tui.ui.draw.model import Board, terra_by
from terra_tui.ui.draw.sheet import wrapped
from terra_tui.ui.draw.text_runs import text_runs

TABLE_CELLS = 20
"""The most columns that a table's name takes in the top row."""
WIDE = 100
"""Columns from which the top row has room for what those who watch see."""


def status_line(board: Board) -> Line:
    """Return the top row: table, round, deck and watchers at the left; whose turn and the clock at the right."""
    title = Run(f" {board.say('table.title')} ", Role.TITLE)
    left: list[Run] = []
    view = board.view
    if view is not None:
        left.append(Run(board.say("table.round", n=view.round) + "   " + board.say("table.deck", n=view.deck)))
    roster = board.state.roster
    if roster is not None and roster.watching and board.width >= 72:
        left.append(Run("   " + _watching(board, roster), Role.DIM))
    room = board.width - width((title, Run("  "), *left))
    whose, clock = whose_line(board), clock_line(board)
    right = (Run("  "), *whose, *clock, Run(" "))
    if width(right) > room:
        # A long name in a narrow window takes the place of the bar, and that of a clock which stands.
        stands = board.state.snapshot is not None and board.state.snapshot.paused is not None
        right = (Run("  "), *whose, *(() if stands else clock[:1]), Run(" "))
    # The table's name takes what the rest leaves: it is what a player knows best.
    room = min(TABLE_CELLS, board.width - width((title, *left, *right)) - 3) if board.width >= 72 else 0
    table = cut(board.table, room) + "   " if room >= 4 else "  "
    return split((title, Run(table), *left), right, board.width)


def _watching(board: Board, roster: Roster) -> str:
    """Return how many watch; in a wide window also what they see. The long log names them in any window."""
    many = board.say("table.watching", n=roster.watching)
    return f"{many} ({sees_text(board.words, roster.settings)})" if board.width >= WIDE else many


def whose_line(board: Board) -> Line:
    """Return whose turn it is, or why nobody's; nothing between two rounds."""
    view, snapshot = board.view, board.state.snapshot
    if snapshot is None or view is None:
        return ()
    if snapshot.paused is not None:
        return (Run(f" {board.say('table.paused_by', name=board.name(snapshot.paused))} ", Role.ALERT), Run("  "))
    if snapshot.stage is Stage.DEALING:
        return (Run(board.say("table.dealing") + "   ", Role.DIM),)
    if not board.playing:
        return ()
    if board.my_turn:
        key = "table.your_choice" if board.choosing else "table.your_turn"
        return (Run(f" {board.say(key)} ", Role.SELECTED), Run("  "))
    key = "table.choosing" if board.choosing else "table.turn_of"
    return (Run(board.say(key, name=board.name(view.turn)) + "   ", Role.TURN),)


def clock_line(board: Board) -> Line:
    """Return the clock of the decision that is awaited, with its bar; nothing where none runs."""
    snapshot = board.state.snapshot
    if snapshot is None or snapshot.clock is None or not snapshot.clock.total:
        return ()
    return clock_runs(board.left_of(snapshot.clock.left), snapshot.clock.total)


def terra_line(board: Board) -> Line:
    """Return the row under the status: a rule, or the Terra phase (R4.2); in either, the seed of a known deal."""
    view, skin = board.view, board.skin
    roster = board.state.roster
    seed = "" if roster is None or roster.seed is None else f" {board.say('table.seed', n=roster.seed)} "
    if view is None or not view.terra or not board.playing:
        before = skin.rule * max(0, board.width - cell_len(seed) - 2)
        return (Run(before, Role.FAINT), Run(seed, Role.WARN), Run(skin.rule * 2, Role.FAINT))
    count = board.state.settings.rules.terra_draw
    seat = terra_by(board.state)
    if seat is None:
        text = board.say("table.terra_phase", n=count)
    else:
        text = board.say("table.terra_by", n=count, name=board.name(seat))
    text = f" {skin.band * 2} {text} {skin.band * 2}"
    room = max(0, board.width - cell_len(text))
    return (Run(text + pad_left(seed, room) if cell_len(seed) <= room else pad(text, board.width), Role.TERRA),)


def note_line(board: Board) -> Line:
    """Return the row for what is told to this player alone: a lost link first of all, a refusal, a hint."""
    told = link_text(board)
    if told:
        return (Run(f" {told} ", Role.ALERT),)
    if board.chat is not None:
        label = f" {board.say('table.chat_label')}: "
        room = board.width - cell_len(label) - 2
        return (Run(label, Role.CHAT), *text_runs(board.chat, room))
    if board.note:
        return (Run(f" {board.note}", Role.WARN),)
    if board.state.snapshot is not None and board.state.snapshot.paused is not None:
        key = "table.paused_wait" if board.state.seat is None else "table.paused_go_on"
        return (Run(f" {board.say(key)}", Role.WARN),)
    return ()


def note_rows(board: Board) -> list[Line]:
    """Return that row; a sentence may take more, for it may have a path in it."""
    if not board.note or link_text(board) or board.chat is not None:
        return [note_line(board)]
    return [(Run(f" {row}", Role.WARN),) for row in wrapped(board.note, board.width - 2)]


def link_text(board: Board) -> str:
    """Return what is wrong with the link, "" while it is up."""
    link = board.state.link
    if link.state is LinkState.UP:
        return ""
    if host_stopped(link):
        return board.say("table.stopped")
    if link.state is LinkState.RETRYING:
        left = max(0, round(link.retry_in - (board.now - board.link_at)))
        return board.say("table.lost", n=left)
    if link.state is LinkState.CLOSED:
        why = board.say("table.closed") if link.error is None else failure_text(board.words, link.error)
        return f"{why} {board.say('table.enter_leaves')}"
    return board.say("table.connecting", address=clean(link.address))
