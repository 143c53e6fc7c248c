"""The terminal: input that no byte can end, and a question about how wide box lines are."""

from __future__ import annotations

import os
import selectors
import time
from codecs import getincrementaldecoder
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from terra_tui.ui.lone_escape import ESC, LoneEscape
from terra_tui.ui.signals import remember_settings

READ_BYTES: Final = 4096
LOOK_SECONDS: Final = 0.1
PROBE: Final = "\x1b[1;1H─\x1b[6n\x1b[1;1H"
"""Draw one box line in the corner and ask where the cursor is then: column 2, or 3 in a CJK-wide terminal."""
REPLACED: Final = "\ufffd"


class InputEnded(Message):
    """The terminal will send nothing more: it is closed, or never was one."""


class TerraDriver(LinuxDriver):
    """Textual's driver; its input survives bytes that are not UTF-8, and the app hears when the input ends."""

    def start_application_mode(self) -> None:
        """Take the terminal, then probe it before anything is drawn."""
        remember_settings()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self.input_tty and self._writer_thread is not None:
            self.write(PROBE)
            self.flush()

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except BaseException as error:
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read the terminal until it ends or the app does."""
        parser = XTermParser(self._debug)
        escape = LoneEscape(constants.ESCAPE_DELAY)
        decode = getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(LOOK_SECONDS):
                    data = self._read()
                    if not data:
                        self.send_message(InputEnded())
                        return
                    text = decode(data).replace(REPLACED, "")
                    for piece in escape.cut(text, time.monotonic()) if text else ():
                        self._take(parser, piece)
                elif escape.due(time.monotonic()):
                    self._take(parser, ESC)
                for message in parser.tick():
                    self.process_message(message)

    def _take(self, parser: XTermParser, piece: str) -> None:
        """Hand on what a piece of input means."""
        if piece == ESC:
            self.process_message(events.Key("escape", ESC))
            return
        for message in parser.feed(piece):
            self.process_message(message)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, READ_BYTES)
        except OSError:      # the terminal has gone
            return b""
