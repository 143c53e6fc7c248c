"""A link that is being made, until there is one or the player has had enough."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from terra_tui.session.link import HostLink


async def connected(
    making: Coroutine[Any, Any, HostLink], wake: asyncio.Event, given_up: Callable[[], bool]
) -> HostLink | None:
    """Return the new link, None where `given_up` came first; it is looked at whenever `wake` is set.

    Raises:
        OSError: there is no link.
    """
    connecting = asyncio.create_task(making)
    try:
        while not connecting.done() and not given_up():
            wake.clear()
            waking = asyncio.create_task(wake.wait())
            await asyncio.wait({connecting, waking}, return_when=asyncio.FIRST_COMPLETED)
            waking.cancel()
        if not connecting.done():
            return None
        link = connecting.result()
    finally:
        connecting.cancel()
    if given_up():
        link.abort()
        return None
    return link
