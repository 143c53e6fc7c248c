"""What no Terra host sends: a message that contradicts itself, or what came before it (a rogue host).

The codec holds each field to its limits; here is what several of them must have to do with each other, so that
what draws may rely on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from server.engine.cards import DECK, Hand, Seat
from server.engine.state import Phase
from server.wire.messages import Challenge, GameView, Roster, Snapshot, Stage, ToClient, Welcome
from terra_tui.session.state import ClientState

_COPIES = Counter(DECK)


def nonsense(state: ClientState, message: ToClient, *, may_sit: bool) -> str | None:
    """Return what is senseless about `message`, which comes to a welcomed client in `state`; None: nothing is.

    Args:
        may_sit: this client has asked for a seat, so that another welcome may come.

    Returns:
        A few words in English, without a value of the message.
    """
    match message:
        case Roster():
            return _roster(state, message)
        case Snapshot():
            return _snapshot(state, message)
        case Welcome(game=game):
            # Each welcome is written down: a host may not have a client do that without end.
            return None if may_sit and game == state.game else "a welcome that nobody asked for"
        case Challenge():
            return "a question after the welcome"
        case _:
            return None


def _roster(state: ClientState, roster: Roster) -> str | None:
    seats = len(roster.seats)
    if seats != roster.settings.seats:
        return "a roster of another size than its settings"
    return None if _within((state.seat, roster.owner), seats) else "a seat that is not in the roster"


def _snapshot(state: ClientState, snapshot: Snapshot) -> str | None:
    view = snapshot.view
    if snapshot.stage is Stage.PLAY and not _played(view):
        return "a round without a turn"
    seats = 5 if view is None else len(view.cards)
    if state.roster is not None and len(state.roster.seats) != seats and view is not None:
        return "a game of other seats than the roster's"
    if not _within((state.seat, snapshot.paused), seats):
        return "a seat that is not in the game"
    if snapshot.hands and len(snapshot.hands) != seats and view is not None:
        return "hands of other seats than the game's"
    if not all(_in_deck(hand) for hand in snapshot.hands):
        return "cards that are not in the deck"
    return None if view is None else _view(state, view)


def _played(view: GameView | None) -> bool:
    return view is not None and view.phase in (Phase.TURN, Phase.MATCH) and view.floor > 0


def _view(state: ClientState, view: GameView) -> str | None:
    seats = len(view.cards)
    if not len(view.scores) == len(view.round_start) == seats:
        return "scores of other seats than the cards'"
    if not _within((view.lead, view.turn, view.layer, *view.barred, *view.winners), seats):
        return "a seat that is not in the game"
    if view.last is not None and len(view.last.scores) != seats:
        return "a last round of other seats"
    return _hand(state.seat, view)


def _hand(seat: Seat | None, view: GameView) -> str | None:
    """R2.5: one's own cards, ascending, as many as everybody sees; a drawn card is among them (R3.5)."""
    hand = view.hand
    if len(hand) != (0 if seat is None else view.cards[seat]):
        return "a hand of another size"
    if list(hand) != sorted(hand) or not _in_deck(hand):
        return "cards that are not in the deck"
    if view.drawn is None:
        return None
    choosing = view.phase is Phase.MATCH and view.turn == seat
    return None if choosing and view.drawn in hand else "a drawn card where none was drawn"


def _in_deck(hand: Hand) -> bool:
    return not Counter(hand) - _COPIES


def _within(named: Iterable[Seat | None], seats: int) -> bool:
    """Return whether all of `named` are seats of a table of so many."""
    return all(seat is None or seat < seats for seat in named)
