"""`terra join --plain` and `terra watch --plain`: the same client as lines of text."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from collections.abc import Awaitable, Callable

from server.console.say import harmless
from server.console.streams import FAILED, complain
from server.wire.messages import Role
from terra_tui.locale.words import Words, language_of
from terra_tui.session.address import AddressError
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import ConfigError, Preferences, config_path, load, login_name, name_or_none
from terra_tui.session.session import Session
from terra_tui.ui.places import Place


def visit_by_lines(
    address: str | None, watching: bool, player: str | None, lang: str | None, passphrase: str | None,
    tls: ssl.SSLContext | None, *, only_watches: bool = False,
) -> int:
    """Join or watch by lines, or `only` watch; return the exit code."""
    try:
        preferences = load(config_path(os.environ))
    except ConfigError as error:
        complain(str(error))
        preferences = Preferences()
    words = Words(lang or preferences.language or language_of(os.environ))
    if sys.stdin is None or sys.stdout is None:
        complain(words.say("cli.closed"))
        return FAILED
    name = name_or_none(player or preferences.name) or login_name()
    role = Role.WATCH if watching else Role.PLAY
    keyring = Keyring()

    async def choose() -> Place | None:
        if address:
            return Place(address, "", name)
        from terra_tui.commands.only_place import only_place

        return await only_place(words, keyring, name, named=player is not None, watching=watching)

    def session(place: Place) -> Session:
        return Session(
            place.address, role, place.name, keyring, passphrase=passphrase, tls=tls, insist=player is not None,
            only_watches=only_watches,
        )

    return asyncio.run(_visit(choose, words, session))


async def _visit(
    choose: Callable[[], Awaitable[Place | None]], words: Words, session: Callable[[Place], Session]
) -> int:
    from terra_tui.plain.run import run_plain

    place = await choose()
    if place is None:
        return 1
    try:
        made = session(place)
    except AddressError:
        complain(words.say("cli.bad_address", address=harmless(place.address)))
        return 2
    return await run_plain(made, words.lang, sys.stdin, sys.stdout)
