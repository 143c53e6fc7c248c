"""The menu is there at once: what belongs to a table, a record or a lesson is imported when that is first shown."""

from __future__ import annotations

import subprocess
import sys

STARTED = """
import sys
import terra_tui.cli, server.console.parser, server.console.streams, terra_tui.commands.screen, terra_tui.ui.app
print(*sys.modules)
"""
LATER = (
    "server.arena", "server.bots", "server.engine", "server.host", "server.records", "server.table",
    "server.verify", "server.wire.messages", "server.wire.codec", "terra_tui.session.session",
    "terra_tui.session.state", "terra_tui.session.keyring", "terra_tui.ui.table_life",
    "terra_tui.ui.screens.table", "terra_tui.plain", "msgpack", "sqlite3",
)


def test_the_menu_imports_nothing_that_only_a_table_needs() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "terra_tui.ui.screens.menu" in loaded
    assert loaded.isdisjoint(LATER)
