"""The end of a round and of a game: who went out how, what each paid and why, standings, points by round."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from server.engine.cards import Seat
from server.engine.events import Cause, Drew, EndReason, GameEnded, Laid, Matched, Pay, Ronned, RoundEnded
from server.engine.sums import Lay
from server.wire.messages import Kind, Raced, Roster
from terra_tui.locale.tell import cards_text, logged_text, race_text
from terra_tui.session.state import ClientState, DealCheck
from terra_tui.ui.draw.chart import chart_lines
from terra_tui.ui.draw.clock import clock_runs
from terra_tui.ui.draw.key_rows import key_lines, rows_needed
from terra_tui.ui.draw.lines import Line, Role, Run, clean, pad, pad_left
from terra_tui.ui.draw.log import log_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.players import change_role
from terra_tui.ui.draw.sheet import page, wrapped
from terra_tui.ui.draw.status import link_text, note_line, status_line
from terra_tui.ui.draw.table_keys import chat_keys

LOW_ROWS = 20
"""Below so many rows nothing is left empty after a game."""
MOST_KEY_ROWS = 3
"""A replay has more keys than one row holds."""
CHECK_ROLES = {DealCheck.GOOD: Role.GOOD, DealCheck.BAD: Role.ALERT}


def round_end_lines(board: Board) -> tuple[Line, ...]:
    """Return the window between two rounds."""
    view = board.view
    last = None if view is None else view.last
    body: list[Line] = [(Run(board.skin.rule * board.width, Role.FAINT),)]
    if last is not None:
        title = board.say("round_end.heading", n=last.round)
        body += [(Run(f" {title}   ", Role.TITLE), Run(_how(board, last))), ()]
        body += [(Run("   "), *line) for line in _payments(board, last)]
        body += [(), *_scores(board, last), (), *_checks(board, last.round)]
        body.append((Run(f" {board.say('round_end.next_lead', name=board.name(last.next_lead))}", Role.DIM),))
        body.append(_goes_on(board))
    foot = _foot(board, "ready")
    body = _with_log(board, body, len(foot) + 1)
    return page([status_line(board), *body], foot, board.width, board.height)


def _foot(board: Board, *first: str) -> list[Line]:
    keys = _keys(board, *first)
    rows = rows_needed(keys, board.width, MOST_KEY_ROWS) if board.keys else 1
    return [*_note(board), *key_lines(keys, board.width, rows)]


def _note(board: Board) -> list[Line]:
    """Return what is told to this player alone, all of it: it may be a sentence with a path."""
    if not board.note or link_text(board) or board.chat is not None:
        return [note_line(board)]
    return [(Run(f" {row}", Role.WARN),) for row in wrapped(board.note, board.width - 2)]


def _with_log(board: Board, body: list[Line], used: int) -> list[Line]:
    room = board.height - used - len(body) - 1
    if room < 2:
        return body
    return [*body, (), *log_lines(board, board.width, min(room, 12))]


def _how(board: Board, last: RoundEnded) -> str:
    """Return who went out, and with what: from the log, where it reaches back."""
    names = board.names(last.winners)
    if last.cause is Cause.VOID:
        return board.say("round_end.won_void")
    for numbered in reversed(board.state.log):
        event = numbered.event
        if last.cause is Cause.RON and isinstance(event, Ronned):
            return board.say("round_end.won_ron", names=names, cards=cards_text(event.cards))
        if last.cause is Cause.COMBINATION and isinstance(event, Laid):
            return board.say("round_end.won_out", names=names, sum=str(Lay(event.cards, event.signs)))
    return board.say("event.round_ended", round=last.round, names=names)


def _payments(board: Board, last: RoundEnded) -> Iterator[Line]:
    if not last.pay:
        yield (Run(board.say("round_end.nobody_pays"), Role.DIM),)
    for pay in last.pay:
        key = "round_end.pays_ron" if last.cause is Cause.RON else "round_end.pays_out"
        text = board.say(key, payer=board.name(pay.payer), payee=board.name(pay.payee), n=pay.points)
        told = pad(text, min(34, board.width // 2 - 4))
        yield (Run(told, _pay_role(board, pay)), Run(f"  {_why(board, last, pay)}", Role.DIM))


def _pay_role(board: Board, pay: Pay) -> Role:
    if pay.payee == board.state.seat:
        return Role.GOOD
    return Role.BAD if pay.payer == board.state.seat else Role.TEXT


def _why(board: Board, last: RoundEnded, pay: Pay) -> str:
    """Return how a payment comes about: `2 x 6 cards, Terra penalty 3` (R5.4, R4.5, R6.2)."""
    cards = board.say("count.cards", n=last.cards[pay.payer])
    if last.cause is not Cause.RON:
        return board.say("round_end.why_out", cards=cards)
    factor = board.state.settings.rules.ron_factor
    penalty = _penalty(board.state)
    if penalty:
        return board.say("round_end.why_ron_penalty", factor=factor, cards=cards, penalty=penalty)
    return board.say("round_end.why_ron", factor=factor, cards=cards)


def _penalty(state: ClientState) -> int:
    for numbered in reversed(state.log):
        if isinstance(numbered.event, Ronned):
            return numbered.event.penalty
    return 0


def _scores(board: Board, last: RoundEnded) -> Iterator[Line]:
    view, roster = board.view, board.state.roster
    for seat, score in enumerate(last.scores):
        before = score if view is None else view.round_start[seat]
        change = score - before
        role = Role.YOU if seat == board.state.seat else Role.TEXT
        info = None if roster is None or seat >= len(roster.seats) else roster.seats[seat]
        ready = info is not None and info.kind is Kind.HUMAN and info.ready
        yield (
            Run(f" {board.skin.turn if seat in last.winners else ' '} ", Role.GOOD),
            Run(pad(board.name(seat), 18) + pad_left(str(score), 5), role),
            Run(pad_left(f"{change:+d}" if change else "0", 6), change_role(change)),
            Run("   " + (board.say("round_end.is_ready") if ready else ""), Role.DIM),
        )


def _checks(board: Board, round_number: int) -> Iterator[Line]:
    """Yield the race's times, where there was one, and what the check of the deal found."""
    for numbered in reversed(board.state.log):
        if isinstance(numbered.event, Raced):
            times = clean(race_text(board.words, board.state, numbered.event.lines))
            yield (Run(f" {board.say('round_end.race', times=times)}"),)
            break
        if isinstance(numbered.event, Laid | Matched) and not _ends_round(board):
            break
    check = board.state.checks.get(round_number, DealCheck.PENDING)
    if check is DealCheck.NONE:
        return
    yield (Run(f" {board.say(f'round_end.deal_{check.value}')}", CHECK_ROLES.get(check, Role.DIM)),)


