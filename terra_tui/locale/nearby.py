"""A table that answered discovery, as a line of a list."""

from __future__ import annotations

from server.wire.discovery import TableNotice
from server.wire.limits import PROTOCOL_VERSION
from terra_tui.locale.words import Words


def notice_line(words: Words, notice: TableNotice, milliseconds: int, *, watching: bool = False) -> str:
    """Return what a table says of itself, and what it takes to join; to who is `watching`, that nobody may."""
    said = [notice.name, f"{notice.humans + notice.bots}/{notice.seats}"]
    if notice.stage is not None:
        said.append(words.say(f"nearby.{notice.stage.value}"))
    if notice.version != PROTOCOL_VERSION:
        said.append(words.say("nearby.other_version", n=notice.version))
    if watching and not notice.watchable:
        said.append(words.say("nearby.no_watching"))
    if notice.passphrase:
        said.append(words.say("nearby.passphrase"))
    if notice.tls:
        said.append(words.say("nearby.tls"))
    return "  ".join([*said, f"{milliseconds} ms"])
