"""`terra watch --plain` without an address: the table that may be watched, or a list that says which may not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from server.wire.discovery import TableNotice
from terra_tui.commands import nearby as nearby_module
from terra_tui.commands.only_place import only_place
from terra_tui.locale.words import Words
from terra_tui.session.keyring import Keyring
from terra_tui.ui.services import Nearby

OPEN = Nearby("10.0.0.1:4747", TableNotice(b"o" * 8, 1, 4747, "lunch", 4, humans=1), 3)
SHUT = Nearby("10.0.0.2:4747", replace(OPEN.notice, host=b"s" * 8, name="dinner", watchable=False), 3)

OTHER = Nearby("10.0.0.3:4747", replace(OPEN.notice, host=b"t" * 8, name="supper"), 3)


@pytest.mark.parametrize(
    ("found", "watching", "address"),
    [
        ((OPEN, SHUT), True, OPEN.address), ((OPEN, SHUT), False, None), ((SHUT,), True, None),
        ((SHUT,), False, SHUT.address), ((OPEN, OTHER), True, None), ((), True, None),
    ],
)
async def test_the_only_table_that_fits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    found: tuple[Nearby, ...], watching: bool, address: str | None,
) -> None:
    async def look(seconds: float) -> list[Nearby]:
        return list(found)

    monkeypatch.setattr(nearby_module, "nearby", look)
    place = await only_place(Words("en"), Keyring(tmp_path), "Minji", named=False, watching=watching)
    assert (place and place.address) == address
    told = capsys.readouterr().err
    assert ("nobody may watch" in told) is (address is None and watching and SHUT in found)
    assert all((one.address in told) is (address is None) for one in found)
