"""The terminal: input that no byte can end, and a question about how wide box lines are."""

from __future__ import annotations

import os
import select
import selectors
import signal
import time
from codecs import getincrementaldecoder
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from terra_tui.ui.backlog import Backlog
from terra_tui.ui.lone_escape import ESC, LoneEscape, Pasted
from terra_tui.ui.signals import go_by_force, remember_settings

READ_BYTES: Final = 4096
LOOK_SECONDS: Final = 0.1
"""How often the reader looks around while nothing comes."""
BEHIND_SECONDS: Final = 0.01
"""The same while keys wait for an app that is busy."""
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

    def write(self, data: str) -> None:
        """Write to the terminal, where somebody still takes it: the queue of a writer that failed never empties."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal again after a stop; the kernel says so too, with SIGHUP, where it has gone."""
        if not self._hung_up():
            super()._sigcont_application()

    def _hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self.fileno, 0)
        return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except BaseException as error:
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read the terminal until it ends or the app does."""
        self._backlog = Backlog()
        parser = XTermParser(self._debug)
        escape = LoneEscape(constants.ESCAPE_DELAY)
        decode = getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(BEHIND_SECONDS if self._backlog else LOOK_SECONDS):
                    data = self._read()
                    if not data:
                        self._tell_end()
                        return
                    text = decode(data).replace(REPLACED, "")
                    for piece in escape.cut(text, time.monotonic()) if text else ():
                        self._take(parser, piece)
                elif late := escape.due(time.monotonic()):
                    self._take(parser, late)
                for message in parser.tick():
                    self._hand_on(message)
                self._send_waiting()
                if self._backlog.full:
                    self.exit_event.wait(BEHIND_SECONDS)      # leaves the processor to the app

    def _take(self, parser: XTermParser, piece: str | Pasted) -> None:
        """Hand on what a piece of input means."""
        if isinstance(piece, Pasted):
            self._hand_on(events.Paste(piece.text))
        elif piece == ESC:
            self._hand_on(events.Key("escape", ESC))
        else:
            for message in parser.feed(piece):
                self._hand_on(message)

    def _hand_on(self, message: Message) -> None:
        self._backlog.add(message)
        self._send_waiting()

    def _send_waiting(self) -> None:
        """Send the app what it is ready for."""
        for message in self._backlog.ready():
            self.process_message(message)

    def _tell_end(self) -> None:
        """Have the app leave, in any case: with its terminal gone, perhaps nobody sends it a signal."""
        go_by_force(128 + signal.SIGHUP)
        self.send_message(InputEnded())

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, READ_BYTES)
        except OSError:      # the terminal has gone
            return b""
