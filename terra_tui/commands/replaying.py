"""`terra replay`: on the screen where there is a terminal, else as text."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """Give `parser` the arguments of the command, but those of the screen."""
    from server.records.cli import add_replay_arguments

    add_replay_arguments(parser)
    parser.add_argument("--text", action="store_true", help="as lines of text, also on a terminal")


def run(args: Namespace) -> int:
    """Show a record; return the exit code."""
    from server.console.say import say
    from server.console.streams import FAILED, complain
    from server.host.paths import default_stores
    from server.records.cli import run_replay
    from server.records.finding import lines_of
    from server.wire.record import RecordError
    from terra_tui.session.playback import Playback, games_of

    if args.text or sys.stdout is None or not sys.stdout.isatty():
        return run_replay(args, default_stores())
    try:
        lines = lines_of(args.game, args, default_stores())
        games = games_of(lines)
        if not games:
            raise RecordError("there is no game in it")
        Playback.of(games[0])
    except RecordError as error:
        complain(say(error.template, **error.values) + ".")
        return FAILED
    from terra_tui.commands.screen import draw
    from terra_tui.ui.plan import Replay

    return draw(Replay(tuple(lines)), lang=args.lang, ascii_only=bool(args.ascii), player=None)
