"""The lobby: who sits where, how the table is set, how others come in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from server.engine.cards import Seat
from server.wire.messages import Kind, Presence, Roster, SeatInfo
from terra_tui.locale.table_rules import rule_sentences
from terra_tui.locale.watchers import watchers_text
from terra_tui.ui.draw.key_rows import key_lines, rows_needed
from terra_tui.ui.draw.lines import Line, Role, Run, clean, pad
from terra_tui.ui.draw.log import log_lines
from terra_tui.ui.draw.model import Board
from terra_tui.ui.draw.sheet import heading, page, rows_of
from terra_tui.ui.draw.status import note_line
from terra_tui.ui.draw.table_keys import chat_keys

ABSENT: Final = {
    Presence.UNSTEADY: "table.unsteady", Presence.AWAY: "plain.away", Presence.STAND_IN: "table.stand_in",
}
"""What is said of a player instead of whether they are ready."""
ROOMY: Final = 70
"""From this many columns there is room for more than a word beside that."""


def lobby_lines(board: Board) -> tuple[Line, ...]:
    """Return the window of a table before its game."""
    cells = board.width - 2
    body: list[Line] = [(), *heading(board.say("lobby.heading", name=board.table))]
    roster = board.state.roster
    if roster is not None:
        # What to do comes before what only describes the table: a low window has no room for all of it.
        body += [*_seats(board, roster), (), (Run(_next_step(board, roster), Role.WARN),)]
    if board.address:
        body += [(Run(board.say("lobby.address", address=board.address), Role.GOOD),)]
    if roster is not None:
        sentences = [*rule_sentences(board.words, roster.settings, roster.seed)]
        if roster.watching:
            sentences.append(clean(watchers_text(board.words, board.state)))
        body += [(), *(line for text in sentences for line in rows_of(text, cells, Role.DIM))]
    body = [(Run(" "), *line) for line in body]
    keys = _keys(board)
    rows = rows_needed(keys, board.width, 3 if board.height - len(body) > 4 else 2)
    foot: list[Line] = [note_line(board), *key_lines(keys, board.width, max(2, rows))]
    room = board.height - len(body) - len(foot) - 1
    if room > 0:
        body += [(), *log_lines(board, board.width, min(room, 8))]
    return page(body, foot, board.width, board.height)


def _seats(board: Board, roster: Roster) -> Iterator[Line]:
    for seat, info in enumerate(roster.seats):
        role = Role.YOU if seat == board.state.seat else Role.DIM if info.kind is Kind.OPEN else Role.TEXT
        chosen = board.chosen_seat if board.state.owner else board.state.seat
        mark = board.skin.turn if seat == chosen else " "
        yield (
            Run(f"{mark} {board.say('lobby.seat', n=seat + 1)}   ", Role.DIM),
            Run(pad(_who(board, seat, info), 24), role),
            Run(pad(board.say("lobby.owner") if roster.owner == seat else "", 10), Role.DIM),
            *_readiness(board, info),
        )


def _who(board: Board, seat: Seat, info: SeatInfo) -> str:
    if info.kind is Kind.OPEN:
        return board.say("lobby.open")
    if info.kind is Kind.BOT:
        level = "" if info.level is None else f" ({board.say(f'lobby.level_{info.level.value}')})"
        return f"{board.say('table.bot')} {board.name(seat)}{level}"
    you = f" {board.say('table.you')}" if seat == board.state.seat else ""
    return board.name(seat) + you


def _readiness(board: Board, info: SeatInfo) -> tuple[Run, ...]:
    if info.kind is not Kind.HUMAN:
        return ()
    if info.presence is not Presence.HERE:
        return (Run(board.say(ABSENT[info.presence]), Role.WARN),)
    ready = Run(board.say("lobby.ready"), Role.GOOD) if info.ready else Run(board.say("lobby.not_ready"), Role.DIM)
    shows = board.say("lobby.shows_hand" if board.width >= ROOMY else "table.shows_hand_short")
    return (ready, Run(f"   {shows}", Role.WARN)) if info.shows_hand else (ready,)


def _next_step(board: Board, roster: Roster) -> str:
    if board.state.seat is None:
        return board.say("lobby.only_watches" if board.state.only_watches else "lobby.sit")
    if any(info.kind is Kind.OPEN for info in roster.seats):
        return board.say("lobby.need_players")
    if not roster.seats[board.state.seat].ready:
        return board.say("lobby.press_ready")
    return board.say("lobby.waiting")


def _keys(board: Board) -> list[str]:
    if board.chat is not None:
        return chat_keys(board)
    names = ["ready"] if board.state.seat is not None else [] if board.state.only_watches else ["sit"]
    if board.state.owner:
        names += ["bots", "level", "remove", "owner", "start", "settings"]
    level = board.say(f"lobby.level_{board.bot_level.value}")
    return [board.say(f"keys.{name}", level=level) for name in (*names, "chat", "language", "help", "menu")]
