"""The reducer: each event once, waits cleared, hostile texts cleaned, and never an exception."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from server.engine.events import (
    Cause,
    Dealt,
    Drew,
    EndReason,
    Event,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Pay,
    Reshuffled,
    Ronned,
    RoundEnded,
)
from server.engine.state import Phase
from server.wire.codec import decode_to_client, encode
from server.wire.frames import HEADER
from server.wire.messages import (
    Ack,
    Act,
    Bye,
    Change,
    Changed,
    Claim,
    Code,
    Commitment,
    DoDraw,
    GameView,
    Moment,
    Numbered,
    Pong,
    Refusal,
    Reveal,
    Said,
    SpectatorInfo,
    Stage,
    TableEvent,
    ToClient,
    Welcome,
)
from server.wire.settings import Settings
from terra_tui.session.reducer import LOG_LIMIT, reduce, sent
from terra_tui.session.state import ClientState
from tests.session.fake_host import GAME, roster, snap, view, welcome

HOSTILE = "\x1b[2J[/red][@click=app.quit]x\u202e\u200b"


def after(*messages: ToClient, state: ClientState | None = None) -> ClientState:
    """Return the state after `messages`, from a new or the given state."""
    state = state or reduce(ClientState(), welcome(0), 0.0)
    for at, message in enumerate(messages):
        state = reduce(state, message, float(at))
    return state


def said(n: int, text: str = "hello") -> Numbered:
    return Numbered(n, Said("Jun", text, 1))


def ended(round: int, scores: tuple[int, ...]) -> RoundEnded:
    return RoundEnded(round, Cause.COMBINATION, (0,), (Pay(1, 0, 2),), (0, 2, 3, 4, 5)[: len(scores)], scores, 0)


def test_each_event_is_logged_once_in_order() -> None:
    state = after(
        roster(),
        snap(1, view(), said(4), said(5)),
        snap(2, view(), said(5), said(6)),
        snap(3, view(), said(4), said(6), said(7)),
    )
    assert [numbered.n for numbered in state.log] == [4, 5, 6, 7]


def test_the_newest_500_are_kept() -> None:
    state = after()
    for n in range(1, LOG_LIMIT + 30):
        state = reduce(state, snap(n, None, said(n), stage=Stage.LOBBY), 0.0)
    assert len(state.log) == LOG_LIMIT == 500
    assert state.log[-1].n == LOG_LIMIT + 29


def test_an_older_snapshot_is_left_out_but_not_on_a_new_link() -> None:
    state = after(snap(9, view(floor=5)), snap(8, view(floor=6)))
    assert state.snapshot is not None
    assert state.snapshot.rev == 9
    state = after(welcome(0), snap(3, view(floor=7)), state=state)
    assert state.snapshot is not None
    assert state.snapshot.rev == 3


def test_a_host_that_counts_anew_after_a_crash_is_still_heard() -> None:
    state = after(snap(50, view(), said(40, "old"), said(41, "lost")))
    again = (welcome(0), snap(12, view(), said(40, "old"), said(41, "new")), snap(13, view(), said(42)))
    state = after(*again, state=state)
    texts = [numbered.event.text for numbered in state.log if isinstance(numbered.event, Said)]
    assert texts == ["old", "lost", "new", "hello"]


def test_waiting_lasts_until_the_move_is_done() -> None:
    state = after(roster(), snap(1, view()))
    state = sent(state, Act(5, 1, DoDraw()))
    assert state.waiting
    state = after(Ack(5), snap(2, view(), said(1)), state=state)
    assert state.waiting                     # taken in, and held while a Ron may come
    assert not after(snap(3, view(turn=1, deck=19)), state=state).waiting
    assert not after(snap(3, view(), stage=Stage.BETWEEN), state=state).waiting
    assert not after(Refusal("stale", "late", 5), state=state).waiting
    assert after(Refusal("too_fast", "chat", 4), state=state).waiting


def test_an_event_keeps_the_names_of_its_time() -> None:
    before = after(welcome(0), roster(), snap(1, view(), Numbered(1, Drew(1, 1, False))))
    assert before.as_of(1) is before
    now = after(roster("Minji", "Mars", "Sora"), snap(2, view(), Numbered(2, Drew(1, 1, False))), state=before)
    assert [now.as_of(number).name_of(1) for number in (1, 2)] == ["Jun", "Mars"]
    many = [Numbered(number, Drew(1, 1, False)) for number in range(3, 3 + LOG_LIMIT)]
    assert len(after(snap(3, view(), *many), state=now).names) == 1
    again = after(welcome(0), snap(1, view(), Numbered(1, Drew(2, 1, False))), state=now)
    assert again.as_of(1).name_of(1) == "Mars"


def test_a_claim_is_for_one_window() -> None:
    moment = Moment(4, 1500, 1500)
    state = after(roster(), snap(4, view(), moment=moment))
    state = sent(state, Claim(6, 4, 300))
    assert state.claimed == 4
    assert after(Ack(6), snap(5, view(), moment=moment), state=state).claimed == 4
    false = after(Refusal("dots_differ", "false", 6), state=state)
    assert (false.claimed, false.claim) == (4, None)
    assert after(Refusal("claimed", "in already", 6), state=state).claim == 6
    assert after(Refusal("too_fast", "wait", 6), state=state).claimed is None
    assert after(snap(6, view(), moment=Moment(6)), state=state).claimed is None
    assert after(snap(6, view()), state=state).claimed is None


def test_points_by_round() -> None:
    state = after(
        roster(),
        snap(1, view(), Numbered(1, Dealt(1, 0, 4))),
        snap(2, view(scores=(32, 28, 30)), Numbered(2, ended(1, (32, 28, 30))), stage=Stage.BETWEEN),
        snap(3, view(round=2, round_start=(32, 28, 30)), Numbered(3, Dealt(2, 0, 9))),
        snap(
            4,
            view(round=2, round_start=(32, 28, 30)),
            Numbered(4, ended(2, (62, 28, 0))),
            Numbered(5, GameEnded((62, 28, 0), (0,), EndReason.LIMIT)),
            stage=Stage.OVER,
        ),
    )
    assert state.points == ((30, 30, 30), (32, 28, 30), (62, 28, 0))
    assert after(snap(5, view(), Numbered(6, Dealt(1, 0, 4))), state=state).points == ((30, 30, 30),)


@pytest.mark.parametrize("between", [Stage.BETWEEN, Stage.DEALING, Stage.OVER, Stage.LOBBY])
def test_points_do_not_grow_between_rounds_whatever_is_told_then(between: Stage) -> None:
    """The view is that of the round that has ended until the next one is dealt."""
    first, second, third = (30, 30, 30), (32, 28, 30), (40, 20, 30)
    state = after(
        roster(),
        snap(1, view(), Numbered(1, Dealt(1, 0, 4))),
        snap(2, view(scores=second), Numbered(2, ended(1, second)), stage=Stage.BETWEEN),
        snap(3, view(round=2, round_start=second), Numbered(3, Dealt(2, 0, 9))),
        snap(4, view(round=2, round_start=second, scores=third), Numbered(4, ended(2, third)), stage=Stage.BETWEEN),
        *(snap(rev, view(round=2, round_start=second, scores=third), stage=between) for rev in (5, 6)),
        snap(7, view(round=3, round_start=third), Numbered(5, Dealt(3, 0, 9))),
    )
    assert state.points == (first, second, third)


def test_points_of_a_round_whose_end_was_missed() -> None:
    state = after(roster(), snap(1, view(), Numbered(1, Dealt(1, 0, 4))))
    state = after(welcome(0), snap(90, view(round=3, round_start=(20, 35, 35))), state=state)
    assert state.points == ((30, 30, 30), (20, 35, 35))


def test_a_latecomer_begins_where_the_round_began() -> None:
    assert after(roster(), snap(9, view(round=4, round_start=(25, 31, 34)))).points == ((25, 31, 34),)


def test_another_evening_forgets_the_old_one() -> None:
    state = after(roster(), snap(1, view(), said(1)))
    state = after(Welcome(1, "other", bytes(16), 1), state=state)
    assert (state.table, state.seat, state.log, state.snapshot) == ("other", 1, (), None)


def test_texts_are_clean_before_anybody_draws_them() -> None:
    names = roster("Minji", HOSTILE, "y" * 40)
    watched = replace(names, spectators=(SpectatorInfo(HOSTILE),))
    events = (
        Numbered(1, Said(HOSTILE, HOSTILE * 3, 1)),
        Numbered(2, Changed(Change.JOINED, 1, HOSTILE)),
    )
    state = after(watched, snap(1, view(), *events), Refusal("odd", HOSTILE, 1))
    table = reduce(ClientState(), Welcome(1, HOSTILE, GAME), 0.0).table
    drawn = [table, state.name_of(1), state.name_of(2)]
    assert state.roster is not None
    assert state.snapshot is not None
    assert state.refusal is not None
    drawn += [one.name for one in state.roster.spectators]
    drawn.append(state.refusal.text)
    for numbered in (*state.log, *state.snapshot.events):
        event = numbered.event
        assert isinstance(event, Said | Changed)
        drawn += [event.name] + ([event.text] if isinstance(event, Said) else [])
    assert all(text and text.isprintable() for text in drawn)
    assert state.name_of(2) == "y" * 16


def test_no_decodable_message_raises_in_any_order() -> None:
    """Every message goes over the wire and back, so that only what the codec lets through is tried."""
    dice = random.Random(11)
    for _ in range(400):
        state = ClientState()
        for _ in range(30):
            payload = encode(_random_message(dice))[HEADER.size :]
            state = reduce(state, decode_to_client(payload), dice.random())
            if dice.random() < 0.1:
                state = sent(state, Act(dice.randint(0, 9), 1, DoDraw()))
            if dice.random() < 0.1:
                state = sent(state, Claim(dice.randint(0, 9), dice.randint(0, 30), 0))
            numbers = [numbered.n for numbered in state.log]
            assert len(numbers) <= LOG_LIMIT
            assert state.waiting == (state.move is not None)


def _random_message(dice: random.Random) -> ToClient:
    seat = dice.choice([None, 0, 1, 2, 4])
    match dice.randrange(11):
        case 0:
            return Welcome(1, "t", dice.choice([GAME, bytes(16)]), seat, bytes(32), dice.randint(0, 9))
        case 1:
            names = ("x" * dice.randint(0, 20) for _ in range(dice.randint(3, 5)))
            return roster(*names, settings=Settings(seats=4))
        case 2:
            return Commitment(GAME, dice.randint(0, 3), bytes([dice.randint(0, 1)]) * 32)
        case 3:
            nonces = tuple(bytes(dice.randint(0, 32)) for _ in range(dice.randint(0, 5)))
            return Reveal(GAME, dice.randint(0, 3), bytes(32), nonces)
        case 4:
            return Refusal(dice.choice(["stale", "late", "odd"]), "text", dice.choice([None, 1, 2, 3]))
        case 5:
            small: list[ToClient] = [Ack(3), Pong(4), Bye(Code.LEFT, "")]
            return dice.choice(small)
        case _:
            events = tuple(Numbered(dice.randint(0, 40), _random_event(dice)) for _ in range(dice.randint(0, 4)))
            moment = dice.choice([None, Moment(dice.randint(0, 30), 5, 10)])
            game = dice.choice([None, _random_view(dice)])
            return snap(dice.randint(0, 40), game, *events, stage=dice.choice(list(Stage)), moment=moment)


def _random_view(dice: random.Random) -> GameView:
    seats = dice.randint(3, 5)
    return GameView(
        phase=dice.choice(list(Phase)),
        round=dice.randint(0, 3),
        lead=dice.randint(0, 4),
        turn=dice.randint(0, 4),
        floor=dice.randint(0, 15),
        layer=dice.choice([None, 0, 4]),
        under=tuple(dice.randint(1, 15) for _ in range(dice.randint(0, 9))),
        deck=dice.randint(0, 64),
        cards=tuple(dice.randint(0, 64) for _ in range(seats)),
        scores=tuple(dice.randint(-99, 99) for _ in range(dice.randint(3, 5))),
        round_start=tuple(dice.randint(-99, 99) for _ in range(dice.randint(3, 5))),
        hand=tuple(dice.randint(1, 15) for _ in range(dice.randint(0, 9))),
    )


def _random_event(dice: random.Random) -> Event | TableEvent:
    seat, card = dice.randint(0, 4), dice.randint(1, 15)
    scores = tuple(dice.randint(-9, 90) for _ in range(dice.randint(3, 5)))
    events: list[Event | TableEvent] = [
        Dealt(dice.randint(0, 3), seat, card),
        Laid(seat, (card, 3), "+", True),
        Drew(seat, dice.randint(0, 3), False, (card,)),
        Matched(seat, card, False),
        Kept(seat),
        Reshuffled(dice.randint(0, 64)),
        Ronned((seat,), (card,), dice.choice([None, 4]), 3, False, (card,)),
        ended(dice.randint(0, 3), scores),
        GameEnded(scores, (seat % 3,), EndReason.STOPPED),
        Said("x", "y"),
        Changed(Change.AWAY, seat),
    ]
    return dice.choice(events)
