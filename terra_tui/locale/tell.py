"""Sentences about what happened: events, refusals and failures, from codes and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from server.console.say import Templated, say
from server.engine.cards import Rank, Seat
from server.engine.events import (
    Dealt,
    Drew,
    Event,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Reshuffled,
    Ronned,
    RoundEnded,
    TerraEnded,
)
from server.engine.sums import Lay
from server.wire.messages import Change, Changed, Numbered, Raced, RaceLine, Said, TableEvent, Verdict
from server.wire.words import SOLO
from terra_tui.locale.unpaid import ron_unpaid_text
from terra_tui.locale.words import LANGUAGES, Words, catalogue
from terra_tui.session.draft import Problem
from terra_tui.session.state import ClientState, Failure

RACE_WORDS = {Verdict.PAID: "event.race_time", Verdict.LATE: "event.race_late", Verdict.FALSE: "event.race_false"}

_OF_ONESELF = frozenset({Change.JOINED, Change.OWNER, Change.AWAY, Change.BACK})


def name(words: Words, state: ClientState, seat: Seat | None) -> str:
    """Return the name of `seat`; an open or unknown seat is called by its number."""
    found = state.name_of(seat)
    if found or seat is None:
        return found
    return words.say("lobby.seat", n=seat + 1)


def names(words: Words, state: ClientState, seats: tuple[Seat, ...]) -> str:
    """Return the names of `seats`, with commas."""
    return ", ".join(name(words, state, seat) for seat in seats)


def cards_text(cards: tuple[Rank, ...]) -> str:
    """Return ranks with commas."""
    return ", ".join(str(card) for card in cards)


def logged_text(words: Words, state: ClientState, numbered: Numbered) -> str:
    """Return one line that tells an event of the log, with the names that the seats had when it happened."""
    return event_text(words, state.as_of(numbered.n), numbered.event)


def event_text(words: Words, state: ClientState, event: Event | TableEvent) -> str:
    """Return one line that tells `event`, as the log shows it."""
    if isinstance(event, Raced | Said | Changed):
        return _table_event(words, state, event)
    return _turn_event(words, state, event) or _ending_event(words, state, event)


def _table_event(words: Words, state: ClientState, event: TableEvent) -> str:
    if isinstance(event, Raced):
        return words.say("event.raced", times=race_text(words, state, event.lines))
    if isinstance(event, Said):
        phrase = _phrases().get(event.text)
        return words.say("event.said", name=event.name, text=words.say(phrase) if phrase else event.text)
    alone = f"change.{event.what.value}_alone"
    key = alone if state.table == SOLO and words.has(alone) else f"change.{event.what.value}"
    return words.say(key, name=event.name or name(words, state, event.seat))


def is_told(state: ClientState, event: Event | TableEvent) -> bool:
    """Return whether the log tells `event`; who plays against bots reads nothing of having come or owning."""
    of_oneself = isinstance(event, Changed) and event.seat == state.seat and event.what in _OF_ONESELF
    return not (of_oneself and state.table == SOLO)


@cache
def _phrases() -> Mapping[str, str]:
    """Return the chat box's phrases in every language with their keys: each player reads them in their own."""
    found = ((lang, key) for lang in LANGUAGES for key in catalogue(lang) if key.startswith("emote."))
    return {Words(lang).say(key): key for lang, key in found}


def race_text(words: Words, state: ClientState, lines: tuple[RaceLine, ...]) -> str:
    """Return who claimed how fast, the quickest first."""
    parts = (
        words.say(RACE_WORDS[line.verdict], name=name(words, state, line.seat), ms=line.time)
        for line in sorted(lines, key=lambda line: line.time)
    )
    return ", ".join(parts)


def _turn_event(words: Words, state: ClientState, event: Event) -> str:
    if isinstance(event, Dealt):
        return words.say("event.dealt", round=event.round, name=name(words, state, event.lead), floor=event.floor)
    if isinstance(event, Laid):
        key = "event.laid_terra" if event.terra else "event.laid"
        lay = Lay(event.cards, event.signs)
        return words.say(key, name=name(words, state, event.seat), sum=str(lay), floor=event.cards[-1])
    if isinstance(event, Drew):
        return _drew(words, state, event)
    if isinstance(event, Matched):
        key = "event.matched_terra" if event.terra else "event.matched"
        return words.say(key, name=name(words, state, event.seat), card=event.card)
    if isinstance(event, Kept):
        return words.say("event.kept", name=name(words, state, event.seat))
    return ""


def _drew(words: Words, state: ClientState, event: Drew) -> str:
    who = name(words, state, event.seat)
    if event.count == 0:
        return words.say("event.drew_nothing", name=who)
    if event.choosing:
        return words.say("event.drew_choosing", name=who)
    if not event.cards:
        return words.say("event.drew", name=who, n=event.count)
    cards = cards_text(event.cards)
    if event.seat != state.seat:
        return words.say("event.drew_seen", name=who, n=event.count, cards=cards)
    if event.count == 1:
        # English: an eight, an eleven.
        cards = words.say("event.drew_an" if event.cards[0] in (8, 11) else "event.drew_a", card=cards)
    return words.say("event.drew_own", n=event.count, cards=cards)


def _ending_event(words: Words, state: ClientState, event: Event) -> str:
    if isinstance(event, TerraEnded):
        return words.say("event.terra_ended")
    if isinstance(event, Reshuffled):
        return words.say("event.reshuffled", n=event.deck)
    if isinstance(event, Ronned):
        who, cards = names(words, state, event.seats), cards_text(event.cards)
        if event.payer is None:
            why = ron_unpaid_text(words, state, event)
            key = "event.ronned_unpaid" if why else "event.ronned"
            return words.say(key, names=who, cards=cards, why=why)
        return words.say("event.ronned_paid", names=who, cards=cards, payer=name(words, state, event.payer))
    if isinstance(event, FalselyRonned):
        return words.say("event.falsely_ronned", name=name(words, state, event.seat))
    if isinstance(event, RoundEnded):
        if not event.winners:
            return words.say("event.round_void", round=event.round)
        return words.say("event.round_ended", round=event.round, names=names(words, state, event.winners))
    if isinstance(event, GameEnded):
        if not event.winners:
            return words.say("event.game_stopped")
        return words.say("event.game_ended", names=names(words, state, event.winners))
    raise TypeError(f"no words for {event!r}")


def failure_text(words: Words, failure: Failure) -> str:
    """Return the sentence for a refusal or a failure; for an unknown code the host's own, else the bare code."""
    for section in ("error", "reason"):
        key = f"{section}.{failure.code}"
        if words.has(key):
            try:
                return words.say(key, **failure.args)
            except KeyError:
                continue        # that sentence is for who comes from outside, and names the address
    return failure.text or words.say("error.unknown", code=failure.code)


def error_text(error: Exception) -> str:
    """Return what an error of a record, a file or a host says, in the language that is spoken."""
    return say(error.template, **error.values) if isinstance(error, Templated) else str(error)


def problem_text(words: Words, problem: Problem) -> str:
    """Return what keeps a draft from being laid."""
    return words.say(f"flaw.{problem.code.value}", **problem.values)


def why_text(words: Words, problem: Problem) -> str:
    """Return the same as a whole sentence that names the rule, for learners."""
    return words.say(f"why.{problem.code.value}", **problem.values)
