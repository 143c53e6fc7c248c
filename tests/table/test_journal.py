"""What a journal keeps, and how a table comes back from it (DESIGN.md 5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw
from server.engine.reasons import Reason
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View
from server.table.journal import NUMBERS_LEFT_OUT, settings_line, settings_of
from server.table.table import Table
from server.wire.messages import (
    Ack,
    AddBot,
    Change,
    Code,
    Commitment,
    DoDraw,
    Kind,
    Leave,
    Pause,
    Presence,
    Ready,
    Reveal,
    Role,
    Say,
    ShowHand,
    Stage,
    Start,
    Welcome,
)
from server.wire.settings import Assist, Level, Settings, Watching
from tests.table.crash import again, digest, restored
from tests.table.people import Person, crowd
from tests.table.shell import Shell, first_legal, new_shell, seated, seeded
from tests.table.spots import changes, code

SHORT = Settings(seats=3, rules=Rules(start=8, limit=18), pace=300)


def evening(settings: Settings = SHORT, seed: int = 1) -> tuple[Shell, list[Person]]:
    """Return a table of people that plays its first round."""
    shell = new_shell(settings, seed).open()
    people = crowd(shell, "ABC")
    shell.run_until(lambda: shell.at(Stage.PLAY))
    return shell, people


def with_window() -> tuple[Shell, list[Person]]:
    """Return a table at which a timed window has just opened and nobody has spoken."""
    shell, people = evening(Settings(seats=3))
    core = shell.table.core
    shell.run_until(lambda: core.race is not None and core.race.length > 0 and len(core.race.candidates) > 1)
    for person in people:
        person.linked = False
    return shell, people


def resume(shell: Shell, person: Person) -> int:
    """Let a person come back with their token, and do nothing more; return their peer."""
    return shell.join("", token=person.token)


def draws_much(view: View, decision: Decision) -> BotAction | None:
    """Draw while there is something to draw, so that the deck runs out again and again."""
    assert view.viewer is not None
    if decision is Decision.RON or view.phase is Phase.MATCH:
        return None                             # let it be, or keep
    if view.deck or len(view.under) > 5:
        return Draw(view.viewer)
    return first_legal(view, decision)


class TestLines:
    def test_begin_with_the_table(self) -> None:
        shell, _ = evening()
        assert [line["t"] for line in shell.journal[:2]] == ["_table", "_commit"]

    @pytest.mark.parametrize("lines", [[], [{"t": "_commit"}], [{"t": "game"}]])
    def test_that_do_not_are_no_journal(self, lines: list[dict[str, Any]]) -> None:
        with pytest.raises(ValueError, match="not a table's journal"):
            Table.restore(lines)

    def test_private_ones_and_private_keys_begin_with_an_underscore(self) -> None:
        shell, _ = evening()
        shell.run_until(lambda: bool(shell.lines("end")))
        public = {
            "game": {"format", "version", "id", "rules", "players", "started"},
            "deal": {"round", "lead", "hands", "floor", "deck", "commit", "nonces", "seed"},
            "lay": {"seat", "cards", "signs", "terra"},
            "draw": {"seat", "cards"},
            "match": {"seat", "card", "terra"},
            "keep": {"seat"},
            "ron": {"seats", "payer", "penalty"},
            "settle": {"round", "winners", "pay", "scores"},
            "end": {"scores", "winners", "reason"},
        }
        for line in shell.journal:
            kind = line["t"]
            if kind != "race" and not kind.startswith("_"):
                assert {key for key in line if not key.startswith("_")} == public[kind] | {"t"}

    def test_hold_no_token(self) -> None:
        shell, people = evening()
        people[0].cut()
        people[0].back()
        text = json.dumps(shell.journal)
        tokens = [message.token for _, _, message in shell.stream if isinstance(message, Welcome)]
        assert len(tokens) == 4
        for token in tokens:
            assert token is not None
            assert token.hex() not in text
            assert str(list(token))[1:-1] not in text

    def test_of_settings_give_the_settings_again(self) -> None:
        settings = Settings(
            seats=5,
            rules=Rules(hand=7, terra=3),
            ron_window=0,
            assist=Assist.HINTS,
            watching=Watching.DELAYED,
            delay=4,
        )
        assert settings_of(json.loads(json.dumps(settings_line(settings)))) == settings

    def test_a_rounds_end_and_the_next_seed_are_kept_before_they_are_told(self) -> None:
        shell, _ = evening()
        shell.run_until(lambda: bool(shell.lines("settle")))
        end = next(i for i, (_, _, message) in enumerate(shell.stream) if isinstance(message, Reveal))
        assert any(isinstance(message, Commitment) for _, _, message in shell.stream[end:])
        assert shell.journal[-1]["t"] == "_commit"


class TestRestored:
    def test_all_humans_are_away_and_the_table_waits_for_one(self) -> None:
        shell, people = evening()
        after = again(shell, shell.journal)
        game = after.game
        after.run(1_000.0)
        assert after.game == game == shell.game
        peer = resume(after, people[1])
        assert [seat.presence for seat in after.roster(peer).seats] == [
            Presence.AWAY,
            Presence.HERE,
            Presence.AWAY,
        ]
        assert Change.RESUMED in changes(after, peer)

    def test_a_turn_has_its_full_time(self) -> None:
        shell, people = evening()
        after = again(shell, shell.journal)
        after.run(500.0)
        peer = resume(after, people[0])
        clock = after.last(peer).clock
        assert clock is not None
        assert clock.left == clock.total == 60_000

    def test_numbers_only_grow(self) -> None:
        shell, people = evening()
        for _ in range(300):
            shell.give(people[0].peer, lambda seq: Say(seq, "not in the journal, but numbered"))
        newest = shell.last(people[0].peer)
        after = again(shell, shell.journal)
        seen = after.last(resume(after, people[0]))
        assert seen.rev > newest.rev
        assert seen.events[-1].n > newest.events[-1].n
        third = again(after, after.journal)
        assert third.table.core.events > after.table.core.events > NUMBERS_LEFT_OUT

    def test_an_open_window_opens_anew_in_full(self) -> None:
        shell, people = with_window()
        shell.run(1.0)
        after = again(shell, shell.journal)
        peer = resume(after, people[0])
        moment = after.last(peer).moment
        assert moment is not None
        assert (moment.left, moment.length) == (1_500, 1_500)
        assert moment.window > NUMBERS_LEFT_OUT

    def test_and_once_more_for_each_who_comes_back_and_could_ron(self) -> None:
        shell, people = with_window()
        first, second = sorted(shell.race.candidates)
        after = again(shell, shell.journal)
        peers = [resume(after, people[first])]
        after.run(1.2)
        peers.append(resume(after, people[second]))
        for peer in peers:
            moment = after.last(peer).moment
            assert moment is not None
            assert (moment.window, moment.left) == (after.race.window, 1_500)

    def test_but_not_once_somebody_has_spoken(self) -> None:
        shell, people = with_window()
        turn, other = shell.game.turn, max(shell.race.candidates - {shell.game.turn})
        after = again(shell, shell.journal)
        peer = resume(after, people[turn])
        after.act(peer, DoDraw())
        window = after.race.window
        resume(after, people[other])
        assert after.race.window == window

    def test_a_moment_after_a_draw_is_bare_again(self) -> None:
        shell, people = evening()
        shell.run_until(lambda: shell.journal[-1]["t"] == "draw" and shell.table.core.race is not None)
        after = again(shell, shell.journal)
        resume(after, people[0])
        assert after.race.length == 0

    def test_a_pause_outlives_the_host(self) -> None:
        shell, people = evening()
        shell.give(people[1].peer, lambda seq: Pause(seq, True))
        after = again(shell, shell.journal)
        peer = resume(after, people[0])
        assert after.last(peer).paused == 1
        assert code(after.act(peer, DoDraw())) == Code.PAUSED
        after.give(peer, lambda seq: Pause(seq, False))
        assert after.table.core.stopped is None

    def test_that_hands_were_shown_outlives_the_host(self) -> None:
        shell, people = evening()
        watcher = shell.join("W", Role.WATCH)
        shell.give(people[1].peer, lambda seq: ShowHand(seq, True))
        shell.run(0.1)
        shell.give(people[1].peer, lambda seq: ShowHand(seq, False))
        assert shell.table.core.hands_were_shown
        assert again(shell, shell.journal).table.core.hands_were_shown
        assert len(shell.lines("_shown")) == 1
        shell.run(0.1)
        assert shell.last(watcher).hands == ()

    def test_so_does_it_who_left_a_hand_to_a_bot(self) -> None:
        shell, people = evening()
        shell.give(people[1].peer, lambda seq: Leave(seq, bot=True))
        assert again(shell, shell.journal).table.core.left == {1}
        shell.run_until(lambda: len(shell.lines("deal")) == 2)
        assert again(shell, shell.journal).table.core.left == set()

    def test_a_table_of_bots_goes_on_by_itself(self) -> None:
        shell = new_shell(SHORT).open(*[Level.EASY] * 3)
        shell.run(5.0)
        after = again(shell, shell.journal)
        after.run_until(lambda: bool(after.lines("end")))

    @pytest.mark.parametrize("stage", [Stage.LOBBY, Stage.BETWEEN, Stage.OVER])
    def test_between_rounds_people_are_waited_for(self, stage: Stage) -> None:
        shell = new_shell(SHORT).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: shell.at(stage))
        after = again(shell, shell.journal)
        after.run(30.0)
        assert after.at(stage)
        for person in people:
            person.back(after)
        after.run_until(lambda: after.at(Stage.PLAY))


class TestDeals:
    def test_a_restart_re_rolls_nothing(self) -> None:
        shell, peers = seated(SHORT)
        person = [shell.welcome(peer).token for peer in peers]
        seeds = []
        for entropy in (5, 6):
            after = again(shell, shell.journal, entropy)
            for token in person:
                peer = after.join("", token=token)
                after.give(peer, lambda seq: Ready(seq, True, bytes(16)))
            seeds.append(after.lines("deal")[0])
            assert after.newest(peer, Commitment) == shell.newest(peers[0], Commitment)
        assert seeds[0] == seeds[1]

    def test_a_game_line_without_its_deal_begins_nothing(self) -> None:
        shell, people = evening()
        at = next(i for i, line in enumerate(shell.journal) if line["t"] == "game")
        after = again(shell, shell.journal[: at + 1])
        assert after.at(Stage.LOBBY)
        assert after.table.core.games == 0
        for person in people:
            person.back(after)
        after.run_until(lambda: bool(after.lines("end")))
        assert [line["id"] for line in after.lines("game")] == [after.table.core.evening.hex()] * 2
        assert digest(restored(after.journal).core) == digest(after.table.core)

    def test_reshuffles_go_on_counting(self) -> None:
        shell = new_shell(Settings(seats=5, rules=Rules(hand=12), pace=0))
        shell.bot = draws_much
        shell.open(*[Level.EASY] * 5)
        core = shell.table.core
        shell.run_until(lambda: core.dealer.reshuffles == 2)
        table = restored(shell.journal)
        assert table.core.dealer.reshuffles == 2
        assert table.core.dealer.reshuffle(core.game, core.game.under) == core.dealer.reshuffle(
            core.game, core.game.under
        )

    def test_who_missed_the_reveal_gets_it_from_the_host_that_came_back(self) -> None:
        shell, people = evening()
        shell.run_until(lambda: bool(shell.lines("settle")))
        after = again(shell, shell.journal)
        peer = resume(after, people[0])
        assert after.newest(peer, Reveal) == shell.newest(people[0].peer, Reveal)

    def test_an_announced_seed_outlives_the_host(self) -> None:
        shell = Shell(Table(SHORT, entropy=seeded(1), seed=7)).open(*[Level.EASY] * 3)
        after = again(shell, shell.journal)
        assert after.roster(after.join("W", Role.WATCH)).seed == 7
        after.run_until(lambda: len(after.lines("deal")) == 2)
        shell.run_until(lambda: len(shell.lines("deal")) == 2)
        assert after.lines("deal")[1]["deck"] == shell.lines("deal")[1]["deck"]


class TestCommands:
    def test_a_move_that_was_done_and_not_answered_is_not_done_again(self) -> None:
        shell, people = evening()
        turn = shell.game.turn
        shell.act(people[turn].peer, DoDraw())
        seq = shell.seqs[people[turn].peer]
        after = again(shell, shell.journal)
        peer = resume(after, people[turn])
        assert after.welcome(peer).seq == seq
        after.send(peer, shell.given[people[turn].peer])
        assert after.answer(peer, seq) == Ack(seq)
        assert len(after.lines("draw")) == 1

    def test_nor_is_a_bot_added_twice(self) -> None:
        shell = new_shell(SHORT).open()
        peer = shell.join("Minji")
        shell.give(peer, lambda seq: AddBot(seq))
        after = again(shell, shell.journal)
        back = after.join("", token=shell.welcome(peer).token)
        after.send(back, shell.given[peer])
        assert after.answer(back, shell.seqs[peer]) == Ack(shell.seqs[peer])
        assert [seat.kind for seat in after.roster(back).seats] == [Kind.HUMAN, Kind.BOT, Kind.OPEN]

    def test_r5_8_a_false_ron_is_refused_again_as_it_was(self) -> None:
        shell, people = evening()
        shell.run_until(lambda: shell.table.core.race is not None)
        race = shell.race
        seat = next(seat for seat in range(3) if seat not in (race.layer, race.turn))
        peer = people[seat].peer
        answer = shell.ron(peer, 300)
        shell.run(0.2)
        answer = shell.answer(peer)
        assert code(answer) == Reason.NOT_ONE_CARD
        after = again(shell, shell.journal)
        back = resume(after, people[seat])
        after.send(back, shell.given[peer])
        assert after.answer(back, shell.seqs[peer]) == answer
        assert after.game.barred == {seat}
        assert len(after.lines("false_ron")) == 1

    def test_one_that_was_not_done_is_done_now(self) -> None:
        shell = new_shell(SHORT).open()
        peer = shell.join("Minji")
        before = list(shell.journal)
        shell.give(peer, lambda seq: AddBot(seq))
        after = again(shell, before)
        back = after.join("", token=shell.welcome(peer).token)
        after.send(back, shell.given[peer])
        assert after.answer(back, shell.seqs[peer]) == Ack(shell.seqs[peer])
        assert after.roster(back).seats[1].kind is Kind.BOT

    def test_a_start_that_waits_for_nonces_is_no_commitment(self) -> None:
        shell, peers = seated(SHORT)
        shell.give(peers[0], lambda seq: Start(seq))
        assert shell.at(Stage.DEALING)
        assert again(shell, shell.journal).at(Stage.LOBBY)


class TestTokens:
    def test_an_old_token_stays_worth_nothing(self) -> None:
        shell, people = evening()
        old = people[0].token
        people[0].cut()
        people[0].back()
        shell.run(3.0)                          # a pong shows that the new one has arrived
        after = again(shell, shell.journal)
        assert after.byes[after.join("", token=old)].code is Code.BAD_TOKEN
        assert after.welcome(resume(after, people[0])).seat == 0

    def test_an_old_token_whose_successor_was_lost_with_the_host_is_good(self) -> None:
        shell, people = evening()
        old = people[0].token
        people[0].cut()
        shell.silent.add(shell.peers + 1)
        shell.join("", token=old)
        after = again(shell, shell.journal)
        assert after.welcome(after.join("", token=old)).seat == 0
