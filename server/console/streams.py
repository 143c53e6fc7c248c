"""The streams of a command: what is wrong with them becomes one sentence and an exit code, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TextIO

from server.console.say import Told
from server.console.wrap import broken, terminal_cells

FINE: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 130


class OutputError(Told):
    """What a command has to say cannot be written."""


def guarded(command: Callable[[], int]) -> int:
    """Run a command and return its exit code.

    What a command has to say, it says through `tell`. A `Told` that escapes is told, with code 1. A reader who has
    seen enough (`| head`) is no error. What cannot be written does not keep a command from its own code.
    """
    _fill_closed()
    _write_anything()
    try:
        code = command()
    except BrokenPipeError:
        code = FINE
    except Told as error:
        code = FAILED
        complain(str(error))
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        let_go()
    return code


def tell(lines: Iterable[str]) -> None:
    """Write lines to the standard output; to a terminal, broken between words where they are longer than a row.

    Raises:
        OutputError: that cannot be done.
        BrokenPipeError: nobody reads any more.
    """
    out = _output()
    columns = terminal_cells(out)
    for line in lines:
        for row in broken(line, columns):
            _write(out, row + "\n")
    _flush(out)


def tell_data(text: str) -> None:
    """Write a record's text to the standard output: UTF-8 as its format says, whatever the terminal speaks.

    Raises:
        OutputError, BrokenPipeError: as `tell`.
    """
    out = _output()
    _flush(out)
    try:
        out.buffer.write(text.encode("utf-8", "surrogatepass"))
        out.buffer.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _unwritten(error) from None


def complain(sentence: str, who: str = "terra: ") -> None:
    """Write `sentence` after `who` says it to the standard error; that nobody can read it is no error."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            for row in broken(f"{who}{sentence}", terminal_cells(sys.stderr)):
                sys.stderr.write(f"{row}\n")
            sys.stderr.flush()


def let_go() -> None:
    """Point streams that cannot be written at nothing: else the interpreter fails on them as it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
        except ValueError:
            continue      # closed by hand


def _output() -> TextIO:
    if sys.stdout is None or sys.stdout.closed:
        raise OutputError("The standard output is closed.")
    return sys.stdout


def _write(out: TextIO, text: str) -> None:
    try:
        out.write(text)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise _unwritten(error) from None


def _flush(out: TextIO) -> None:
    try:
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritten(error) from None


def _unwritten(error: OSError | ValueError) -> OutputError:
    why = error if isinstance(error, OSError) else OSError(errno.EIO, os.strerror(errno.EIO))
    return OutputError("The output cannot be written: {why}.", why=why)


def _fill_closed() -> None:
    """Put nothing where a standard stream was closed (`>&-`): else the next file or socket would get its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError as error:
            if error.errno == errno.EBADF:
                with suppress(OSError):
                    os.open(os.devnull, os.O_RDWR)      # the system gives the lowest free number


def _write_anything() -> None:
    """Write a `?` for what the terminal's encoding has no letter for, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with suppress(ValueError):
                stream.reconfigure(errors="replace")
