"""The program's forms: what each asks for, in any language."""

from __future__ import annotations

from dataclasses import replace

from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.preferences import CHOICES, Measured, Preferences
from terra_tui.ui.form import ChoiceField, Form, TextField, choice
from terra_tui.ui.text_line import TextLine

ADDRESS_CELLS = 100
NAME_CELLS = 16
SECRET_CELLS = 200


def join_form(words: Words, watching: bool, address: str, name: str) -> Form:
    """Return the form for joining or watching a table."""
    heading = "join.heading_watch" if watching else "join.heading_play"
    fields = (
        TextField("address", words.say("join.address"), TextLine.of(address, ADDRESS_CELLS, proposed=True)),
        TextField("name", words.say("join.name"), TextLine.of(name, NAME_CELLS, proposed=True)),
    )
    return Form(words.say(heading), fields, words.say("join.go"))


def name_form(words: Words, name: str) -> Form:
    """Return the form for another name at the same table: the one that was refused, to be changed."""
    field = TextField("name", words.say("join.name"), TextLine.of(name, NAME_CELLS))
    return Form(words.say("join.heading_play"), (field,))


def passphrase_form(words: Words) -> Form:
    """Return the form for a table's passphrase."""
    field = TextField("passphrase", words.say("join.passphrase"), TextLine.of("", SECRET_CELLS, secret=True))
    return Form(words.say("join.heading_play"), (field,), words.say("join.ask_passphrase"))


def preferences_form(
    words: Words, preferences: Preferences, name: str, measured: Measured = Measured.UNKNOWN
) -> Form:
    """Return the form for this player's own settings."""
    themes = tuple((key, words.say(f"settings.theme_{key}")) for key in CHOICES["theme"])
    named = {key: f"auto_{measured.value}" if key == "auto" else key for key in CHOICES["skin"]}
    skins = tuple((key, words.say(f"settings.skin_{name}")) for key, name in named.items())
    languages = tuple((lang, Words(lang).say("lang.name")) for lang in LANGUAGES)
    fields = (
        TextField("name", words.say("settings.name"), TextLine.of(name, NAME_CELLS, proposed=True)),
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


def _switch(words: Words, key: str, on: bool) -> ChoiceField:
    options = (("on", words.say("settings.on")), ("off", words.say("settings.off")))
    return choice(key, words.say(f"settings.{key}"), options, "on" if on else "off")
