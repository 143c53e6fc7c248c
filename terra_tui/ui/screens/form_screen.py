"""A form to fill in: joining, hosting, settings, a passphrase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from textual.message import Message

from terra_tui.locale.words import Words
from terra_tui.ui.draw.forms import form_lines
from terra_tui.ui.draw.lines import Line
from terra_tui.ui.form import Form
from terra_tui.ui.screens.page import Look, Page


class FormScreen(Page):
    """In: what makes the form in a language. Out: `Submitted`, `Closed`."""

    @dataclass
    class Submitted(Message):
        """The form was filled in: which one, and what each field holds."""

        form: str
        values: dict[str, str]

    @dataclass
    class Closed(Message):
        """The player goes back; what the fields hold then."""

        form: str
        values: dict[str, str]

    def __init__(self, look: Look, kind: str, make: Callable[[Words], Form], note: str = "") -> None:
        super().__init__(look)
        self._kind = kind
        self._make = make
        self._form = make(look.words)
        self._note = note

    def dress(self, look: Look) -> None:
        """Look otherwise; in another language the form is made anew around what was filled in."""
        if look.words.lang != self.look.words.lang:
            fresh = self._make(look.words)
            kept = tuple(
                replace(old, label=new.label) for old, new in zip(self._form.fields, fresh.fields, strict=True)
            )
            self._form = replace(fresh, fields=kept, chosen=self._form.chosen)
        super().dress(look)

    def note(self, text: str) -> None:
        """Show a sentence under the fields."""
        self._note = text
        self.redraw()

    def rows(self, size: tuple[int, int]) -> tuple[Line, ...]:
        """Return the form."""
        return form_lines(self.look.words, self.look.skin, self._form, self._note, size)

    @property
    def typing(self) -> bool:
        """Whether a line to type into is chosen."""
        return self._form.typing

    def press(self, key: str, character: str | None) -> None:
        """Edit, move, submit or go back."""
        if key == "escape":
            self.post_message(self.Closed(self._kind, self._form.values))
        elif key == "enter":
            if self._form.last or not self._form.typing:
                self.post_message(self.Submitted(self._kind, self._form.values))
            else:
                self._form = self._form.move(1)
        elif self._form.typing and character is not None and character.isprintable():
            self._form = self._form.insert(character)
        else:
            self._form = self._form.press(key)
        self.redraw()

    def insert(self, text: str) -> None:
        """Put pasted text into the chosen line."""
        self._form = self._form.insert(text)
        self.redraw()
