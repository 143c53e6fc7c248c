"""The owner ends a game: nobody's Ron is lost, the deal can be checked, and the record says so (DESIGN.md 4)."""

from __future__ import annotations

from dataclasses import replace

from server.engine.events import EndReason, GameEnded, Ronned
from server.records.export import public_lines
from server.verify.record import check_record
from server.wire.messages import (
    Ack,
    Code,
    Commitment,
    DoDraw,
    EndGame,
    Pause,
    Ready,
    Reveal,
    Role,
    ShowHand,
    Stage,
    Start,
)
from server.wire.record import dump
from server.wire.settings import Settings
from terra_tui.session import deals
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState, DealCheck
from tests.table.crash import again, digest, restored
from tests.table.people import crowd
from tests.table.shell import Shell, new_shell, seated
from tests.table.spots import FOUR, A, B, C, D, code, laid_five

THREE = Settings(seats=3)


def end(shell: Shell, peer: int) -> object:
    """Let `peer` ask for the end."""
    return shell.give(peer, EndGame)


def dealt(settings: Settings = THREE) -> tuple[Shell, list[int]]:
    """Return a table in its first round, with a spectator who came before the deal."""
    shell, peers = seated(settings)
    shell.join("W", Role.WATCH)
    for peer in peers:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    return shell, peers


def client(shell: Shell, peer: int) -> ClientState:
    """Return the state of a real client that got what `peer` got, and sent the nonce that `dealt` sends."""
    state = ClientState()
    for message in shell.inbox[peer]:
        state = reduce(state, message, 0.0)
        if isinstance(message, Commitment) and message.round == 1 and state.seat is not None:
            state = deals.nonce_sent(state, bytes(16))
    return state


class TestEnd:
    def test_the_game_is_over_at_the_scores_as_they_stand(self) -> None:
        shell, peers = dealt()
        scores = shell.game.scores
        assert isinstance(end(shell, peers[A]), Ack)
        assert shell.at(Stage.OVER)
        assert shell.game.scores == scores
        for peer in (*peers, 4):
            ended = shell.events(peer)[-1]
            assert isinstance(ended, GameEnded)
            assert ended.reason is EndReason.STOPPED

    def test_the_seed_is_revealed_and_every_client_finds_the_deal_good(self) -> None:
        shell, peers = dealt()
        shell.act(peers[shell.game.turn], DoDraw())
        end(shell, peers[A])
        for peer in (*peers, 4):
            reveal = shell.newest(peer, Reveal)
            assert reveal.seed.hex() == shell.lines("deal")[0]["seed"]
            assert client(shell, peer).checks == {1: DealCheck.GOOD}

    def test_the_record_of_it_is_right(self) -> None:
        shell, peers = dealt()
        end(shell, peers[A])
        report = check_record(map(dump, public_lines(shell.journal, finished=False)))
        assert (report.games, report.unfinished, report.proved_deals, report.unproved_deals) == (1, 0, 1, 0)

    def test_between_two_rounds_too(self) -> None:
        shell = new_shell(THREE).open()
        people = crowd(shell, "ABC")
        shell.run_until(lambda: shell.at(Stage.BETWEEN))
        reveals = len(shell.inbox[people[0].peer])
        assert isinstance(end(shell, people[0].peer), Ack)
        assert shell.at(Stage.OVER)
        assert not any(isinstance(message, Reveal) for message in shell.inbox[people[0].peer][reveals:])

    def test_a_rematch_may_follow(self) -> None:
        shell, peers = dealt()
        end(shell, peers[A])
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        assert shell.at(Stage.PLAY)
        assert len(shell.lines("game")) == 2
        assert len({line["seed"] for line in shell.lines("deal")}) == 2

    def test_whoever_was_ready_for_the_next_round_is_not_for_a_rematch(self) -> None:
        for waits_for_nonces in (False, True):
            shell, peers = dealt()
            shell.run_until(lambda shell=shell: shell.at(Stage.BETWEEN))  # type: ignore[misc]
            for peer in peers[1:]:
                shell.give(peer, lambda seq: Ready(seq, True, b"n" * 16))
            if waits_for_nonces:
                shell.give(peers[A], Start)
                assert shell.at(Stage.DEALING)
            end(shell, peers[A])
            assert shell.at(Stage.OVER)
            assert not any(seat.ready or seat.nonce for seat in shell.table.core.seats)
            shell.give(peers[A], lambda seq: Ready(seq, True, b"n" * 16))
            assert shell.at(Stage.OVER)

    def test_it_ends_what_spectators_were_shown_and_a_rematch_begins_hidden(self) -> None:
        shell, peers = dealt()
        shell.give(peers[B], lambda seq: ShowHand(seq, True))
        shell.run(0.1)
        assert shell.last(4).hands[1] == shell.game.hands[1]
        end(shell, peers[A])
        shell.run(0.1)
        assert shell.last(4).hands == ()
        assert not any(seat.shows_hand for seat in shell.roster(peers[A]).seats)
        after = again(shell, shell.journal)
        assert not any(seat.shows_hand for seat in after.table.core.seats)
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
        assert shell.at(Stage.PLAY)
        assert shell.last(4).hands == ()

    def test_while_the_table_is_paused_too(self) -> None:
        shell, peers = dealt()
        shell.give(peers[B], lambda seq: Pause(seq, True))
        shell.run(1.0)
        assert isinstance(end(shell, peers[A]), Ack)
        assert shell.at(Stage.OVER)
        assert shell.table.core.paused is None

    def test_it_outlives_the_host_and_is_not_done_twice(self) -> None:
        shell, peers = dealt()
        end(shell, peers[A])
        assert digest(restored(shell.journal).core) == digest(shell.table.core)
        after = again(shell, shell.journal)
        assert after.at(Stage.OVER)
        back = after.join("", token=shell.welcome(peers[A]).token)
        after.send(back, shell.given[peers[A]])
        assert isinstance(after.answer(back, shell.seqs[peers[A]]), Ack)
        assert len(after.lines("end")) == 1


