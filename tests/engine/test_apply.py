"""Thousands of games at random: what must hold at every step, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.apply import apply, why_not
from server.engine.cards import DECK, RANKS
from server.engine.events import Cause, EndReason, GameEnded, RoundEnded
from server.engine.legal import legal_actions, legal_for
from server.engine.reasons import IllegalAction, Reason
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game
from server.engine.sums import Lay, legal_lays
from tests.engine import oracle
from tests.engine.playouts import Choose, Step, at_random, eagerly, playout
from tests.engine.positions import cards_of

SHORT = Rules(start=8, limit=16)
"""A table whose games are over after a few rounds, so that more of them can be played."""

SETTINGS = (
    Rules(start=1, limit=2, hand=1, terra_draw=1),
    Rules(hand=12, terra_draw=9, max_cards=2),
    Rules(start=100, limit=150, terra=7, ron_factor=10),
    Rules(hand=5, terra=15, max_cards=4, ron_factor=0),
)
"""Tables far from the usual one (R9)."""


def check(step: Step) -> None:
    """Hold what must hold after every action."""
    game = step.after
    assert cards_of(game) == DECK
    assert sum(game.scores) == game.rules.start * game.seats                                    # R7.3
    assert all(list(hand) == sorted(hand) for hand in game.hands)
    assert (game.phase is Phase.MATCH) == (game.drawn is not None)
    assert not game.fresh_terra or game.terra                                                   # R4.5
    over = [event for event in step.events if isinstance(event, GameEnded)]
    assert len(over) == (game.phase is Phase.OVER)
    if game.phase is not Phase.OVER:
        assert max(game.scores) <= game.rules.limit                                             # R7.2
        assert min(game.scores) >= 0


@pytest.mark.parametrize("choose", [at_random, eagerly])
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(("rules", "games"), [(Rules(), 120), (SHORT, 400)])
def test_random_games_keep_64_cards_and_the_sum_of_points_and_end(
    rules: Rules, games: int, seats: int, choose: Choose
) -> None:
    rng = random.Random(f"{rules} {seats} {choose.__name__}")
    ends: Counter[str] = Counter()
    for _ in range(games):
        for step in playout(rng, seats=seats, rules=rules, choose=choose):
            check(step)
            ends.update(event.reason for event in step.events if isinstance(event, GameEnded))
    assert ends.total() == games
    assert ends[EndReason.LIMIT] > 0
    assert ends[EndReason.NEGATIVE] > 0


@pytest.mark.parametrize("rules", SETTINGS)
def test_r9_random_games_of_other_tables_hold_too(rules: Rules) -> None:
    rng = random.Random(9)
    for seats in (3, 4, 5):
        for choose in (at_random, eagerly):
            for _ in range(6):
                for step in playout(rng, seats=seats, rules=rules, choose=choose):
                    check(step)


def test_the_list_of_actions_replays_to_the_same_states() -> None:
    rng = random.Random(5)
    for game_number in range(60):
        steps = list(playout(rng, seats=3 + game_number % 3, choose=eagerly))
        game = new_game(steps[0].before.rules, steps[0].before.seats)
        for step in steps:
            assert game == step.before
            game, events = apply(game, step.action)
            assert events == step.events
        assert game == steps[-1].after


BRUTE = 10
"""The most cards in a hand of which brute force can find all lays in a few milliseconds."""


def sampled(every: int, games: int) -> Iterator[Game]:
    """Yield every n-th state of random games of all kinds, and more of those that are rare."""
    rng = random.Random(every)
    rules = (Rules(), *SETTINGS)
    for number in range(games):
        steps = playout(
            rng, seats=3 + number % 3, rules=rules[number % 5], choose=(at_random, eagerly)[number % 2]
        )
        for index, step in enumerate(steps):
            sizes = [len(hand) for hand in step.after.hands]
            often = min(sizes) == 1 or step.after.phase is not Phase.TURN
            if max(sizes) <= BRUTE and index % (every // 5 if often else every) == 0:
                yield step.after


def wishes(rng: random.Random, game: Game) -> Iterator[Action]:
    """Yield players' actions of every kind and seat, good and bad."""
    sums = [
        *rng.choices(legal_lays(DECK, game.floor, game.rules.max_cards), k=40),
        *rng.choices(legal_lays(DECK, game.floor % 15 + 1), k=20),
        *(Lay((rank,)) for rank in RANKS),
        *(Lay((rank, rank), "-") for rank in RANKS),
    ]
    for seat in (game.turn, (game.turn + 1) % game.seats):
        for terra in (False, True):
            yield from (LayCards(seat, lay, terra) for lay in sums)
    for seat in range(-1, game.seats + 1):
        yield from (Draw(seat), Match(seat), Match(seat, terra=True), Keep(seat), Ron((seat,)))
    for together in (0, 2, 3):
        yield from (Ron(seats) for seats in permutations(range(game.seats), together))


