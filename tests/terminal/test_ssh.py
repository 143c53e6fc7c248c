"""Over SSH, with a real sshd on loopback (issue 5.5, docs/ssh.md): playing, watching, losing the connection."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.wire.messages import Kind, Presence, Stage
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.real_table import SLOW, RealHost, Rival
from tests.terminal.seat import CTRL_Q, ENTER, TAB
from tests.terminal.ssh_server import CONFIGURATION, SSHD, SshServer, needs_sshd, separation
from tests.terminal.waiting import GONE_SECONDS, until

pytestmark = needs_sshd
DOCS = Path(__file__).resolve().parents[2] / "docs" / "ssh.md"


@dataclass
class Evening:
    """A host, two rivals, and the sshd by which a third comes."""

    host: RealHost
    rivals: list[Rival]
    sshd: SshServer

    def log_in(self, **env: str) -> PtyScreen:
        """Return the terminal of a player who has come by ssh."""
        return self.sshd.log_in(self.sshd.play, others=(self.host, *self.rivals), **env)

    def begin(self, terminal: PtyScreen) -> None:
        """Start the round."""
        terminal.shows("Press Enter when you are ready")
        for rival in self.rivals:
            rival.ready()
        terminal.types_until(ENTER, lambda: "YOUR HAND" in terminal.screen.text, why="no round")

    def clients(self) -> list[int]:
        """Return the clients that play at this table on the host's machine."""
        return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if _plays(entry, self.host.address)]

    def gone_within(self, seconds: float) -> None:
        """Wait until no client is left; fail after `seconds`."""
        until(lambda: not self.clients(), self.sshd, self.host, *self.rivals, seconds=seconds,
              why="the client is still there")

    def seat_is_kept(self) -> None:
        """Wait until the rivals see Minji away, in a seat that is hers."""
        rival = self.rivals[0]
        until(lambda: rival.presence(2) is Presence.AWAY, self.host, *self.rivals, why="not seen away")
        assert rival.roster.seats[2].kind is Kind.HUMAN
        assert rival.roster.seats[2].name == "Minji"