def _ends_round(board: Board) -> bool:
    """Return whether the last round ended with a Ron: only then a race's times belong to it."""
    view = board.view
    last = None if view is None else view.last
    return view is not None and last is not None and (last.round, last.cause) == (view.round, Cause.RON)


def _goes_on(board: Board) -> Line:
    snapshot, seat = board.state.snapshot, board.state.seat
    runs: list[Run] = [Run(" ")]
    roster = board.state.roster
    if seat is not None and roster is not None and not board.keys:
        runs += [Run(_own_step(board, roster, seat, "round_end.ready"), Role.WARN), Run("   ")]
    if snapshot is not None and snapshot.clock is not None and snapshot.clock.total:
        left = board.left_of(snapshot.clock.left)
        runs.append(Run(board.say("round_end.goes_on", n=-(-left // 1000)) + " ", Role.DIM))
        runs.append(clock_runs(left, snapshot.clock.total)[1])
    return tuple(runs)


def _own_step(board: Board, roster: Roster, seat: Seat, ask: str) -> str:
    """Return what Enter does, or of somebody who is ready, for whom the table waits."""
    if not roster.seats[seat].ready:
        return board.say(ask)
    late = tuple(at for at, info in enumerate(roster.seats) if info.kind is Kind.HUMAN and not info.ready)
    return board.say("round_end.you_wait", names=board.names(late)) if late else board.say("round_end.you_ready")


def _keys(board: Board, *first: str) -> list[str]:
    if board.chat is not None:
        return chat_keys(board)
    seat, roster = board.state.seat, board.state.roster
    names = first if seat is not None else ()
    if seat is not None and roster is not None and roster.seats[seat].ready:
        names = tuple("unready" if name == "ready" else name for name in first)
    shown = board.keys or (*names, "chat", "help", "menu", "log", "language")
    return [board.say(f"keys.{name}") for name in shown]


def _where_kept(board: Board) -> str:
    """Return where the record is; "" until that is known."""
    if board.kept is None:
        return ""
    return board.say("game_end.saved" if board.kept else "game_end.saved_there")


def game_end_lines(board: Board) -> tuple[Line, ...]:
    """Return the window after a game."""
    view = board.view
    body: list[Line] = [(Run(board.skin.rule * board.width, Role.FAINT),)]
    foot = _foot(board, "ready", *(["save"] if board.kept else []))
    if view is not None:
        body += [(Run(f" {board.say('game_end.heading')}   ", Role.TITLE), Run(_won(board), Role.GOOD))]
        body += [(Run(f" {_ended_because(board)}", Role.DIM),), (), *_standings(board)]
        gap: list[Line] = [()] * (board.height >= LOW_ROWS)
        body += [*gap, *_checks(board, view.round)]
        tail = (board.state.seat is not None) + (not board.keys)
        room = board.height - len(body) - 1 - len(gap) - tail - len(foot)
        chart = chart_lines(board, board.width - 4, min(room, 14)) if room >= 5 else []
        body += [*gap, *((Run("  "), *line) for line in chart)]
        if board.state.seat is not None:
            body += [(Run(f" {_rematch(board)}", Role.WARN),)]
        if not board.keys:
            body += [(Run(f" {_where_kept(board)}", Role.DIM),)]
    return page([status_line(board), *body], foot, board.width, board.height)


def _won(board: Board) -> str:
    view = board.view
    winners = () if view is None else view.winners
    if not winners:
        return board.say("game_end.won_none")
    if board.state.seat is not None and winners == (board.state.seat,):
        return board.say("game_end.you_won")
    return board.say("game_end.won_shared" if len(winners) > 1 else "game_end.won", names=board.names(winners))


def _ended_because(board: Board) -> str:
    for numbered in reversed(board.state.log):
        if isinstance(numbered.event, GameEnded):
            limit = board.state.settings.rules.limit
            why = board.say("game_end.reason", why=board.say(f"end.{numbered.event.reason.value}", limit=limit))
            stopped = numbered.event.reason is EndReason.STOPPED
            deed = "" if stopped else _last_deed(board, numbered.n)
            return f"{why} {deed}" if deed and cell_len(f"{why} {deed}") < board.width - 1 else why
    return ""


def _last_deed(board: Board, end: int) -> str:
    """Return what somebody did that ended the game, as the log tells it; "" where that is not known."""
    for numbered in reversed(board.state.log):
        if numbered.n < end and isinstance(numbered.event, Laid | Matched | Ronned | Drew):
            return clean(logged_text(board.words, board.state, numbered)) + "."
    return ""


def _standings(board: Board) -> Iterator[Line]:
    view = board.view
    if view is None:
        return
    order = sorted(range(len(view.scores)), key=lambda seat: -view.scores[seat])
    for seat in order:
        place = 1 + sum(1 for score in view.scores if score > view.scores[seat])
        role = Role.YOU if seat == board.state.seat else Role.TEXT
        yield (
            Run(f" {pad_left(board.say('game_end.place', n=place), 4)} ", Role.GOOD if place == 1 else Role.DIM),
            Run(pad(board.name(seat), 18) + pad_left(str(view.scores[seat]), 5), role),
        )


def _rematch(board: Board) -> str:
    seat, roster = board.state.seat, board.state.roster
    if seat is None or roster is None:
        return board.say("game_end.rematch")
    return _own_step(board, roster, seat, "game_end.rematch")
