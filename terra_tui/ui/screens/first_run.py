"""The first run: a name, a language, how wide the terminal draws lines; then where to begin."""

from __future__ import annotations

from dataclasses import dataclass, replace

from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.preferences import name_or_none
from terra_tui.ui.form import Form, TextField, choice
from terra_tui.ui.forms import NAME_CELLS
from terra_tui.ui.screens.form_screen import LANGUAGE, FormScreen
from terra_tui.ui.screens.page import Look
from terra_tui.ui.screens.question import QuestionScreen
from terra_tui.ui.text_line import TextLine

OFFERS = ("first.learn", "first.practice", "first.menu")


class FirstRunScreen(FormScreen):
    """In: `measured`. Out: `LanguageChosen`, `Submitted`, `Closed`."""

    aside = True

    @dataclass
    class Submitted(FormScreen.Submitted):
        """The player has filled it in."""

    @dataclass
    class Closed(FormScreen.Closed):
        """The player wants none of it."""

    def __init__(self, look: Look, name: str, glyphs: str) -> None:
        """Ask, with `name` filled in; `glyphs` is the catalogue's key of what is known of the terminal's lines."""
        self._glyphs = glyphs
        super().__init__(look, "first", lambda words: self._questions(words, name))

    def _questions(self, words: Words, name: str) -> Form:
        languages = tuple((lang, Words(lang).say("lang.name")) for lang in LANGUAGES)
        fields = (
            TextField("name", words.say("settings.name"), TextLine.of(name, NAME_CELLS, proposed=True)),
            choice(LANGUAGE, words.say("settings.language"), languages, words.lang),
        )
        return Form(words.say("first.heading"), fields, f"{words.say(self._glyphs)} {words.say('first.go')}")

    def measured(self, glyphs: str) -> None:
        """Say what the terminal has answered."""
        self._glyphs = glyphs
        words = self.look.words
        self._form = replace(self._form, foot=f"{words.say(glyphs)} {words.say('first.go')}")
        self.redraw()

    def press(self, key: str, character: str | None) -> None:
        """Edit; a name must be one, from whichever line it is handed in."""
        if key == "enter" and name_or_none(self._form.values["name"]) is None:
            self._form = replace(self._form, chosen=0)
            self.note(self.look.words.say("error.bad_name"))
            return
        super().press(key, character)


class OfferScreen(QuestionScreen):
    """In: nothing. Out: `Answered`: where to begin, Esc means the menu."""

    aside = True

    @dataclass
    class Answered(QuestionScreen.Answered):
        """Where to begin."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, "first.offer", OFFERS)
