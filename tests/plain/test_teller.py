"""How rounds and games are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import Cause, Dealt, EndReason, FalselyRonned, GameEnded, Pay, Ronned, RoundEnded
from server.wire.messages import Change, Changed, Numbered, SeatInfo, Stage, ToClient
from server.wire.words import SOLO
from terra_tui.locale.words import Words
from terra_tui.plain.teller import Teller
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState, DealCheck, Link, LinkState
from tests.session.fake_host import roster, snap, view, welcome


def told(*messages: ToClient, lang: str = "en") -> list[str]:
    """Return the lines that the last of `messages` makes."""
    teller = Teller(Words(lang))
    state = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
    lines: list[str] = []
    for message in messages:
        new = reduce(state, message, 0.0)
        lines = teller.tell(state, new)
        state = new
    return lines


def test_another_table_in_the_place_of_the_last_one_is_told() -> None:
    teller = Teller(Words("en"))
    up = Link(LinkState.UP)
    old = ClientState(link=Link(LinkState.RETRYING), table="lunch", game=bytes(16))
    new = ClientState(link=up, table="dinner", game=bytes(range(16)))
    assert teller.tell(old, new) == ["the table that was here has closed; this is another one: dinner"]
    assert teller.tell(old, replace(old, link=up)) == [Words("en").say("plain.back")]


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("shows", [True, False])
def test_each_deal_reminds_of_a_hand_that_is_shown(shows: bool, lang: str) -> None:
    seats = roster().seats
    shown = replace(roster(), seats=(replace(seats[0], shows_hand=shows), *seats[1:]))
    lines = told(shown, snap(2, view(), Numbered(1, Dealt(2, 0, 5))), lang=lang)
    assert (Words(lang).say("plain.still_shown") in lines) == shows


def test_r5_4_a_ron_with_its_penalty() -> None:
    ron = Ronned((1,), (8,), 0, 3, False)
    ended = RoundEnded(1, Cause.RON, (1,), (Pay(0, 1, 12),), (6, 0, 4), (18, 42, 30), 1)
    after = view(scores=(18, 42, 30), cards=(6, 0, 4))
    lines = told(snap(1, view()), snap(2, after, Numbered(1, ron), Numbered(2, ended), stage=Stage.BETWEEN))
    assert lines == [
        "Ron! Jun: 8, Minji pays",
        "Minji takes 3 first (Terra)",
        "Round 1 to Jun",
        "Minji pays Jun 12 (2 x 6 cards, Terra penalty 3)",
        "Minji: 18 (-12), 6 cards",
        "Jun: 42 (+12), 0 cards",
        "Sora: 30 (+0), 4 cards",
        "Type ready for the next round; it also starts by itself.",
    ]


def test_r5_8_a_false_ron_of_ones_own_is_refused_and_bars() -> None:
    mine = told(snap(9, view(), Numbered(1, FalselyRonned(0))))
    assert "False Ron, refused: no Ron until your next turn has ended." in mine
    assert "False Ron by Jun" in told(snap(9, view(), Numbered(1, FalselyRonned(1))))


def test_r6_2_going_out_with_a_combination_in_korean() -> None:
    ended = RoundEnded(2, Cause.COMBINATION, (0,), (Pay(1, 0, 1), Pay(2, 0, 4)), (0, 1, 4), (35, 29, 26), 0)
    lines = told(snap(1, view()), snap(2, None, Numbered(1, ended), stage=Stage.BETWEEN), lang="ko")
    assert lines[:3] == [
        "2라운드 승리: Minji",
        "Jun -> Minji  1점 (1장 남음)",
        "Sora -> Minji  4점 (4장 남음)",
    ]


def test_r8_3_a_void_round() -> None:
    ended = RoundEnded(1, Cause.VOID, (), (), (3, 3, 3), (30, 30, 30), 1)
    lines = told(snap(1, view()), snap(2, view(), Numbered(1, ended), stage=Stage.BETWEEN))
    assert lines[:2] == ["Round 1 is void", "Nobody pays: the round is void."]


def test_r7_4_a_shared_win_has_one_first_place() -> None:
    ended = GameEnded((45, 45, 0), (0, 1), EndReason.NEGATIVE)
    lines = told(snap(1, view()), snap(2, view(), Numbered(1, ended), stage=Stage.OVER))
    assert lines == [
        "Minji, Jun share the win",
        "It ended because somebody has less than 0 points.",
        "1. Minji 45",
        "1. Jun 45",
        "3. Sora 0",
        "Type ready to play again, quit to leave.",
    ]


def test_who_is_ready_is_told_once() -> None:
    seats = roster()
    ready = type(seats)(
        seats.settings, (seats.seats[0], SeatInfo(seats.seats[1].kind, "Jun", ready=True), seats.seats[2])
    )
    assert told(snap(1, stage=Stage.LOBBY), ready) == ["Jun is ready"]
    assert told(snap(1, stage=Stage.LOBBY), ready, ready) == []


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (DealCheck.GOOD, "Deal: checked, nobody arranged the cards"),
        (DealCheck.BAD, "Deal: WRONG, these cards were arranged"),
        (DealCheck.UNKNOWN, "Deal: not checked, part of it was not seen here"),
    ],
)
def test_the_deal_check_is_told(found: DealCheck, line: str) -> None:
    teller = Teller(Words("en"))
    pending = ClientState(checks={1: DealCheck.PENDING})
    assert teller.tell(pending, ClientState(checks={1: found})) == [line]
    assert teller.tell(ClientState(), pending) == []


def test_who_plays_against_bots_reads_nothing_of_owning_the_table() -> None:
    for table, said in (("lunch", True), (SOLO, False)):
        state = replace(reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0), table=table)
        new = reduce(state, snap(1, view(), Numbered(1, Changed(Change.OWNER, 0, "Minji"))), 0.0)
        assert any("owns the table" in line for line in Teller(Words("en")).tell(state, new)) is said
