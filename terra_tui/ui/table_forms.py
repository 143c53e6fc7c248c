"""Forms about a table: opening one, and setting it (R9)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from server.engine.rules import LIMITS, MAX_SEATS, MIN_SEATS, Rules, RulesError
from server.wire.settings import Assist, Level, Settings, Watching
from terra_tui.locale.words import Words
from terra_tui.session.address import DEFAULT_PORT
from terra_tui.session.preferences import Preferences
from terra_tui.ui.form import ChoiceField, Form, TextField, choice
from terra_tui.ui.forms import NAME_CELLS, SECRET_CELLS
from terra_tui.ui.text_line import TextLine

RULE_KEYS = ("start", "limit", "hand", "terra", "terra_draw", "ron_factor", "max_cards")
WINDOWS = (0, 500, 1000, 1500, 2000, 3000, 5000, 10_000)
ON, OFF = "on", "off"
DELAY = 20
"""Turns after which spectators see all hands, where the table has no number of its own."""
TURN_TIMES = (0, 15_000, 30_000, 60_000, 120_000, 300_000)


class Length(StrEnum):
    """How long a game is to be."""

    USUAL = "usual"
    SHORT = "short"


SHORT_START, SHORT_LIMIT = 20, 40
"""Points of a short game (R9): two thirds of the usual ones, so that one Ron does not end it."""
PORTS: Final = (1, 65_535)


def solo_form(words: Words, preferences: Preferences) -> Form:
    """Return the form for a game against bots; the last one that was played is proposed."""
    fields = (
        choice("players", words.say("solo.players"), _numbers(range(MIN_SEATS, MAX_SEATS + 1)),
               preferences.solo_players),
        choice("level", words.say("host.level"), _levels(words), preferences.solo_level),
        choice("assist", words.say("settings.assist"), _assists(words), preferences.solo_assist),
    )
    return Form(words.say("solo.heading"), fields, words.say("solo.go"), at_once=True)


def host_form(words: Words, name: str) -> Form:
    """Return the form for opening a table."""
    usual = Settings()
    lengths = (
        (Length.USUAL.value, words.say("host.usual", start=usual.rules.start, limit=usual.rules.limit)),
        (Length.SHORT.value, words.say("host.short", start=SHORT_START, limit=SHORT_LIMIT)),
    )
    port = TextLine.of(str(DEFAULT_PORT), len(str(PORTS[1])), proposed=True)
    fields = (
        TextField("table", words.say("host.table"), TextLine.of(name, NAME_CELLS, proposed=True)),
        choice("seats", words.say("host.seats"), _numbers(range(3, 6)), "4"),
        choice("bots", words.say("host.bots"), _numbers(range(5)), "0"),
        choice("level", words.say("host.level"), _levels(words), Level.NORMAL.value),
        choice("ron_window", words.say("settings.ron_window"), _windows(words, usual.ron_window),
               str(usual.ron_window)),
        choice("length", words.say("host.length"), lengths, Length.USUAL.value),
        TextField("port", words.say("host.port"), port, PORTS),
        TextField("passphrase", words.say("join.passphrase"), TextLine.of("", SECRET_CELLS, secret=True)),
    )
    return Form(words.say("host.heading"), fields, words.say("host.go"), at_once=True)


def table_form(words: Words, settings: Settings) -> Form:
    """Return the form for a table's settings (R9 and the table's own)."""
    # A host may have been started with another time than these: it stays to be chosen, and chosen.
    turns = tuple((str(ms), _turn_time(words, ms)) for ms in sorted({*TURN_TIMES, settings.turn_time}))
    bars = ((ON, words.say("settings.on")), (OFF, words.say("settings.off")))
    delay = settings.delay or DELAY
    watchings = tuple((kind.value, words.say(f"lobby.watching_{kind.value}", n=delay)) for kind in Watching)
    fields: list[TextField | ChoiceField] = [
        choice("seats", words.say("settings.seats"), _numbers(range(3, 6)), str(settings.seats)),
        choice("ron_window", words.say("settings.ron_window"), _windows(words, settings.ron_window),
               str(settings.ron_window)),
        choice("false_ron", words.say("settings.false_ron"), bars, ON if settings.false_ron else OFF),
        choice("turn_time", words.say("settings.turn_time"), turns, str(settings.turn_time)),
        choice("assist", words.say("settings.assist"), _assists(words), settings.assist.value),
        choice("watching", words.say("settings.watching"), watchings, settings.watching.value),
    ]
    for key in RULE_KEYS:
        low, high = LIMITS[key]
        value = getattr(settings.rules, key)
        if high - low < 20:
            fields.append(choice(key, words.say(f"settings.{key}"), _numbers(range(low, high + 1)), str(value)))
        else:
            line = TextLine.of(str(value), 4, proposed=True)
            fields.append(TextField(key, words.say(f"settings.{key}"), line, (low, high)))
    return Form(
        words.say("settings.table_heading"), tuple(fields), words.say("settings.apply"), at_once=True,
        unsaved=words.say("settings.unsaved"),
    )


def settings_from(words: Words, values: dict[str, str], old: Settings) -> Settings:
    """Return the table's settings that a filled-in form says.

    Raises:
        RulesError: a number is missing or not allowed; the message says in the player's language what is.
    """
    numbers = {key: _number(words, key, values[key]) for key in RULE_KEYS}
    if numbers["limit"] < numbers["start"]:
        what = words.say("settings.limit")
        raise RulesError(words.say("settings.limit_range", what=what, start=numbers["start"]))
    return replace(
        old, seats=int(values["seats"]), rules=Rules(**numbers), ron_window=int(values["ron_window"]),
        false_ron=values["false_ron"] == ON, turn_time=int(values["turn_time"]), assist=Assist(values["assist"]),
        watching=Watching(values["watching"]), delay=old.delay or DELAY,
    )


def _number(words: Words, key: str, text: str) -> int:
    return whole_number(words, words.say(f"settings.{key}"), text, LIMITS[key])


def whole_number(words: Words, what: str, text: str, limits: tuple[int, int]) -> int:
    """Return `text` as a number within `limits`, both allowed.

    Raises:
        RulesError: it is none; the message says so of `what`.
    """
    low, high = limits
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise RulesError(words.say("settings.number_range", what=what, low=low, high=high))
    return int(text)


def _numbers(values: range) -> tuple[tuple[str, str], ...]:
    return tuple((str(value), str(value)) for value in values)


def _levels(words: Words) -> tuple[tuple[str, str], ...]:
    return tuple((level.value, words.say(f"lobby.level_{level.value}")) for level in Level)


def _assists(words: Words) -> tuple[tuple[str, str], ...]:
    return tuple((assist.value, words.say(f"lobby.assist_{assist.value}")) for assist in Assist)


def _windows(words: Words, present: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(ms), words.say("lobby.seconds", n=f"{ms / 1000:g}")) for ms in sorted({*WINDOWS, present}))


def _turn_time(words: Words, millis: int) -> str:
    return words.say("lobby.seconds", n=millis // 1000) if millis else words.say("lobby.no_clock")
