"""The owner takes a player out: X, in a game the seat's number, and Enter. Any other key takes it back."""

from __future__ import annotations

from typing import Final

from server.engine.cards import Seat
from server.wire.messages import Kind, Stage
from terra_tui.session.wishes import Wishes
from terra_tui.ui.draw.lines import cut
from terra_tui.ui.draw.model import Board

NAME_CELLS: Final = 7
"""So that four names fit in the narrowest window."""


class Removal:
    """What was asked so far. It stands in the note row, and is over as soon as something else stands there."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = wishes
        self._told = ""
        self._seat: Seat | None = None

    def press(self, key: str, board: Board) -> str | None:
        """Take a key; return what to tell the owner now, None where the key means something else."""
        asked = self._told != "" and board.note == self._told
        seat, self._told, self._seat = self._seat, "", None
        if asked and key == "escape":
            return ""
        if asked and seat is not None and key == "enter":
            self._wishes.remove(seat)
            return ""
        if asked and len(key) == 1 and key.isdigit() and board.state.stage is not Stage.LOBBY:
            return self._choose(int(key) - 1, board)
        if key not in ("x", "X", "ctrl+x") or not board.state.owner or board.state.stage is None:
            return None
        return self._free(board) if board.state.stage is Stage.LOBBY else self._ask(board)

    def _free(self, board: Board) -> str:
        """Free the seat that is chosen in the lobby: a bot goes at once, a player is asked about, oneself stays."""
        seat, roster = board.chosen_seat, board.state.roster
        if roster is None or seat >= len(roster.seats) or roster.seats[seat].kind is Kind.OPEN:
            return board.say("remove.empty")
        if seat == board.state.seat:
            return board.say("remove.yourself")
        if roster.seats[seat].kind is Kind.HUMAN:
            return self._choose(seat, board)
        self._wishes.remove(seat)
        return ""

    def _ask(self, board: Board) -> str:
        seats = _others(board)
        if not seats:
            return board.say("remove.nobody")
        who = "  ".join(f"{seat + 1} {cut(board.name(seat), NAME_CELLS)}" for seat in seats)
        self._told = board.say("remove.who", who=who)
        return self._told

    def _choose(self, seat: Seat, board: Board) -> str:
        if seat not in _others(board):
            return self._ask(board)
        self._seat = seat
        self._told = board.say("remove.sure", name=board.name(seat))
        return self._told


def _others(board: Board) -> list[Seat]:
    """Return the seats of people other than the owner: a bot's cannot be taken from it in a game."""
    roster = board.state.roster
    seats = () if roster is None else roster.seats
    return [seat for seat, info in enumerate(seats) if info.kind is Kind.HUMAN and seat != board.state.seat]
