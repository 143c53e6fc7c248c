"""The command line: `terra` and its commands. Textual is imported only for a command that draws."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from terra_tui.ui.plan import Ask, HostInside, Menu, Plan, Visit, practice, resumed, solo

if TYPE_CHECKING:
    from server.console.parser import Parser

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"

FAILED: Final = 1
ELSEWHERE: Final = {
    "arena": ("server.arena.cli", "let bots play each other, without a network"),
    "verify": ("server.verify.cli", "check a record: the rules, the points and every deal"),
}
"""Commands whose module adds the arguments and runs them."""
RECORDS: Final = {
    "games": "list the games that are kept",
    "replay": "show a game from its record, step by step",
    "export": "write a game's record",
    "stats": "show what each player has done",
}
"""Commands of `server.records.cli`."""

PAGES: Final = {
    "learn": "learn the game in two minutes",
    "practice": "play against easy bots, with hints",
    "drill": "sums against the clock",
    "rules": "read the rules",
}
"""Commands that open a page of the menu at once."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 0 fine, 2 usage, 1 with one plain sentence on stderr.

    An error of Terra's own is such a sentence too: a traceback could show a hand.
    """
    from server.console.language import language_for
    from server.console.say import speaking
    from server.console.streams import guarded

    given = list(sys.argv[1:] if arguments is None else arguments)
    with speaking(lambda: language_for(given, os.environ)):
        return guarded(lambda: _run(given))


def _run(given: Sequence[str]) -> int:
    from server.console.say import Told, say

    args = _parser(given).parse_args(given)
    run: Callable[[argparse.Namespace], int] = getattr(args, "run", _menu)
    try:
        return run(args)
    except (Told, BrokenPipeError):
        raise
    except Exception as error:
        from terra_tui.session.bugs import place_of

        return _fail(say("An error in Terra itself: {place}.", place=place_of(error)))


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; a command's own module is imported only where that command was given."""
    from server.console.parser import Parser

    parser = Parser(prog="terra", description="Terra, a card game of quick sums for 3 to 5.")
    _add_screen(parser, command=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_solo(commands, given)
    _add_host(commands, given)
    _add_visit(commands, "join", "join a table")
    _add_visit(commands, "watch", "watch a table")
    for name, help_text in PAGES.items():
        _add_page(commands, name, help_text)
    for name, help_text in RECORDS.items():
        _add_records(commands, given, name, help_text)
    for name, (module, help_text) in ELSEWHERE.items():
        command = commands.add_parser(name, help=help_text, description=help_text)
        if name in given:
            part = import_module(module)
            part.add_arguments(command)
            _add_lang(command)
            command.set_defaults(run=part.run)
    return parser


def _add_records(commands: Commands, given: Sequence[str], name: str, help_text: str) -> None:
    parser = commands.add_parser(name, help=help_text, description=help_text)
    if name == "replay" and name in given:
        replaying = import_module("terra_tui.commands.replaying")
        replaying.add_arguments(parser)
        _add_screen(parser)
        parser.set_defaults(run=replaying.run)
    elif name in given:
        part = import_module("server.records.cli")
        getattr(part, f"add_{name}_arguments")(parser)
        _add_lang(parser)
        parser.set_defaults(run=lambda args: _records(getattr(part, f"run_{name}"), args))


def _add_page(commands: Commands, name: str, help_text: str) -> None:
    parser = commands.add_parser(name, help=help_text, description=help_text)
    if name == "rules":
        parser.add_argument("--plain", action="store_true", help="as lines of text, also on a terminal")
    _add_screen(parser)
    parser.set_defaults(run=_rules if name == "rules" else _page, opens=name)


def _add_screen(parser: argparse.ArgumentParser, *, command: bool = True) -> None:
    """Add the options of the screen. Those of a `command` keep what was said before it."""
    silent = argparse.SUPPRESS if command else None
    _add_lang(parser, silent)
    parser.add_argument("--ascii", action="store_true", default=silent, help="draw with ASCII only")


def _add_lang(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    parser.add_argument("--lang", choices=["en", "ko"], default=default,
                        help="the language of all that is said (what the settings or LANG say)")


def _add_solo(commands: Commands, given: Sequence[str]) -> None:
    parser = commands.add_parser("solo", help="play against bots", description="play against bots")
    if "solo" not in given:
        return
    from server.console.kinds import whole
    from server.engine.rules import MAX_SEATS, MIN_SEATS
    from server.wire.settings import Assist, Level

    parser.add_argument("--players", type=whole(MIN_SEATS, MAX_SEATS), metavar="3..5", default=4, help="seats (4)")
    parser.add_argument("--level", choices=[level.value for level in Level], default=Level.NORMAL.value,
                        help="how well the bots play (normal)")
    parser.add_argument("--assist", choices=[assist.value for assist in Assist], default=None,
                        help="how much the screen helps with sums (total)")
    parser.add_argument("--seed", type=whole(0, 2**63), default=None, metavar="N", help="make the deals repeatable")
    parser.add_argument("--resume", action="store_true", help="go on with the newest game that was left")
    parser.add_argument("--name", dest="player", metavar="N", default=None, help="your name")
    _add_screen(parser)
    parser.set_defaults(run=_solo)


def _add_host(commands: Commands, given: Sequence[str]) -> None:
    parser = commands.add_parser("host", help="host a table", description="host a table", allow_abbrev=False)
    if "host" not in given:
        return
    from server.host.cli import add_host_options

    add_host_options(parser)
    parser.add_argument("--play", action="store_true", help="play at the table too, on this screen")
    _add_screen(parser)
    rest = [argument for argument in given[given.index("host") + 1 :] if argument != "--play"]
    parser.set_defaults(run=lambda args: _host(args, rest))


def _add_visit(commands: Commands, name: str, help_text: str) -> None:
    from server.console.kinds import path

    parser = commands.add_parser(name, help=help_text, description=help_text)
    parser.add_argument("address", nargs="?", metavar="ADDR[:PORT]", help="where it is; without it, choose one")
    parser.add_argument("--name", dest="player", metavar="N", default=None, help="your name")
    parser.add_argument("--passphrase-file", type=path, metavar="F", default=None,
                        help="the first line says the table's passphrase (or set TERRA_PASSPHRASE)")
    parser.add_argument("--tls-ca", type=path, metavar="F", default=None,
                        help="use TLS; F holds the host's certificate (PEM)")
    parser.add_argument("--plain", action="store_true", help="lines of text instead of a screen")
    _add_screen(parser)
    only = name == "watch"
    if not only:
        parser.add_argument("--watch", action="store_true", help="watch at first; a bot's seat may be taken there")
    parser.set_defaults(run=lambda args: _visit(args, only=only), **({"watch": True} if only else {}))


def _records(run: Callable[[argparse.Namespace, Iterable[Path]], int], args: argparse.Namespace) -> int:
    """Run a command of the records on this user's own stores."""
    from server.host.paths import default_stores

    return run(args, default_stores())


# ---- what commands do ----------------------------------------------------------------------------------------


def _menu(args: argparse.Namespace) -> int:
    return _draw(args, Menu())


def _page(args: argparse.Namespace) -> int:
    """Open a page of the menu; practice is a game, which has no menu under it."""
    return _draw(args, practice() if args.opens == "practice" else Menu(opens=args.opens))


def _rules(args: argparse.Namespace) -> int:
    from terra_tui.commands.reading import run

    return run(args)


def _solo(args: argparse.Namespace) -> int:
    """Play against bots: a new game, or the one that was left."""
    if not args.resume:
        return _draw(args, solo(args.players, args.level, args.seed, args.assist))
    from terra_tui.commands.left_games import newest_left

    game = newest_left()
    if game is None:
        return _fail(_say("There is no game against bots to go on with."))
    return _draw(args, resumed(game))


def _host(args: argparse.Namespace, given: Sequence[str]) -> int:
    """Host a table, here or, to play at it, as a child process."""
    from server.host.cli import options_from
    from server.host.options import HostError

    try:
        options = options_from(args)
    except HostError as error:
        _fail(str(error))
        return 2
    if args.play:
        from server.host.place import as_before, remembered
        from terra_tui.commands.visiting import tls_from

        game, place = remembered(options)
        options = as_before(options, place)
        tls = tls_from(options.tls_cert)
        arguments = _without_screen(given, resumes=options.resume is not None)
        return _draw(args, HostInside(arguments, game=game, passphrase=options.passphrase, tls=tls))
    from server.host.run import run as run_host

    return run_host(options)


def _without_screen(given: Sequence[str], *, resumes: bool) -> tuple[str, ...]:
    """Return a host's arguments without those of the screen; others are to come to a new table's usual port."""
    kept: list[str] = []
    skip = False
    for argument in given:
        if skip:
            skip = False
        elif argument == "--lang":
            skip = True
        elif argument != "--ascii" and not argument.startswith("--lang="):
            kept.append(argument)
    if not resumes and not any(argument.split("=")[0] == "--port" for argument in kept):
        kept += ["--port", "4747"]
    return tuple(kept)


def _visit(args: argparse.Namespace, *, only: bool) -> int:
    """Join a table, or watch it: `only` that, or to sit down there later."""
    from server.console.first_line import passphrase_of
    from terra_tui.commands.visiting import tls_from

    passphrase, tls = passphrase_of(args.passphrase_file, os.environ), tls_from(args.tls_ca)
    if args.plain:
        from terra_tui.commands.by_lines import visit_by_lines

        return visit_by_lines(args.address, args.watch, args.player, args.lang, passphrase, tls, only_watches=only)
    if args.address is None:
        return _draw(args, Ask(args.watch, passphrase, tls, may_sit=args.watch and not only))
    insist = args.player is not None
    return _draw(args, Visit(args.address, args.watch, passphrase, tls, insist=insist, only_watches=only))


def _fail(sentence: str) -> int:
    from server.console.streams import complain

    complain(sentence)
    return FAILED


def _say(sentence: str) -> str:
    from server.console.say import say

    return say(sentence)


def _draw(args: argparse.Namespace, plan: Plan) -> int:
    """Draw the screen until the player leaves."""
    from terra_tui.commands.screen import draw

    return draw(plan, lang=args.lang, ascii_only=bool(args.ascii), player=getattr(args, "player", None))
