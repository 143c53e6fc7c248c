"""What plain mode says of a player whose link is unsteady, who is away, or whom a bot plays for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.wire.messages import Presence
from terra_tui.locale.words import Words
from terra_tui.plain.answers import table_lines
from tests.ui.states import playing


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("presence", Presence)
def test_the_table_tells_how_a_player_is_there(lang: str, presence: Presence) -> None:
    state = playing()
    assert state.roster is not None
    seats = [replace(seat, presence=Presence.HERE, away=0) for seat in state.roster.seats]
    seats[1] = replace(seats[1], presence=presence)
    words = Words(lang)
    told = table_lines(words, replace(state, roster=replace(state.roster, seats=tuple(seats))))
    jun = words.say("plain.seat", n=2, what="Jun")
    assert told[1] == (jun if presence is Presence.HERE else f"{jun}, {words.say(f'plain.{presence.value}')}")
    for line in (told[0], told[2]):
        assert not any(words.say(f"plain.{one}") in line for one in ("unsteady", "away", "stand_in"))
