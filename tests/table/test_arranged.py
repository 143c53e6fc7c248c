"""A host that changes two cards of a committed deal: real clients at a real table catch it (DESIGN.md 4)."""

from __future__ import annotations

import pytest

from server.engine.actions import Deal
from server.engine.state import Game
from server.table.dealer import Dealer
from server.wire.messages import Commitment, EndGame, Ready, Role
from server.wire.settings import Settings
from terra_tui.session import deals
from terra_tui.session.reducer import reduce
from terra_tui.session.state import ClientState, DealCheck
from tests.table.shell import Shell, seated

HAND, FLOOR = 9, 27
"""Places in the order of a deal for three: each hand has nine, then comes the floor card."""
SETTINGS = Settings(seats=3)


def arrange(monkeypatch: pytest.MonkeyPatch, one: int, other: int) -> None:
    """Let hosts exchange the card at `one` for the next different one from `other` on."""
    honest = Dealer.deal

    def deal(dealer: Dealer, game: Game, nonces: list[bytes | None]) -> Deal:
        made = honest(dealer, game, nonces)
        order = list(made.order)
        at = next(place for place in range(other, len(order)) if order[place] != order[one])
        order[one], order[at] = order[at], order[one]
        return Deal(made.lead, tuple(order))

    monkeypatch.setattr(Dealer, "deal", deal)


def checks() -> list[DealCheck]:
    """Return what the clients of three players and a spectator make of a round that was dealt, and ended."""
    shell, peers = seated(SETTINGS)
    peers.append(shell.join("W", Role.WATCH))
    for peer in peers[:3]:
        shell.give(peer, lambda seq: Ready(seq, True, bytes(16)))
    shell.give(peers[0], EndGame)
    return [_check(shell, peer) for peer in peers]


def _check(shell: Shell, peer: int) -> DealCheck:
    state = ClientState()
    for message in shell.inbox[peer]:
        state = reduce(state, message, 0.0)
        if isinstance(message, Commitment) and state.seat is not None:
            state = deals.nonce_sent(state, bytes(16))
    return state.checks[1]


def test_an_honest_deal_is_good_for_all() -> None:
    assert checks() == [DealCheck.GOOD] * 4


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_card_given_out_of_the_deck_is_caught_by_who_holds_it(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    arrange(monkeypatch, seat * HAND, FLOOR + 1)
    assert checks()[seat] is DealCheck.BAD


def test_a_changed_floor_card_is_caught_by_every_client(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, FLOOR, FLOOR + 1)
    assert checks() == [DealCheck.BAD] * 4


def test_a_card_exchanged_between_two_hands_is_caught_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, 0, HAND)
    assert checks() == [DealCheck.BAD, DealCheck.BAD, DealCheck.GOOD, DealCheck.GOOD]