def _plays(process: Path, address: str) -> bool:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:      # it has ended meanwhile
        return False
    return b"terra_tui" in words and address.encode() in words


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table of three to which one player comes by ssh."""
    with RealHost(tmp_path, "--seats", "3", *SLOW) as host, SshServer(tmp_path, host.address) as sshd:
        rivals = [Rival(host, "Jun"), Rival(host, "Sora")]
        yield Evening(host, rivals, sshd)
        for rival in rivals:
            rival.close()


def test_a_round_is_played_over_ssh_and_left_by_ctrl_q(evening: Evening) -> None:
    with evening.log_in() as terminal:
        evening.begin(terminal)
        rival = evening.rivals[0]
        terminal.until(lambda: rival.snapshot.view is not None and rival.snapshot.view.turn == 2)
        before = len(terminal.screen.lines[19].split())
        terminal.type(".")
        terminal.until(lambda: len(terminal.screen.lines[19].split()) != before, why="no card was drawn")
        terminal.type(TAB)
        terminal.type("hello over ssh")
        terminal.type(ENTER)
        terminal.shows("Minji: hello over ssh")
        # No mouse over SSH: selecting text stays the terminal's own affair.
        assert b"\x1b[?1000h" not in terminal.drawn
        terminal.type(CTRL_Q)
        terminal.shows("Keep my seat")
        terminal.type(ENTER)
        terminal.ends()
        assert terminal.restored
    evening.gone_within(GONE_SECONDS)
    evening.seat_is_kept()


def test_a_killed_connection_ends_the_client_keeps_the_seat_and_a_new_login_finds_it(evening: Evening) -> None:
    with evening.log_in() as terminal:
        evening.begin(terminal)
        hand = terminal.screen.lines[18:21]
        assert len(evening.clients()) == 1
        terminal.signal(signal.SIGKILL)
        evening.gone_within(GONE_SECONDS)
    evening.seat_is_kept()
    with evening.log_in() as terminal:
        terminal.shows("Minji (you)", "YOUR HAND")
        rival = evening.rivals[0]
        terminal.until(lambda: rival.presence(2) is Presence.HERE)
        assert terminal.screen.lines[18:21] == hand
        assert rival.snapshot.stage is Stage.PLAY


def test_a_connection_that_falls_silent_is_noticed_by_sshd_and_ends_the_client(evening: Evening) -> None:
    """As when a notebook is shut: nothing says that the connection is gone, but sshd asks (ClientAlive...)."""
    with evening.log_in() as terminal:
        evening.begin(terminal)
        terminal.signal(signal.SIGSTOP)
        # sshd asks once, then gives up, and counts whole seconds: each takes up to a second more than it was told.
        asked_in_vain = 4.0
        began = time.monotonic()
        evening.gone_within(asked_in_vain + GONE_SECONDS)
        assert time.monotonic() - began > 1
        terminal.signal(signal.SIGKILL)
    evening.seat_is_kept()


def test_the_players_account_runs_nothing_else(evening: Evening) -> None:
    touched = evening.sshd.folder / "touched"
    with evening.sshd.log_in(evening.sshd.play, "touch", str(touched)) as terminal:
        # The ForceCommand wins over the key's own command too.
        terminal.shows("Press Enter when you are ready", "Minji (you)")
        assert not touched.exists()


def test_a_keys_own_command_plays_under_its_own_name_and_runs_nothing_else(evening: Evening) -> None:
    touched = evening.sshd.folder / "touched"
    with evening.sshd.log_in(evening.sshd.keyed, "touch", str(touched)) as terminal:
        terminal.shows("Press Enter when you are ready", "Hana (you)")
        assert not touched.exists()


def test_the_spectators_account_watches_and_cannot_play(evening: Evening) -> None:
    with evening.log_in() as terminal:
        evening.begin(terminal)
        look = evening.sshd.log_in(
            evening.sshd.watch, others=(evening.host, *evening.rivals, terminal), LANG="ko_KR.UTF-8"
        )
        with look:
            look.shows("관전 중", "Minji", "Jun", "Sora")
            terminal.shows("watch 1")
            look.type("5+7\r.!3J")
            look.shows("terra watch는 관전만")
            assert "내 손패" not in look.screen.text
            look.signal(signal.SIGKILL)
        terminal.until(lambda: "watch 1" not in terminal.screen.text)


def test_the_spectators_account_takes_no_seat_though_one_is_open(evening: Evening) -> None:
    look = evening.sshd.log_in(evening.sshd.watch, others=(evening.host, *evening.rivals))
    with look:
        look.shows("You watch; the game begins", "Jun", "Sora")
        look.type("3")
        look.shows("terra watch only watches")
        look.type(TAB + "hello" + ENTER)
        look.shows("Bora: hello")         # whatever the key sent came before that
    assert evening.rivals[0].roster.seats[2].kind is Kind.OPEN


def test_the_settings_that_the_page_recommends_are_those_that_are_tested() -> None:
    page = DOCS.read_text("utf-8")
    for setting in (
        "AllowTcpForwarding no", "AllowAgentForwarding no", "AllowStreamLocalForwarding no", "X11Forwarding no",
        "PermitTunnel no", "PermitUserRC no", "PermitTTY yes", "AcceptEnv LANG",
    ):
        assert setting in page
        assert setting in CONFIGURATION
    for setting in ("ClientAliveInterval", "ClientAliveCountMax", "ForceCommand"):
        assert re.search(rf"^\s*{setting} ", page, re.MULTILINE)
        assert setting in CONFIGURATION
    assert 'restrict,pty,command="terra join localhost' in page
    assert "terra watch localhost" in page


def test_sshd_takes_the_configuration_of_the_page(tmp_path: Path) -> None:
    page = DOCS.read_text("utf-8")
    block = next(part for part in page.split("```") if part.startswith("\nMatch User"))
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "host_key")], check=True, timeout=10
    )
    (tmp_path / "sshd_config").write_text(f"HostKey {tmp_path}/host_key\n{block}")
    assert SSHD is not None
    for user, command in (("terra", "terra join localhost"), ("terrawatch", "terra watch localhost")):
        with separation():
            told = subprocess.run(
                [SSHD, "-T", "-C", f"user={user},host=x,addr=127.0.0.1", "-f", str(tmp_path / "sshd_config")],
                capture_output=True, text=True, check=True, timeout=10,
            ).stdout
        assert f"forcecommand {command}\n" in told
        assert "allowtcpforwarding no\n" in told
        assert "clientaliveinterval 5\n" in told
