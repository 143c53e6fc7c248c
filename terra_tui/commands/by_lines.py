"""`terra join --plain` and `terra watch --plain`: the same client as lines of text."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from collections.abc import Callable
from typing import Final

from server.console.say import harmless
from server.console.streams import FAILED, complain
from server.wire.messages import Role
from terra_tui.locale.nearby import notice_line
from terra_tui.locale.words import Words, language_of
from terra_tui.session.address import AddressError
from terra_tui.session.keyring import Keyring
from terra_tui.session.preferences import ConfigError, Preferences, config_path, load, login_name, name_or_none
from terra_tui.session.session import Session

LOOK_SECONDS: Final = 1.0


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

    def session(address: str) -> Session:
        return Session(
            address, role, name, Keyring(), passphrase=passphrase, tls=tls, insist=player is not None,
            only_watches=only_watches,
        )

    return asyncio.run(_visit(address, watching, words, session))


async def _visit(address: str | None, watching: bool, words: Words, session: Callable[[str], Session]) -> int:
    from terra_tui.plain.run import run_plain

    address = address or await _only_table(words, watching)
    if address is None:
        return 1
    try:
        made = session(address)
    except AddressError:
        complain(words.say("cli.bad_address", address=harmless(address)))
        return 2
    return await run_plain(made, words.lang, sys.stdin, sys.stdout)


async def _only_table(words: Words, watching: bool) -> str | None:
    """Return the address of the one table that is near, or may be watched; None, with a list, without just one."""
    from terra_tui.commands.nearby import nearby

    found = await nearby(LOOK_SECONDS)
    fit = [table for table in found if table.notice.watchable or not watching]
    if len(fit) == 1:
        return fit[0].address
    complain(words.say("join.found" if found else "join.none_found"))
    for table in found:
        says = notice_line(words, table.notice, table.milliseconds, watching=watching)
        complain(f"{table.address}  {says}", "  ")
    return None