class TestRaces:
    def test_a_ron_that_was_declared_is_paid_first(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(laid_five())
        shell.ron(peers[C], 300)
        assert end(shell, peers[A]) is None
        shell.run(0.2)
        assert not shell.lines("end")
        shell.run(5.0)
        assert any(isinstance(event, Ronned) for event in shell.events(peers[A]))
        assert [line["reason"] for line in shell.lines("end")] == ["stopped"]
        assert shell.game.scores[A] < 30 < shell.game.scores[C]
        assert isinstance(shell.answer(peers[A]), Ack)

    def test_an_open_window_passes_first_whether_or_not_anybody_can_ron(self) -> None:
        times = []
        for fits in (True, False):
            game = laid_five()
            hands = game.hands if fits else (*game.hands[:2], (8,), (9,))
            shell, peers = seated(FOUR)
            shell.put(replace(game, hands=hands))
            begun = shell.now
            end(shell, peers[A])
            shell.run_until(lambda shell=shell: shell.at(Stage.OVER))  # type: ignore[misc]
            times.append(round(shell.now - begun, 6))
        assert times[0] == times[1] == 1.5

    def test_where_the_ron_ends_the_game_the_wish_is_fulfilled(self) -> None:
        shell, peers = seated(FOUR)
        shell.put(replace(laid_five(), scores=(5, 30, 30, 55)))
        shell.ron(peers[D], 300)
        end(shell, peers[A])
        shell.run(5.0)
        assert [line["reason"] for line in shell.lines("end")] == ["limit"]
        assert isinstance(shell.answer(peers[A]), Ack)


class TestRefused:
    def test_to_all_but_the_owner(self) -> None:
        shell, peers = dealt()
        assert code(end(shell, peers[B])) == Code.NOT_OWNER
        assert code(end(shell, 4)) == Code.NOT_PLAYER
        assert shell.at(Stage.PLAY)

    def test_where_no_game_runs(self) -> None:
        shell, peers = seated(THREE)
        assert code(end(shell, peers[A])) == Code.NOT_STARTED
        for peer in peers:
            shell.give(peer, lambda seq: Ready(seq, True, None))
        assert shell.at(Stage.DEALING)
        assert code(end(shell, peers[A])) == Code.NOT_STARTED
        shell.run(2.0)
        end(shell, peers[A])
        assert code(end(shell, peers[A])) == Code.NOT_STARTED
