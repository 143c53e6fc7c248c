"""Pictures of the real screens, for the README and the docs: `python -m tests.ui.shots FOLDER` writes SVG files."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from terra_tui.session.draft import Draft
from terra_tui.session.state import ClientState
from terra_tui.ui.screens.table import TableScreen
from tests.ui.stage import StillSession, still_app
from tests.ui.states import NINE, TWENTY, changed, playing, round_end, with_window

FONT = "DejaVu Sans Mono, Noto Sans Mono CJK KR, monospace"


def states() -> dict[str, tuple[ClientState, str]]:
    """Return the states shown, each with the sum being built."""
    return {
        "turn": (playing(NINE), "4+9-2"),
        "fan": (playing(TWENTY), ""),
        "ron": (with_window(changed(playing((11,)), turn=2, terra=True, floor=8, cards=(1, 12, 1, 14, 7))), ""),
        "round-end": (round_end(), ""),
    }


async def shoot(folder: Path, name: str, lang: str, size: tuple[int, int]) -> None:
    """Write one picture."""
    state, text = states()[name]
    session = StillSession(state)
    app = still_app(lang)
    async with app.run_test(size=size) as pilot:
        screen = TableScreen(app.look, session, session.painted, "192.168.0.7")
        await app.push_screen(screen)
        await pilot.pause()
        if text:
            await pilot.press(*({"+": "plus", "-": "minus"}.get(char, char) for char in text))
            assert Draft.from_text(text, state.hand) is not None
        await pilot.pause()
        svg = app.export_screenshot(title="terra")
    svg = svg.replace("Fira Code", FONT)
    (folder / f"{name}-{lang}-{size[0]}x{size[1]}.svg").write_text(svg, "utf-8")


async def main(folder: Path) -> None:
    """Write all pictures."""
    for name in states():
        for lang in ("en", "ko"):
            for size in ((80, 24), (120, 36), (60, 20)):
                await shoot(folder, name, lang, size)


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1])))
