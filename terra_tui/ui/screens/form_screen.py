"""A form to fill in: joining, hosting, settings, a passphrase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from textual.message import Message

from terra_tui.locale.words import Words
from terra_tui.ui.draw.forms import form_lines
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.form import ChoiceField, Form, TextField, choice
from terra_tui.ui.places import Place
from terra_tui.ui.screens.page import Look, Page, Request

LANGUAGE: Final = "language"
"""The field of the language: it shows at once."""
PLACES: Final = "places"
"""The field with the places to go to; choosing one fills in the address, and the name where a seat is kept."""
MOST_PLACES: Final = 12


class FormScreen(Page):
    """In: what makes the form in a language. Out: `Submitted`, `LanguageChosen`, `Closed`."""

    @dataclass
    class Submitted(Request):
        """The form was filled in: which one, and what each field holds."""

        form: str
        values: dict[str, str]

    @dataclass
    class LanguageChosen(Message):
        """Another language was chosen: everything is to be shown in it at once."""

        language: str

    @dataclass
    class Closed(Request):
        """The player goes back; what the fields hold then."""

        form: str
        values: dict[str, str]

    def __init__(self, look: Look, kind: str, make: Callable[[Words], Form], note: str = "") -> None:
        super().__init__(look)
        self._kind = kind
        self._make = make
        self._form = make(look.words)
        self._note = note
        self._began = self._form.values
        self._warned = False
        self._places: tuple[Place, ...] = ()

    def dress(self, look: Look) -> None:
        """Look otherwise; in another language the form is made anew around what was filled in.

        A field for the language says the one that is shown.
        """
        if look.words.lang != self.look.words.lang:
            fresh = self._make(look.words)
            made = {field.key: field for field in fresh.fields}
            kept = tuple(_in_words_of(made.get(old.key, old), old) for old in self._form.fields)
            self._form = replace(fresh, fields=kept, chosen=self._form.chosen)
        shown = tuple(
            choice(LANGUAGE, field.label, field.options, look.words.lang)
            if isinstance(field, ChoiceField) and field.key == LANGUAGE
            else field
            for field in self._form.fields
        )
        self._form = replace(self._form, fields=shown)
        super().dress(look)

    def note(self, text: str) -> None:
        """Show a sentence under the fields, such as what is wrong with them."""
        self._note = text
        self.redraw()

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the form."""
        return form_lines(self.look.words, self.look.skin, self._form, self._note, size)

    def offer(self, places: Sequence[Place]) -> None:
        """Offer places to choose from, above the fields; the first one is filled in where no address is."""
        self._places = tuple(places[:MOST_PLACES])
        if not self._places or PLACES in self._form.values:
            return
        many = len(self._places)
        options = tuple(
            (str(number), f"{number + 1}/{many}  {place.text}" if many > 1 else place.text)
            for number, place in enumerate(self._places)
        )
        field = ChoiceField(PLACES, self.look.words.say("join.found"), options)
        empty = not self._form.values.get("address")
        self._form = replace(self._form, fields=(field, *self._form.fields), chosen=self._form.chosen + 1)
        if empty:
            self._form = replace(self._form, chosen=0)
            self._go_to_chosen()
        self.redraw()

    def _go_to_chosen(self) -> None:
        """Fill in the place that is chosen."""
        place = self._places[int(self._form.values[PLACES])]
        self._form = self._form.filled("address", place.address)
        if place.name:
            self._form = self._form.filled("name", place.name)

    @property
    def typing(self) -> bool:
        """Whether a line to type into is chosen."""
        return self._form.typing

    def press(self, key: str, character: str | None) -> None:
        """Edit, move, submit or go back."""
        warned, self._warned = self._warned, False
        if key == "escape":
            if self._form.unsaved and self._form.values != self._began and not warned:
                self._warned = True
                self.note(self._form.unsaved)
            else:
                self.ask(self.Closed(self._kind, self._form.values))
        elif key == "enter":
            if self._form.complete:
                self.ask(self.Submitted(self._kind, self._form.values))
            else:
                self._form = self._form.move(1)
        elif self._form.fields[self._form.chosen].key == PLACES and character is not None and character > " ":
            # Whoever types wants another place than those.
            self._form = self._form.filled("address", "").move(1).insert(character)
        elif self._form.typing and character is not None and character.isprintable():
            self._form = self._form.insert(character)
        else:
            before = self._form.values.get(PLACES)
            self._form = self._form.press(key)
            if self._form.values.get(PLACES) != before:
                self._go_to_chosen()
        language = self._form.values.get(LANGUAGE, self.look.words.lang)
        if language != self.look.words.lang:
            self.post_message(self.LanguageChosen(language))
        self.redraw()

    def insert(self, text: str) -> None:
        """Put pasted text into the chosen line."""
        self._form = self._form.insert(text)
        self.redraw()


def _in_words_of(fresh: TextField | ChoiceField, old: TextField | ChoiceField) -> TextField | ChoiceField:
    """Return `old` as it was filled in, with the label and the options of `fresh`."""
    if isinstance(fresh, ChoiceField) and isinstance(old, ChoiceField):
        return replace(fresh, index=old.index)
    return replace(old, label=fresh.label)
