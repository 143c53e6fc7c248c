"""From bytes to calls of the door and the table: decoding, rate limits, and what is said to who breaks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from server.host import sockopts
from server.host.buckets import Bucket, Rate
from server.host.calls import TableCalls
from server.host.door import Door, TurnedAway
from server.host.limits import CROWD_WORDS, SITS
from server.host.link import Link, LinkStage, only_watches
from server.host.sittings import SitRates, Sittings, seats_somebody
from server.table.effects import Effect
from server.wire.codec import decode_to_host
from server.wire.errors import WireError
from server.wire.frames import FrameError
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Act,
    AddBot,
    Bye,
    Claim,
    Code,
    Command,
    Configure,
    EndGame,
    HandOver,
    Hello,
    Pause,
    Ping,
    Pong,
    Proof,
    Refusal,
    Remove,
    Say,
    ShowHand,
    TakeSeat,
    ToHost,
)

_FLOOD: Final = Bye(Code.TOO_FAST, "You sent more than a player could mean.")
_TOO_FAST: Final = "You are sending too fast: this was left undone."
_SAT_TOO_OFTEN: Final = "Seats were taken too often from where you are, or this one was: wait a little."
LASTING: Final = (AddBot, Configure, EndGame, HandOver, Pause, Remove, ShowHand, TakeSeat)
CROWDED: Final = "Too many are watching already, most of them from where you are."
_BAD_FRAME: Final = "What you sent is no frame of this protocol."


class Intake:
    """Handles what links received.

    Args:
        take: carries out the effects that the table returned.
        crowd_words, sits: see `HostLimits`.
        room: returns whether a spectator may come in, after sending another one away where that is fair.
    """

    def __init__(
        self,
        table: TableCalls,
        door: Door,
        take: Callable[[Sequence[Effect]], None],
        room: Callable[[Link, float], bool] = lambda *_: True,
        crowd_words: Rate = CROWD_WORDS,
        sits: SitRates = SITS,
    ) -> None:
        self._table = table
        self._door = door
        self._take = take
        self._room = room
        self._crowd_words = Bucket(crowd_words, 0.0)
        self._sittings = Sittings(sits)

    def received(self, link: Link, data: bytes, now: float) -> Bye | None:
        """Take in bytes that were read at `now`; return a `Bye` where the link is to be closed for them."""
        link.reader.feed(data)
        try:
            for payload in link.reader.payloads():
                if link.stage in (LinkStage.CLOSING, LinkStage.CLOSED):
                    return None            # closed by an earlier frame of the same bytes
                if not (link.crowd_frames if link.watches else link.frames).take(now):
                    return _FLOOD          # before decoding, which is what costs
                self._message(link, decode_to_host(payload), now)
        except FrameError:
            return Bye(Code.BAD_FRAME, _BAD_FRAME)
        except WireError as error:
            return Bye(error.code, _sentence(error))
        except TurnedAway as turned:
            return turned.bye
        return None

    def _message(self, link: Link, message: ToHost, now: float) -> None:
        """Give one message to whom it concerns.

        Raises:
            TurnedAway: the link is to be closed.
        """
        if link.stage is LinkStage.IN:
            self._inside(link, message, now)
        elif isinstance(message, Hello) and link.stage is LinkStage.HELLO:
            link.visit, challenge = self._door.hello(message, link.address, now)
            if challenge is None:
                self._let_in(link, now)
            else:
                link.stage = LinkStage.PROOF
                link.send(challenge)
                link.flush()
        elif isinstance(message, Proof) and link.stage is LinkStage.PROOF and link.visit is not None:
            link.visit = self._door.proof(link.visit, message, link.address, now)
            self._let_in(link, now)
        else:
            wanted = "a hello" if link.stage is LinkStage.HELLO else "a proof of the passphrase"
            raise TurnedAway(Code.UNEXPECTED, f"This host expected {wanted}, not a {message.TAG}.")

    def _let_in(self, link: Link, now: float) -> None:
        """Give a link to the table.

        Raises:
            TurnedAway: there is no room for another spectator. For a player there is: a table has few seats. But
                these are not to be taken without end.
        """
        assert link.visit is not None
        hello = link.visit.hello
        watches = only_watches(hello)
        if watches and not self._room(link, now):
            raise TurnedAway(Code.CROWDED, CROWDED)
        seat = None if hello.token is None else self._table.seat_of(hello.token)
        if not watches and not self._sittings.left(link.address, seat, now):
            raise TurnedAway(Code.TOO_FAST, _SAT_TOO_OFTEN)
        link.stage = LinkStage.IN
        link.known = True
        effects = self._table.connected(now, link.peer, hello)
        if not watches and seats_somebody(effects):
            self._sittings.sat(link.address, seat, now)
        self._take(effects)
        self._measure(link)

    def _inside(self, link: Link, message: ToHost, now: float) -> None:
        if isinstance(message, Ping):
            self._take(self._table.pinged(now, link.peer, message.n))
        elif isinstance(message, Pong):
            self._take(self._table.ponged(now, link.peer, message.n))
        elif isinstance(message, Hello | Proof):
            raise TurnedAway(Code.UNEXPECTED, "You are in already: there is no second hello on one connection.")
        else:
            self._command(link, message, now)

    def _command(self, link: Link, command: Command, now: float) -> None:
        if not self._may(link, command, now):
            link.send(Refusal(Code.TOO_FAST.value, _TOO_FAST, command.seq))
            link.flush()
            return
        if isinstance(command, Claim | Act):
            self._measure(link)            # the newest figure, for a race may hang on it (DESIGN.md 2.2)
        effects = self._table.receive(now, link.peer, command)
        if isinstance(command, TakeSeat) and seats_somebody(effects):
            self._sittings.sat(link.address, None, now)
        self._take(effects)

    def _may(self, link: Link, command: Command, now: float) -> bool:
        """Take `command` off its allowance; return whether that had room for it."""
        if isinstance(command, Claim):     # whatever else a player sent, a Ron can be afforded (DESIGN.md 7)
            return link.claims.take(now)
        if isinstance(command, Act):
            return link.moves.take(now)
        if isinstance(command, Say):
            return link.words.take(now) and (not link.watches or self._crowd_words.take(now))
        if not link.commands.take(now) or (isinstance(command, LASTING) and not link.lasting.take(now)):
            return False
        return not isinstance(command, TakeSeat) or self._sittings.left(link.address, None, now)

    def _measure(self, link: Link) -> None:
        sock = link.sock
        smallest = None if sock is None else sockopts.min_rtt(sock)
        if smallest is not None:
            self._table.measured(link.peer, smallest)


def _sentence(error: WireError) -> str:
    if error.code is Code.VERSION:
        return f"This host speaks version {PROTOCOL_VERSION} of the protocol, and your hello is of another one."
    return error.text
