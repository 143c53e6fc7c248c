"""The command line in Korean: every sentence of the code has one, and no command's help or error shows English."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest

from server.console.kinds import millis, one_of, path, whole
from server.console.parser import Parser
from server.console.say import korean, speaking
from server.console.wrong_usage import _SAID
from server.engine.rules import Rules
from server.host import run as host_run
from server.records import errors, telling
from server.records.store import Store
from server.verify.game import DEAL_WRONG
from server.verify.words import WHY_NOT
from server.wire.record import dump
from server.wire.words import SOLO
from terra_tui import cli
from tests.verify.samples import good

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("server/**/*.py"), *ROOT.glob("terra_tui/**/*.py")])

SAYING = {
    "say", "word", "say_count", "wrong", "_say", "Told", "HostError", "StoreError", "SecretError", "VisitError",
    "ConfigError", "DrillFileError", "LocalHostError", "OutputError", "RecordError", "RulesError", "Wrong",
    "_NotJsonError",
}
"""Functions and errors whose first texts are sentences."""
NAMES = {
    "Terra", "Ron", "ASCII", "LANG", "TLS", "PEM", "TCP", "IP", "JSON", "UTF", "TOML", "Ctrl", "FILE", "null",
    "true", "false", "public", "delayed", "off", "on", "easy", "normal", "hard", "human", "total", "hints",
    "en", "ko", "none", "terra", "PASSPHRASE", "TERRA",
}
"""Words that are the same in both languages: names, and what is typed or stands in a file."""
VALUES = re.compile(r"\{[^}]*\}|%\([a-z]+\)s|`[^`]*`|--?[a-z-]+|\bR\d+(\.\d+)?\b")


def english_in(text: str) -> set[str]:
    """Return the words of `text` that are not Korean, nor names or values."""
    return {found for found in re.findall(r"[A-Za-z]{2,}", VALUES.sub(" ", text)) if found not in NAMES}


def templates() -> Iterator[str]:
    """Yield every sentence that the code says through `say`, an error, or argparse."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from _of_call(node)
            elif isinstance(node, ast.Assign) and any(ast.unparse(to) == "template" for to in node.targets):
                yield from _texts([node.value])
    yield from (*WHY_NOT.values(), *DEAL_WRONG.values(), *(ours for _, ours in _SAID))
    yield from (*telling._ENDS.values(), *telling._KNOWN, *(text for _, text in errors._BY_SQLITE.values()))
    yield from (*cli.PAGES.values(), *cli.RECORDS.values(), *(text for _, text in cli.ELSEWHERE.values()))
    yield errors._NOT_WRITABLE


def _of_call(node: ast.Call) -> Iterator[str]:
    function = node.func
    # `words.say(key)` is the client's: its catalogues have a test of their own.
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    if name in SAYING and (name == "wrong" or (isinstance(function, ast.Name) and not _is_key(node))):
        yield from _texts(node.args[:2])
    if name in ("add_argument_group", "_add_visit"):
        yield from _texts(node.args[-1:])
    if name in ("add_argument", "add_parser", "Parser", "add_subparsers"):
        yield from _texts([one.value for one in node.keywords if one.arg in ("help", "description", "title")])


def _is_key(node: ast.Call) -> bool:
    return any(re.fullmatch(r"[a-z]+\.[a-z_]+", text) for text in _texts(node.args[:1]))


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_sentence_has_its_korean() -> None:
    assert sorted({text for text in templates() if text not in korean() and english_in(text)}) == []


