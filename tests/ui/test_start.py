"""The menu is there at once: what belongs to a table, a record or a lesson is imported when that is first shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

STARTED = """
import asyncio, sys
from pathlib import Path
import terra_tui.cli, server.console.parser, server.console.streams, terra_tui.commands.screen
from terra_tui.session.preferences import Preferences
from terra_tui.ui.app import TerraApp
from terra_tui.ui.plan import Menu

async def run():
    app = TerraApp(Menu(), Preferences(name="Minji", language="en"), Path(sys.argv[1]), {"TERM": "xterm"})
    async with app.run_test(size=(80, 24)) as pilot:
        while "Play against bots" not in app.screen.text:
            await pilot.pause()
        print(*sys.modules)

asyncio.run(run())
"""
LATER = (
    "server.arena", "server.bots", "server.engine", "server.host", "server.records", "server.table",
    "server.verify", "server.wire.messages", "server.wire.codec", "terra_tui.session.session",
    "terra_tui.session.state", "terra_tui.session.keyring", "terra_tui.ui.table_life",
    "terra_tui.ui.screens.table", "terra_tui.plain", "msgpack", "sqlite3",
)


def test_the_first_frame_of_the_menu_needs_nothing_of_a_table(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path / "config.toml")], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "terra_tui.ui.screens.menu" in loaded
    assert loaded & set(LATER) == set()
