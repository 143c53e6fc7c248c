"""docs/ux-tests.md: every test that it names exists, and every row names one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = (ROOT / "docs" / "ux-tests.md").read_text("utf-8")
NAMED: Final = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
ROWS: Final = [line for line in PAGE.splitlines() if line.startswith("| ") and not re.search(r" test \||---", line)]


@cache
def found_in(path: str) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED.findall(PAGE))))
def test_a_named_test_exists(path: str, name: str) -> None:
    assert name in found_in(path)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_a_test(row: str) -> None:
    assert NAMED.search(row)


def test_no_test_of_the_key_table_is_left_out() -> None:
    assert {name for name in found_in("tests/terminal/test_keys.py") if f"::{name}`" not in PAGE} == set()
