"""How the simulated play: legal moves in several styles, so that Rons, Terras and reshuffles come up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from server.bots.player import BotAction, Decision
from server.engine.actions import Draw, Keep, LayCards, Match, Ron
from server.engine.cards import dots
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.sums import Lay, legal_lays
from server.engine.view import View


class Style(StrEnum):
    """What a player likes."""

    SHEDS = "sheds"          # the most cards first
    LURKS = "lurks"          # to be left with one card, and to Ron
    DRAWS = "draws"          # draws often, so that the deck runs out


@dataclass(frozen=True, slots=True)
class Manners:
    """How a client misbehaves: the chances that it does so when it acts."""

    late: float = 0.0        # acts on a snapshot that has passed
    twice: float = 0.0       # sends the same command twice
    never: float = 0.0       # does not act in this turn
    lies: float = 0.0        # tells nonsense: reactions, windows, cards it does not hold
    hammers: float = 0.0     # claims at once, whatever it holds
    chats: float = 0.0
    pauses: float = 0.0
    leaves: float = 0.0      # walks away in mid-game, and comes back


GOOD = Manners()


def fits(view: View) -> bool:
    """Return whether the viewer holds one card, and it may be laid as a single (R3.3)."""
    return len(view.hand) == 1 and view.floor > 0 and dots(view.hand[0]) == dots(view.floor)


def may_ron(view: View) -> bool:
    """Return whether the viewer may interrupt with a Ron now (R5.1, R5.6, R5.8)."""
    return view.ron_open and fits(view) and view.layer != view.viewer and view.viewer not in view.barred


def play(view: View, rules: Rules, style: Style, random: Random) -> BotAction:
    """Return a legal move of the viewer, whose turn it is."""
    seat = view.viewer
    assert seat is not None
    if view.phase is Phase.MATCH:
        if style is Style.DRAWS and random.random() < 0.5:
            return Keep(seat)
        return Match(seat, view.drawn == rules.terra and random.random() < 0.5)
    if fits(view):
        return Ron((seat,))
    if style is Style.DRAWS and random.random() < 0.6:
        return Draw(seat)
    lays = [lay for lay in legal_lays(view.hand, view.floor, rules.max_cards) if _sheds_fairly(lay, view)]
    if not lays:
        return Draw(seat)
    lay = _liked(lays, view, style, random)
    goes_out = len(lay.cards) == len(view.hand)
    terra = lay.cards[-1] == rules.terra and not goes_out and random.random() < 0.6
    return LayCards(seat, lay, terra)


def _sheds_fairly(lay: Lay, view: View) -> bool:
    return not len(lay.cards) == len(view.hand) == 1


def _liked(lays: list[Lay], view: View, style: Style, random: Random) -> Lay:
    if style is Style.LURKS:
        left_with_one = [lay for lay in lays if len(lay.cards) == len(view.hand) - 1]
        if left_with_one:
            # A card of many dots is kept, and laid last: many others may fit on it.
            return max(left_with_one, key=lambda lay: (dots(lay.cards[-1]) - sum(map(dots, lay.cards[:-1])), lay))
    most = max(len(lay.cards) for lay in lays)
    longest = [lay for lay in lays if len(lay.cards) == most]
    return longest[int(random.random() * len(longest))]


def bot_plays(view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
    """Return what a bot answers: it sheds, and always declares Ron."""
    if decision is Decision.RON:
        return Ron((view.viewer,)) if may_ron(view) and view.viewer is not None else None
    return play(view, rules, Style.SHEDS, random)
