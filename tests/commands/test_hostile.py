"""Every command against every stream, path, encoding and locale of a shell: a sentence, never a traceback.

One process for each locale runs all cases in forked children (`hostile_driver.py`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from server.records.store import Store
from tests.verify.samples import good

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices are Linux's")

GAME = b"\xab" * 16
NO_HOST = "127.0.0.1:1"
HOST = ("host", "--bind", "127.0.0.1", "--port", "0", "--no-discovery", "--with-stdin")

PLACE = b"{}"
"""Stands for the folder of the test in an argument."""


@dataclass(frozen=True)
class Case:
    """One run: arguments, streams ("usual", "closed", "full", "broken"), and what differs in the environment."""

    arguments: tuple[str | bytes, ...]
    stdin: str = "usual"
    stdout: str = "usual"
    stderr: str = "usual"
    encoding: str = "utf-8"
    environment: Mapping[str, str] = field(default_factory=dict)
    unset: tuple[str, ...] = ()

    def as_json(self, folder: Path) -> dict[str, Any]:
        """Return what the driver reads."""
        place = os.fsencode(folder)
        arguments = [os.fsencode(argument).replace(PLACE, place).hex() for argument in self.arguments]
        environment = {name: value.replace(PLACE.decode(), str(folder)) for name, value in self.environment.items()}
        return {**asdict(self), "arguments": arguments, "environment": environment}


PRINTING: dict[str, tuple[str, ...]] = {
    "help": ("--help",),
    "help of host": ("host", "--help"),
    "help of arena": ("arena", "--help"),
    "games": ("games", "--store", "{}/games.db"),
    "stats": ("stats", "--store", "{}/games.db"),
    "export": ("export", "ab", "--store", "{}/games.db"),
    "replay of a game": ("replay", "--text", "ab", "--store", "{}/games.db"),
    "replay of a file": ("replay", "--text", "{}/record.jsonl"),
    "verify": ("verify", "{}/record.jsonl"),
    "arena": ("arena", "--games", "1", "--bots", "easy,easy,easy"),
}
"""Commands that have something to print, and end with 0."""
ENDING: dict[str, tuple[tuple[str, ...], int]] = {
    "host": ((*HOST, "--store", "{}/new.db", "--name", "한글"), 0),
    "menu": ((), 1),
    "solo": (("solo",), 1),
    "solo again": (("solo", "--resume"), 1),
    "host and play": ((*HOST, "--play"), 1),
    "join": (("join",), 1),
    "watch": (("watch", NO_HOST), 1),
    "no command": (("bogus",), 2),
    "no option": (("host", "--seats", "9"), 2),
    "no passphrase": (("join", NO_HOST, "--plain", "--passphrase-file", "{}/nothing"), 1),
    "no record": (("verify", "{}/nothing"), 1),
    "no game": (("export", "ff", "--store", "{}/games.db"), 1),
}
"""Commands that say why they end, and with which code."""
BY_LINES: dict[str, tuple[str, ...]] = {
    "join by lines": ("join", NO_HOST, "--plain"),
    "watch by lines": ("watch", NO_HOST, "--plain"),
    "no address": ("join", "h:x", "--plain"),
}
"""Commands that also end, and well, where their input does."""
AT_HOME = ("menu", "solo again", "join by lines", "no address", "no command", "verify")
"""Commands that show what is read from a home; the others read no more of it."""
PATHS: dict[str, bytes] = {
    "root": b"/",
    "nothing": b"",
    "a folder": b"{}/folder",
    "no such folder": b"{}/missing/file",
    "under a file": b"{}/text/file",
    "long": b"{}/" + b"x" * 300,
    "very long": b"/" + b"x" * 5000,
    "full": b"{}/full",
    "null": b"{}/null",
    "zero": b"{}/zero",
    "a pipe": b"{}/pipe",
    "bytes": b"{}/\xff\x1b[31m",
    "text": b"{}/text",
    "junk": b"{}/junk",
    "a long line": b"{}/line",
    "a long number": b"{}/number",
    "a link that goes round": b"{}/round",
}
READING: dict[str, tuple[str, ...]] = {
    "host --resume --store": (*HOST, "--resume", "--store"),
    "host --passphrase-file": (*HOST, "--store", "{}/new.db", "--passphrase-file"),
    "host --tls-cert": (*HOST, "--store", "{}/new.db", "--tls-key", "{}/text", "--tls-cert"),
    "games --store": ("games", "--store"),
    "stats --store": ("stats", "--store"),
    "export --store": ("export", "--store"),
    "replay --store": ("replay", "--text", "--store"),
    "replay": ("replay", "--text"),
    "verify": ("verify",),
    "join --passphrase-file": ("join", NO_HOST, "--plain", "--passphrase-file"),
    "watch --tls-ca": ("watch", NO_HOST, "--plain", "--tls-ca"),
}
WRITING: dict[str, tuple[str, ...]] = {
    "host --store": (*HOST, "--store"),
    "export -o": ("export", "--store", "{}/games.db", "-o"),
    "arena --record": ("arena", "--games", "1", "--bots", "easy,easy,easy", "--record"),
    "host --port-file": (*HOST, "--store", "{}/new.db", "--port-file"),
}
"""Commands but for the path they end with; those that write come last, for they leave other files behind."""
WAITS_FOR_A_PIPE = ("export -o", "replay", "verify", "arena --record")
"""`terra verify <(…)` is meant: whoever names a pipe here waits for its other end, as with any program."""
FILES = ("text", "junk", "a long line", "a long number", "bytes")
MAY_BE_FINE = {
    "host --store bytes", "host --passphrase-file text", "host --passphrase-file junk",
    "host --port-file a link that goes round", "join --passphrase-file text", "join --passphrase-file junk",
    *(f"{writing} {what}" for writing in ("host --port-file", "export -o", "arena --record") for what in FILES),
    *(f"{writing} {what}" for writing in ("export -o", "arena --record") for what in ("null", "zero")),
}
"""A name that is odd, or a file that is overwritten, or a passphrase like any other."""


def cases() -> dict[str, Case]:
    """Return every case by a name that says what it is."""
    found: dict[str, Case] = {}
    ending = {name: arguments for name, (arguments, _) in ENDING.items()}
    for name, arguments in {**PRINTING, **ending, **BY_LINES}.items():
        found[f"{name}: usual"] = Case(arguments)
        for stream in ("stdin", "stdout", "stderr"):
            for how in ("closed", "full", "broken"):
                # /dev/full is read without end, and only a writer's pipe breaks.
                if stream != "stdin" or how == "closed":
                    found[f"{name}: {stream} {how}"] = Case(arguments, **{stream: how})  # type: ignore[arg-type]
        found[f"{name}: all closed"] = Case(arguments, "closed", "closed", "closed")
        found[f"{name}: ascii"] = Case(arguments, encoding="ascii")
        found[f"{name}: korean in ascii"] = Case(arguments, encoding="ascii", environment={"LC_ALL": "ko_KR.eucKR"})
    for name in AT_HOME:
        arguments = {**PRINTING, **ending, **BY_LINES}[name]
        found[f"{name}: no home"] = Case(arguments, unset=("XDG_CONFIG_HOME", "HOME"))
        for where in ("/proc", "{}/text", "relative", ""):
            homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"), where)
            found[f"{name}: home {where!r}"] = Case(arguments, environment=homes)
        for file in ("text", "junk", "pipe", "folder"):
            settings = {"XDG_CONFIG_HOME": f"{{}}/config-{file}"}
            found[f"{name}: settings {file}"] = Case(arguments, environment=settings)
    return found


PATH_CASES = {
    f"{taking} {what}": Case((*before, path))
    for taking, before in {**READING, **WRITING}.items()
    for what, path in PATHS.items()
    if what != "a pipe" or taking not in WAITS_FOR_A_PIPE
}
CASES = {**cases(), **PATH_CASES}
LOCALES = {
    "utf8": {"LC_ALL": "C.UTF-8"},
    "ascii": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
IN_ASCII = (": usual", ": ascii", ": stdout full", " bytes", " text", " a long line")
"""What is tried in an ASCII locale too: names and files are read and written by other rules there."""
RUNS = [("utf8", name) for name in CASES] + [("ascii", name) for name in CASES if name.endswith(IN_ASCII)]


def fill(folder: Path) -> None:
    """Put a record, a store, and files of every bad kind into a folder."""
    lines = [json.dumps(line, ensure_ascii=False) for line in good()]
    lines[0] = lines[0].replace("plain 0", "소라")
    (folder / "record.jsonl").write_text("".join(line + "\n" for line in lines), "utf-8")
    store = Store.open(folder / "games.db")
    store.begin(GAME, "한글\x1b", "2026-01-01T10:00:00Z")
    store.append(GAME, [json.loads(line) for line in lines])
    store.finish(GAME)
    store.close()
    (folder / "folder").mkdir()
    (folder / "round").symlink_to("round")
    for device in ("full", "null", "zero"):
        # By a link: should a command ever replace what it is to write, root loses a link and no device.
        (folder / device).symlink_to(f"/dev/{device}")
    os.mkfifo(folder / "pipe")
    (folder / "text").write_bytes(b"this is no record\n")
    (folder / "junk").write_bytes(bytes(range(256)) * 4000)
    (folder / "line").write_bytes(b"x" * 3_000_000)
    (folder / "number").write_text('{"t": "draw", "seat": ' + "9" * 10_000 + "}\n", "ascii")
    for file in ("text", "junk", "pipe", "folder"):
        config = folder / f"config-{file}" / "terra"
        config.mkdir(parents=True)
        (config / "config.toml").symlink_to(folder / file)


def run(folder: Path, locale: str) -> dict[str, dict[str, Any]]:
    """Run the cases of a locale in a process of their own; return what became of each."""
    folder.mkdir()
    fill(folder)
    told = json.dumps({name: CASES[name].as_json(folder) for of, name in RUNS if of == locale})
    environment = {
        **os.environ, "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "none"),
        "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "",
        **LOCALES[locale],
    }
    environment.pop("TERRA_PASSPHRASE", None)
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("hostile_driver.py"))], input=told, env=environment,
        cwd=folder, capture_output=True, text=True, timeout=600, check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


Outcomes: TypeAlias = dict[str, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Return what became of every case, by locale and name."""
    folder = tmp_path_factory.mktemp("hostile")
    return {locale: run(folder / locale, locale) for locale in LOCALES}


