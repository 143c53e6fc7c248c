"""The program's forms: what each asks for, in any language."""

from __future__ import annotations

from dataclasses import replace

from server.engine.rules import LIMITS, Rules, RulesError
from server.wire.messages import Role
from server.wire.settings import Assist, Level, Settings, Watching
from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.preferences import CHOICES, Preferences
from terra_tui.ui.form import ChoiceField, Form, TextField, choice
from terra_tui.ui.text_line import TextLine

ADDRESS_CELLS = 100
NAME_CELLS = 16
SECRET_CELLS = 200
RULE_KEYS = ("start", "limit", "hand", "terra", "terra_draw", "ron_factor", "max_cards")
WINDOWS = (0, 500, 1000, 1500, 2000, 3000, 5000, 10_000)
DELAY = 20
"""Turns after which spectators see all hands, where the table has no number of its own."""
TURN_TIMES = (0, 15_000, 30_000, 60_000, 120_000, 300_000)


def join_form(words: Words, role: Role, address: str, name: str) -> Form:
    """Return the form for joining or watching a table."""
    heading = "join.heading_play" if role is Role.PLAY else "join.heading_watch"
    fields = (
        TextField("address", words.say("join.address"), TextLine.of(address, ADDRESS_CELLS)),
        TextField("name", words.say("join.name"), TextLine.of(name, NAME_CELLS)),
    )
    return Form(words.say(heading), fields, words.say("join.go"))


def passphrase_form(words: Words) -> Form:
    """Return the form for a table's passphrase."""
    field = TextField("passphrase", words.say("join.passphrase"), TextLine.of("", SECRET_CELLS, secret=True))
    return Form(words.say("join.heading_play"), (field,), words.say("join.ask_passphrase"))


def host_form(words: Words, name: str) -> Form:
    """Return the form for opening a table."""
    fields = (
        TextField("table", words.say("host.table"), TextLine.of(name, NAME_CELLS)),
        choice("seats", words.say("host.seats"), _numbers(range(3, 6)), "4"),
        choice("bots", words.say("host.bots"), _numbers(range(5)), "0"),
        choice("level", words.say("host.level"), _levels(words), Level.NORMAL.value),
    )
    return Form(words.say("host.heading"), fields)


def preferences_form(words: Words, preferences: Preferences, name: str) -> Form:
    """Return the form for this player's own settings."""
    themes = tuple((key, words.say(f"settings.theme_{key}")) for key in CHOICES["theme"])
    skins = tuple((key, words.say(f"settings.skin_{key}")) for key in CHOICES["skin"])
    languages = tuple((lang, Words(lang).say("lang.name")) for lang in LANGUAGES)
    fields = (
        TextField("name", words.say("settings.name"), TextLine.of(name, NAME_CELLS)),
        choice("language", words.say("settings.language"), languages, words.lang),
        choice("theme", words.say("settings.theme"), themes, preferences.theme),
        choice("skin", words.say("settings.skin"), skins, preferences.skin),
        _switch(words, "bell", preferences.bell),
        _switch(words, "title", preferences.title),
        _switch(words, "mouse", preferences.mouse),
    )
    return Form(words.say("settings.heading"), fields)


def preferences_from(values: dict[str, str], old: Preferences) -> Preferences:
    """Return the settings that a filled-in form says."""
    return replace(
        old, name=values["name"], language=values["language"], theme=values["theme"], skin=values["skin"],
        bell=values["bell"] == "on", title=values["title"] == "on", mouse=values["mouse"] == "on",
    )


def table_form(words: Words, settings: Settings) -> Form:
    """Return the form for a table's settings (R9 and the table's own)."""
    assists = tuple((assist.value, words.say(f"lobby.assist_{assist.value}")) for assist in Assist)
    windows = tuple((str(ms), words.say("lobby.seconds", n=f"{ms / 1000:g}")) for ms in WINDOWS)
    turns = tuple((str(ms), _turn_time(words, ms)) for ms in TURN_TIMES)
    delay = settings.delay or DELAY
    watchings = tuple((kind.value, words.say(f"lobby.watching_{kind.value}", n=delay)) for kind in Watching)
    fields: list[TextField | ChoiceField] = [
        choice("seats", words.say("settings.seats"), _numbers(range(3, 6)), str(settings.seats)),
        choice("ron_window", words.say("settings.ron_window"), windows, str(settings.ron_window)),
        choice("turn_time", words.say("settings.turn_time"), turns, str(settings.turn_time)),
        choice("assist", words.say("settings.assist"), assists, settings.assist.value),
        choice("watching", words.say("settings.watching"), watchings, settings.watching.value),
    ]
    for key in RULE_KEYS:
        low, high = LIMITS[key]
        value = getattr(settings.rules, key)
        if high - low < 20:
            fields.append(choice(key, words.say(f"settings.{key}"), _numbers(range(low, high + 1)), str(value)))
        else:
            fields.append(TextField(key, words.say(f"settings.{key}"), TextLine.of(str(value), 4)))
    return Form(words.say("settings.table_heading"), tuple(fields), words.say("settings.apply"))


def settings_from(values: dict[str, str], old: Settings) -> Settings:
    """Return the table's settings that a filled-in form says.

    Raises:
        RulesError: a number is missing or not allowed; the message says what is.
    """
    numbers: dict[str, int] = {}
    for key in RULE_KEYS:
        text = values[key]
        if not (text.isascii() and text.isdigit()):
            raise RulesError(f"{key} must be a whole number, not {text!r}")
        numbers[key] = int(text)
    return replace(
        old, seats=int(values["seats"]), rules=Rules(**numbers), ron_window=int(values["ron_window"]),
        turn_time=int(values["turn_time"]), assist=Assist(values["assist"]), watching=Watching(values["watching"]),
        delay=old.delay or DELAY,
    )


def _numbers(values: range) -> tuple[tuple[str, str], ...]:
    return tuple((str(value), str(value)) for value in values)


def _levels(words: Words) -> tuple[tuple[str, str], ...]:
    return tuple((level.value, words.say(f"lobby.level_{level.value}")) for level in Level)


def _turn_time(words: Words, millis: int) -> str:
    return words.say("lobby.seconds", n=millis // 1000) if millis else words.say("lobby.no_clock")


def _switch(words: Words, key: str, on: bool) -> ChoiceField:
    options = (("on", words.say("settings.on")), ("off", words.say("settings.off")))
    return choice(key, words.say(f"settings.{key}"), options, "on" if on else "off")
