"""The end of a round and of a game: who went out how, what each paid and why, standings, points by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rich.cells import cell_len

from server.engine.cards import Seat
from server.engine.events import Cause, Drew, EndReason, GameEnded, Laid, Matched, Pay, Ronned, RoundEnded
from server.engine.sums import Lay
from server.wire.messages import Kind, Raced, Roster
from terra_tui.locale.tell import cards_text, logged_text, race_text
from terra_tui.locale.unpaid import nobody_pays_text
from terra_tui.session.state import ClientState, DealCheck
from terra_tui.ui.draw.chart import chart_lines, ranked
from terra_tui.ui.draw.clock import BAR_CELLS, clock_bar
from terra_tui.ui.draw.key_rows import key_lines, rows_needed
from terra_tui.ui.draw.lines import Line, Role, Run, clean, pad, pad_left, width
from terra_tui.ui.draw.log import log_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.players import change_role
from terra_tui.ui.draw.sheet import Block, page, rows_of, stacked
from terra_tui.ui.draw.status import note_rows, status_line
from terra_tui.ui.draw.table_keys import chat_keys

LEAST_BAR = 3
"""Columns below which a bar says nothing."""
MOST_KEY_ROWS = 3
"""A replay has more keys than one row holds."""
CHECK_ROLES = {DealCheck.GOOD: Role.GOOD, DealCheck.BAD: Role.ALERT}


def round_end_lines(board: Board) -> tuple[Line, ...]:
    """Return the window between two rounds."""
    view = board.view
    last = None if view is None else view.last
    foot = _foot(board, "ready")
    blocks = [_top(board)]
    if last is not None:
        blocks += [
            Block(_heading(board, board.say("round_end.heading", n=last.round), _how(board, last))),
            Block([(Run("   "), *line) for line in _payments(board, last)], gap=True),
            Block(list(_scores(board, last)), gap=True),
            *_checks(board, last.round),
            Block(_told(board, _next_lead(board, last), Role.DIM), rank=2),
            Block([_goes_on(board)]),
        ]
    body = stacked(blocks, board.height - len(foot))
    body = _with_log(board, body, len(foot))
    return page(body, foot, board.width, board.height)


def _next_lead(board: Board, last: RoundEnded) -> str:
    return board.say("round_end.next_lead", name=board.name(last.next_lead))


def _top(board: Board) -> Block:
    return Block([status_line(board), (Run(board.skin.rule * board.width, Role.FAINT),)])


def _heading(board: Board, title: str, text: str, role: Role = Role.TEXT) -> list[Line]:
    """Return a title with a sentence beside it, or under it where there is no room."""
    if cell_len(title) + cell_len(text) + 5 <= board.width:
        return [(Run(f" {title}   ", Role.TITLE), Run(text, role))]
    return [(Run(f" {title}", Role.TITLE),), *_told(board, text, role)]


def _told(board: Board, text: str, role: Role = Role.TEXT) -> list[Line]:
    """Return a sentence in as many rows as it needs."""
    return [(Run(" "), *line) for line in rows_of(text, board.width - 2, role)]


def _foot(board: Board, *first: str) -> list[Line]:
    keys = _keys(board, *first)
    rows = rows_needed(keys, board.width, MOST_KEY_ROWS) if board.keys else 1
    return [*note_rows(board), *key_lines(keys, board.width, rows)]


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
    """Yield what each paid and why, the reason in a row of its own where names are long."""
    if not last.pay:
        text = nobody_pays_text(board.words, board.state, last)
        yield from rows_of(clean(text), board.width - 4, Role.DIM)
    key = "round_end.pays_ron" if last.cause is Cause.RON else "round_end.pays_out"
    texts = [
        board.say(key, payer=board.name(pay.payer), payee=board.name(pay.payee), n=pay.points) for pay in last.pay
    ]
    column = max(min(34, board.width // 2 - 4), *map(cell_len, texts)) if texts else 0
    for pay, text in zip(last.pay, texts, strict=True):
        why, role = _why(board, last, pay), _pay_role(board, pay)
        if 3 + column + 2 + cell_len(why) <= board.width:
            yield (Run(pad(text, column), role), Run(f"  {why}", Role.DIM))
        else:
            yield (Run(text, role),)
            yield (Run(f"  {why}", Role.DIM),)


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


def _checks(board: Board, round_number: int) -> list[Block]:
    """Return the race's times, where there was one, and what the check of the deal found."""
    blocks: list[Block] = []
    for numbered in reversed(board.state.log):
        if isinstance(numbered.event, Raced):
            times = clean(race_text(board.words, board.state, numbered.event.lines))
            blocks.append(Block(_told(board, board.say("round_end.race", times=times)), rank=3))
            break
        if isinstance(numbered.event, Laid | Matched) and not _ends_round(board):
            break
    check = board.state.checks.get(round_number, DealCheck.PENDING)
    if check is not DealCheck.NONE:
        text = board.say(f"round_end.deal_{check.value}")
        # That cards were arranged is told whatever else there is.
        rank = 0 if check is DealCheck.BAD else 4
        blocks.append(Block(_told(board, text, CHECK_ROLES.get(check, Role.DIM)), rank))
    return [replace(block, gap=place == 0) for place, block in enumerate(blocks)]


