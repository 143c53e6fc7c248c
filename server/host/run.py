"""A host as a process: its options, signals, what it prints, and its exit code."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from server.console.language import LANGUAGES, OPTION, language_for
from server.console.parser import Parser
from server.console.plain_file import look_at
from server.console.say import say, speaking
from server.console.streams import OutputError, complain, guarded, let_go, tell
from server.console.wrap import terminal_cells
from server.host.addresses import lines_to_type
from server.host.cli import add_host_options, options_from
from server.host.evening import Evening, open_evening
from server.host.listening import listen
from server.host.options import DEFAULT_PORT, HostError, HostOptions
from server.host.place import as_before
from server.host.server import Host
from server.records.store import Store
from server.wire.words import Stage

_ENDINGS = ("SIGTERM", "SIGINT", "SIGHUP")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a host as `argv` (the process's own by default) asks; return its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    with speaking(lambda: language_for(given, os.environ)):
        return guarded(lambda: _host(given))


def _host(given: Sequence[str]) -> int:
    parser = Parser(prog="terra host", description="Host a table of Terra.")
    add_host_options(parser)
    said = "the language of all that is said (what the settings or LANG say)"
    parser.add_argument(OPTION, choices=LANGUAGES, help=said)
    args = parser.parse_args(given)
    try:
        options = options_from(args)
    except HostError as error:
        parser.error(str(error))
    return run(options)


class _Complaints(logging.Handler):
    """Says what is logged as every command says what is wrong."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record's sentence."""
        complain(record.getMessage())


def run(options: HostOptions) -> int:
    """Host a table until a signal or the end of stdin (`with_stdin`); return the exit code.

    Raises:
        HostError: something failed.
    """
    logging.basicConfig(level=logging.WARNING, handlers=[_Complaints()])
    # asyncio's own words about connections come with addresses and objects; what matters is said by the host.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    # A bot's thread gives the interpreter up after this time at most when the loop has something to do.
    sys.setswitchinterval(0.001)
    asyncio.run(host_table(options))
    return 0


async def host_table(options: HostOptions) -> None:
    """Host a table.

    Raises:
        HostError: it could not, or not to the end.
    """
    options, evening, sock = _resumed(options) if options.resume is not None else _new(options)
    host = Host(options, evening.table, evening.store)
    try:
        await host.start(sock)
        _heed_signals(host)
        if options.with_stdin:
            _end_with_stdin(host)
        if options.port_file is not None:
            write_port(options.port_file, host.port)
        _announce(options, evening, host.port)
        await host.serve()
    finally:
        await host.stop()
        sock.close()
    if terminal_cells(sys.stdout):
        _take_leave(evening)


def _new(options: HostOptions) -> tuple[HostOptions, Evening, socket.socket]:
    """Open a new table; the port first: with a taken one, no game is begun in the store."""
    sock = listen(options.bind, DEFAULT_PORT if options.port is None else options.port)
    try:
        return options, open_evening(options), sock
    except HostError:
        sock.close()
        raise


def _resumed(options: HostOptions) -> tuple[HostOptions, Evening, socket.socket]:
    """Open a table where it was; only its journal tells the port."""
    evening = open_evening(options)
    try:
        options = as_before(options, evening.place)
        return options, evening, listen(options.bind, DEFAULT_PORT if options.port is None else options.port)
    except HostError:
        evening.store.close()
        raise


def _heed_signals(host: Host) -> None:
    loop = asyncio.get_running_loop()
    for name in _ENDINGS:
        number = getattr(signal, name, None)
        # `nohup` has SIGHUP ignored, and means it.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):      # Windows: Ctrl+C raises KeyboardInterrupt there
                loop.add_signal_handler(number, host.end)


def _end_with_stdin(host: Host) -> None:
    """End when whoever started this process closes our standard input, or dies."""
    loop = asyncio.get_running_loop()

    def wait_for_the_end() -> None:
        # Below sys.stdin: a thread that holds its lock would stop the interpreter from ending.
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(host.end)

    threading.Thread(target=wait_for_the_end, name="stdin", daemon=True).start()


def write_port(file: Path, port: int) -> None:
    """Write `port` to `file`, whole or not at all: somebody waits for the file to appear.

    Raises:
        HostError: that cannot be done.
    """
    part = file.parent / f"{file.name}.{os.getpid()}.part"
    try:
        if file.exists():
            look_at(file)      # a device would be replaced, not written: root would lose /dev/null
        part.write_text(f"{port}\n", encoding="ascii")
        part.replace(file)
    except (OSError, ValueError) as error:      # a zero byte in the name
        with suppress(OSError, ValueError):
            part.unlink()
        why = error if isinstance(error, OSError) else type(error).__name__
        raise HostError("The port file {file} cannot be written: {why}.", file=file, why=why) from None


def _announce(options: HostOptions, evening: Evening, port: int) -> None:
    """Print what the people around this terminal need to know."""
    core = evening.table.core
    again = say(", resumed") if evening.resumed else ""
    lines = [
        say("Terra: {name}, {n} seats, port {port}", name=core.name, n=core.settings.seats, port=port) + again,
        say("To join, type in another terminal:"),
        *(f"    {line}" for line in lines_to_type(options.bind, port)),
        say("To watch, type `terra watch` instead of `terra join`."),
        say("The game is kept in {path}.", path=_named(evening.store)),
        say("Ctrl+C stops; `terra host --resume` goes on."),
    ]
    if options.passphrase is not None:
        lines.insert(1, say("Everybody who comes is asked for the passphrase."))
    if options.tls_cert is not None:
        lines.insert(1, say("This table speaks TLS only: give players the certificate; they add --tls-ca FILE."))
    _tell(lines)


def _take_leave(evening: Evening) -> None:
    """Say how to go on, below the `^C` that the terminal shows: the shell's prompt gets a row of its own."""
    if evening.table.core.stage in (Stage.LOBBY, Stage.OVER):      # there is nothing to go on with
        said = say("The table is closed.")
    else:
        said = say("The table is closed; `terra host --resume` goes on.")
    _tell(["", said])


def _tell(lines: Sequence[str]) -> None:
    try:
        tell(lines)
    except BrokenPipeError:      # nobody reads; the table is there all the same
        let_go()
    except OutputError as error:
        complain(str(error))
        let_go()


def _named(store: Store) -> str:
    home = str(Path.home())
    path = str(store.path)
    return path.replace(home, "~", 1) if path.startswith(home + os.sep) else path
