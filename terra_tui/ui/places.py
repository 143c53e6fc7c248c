"""Where a player may go: tables that answer, and seats that are kept, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.wire.text import fold
from terra_tui.locale.nearby import notice_line
from terra_tui.locale.words import Words
from terra_tui.session.address import same_machine
from terra_tui.session.keyring import Key
from terra_tui.ui.services import Nearby


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to go: the address, how it is shown, and as whom."""

    address: str
    text: str
    name: str = ""


def places(
    words: Words, kept: Sequence[Key], found: Sequence[Nearby], name: str, *, named: bool, watching: bool = False
) -> list[Place]:
    """Return the places, the one to be offered first in front.

    Somebody who was `named` on the command line is offered their own seat or a new one, before any other's. A kept
    seat whose table does not answer comes last; one of this computer not at all: its host has ended.

    Args:
        kept: keys of seats that nobody is playing.
        name: who is asking.
        watching: they want to watch; tables that let nobody do that come last.
    """
    mine: list[Place] = []
    others: list[Place] = []
    silent: list[Place] = []
    for key in sorted(kept, key=lambda key: fold(key.name) != fold(name)):
        address = _where(key, found)
        if address is not None:
            text = words.say("join.resume", table=key.table, name=key.name)
            (mine if fold(key.name) == fold(name) else others).append(Place(address, text, key.name))
        elif not same_machine(key.address, "localhost"):
            text = words.say("join.resume_silent", table=key.table, name=key.name, address=key.address)
            silent.append(Place(key.address, text, key.name))
    first = sorted(found, key=lambda one: watching and not one.notice.watchable)
    fresh = [_fresh(words, one, name, watching) for one in first]
    return [*mine, *fresh, *others, *silent] if named else [*mine, *others, *fresh, *silent]


def _where(key: Key, found: Sequence[Nearby]) -> str | None:
    """Return the address at which the table of `key` answers, None where it does not."""
    for one in found:
        if one.address == key.address:
            return one.address
        if key.game and key.game.startswith(one.notice.host.hex()):
            # A key is shown to the machine that it came from alone: anybody can say that they host that game.
            return one.address if same_machine(one.address, key.address) else key.address
    return None


def _fresh(words: Words, found: Nearby, name: str, watching: bool) -> Place:
    text = notice_line(words, found.notice, found.milliseconds, watching=watching)
    return Place(found.address, words.say("join.found_line", address=found.address, text=text), name)
