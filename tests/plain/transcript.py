"""A few moves of plain mode as docs/screens shows them: the client's own lines, and what is typed between them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from server.engine.events import Laid
from server.wire.messages import Act, Claim, Moment, Numbered, Say
from terra_tui.locale.words import Words
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost, roster, snap, view

TYPED_MARK = "> "
FIRST = snap(1, view(hand=(5, 7, 8, 12), floor=4, cards=(4, 5, 6)))
LAID = (Numbered(1, Laid(0, (5, 7, 8), "+-", True)),)
ANSWERED = (*LAID, Numbered(2, Laid(1, (12, 4), "-", False)))


async def transcript(lang: str) -> str:
    """Return the lines of a turn with Terra, a chat, and a Ron that is called."""
    words = Words(lang)
    with tempfile.TemporaryDirectory(prefix="terra-") as folder:
        async with FakeHost() as host, Terminal(host.address, Path(folder), lang=lang) as terminal:
            peer, _ = await host.welcomed(0, roster(), FIRST)

            def typed(line: str) -> None:
                terminal.lines.append(TYPED_MARK + line)
                terminal.type(line)

            await terminal.until(words.say("plain.your_turn"))
            typed("5+7-8 terra" if lang == "en" else "5+7-8 테라")
            await peer.next(Act)
            laid = replace(view(hand=(12,), floor=8, layer=0, turn=1, cards=(1, 5, 6)), terra=True)
            peer.send(snap(2, laid, *LAID))
            await terminal.until(words.say("event.laid_terra", name="Minji", sum="5+7-8", floor=8))
            typed("say gg" if lang == "en" else "말 좋아요")
            await peer.next(Say)
            last = view(hand=(12,), floor=4, layer=1, turn=2, cards=(1, 3, 6))
            peer.send(snap(3, last, *ANSWERED, moment=Moment(3, 1500, 1500)))
            await terminal.until(words.say("plain.ron_window", card=12, floor=4, seconds="1.5"))
            typed("!")
            await peer.next(Claim)
            await terminal.until(words.say("plain.ron_sent"))
            return "\n".join(terminal.lines) + "\n"