@pytest.mark.parametrize(("locale", "name"), RUNS)
def test_no_command_ends_with_a_traceback(locale: str, name: str, outcomes: Outcomes) -> None:
    case, found = CASES[name], outcomes[locale][name]
    assert found["code"] in (0, 1, 2), found
    for text in (found["out"], found["err"]):
        assert "Traceback" not in text
        assert "Error" not in text
        assert "Exception" not in text
        assert "\\ud" not in text
        assert "\x1b" not in text
    if found["code"] and case.stderr == "usual":
        assert found["err"].strip(), "it says why"


@pytest.mark.parametrize("name", PRINTING)
def test_what_cannot_be_printed_is_told(name: str, outcomes: Outcomes) -> None:
    found = outcomes["utf8"]
    assert found[f"{name}: usual"]["code"] == 0, found[f"{name}: usual"]
    assert found[f"{name}: usual"]["out"]
    for how in ("closed", "full"):
        told = found[f"{name}: stdout {how}"]
        assert told["code"] == 1
        assert told["err"].startswith("terra: ")
        assert told["err"].count("\n") == 1
        # Where nobody can be told either, the code tells.
        assert found[f"{name}: stderr {how}"]["code"] == 0
    assert found[f"{name}: all closed"]["code"] == 1
    broken = found[f"{name}: stdout broken"]
    assert (broken["code"], broken["err"]) == (0, "")


@pytest.mark.parametrize("name", ENDING)
def test_the_exit_code_is_the_same_whatever_the_streams(name: str, outcomes: Outcomes) -> None:
    codes = {key: found["code"] for key, found in outcomes["utf8"].items() if key.startswith(f"{name}: ")}
    assert {key: code for key, code in codes.items() if code != ENDING[name][1]} == {}


@pytest.mark.parametrize("name", PATH_CASES)
def test_a_path_that_cannot_be_used_is_refused(name: str, outcomes: Outcomes) -> None:
    found = outcomes["utf8"][name]
    assert name in MAY_BE_FINE or found["code"] in (1, 2), found


@pytest.mark.parametrize("locale", LOCALES)
def test_a_record_stays_utf8_in_every_locale(locale: str, outcomes: Outcomes) -> None:
    for name in ("export: usual", "export: ascii"):
        assert "소라" in outcomes[locale][name]["out"]