def _ends_round(board: Board) -> bool:
    """Return whether the last round ended with a Ron: only then a race's times belong to it."""
    view = board.view
    last = None if view is None else view.last
    return view is not None and last is not None and (last.round, last.cause) == (view.round, Cause.RON)


def _goes_on(board: Board) -> Line:
    """Return what Enter does or who is waited for, and when it goes on: the bar shrinks first, then names go."""
    snapshot, seat = board.state.snapshot, board.state.seat
    roster = board.state.roster
    when, left, total = "", 0, 0
    if snapshot is not None and snapshot.clock is not None and snapshot.clock.total:
        left, total = board.left_of(snapshot.clock.left), snapshot.clock.total
        when = board.say("round_end.goes_on", n=-(-left // 1000))
    runs: list[Run] = [Run(" ")]
    if seat is not None and roster is not None and not board.keys:
        room = board.width - 2 - (cell_len(when) + 3 if when else 0)
        runs += [Run(_own_step(board, roster, seat, "round_end.ready", room), Role.WARN), Run("   ")]
    if when:
        runs.append(Run(when, Role.DIM))
        cells = min(BAR_CELLS, board.width - width(runs) - 4)
        if cells >= LEAST_BAR:
            runs += [Run(" "), *clock_bar(left, total, cells)]
    return tuple(runs)


def _own_step(board: Board, roster: Roster, seat: Seat, ask: str, room: int) -> str:
    """Return what Enter does, or of somebody who is ready, for whom the table waits; or only how many that are."""
    if not roster.seats[seat].ready:
        return board.say(ask)
    late = tuple(at for at, info in enumerate(roster.seats) if info.kind is Kind.HUMAN and not info.ready)
    if not late:
        return board.say("round_end.you_ready")
    named = board.say("round_end.you_wait", names=board.names(late))
    return named if cell_len(named) <= room else board.say("round_end.you_wait_for", n=len(late))


def _keys(board: Board, *first: str) -> list[str]:
    if board.chat is not None:
        return chat_keys(board)
    seat, roster = board.state.seat, board.state.roster
    names = first if seat is not None else ()
    if seat is not None and roster is not None and roster.seats[seat].ready:
        names = tuple("unready" if name == "ready" else name for name in first)
    shown = board.keys or (*names, "chat", "help", "menu", "log", "language")
    return [board.key(name) for name in shown]


def _where_kept(board: Board) -> str:
    """Return where the record is; "" until that is known."""
    if board.kept is None:
        return ""
    return board.say("game_end.saved" if board.kept else "game_end.saved_there")


def game_end_lines(board: Board) -> tuple[Line, ...]:
    """Return the window after a game."""
    view = board.view
    foot = _foot(board, "ready", *(["save"] if board.kept else []))
    blocks = [_top(board)]
    if view is not None:
        blocks += [
            Block(_heading(board, board.say("game_end.heading"), _won(board), Role.GOOD)),
            Block(_told(board, _ended_because(board), Role.DIM)),
            Block(list(_standings(board)), gap=True),
            *_checks(board, view.round),
        ]
        tail: list[Block] = []
        if board.state.seat is not None:
            tail.append(Block([(Run(f" {_rematch(board)}", Role.WARN),)]))
        if not board.keys:
            tail.append(Block(_told(board, _where_kept(board), Role.DIM), rank=5))
        room = board.height - len(foot)
        room -= sum(len(block.lines) + block.gap for block in (*blocks, *tail)) + 1
        chart = chart_lines(board, board.width - 4, min(room, 14))
        blocks += [Block([(Run("  "), *line) for line in chart], gap=True), *tail]
    return page(stacked(blocks, board.height - len(foot)), foot, board.width, board.height)


def _won(board: Board) -> str:
    view = board.view
    winners = () if view is None else view.winners
    if not winners:
        return board.say("game_end.won_none")
    if board.state.seat is not None and winners == (board.state.seat,):
        return board.say("game_end.you_won")
    return board.say("game_end.won_shared" if len(winners) > 1 else "game_end.won", names=board.names(winners))


def _ended_because(board: Board) -> str:
    """Return why the game ended, and what somebody did that ended it."""
    for numbered in reversed(board.state.log):
        if isinstance(numbered.event, GameEnded):
            limit = board.state.settings.rules.limit
            why = board.say("game_end.reason", why=board.say(f"end.{numbered.event.reason.value}", limit=limit))
            stopped = numbered.event.reason is EndReason.STOPPED
            return why if stopped else f"{why} {_last_deed(board, numbered.n)}".rstrip()
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
    for seat in ranked(view.scores):
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
    return _own_step(board, roster, seat, "game_end.rematch", board.width - 2)
