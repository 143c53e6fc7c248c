"""Whatever the position, a bot answers with something that the rules allow, and asks its view alone."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import server.bots
from server.bots import LEVELS, make
from server.bots.options import all_options, can_ron
from server.bots.player import Decision
from server.engine.actions import Ron
from server.engine.legal import legal_for
from server.engine.ron import why_not_ron
from server.engine.state import Game, Phase
from server.engine.view import view_for
from tests.bots.positions import other_world, random_games

GAMES = {"easy": 24, "normal": 24, "hard": 2}


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_never_answers_with_what_is_not_allowed(level: str) -> None:
    bot, random = make(level, rollouts=24), Random(3)
    asked = 0
    for game in random_games(GAMES[level], seed=7):
        answer = bot.decide(view_for(game, game.turn), Decision.TURN, game.rules, random)
        assert answer in legal_for(game, game.turn), game
        asked += 1
        if game.phase is Phase.TURN:
            for seat in range(game.seats):
                claim = bot.decide(view_for(game, seat), Decision.RON, game.rules, random)
                assert claim is None or (claim == Ron((seat,)) and why_not_ron(game, seat) is None)
    assert asked > 100 * GAMES[level] / 4


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_good_bot_takes_every_ron(level: str) -> None:
    bot, found = make(level, rollouts=9), 0
    for game in random_games(12, seed=11):
        for seat in range(game.seats):
            if why_not_ron(game, seat) is None and seat != game.turn:
                assert bot.decide(view_for(game, seat), Decision.RON, game.rules, Random(0)) == Ron((seat,))
                found += 1
    assert found > 10


@pytest.mark.parametrize("level", LEVELS)
def test_a_bots_answer_does_not_depend_on_what_its_seat_cannot_see(level: str) -> None:
    bot, random = make(level, rollouts=24), Random(5)
    for number, game in enumerate(random_games(1 if level == "hard" else 8, seed=13)):
        other = other_world(game, game.turn, random)
        answers = [
            bot.decide(view_for(world, game.turn), Decision.TURN, game.rules, Random(number))
            for world in (game, other)
        ]
        assert answers[0] == answers[1]


def test_no_bot_knows_the_whole_game() -> None:
    for path in Path(server.bots.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert not names & {Game.__name__, "view_for", "apply", "new_game", "legal_for"}, path.name


def test_the_options_of_a_view_are_those_of_the_game() -> None:
    for game in random_games(8, seed=17):
        view = view_for(game, game.turn)
        assert set(all_options(view, game.rules)) == set(legal_for(game, game.turn))
        for seat in range(game.seats):
            assert can_ron(view_for(game, seat)) == (why_not_ron(game, seat) is None)


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="easy, normal, hard"):
        make("expert")


def test_the_public_is_not_asked() -> None:
    game = next(random_games(1, seed=1))
    with pytest.raises(ValueError, match="seat's view"):
        make("easy").decide(view_for(game, None), Decision.TURN, game.rules, Random(1))
