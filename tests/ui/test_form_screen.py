"""A form on the screen is handed in once, however often Enter is pressed before it is answered."""

from __future__ import annotations

from textual.app import App

from terra_tui.locale.words import Words
from terra_tui.ui.forms import join_form
from terra_tui.ui.screens.form_screen import FormScreen
from terra_tui.ui.screens.page import Look
from tests.ui.stage import still_app


class Asker(App[None]):
    """Shows one form and counts how often it is handed in."""

    def __init__(self) -> None:
        super().__init__()
        self.handed_in = 0

    def on_form_screen_submitted(self, message: FormScreen.Submitted) -> None:
        """Count."""
        self.handed_in += 1


async def shown(app: Asker) -> FormScreen:
    """Show a form with its last line chosen."""
    screen = FormScreen(Look(Words("en")), "join", lambda words: join_form(words, False, "10.0.0.7", "Minji"))
    await app.push_screen(screen)
    screen.press("down", None)
    return screen


async def test_enter_pressed_twice_hands_it_in_once() -> None:
    app = Asker()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await shown(app)
        for _ in range(3):
            screen.press("enter", None)
        await pilot.pause()
        assert app.handed_in == 1


async def test_what_was_refused_may_be_handed_in_again() -> None:
    app = still_app()
    async with app.run_test(size=(80, 24)) as pilot:
        app.ask_address(watching=False)
        await pilot.pause()
        await pilot.press("up")
        for _ in range(2):
            await pilot.press("enter")
            assert isinstance(app.screen, FormScreen)
            assert app.words.say("cli.bad_address", address="?") in app.screen.text
            app.tell("")
