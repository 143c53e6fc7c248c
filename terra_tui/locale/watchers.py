"""Who watches and what they see, in a sentence: players always know (DESIGN.md 3)."""

from __future__ import annotations

from server.wire.messages import Roster
from server.wire.settings import Settings, Watching
from terra_tui.locale.tell import name
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState


def sees_text(words: Words, settings: Settings) -> str:
    """Return what those who watch a table so set see."""
    return words.say(f"lobby.watching_{settings.watching.value}", n=settings.delay)


def watchers_text(words: Words, state: ClientState) -> str:
    """Return who watches and what they see, hands that players show them included; "" where nobody does."""
    roster = state.roster
    if roster is None or not roster.watching:
        return ""
    named = [spectator.name for spectator in roster.spectators]
    if roster.watching > len(named):
        named.append(f"+{roster.watching - len(named)}")
    sees = sees_text(words, roster.settings)
    shown = _hands_shown(roster)
    if shown:
        hands = ", ".join(name(words, state, seat) for seat in shown)
        sees = words.say("lobby.watching_hands", what=sees, names=hands)
    return f"{words.say('lobby.watchers', names=', '.join(named))} ({sees})"


def own_hand_is_shown(state: ClientState) -> bool:
    """Return whether those who watch see this player's hand, as the player has wished."""
    return state.roster is not None and state.seat in _hands_shown(state.roster)


def _hands_shown(roster: Roster) -> list[int]:
    """Return whose hands spectators see besides what the table's setting shows them."""
    if roster.settings.watching is not Watching.PUBLIC:
        return []
    return [seat for seat, info in enumerate(roster.seats) if info.shows_hand]
