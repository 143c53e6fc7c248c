"""Lines that a player asks for: hand, floor, scores, log, table, help."""

from __future__ import annotations

from typing import Final

from server.engine.cards import Rank, Seat, dots, shares_dots
from server.engine.state import Phase
from server.wire.messages import GameView, Kind, Presence, Said, Stage
from terra_tui.locale.plain_rules import plain_rules
from terra_tui.locale.table_rules import differences, rule_sentences
from terra_tui.locale.tell import logged_text, name, names
from terra_tui.locale.watchers import watchers_text
from terra_tui.locale.words import Words
from terra_tui.plain.verbs import WORDS
from terra_tui.session.state import ClientState

LOG_LINES: Final = 20
HELP_LINES: Final = 12


def cards_line(cards: tuple[Rank, ...]) -> str:
    """Return ranks with blanks between them, `-` for none."""
    return " ".join(str(card) for card in cards) or "-"


def view_of(state: ClientState) -> GameView | None:
    """Return what is on the table, None before the first deal."""
    return None if state.snapshot is None else state.snapshot.view


def hand_lines(words: Words, state: ClientState) -> list[str]:
    """Return the viewer's hand; for a spectator the hands that the table shows."""
    view = view_of(state)
    if view is None:
        return [words.say("plain.no_cards")]
    if state.seat is not None:
        return [words.say("plain.hand", n=len(view.hand), cards=cards_line(view.hand))]
    hands = () if state.snapshot is None else state.snapshot.hands
    shown = [
        words.say("plain.hand_of", name=name(words, state, seat), cards=cards_line(hand))
        for seat, hand in enumerate(hands)
        if hand
    ]
    return shown or [words.say("plain.no_hands")]


def floor_line(words: Words, state: ClientState) -> str:
    """Return the floor card, what a single must be, who laid it and how many cards are left."""
    view = view_of(state)
    if view is None or not view.floor:
        return words.say("plain.no_cards")
    ranks = words.say("table.or").join(str(rank) for rank in shares_dots(view.floor))
    by = name(words, state, view.layer) if view.layer is not None else words.say("plain.nobody")
    line = words.say("plain.floor", floor=view.floor, dots=dots(view.floor), ranks=ranks, name=by, deck=view.deck)
    if view.terra:
        line += " " + words.say("plain.terra_on", n=state.settings.rules.terra_draw)
    return line


def score_lines(words: Words, state: ClientState) -> list[str]:
    """Return a line for each seat: points, the change in this round, cards."""
    view = view_of(state)
    if view is None:
        return table_lines(words, state)
    lines = []
    for seat, points in enumerate(view.scores):
        start = view.round_start[seat] if seat < len(view.round_start) else points
        lines.append(
            words.say(
                "plain.score",
                name=name(words, state, seat),
                points=points,
                change=f"{points - start:+d}",
                cards=words.say("count.cards", n=view.cards[seat] if seat < len(view.cards) else 0),
            )
        )
    return lines


def log_lines(words: Words, state: ClientState, *, chat: bool = True) -> list[str]:
    """Return the newest events, with the `chat` or without it."""
    shown = [numbered for numbered in state.log if chat or not isinstance(numbered.event, Said)]
    lines = [logged_text(words, state, numbered) for numbered in shown[-LOG_LINES:]]
    return lines or [words.say("plain.no_log")]


def table_lines(words: Words, state: ClientState) -> list[str]:
    """Return who sits where, who watches, and how the table is set."""
    roster = state.roster
    if roster is None:
        return [words.say("plain.no_table")]
    lines = [_seat_line(words, state, seat) for seat in range(len(roster.seats))]
    watchers = watchers_text(words, state)
    if watchers:
        lines.append(watchers)
    return [*lines, *rule_sentences(words, roster.settings, roster.seed)]


