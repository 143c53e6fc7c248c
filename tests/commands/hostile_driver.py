"""Runs cases of `terra` in forked children with streams as bad as wanted; reads cases and writes outcomes as JSON.

A process of its own, with one thread, so that a fork is cheap and safe. Each child sets its streams up as the
interpreter does at its start, runs `main`, and ends as the interpreter ends: what a shell would see is seen here.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import sys
import tempfile
from importlib import import_module
from typing import IO, Any, TextIO

SECONDS = 30
MOST = 20_000


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run one case; return its exit code (below 0: a signal's number) and what came out of both streams."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _become(case, out.fileno(), err.fileno())
        _, status = os.waitpid(child, 0)
        return {"code": os.waitstatus_to_exitcode(status), "out": _read(out), "err": _read(err)}


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MOST).decode("utf-8", "backslashreplace")


def _become(case: dict[str, Any], out: int, err: int) -> None:
    """Be the program: `SystemExit` leaves through this module's end."""
    signal.alarm(SECONDS)
    os.environ.update(case["environment"])
    for name in case["unset"]:
        os.environ.pop(name, None)
    _open(0, case["stdin"], os.open(os.devnull, os.O_RDONLY))
    _open(1, case["stdout"], out)
    _open(2, case["stderr"], err)
    encoding = case["encoding"]
    sys.stdin = _stream(0, "r", encoding, "surrogateescape")
    sys.stdout = _stream(1, "w", encoding, "strict")
    sys.stderr = _stream(2, "w", encoding, "backslashreplace")
    from server.console import first_line
    from terra_tui.cli import main

    first_line.WAIT_SECONDS = 0.05      # type: ignore[misc]  # a pipe that nobody writes
    arguments = [os.fsdecode(bytes.fromhex(argument)) for argument in case["arguments"]]
    sys.exit(main(arguments))


def _open(number: int, how: str, usual: int) -> None:
    """Make standard stream `number` what the case says."""
    if how == "closed":
        os.close(number)
    elif how == "full":
        os.dup2(os.open("/dev/full", os.O_RDWR), number)
    elif how == "broken":
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(writer, number)
    else:
        os.dup2(usual, number)


def _stream(number: int, mode: str, encoding: str, errors: str) -> TextIO | Any:
    try:
        os.fstat(number)
    except OSError:
        return None      # as the interpreter does
    raw = open(number, mode + "b", closefd=False)  # noqa: SIM115 (the process's own stream)
    return io.TextIOWrapper(raw, encoding, errors, write_through=number == 2)


def _all() -> None:
    cases, to = json.load(sys.stdin), os.dup(1)
    gc.freeze()      # what stands already is not looked at again in each child
    found = {name: run(case) for name, case in cases.items()}
    with os.fdopen(to, "w") as results:
        json.dump(found, results)


if __name__ == "__main__":
    # Imported once, before any fork.
    for module in ("arena.cli", "host.run", "records.cli", "verify.cli"):
        import_module(f"server.{module}")
    _all()
