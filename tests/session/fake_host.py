"""A host of a few lines for the client's tests: real sockets and the real codec; the test says every word of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from server.engine.events import Cause, RoundEnded
from server.engine.state import Phase
from server.wire.codec import decode_to_host, encode
from server.wire.frames import FrameReader
from server.wire.limits import FRAME_LIMIT, PROTOCOL_VERSION
from server.wire.messages import (
    Bye,
    Code,
    GameView,
    Hello,
    Kind,
    Leave,
    Moment,
    Numbered,
    Roster,
    SeatInfo,
    Snapshot,
    Stage,
    ToClient,
    ToHost,
    Welcome,
)
from server.wire.settings import Settings
from terra_tui.session.session import Session
from terra_tui.session.state import ClientState

PATIENCE = 10.0
GAME = bytes(range(16))
TOKEN = bytes([7]) * 32

M = TypeVar("M")


class Peer:
    """One client as the fake host sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._frames = FrameReader(FRAME_LIMIT)
        self.got: list[ToHost] = []
        self._news = asyncio.Condition()
        self.gone = False

    async def listen(self) -> None:
        """Read until the client goes."""
        try:
            while data := await self._reader.read(65536):
                self._frames.feed(data)
                async with self._news:
                    new = [decode_to_host(payload) for payload in self._frames.payloads()]
                    self.got += new
                    if any(isinstance(message, Leave) for message in new):
                        self.send(Bye(Code.LEFT, "goodbye"))
                    self._news.notify_all()
        except ConnectionError:
            pass
        async with self._news:
            self.gone = True
            self._news.notify_all()

    def send(self, *messages: ToClient) -> None:
        """Send messages."""
        self._writer.write(b"".join(encode(message) for message in messages))

    def send_bytes(self, data: bytes) -> None:
        """Send what may be no message at all."""
        self._writer.write(data)

    async def next(self, kind: type[M]) -> M:
        """Return the next message of `kind`, and forget it and what came before (pings aside)."""
        def first() -> int | None:
            return next((at for at, one in enumerate(self.got) if isinstance(one, kind)), None)

        found = await self._wait(first)
        message = self.got[found]
        assert isinstance(message, kind)
        del self.got[: found + 1]
        return message

    async def news(self) -> None:
        """Return once the client has said something more, or has gone."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait()

    def hang_up(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def closed(self) -> None:
        """Return once the client has closed."""
        await self._wait(lambda: 0 if self.gone else None)

    async def _wait(self, found: Callable[[], int | None]) -> int:
        async with asyncio.timeout(PATIENCE), self._news:
            while (at := found()) is None:
                assert not self.gone, f"the client has gone; it said {self.got}"
                await self._news.wait()
            return at

    def cut(self) -> None:
        """Reset the connection."""
        self._writer.transport.abort()


class FakeHost:
    """Listens on loopback; `async with FakeHost() as host`."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._server: asyncio.Server | None = None
        self._new: asyncio.Queue[Peer] = asyncio.Queue()
        self._peers: list[Peer] = []

    async def __aenter__(self) -> FakeHost:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for peer in self._peers:
            peer.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer(reader, writer)
        self._peers.append(peer)
        self._new.put_nowait(peer)
        try:
            await peer.listen()
        finally:
            writer.close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def address(self) -> str:
        """What a client is told."""
        return f"127.0.0.1:{self._port}"

    async def peer(self) -> Peer:
        """Return the next client that connects."""
        async with asyncio.timeout(PATIENCE):
            return await self._new.get()

    async def welcomed(self, seat: int | None = 0, *messages: ToClient, seq: int = 0) -> tuple[Peer, Hello]:
        """Welcome the next client into `seat`, then send `messages`."""
        peer = await self.peer()
        hello = await peer.next(Hello)
        peer.send(welcome(seat, seq=seq), *messages)
        return peer, hello


def welcome(seat: int | None = 0, *, seq: int = 0, token: bytes = TOKEN, mac: bytes | None = None) -> Welcome:
    """Return a welcome into `seat`; a spectator gets no token."""
    return Welcome(PROTOCOL_VERSION, "lunch", GAME, seat, None if seat is None else token, seq, mac)


def roster(*names: str, settings: Settings | None = None, seed: int | None = None) -> Roster:
    """Return a roster of humans, three if no names are given; seat 0 owns the table."""
    names = names or ("Minji", "Jun", "Sora")
    seats = tuple(SeatInfo(Kind.HUMAN, name) for name in names)
    return Roster(settings or Settings(seats=len(names)), seats, owner=0, seed=seed)


def view(
    *,
    hand: tuple[int, ...] = (3, 5, 8),
    turn: int = 0,
    floor: int = 4,
    round: int = 1,
    cards: tuple[int, ...] = (),
    phase: Phase = Phase.TURN,
    layer: int | None = 2,
    under: tuple[int, ...] = (),
    deck: int = 20,
    scores: tuple[int, ...] = (30, 30, 30),
    round_start: tuple[int, ...] = (30, 30, 30),
    drawn: int | None = None,
    barred: tuple[int, ...] = (),
) -> GameView:
    """Return a plausible view of a three-player game, seat 0's; `cards` go with the hand unless they are given."""
    cards = cards or (len(hand), 5, 6)
    return GameView(
        phase, round, 0, turn, floor, layer, under, deck, cards, scores, round_start,
        hand=hand, drawn=drawn, barred=barred,
    )


def ended_round(seats: int) -> RoundEnded:
    """Return the end of a round that seat 0 of so many has won."""
    return RoundEnded(1, Cause.COMBINATION, (0,), (), (0, 5, 6, 7, 8)[:seats], (41, 25, 24, 23, 22)[:seats], 0)


def snap(
    rev: int,
    game: GameView | None = None,
    *events: Numbered,
    stage: Stage = Stage.PLAY,
    moment: Moment | None = None,
) -> Snapshot:
    """Return a snapshot."""
    return Snapshot(rev, stage, game, moment=moment, events=events)


async def until(session: Session, fact: Callable[[ClientState], bool]) -> ClientState:
    """Return the state once `fact` holds of it."""
    changed = asyncio.Event()
    unwatch = session.watch(lambda _: changed.set())
    try:
        async with asyncio.timeout(PATIENCE):
            while not fact(session.state):
                changed.clear()
                await changed.wait()
    finally:
        unwatch()
    return session.state
