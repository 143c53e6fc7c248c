"""The full swap test: a run played again with cards swapped that one viewer never saw, and that viewer's bytes.

All inputs stay as they were, each at its time. What is swapped are two cards of other players' hands that were
dealt and never laid, in each round: so every action stays legal, and the viewer must be told the same bytes at the
same times, the Ron windows' lengths and settling included (issue 3: no tell).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from server.engine.actions import Deal
from server.engine.cards import Seat
from server.table.dealer import Dealer
from server.table.effects import Close, Effect, Send
from server.table.table import Table
from server.wire.codec import encode
from tests.simulation.chance import stream
from tests.simulation.faults import Fault
from tests.simulation.record import Call
from tests.simulation.referee import Referee
from tests.simulation.run import Run

Told = list[tuple[float, int, bytes]]
"""Time, peer and frame of everything sent."""
Swap = tuple[int, int]
"""Two places in the order of a deal."""


class SwappingDealer(Dealer):
    """Deals as its table would, but for two cards of each round."""

    swaps: dict[int, Swap]

    def deal(self, game: Any, nonces: Any) -> Deal:
        """Return the deal with the round's two cards in each other's place."""
        deal = super().deal(game, nonces)
        one, other = self.swaps.get(self.round, (0, 0))
        order = list(deal.order)
        order[one], order[other] = order[other], order[one]
        return Deal(deal.lead, tuple(order))


@dataclass(frozen=True, slots=True)
class Twins:
    """What one viewer's peers were told in the run and in its twin, and how many rounds were swapped."""

    first: Told
    second: Told
    swapped: int


def twins(seed: int, viewer: Seat | None) -> Twins:
    """Play run `seed` with well-behaved people on faulty links, and again with swapped cards.

    Args:
        viewer: a seat, or None for the spectators of a table that shows them no hands.
    """
    run = Run(seed, frozenset({Fault.LINKS, Fault.DISK}))
    outcome = run.go()
    assert outcome.failure is None, outcome.failure
    assert run.host is not None
    calls = run.host.recorder.calls
    swaps = {kept.round: swap for kept in run.checks.rounds if (swap := _swap_for(kept, viewer, run)) is not None}
    first, second = (_replay(run, calls, viewer, some) for some in ({}, swaps))
    return Twins(first, second, len(swaps))


def _swap_for(kept: Referee, viewer: Seat | None, run: Run) -> Swap | None:
    """Return two places of the deal with cards that nobody laid and `viewer` did not hold; None for none."""
    places = []
    for seat, dealt in enumerate(kept.dealt):
        if seat == viewer or seat in kept.falsely or seat in run.checks.register.claimed.get(kept.round, ()):
            continue
        place = _unlaid(dealt, kept, seat)
        if place is not None:
            places.append((dealt[place], seat * len(dealt) + place))
    for card, place in places:
        for other, elsewhere in places:
            if other != card:
                return place, elsewhere
    return None


def _unlaid(dealt: list[int], kept: Referee, seat: Seat) -> int | None:
    """Return where in the hand as dealt a card lies that was surely not laid."""
    for place, card in enumerate(dealt):
        if kept.hands[seat][card] > kept.taken[seat][card]:
            return place
    return None


def _replay(run: Run, calls: list[Call], viewer: Seat | None, swaps: dict[int, Swap]) -> Told:
    """Call a new table with the same inputs; return what `viewer` was told."""
    table = Table(
        run.scene.settings, entropy=stream(run.seed, "entropy", 1).randbytes, seed=run.scene.announced
    )
    dealer = SwappingDealer(table.core.dealer.entropy, table.core.dealer.announced)
    dealer.swaps = swaps
    table.core.dealer = dealer
    told: Told = []
    for call in calls:
        if call.name == "measured":
            table.measured(*call.args)
            continue
        effects: list[Effect] = getattr(table, call.name)(call.now, *call.args)
        for effect in effects:
            if isinstance(effect, Send) and _is_for(table, effect.peer, viewer):
                told.append((call.now, effect.peer, encode(effect.message)))
            elif isinstance(effect, Close) and _is_for(table, effect.peer, viewer):
                told.append((call.now, effect.peer, encode(effect.bye)))
    return told


def _is_for(table: Table, peer: int, viewer: Seat | None) -> bool:
    link = table.core.links.get(peer)
    return link is not None and link.seat == viewer
