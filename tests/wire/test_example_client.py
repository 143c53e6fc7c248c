"""docs/example_client.py plays a whole game against a real host, with the standard library and msgpack alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "docs" / "example_client.py"
GAME_ENDS_WITHIN = 150.0


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a host of three seats with two bots that play at once."""
    command = [sys.executable, "-m", "server", "--seats", "3", "--bots", "2", "--pace", "0", "--ron-window", "0.05"]
    command += ["--port", "0", "--bind", "127.0.0.1", "--no-discovery", "--store", str(tmp_path / "games.db")]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as host:
        assert host.stdout is not None
        told = ""
        for line in host.stdout:         # to the line that says how to join, or to its end
            told += line
            if found := re.search(r"terra join 127\.0\.0\.1:(\d+)", line):
                yield int(found[1])
                break
        else:
            pytest.fail(told)
        host.terminate()


def test_it_plays_a_game_to_its_end(port: int) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), "127.0.0.1", str(port), "Robot"],
        capture_output=True, text=True, timeout=GAME_ENDS_WITHIN, check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[-1] == "closed: left"
    assert any(line.startswith("game over: points [") for line in lines)
    # No move of its was against the rules; what is left is lost races and the rate limit.
    refused = {line.removeprefix("refused: ") for line in lines if line.startswith("refused: ")}
    assert refused <= {"late", "stale", "too_fast"}
    numbers = [int(found[1]) for line in lines if (found := re.match(r"(\d+) e=", line))]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))       # every event, each once
    assert any(" e=laid seat=2" in line for line in lines)
    assert any(" e=game_ended " in line for line in lines)


def test_it_needs_nothing_of_the_project() -> None:
    imported = set()
    for node in ast.walk(ast.parse(CLIENT.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).split(".")[0])
    assert imported - set(sys.stdlib_module_names) == {"msgpack"}
