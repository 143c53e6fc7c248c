"""Every numbered rule of docs/rules.md has a test whose name cites it: `test_r4_5_…` is a test of R4.5."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"

RULE = re.compile(r"^(?:[-*] +)?\**(R\d+(?:\.\d+)?)\b", re.MULTILINE)
"""A rule's number at the start of a line or of a list item."""

CITED = re.compile(r"_(r\d+(?:_\d+)?)(?=_|$)")


def numbered(text: str) -> set[str]:
    """Return the numbers of the rules that `text` states, such as `R4.5`."""
    return set(RULE.findall(text))


def cited(name: str) -> set[str]:
    """Return the rules that a test's name cites."""
    return {number.upper().replace("_", ".") for number in CITED.findall(name)}


def names_of_tests() -> Iterator[str]:
    """Yield the names of all test functions of this folder and those below."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name


def test_every_numbered_rule_has_a_test_that_cites_it() -> None:
    rules = numbered(RULES.read_text(encoding="utf-8"))
    assert len(rules) >= 30
    tested = set().union(*map(cited, names_of_tests()))
    assert sorted(rules - tested) == []


def test_what_counts_as_a_rules_number_and_as_citing_it() -> None:
    page = "# R1 Cards\n- **R1.1** a\nR2.3 b, see R9.9\n* R10.12: c\n  (R3.1)\n"
    assert numbered(page) == {"R1.1", "R2.3", "R10.12"}
    assert cited("test_r3_1_r10_12_the_11_on_a_5") == {"R3.1", "R10.12"}
    assert cited("test_r9_another_limit") == {"R9"}
    assert cited("test_r2d2") == set()
