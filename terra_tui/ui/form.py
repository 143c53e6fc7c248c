"""A form: lines to type into and lines to choose from, as a frozen value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from terra_tui.ui.text_line import TextLine


@dataclass(frozen=True, slots=True)
class TextField:
    """A line to type into.

    Attributes:
        limits: for a whole number, the lowest and the highest that it may be: then left and right count.
    """

    key: str
    label: str
    line: TextLine
    limits: tuple[int, int] | None = None

    @property
    def value(self) -> str:
        """What was typed."""
        return self.line.text.strip()

    def counted(self, step: int) -> TextField:
        """Return the field with the next number within its limits; what is no number becomes one."""
        if self.limits is None:
            return self
        low, high = self.limits
        text = self.value
        number = int(text) + step if text.isascii() and text.isdigit() else low
        text = str(max(low, min(high, number)))
        return replace(self, line=TextLine.of(text, self.line.cells, proposed=True))


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A line to choose from: values and how they are shown."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    index: int = 0

    @property
    def value(self) -> str:
        """The value chosen."""
        return self.options[self.index][0]

    def moved(self, step: int) -> ChoiceField:
        """Return the field with the next or the previous value chosen, round and round."""
        return replace(self, index=(self.index + step) % len(self.options))


def choice(key: str, label: str, options: tuple[tuple[str, str], ...], value: str) -> ChoiceField:
    """Return a field that stands at `value`, or at its first option where there is no such one."""
    values = [option for option, _ in options]
    return ChoiceField(key, label, options, values.index(value) if value in values else 0)


@dataclass(frozen=True, slots=True)
class Form:
    """Fields below each other, one of them chosen.

    Attributes:
        foot: what is told under them.
        at_once: Enter hands the form in from any line; else it goes to the next one, and hands in from the last.
        unsaved: what is told at the first Esc where something was changed; "": Esc goes back at once.
    """

    heading: str
    fields: tuple[TextField | ChoiceField, ...]
    foot: str = ""
    chosen: int = 0
    at_once: bool = False
    unsaved: str = ""

    @property
    def values(self) -> dict[str, str]:
        """What each field holds."""
        return {field.key: field.value for field in self.fields}

    @property
    def typing(self) -> bool:
        """Whether a line to type into is chosen."""
        return bool(self.fields) and isinstance(self.fields[self.chosen], TextField)

    @property
    def counting(self) -> bool:
        """Whether left and right change the chosen field's value, instead of moving in its text."""
        field = self.fields[self.chosen] if self.fields else None
        return isinstance(field, ChoiceField) or (field is not None and field.limits is not None)

    @property
    def complete(self) -> bool:
        """Whether Enter hands the form in from where it stands."""
        return self.at_once or self.last or not self.typing

    @property
    def last(self) -> bool:
        """Whether the last field is chosen."""
        return self.chosen >= len(self.fields) - 1

    def move(self, step: int) -> Form:
        """Return the form with the next or the previous field chosen."""
        return replace(self, chosen=(self.chosen + step) % len(self.fields))

    def insert(self, text: str) -> Form:
        """Return the form with `text` typed into the chosen field."""
        field = self.fields[self.chosen]
        return self._with(replace(field, line=field.line.insert(text))) if isinstance(field, TextField) else self

    def filled(self, key: str, text: str) -> Form:
        """Return the form with another text in the field `key`."""
        fields: list[TextField | ChoiceField] = []
        for field in self.fields:
            if isinstance(field, TextField) and field.key == key:
                field = replace(field, line=TextLine.of(text, field.line.cells, proposed=True))
            fields.append(field)
        return replace(self, fields=tuple(fields))

    def press(self, key: str) -> Form:
        """Return the form after a key: up and down move, left and right choose or edit."""
        field = self.fields[self.chosen]
        if key in ("up", "shift+tab"):
            return self.move(-1)
        if key in ("down", "tab"):
            return self.move(1)
        if isinstance(field, TextField):
            if field.limits is not None and key in ("left", "right"):
                return self._with(field.counted(-1 if key == "left" else 1))
            return self._with(replace(field, line=field.line.press(key)))
        if key in ("left", "right", "space"):
            return self._with(field.moved(-1 if key == "left" else 1))
        return self

    def _with(self, field: TextField | ChoiceField) -> Form:
        fields = list(self.fields)
        fields[self.chosen] = field
        return replace(self, fields=tuple(fields))
