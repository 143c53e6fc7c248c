"""The client's own check of a deal: an honest host is found good, one that touched the cards is caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from server.engine import apply, event_for, legal_actions, view_for
from server.engine.actions import Action, Deal, Draw, Keep, LayCards, Match, Reshuffle, Ron
from server.engine.cards import DECK, Rank, Seat
from server.engine.events import Drew, Event, Kept, Laid, Matched, Reshuffled, Ronned
from server.engine.reasons import IllegalAction, Reason, require
from server.engine.rounds import reshuffle_needed
from server.engine.rules import Rules
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.engine.state import Game, Phase, new_game
from server.engine.sums import Lay
from server.wire.convert import view_to_wire
from server.wire.messages import Bye, Code, Commitment, Numbered, Reveal, Snapshot, Stage, ToClient
from terra_tui.session import deals
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState, DealCheck
from tests.session.fake_host import GAME, roster, welcome

SEED = bytes(range(32))
NONCES = (bytes([1]) * 16, bytes([2]) * 16, b"")
SEATS = 3
Swap = Callable[[tuple[Rank, ...]], tuple[Rank, ...]]


def honest(order: tuple[Rank, ...]) -> tuple[Rank, ...]:
    return order


@dataclass(frozen=True)
class Step:
    """A state of the game and the events that led to it."""

    game: Game
    events: tuple[Event, ...]


def play(dice: random.Random, swap: Swap = honest, reswap: Swap = honest) -> list[Step]:
    """Play one round at random; `swap` and `reswap` tamper with the deal and with reshuffles."""
    game = new_game(Rules(), SEATS)
    lead = first_lead(SEATS, SEED, NONCES, GAME)
    order = shuffled(DECK, SEED, NONCES, deal_label(GAME, 1))
    game, events = apply(game, Deal(lead, swap(order)))
    steps = [Step(game, events)]
    reshuffles = 0
    while game.phase in (Phase.TURN, Phase.MATCH):
        action = _choose(game, dice)
        under = reshuffle_needed(game, action)
        events = ()
        if under is not None:
            reshuffles += 1
            fresh = shuffled(under, SEED, NONCES, reshuffle_label(GAME, 1, reshuffles))
            game, events = apply(game, Reshuffle(game.deck + reswap(fresh)))
        game, more = apply(game, action)
        steps.append(Step(game, events + more))
    return steps


def _choose(game: Game, dice: random.Random) -> Action:
    actions = legal_actions(game)
    draws = [action for action in actions if isinstance(action, Draw)]
    # Mostly draws, so that the deck runs out and is made anew.
    return dice.choice(draws) if draws and dice.random() < 0.6 else dice.choice(actions)


def snapshots(steps: list[Step], viewer: Seat | None) -> Iterator[Snapshot]:
    n = 0
    for rev, step in enumerate(steps, 1):
        events = []
        for event in step.events:
            n += 1
            events.append(Numbered(n, event_for(event, viewer)))
        stage = Stage.PLAY if step.game.phase in (Phase.TURN, Phase.MATCH) else Stage.BETWEEN
        yield Snapshot(rev, stage, view_to_wire(view_for(step.game, viewer)), events=tuple(events))


def watch(steps: list[Step], viewer: Seat | None, reveal: Reveal, *, skip: int | None = None) -> ClientState:
    """Return the state of a client that saw the whole round (or all but snapshot `skip`), and the reveal."""
    state = reduce(ClientState(), welcome(viewer), 0.0)
    state = reduce(state, roster(), 0.0)
    state = reduce(state, Snapshot(0, Stage.DEALING), 0.0)
    state = reduce(state, Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1))), 0.0)
    if viewer is not None and NONCES[viewer]:
        state = deals.nonce_taken(deals.nonce_sent(state, NONCES[viewer]), NONCES[viewer])
    for at, snapshot in enumerate(snapshots(steps, viewer)):
        if at != skip:
            state = reduce(state, snapshot, 0.0)
    return reduce(state, reveal, 0.0)


REVEAL = Reveal(GAME, 1, SEED, NONCES)
VIEWERS: tuple[Seat | None, ...] = (None, 0, 1, 2)


def test_an_honest_round_is_good_for_everybody() -> None:
    dice = random.Random(3)
    reshuffled = 0
    for _ in range(40):
        steps = play(dice)
        reshuffled += sum(len(step.events) > 1 for step in steps)
        for viewer in VIEWERS:
            assert watch(steps, viewer, REVEAL).checks == {1: DealCheck.GOOD}
    assert reshuffled


def test_an_arranged_deal_is_caught_by_every_client_that_sees_one_of_the_cards() -> None:
    """Two cards change places before the deal: whoever is shown one of them where it should not be, knows."""
    dice = random.Random(5)
    caught = 0
    for _ in range(60):
        first, other = dice.sample(range(len(DECK)), 2)

        def swap(order: tuple[Rank, ...], first: int = first, other: int = other) -> tuple[Rank, ...]:
            cards = list(order)
            cards[first], cards[other] = cards[other], cards[first]
            return tuple(cards)

        order = shuffled(DECK, SEED, NONCES, deal_label(GAME, 1))
        steps = play(dice, swap)
        honest_steps = _replayed_honestly(steps, order)
        for viewer in VIEWERS:
            verdict = watch(steps, viewer, REVEAL).checks[1]
            # Caught exactly where an honest deal would have looked otherwise to this viewer, or been impossible.
            fair = honest_steps is not None and _seen(honest_steps, viewer) == _seen(steps, viewer)
            assert verdict is (DealCheck.GOOD if fair else DealCheck.BAD)
            caught += not fair
    assert caught > 60


def _replayed_honestly(steps: list[Step], order: tuple[Rank, ...]) -> list[Step] | None:
    """Return the same round of actions over the honest deal, None where it cannot be played."""
    game, events = apply(new_game(Rules(), SEATS), Deal(steps[0].game.lead, order))
    done = [Step(game, events)]
    reshuffles = 0
    try:
        for step in steps[1:]:
            told: tuple[Event, ...] = ()
            for event in step.events:
                reshuffles += isinstance(event, Reshuffled)
                action = _action_of(event, game, reshuffles)
                if action is not None:
                    game, more = apply(game, action)
                    told += more
            done.append(Step(game, told))
    except IllegalAction:
        return None
    return done


def _action_of(event: Event, game: Game, reshuffles: int) -> Action | None:
    """Return the action that led to `event`, None where another event stands for it.

    Raises:
        IllegalAction: the card that was matched is not the one drawn here.
    """
    match event:
        case Laid(seat=seat, cards=cards, signs=signs, terra=terra):
            return LayCards(seat, Lay(cards, signs), terra)
        case Matched(seat=seat, card=card, terra=terra):
            require(None if game.drawn == card else Reason.WRONG_CARDS)
            return Match(seat, terra)
        case Drew(seat=seat):
            return Draw(seat)
        case Kept(seat=seat):
            return Keep(seat)
        case Ronned(seats=seats):
            return Ron(seats)
        case Reshuffled():
            label = reshuffle_label(GAME, 1, reshuffles)
            return Reshuffle(game.deck + shuffled(game.under, SEED, NONCES, label))
        case _:
            return None


def _seen(steps: list[Step], viewer: Seat | None) -> list[Snapshot]:
    return list(snapshots(steps, viewer))


def test_an_arranged_reshuffle_is_caught() -> None:
    dice = random.Random(9)
    caught = 0
    for _ in range(40):
        steps = play(dice, reswap=lambda cards: tuple(sorted(cards)))
        verdicts = {watch(steps, viewer, REVEAL).checks[1] for viewer in VIEWERS}
        caught += DealCheck.BAD in verdicts
    assert caught > 5


@pytest.mark.parametrize(
    "reveal",
    [
        replace(REVEAL, seed=bytes(32)),
        replace(REVEAL, nonces=(NONCES[0], bytes([3]) * 16, b"")),
    ],
    ids=["another seed", "another nonce"],
)
def test_a_false_reveal_is_caught(reveal: Reveal) -> None:
    steps = play(random.Random(1))
    assert watch(steps, 1, reveal).checks[1] is DealCheck.BAD


def test_a_nonce_left_out_is_not_good() -> None:
    steps = play(random.Random(1))
    state = watch(steps, 1, replace(REVEAL, nonces=(NONCES[0], b"", b"")))
    assert state.checks[1] is DealCheck.BAD      # these cards come from the full set of nonces
    label = deal_label(GAME, 1)
    nonces = (NONCES[0], b"", b"")
    game = new_game(Rules(), SEATS)
    game, events = apply(game, Deal(first_lead(SEATS, SEED, nonces, GAME), shuffled(DECK, SEED, nonces, label)))
    state = watch([Step(game, events)], 1, replace(REVEAL, nonces=nonces))
    state = reduce(state, Bye(Code.CLOSING, "closing"), 0.0)
    assert state.checks[1] is DealCheck.UNKNOWN


def with_nonces(first: bytes | None, *, greeted: bool, taken: bool, relinked: bool) -> DealCheck:
    """Return the verdict of seat 0, which sent `first`, on an honest-looking round with NONCES[0] in its place.

    Args:
        greeted: it was welcomed just before the commitment.
        taken: the host acknowledged the nonce.
        relinked: its link was lost between that and the deal.
    """
    steps = play(random.Random(4))
    promise = Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1)))
    state = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
    messages: list[ToClient] = [promise, Snapshot(0, Stage.DEALING)]
    for message in messages if greeted else reversed(messages):
        state = reduce(state, message, 0.0)
    if first is not None:
        state = deals.nonce_sent(state, first)
        state = deals.nonce_taken(state, first) if taken else state
    if relinked:
        state = reduce(reduce(state, welcome(0), 0.0), Snapshot(0, Stage.DEALING), 0.0)
    for snapshot in snapshots(steps, 0):
        state = reduce(state, snapshot, 0.0)
    return reduce(state, REVEAL, 0.0).checks[1]


@pytest.mark.parametrize("greeted", [False, True])
@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("relinked", [False, True])
def test_a_nonce_that_nobody_can_have_sent_is_caught(greeted: bool, taken: bool, relinked: bool) -> None:
    """A host that makes up a nonce once it knows all others can choose the cards with it."""
    other = with_nonces(bytes([7]) * 16, greeted=greeted, taken=taken, relinked=relinked)
    excused = relinked or (greeted and not taken)      # an earlier client of this seat may have sent it
    assert other is (DealCheck.UNKNOWN if excused else DealCheck.BAD)
    none = with_nonces(None, greeted=greeted, taken=taken, relinked=relinked)
    assert none is (DealCheck.UNKNOWN if relinked or greeted else DealCheck.BAD)
    assert with_nonces(NONCES[0], greeted=greeted, taken=taken, relinked=relinked) is DealCheck.GOOD


def test_a_nonce_for_a_deal_that_was_given_up_is_no_proof_of_anything() -> None:
    """It was on its way when the host committed to another deal: the host may be honest, and may have known it."""
    steps = play(random.Random(4))
    state = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
    state = reduce(state, Snapshot(0, Stage.DEALING), 0.0)
    state = reduce(state, Commitment(bytes(16), 2, bytes(32)), 0.0)
    state = deals.nonce_taken(deals.nonce_sent(state, NONCES[0]), NONCES[0])
    state = reduce(state, Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1))), 0.0)
    for snapshot in snapshots(steps, 0):
        state = reduce(state, snapshot, 0.0)
    assert reduce(state, REVEAL, 0.0).checks[1] is DealCheck.UNKNOWN


@pytest.mark.parametrize("skip", [0, 1, 4])
def test_a_round_seen_in_part_is_unknown(skip: int) -> None:
    steps = play(random.Random(4))
    assert len(steps) > 6
    assert watch(steps, 0, REVEAL, skip=skip).checks[1] is DealCheck.UNKNOWN


def test_one_who_came_after_the_deal_cannot_judge_it() -> None:
    steps = play(random.Random(4))
    state = reduce(reduce(ClientState(), welcome(None), 0.0), roster(), 0.0)
    state = reduce(state, Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1))), 0.0)
    for snapshot in snapshots(steps, None):      # the first one tells of a deal that is done
        state = reduce(state, snapshot, 0.0)
    assert reduce(state, REVEAL, 0.0).checks[1] is DealCheck.UNKNOWN


def test_a_second_commitment_for_the_same_deal_is_not_believed() -> None:
    steps = play(random.Random(4))
    honest_commitment = Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1)))
    state = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
    state = reduce(state, Snapshot(0, Stage.DEALING), 0.0)
    state = reduce(state, replace(honest_commitment, commit=bytes(32)), 0.0)
    state = deals.nonce_sent(state, NONCES[0])
    state = reduce(state, honest_commitment, 0.0)
    for snapshot in snapshots(steps, 0):
        state = reduce(state, snapshot, 0.0)
    assert reduce(state, REVEAL, 0.0).checks[1] is DealCheck.BAD


def test_a_lost_link_with_nothing_missed_still_judges() -> None:
    steps = play(random.Random(4))
    shown = list(snapshots(steps, 0))
    state = reduce(reduce(ClientState(), welcome(0), 0.0), roster(), 0.0)
    state = reduce(state, Snapshot(0, Stage.DEALING), 0.0)
    state = reduce(state, Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1))), 0.0)
    state = deals.nonce_sent(state, NONCES[0])
    for at, snapshot in enumerate(shown):
        if at == 3:
            state = reduce(state, welcome(0), 0.0)
            state = reduce(state, Commitment(GAME, 1, commitment(SEED, deal_label(GAME, 1))), 0.0)
        state = reduce(state, snapshot, 0.0)
    assert reduce(state, REVEAL, 0.0).checks[1] is DealCheck.GOOD


def test_a_reveal_before_the_last_snapshot_waits_for_it() -> None:
    steps = play(random.Random(4))
    state = watch(steps[:-1], 0, REVEAL)
    assert state.checks[1] is DealCheck.PENDING
    assert reduce(state, list(snapshots(steps, 0))[-1], 0.0).checks[1] is DealCheck.GOOD
    bad = replace(steps[-1].game, deck=steps[-1].game.deck[:-1])
    last = list(snapshots([*steps[:-1], replace(steps[-1], game=bad)], 0))[-1]
    assert reduce(state, last, 0.0).checks[1] is DealCheck.BAD


def test_a_round_that_is_given_up_is_judged_by_what_was_seen() -> None:
    state = watch(play(random.Random(4))[:4], 0, REVEAL)
    assert reduce(state, Bye(Code.CLOSING, "closing"), 0.0).checks[1] is DealCheck.GOOD
