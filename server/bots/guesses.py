"""What a seat cannot see, guessed: hands and a deck that fit everything its view tells."""

from __future__ import annotations

from random import Random
from typing import Final

from server.bots.options import me, rivals
from server.bots.packed import CARD, FloorLays, Packed, floor_lays, pack
from server.bots.rollout import SINGLES, Round
from server.engine.cards import DECK, Rank, Seat
from server.engine.rules import Rules
from server.engine.view import View

TRIES: Final = 12
"""How often a hand is dealt anew that could have been played, before it is believed all the same."""


class Guesses:
    """Deals the unseen cards again and again, each time as they may lie.

    Two things are told by the view besides the counts. Whoever has drawn on this floor card could not make it (a
    player who can lay seldom draws); and a rival with one card who declared no Ron holds none that fits.
    """

    def __init__(self, view: View, rules: Rules) -> None:
        """Take what is public and the viewer's own hand; nothing else is asked for."""
        self._view = view
        self._rules = rules
        self._unseen = list(DECK)
        for card in (*view.hand, *view.under, view.floor):
            self._unseen.remove(card)
        self._lays = floor_lays(view.floor, rules.max_cards)
        self._drew = drew_on_this_floor(view)
        self._others = sorted(rivals(view), key=lambda rival: view.cards[rival])

    def deal(self, random: Random) -> Round:
        """Return one guess as a round in which the viewer is about to play."""
        view, seat = self._view, me(self._view)
        deck = self._unseen.copy()
        random.shuffle(deck)
        hands: list[Packed] = [0] * len(view.cards)
        hands[seat] = pack(view.hand)
        for rival in self._others:              # the smallest first: they are the hardest to please
            hands[rival] = self._hand(rival, deck, random)
        return Round(
            self._rules, hands, list(view.cards), deck, list(view.under), view.floor, view.layer, seat,
            terra=view.terra, fresh=view.fresh_terra,
        )

    def _hand(self, rival: Seat, deck: list[Rank], random: Random) -> Packed:
        """Take the hand of `rival` off `deck`, dealt anew while it is one that would have been played."""
        size = self._view.cards[rival]
        hand = pack(deck[len(deck) - size :])
        for _ in range(TRIES):
            if self._fits(rival, hand, deck[-1]):
                break
            random.shuffle(deck)
            hand = pack(deck[len(deck) - size :])
        del deck[len(deck) - size :]
        return hand

    def _fits(self, rival: Seat, hand: Packed, drawn: Rank) -> bool:
        view = self._view
        if view.cards[rival] == 1:
            waited = view.ron_open and rival != view.layer and rival not in view.barred
            return not waited or hand not in SINGLES[view.floor]
        # The card it drew came after it could not play; any of the hand is as good a guess as another.
        return rival not in self._drew or cannot_lay(self._lays, hand - CARD[drawn])


def cannot_lay(lays: FloorLays, hand: Packed) -> bool:
    """Return whether `hand` has no lay."""
    return not lays.of(hand)


def drew_on_this_floor(view: View) -> frozenset[Seat]:
    """Return who has surely drawn since the floor card came: all between its layer (or the lead) and the turn."""
    seats = len(view.cards)
    first = view.lead if view.layer is None else view.layer + 1
    return frozenset((first + step) % seats for step in range((view.turn - first) % seats))
