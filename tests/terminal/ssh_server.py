"""A real sshd on loopback: its own configuration and keys, one port for players and one for those who watch."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

import pytest

from tests.terminal.client import TERRA, environment
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.waiting import Source, until

SSHD: Final = shutil.which("sshd", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))
SEPARATION: Final = Path("/run/sshd")
"""Where sshd of root shuts its unprivileged half in; made at boot where sshd is a service."""
needs_sshd = pytest.mark.skipif(
    SSHD is None or shutil.which("ssh") is None or shutil.which("ssh-keygen") is None,
    reason="sshd or ssh is not installed",
)

CONFIGURATION: Final = """
ListenAddress 127.0.0.1
Port {play}
Port {watch}
Port {keyed}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
AllowTcpForwarding no
AllowAgentForwarding no
AllowStreamLocalForwarding no
X11Forwarding no
PermitTunnel no
PermitUserRC no
PermitTTY yes
AcceptEnv LANG
ClientAliveInterval 1
ClientAliveCountMax 1
Match LocalPort {play}
    ForceCommand {join}
Match LocalPort {watch}
    ForceCommand {look}
"""
"""As docs/ssh.md has it, with ports in the place of accounts, and shorter times.

On the third port the keys' own commands count.
"""


class SshServer:
    """Runs sshd for one table; a source, for what it logs.

    Attributes:
        play, watch: the ports whose ForceCommand plays (as Minji) and watches (as Bora).
        keyed: the port at which a key's own command plays (as Hana).
    """

    def __init__(self, folder: Path, table: str) -> None:
        self.folder = folder
        self._log = b""
        self._separation = ExitStack()
        self._separation.enter_context(separation())
        for name in ("host_key", "guest_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
        self.play, self.watch, self.keyed = _free_ports(3)
        home = [f"{name}={value}" for name, value in environment(folder).items() if name not in ("TERM", "LANG")]
        hana = shlex.join(["env", *home, *TERRA, "join", table, "--name", "Hana"])
        key = (folder / "guest_key.pub").read_text()
        (folder / "authorized_keys").write_text(f'restrict,pty,command="{hana}" {key}')
        config = CONFIGURATION.format(
            play=self.play, watch=self.watch, keyed=self.keyed, folder=folder,
            join=shlex.join(["env", *home, *TERRA, "join", table, "--name", "Minji"]),
            look=shlex.join(["env", *home, *TERRA, "watch", table, "--name", "Bora"]),
        )
        (folder / "sshd_config").write_text(config)
        assert SSHD is not None
        self.process = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", str(folder / "sshd_config")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        until(lambda: self._log.count(b"Server listening") == 3, self, why="sshd does not listen")

    def __enter__(self) -> SshServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()
        self._separation.close()

    def __str__(self) -> str:
        return f"sshd said {self._log.decode(errors='replace')}"

    def fileno(self) -> int:
        """Return what `select` waits for."""
        assert self.process.stderr is not None
        return -1 if self.process.stderr.closed else self.process.stderr.fileno()

    def pump(self) -> None:
        """Read what it logs."""
        data = os.read(self.fileno(), 65536)
        self._log += data
        if not data:
            assert self.process.stderr is not None
            self.process.stderr.close()

    def log_in(self, port: int, *arguments: str, others: tuple[Source, ...] = (), **env: str) -> PtyScreen:
        """Return a terminal in which a guest has called `ssh`; `arguments` is what they would like to run."""
        command = [
            "ssh", "-F", "/dev/null", "-tt", "-p", str(port), "-i", str(self.folder / "guest_key"),
            "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
            "-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}", "-o", "SendEnv=LANG",
            f"{getpass.getuser()}@127.0.0.1", *arguments,
        ]
        return PtyScreen(command, environment(self.folder, **env), others=[self, *others])


@contextmanager
def separation() -> Iterator[None]:
    """Have the folder that sshd of root needs; where there was none, it goes again."""
    missing = os.geteuid() == 0 and not SEPARATION.exists()
    if missing:
        SEPARATION.mkdir(mode=0o755)
    try:
        yield
    finally:
        if missing:
            SEPARATION.rmdir()


def _free_ports(number: int) -> list[int]:
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in sockets]
