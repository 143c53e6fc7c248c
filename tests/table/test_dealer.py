"""The deal that can be checked: commitment, nonces, reveal, reshuffles, reproducible tables (DESIGN.md 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.cards import DECK
from server.engine.rules import Rules
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.engine.state import new_game
from server.table.dealer import Dealer
from server.table.table import Table
from server.wire.messages import Commitment, EndGame, Ready, Reveal, Role, Snapshot, Stage, Start
from server.wire.settings import Level, Settings
from tests.table.people import Person, crowd
from tests.table.shell import Shell, new_shell, seated, seeded

THREE = Settings(seats=3)
SHORT = replace(THREE, rules=Rules(start=8, limit=20))


def ready(shell: Shell, peer: int, nonce: bytes | None) -> None:
    """Let `peer` be ready, with that nonce."""
    shell.give(peer, lambda seq: Ready(seq, True, nonce))


def evening(settings: Settings = SHORT, games: int = 2) -> tuple[Shell, list[Person]]:
    """Return a table at which people have played so many games."""
    shell = new_shell(settings).open()
    people = crowd(shell, "ABCDE"[: settings.seats])
    shell.run_until(lambda: len(shell.lines("end")) == games)
    return shell, people


class TestOrder:
    def test_the_commitment_comes_before_any_nonce_is_taken(self) -> None:
        shell = new_shell(THREE).open()
        peers = [shell.join(name) for name in "ABC"]
        for peer in peers:
            assert any(isinstance(message, Commitment) for message in shell.inbox[peer])
        committed = shell.journal.index(shell.lines("_commit")[0])
        ready(shell, peers[0], bytes(16))
        assert committed < len(shell.journal)
        assert shell.journal[1]["t"] == "_commit"

    def test_at_each_rounds_end_reveal_then_commitment(self) -> None:
        shell, people = evening()
        for person in people:
            deals = [m for m in shell.inbox[person.peer] if isinstance(m, Commitment | Reveal)]
            assert [type(m) for m in deals] == [Commitment, *[Reveal, Commitment] * len(shell.lines("deal"))]
            for revealed, committed in zip(deals[1::2], deals[2::2], strict=True):
                assert revealed.game == committed.game or committed.round == 1
                assert revealed.round + 1 == committed.round or committed.round == 1

    def test_no_seed_is_told_before_its_round_has_ended(self) -> None:
        shell, _ = evening()
        ends = [at for at, _, message in shell.stream if isinstance(message, Snapshot) and _ended(message)]
        reveals = [at for at, _, message in shell.stream if isinstance(message, Reveal)]
        assert set(reveals) <= set(ends)

    def test_seeds_are_all_different(self) -> None:
        shell, _ = evening()
        seeds = [line["seed"] for line in shell.lines("_commit")]
        assert len(set(seeds)) == len(seeds) > 3


def _ended(snapshot: Snapshot) -> bool:
    return snapshot.stage in (Stage.BETWEEN, Stage.OVER)


class TestNonces:
    def test_each_players_nonce_is_in_the_deal(self) -> None:
        shell, peers = seated(THREE)
        for peer in peers:
            ready(shell, peer, bytes((peer,)) * 20)
        assert shell.lines("deal")[0]["nonces"] == [(bytes((peer,)) * 20).hex() for peer in peers]

    def test_one_that_is_missing_counts_as_empty_after_a_second(self) -> None:
        shell, peers = seated(THREE)
        ready(shell, peers[0], bytes(16))
        ready(shell, peers[1], None)
        ready(shell, peers[2], bytes(16))
        shell.run(0.99)
        assert shell.at(Stage.DEALING)
        shell.run(0.02)
        assert shell.at(Stage.PLAY)
        assert shell.lines("deal")[0]["nonces"] == [bytes(16).hex(), None, bytes(16).hex()]

    def test_the_last_one_that_is_missing_ends_the_wait(self) -> None:
        shell, peers = seated(THREE)
        for peer in peers:
            ready(shell, peer, None)
        for peer in peers:
            shell.run(0.1)
            assert shell.at(Stage.DEALING)
            ready(shell, peer, bytes((peer,)) * 16)
        assert shell.at(Stage.PLAY)
        assert None not in shell.lines("deal")[0]["nonces"]

    def test_the_newest_nonce_counts_and_is_for_one_deal(self) -> None:
        shell, peers = seated(SHORT)
        ready(shell, peers[0], b"a" * 16)
        ready(shell, peers[0], b"b" * 16)
        ready(shell, peers[0], None)
        ready(shell, peers[1], b"c" * 16)
        ready(shell, peers[2], b"d" * 16)
        assert shell.lines("deal")[0]["nonces"][0] == (b"b" * 16).hex()
        assert not any(state.nonce for state in shell.table.core.seats)

    def test_one_sent_before_a_commitment_is_not_in_its_deal(self) -> None:
        shell, peers = seated(SHORT)
        for peer in peers:
            ready(shell, peer, b"1" * 16)
        shell.run_until(lambda: shell.at(Stage.BETWEEN))
        ready(shell, peers[1], b"old" * 6)
        shell.give(peers[0], EndGame)
        commits = len(shell.lines("_commit"))
        for peer in peers:
            ready(shell, peer, None)
        shell.run(1.1)
        assert len(shell.lines("_commit")) == commits
        assert shell.lines("deal")[-1]["nonces"] == [None] * 3

    def test_of_those_who_are_away_are_not_waited_for(self) -> None:
        shell, peers = seated(THREE)
        shell.cut(peers[2])
        ready(shell, peers[0], bytes(16))
        ready(shell, peers[1], bytes(16))
        shell.give(peers[0], lambda seq: Start(seq))
        assert shell.at(Stage.PLAY)

    def test_change_the_deck(self) -> None:
        decks = []
        for nonce in (b"a" * 16, b"b" * 16):
            shell, peers = seated(THREE)
            for peer in peers:
                ready(shell, peer, nonce)
            decks.append(shell.lines("deal")[0]["deck"])
        assert decks[0] != decks[1]


class TestCheck:
    def test_every_client_can_work_out_every_deal(self) -> None:
        shell, people = evening()
        deals = shell.lines("deal")
        ids = [line["id"] for line in shell.journal if line["t"] == "game" for _ in _deals_of(shell, line)]
        heard = shell.inbox[people[0].peer]
        commits = [message for message in heard if isinstance(message, Commitment)]
        reveals = [message for message in heard if isinstance(message, Reveal)]
        assert len(reveals) == len(deals) > 3
        for committed, revealed, line, game in zip(commits, reveals, deals, ids, strict=False):
            label = deal_label(revealed.game, revealed.round)
            assert revealed.game.hex() == game
            assert commitment(revealed.seed, label) == committed.commit == bytes.fromhex(line["commit"])
            order = shuffled(DECK, revealed.seed, revealed.nonces, label)
            assert [card for hand in line["hands"] for card in hand] + [line["floor"], *line["deck"]] == list(order)
            if revealed.round == 1:
                assert line["lead"] == first_lead(3, revealed.seed, revealed.nonces, revealed.game)
            assert revealed.nonces[0] in people[0].nonces

    def test_a_reshuffle_comes_of_the_same_seed(self) -> None:
        shell, peers = seated(THREE)
        for peer in peers:
            ready(shell, peer, bytes((peer,)) * 16)
        dealer, core = shell.table.core.dealer, shell.table.core
        for k in (1, 2):
            under = core.game.deck
            core.game = replace(core.game, under=under, deck=())
            core.do(core.default)
            assert dealer.seed is not None
            expected = shuffled(under, dealer.seed, dealer.nonces, reshuffle_label(dealer.game, 1, k))
            assert shell.table.core.out
            lines = [line for effect in core.out for line in getattr(effect, "lines", ())]
            assert [line["deck"] for line in lines if line["t"] == "reshuffle"] == [list(expected)]
            core.out.clear()
            core.game = replace(core.game, turn=(core.game.turn + 1) % 3)

    def test_each_rounds_reshuffles_are_counted_from_one(self) -> None:
        dealer = Dealer(seeded(1))
        game = replace(new_game(Rules(), 3), under=DECK)
        for round in (1, 2):
            dealer.prepare(bytes(16), round)
            dealer.deal(game, [None] * 3)
            assert dealer.seed is not None
            label = reshuffle_label(bytes(16), round, 1)
            assert dealer.reshuffle(game, DECK).deck == shuffled(DECK, dealer.seed, dealer.nonces, label)

    def test_one_who_comes_late_gets_the_last_reveal_and_the_running_commitment(self) -> None:
        shell, _ = evening()
        watcher = shell.join("W", Role.WATCH)
        kinds = [type(message) for message in shell.inbox[watcher][:3]]
        assert [kind.__name__ for kind in kinds] == ["Welcome", "Reveal", "Commitment"]


def _deals_of(shell: Shell, game: dict[str, object]) -> list[dict[str, object]]:
    """Return the deals that follow `game` in the journal, up to the next game."""
    after = shell.journal[shell.journal.index(game) + 1 :]
    following = next((i for i, line in enumerate(after) if line["t"] == "game"), len(after))
    return [line for line in after[:following] if line["t"] == "deal"]


class TestSeeded:
    def table(self, seed: int, entropy: int) -> Shell:
        return Shell(Table(THREE, entropy=seeded(entropy), seed=seed))

    def deals(self, seed: int, entropy: int) -> list[object]:
        shell = self.table(seed, entropy).open(*[Level.EASY] * 3)
        shell.run_until(lambda: len(shell.lines("game")) == 3)
        return [(line["hands"], line["deck"], line["lead"]) for line in shell.lines("deal")]

    def test_the_same_seed_gives_the_same_decks_on_any_host(self) -> None:
        first, second = self.deals(7, entropy=1), self.deals(7, entropy=2)
        assert first[0] == second[0]
        assert len(first) > 5
        assert self.deals(8, entropy=1)[0] != first[0]

    def test_rounds_and_games_of_a_seed_differ(self) -> None:
        deals = [repr(deal) for deal in self.deals(7, entropy=1)]
        assert len(set(deals)) == len(deals)

    def test_it_is_announced_and_takes_no_nonces(self) -> None:
        shell = self.table(7, entropy=1).open()
        peers = [shell.join(name) for name in "ABC"]
        for peer in peers:
            assert shell.roster(peer).seed == 7
            ready(shell, peer, bytes((peer,)) * 16)
        assert shell.lines("deal")[0]["nonces"] == [None] * 3

    def test_others_announce_none(self) -> None:
        shell, peers = seated(THREE)
        assert shell.roster(peers[0]).seed is None


def test_the_host_goes_down_without_a_reveal() -> None:
    """The game goes on at `--resume`, with the same seed: it must stay a secret."""
    shell, peers = seated(THREE)
    for peer in peers:
        ready(shell, peer, bytes(16))
    effects = shell.table.shut(shell.now)
    assert [type(effect).__name__ for effect in effects] == ["Close"] * 3


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r2_3_the_first_lead_is_drawn_at_random(seats: int) -> None:
    leads = set()
    for seed in range(40):
        shell = Shell(Table(Settings(seats=seats), entropy=seeded(seed))).open(*[Level.EASY] * seats)
        leads.add(shell.lines("deal")[0]["lead"])
    assert leads == set(range(seats))
