"""The record's lines as written, and the actions read from them."""

from __future__ import annotations

import json

import pytest

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.cards import DECK
from server.engine.events import (
    Cause,
    Dealt,
    Drew,
    EndReason,
    Event,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Pay,
    Reshuffled,
    Ronned,
    RoundEnded,
    TerraEnded,
)
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game
from server.engine.sums import Lay
from server.wire.record import (
    Line,
    RecordError,
    RecordPlayer,
    action_of,
    dump,
    game_line,
    lines_for,
    players_of,
    rules_of,
)

GAME = new_game(Rules(), 3)

TOLD: list[tuple[Action, tuple[Event, ...], Line]] = [
    (
        LayCards(1, Lay((5, 7, 8), "+-"), True),
        (Laid(1, (5, 7, 8), "+-", True),),
        {"t": "lay", "seat": 1, "cards": [5, 7, 8], "signs": "+-", "terra": True},
    ),
    (Draw(2), (Drew(2, 1, True, (11,)),), {"t": "draw", "seat": 2, "cards": [11]}),
    (Draw(2), (Drew(2, 0, False),), {"t": "draw", "seat": 2, "cards": []}),
    (
        Draw(0),
        (Drew(0, 3, False, (4, 1, 9)), TerraEnded(0)),
        {"t": "draw", "seat": 0, "cards": [4, 1, 9]},
    ),
    (Match(0, False), (Matched(0, 5, False),), {"t": "match", "seat": 0, "card": 5, "terra": False}),
    (Keep(0), (Kept(0),), {"t": "keep", "seat": 0}),
    (Reshuffle((3, 2, 1)), (Reshuffled(3),), {"t": "reshuffle", "deck": [3, 2, 1]}),
    (
        Ron((2, 0)),
        (Ronned((2, 0), (8, 8), 1, 3, False, (4, 5, 6)),),
        {"t": "ron", "seats": [2, 0], "payer": 1, "penalty": [4, 5, 6]},
    ),
    (
        Ron((2,)),
        (Ronned((2,), (8,), None, 0, True),),
        {"t": "ron", "seats": [2], "payer": None, "penalty": []},
    ),
    (FalseRon(1), (FalselyRonned(1),), {"t": "false_ron", "seat": 1}),
]


@pytest.mark.parametrize(("action", "events", "line"), TOLD)
def test_an_action_is_one_line_and_back(action: Action, events: tuple[Event, ...], line: Line) -> None:
    assert lines_for(GAME, action, GAME, events) == [line]
    assert action_of(json.loads(dump(line)), GAME) == action


def test_a_deal_is_written_in_the_order_it_was_dealt() -> None:
    order = tuple(reversed(DECK))
    after = Game(rules=Rules(), scores=(30, 30, 30), round=1)
    deal = Deal(2, order)
    (line,) = lines_for(GAME, deal, after, (Dealt(1, 2, order[27]),))
    assert line == {
        "t": "deal",
        "round": 1,
        "lead": 2,
        "hands": [list(order[:9]), list(order[9:18]), list(order[18:27])],
        "floor": order[27],
        "deck": list(order[28:]),
    }
    assert action_of(line, GAME) == deal


def test_a_committed_deal_carries_its_proof() -> None:
    after = Game(rules=Rules(), scores=(30, 30, 30), round=1)
    (line,) = lines_for(
        GAME, Deal(0, DECK), after, (), commit=b"\x01" * 32, nonces=(b"\x02", None, b""), seed=b"\x03" * 32
    )
    assert (line["commit"], line["nonces"], line["seed"]) == ("01" * 32, ["02", None, ""], "03" * 32)
    assert action_of(line, GAME) == Deal(0, DECK)


def test_what_follows_an_action_comes_after_it() -> None:
    pay = (Pay(1, 0, 4), Pay(2, 0, 3))
    events: tuple[Event, ...] = (
        Laid(0, (3, 4, 8), "++", False),
        RoundEnded(5, Cause.COMBINATION, (0,), pay, (0, 4, 3), (61, 20, 9), 0),
        GameEnded((61, 20, 9), (0,), EndReason.LIMIT),
    )
    lines = lines_for(GAME, LayCards(0, Lay((3, 4, 8), "++")), GAME, events)
    assert lines[1:] == [
        {"t": "settle", "round": 5, "winners": [0], "pay": [[1, 0, 4], [2, 0, 3]], "scores": [61, 20, 9]},
        {"t": "end", "scores": [61, 20, 9], "winners": [0], "reason": "limit"},
    ]
    over = Game(rules=Rules(), scores=(61, 20, 9), phase=Phase.OVER)
    assert [action_of(line, over) for line in lines[1:]] == [None, None]


def test_an_end_of_a_running_game_is_a_stop() -> None:
    line = {"t": "end", "scores": [30, 30, 30], "winners": [0, 1, 2], "reason": "stopped"}
    assert action_of(line, GAME) == Stop()
    assert action_of(line | {"reason": "limit"}, GAME) is None


def test_a_line_of_another_kind_is_skipped() -> None:
    assert action_of({"t": "race", "window": 3}, GAME) is None
    assert action_of({}, GAME) is None


@pytest.mark.parametrize(
    "line",
    [
        {"t": "draw"},
        {"t": "draw", "seat": True},
        {"t": "draw", "seat": 5},
        {"t": "lay", "seat": 0, "cards": [5, 7, 8], "signs": "+-"},
        {"t": "lay", "seat": 0, "cards": [5, 7, 16], "signs": "+-", "terra": False},
        {"t": "lay", "seat": 0, "cards": [5, 7, 8], "signs": None, "terra": False},
        {"t": "ron", "seats": 2},
        {"t": "reshuffle", "deck": [0]},
        {"t": "deal", "lead": 0, "hands": [[1], 2], "floor": 3, "deck": []},
        {"t": "deal", "lead": 0, "hands": 1, "floor": 3, "deck": []},
        {"t": "deal", "lead": 0, "hands": [[1]], "floor": None, "deck": []},
    ],
)
def test_a_malformed_line_is_an_error_in_words(line: Line) -> None:
    with pytest.raises(RecordError, match="`"):
        action_of(line, GAME)


def test_the_first_line_tells_rules_and_players() -> None:
    rules = Rules(start=20, limit=50)
    players = (RecordPlayer("민지", "human"), RecordPlayer("h", "bot", "hard"), RecordPlayer("Jun", "human"))
    line = game_line(rules, players, "2026-01-02T03:04:05Z", id=b"\xab" * 16)
    read = json.loads(dump(line))
    assert read["players"][0] == {"name": "민지", "kind": "human"}
    assert (read["id"], read["started"]) == ("ab" * 16, "2026-01-02T03:04:05Z")
    assert rules_of(read) == rules
    assert players_of(read) == players
    assert "id" not in game_line(rules, players, None)


@pytest.mark.parametrize(
    "change",
    [{"format": "chess"}, {"version": 2}, {"rules": None}, {"rules": {"start": 0}}, {"rules": {"speed": 1}}],
)
def test_a_record_of_another_kind_is_refused(change: Line) -> None:
    line = game_line(Rules(), (RecordPlayer("a", "bot", "easy"),) * 3, None) | change
    with pytest.raises(RecordError):
        rules_of(line)


def test_players_that_are_no_list_are_refused() -> None:
    with pytest.raises(RecordError):
        players_of({"players": ["Minji"]})
