"""The options of a host on the command line: `terra host` and `python -m server` share them."""

from __future__ import annotations

import argparse
import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Final

from server.engine.rules import MAX_SEATS, MIN_SEATS
from server.host.options import DEFAULT_PORT, HostError, HostOptions
from server.wire.discovery import DISCOVERY_PORT
from server.wire.settings import Assist, Level, Settings, Watching
from server.wire.text import clean_text

NAME_CELLS: Final = 40
PASSPHRASE_VARIABLE: Final = "TERRA_PASSPHRASE"
LONGEST_PASSPHRASE: Final = 1024

_TEN_SECONDS: Final = 10.0
_ONE_HOUR: Final = 3600.0
_ONE_MINUTE: Final = 60.0


def add_host_options(parser: argparse.ArgumentParser) -> None:
    """Add every option of a host to `parser`."""
    table = parser.add_argument_group("the table")
    table.add_argument("--name", metavar="TABLE", type=_name, default=None, help="what the table is called")
    table.add_argument("--seats", type=_whole(MIN_SEATS, MAX_SEATS), default=None, metavar="3..5",
                       help="how many play (4, or more where there are more bots)")
    table.add_argument("--bots", type=_whole(0, MAX_SEATS), default=0, metavar="N",
                       help="seats that bots take at once")
    table.add_argument("--level", type=Level, choices=list(Level), default=Level.NORMAL, help="how well they play")
    table.add_argument("--ron-window", type=_millis(0, _TEN_SECONDS), metavar="S", default=None,
                       help="how long a Ron stays open at least after a lay (1.5; 0 is a bare race)")
    table.add_argument("--turn-time", type=_turn_time, metavar="S|none", default=None,
                       help="the time for a decision (60)")
    table.add_argument("--pace", type=_millis(0, _ONE_MINUTE), metavar="S", default=None,
                       help="how long bots think at least (0.9; 0 is not at all)")
    table.add_argument("--assist", type=Assist, choices=list(Assist), default=None,
                       help="how much the screen helps with sums (total)")
    table.add_argument("--spectators", type=_watching, metavar="public|delayed:N|off", default=None,
                       help="what those see who watch: what is public, all hands N turns late, or nothing (public)")
    table.add_argument("--seed", type=_whole(0, 2**63), metavar="N", default=None,
                       help="make the deals repeatable; everybody at the table is told")
    door = parser.add_argument_group("the network")
    door.add_argument("--port", type=_whole(0, 65535), default=DEFAULT_PORT,
                      help="the TCP port; 0 picks one (4747)")
    door.add_argument("--bind", metavar="ADDR", default=None, help="listen on this address only (on all)")
    door.add_argument("--passphrase-file", type=Path, metavar="F", default=None,
                      help=f"who joins must know what the first line says (or set {PASSPHRASE_VARIABLE})")
    door.add_argument("--tls-cert", type=Path, metavar="F", default=None, help="a certificate in PEM: TLS only")
    door.add_argument("--tls-key", type=Path, metavar="F", default=None, help="its key in PEM, unencrypted")
    door.add_argument("--no-discovery", action="store_true", help="do not answer those who look for tables")
    door.add_argument("--discovery-port", type=_whole(1, 65535), default=DISCOVERY_PORT, help=argparse.SUPPRESS)
    kept = parser.add_argument_group("what is kept")
    kept.add_argument("--store", type=Path, metavar="FILE", default=None, help="where the game is kept")
    kept.add_argument("--resume", nargs="?", const="", default=None, metavar="GAME",
                      help="go on with the newest unfinished game, or the one whose id begins so")
    kept.add_argument("--port-file", type=Path, metavar="F", default=None,
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
        raise HostError(f"{args.bots} bots do not fit a table of {seats} seats.")
    return HostOptions(
        port=args.port,
        bind=args.bind,
        name=args.name or _default_name(),
        settings=_settings(args, seats),
        bots=(args.level,) * args.bots,
        passphrase=passphrase(args.passphrase_file),
        tls_cert=args.tls_cert,
        tls_key=args.tls_key,
        discovery=not args.no_discovery,
        discovery_port=args.discovery_port,
        store=args.store,
        resume=args.resume,
        seed=args.seed,
        port_file=args.port_file,
        with_stdin=args.with_stdin,
    )


def passphrase(file: Path | None) -> str | None:
    """Return the first line of `file`, else what the environment says; None for no passphrase.

    Raises:
        HostError: the file cannot be read, or says nothing.
    """
    if file is None:
        return os.environ.get(PASSPHRASE_VARIABLE) or None
    try:
        with file.open(encoding="utf-8") as lines:
            found = lines.readline(LONGEST_PASSPHRASE).rstrip("\r\n")
    except OSError as error:
        raise HostError(f"The passphrase file {file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise HostError(f"The passphrase file {file} is not UTF-8 text.") from None
    if not found:
        raise HostError(f"The passphrase file {file} is empty.")
    return found


def _settings(args: argparse.Namespace, seats: int) -> Settings:
    """Return the default settings with what was asked for."""
    usual = Settings(seats=seats)
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


def _default_name() -> str:
    host = clean_text(socket.gethostname().split(".")[0], NAME_CELLS - len("Terra at "))
    return f"Terra at {host}" if host else "Terra"


def _name(text: str) -> str:
    name = clean_text(text, NAME_CELLS)
    if not name:
        raise argparse.ArgumentTypeError("a table's name needs at least one character that can be seen")
    return name


class _whole:
    """A whole number from `low` to `high`."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __call__(self, text: str) -> int:
        if text.isascii() and text.isdigit() and self.low <= int(text) <= self.high:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from {self.low} to {self.high}, not {text!r}")


class _millis:
    """Seconds from `low` to `high`, as milliseconds."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def __call__(self, text: str) -> int:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if self.low <= seconds <= self.high:      # not for nan
            return round(seconds * 1000)
        raise argparse.ArgumentTypeError(f"must be {self.low:g} to {self.high:g} seconds, not {text!r}")


def _turn_time(text: str) -> int:
    """Seconds, or none: 0."""
    return 0 if text == "none" else _millis(1, _ONE_HOUR)(text)


def _watching(text: str) -> tuple[Watching, int]:
    kind, _, turns = text.partition(":")
    if kind == Watching.DELAYED:
        return Watching.DELAYED, _whole(0, 100)(turns)
    if kind in (Watching.PUBLIC, Watching.OFF) and not turns:
        return Watching(kind), 0
    raise argparse.ArgumentTypeError(f"must be public, delayed:N or off, not {text!r}")
