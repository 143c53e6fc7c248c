"""Two evenings that differ only in what one viewer may not see; what that viewer gets must not differ at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from server.engine import legal_for
from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.cards import Rank, Seat, dots
from server.engine.state import Game
from server.wire.codec import encode
from server.wire.messages import (
    Act,
    Claim,
    Command,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    Move,
    Role,
    Say,
)
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell, seated

SETTINGS = Settings(seats=4)
STEPS = 40

Step = Callable[[Shell], None]


@dataclass(frozen=True)
class Place:
    """Where a card lies face down: in the hand of `seat`, or in the deck (None)."""

    seat: Seat | None
    index: int


def random_position(random: Random) -> Game:
    """Return a turn that has just ended with a lay, with few cards in the hands."""
    cards = [rank for rank in range(1, 16) for _ in range(min(rank, 16 - rank))]
    random.shuffle(cards)
    hands = [[cards.pop() for _ in range(random.choice((1, 1, 2, 3, 4)))] for _ in range(4)]
    floor = cards.pop()
    game = position(*hands, floor=floor, turn=1, layer=0)
    random.shuffle(cards)
    return replace(game, deck=tuple(cards))


def play_out(game: Game, random: Random) -> tuple[Shell, list[Step]]:
    """Play random steps from `game`; return the table, and the steps to be done again elsewhere."""
    shell, _ = table_at(game)
    steps: list[Step] = []
    for _ in range(STEPS):
        step = _random_step(shell, random)
        step(shell)
        steps.append(step)
    return shell, steps


def table_at(game: Game) -> tuple[Shell, list[int]]:
    """Return a table of four people at `game`, with a spectator; their peers are 1 to 4, and 5."""
    shell, peers = seated(SETTINGS)
    shell.join("Early", Role.WATCH)
    shell.put(game)
    return shell, peers


def _random_step(shell: Shell, random: Random) -> Step:
    """Return something that a player or the time may do now; it names no more than the person could know."""
    seconds = random.choice((0.0, 0.0, 0.3, 0.4, 2.0))
    game, race, chance = shell.game, shell.table.core.race, random.random()
    if chance < 0.05:
        return lambda there: there.run(70.0)
    if chance < 0.10:
        peer = random.randrange(1, 6)
        return lambda there: _give(there, peer, lambda seq: Say(seq, "well"))
    if chance < 0.15:
        seat = random.randrange(4)
        return lambda there: _relink(there, seat)
    if race is not None and chance < 0.35:
        seat = random.randrange(4)
        return lambda there: _claim(there, seat, seconds)
    actions = [action for action in legal_for(game, game.turn) if not isinstance(action, Ron)]
    if not actions:
        return lambda there: there.run(seconds)
    draws = [action for action in actions if isinstance(action, Draw | Keep)]
    action = random.choice(draws if random.random() < 0.4 else actions)
    seat, move = game.turn, _move(action)
    return lambda there: _act(there, seat, move, seconds)


def _move(action: object) -> Move:
    match action:
        case LayCards(_, lay, terra):
            return DoLay(lay.cards, lay.signs, terra)
        case Match(_, terra):
            return DoMatch(terra)
        case Keep():
            return DoKeep()
        case _:
            return DoDraw()


def peer_of(shell: Shell, seat: Seat) -> int:
    """Return the peer that plays `seat`."""
    peer = shell.table.core.seats[seat].peer
    assert peer is not None
    return peer


def _act(shell: Shell, seat: Seat, move: Move, seconds: float) -> None:
    shell.run(seconds)
    peer = peer_of(shell, seat)
    _give(shell, peer, lambda seq: Act(seq, shell.last(peer).rev, move, 250))


def _claim(shell: Shell, seat: Seat, seconds: float) -> None:
    shell.run(seconds)
    race = shell.table.core.race
    window = 0 if race is None else race.window
    _give(shell, peer_of(shell, seat), lambda seq: Claim(seq, window, 250))


def _relink(shell: Shell, seat: Seat) -> None:
    peer = peer_of(shell, seat)
    shell.cut(peer)
    shell.run(0.5)
    shell.resume(peer)


def _give(shell: Shell, peer: int, make: Callable[[int], Command]) -> None:
    shell.give(peer, make)


# ---- what is hidden -------------------------------------------------------------------------------------------


def swapped(before: Game, after: Game, viewer: Seat | None, random: Random) -> Game | None:
    """Return `before` with two cards swapped that `viewer` never saw, and that are as they were in `after`.

    None where there are no two such cards of different ranks.
    """
    hidden = _unseen(before, after, viewer)
    pairs = [
        (one, other)
        for one in hidden
        for other in hidden
        if _card(before, one) < _card(before, other) and one.seat != other.seat
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    first, second = _card(before, one), _card(before, other)
    return _with(_with(before, one, second), other, first)


def _unseen(before: Game, after: Game, viewer: Seat | None) -> list[Place]:
    places: list[Place] = []
    for seat, hand in enumerate(before.hands):
        if seat != viewer and after.round == before.round:
            left = Counter(after.hands[seat])
            for index, card in enumerate(hand):
                if left[card]:
                    left[card] -= 1
                    places.append(Place(seat, index))
    drawn = len(before.deck) - len(after.deck)
    return places + [Place(None, index) for index in range(drawn, len(before.deck))]


def _card(game: Game, place: Place) -> Rank:
    return game.deck[place.index] if place.seat is None else game.hands[place.seat][place.index]


def _with(game: Game, place: Place, card: Rank) -> Game:
    if place.seat is None:
        deck = list(game.deck)
        deck[place.index] = card
        return replace(game, deck=tuple(deck))
    hands = [list(hand) for hand in game.hands]
    hands[place.seat][place.index] = card
    # Left unsorted for now, so that a second place of the same hand stays where it is.
    return replace(game, hands=tuple(tuple(hand) for hand in hands))


def in_order(game: Game) -> Game:
    """Return `game` with its hands ascending, as the engine wants them."""
    return replace(game, hands=tuple(tuple(sorted(hand)) for hand in game.hands))


# ---- what is seen ---------------------------------------------------------------------------------------------


def seen_of(game: Game, lines: list[dict[str, Any]], viewer: Seat | None) -> list[object]:
    """Return what the rules let `viewer` know of what happened from `game` on (R2.5), after the journal."""
    seen: list[object] = []
    floor, terra = game.floor, game.terra
    for line in lines:
        kind, seat = line["t"], line.get("seat")
        if kind == "draw":
            cards = line["cards"]
            choosing = not terra and len(cards) == 1 and dots(cards[0]) == dots(floor)
            seen.append((kind, seat, len(cards), choosing, cards if seat == viewer else None))
            terra = False
        elif kind in ("lay", "match"):
            laid = line["cards"] if kind == "lay" else [line["card"]]
            floor, terra = laid[-1], (terra and kind == "lay") or line["terra"]
            seen.append((kind, seat, laid, line["terra"]))
        elif kind == "ron":
            taken, payer = line["penalty"], line["payer"]
            seen.append((kind, line["seats"], payer, len(taken), taken if payer == viewer else None))
        elif kind in ("keep", "false_ron", "settle", "end", "reshuffle"):
            seen.append((kind, seat, line.get("pay"), line.get("scores"), len(line.get("deck", ()))))
    return seen


def stream(shell: Shell, peers: set[int]) -> list[tuple[float, int, bytes]]:
    """Return the bytes that left for `peers`, and when."""
    return [(round(at, 9), peer, encode(message)) for at, peer, message in shell.stream if peer in peers]
