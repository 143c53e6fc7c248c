"""How fast bots decide and the arena plays. Prints figures and asserts none: they belong to a machine."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from time import perf_counter

from server.arena.game import ArenaGame
from server.arena.run import Plan, play_all
from server.bots import LEVELS, make
from server.bots.guesses import Guesses
from server.bots.hard import SECONDS, policy_for
from server.bots.normal import Normal
from server.bots.player import BotAction, Decision
from server.bots.rollout import play_out
from server.bots.values import hand_values
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View
from tests.verify.samples import Committed

ROLLOUTS = 400


class Noting:
    """Plays as Normal does and keeps the views it was asked about in its turn."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self._player = Normal()

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        if decision is Decision.TURN and view.phase is Phase.TURN:
            self.views.append(view)
        return self._player.decide(view, decision, rules, random)


def views_of(games: int) -> list[View]:
    """Return what sound players are asked in so many games of four."""
    noting = Noting()
    for number in range(games):
        ArenaGame(Rules(), [noting] * 4, Committed(number, 4), Random(number)).play()
    return noting.views


def run() -> None:
    """Print the figures."""
    start = perf_counter()
    hand_values()
    print(f"bots: the table of hand values read in {1000 * (perf_counter() - start):.0f} ms")
    views = views_of(20)
    for level, asked in zip(LEVELS, (views, views, views[:200]), strict=True):
        took = _ask(level, asked)
        print(f"bots: {level:<6} {len(asked) / took:>9,.0f} decisions/s, {1e6 * took / len(asked):>7,.0f} us each")
    print(f"bots: hard plays out {_rollouts(views):,.0f} rounds/s ({SECONDS} s a decision at a table)")
    for bots in (("normal",) * 4, ("normal", "normal", "easy")):
        start, games = perf_counter(), 200
        rounds = sum(result.rounds for result in play_all(Plan(bots, games, 1), jobs=1))
        took = perf_counter() - start
        print(f"arena: {','.join(bots)}: {games / took:.0f} games/s, {rounds / took:,.0f} rounds/s, one job")


def _ask(level: str, views: Iterable[View]) -> float:
    bot, random, rules = make(level, rollouts=ROLLOUTS), Random(1), Rules()
    start = perf_counter()
    for view in views:
        bot.decide(view, Decision.TURN, rules, random)
    return perf_counter() - start


def _rollouts(views: list[View]) -> float:
    """Return how many rounds a second are dealt by guess and played out, from positions of every stage."""
    rules, random = Rules(), Random(1)
    policy = policy_for(rules)
    chosen = views[:: max(1, len(views) // 100)]
    start, count = perf_counter(), 0
    for view in chosen:
        guesses = Guesses(view, rules)
        for _ in range(50):
            play_out(guesses.deal(random), [policy] * 4, random)
            count += 1
    return count / (perf_counter() - start)


if __name__ == "__main__":
    run()
