"""The strip above the hand: the sum being built, Ron, and how many cards one holds."""

from __future__ import annotations

from rich.cells import cell_len

from server.engine.cards import Rank, dots, shares_dots
from server.engine.sums import total
from server.wire.messages import GameView
from server.wire.settings import Assist, Watching
from terra_tui.locale.tell import problem_text, why_text
from terra_tui.session.draft import Flaw
from terra_tui.ui.draw.clock import bar, tenths
from terra_tui.ui.draw.lines import Line, Role, Run, fit, pad, width
from terra_tui.ui.draw.model import Board, dots_text

LABEL_CELLS = 6
NAMES_CELLS = 20
"""Columns in which names say something though they are cut."""


def _label(board: Board, key: str) -> Run:
    text = board.say(key)
    return Run(" " + pad(text, max(LABEL_CELLS, cell_len(text) + 1)), Role.DIM)


def _label_cells(board: Board) -> int:
    return cell_len(_label(board, "table.sum").text)


def sum_line(board: Board) -> Line:
    """Return the sum row: what is being built, and at once whether it is right."""
    label = _label(board, "table.sum" if board.state.seat is not None else "table.watch")
    view = board.view
    if view is None or not board.playing:
        return (label,)
    if board.state.seat is None:
        return (label, Run(_seen(board), Role.DIM))
    if board.asking:
        return (label, Run(board.say("table.draw_ask"), Role.WARN))
    if board.state.waiting:
        return (label, Run(_expression(board)), Run("  " + board.say("table.sum_held"), Role.DIM))
    if board.choosing and board.my_turn and view.drawn is not None:
        return (label, *_match(board, view, view.drawn))
    if not board.draft.terms:
        return (label, Run(_invitation(board, view), Role.DIM))
    return (label, Run(_expression(board)), *_judgement(board, view))


def _seen(board: Board) -> str:
    """Return that one watches, and how old the hands are that one sees."""
    settings = board.state.settings
    if board.keys or settings.watching is not Watching.DELAYED:
        return board.say("table.watching_as")
    return board.say("table.watching_old" if settings.delay else "table.watching_now", n=settings.delay)


def _invitation(board: Board, view: GameView) -> str:
    if board.drill:
        return board.say("drill.sum", floor=view.floor)
    cards = min(board.state.settings.rules.max_cards, len(view.hand))
    if not board.my_turn:
        return board.say("table.sum_prepare" if cards > 1 else "table.sum_last")
    if cards < 2:
        ranks = board.say("table.or").join(str(rank) for rank in shares_dots(view.floor))
        return board.say("table.sum_one", ranks=ranks)
    if cards == 2:
        return board.say("table.sum_two", floor=view.floor)
    return board.say("table.sum_empty", floor=view.floor, max=cards)


def _match(board: Board, view: GameView, drawn: Rank) -> tuple[Run, ...]:
    """Return the question about the drawn card, in fewer words where Terra's toggle would have no room."""
    terra = _match_terra(board, view)
    text = board.say("table.match_ask", card=drawn)
    if _label_cells(board) + cell_len(text) + width(terra) > board.width:
        text = board.say("table.match_short", card=drawn)
    return (Run(text, Role.GOOD), *terra)


def _match_terra(board: Board, view: GameView) -> tuple[Run, ...]:
    """Return the Terra toggle of a back match that leaves the Terra rank (R4.1)."""
    if view.drawn != board.state.settings.rules.terra or len(view.hand) < 2:
        return ()
    return _terra_run(board, board.match_terra)


def _terra_run(board: Board, declared: bool) -> tuple[Run, ...]:
    if declared:
        return (Run("  "), Run(f" {board.say('table.terra_on')} ", Role.TERRA))
    return (Run("  " + board.say("table.terra_offer"), Role.KEY),)


def _expression(board: Board) -> str:
    """Return the draft with spaces, as it reads best: `5 + 7 - 8`."""
    parts = (f" {term.sign} {term.rank}" if term.sign else str(term.rank) for term in board.draft.terms)
    sign = f" {board.draft.sign}" if board.draft.sign else ""
    return "".join(parts) + sign


def _judgement(board: Board, view: GameView) -> tuple[Run, ...]:
    """Return the total and what Enter would do; nothing of it where the table gives no help (R9: assist)."""
    assist = board.state.settings.assist
    rules = board.state.settings.rules
    problem = board.draft.problem(view.floor, rules)
    lay = board.draft.lay
    # What Enter was answered with is told in the row of notes: not twice.
    told = problem is not None and board.note in (say(board.words, problem) for say in (problem_text, why_text))
    if problem is not None and problem.code in (Flaw.NOT_IN_HAND, Flaw.NONE_IN_HAND, Flaw.TOO_MANY):
        return () if told else (Run("   " + problem_text(board.words, problem), Role.BAD),)
    if assist is Assist.OFF:
        return _terra_run(board, board.draft.terra) if board.draft.may_declare else ()
    if lay is None:
        return () if told else (Run("   " + board.say("table.sum_card"), Role.DIM),)
    head = f" = {total(lay)}   " if len(lay.cards) > 1 else "   "
    if problem is None:
        terra = _terra_run(board, board.draft.terra) if board.draft.may_declare else ()
        start = (Run(head), Run(board.say("table.sum_ok"), Role.GOOD))
        room = board.width - _label_cells(board) - cell_len(_expression(board)) - width((*start, *terra))
        return (*start, Run(_effect(board, view, room)), *terra)
    if told:
        return (Run(head),)
    if len(lay.cards) > 1:
        return (Run(head), Run(board.say("table.sum_wrong", floor=view.floor), Role.BAD))
    return (Run(head), Run(board.say("table.sum_single_wrong", floor=view.floor), Role.BAD),
            Run("   " + board.say("table.sum_more"), Role.DIM))


