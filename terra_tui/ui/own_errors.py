"""An app that an error of its own ends with one sentence: what failed and where, no traceback, no value.

Textual would print its own traceback with every local variable: a hand, a passphrase.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from rich.console import RenderableType
from textual.app import App

from terra_tui.locale.words import Words


class OwnErrors(App[int]):
    """Wherever an exception comes from (a widget, a key, a timer, a task, the loop, a thread), `fail` ends the app.

    Attributes:
        farewell: why it ends, where that is a failure: for the terminal, once the screen is gone.
    """

    farewell: str = ""
    _catching: ExitStack | None = None

    @property
    def words(self) -> Words:
        """The words of the chosen language."""
        raise NotImplementedError

    def run(self, **options: Any) -> int | None:
        """Run until the player leaves, or an error ends it; `options` are Textual's."""
        try:
            return super().run(**options)
        except Exception as error:      # as it ended, when nothing of Textual's catches it
            self._blame(error)
            return None

    def fail(self, error: BaseException) -> None:
        """End the app because of `error`, with code 1; the first one is told."""
        self._blame(error)
        self._close_messages_no_wait()

    def _blame(self, error: BaseException) -> None:
        self._return_code = 1
        if self._exception is None:
            self._exception = error if isinstance(error, Exception) else RuntimeError(type(error).__name__)
            self._exception_event.set()      # a test's pilot raises it
            self.farewell = self._sentence(error)

    def catch_errors(self) -> None:
        """Have errors that reach the event loop, or end a thread, end the app too, until `let_errors_be`."""
        from terra_tui.session.bugs import caught_everywhere

        self._catching = ExitStack()
        self._catching.enter_context(caught_everywhere(self.fail))

    def let_errors_be(self) -> None:
        """The app is done with."""
        if self._catching is not None:
            self._catching.close()

    def _sentence(self, error: BaseException) -> str:
        from terra_tui.locale.tell import failure_text
        from terra_tui.session.bugs import bug

        return failure_text(self.words, bug(error))

    # ---- what Textual calls --------------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        self.fail(error)

    def panic(self, *renderables: RenderableType) -> None:
        """End the app; what is to be rendered may hold values, so it is not shown."""
        self.fail(RuntimeError())
