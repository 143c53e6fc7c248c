"""`terra rules`: the page of the menu on a terminal, else, and when asked, as text."""

from __future__ import annotations

import sys
from argparse import Namespace

from server.console.say import spoken_language
from server.console.streams import tell
from terra_tui.locale.plain_rules import plain_rules
from terra_tui.locale.words import Words


def run(args: Namespace) -> int:
    """Show the rules; return the exit code."""
    if args.plain or sys.stdout is None or not sys.stdout.isatty():
        tell(list(plain_rules(Words(spoken_language())))[:-1])
        return 0
    from terra_tui.commands.screen import draw
    from terra_tui.ui.plan import Menu

    return draw(Menu(opens="rules"), lang=args.lang, ascii_only=bool(args.ascii), player=None)
