"""The options of a host on the command line: `terra host` and `python -m server` share them."""

from __future__ import annotations

import argparse
import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Final

from server.console.first_line import SecretError, passphrase_of
from server.console.kinds import millis, one_of, path, quoted, whole, wrong
from server.console.say import say
from server.engine.rules import LIMITS, MAX_SEATS, MIN_SEATS, Rules
from server.host.options import HostError, HostOptions
from server.wire.discovery import DISCOVERY_PORT
from server.wire.settings import Assist, Level, Settings, Watching
from server.wire.text import clean_text

NAME_CELLS: Final = 40

_TEN_SECONDS: Final = 10.0
_ONE_HOUR: Final = 3600.0
_ONE_MINUTE: Final = 60.0


def add_host_options(parser: argparse.ArgumentParser) -> None:
    """Add every option of a host to `parser`."""
    table = parser.add_argument_group("the table")
    table.add_argument("--name", metavar="TABLE", type=_name, default=None, help="what the table is called")
    table.add_argument("--seats", type=whole(MIN_SEATS, MAX_SEATS), default=None, metavar="3..5",
                       help="how many play (4, or more where there are more bots)")
    table.add_argument("--bots", type=whole(0, MAX_SEATS), default=0, metavar="N",
                       help="seats that bots take at once")
    table.add_argument("--level", type=one_of(Level), choices=list(Level), default=Level.NORMAL,
                       help="how well they play")
    table.add_argument("--ron-window", type=millis(0, _TEN_SECONDS), metavar="S", default=None,
                       help="how long a Ron stays open at least after a lay (1.5; 0 is a bare race)")
    table.add_argument("--turn-time", type=_turn_time, metavar="S|none", default=None,
                       help="the time for a decision (60)")
    table.add_argument("--pace", type=millis(0, _ONE_MINUTE), metavar="S", default=None,
                       help="how long bots think at least (0.9; 0 is not at all)")
    table.add_argument("--assist", type=one_of(Assist), choices=list(Assist), default=None,
                       help="how much the screen helps with sums (total)")
    table.add_argument("--spectators", type=_watching, metavar="public|delayed:N|off", default=None,
                       help="what those see who watch: what is public, all hands N turns late, or nothing (public)")
    table.add_argument("--seed", type=whole(0, 2**63), metavar="N", default=None,
                       help="make the deals repeatable; everybody at the table is told")
    _add_rules(parser)
    _add_door(parser)
    _add_kept(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    """Add what an evening's host may want otherwise than the rule sheet has it (R9); the lobby has all of it."""
    rules = parser.add_argument_group("the rules, where they are not the usual ones")
    rules.add_argument("--start", type=whole(*LIMITS["start"]), metavar="N", default=None,
                       help="points at the start (30)")
    rules.add_argument("--limit", type=whole(*LIMITS["limit"]), metavar="N", default=None,
                       help="the game ends above so many points (60)")
    rules.add_argument("--hand", type=whole(*LIMITS["hand"]), metavar="N", default=None, help="cards each (9)")
    rules.add_argument("--false-ron", choices=["on", "off"], default="on",
                       help="whether a false Ron bars from Ron till one's next turn has ended (on)")


def _add_door(parser: argparse.ArgumentParser) -> None:
    door = parser.add_argument_group("the network")
    door.add_argument("--port", type=whole(0, 65535), default=None,
                      help="the TCP port; 0 picks one (4747, or where the resumed table was)")
    door.add_argument("--bind", metavar="ADDR", default=None, help="listen on this address only (on all)")
    door.add_argument("--passphrase-file", type=path, metavar="F", default=None,
                      help="who joins must know what the first line says (or set TERRA_PASSPHRASE)")
    door.add_argument("--tls-cert", type=path, metavar="F", default=None, help="a certificate in PEM: TLS only")
    door.add_argument("--tls-key", type=path, metavar="F", default=None, help="its key in PEM, unencrypted")
    door.add_argument("--no-discovery", action="store_true", help="do not answer those who look for tables")
    door.add_argument("--discovery-port", type=whole(1, 65535), default=DISCOVERY_PORT, help=argparse.SUPPRESS)


def _add_kept(parser: argparse.ArgumentParser) -> None:
    kept = parser.add_argument_group("what is kept")
    kept.add_argument("--store", type=path, metavar="FILE", default=None, help="where the game is kept")
    kept.add_argument("--resume", nargs="?", const="", default=None, metavar="GAME",
                      help="go on with the newest unfinished game, or the one whose id begins so, where it was")
    kept.add_argument("--open", action="store_true",
                      help="resume without the passphrase and the TLS that the table had")
    kept.add_argument("--port-file", type=path, metavar="F", default=None,
                      help="write the port there once listening")
    kept.add_argument("--with-stdin", action="store_true", help=argparse.SUPPRESS)


def options_from(args: argparse.Namespace) -> HostOptions:
    """Return what `args`, parsed with `add_host_options`, ask for.

    Raises:
        HostError: two of them do not go together, or a file cannot be read.
    """
    if (args.tls_cert is None) != (args.tls_key is None):
        raise HostError("TLS needs both a certificate and its key: --tls-cert F --tls-key F.")
    seats = max(4, args.bots) if args.seats is None else args.seats
    if args.bots > seats:
        raise HostError("{bots} bots do not fit a table of {seats} seats.", bots=args.bots, seats=seats)
    return HostOptions(
        port=args.port,
        bind=args.bind,
        name=args.name or _default_name(),
        settings=_settings(args, seats),
        bots=(args.level,) * args.bots,
        passphrase=_passphrase(args.passphrase_file),
        passphrase_file=args.passphrase_file,
        tls_cert=args.tls_cert,
        tls_key=args.tls_key,
        discovery=not args.no_discovery,
        discovery_port=args.discovery_port,
        store=args.store,
        open=args.open,
        resume=args.resume,
        seed=args.seed,
        port_file=args.port_file,
        with_stdin=args.with_stdin,
    )


def _settings(args: argparse.Namespace, seats: int) -> Settings:
    """Return the default settings with what was asked for."""
    usual = Settings(seats=seats, rules=_rules(args), false_ron=args.false_ron == "on")
    watching, delay = (usual.watching, usual.delay) if args.spectators is None else args.spectators
    return replace(
        usual,
        ron_window=usual.ron_window if args.ron_window is None else args.ron_window,
        turn_time=usual.turn_time if args.turn_time is None else args.turn_time,
        pace=usual.pace if args.pace is None else args.pace,
        assist=usual.assist if args.assist is None else args.assist,
        watching=watching,
        delay=delay,
    )


def _rules(args: argparse.Namespace) -> Rules:
    """Return the rules that were asked for.

    Raises:
        HostError: the game would be over before it began.
    """
    usual = Rules()
    chosen = {name: getattr(args, name) for name in ("start", "limit", "hand") if getattr(args, name) is not None}
    start, limit = chosen.get("start", usual.start), chosen.get("limit", usual.limit)
    if limit < start:
        raise HostError("--limit must be at least the points at the start ({start}), not {limit}.", start=start,
                        limit=limit)
    return replace(usual, **chosen)


def _passphrase(file: Path | None) -> str | None:
    try:
        return passphrase_of(file, os.environ)
    except SecretError as error:
        raise HostError(error.template, **error.values) from None


def _default_name() -> str:
    host = clean_text(socket.gethostname().split(".")[0], NAME_CELLS - len("Terra at "))
    return say("Terra at {host}", host=host) if host else "Terra"


def _name(text: str) -> str:
    name = clean_text(text, NAME_CELLS)
    if not name:
        raise wrong("a table's name needs at least one character that can be seen.")
    return name


def _turn_time(text: str) -> int:
    """Seconds, or none: 0."""
    return 0 if text == "none" else millis(1, _ONE_HOUR)(text)


def _watching(text: str) -> tuple[Watching, int]:
    kind, _, turns = text.partition(":")
    if kind == Watching.DELAYED:
        return Watching.DELAYED, whole(0, 100)(turns)
    if kind in (Watching.PUBLIC, Watching.OFF) and not turns:
        return Watching(kind), 0
    raise wrong("it must be public, delayed:N or off, not {text}.", text=quoted(text))
