"""What the owner's keys do in the lobby, and what they say where they do nothing."""

from __future__ import annotations

import pytest

from server.wire.messages import Remove, Start
from tests.ui.states import full_lobby, lobby
from tests.ui.test_controls import LATER, Table


@pytest.mark.parametrize("key", ["x", "X", "ctrl+x"])
def test_in_the_lobby_a_player_is_removed_only_after_a_question(key: str) -> None:
    table = Table(lobby()).press("down")
    table.controls.press(key, LATER)
    assert table.controls.board.note == "Remove 소라?   Enter: yes   Esc: no"
    assert table.session.sent == []
    for other in ("escape", "up", "1", "l", "+"):
        again = Table(lobby()).press("down", "x", other)
        assert "Remove 소라?" not in again.controls.board.note
        assert not any(isinstance(command, Remove) for command in again.press("enter").session.sent)
    assert table.press("enter").session.sent == [Remove(1, 1)]


@pytest.mark.parametrize(("downs", "told"), [(0, "your own seat"), (3, "Nobody sits there")])
def test_in_the_lobby_neither_oneself_nor_an_open_seat_is_removed(downs: int, told: str) -> None:
    table = Table(lobby()).press(*["down"] * downs, "x")
    assert told in table.controls.board.note
    assert not any(isinstance(command, Remove) for command in table.press("enter").session.sent)


def test_a_start_with_open_seats_says_what_is_missing_whoever_is_ready() -> None:
    table = Table(lobby()).press("s")
    assert table.controls.board.note == "1 seat is open: + adds a bot"
    assert table.session.sent == []
    assert Table(full_lobby()).press("s").session.sent == [Start(1)]      # ready or not: the owner has said so
