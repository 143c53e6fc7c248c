"""The table is sans I/O: no task, no clock, no chance of its own, no file (DESIGN.md 1)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent.parent / "server" / "table"
SOURCES = sorted(FOLDER.glob("*.py"))
FORBIDDEN = {
    "asyncio",
    "concurrent",
    "datetime",
    "io",
    "logging",
    "msgpack",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "select",
    "selectors",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "uuid",
}
CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def modules_of(tree: ast.Module) -> set[str]:
    """Return the top-level names of all modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def os_names(tree: ast.Module) -> set[str]:
    """Return what a file takes of `os`."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os"
    }


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_file_has_no_clock_no_chance_and_no_io(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = modules_of(tree) & FORBIDDEN
    assert imported <= ({"os"} if path.name == "table.py" else set())
    assert os_names(tree) <= {"urandom"}
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Await | ast.AsyncFunctionDef | ast.AsyncFor | ast.AsyncWith | ast.Global)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in CALLS


def test_entropy_is_only_a_default_that_tests_replace() -> None:
    tree = ast.parse((FOLDER / "table.py").read_text(encoding="utf-8"))
    defaults = [
        ast.unparse(default)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for default in node.args.kw_defaults
        if default is not None
    ]
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "urandom"]
    assert defaults.count("os.urandom") == len(uses) == 2


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_files_and_functions_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 40, node.name