def test_every_korean_sentence_is_said_somewhere() -> None:
    said = {node.value for file in SOURCES for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    said |= {os.strerror(number) for number in range(1, 134)} | {"positional arguments", "options"}
    assert sorted(set(korean()) - said) == []


@pytest.mark.parametrize("english", korean())
def test_a_korean_sentence_has_the_same_values_and_no_english(english: str) -> None:
    said = korean()[english]
    assert values(english) == values(said)
    assert english_in(said) == set()
    assert "눈" in said or "dots" not in english
    assert re.findall(r"(?<!\}|\d)점(?!수).*", said) == [], "점 are points, 눈 the dots"


def values(text: str) -> set[tuple[str, str]]:
    """Return the names in braces with their formats, and argparse's own."""
    named = {(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None}
    return named | {(name, "%") for name in re.findall(r"%\(([a-z]+)\)s", text)}


COMMANDS = ("solo", "host", "join", "watch", *cli.PAGES, *cli.RECORDS, *cli.ELSEWHERE)
WRONG = (
    "bogus", "--lang", "--lang xx", "solo --players 9", "solo --level grand", "solo --seed x", "solo --assist most",
    "host --seats six", "host --bots 6", "host --level grand", "host --ron-window 11", "host --turn-time 0",
    "host --pace -1", "host --assist all", "host --spectators some", "host --spectators delayed:101",
    "host --seed " + "1" * 5000, "host --port 65536", "host --name \u200b", "host --start 0", "host --limit 29",
    "host --false-ron maybe", "host --passphrase-file /nonexistent", "host --tls-cert x", "host --store=",
    "host --no-discovery=1", "host --se 1", "host x", "host --resume zz --store /", "host --bots 5 --seats 3",
    "join a b", "join --name", "join h --passphrase-file /nonexistent", "join h --passphrase-file /",
    "watch h --tls-ca /nonexistent", "games x", "games --store /nonexistent", "stats --store /", "export a b",
    "export ff", "export -o", "replay --text nowhere.jsonl", "replay --text /nonexistent/x", "arena --bots easy",
    "arena --bots grand,easy,easy", "arena --games 0", "arena --jobs x", "arena --games 1 --record /", "verify",
    "verify /nonexistent", "verify /", "solo --resume",
)


def told(capsys: pytest.CaptureFixture[str], lang: str, line: str) -> str:
    """Run a command that ends at once; return all that it says."""
    arguments = [lang_argument for lang_argument in (f"--lang={lang}", *line.split(" ")) if lang_argument]
    try:
        code = cli.main(arguments)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    captured = capsys.readouterr()
    assert code in (0, 1, 2)
    assert (code == 0) == ("--help" in line), captured
    return captured.out + captured.err


@pytest.mark.parametrize("line", [*(f"{command} --help" for command in COMMANDS), "--help", *WRONG])
def test_no_command_mixes_the_languages(
    line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("TERRA_PASSPHRASE", raising=False)
    english, said = told(capsys, "en", line), told(capsys, "ko", line)
    assert not re.search("[가-힣]", english)
    assert re.search("[가-힣]", said)
    # What was typed, metavars, and what may be chosen are no words of ours.
    typed = re.sub(r"'[^']*'|\{[a-z,]+\}|\b[A-Z][A-Z:|\[\]]*\b|\S*/\S*|\S+\|\S+|\w+\.jsonl", " ", said)
    allowed = {*line.split(), *COMMANDS, "bogus"}
    assert {word for word in english_in(typed) if word not in allowed} == set()


def test_a_table_with_bots_is_listed_by_its_korean_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    store = Store.open(tmp_path / "games.db")
    store.begin(b"\xab" * 16, SOLO, "2026-01-01T10:00:00Z")
    store.append(b"\xab" * 16, good()[:-9])
    store.close()
    for lang, name in (("ko", "혼자 하기"), ("en", "Solo")):
        assert cli.main(["games", "--store", str(tmp_path / "games.db"), "--lang", lang]) == 0
        assert f"  {name}  " in capsys.readouterr().out


def test_a_host_says_where_it_is_in_korean(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert host_run.main(["--store", str(tmp_path), "--port", "0", "--bind", "127.0.0.1"]) == 1
    assert "테라의 게임 저장소가 아닙니다" in capsys.readouterr().err


def test_everything_that_argparse_says_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="terra")
    parser.add_argument("--one", type=int, dest="only")
    parser.add_argument("--two", nargs=2)
    parser.add_argument("--some", nargs="+")
    parser.add_argument("--onward", action="store_true")
    parser.add_argument("--pick", choices=["a", "b"])
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--this", action="store_true")
    either.add_argument("--that", action="store_true")
    parser.add_argument("place")
    wrong = ("", "p --one x", "p --one", "p --two a", "p --some", "p --on x", "p --onward=x", "p --pick c",
             "p --this --that", "p q")
    for line in wrong:
        with speaking(lambda: "ko"), pytest.raises(SystemExit):
            parser.parse_args(line.split())
        said = capsys.readouterr().err
        assert re.search("[가-힣]", said.partition("`")[0]), said


def test_kinds_say_what_they_take(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="terra")
    parser.add_argument("--whole", type=whole(-3, 3))
    parser.add_argument("--millis", type=millis(0, 1))
    parser.add_argument("--one-of", type=one_of(["a", "b"]))
    parser.add_argument("--path", type=path)
    found = parser.parse_args(["--whole=-3", "--millis", "0.25", "--one-of", "b", "--path", "x"])
    assert (found.whole, found.millis, found.one_of, found.path) == (-3, 250, "b", Path("x"))
    long = "--whole=" + "1" * 9999
    refused = ("--whole=4", "--whole=٣", long, "--millis=nan", "--millis=１", "--one-of=c", "--path=")
    for wrong in refused:
        with pytest.raises(SystemExit) as caught:
            parser.parse_args([wrong])
        assert caught.value.code == 2
        said = capsys.readouterr().err
        assert said.startswith(f"terra: {wrong.partition('=')[0]}: ")
        assert len(said) < 200


def test_what_commands_print_is_korean(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    lines = good()
    store = Store.open(tmp_path / "games.db")
    store.begin(b"\xab" * 16, "Kitchen", "2026-01-01T10:00:00Z")
    store.append(b"\xab" * 16, lines[:-9])
    store.close()
    file = tmp_path / "record.jsonl"
    file.write_text("".join(dump(line) + "\n" for line in lines), "utf-8")
    kept = f"--store {tmp_path}/games.db"
    for line in (f"games {kept}", f"stats {kept}", f"replay --text {kept}", f"replay --text {file}",
                 f"verify {file}", "arena --games 2 --bots easy,easy,normal --duplicate"):
        assert cli.main([*line.split(), "--lang", "ko"]) == 0
        captured = capsys.readouterr()
        said = captured.out + captured.err
        said = re.sub(r"2026-\S+|\babab\w*|plain \d|Kitchen|\d ms|\[-?inf|\+inf\]", " ", said)
        assert re.search("[가-힣]", said)
        rules = {field.name for field in fields(Rules)}       # R9's own names, as a record has them
        assert english_in(said) - rules == set(), line
