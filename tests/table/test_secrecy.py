"""No byte, and no moment, that reaches a viewer depends on what that viewer may not see (DESIGN.md 3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from server.engine.cards import Rank
from server.engine.events import Drew, Laid, Matched, Pay, Ronned
from server.engine.rules import Rules
from server.table.effects import Send
from server.wire.messages import (
    Ack,
    Change,
    Clock,
    Code,
    DoDraw,
    DoKeep,
    GameView,
    Leave,
    Moment,
    Numbered,
    RaceLine,
    Ready,
    Role,
    SeatInfo,
    ShowHand,
    Snapshot,
    SpectatorInfo,
    Stage,
    ToClient,
    Welcome,
)
from server.wire.settings import Level, Settings, Watching
from server.wire.spelling import EVENT_TAGS
from tests.engine.positions import position
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.swap import (
    SETTINGS,
    in_order,
    play_out,
    random_position,
    seen_of,
    stream,
    swapped,
    table_at,
)
from tests.wire.generate import hints_of

EARLY = 5
"""The peer of the spectator who was there from the start."""


def peers_of(shell: Shell, viewer: int | None) -> set[int]:
    """Return all links, older ones too, of a seat, or of the spectators."""
    return {
        peer for peer, inbox in shell.inbox.items() for m in inbox if isinstance(m, Welcome) and m.seat == viewer
    }


class TestSwap:
    @pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
    def test_cards_that_one_cannot_see_change_nothing_that_one_gets(self, viewer: int | None) -> None:
        compared = 0
        for seed in range(16):
            random = Random(f"{viewer} {seed}")
            game = random_position(random)
            shell, steps = play_out(game, random)
            other = swapped(game, shell.game, viewer, random)
            if other is None:
                continue
            twin, _ = table_at(in_order(other))
            for step in steps:
                step(twin)
            seen, seen_there = (
                seen_of(start, table.journal, viewer) for start, table in ((game, shell), (other, twin))
            )
            if seen == seen_there:
                compared += 1
                peers = peers_of(shell, viewer)
                assert peers == peers_of(twin, viewer)
                assert stream(twin, peers) == stream(shell, peers)
        assert compared >= 6

    def test_the_test_would_notice(self) -> None:
        """A card that is shown does differ in the stream."""
        streams = []
        for card in (9, 10):
            shell, peers = table_at(position((1, 2), (card, 9), (8,), (13, 14), floor=8, turn=1, layer=0))
            shell.give(peers[1], lambda seq: ShowHand(seq, True))
            shell.run(0.1)
            streams.append(stream(shell, {EARLY}))
        assert streams[0] != streams[1]

    @pytest.mark.parametrize("viewer", [0, 2, 3, None])
    @pytest.mark.parametrize("cards", [(5, 11), (4, 12)])
    def test_a_drawn_card_that_was_kept_leaves_no_trace(self, viewer: int | None, cards: tuple[Rank, Rank]) -> None:
        streams = []
        for card in cards:
            game = position((1, 2), (7, 9, 9), (10, 10), (13, 14), floor=5, turn=1, layer=0, top=(card,))
            shell, peers = table_at(game)
            shell.act(peers[1], DoDraw())
            shell.run(2.0)
            shell.act(peers[1], DoKeep())
            shell.run(2.0)
            streams.append(stream(shell, peers_of(shell, viewer)))
        assert streams[0] == streams[1]

    @pytest.mark.parametrize("card", [8, 7])
    def test_the_pause_tells_nobody_who_could_ron(self, card: Rank) -> None:
        """The window opens and closes alike, whether or not the single card that somebody holds fits."""
        game = position((1, 2), (9, 9, 10), (card,), (13, 14), floor=8, turn=1, layer=0, top=(4,))
        shell, peers = table_at(game)
        shell.act(peers[1], DoDraw())
        shell.run(5.0)
        told = [at for at, peer, message in shell.stream if peer == peers[0] and isinstance(message, Snapshot)]
        assert round(told[-1] - told[-2], 6) == 1.504        # the window and the margin of C's link


def cards_of(message: ToClient) -> list[Rank]:
    """Return every card that a message shows."""
    if not isinstance(message, Snapshot):
        return []
    cards = [card for hand in message.hands for card in hand]
    if message.view is not None:
        view = message.view
        cards += [*view.hand, *view.under, view.floor, view.drawn or 0]
    for numbered in message.events:
        match numbered.event:
            case Laid(cards=laid) | Drew(cards=laid):
                cards += laid
            case Matched(card=card):
                cards.append(card)
            case Ronned(cards=laid, penalty_cards=penalty):
                cards += [*laid, *penalty]
    return cards


CARDS = "low=1, high=15"
"""How the limits of a rank read."""
PUBLIC_CARDS = {("Dealt", "floor"), ("Rules", "terra")}
LOOKED_AT = {
    ("Snapshot", "hands"), ("GameView", "hand"), ("GameView", "under"), ("GameView", "drawn"), ("Laid", "cards"),
    ("Drew", "cards"), ("Matched", "card"), ("Ronned", "cards"), ("Ronned", "penalty_cards"),
}
"""What `cards_of` looks at, beside the floor card, which may be 0 for none."""


def test_no_other_message_or_event_has_a_place_for_a_card() -> None:
    parts = (GameView, Moment, Clock, Numbered, SeatInfo, SpectatorInfo, RaceLine, Pay, Settings, Rules)
    found = {
        (cls.__name__, name)
        for cls in (*get_args(ToClient), *EVENT_TAGS, *parts)
        for name, hint in hints_of(cls).items()
        if CARDS in repr(hint)
    }
    assert found == LOOKED_AT | PUBLIC_CARDS


class TestCanary:
    """C holds the one 15 that there is, and never lays it."""

    def evening(self) -> tuple[Shell, list[int]]:
        game = position((1, 2), (9, 9, 10), (15, 14), (13, 14), floor=8, turn=1, layer=0, top=(4,))
        shell, peers = table_at(game)
        shell.act(peers[1], DoDraw())
        shell.run(5.0)
        for _ in range(6):
            shell.run(61.0)
        shell.join("Late", Role.WATCH)
        shell.cut(peers[3])
        shell.run(30.0)
        shell.resume(peers[3])
        shell.give(peers[0], lambda seq: Leave(seq, bot=True))
        shell.run(5.0)
        return shell, peers

    def test_is_seen_by_its_holder_alone(self) -> None:
        shell, _ = self.evening()
        assert 15 in shell.game.hands[2]
        holder = peers_of(shell, 2)
        for at, peer, message in shell.stream:
            assert (15 in cards_of(message)) <= (peer in holder), (at, peer)
        assert any(15 in cards_of(message) for _, peer, message in shell.stream if peer in holder)

    def test_one_who_left_gets_nothing_more(self) -> None:
        shell, peers = self.evening()
        assert shell.byes[peers[0]].code is Code.LEFT
        left = next(at for at, peer, m in shell.stream if peer == peers[0] and isinstance(m, Ack))
        assert not [message for at, peer, message in shell.stream if peer == peers[0] and at > left]


class TestDelayed:
    @pytest.mark.parametrize("delay", [0, 1, 3, 10])
    def test_spectators_see_all_hands_as_they_were_so_many_turns_ago(self, delay: int) -> None:
        settings = Settings(
            seats=3, rules=Rules(start=8, limit=18), watching=Watching.DELAYED, delay=delay, pace=200
        )
        shell = new_shell(settings).open(*[Level.EASY] * 3)
        watcher = shell.join("W", Role.WATCH)
        turns = [shell.game.hands]
        stood = (1, 0)
        compared = 0
        while not shell.lines("end"):
            assert shell.step(1e9)
            game = shell.game
            if (game.round, game.turns) != stood and game.round:
                stood = (game.round, game.turns)
                turns.append(game.hands)
            seen = shell.last(watcher)
            if seen.rev == shell.table.core.rev and turns:
                assert seen.hands == (turns[-1 - delay] if len(turns) > delay else ())
                compared += seen.hands != ()
        assert compared > 10

    def test_players_do_not(self) -> None:
        shell, peers = seated(replace(SETTINGS, watching=Watching.DELAYED))
        shell.put(random_position(Random(1)))
        shell.run(100.0)
        for peer in peers:
            assert all(message.hands == () for message in shell.inbox[peer] if isinstance(message, Snapshot))

    def test_a_new_game_shows_nothing_of_the_last_one(self) -> None:
        settings = Settings(seats=3, rules=Rules(start=5, limit=12), watching=Watching.DELAYED, delay=3)
        shell = new_shell(settings).open()
        crowd(shell, "ABC")
        watcher = shell.join("W", Role.WATCH)
        shell.run_until(lambda: len(shell.lines("game")) == 2)
        assert shell.last(watcher).hands == ()


class TestShown:
    def test_a_player_may_let_spectators_see_their_hand_and_all_are_told(self) -> None:
        shell, peers = table_at(random_position(Random(2)))
        assert isinstance(shell.give(peers[1], lambda seq: ShowHand(seq, True)), Ack)
        hands = shell.game.hands
        shell.run(0.1)                      # spectators are told by and by
        assert shell.last(EARLY).hands == ((), hands[1], (), ())
        for peer in (*peers, EARLY):
            assert [seat.shows_hand for seat in shell.roster(peer).seats] == [False, True, False, False]
        assert all(shell.last(peer).hands == () for peer in peers)

    def test_and_no_longer(self) -> None:
        shell, peers = table_at(random_position(Random(2)))
        shell.give(peers[1], lambda seq: ShowHand(seq, True))
        shell.run(0.1)
        assert shell.last(EARLY).hands
        shell.give(peers[1], lambda seq: ShowHand(seq, False))
        shell.run(0.1)
        assert shell.last(EARLY).hands == ()
        assert not shell.roster(peers[0]).seats[1].shows_hand

    def test_not_before_the_cards_are_dealt(self) -> None:
        shell, peers = seated(Settings(seats=3))
        watcher = shell.join("W", Role.WATCH)
        shell.give(peers[1], lambda seq: ShowHand(seq, True))
        assert shell.last(watcher).hands == ()
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        assert shell.last(watcher).hands == ((), shell.game.hands[1], ())

    def test_consent_ends_with_the_seat(self) -> None:
        shell, peers = table_at(random_position(Random(2)))
        shell.give(peers[1], lambda seq: ShowHand(seq, True))
        shell.run(0.1)
        assert shell.last(EARLY).hands
        shell.give(peers[1], lambda seq: Leave(seq, bot=True))
        shell.run(0.1)
        assert shell.last(EARLY).hands == ()

    def test_consent_lasts_to_the_games_end_by_the_rules_and_over_its_rounds(self) -> None:
        shell = new_shell(Settings(seats=3, rules=Rules(start=15, limit=30))).open()
        people = crowd(shell, "ABC")
        watcher = shell.join("W", Role.WATCH)
        shell.run_until(lambda: shell.at(Stage.PLAY))
        shell.give(people[1].peer, lambda seq: ShowHand(seq, True))
        shell.run_until(lambda: shell.at(Stage.PLAY) and shell.game.round > 1)
        shell.run(0.1)
        assert shell.last(watcher).hands[1] == shell.game.hands[1]
        shell.run_until(lambda: len(shell.lines("game")) == 2)
        shell.run(0.1)
        assert shell.last(watcher).hands == ()
        assert not any(seat.shows_hand for seat in shell.roster(watcher).seats)

    def test_a_public_spectator_sees_no_hand(self) -> None:
        shell, _ = table_at(random_position(Random(2)))
        shell.run(0.1)
        assert shell.last(EARLY).hands == ()
        assert shell.last(EARLY).view.hand == ()  # type: ignore[union-attr]


def test_refusals_and_answers_reach_their_sender_alone() -> None:
    shell, peers = table_at(random_position(Random(4)))
    shell.run(3.0)
    before = {peer: len(shell.inbox[peer]) for peer in (*peers, EARLY)}
    idle = next(seat for seat in range(4) if seat != shell.game.turn)
    shell.act(peers[idle], DoDraw())
    grown = {peer for peer in before if len(shell.inbox[peer]) > before[peer]}
    assert grown == {peers[idle]}
    assert Change.AWAY not in [getattr(event, "what", None) for event in shell.events(EARLY)]


def test_all_who_see_the_same_share_one_message() -> None:
    """So that the shell encodes it once for 500 spectators; it can hold no one viewer's secret then."""
    shell, peers = table_at(random_position(Random(5)))
    watchers = [EARLY, *(shell.join(f"W{number}", Role.WATCH) for number in range(5))]
    shell.run(0.5)
    shell.table.core.changed = True
    effects = shell.table.tick(shell.now)
    snapshots = {
        effect.peer: id(effect.message)
        for effect in effects
        if isinstance(effect, Send) and isinstance(effect.message, Snapshot)
    }
    assert len({snapshots[peer] for peer in watchers}) == 1
    assert len({snapshots[peer] for peer in (*peers, EARLY)}) == 5
