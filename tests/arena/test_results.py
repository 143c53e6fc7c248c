"""Intervals, the table of results, and the command around them."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from random import Random

import pytest

import server.arena.cli
from server.arena.cli import add_arguments, jobs_for, run
from server.arena.intervals import ratio, wilson
from server.arena.run import GameResult, Plan, play_all
from server.arena.table import Tally, lines
from server.console.streams import INTERRUPTED


def test_wilsons_interval_is_the_published_one() -> None:
    mean, low, high = wilson(15, 50)
    assert (round(mean, 3), round(low, 3), round(high, 3)) == (0.3, 0.191, 0.438)
    assert wilson(0, 20).low == pytest.approx(0)
    assert wilson(0, 20).high == pytest.approx(0.1611, abs=1e-4)
    assert wilson(20, 20).high == pytest.approx(1)


def test_a_ratio_holds_its_mean_19_times_in_20() -> None:
    random, held = Random(6), 0
    for _ in range(1000):
        clusters = []
        for _ in range(60):
            rounds = random.randrange(5, 25)
            clusters.append((sum(random.gauss(0.4, 3) for _ in range(rounds)), rounds))
        interval = ratio(clusters)
        held += interval.low <= 0.4 <= interval.high
    assert 0.93 <= held / 1000 <= 0.97


def test_one_cluster_says_nothing_of_its_spread() -> None:
    interval = ratio([(6.0, 3)])
    assert interval == (2.0, float("-inf"), float("inf"))


def test_the_table_has_a_row_a_bot_and_a_row_a_level() -> None:
    tally = Tally(Plan(("normal", "easy", "easy"), 3, seed=8))
    tally.add(GameResult(0, 10, (30, -20, -10), (1, 0, 0), 50))
    tally.add(GameResult(1, 10, (10, 10, -20), (0.5, 0.5, 0), 50))
    tally.add(GameResult(2, 20, (20, -10, -10), (1, 0, 0), 50))
    header, normal, first, second, each, foot = lines(tally)
    assert header.split() == ["bot", "games", "won", "points", "a", "round"]
    assert normal.split()[:2] == ["normal", "83.3%"]
    assert "+1.50" in normal
    assert first.startswith("easy 1")
    assert "-1.00" in second
    assert each.startswith("each easy")
    assert "8.3%" in each
    assert foot.startswith("3 games, 40 rounds, seed 8;")


def test_games_of_one_deal_count_as_one() -> None:
    tally = Tally(Plan(("normal", "easy", "easy"), 6, seed=8, duplicate=True))
    for number in range(6):
        tally.add(GameResult(number // 3, 10, (3 * number, 0, -3 * number), (1, 0, 0), 50))
    assert set(tally.by_deal) == {0, 1}
    assert tally.points_a_round([0]).mean == pytest.approx(45 / 60)
    assert "duplicate" in lines(tally)[-1]


def parsed(*args: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(args)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--bots", "normal,normal"), "3 to 5 bots play, not 2"),
        (("--bots", "normal,normal,clever"), "no bot plays at level 'clever'"),
        (("--games", "0"), "a whole number from 1"),
        (("--jobs", "-1"), "a whole number from 1"),
    ],
)
def test_bad_arguments_are_told_in_words(
    args: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        parsed(*args)
    assert caught.value.code == 2
    assert sentence in capsys.readouterr().err


def test_games_are_rounded_up_to_whole_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(parsed("--bots", "easy,easy,easy", "--games", "4", "--duplicate")) == 0
    assert "6 games" in capsys.readouterr().out


def test_a_record_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(parsed("--games", "1", "--record", str(tmp_path))) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"terra: {tmp_path} cannot be written")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("games", "wanted", "processors", "jobs"),
    [(1, 99_999, 8, 1), (4, 8, 8, 1), (5, 8, 8, 2), (100, 99_999, 8, 8), (100, 3, 8, 3), (100, 3, None, 1)],
)
def test_no_more_processes_than_are_of_use(
    games: int, wanted: int, processors: int | None, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert jobs_for(Plan(("easy",) * 3, games, 1), wanted) == jobs


def test_more_jobs_than_games_change_nothing_and_end() -> None:
    plan = Plan(("easy",) * 3, 3, seed=5, record=True)
    assert list(play_all(plan, jobs=2)) == list(play_all(plan, jobs=1))


def test_an_interrupt_shows_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(plan: Plan, jobs: int) -> object:
        yield GameResult(0, 10, (30, -20, -10), (1, 0, 0), 50)
        raise KeyboardInterrupt

    monkeypatch.setattr(server.arena.cli, "play_all", interrupted)
    assert run(parsed("--games", "7")) == INTERRUPTED
    told = capsys.readouterr()
    assert told.err == "terra: Stopped after 1 of 7 games.\n"
    assert "1 game, 10 rounds" in told.out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_to_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert run(parsed("--bots", "easy,easy,easy", "--games", "2")) == 0
    assert "\r2/2 games" in terminal.getvalue()
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert run(parsed("--bots", "easy,easy,easy", "--games", "2")) == 0
    assert "games\r" not in capsys.readouterr().out
