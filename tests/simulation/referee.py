"""A second opinion on the rules: it follows the journal's lines with code of its own, and checks each of them.

Written from the rule sheet, not from the engine, whose mistakes it would share otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.simulation.violation import demand

Line = Mapping[str, Any]


def dots(rank: int) -> int:
    """Return the dots of a rank (R1.2)."""
    return 8 - abs(8 - rank)


class Referee:
    """The game as the lines tell it.

    Attributes:
        hands: each seat's cards, counted.
        due: the payments that the next `settle` must tell, (payer, payee) -> points.
        out: who has gone out.
        seen: how often each kind of line came, and what is rare.
        dealt, taken: each seat's cards from the deal, in order, and those taken since; `falsely` who declared a
            false Ron in this round.
    """

    def __init__(self) -> None:
        self.rules: dict[str, int] = {}
        self.scores: list[int] = []
        self.hands: list[Counter[int]] = []
        self.deck: list[int] = []
        self.under: list[int] = []
        self.floor = 0
        self.layer: int | None = None
        self.turn = 0
        self.terra = self.fresh = False
        self.drawn: int | None = None
        self.turns = 0
        self.barred: set[int] = set()
        self.out: tuple[int, ...] = ()
        self.due: dict[tuple[int, int], int] | None = None
        self.round = 0
        self.seen: Counter[str] = Counter()
        self.dealt: list[list[int]] = []
        self.taken: list[Counter[int]] = []
        self.falsely: set[int] = set()

    def take(self, line: Line) -> None:
        """Follow one line; raise Violation where the rules forbid it."""
        reader = getattr(self, "_" + line["t"], None) if not line["t"].startswith("_") else None
        if reader is not None:
            reader(line)
            self.seen[line["t"]] += 1

    def cards(self) -> list[int]:
        """Return all cards, sorted."""
        held = [card for hand in self.hands for card in hand.elements()]
        return sorted([*held, *self.deck, *self.under, self.floor])

    # ---- the lines ----------------------------------------------------------------------------------------

    def _game(self, line: Line) -> None:
        self.rules = line["rules"]
        self.scores = [self.rules["start"]] * len(line["players"])
        self.round, self.due, self.barred = 0, None, set()

    def _deal(self, line: Line) -> None:
        demand(line["round"] == self.round + 1, "rounds follow one another")
        self.round += 1
        self.hands = [Counter(hand) for hand in line["hands"]]
        self.deck, self.floor, self.under = list(line["deck"]), line["floor"], []
        self.turn, self.layer, self.drawn = line["lead"], None, None
        self.terra = self.fresh = False
        self.turns, self.out, self.due = 0, (), None
        self.dealt = [list(hand) for hand in line["hands"]]
        self.taken = [Counter() for _ in self.dealt]
        self.falsely = set()

    def _lay(self, line: Line) -> None:
        seat, cards, signs = line["seat"], line["cards"], line["signs"]
        self._in_turn(seat)
        if signs:
            signed = zip(("+", *signs), cards, strict=True)
            total = sum(card if sign == "+" else -card for sign, card in signed)
            demand(total == self.floor, f"the sum {cards} {signs} is not {self.floor} (R3.1)")
            demand(2 <= len(cards) <= self.rules["max_cards"], "too many cards in a sum (R3.1)")
        else:
            demand(len(cards) == 1 and dots(cards[0]) == dots(self.floor), "a single of other dots (R3.3)")
        demand(not line["terra"] or cards[-1] == self.rules["terra"], "Terra on another card (R4.1)")
        self._lays(seat, cards)
        if self.hands[seat].total() == 0:
            demand(not line["terra"], "who goes out does not declare (R4.1)")
            self.out = (seat,)
            self.due = {
                (other, seat): hand.total() for other, hand in enumerate(self.hands) if other != seat
            }
        self._ends(line["terra"])

    def _draw(self, line: Line) -> None:
        seat, cards = line["seat"], line["cards"]
        self._in_turn(seat)
        wanted = self.rules["terra_draw"] if self.terra else 1
        demand(len(cards) == min(wanted, len(self.deck)), f"{len(cards)} cards taken, not {wanted} (R3.4, R4.2)")
        demand(len(self.deck) >= wanted or not self.under, "no reshuffle before a short draw (R8.1)")
        self._takes(seat, cards)
        if cards and not self.terra and dots(cards[0]) == dots(self.floor):
            self.drawn = cards[0]
            return
        self.terra = False
        self._ends(False)

    def _match(self, line: Line) -> None:
        seat, card = line["seat"], line["card"]
        demand(seat == self.turn and card == self.drawn, "only the card just drawn may be laid (R3.5)")
        self.drawn = None
        self._lays(seat, [card])
        for other in range(len(self.scores)):
            self.scores[other] += len(self.scores) - 1 if other == seat else -1
        self._ends(line["terra"])

    def _keep(self, line: Line) -> None:
        demand(line["seat"] == self.turn and self.drawn is not None, "nothing to keep (R3.5)")
        self.drawn = None
        self._ends(False)

    def _reshuffle(self, line: Line) -> None:
        demand(line["deck"][: len(self.deck)] == self.deck, "the deck's rest stays on top (R8.1)")
        new = line["deck"][len(self.deck) :]
        demand(sorted(new) == sorted(self.under), "the cards under the floor card are shuffled, all (R8.1)")
        self.deck, self.under = list(line["deck"]), []

    def _false_ron(self, line: Line) -> None:
        seat = line["seat"]
        demand(seat not in self.barred, "a barred player's claim is not a false Ron again (R5.8)")
        hand = self.hands[seat]
        right = hand.total() == 1 and dots(next(iter(hand.elements()))) == dots(self.floor)
        demand(not right, "a Ron that fits is not false (R5.8)")
        self.barred.add(seat)
        self.falsely.add(seat)

    def _ron(self, line: Line) -> None:
        seats, payer, penalty = line["seats"], line["payer"], line["penalty"]
        demand(self.drawn is None, "no Ron while a player is choosing (R5.2)")
        demand(payer == (None if self.layer in seats else self.layer), "the floor card's layer pays (R5.4)")
        wanted = self.rules["terra_draw"] if self.fresh and payer is not None else 0
        demand(len(penalty) == min(wanted, len(self.deck)), f"a penalty of {len(penalty)}, not {wanted} (R4.5)")
        if payer is not None:
            self._takes(payer, penalty)
        for seat in seats:
            may = seat == self.turn or (seat not in self.barred and seat != self.layer)
            demand(may, "no Ron on one's own card, nor while barred (R5.6, R5.8)")
            (card,) = self.hands[seat].elements()
            demand(dots(card) == dots(self.floor), "a Ron of other dots (R5.1)")
        points = 0 if payer is None else self.rules["ron_factor"] * self.hands[payer].total()
        self.due = {} if payer is None else {(payer, seat): points for seat in seats}
        for seat in seats:
            (card,) = self.hands[seat].elements()
            self._lays(seat, [card])
        self.out = tuple(seats)
        self.barred -= {self.turn} & set(seats)
        self.seen["double ron"] += len(seats) > 1
        self.seen["penalty"] += bool(penalty)

    def _settle(self, line: Line) -> None:
        demand(tuple(line["winners"]) == self.out, "the winners are who went out (R7.1)")
        told = {(payer, payee): points for payer, payee, points in line["pay"]}
        demand(len(told) == len(line["pay"]), "nobody pays the same player twice")
        demand(told == (self.due or {}), f"paid {told}, due {self.due} (R5.4, R5.5, R6.2)")
        for (payer, payee), points in told.items():
            self.scores[payer] -= points
            self.scores[payee] += points
        demand(list(line["scores"]) == self.scores, "the scores follow from the payments (R7.3)")
        self.fresh = False

    def _end(self, line: Line) -> None:
        demand(list(line["scores"]) == self.scores, "the game ends at the scores as they are (R7.2)")
        top = max(self.scores)
        winners = [seat for seat, score in enumerate(self.scores) if score == top]
        wanted = [] if line["reason"] == "stopped" else winners
        demand(list(line["winners"]) == wanted, "the highest score wins, unless the game was stopped (R7.4)")
        over = top > self.rules["limit"] or min(self.scores) < 0
        demand(over, "the game ends beyond the limits, and not before (R7.2)")

    # ---- parts --------------------------------------------------------------------------------------------

    def _in_turn(self, seat: int) -> None:
        demand(seat == self.turn and self.drawn is None, f"it is not the turn of seat {seat} (R2.4)")

    def _lays(self, seat: int, cards: list[int]) -> None:
        for card in cards:
            demand(self.hands[seat][card] > 0, f"seat {seat} lays a {card} that it does not hold (R3.2)")
            self.hands[seat][card] -= 1
            self.under.append(self.floor)
            self.floor = card
        self.layer = seat

    def _takes(self, seat: int, cards: list[int]) -> None:
        demand(self.deck[: len(cards)] == list(cards), "cards come from the top of the deck (R3.4)")
        del self.deck[: len(cards)]
        self.hands[seat].update(cards)
        self.taken[seat].update(cards)

    def _ends(self, terra: bool) -> None:
        """The turn ends (R3.6)."""
        self.barred.discard(self.turn)
        self.terra = self.terra or terra
        self.fresh = terra
        if not self.out:
            self.turn = (self.turn + 1) % len(self.scores)
            self.turns += 1

    def copy(self) -> Referee:
        """Return the game as it stands, to be kept."""
        return deepcopy(self)
