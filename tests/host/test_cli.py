"""The options of a host, and where its files go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.console.parser import Parser
from server.engine.rules import Rules
from server.host import paths
from server.host.addresses import interfaces, lines_to_type, spoken
from server.host.cli import add_host_options, options_from
from server.host.options import HostError, HostOptions
from server.host.run import write_port
from server.wire.settings import Assist, Level, Settings, Watching


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERRA_PASSPHRASE", raising=False)


def options(*arguments: str) -> HostOptions:
    parser = Parser()
    add_host_options(parser)
    return options_from(parser.parse_args(arguments))


def test_the_defaults_are_the_designs() -> None:
    found = options()
    assert found.settings == Settings()
    assert (found.port, found.bind, found.bots, found.discovery) == (None, None, (), True)
    assert (found.passphrase, found.resume, found.store, found.seed) == (None, None, None, None)
    assert found.name.startswith("Terra")


def test_every_option_arrives() -> None:
    table = "--name Friday --seats 5 --bots 2 --level hard --ron-window 0.25 --turn-time none --assist hints"
    table += " --spectators delayed:3 --seed 7 --pace 0 --start 20 --limit 40 --hand 7 --false-ron off"
    network = "--port 0 --bind ::1 --no-discovery --discovery-port 5000 --tls-cert c --tls-key k"
    kept = "--store g.db --resume 0a --port-file p --with-stdin"
    found = options(*f"{table} {network} {kept}".split())
    assert found == HostOptions(
        port=0,
        bind="::1",
        name="Friday",
        settings=Settings(
            seats=5, ron_window=250, turn_time=0, assist=Assist.HINTS, watching=Watching.DELAYED, delay=3, pace=0,
            rules=Rules(start=20, limit=40, hand=7), false_ron=False,
        ),
        bots=(Level.HARD, Level.HARD),
        tls_cert=Path("c"),
        tls_key=Path("k"),
        discovery=False,
        discovery_port=5000,
        store=Path("g.db"),
        resume="0a",
        seed=7,
        port_file=Path("p"),
        with_stdin=True,
    )


def test_seats_follow_the_bots() -> None:
    assert options("--bots", "5").settings.seats == 5
    assert options("--bots", "2").settings.seats == 4
    assert options("--resume").resume == ""
    assert options("--spectators", "off").settings.watching is Watching.OFF


def test_a_game_cannot_be_over_before_it_begins() -> None:
    with pytest.raises(HostError, match=r"at least the points at the start \(30\), not 29"):
        options("--limit", "29")


@pytest.mark.parametrize(
    "arguments",
    [
        "--seats 2", "--seats six", "--bots 6", "--ron-window 11", "--ron-window nan", "--turn-time 0", "--pace -1",
        "--spectators delayed", "--spectators delayed:101", "--spectators some", "--port 65536", "--seed -1",
        "--level grand", "--name \u200b", "--start 0", "--limit 1", "--hand 13", "--false-ron maybe",
    ],
)
def test_what_is_out_of_range_is_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        options(*arguments.split(" "))
    assert caught.value.code == 2
    assert arguments.split(" ")[0] in capsys.readouterr().err


def test_the_passphrase_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "passphrase"
    file.write_text("열려라 참깨\r\nmore\n", encoding="utf-8")
    assert options("--passphrase-file", str(file)).passphrase == "열려라 참깨"
    monkeypatch.setenv("TERRA_PASSPHRASE", "sesame")
    assert options().passphrase == "sesame"
    assert options("--passphrase-file", str(file)).passphrase == "열려라 참깨"
    file.write_bytes(b"\n")
    with pytest.raises(HostError, match="is empty"):
        options("--passphrase-file", str(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(HostError, match="not UTF-8"):
        options("--passphrase-file", str(file))


def test_data_lie_where_the_specification_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert paths.data_dir() == tmp_path / "data" / "terra"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    assert paths.data_dir() == tmp_path / ".local" / "share" / "terra"
    assert [path.name for path in paths.default_stores()][:2] == ["games.db", "games-2.db"]


def test_a_folder_of_ours_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "terra"
    folder.mkdir(parents=True, mode=0o755)
    paths.make_private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(HostError, match="cannot be used"):
        paths.make_private(tmp_path / "file" / "terra")


def test_addresses_are_written_as_they_are_typed() -> None:
    assert spoken("192.168.1.5", 4747) == "192.168.1.5"
    assert spoken("192.168.1.5", 5000) == "192.168.1.5:5000"
    assert spoken("fd00::2", 5000) == "[fd00::2]:5000"
    assert lines_to_type("127.0.0.1", 4747) == ["terra join 127.0.0.1"]


def test_every_interface_gets_its_line() -> None:
    found = interfaces()
    assert all(not one.address.startswith("127.") for one in found)
    everywhere = lines_to_type(None, 4747)
    assert everywhere == [f"terra join {one.address}" for one in found] or everywhere == ["terra join 127.0.0.1"]
    assert all(":" not in line for line in lines_to_type("0.0.0.0", 4747))


def test_a_port_file_is_whole_and_replaces_files_alone(tmp_path: Path) -> None:
    write_port(tmp_path / "port", 4747)
    write_port(tmp_path / "port", 4748)
    assert (tmp_path / "port").read_text("ascii") == "4748\n"
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/null")
    for file in (tmp_path, tmp_path / "pipe", tmp_path / "device", tmp_path / "no" / "port", Path("/"), Path()):
        with pytest.raises(HostError, match="cannot be written"):
            write_port(file, 4747)
    assert (tmp_path / "device").is_char_device()
    assert {file.name for file in tmp_path.iterdir()} == {"port", "pipe", "device"}