def _effect(board: Board, view: GameView, room: int) -> str:
    """Return what Enter does, in fewer words where `room` columns are too few for the sentence."""
    lay = board.draft.lay
    assert lay is not None
    if not board.my_turn or board.choosing:
        return "   " + board.say("table.sum_fits", n=len(lay.cards))
    if len(lay.cards) == len(view.hand):
        return "   " + board.say("table.sum_out")
    text = "   " + board.say("table.sum_lays", n=len(lay.cards), floor=lay.cards[-1])
    return text if cell_len(text) <= room else "  " + board.say("table.sum_lays_short", floor=lay.cards[-1])


def ron_line(board: Board) -> Line:
    """Return the Ron row: an open window with its time, a race, or who holds one card."""
    label = _label(board, "table.ron")
    view = board.view
    if view is None or not board.playing:
        return (label,)
    if board.state.seat is not None and board.state.seat in view.barred:
        return (label, Run(board.say("table.ron_barred"), Role.WARN))      # R5.8
    if board.choosing and not board.my_turn:
        return (label, Run(board.say("table.match_wait", name=board.name(view.turn)), Role.DIM))
    moment = board.moment
    if moment is not None and board.state.claimed == moment.window and board.state.claim is not None:
        return (label, Run(board.say("table.ron_sent"), Role.WARN))
    if moment is not None and board.window_left > 0:
        return _window(board, view, label)
    return (label, *_quiet(board, view))


def _can_claim(board: Board, view: GameView) -> bool:
    """Return whether the viewer could declare Ron by what everybody sees: one card, not barred, another's card."""
    seat = board.state.seat
    return (
        seat is not None
        and len(view.hand) == 1
        and seat not in view.barred
        and view.layer != seat
        and board.moment is not None
    )


def _knows_better(board: Board, view: GameView) -> bool:
    """Return whether the one card that is held has other dots, at a table that helps: Ron would be false (R5.8)."""
    return board.state.settings.assist is not Assist.OFF and dots(view.hand[0]) != dots(view.floor)


def _other_dots(board: Board, view: GameView) -> Run:
    return Run(board.say("table.ron_other", card=view.hand[0]), Role.DIM)


def _window(board: Board, view: GameView, label: Run) -> Line:
    left = board.window_left
    length = 0 if board.moment is None else board.moment.length
    seconds = board.say("lobby.seconds", n=tenths(left))
    time, short = (Run(f"  {text}", Role.WARN) for text in (f"{bar(left, length)} {seconds}", seconds))
    now = Run(f" {board.say('table.ron_now')} ", Role.ALERT)
    head = (now,) if _can_claim(board, view) else _holders(board, view)
    if _can_claim(board, view) and _knows_better(board, view):
        head = (_other_dots(board, view),)
    floor, number = (Run(f"  {text}") for text in (f"{view.floor} {dots_text(board.skin, view.floor)}", view.floor))
    # The dots are in the floor's panel too. Where names are long they are cut and the time is not, but in the
    # smallest window the word itself comes before all.
    room = board.width - width((label, number, time))
    if width((label, *head, floor, time)) <= board.width:
        return (label, *head, floor, time)
    if room >= NAMES_CELLS:
        return (label, *(head if width(head) <= room else fit(head, room)), number, time)
    tail = (number, short) if width((label, *head, number, short)) <= board.width else (short,)
    return (label, *fit(head, board.width - width((label, *tail))), *tail)


def _quiet(board: Board, view: GameView) -> tuple[Run, ...]:
    seat = board.state.seat
    if _can_claim(board, view) and _knows_better(board, view):
        return (_other_dots(board, view),)
    if _can_claim(board, view) and not board.my_turn:
        return (Run(board.say("table.ron_race"), Role.WARN),)
    if seat is not None and len(view.hand) == 1:
        return (Run(board.say("table.ron_you"), Role.WARN),)
    return _holders(board, view)


def _holders(board: Board, view: GameView) -> tuple[Run, ...]:
    holders = tuple(seat for seat, cards in enumerate(view.cards) if cards == 1)
    if not holders:
        return (Run(board.say("table.ron_none"), Role.FAINT),)
    return (Run(board.say("table.ron_holds", names=board.names(holders)), Role.WARN),)
