"""The layers hold: who may import whom is the table in docs/architecture.md, read from there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*ROOT.glob("server/**/*.py"), *ROOT.glob("terra_tui/**/*.py")])
EVERYTHING = "everything"


def law() -> dict[str, tuple[str, ...]]:
    """Return each place of the table and what it may import; the order is the table's."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Layers")[1].split("\n## ")[0]
    places: dict[str, tuple[str, ...]] = {}
    for row in re.findall(r"^\| `([^`]+)` \|[^|]*\|([^|]*)\|$", table, re.MULTILINE):
        place, allowed = _dotted(row[0]), row[1]
        if "all of `server`" in allowed:
            places[place] = ("server",)
        elif EVERYTHING in allowed:
            places[place] = (EVERYTHING,)
        elif "as `" in allowed:
            same = _dotted(re.findall(r"as `([^`]+)`", allowed)[0])
            places[place] = places[same]
        else:
            places[place] = tuple(_dotted(name) for name in re.findall(r"`([^`]+)`", allowed))
    return places


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def module_of(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the dotted name of every import of a file, those within functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            for name in node.names:
                yield node.lineno, f"{node.module}.{name.name}"


def within(name: str, place: str) -> bool:
    """Return whether a dotted name lies in a package or module."""
    return name == place or name.startswith(place + ".")


def place_of(module: str, places: dict[str, tuple[str, ...]]) -> str | None:
    """Return the narrowest place of the table that holds `module`."""
    holding = [place for place in places if within(module, place)]
    return max(holding, key=len, default=None)


def test_the_table_is_read_whole() -> None:
    places = law()
    assert {"server.engine", "server.wire", "server.table", "server.host", "terra_tui.ui"} <= places.keys()
    assert places["server.engine"] == ()
    assert set(places["terra_tui.ui"]) < set(places["terra_tui.plain"])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_what_its_layer_may(path: Path) -> None:
    places = law()
    module = module_of(path)
    if module in ("server", "terra_tui"):
        assert not list(imports(path)), "a top-level package imports nothing"
        return
    place = place_of(module, places)
    assert place is not None, f"{module} is in no layer of docs/architecture.md"
    allowed = places[place]
    if EVERYTHING in allowed:
        return
    for line, name in imports(path):
        if within(name, "server") or within(name, "terra_tui"):
            fine = any(within(name, other) for other in (place, *allowed))
            assert fine, f"{path.relative_to(ROOT)}:{line}: {place} may not import {name}"


PURE = ("server.engine", "server.wire", "server.table", "server.verify")
IMPURE = ("asyncio", "time", "random", "socket", "logging", "threading", "sqlite3", "subprocess", "secrets")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_middle_is_pure_and_only_the_screen_knows_textual(path: Path) -> None:
    module = module_of(path)
    for line, name in imports(path):
        top = name.split(".")[0]
        where = f"{path.relative_to(ROOT)}:{line}"
        if top in ("textual", "rich"):
            assert within(module, "terra_tui.ui"), f"{where}: {module} imports {top}"
        if any(within(module, pure) for pure in PURE):
            assert top not in IMPURE, f"{where}: {module} imports {top}"


def test_only_two_packages_from_outside() -> None:
    import sys

    known = {*sys.stdlib_module_names, "server", "terra_tui", "textual", "rich", "msgpack"}
    for path in SOURCES:
        for line, name in imports(path):
            assert name.split(".")[0] in known, f"{path.relative_to(ROOT)}:{line}: {name}"
