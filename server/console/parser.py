"""argparse in the player's language: its help and what it finds wrong are said through `say`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from server.console.say import say, word
from server.console.streams import complain, tell

USAGE: Final = 2


class Formatter(argparse.HelpFormatter):
    """Says titles, descriptions and help as they are shown, so that a parser costs nothing where nobody asks."""

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Begin with the usage line."""
        super().add_usage(usage, actions, groups, word("usage: ") if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """Begin a group of options."""
        super().start_section(None if heading is None else word(heading))

    def add_text(self, text: str | None) -> None:
        """Add a description, as a sentence."""
        said = "" if text is None else word(text)
        super().add_text(f"{said[:1].upper()}{said[1:].removesuffix('.')}." if said else None)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return None if action.help is None else word(action.help)

    # argparse breaks lines by letters; a Korean one takes two columns.

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _broken(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in _broken(" ".join(text.split()), width - len(indent)))


class Parser(argparse.ArgumentParser):
    """A parser of a command. What is wrong is one sentence, and where more is to be read."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", Formatter)
        super().__init__(add_help=False, **options)
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help="show this help and leave")

    def print_help(self, file: Any = None) -> None:
        """Write the help to the standard output.

        Raises:
            OutputError: that cannot be done.
        """
        tell(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments and leave with code 2."""
        more = say("`{command} --help` shows what there is.", command=self.prog)
        from server.console.wrong_usage import sentence  # not where nothing is wrong

        complain(f"{sentence(message)} {more}")
        raise SystemExit(USAGE)


def _broken(text: str, width: int) -> list[str]:
    """Return `text` in lines of at most `width` columns, broken at blanks."""
    from server.wire.text import cells

    if text.isascii():
        return textwrap.wrap(text, width) or [""]
    lines = [""]
    for part in text.split(" "):
        longer = f"{lines[-1]} {part}" if lines[-1] else part
        if cells(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
