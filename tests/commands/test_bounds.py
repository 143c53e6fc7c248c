"""What no file may make a command spend."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.verify.samples import good

MEGABYTES = 150
"""What a command may take for its data; 20 MB of junk took 421 MB once."""
GAME = json.dumps(good()[0]).encode() + b"\n"
JUNK = {
    "one line": b"[" * 20_000_000,
    "objects": b"{}\n" * 7_000_000,
    "lines": (b"x" * 200 + b"\n") * 100_000,
    "unknown lines": GAME + b'{"t":"x"}\n' * 600_000,
    "long unknown lines": GAME + (b'{"t":"x","y":[' + b"1," * 8000 + b"1]}\n") * 1300,
    "no game": b'{"t":"draw","seat":0,"cards":[1,1,1,1,1,1,1,1,1,1,1,1,1,1]}\n' * 300_000,
    "nested": (b'{"t":' + b"[" * 16_000 + b"\n") * 1200,
}


def limit_memory() -> None:
    """Run in the child: more than this is refused, which no command survives quietly."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES * 2**20,) * 2)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on data is Linux's")
@pytest.mark.parametrize("command", [("replay", "--text"), ("verify",)], ids=["replay", "verify"])
@pytest.mark.parametrize("what", JUNK)
def test_junk_takes_little_memory(command: tuple[str, ...], what: str, tmp_path: Path) -> None:
    file = tmp_path / "junk.jsonl"
    file.write_bytes(JUNK[what])
    done = subprocess.run(
        [sys.executable, "-m", "terra_tui", *command, str(file)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LANG": "C.UTF-8"}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120, check=False, preexec_fn=limit_memory,
    )
    # A reader skips what it does not know: to `verify`, which holds one line at a time, that is a record.
    fine = command == ("verify",) and what in ("unknown lines", "long unknown lines")
    assert done.returncode == (0 if fine else 1), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (0 if fine else 1)
    assert len(done.stderr) < 400
