"""A record goes through the engine to the same states and scores, and can be read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from server.arena.run import Plan, play_number
from server.engine.events import Ronned
from server.engine.rules import Rules
from server.engine.state import Phase
from server.records.replay import Replay, read_file, replay
from server.records.telling import names_of, tell
from server.wire.record import Line, RecordError, RecordPlayer
from server.wire.text import cells
from tests.verify.samples import good


def arena_lines(games: int) -> list[Line]:
    plan = Plan(("normal", "easy", "normal", "easy"), games, seed=5, record=True)
    texts = [play_number(plan, number).text for number in range(games)]
    return [json.loads(text) for text in "".join(texts).splitlines()]


def test_a_record_replays_to_the_scores_it_tells() -> None:
    lines = arena_lines(5)
    records = list(replay(lines))
    ends = [line for line in lines if line["t"] == "end"]
    assert len(records) == len(ends) == 5
    for record, end in zip(records, ends, strict=True):
        assert record.game.phase is Phase.OVER
        assert list(record.game.scores) == end["scores"]
        assert list(record.game.winners) == end["winners"]


def test_each_step_goes_on_where_the_last_one_ended() -> None:
    for record in replay(good()):
        game = record.steps[0].before
        for step in record.steps:
            assert step.before == game
            game = step.game


def test_lines_of_other_kinds_change_nothing() -> None:
    lines = good()
    lines.insert(5, {"t": "chat", "text": "hello"})
    steps = next(replay(lines)).steps
    assert steps[4].events == ()
    assert steps[4].before == steps[4].game


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((1, "round", None), None),
        ((1, "lead", 9), "line 2: `lead`"),
        ((2, "seat", 4), "line 3 is not legal"),
        ((0, "players", []), "line 1: a table has 3 to 5 seats"),
        ((0, "version", 7), "line 1: not a record"),
    ],
)
def test_what_cannot_be_replayed_is_named(change: tuple[int, str, object], sentence: str | None) -> None:
    lines = good()
    at, key, value = change
    lines[at][key] = value
    if sentence is None:
        assert len(list(replay(lines))) == 3       # the round's number is no action's: `terra verify` looks at it
    else:
        with pytest.raises(RecordError, match=sentence):
            list(replay(lines))


def test_other_scores_than_the_games_are_named() -> None:
    lines = good()
    at = next(index for index, line in enumerate(lines) if line["t"] == "settle")
    lines[at]["scores"] = [30, 30, 30]
    with pytest.raises(RecordError, match=f"line {at + 1}: the scores"):
        list(replay(lines))


def test_nothing_is_no_record() -> None:
    with pytest.raises(RecordError, match="no game"):
        list(replay([{"t": "draw"}]))


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff", b"\n"])
def test_a_file_that_is_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b'{"t": "note"}\n' + content)
    with pytest.raises(RecordError):
        read_file(file)


def test_hands_stand_in_a_column_also_under_hangul_names() -> None:
    record = next(iter(replay(good())))
    first, second, *others = record.players
    players = (replace(first, name="소라"), replace(second, name="Jun"), *others)
    rows = [line for line in tell(replace(record, players=players)) if " points  " in line]
    assert len({cells(row[: row.index(" points  ")]) for row in rows}) == 1


def test_a_game_is_told_in_sentences() -> None:
    records = list(replay(good()))
    told = [line for record in records for line in tell(record)]
    text = "\n".join(told)
    for words in ("Round 1.", "leads. The floor is", " draws ", ", Terra!", "Ron by", "first draws", "keeps it",
                  "everybody else pays 1", "Terra phase is over", "go under the deck", "Scores: ", "nobody pays",
                  "The game is over, for somebody has more points than the limit",
                  "somebody has less than 0 points"):
        assert words in text, words
    rons = sum(isinstance(event, Ronned) for record in records for step in record.steps for event in step.events)
    assert text.count("Ron by") == rons
    assert any(line.startswith("Rules of this table: ") and "hand 12" in line for line in told)


def test_a_false_ron_and_a_race_are_told() -> None:
    lines = good()[:4]
    turn = (lines[-1]["seat"] + 1) % 3
    press = {"seat": 1, "arrival": 350.5, "credit": 40, "time": 310, "verdict": "paid"}
    race = {"t": "race", "window": 3, "claims": [press, {"seat": 8}, 7], "held": press | {"seat": turn}}
    told = list(tell(next(replay([*lines, {"t": "false_ron", "seat": turn}, race, {"t": "race"}]))))
    assert told[-3] == f"  False Ron by plain {turn}, who may not declare it again until their next turn has ended"
    assert told[-2] == "    the host saw plain 1 after 350 ms, less 40 ms for the way: 310 ms, paid"
    assert told[-1].startswith(f"    the host saw plain {turn} (the next player)")


def test_a_stop_is_told() -> None:
    end: Line = {"t": "end", "scores": [30] * 3, "winners": [], "reason": "stopped"}
    record = next(replay([*good()[:4], end]))
    assert list(tell(record))[-1].startswith("The game is over, for it was stopped; nobody won. Scores: plain 0 30")


def test_a_strangers_names_are_harmless() -> None:
    players = (RecordPlayer("\x1b[2Jevil\u202e", "human"), RecordPlayer("\n", "bot"), RecordPlayer("Jun", "human"))
    names = names_of(Replay({}, Rules(), players))
    assert names == ("[2Jevil", "seat 1", "Jun")
    record = next(replay(good()))
    assert all("\x1b" not in line for line in tell(replace(record, players=players)))