def refused(game: Game, action: Action) -> Reason | None:
    """Return the code with which `apply` refuses `action`, or None if it changes the game."""
    try:
        after, _ = apply(game, action)
    except IllegalAction as illegal:
        return illegal.reason
    assert after != game
    return None


def test_every_legal_action_is_accepted_and_every_other_refused_with_a_code_and_an_unchanged_state() -> None:
    rng = random.Random(4)
    states = 0
    for game in sampled(every=50, games=60):
        states += 1
        legal = oracle.legal(game)
        listed = legal_actions(game)
        assert len(listed) == len(set(listed))
        assert set(listed) == legal
        alone = {action for action in legal if not isinstance(action, Ron) or len(action.seats) == 1}
        assert {action for seat in range(game.seats) for action in legal_for(game, seat)} == alone
        before = replace(game)
        for action in {*legal, *wishes(rng, game)}:
            reason = refused(game, action)
            assert why_not(game, action) is reason
            assert (reason in (None, Reason.RESHUFFLE_FIRST)) == (action in legal)
        assert game == before
    assert states > 400


def test_an_action_that_waits_for_a_reshuffle_is_accepted_once_it_came() -> None:
    waited = 0
    rng = random.Random(8)
    for _ in range(40):
        for step in playout(rng, seats=5, choose=at_random):
            for action in legal_actions(step.after):
                if why_not(step.after, action) is Reason.RESHUFFLE_FIRST:
                    waited += 1
                    full = apply(step.after, Reshuffle((*step.after.deck, *step.after.under)))[0]
                    assert why_not(full, action) is None
    assert waited > 20


def test_the_tables_own_acts_are_refused_or_accepted_as_apply_does() -> None:
    kinds: Counter[tuple[str, bool]] = Counter()
    for game in sampled(every=25, games=20):
        acts: list[Action] = [Deal(seat, DECK) for seat in range(-1, game.seats + 1)]
        acts += [FalseRon(seat) for seat in range(-1, game.seats + 1)]
        acts += [Stop(), Reshuffle(()), Reshuffle((*game.deck, *game.under)), Deal(0, DECK[1:])]
        for action in acts:
            reason = refused(game, action)
            assert why_not(game, action) is reason
            kinds[type(action).__name__, reason is None] += 1
    for kind in ("Deal", "FalseRon", "Stop", "Reshuffle"):
        assert kinds[kind, True] > 0
        assert kinds[kind, False] > 0


def test_random_games_see_every_way_a_round_may_end_that_a_full_deck_allows() -> None:
    causes: Counter[Cause] = Counter()
    own_card = 0
    rng = random.Random(2)
    for _ in range(30):
        for step in playout(rng, seats=3):
            for event in step.events:
                if isinstance(event, RoundEnded):
                    causes[event.cause] += 1
                    own_card += event.cause is Cause.RON and not event.pay
    assert causes[Cause.RON] > 0
    assert causes[Cause.COMBINATION] > 0
    assert own_card > 0                                                                         # R5.6