def _seat_line(words: Words, state: ClientState, seat: Seat) -> str:
    assert state.roster is not None
    info = state.roster.seats[seat]
    if info.kind is Kind.OPEN:
        return words.say("plain.seat", n=seat + 1, what=words.say("lobby.open"))
    parts = [info.name]
    if info.kind is Kind.BOT:
        level = "" if info.level is None else words.say(f"lobby.level_{info.level.value}")
        parts.append(f"{words.say('table.bot')} {level}".strip())
    if seat == state.seat:
        parts.append(words.say("plain.you"))
    if seat == state.roster.owner:
        parts.append(words.say("lobby.owner"))
    if info.shows_hand:
        parts.append(words.say("lobby.shows_hand"))
    if info.kind is Kind.HUMAN and info.presence is not Presence.HERE:
        parts.append(words.say(f"plain.{info.presence.value}"))
    if info.kind is Kind.HUMAN and state.stage is not Stage.PLAY:
        parts.append(words.say("lobby.ready" if info.ready else "lobby.not_ready"))
    return words.say("plain.seat", n=seat + 1, what=", ".join(parts))


def where_lines(words: Words, state: ClientState) -> list[str]:
    """Return how things stand and what can be done: what an empty line asks for."""
    view, stage = view_of(state), state.stage
    if stage is None:
        return [words.say("table.connecting", address=state.link.address)]
    if stage is Stage.LOBBY:
        return [*table_lines(words, state), *lobby_hint(words, state)]
    if stage is Stage.PLAY and view is not None:
        return [floor_line(words, state), turn_line(words, state, view), *_own_hand(words, state)]
    return [*score_lines(words, state), *ready_hint(words, state)]


def _own_hand(words: Words, state: ClientState) -> list[str]:
    return [] if state.seat is None else hand_lines(words, state)


def turn_line(words: Words, state: ClientState, view: GameView) -> str:
    """Return whose turn it is and what it is about."""
    if state.snapshot is not None and state.snapshot.paused is not None:
        return words.say("table.paused_by", name=name(words, state, state.snapshot.paused))
    mine = view.turn == state.seat
    if view.phase is Phase.MATCH:
        if mine and view.drawn is not None:
            return words.say("plain.match", card=view.drawn)
        return words.say("table.match_wait", name=name(words, state, view.turn))
    return words.say("plain.your_turn") if mine else words.say("table.turn_of", name=name(words, state, view.turn))


def lobby_hint(words: Words, state: ClientState) -> list[str]:
    """Return what can be typed in the lobby."""
    if state.seat is None:
        return [words.say("plain.lobby_only_watch" if state.only_watches else "plain.lobby_watch")]
    return [words.say("plain.lobby_owner" if state.owner else "plain.lobby")]


def ready_hint(words: Words, state: ClientState) -> list[str]:
    """Return what can be typed between rounds and after a game."""
    if state.seat is None:
        return []
    return [words.say("plain.rematch" if state.stage is Stage.OVER else "plain.go_on")]


def standing_lines(words: Words, state: ClientState, scores: tuple[int, ...]) -> list[str]:
    """Return the players by score, equal scores in one place (R7.4)."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return [
        words.say(
            "plain.standing",
            n=1 + sum(other > scores[seat] for other in scores),
            name=name(words, state, seat),
            points=scores[seat],
        )
        for seat in order
    ]


def winners_line(words: Words, state: ClientState, winners: tuple[Seat, ...]) -> str:
    """Return who has won; nobody, where the game was stopped."""
    if not winners:
        return words.say("game_end.won_none")
    key = "game_end.won" if len(winners) == 1 else "game_end.won_shared"
    return words.say(key, names=names(words, state, winners))


def help_lines(words: Words) -> list[str]:
    """Return what can be typed, a few words a line."""
    lines = [words.say(f"plain.help_{n}") for n in range(1, HELP_LINES + 1)]
    return [*lines, words.say("plain.words", words=", ".join(text.split()[0] for text in WORDS.values()))]


def rule_lines(words: Words, state: ClientState) -> list[str]:
    """Return the rules as text without Markdown's signs; first how the table differs, where it does (R9)."""
    differs = differences(words, state.settings)
    first = [words.say("help.differs", rules=differs)] if differs else []
    return [*first, *filter(None, plain_rules(words))]
