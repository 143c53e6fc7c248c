"""`terra verify`: what it prints and returns, and that it stands by itself."""

from __future__ import annotations

import argparse
import ast
import json
from pathlib import Path

import pytest

import server.verify
from server.verify.cli import add_arguments, run
from tests.verify.samples import good


def verify(file: Path) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args([str(file)]))


def test_a_right_record_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in good()), encoding="utf-8")
    assert verify(file) == 0
    told = capsys.readouterr().out
    assert "3 games" in told
    assert "Proved" in told
    assert "Not proved" in told


def test_a_wrong_line_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.jsonl"
    record = good()
    record[1]["round"] = 9
    file.write_text("".join(json.dumps(line) + "\n" for line in record), encoding="utf-8")
    assert verify(file) == 1
    assert capsys.readouterr().err == f"{file}:2: This is round 1, not 9.\n"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_one_sentence(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    assert verify(file) == 1
    error = capsys.readouterr().err
    assert error.startswith("terra: ")
    assert error.count("\n") == 1


def test_it_imports_the_engine_and_how_a_command_speaks_and_nothing_else_of_the_project() -> None:
    for path in Path(server.verify.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("server"):
                assert str(node.module).startswith(("server.engine", "server.verify", "server.console")), path.name
