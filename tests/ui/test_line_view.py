"""The widget paints only what changed, with a style on every piece."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.geometry import Region

from terra_tui.ui.draw.lines import Line, Role, Run, fit
from terra_tui.ui.line_view import LineView
from terra_tui.ui.theme import LIGHT, MONO


class Recorder(LineView):
    """Notes which regions it was asked to paint."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[tuple[Region, ...]] = []

    def refresh(self, *regions: Region, **options: object) -> Recorder:
        self.painted.append(regions)
        return super().refresh(*regions, **options)  # type: ignore[arg-type]


class Stage(App[None]):
    """One view."""

    def __init__(self) -> None:
        super().__init__()
        self.view = Recorder()

    def compose(self) -> ComposeResult:
        yield self.view


def rows(*texts: str) -> tuple[Line, ...]:
    """Return rows of 20 columns."""
    return tuple(fit((Run(text),), 20) for text in texts)


async def test_only_changed_columns_are_painted() -> None:
    app = Stage()
    async with app.run_test(size=(20, 3)):
        app.view.show(rows("clock 0:17", "same", "last"))
        app.view.painted.clear()
        app.view.show(rows("clock 0:16", "same", "lost"))
        assert app.view.painted == [(Region(9, 0, 1, 1), Region(1, 2, 1, 1))]
        app.view.painted.clear()
        app.view.show(rows("clock 0:16", "same", "lost"))
        assert app.view.painted == []


async def test_another_number_of_rows_paints_everything() -> None:
    app = Stage()
    async with app.run_test(size=(20, 3)):
        app.view.show(rows("a"))
        app.view.painted.clear()
        app.view.show(rows("a", "b"))
        assert app.view.painted == [()]


async def test_every_piece_has_a_style_and_a_row_fills_the_width() -> None:
    app = Stage()
    async with app.run_test(size=(20, 3)):
        app.view.theme = LIGHT
        app.view.show((fit((Run("소라", Role.TURN), Run(" 9")), 20),))
        for y in range(3):
            strip = app.view.render_line(y)
            assert strip.cell_length == 20
            assert all(segment.style is not None for segment in strip)
        before = app.view.render_line(0)
        app.view.theme = MONO
        assert app.view.render_line(0) != before
        assert app.view.render_line(0).text == before.text
