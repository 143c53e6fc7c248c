"""Mutated frames into a host: `python -m tests.host.fuzz --frames 1000000 --seed 7`.

A real table with two honest players and a bot; the third human seat belongs to somebody hostile, and hostile
strangers come and go. Their frames, damages of what the honest sent at the same table and of made-up messages, go
through the door, the limits and the table, in virtual time and without sockets. After each write the honest links
are open, what they are sent is whole, and nothing has grown.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import get_args

from server.engine.events import Dealt, Event
from server.host.door import Door
from server.host.intake import Intake
from server.host.limits import HostLimits
from server.host.link import Link, LinkStage
from server.host.outbox import Encoder
from server.host.thinkers import default_action
from server.table.effects import Close, Effect, Send, Think, Wake
from server.table.table import Table
from server.wire.codec import decode_to_client, encode
from server.wire.frames import HEADER, framed
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Act,
    Claim,
    Code,
    Command,
    Hello,
    Pause,
    Ready,
    Role,
    Snapshot,
    Stage,
    TableEvent,
    ToClient,
    ToHost,
    Welcome,
)
from server.wire.settings import Level, Settings
from server.wire.snapshots import fit_snapshot
from tests.host.player import move_for
from tests.wire.fuzz import mutated
from tests.wire.generate import message
from tests.wire.shares import in_shares

SETTINGS = Settings(seats=4, ron_window=100, ron_joint=20, pace=0, turn_time=20_000, between_time=2_000)
TO_HOST = get_args(ToHost)
ANSWERS_KEPT = 200
EVENING = 4_000
"""Frames after which another table is opened."""
RECORDED = 200
"""How many of the newest honest frames are there to be damaged."""
READ_AGAIN = 5
"""Of so many messages to the honest, one is decoded and compared; all of them are encoded."""
HONEST = 2
"""How many honest players there are; they come first, so these are their numbers too."""


class Nowhere(asyncio.Transport):
    """Takes everything, and counts it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There is no buffer."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        """Nothing is known of it."""
        return default

    def is_closing(self) -> bool:
        """It never closes."""
        return False

    def can_write_eof(self) -> bool:
        """It has an end."""
        return True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Count."""
        self.written += len(data)

    def write_eof(self) -> None:
        """The end."""


class Silent:
    """A keeper to which nothing needs to be told: the fuzz calls the intake itself."""

    def opened(self, link: Link) -> None:
        """See `Keeper`."""

    def received(self, link: Link, data: bytes) -> None:
        """See `Keeper`."""

    def ended(self, link: Link) -> None:
        """See `Keeper`."""

    def closed(self, link: Link) -> None:
        """See `Keeper`."""

    def told(self, link: Link, numbers: list[int]) -> None:
        """See `Keeper`."""

    def overdue(self, link: Link, code: Code) -> None:
        """See `Keeper`."""


class Room:
    """The table, and everybody at it."""

    def __init__(self, rng: Random, loop: asyncio.AbstractEventLoop) -> None:
        self.rng = rng
        self.loop = loop
        self.now = loop.time()
        self.table = Table(SETTINGS, entropy=rng.randbytes)
        door = Door(None, HostLimits().tries, self.table.seat_of, rng.randbytes)
        self.intake = Intake(self.table, door, self.take)
        self.wake = self.now
        self.links: dict[int, Link] = {}
        self.newest: dict[int, Snapshot] = {}
        self.tokens: dict[int, bytes] = {}
        self.seqs: Counter[int] = Counter()
        self.ends: Counter[str] = Counter()
        self.told: list[Event | TableEvent] = []
        self.recorded: deque[bytes] = deque(maxlen=RECORDED)
        self.peers = 0
        self.messages = 0
        self.take(self.table.open(self.now, [Level.EASY]))
        self.honest = [self.enter(Hello(PROTOCOL_VERSION, Role.PLAY, name)) for name in ("Minji", "Jun")]
        self.hostile = self.enter(Hello(PROTOCOL_VERSION, Role.PLAY, "Eve"))

    def take(self, effects: Sequence[Effect]) -> None:
        """Carry out what the table asks; everything that is sent must be whole."""
        for effect in effects:
            if isinstance(effect, Send):
                self.sent(effect.peer, effect.message)
            elif isinstance(effect, Close):
                self.ends[f"closed: {effect.bye.code.value}"] += 1
                encode(effect.bye)
                link = self.links.pop(effect.peer, None)
                if link is not None:
                    link.known = False
                    link.stage = LinkStage.CLOSED
            elif isinstance(effect, Wake):
                self.wake = effect.at
            elif isinstance(effect, Think):
                action = default_action(effect.view, effect.decision)
                self.take(self.table.thought(self.now, effect.request, action))

    def sent(self, peer: int, sent: ToClient) -> None:
        """Check a message, and keep what the honest act on."""
        if isinstance(sent, Snapshot):
            sent = fit_snapshot(sent)
            if peer == 1:
                self.told += [one.event for one in sent.events]
            self.newest[peer] = sent
        elif isinstance(sent, Welcome) and sent.token is not None:
            self.tokens[peer] = sent.token
        if peer <= HONEST:
            frame = encode(sent)
            self.messages += 1
            if self.messages % READ_AGAIN == 0:
                assert decode_to_client(frame[HEADER.size :]) == sent

    def enter(self, hello: Hello | None = None) -> Link:
        """Connect, and say hello."""
        self.peers += 1
        link = Link(self.peers, Silent(), self.loop, Encoder(), HostLimits())
        link.connection_made(Nowhere())
        self.links[link.peer] = link
        if hello is not None:
            self.feed(link, self.record(encode(hello)))
            assert link.stage is LinkStage.IN
        return link

    def record(self, frame: bytes) -> bytes:
        """Keep an honest frame for those who damage frames, and return it."""
        self.recorded.append(frame[HEADER.size :])
        return frame

    def feed(self, link: Link, data: bytes) -> None:
        """Let a link receive bytes; a link that is to be closed for them is closed."""
        self.now += 0.004
        if self.now >= self.wake:
            self.take(self.table.tick(self.now))
        bye = self.intake.received(link, data, self.now)
        if bye is not None:
            self.ends[f"closed: {bye.code.value}"] += 1
            self.drop(link)
        elif link.stage is LinkStage.CLOSED:
            self.ends["closed by the table"] += 1
        else:
            self.ends["taken"] += 1

    def drop(self, link: Link) -> None:
        """Close a link."""
        self.links.pop(link.peer, None)
        self.newest.pop(link.peer, None)
        if link.known:
            self.take(self.table.disconnected(self.now, link.peer))

    def command(self, link: Link, kind: type[Command], **fields: object) -> None:
        """Send an honest command."""
        self.seqs[link.peer] += 1
        frame = encode(kind(seq=self.seqs[link.peer], **fields))  # type: ignore[arg-type]
        self.feed(link, self.record(frame))

    def play_on(self) -> None:
        """Let the honest do what they may."""
        for link in self.honest:
            snapshot = self.newest[link.peer]
            seat = self.table.core.links[link.peer].seat
            if snapshot.paused is not None:
                self.command(link, Pause, on=False)
            if snapshot.stage is not Stage.PLAY:
                self.command(link, Ready, nonce=self.rng.randbytes(16))
            elif snapshot.view is not None and snapshot.view.turn == seat:
                self.command(link, Act, rev=snapshot.rev, move=move_for(snapshot.view), reaction=300)

    def check(self) -> None:
        """What must hold, always."""
        core = self.table.core
        for link in self.honest:
            assert link.stage is LinkStage.IN
            assert link.peer in core.links
        assert len(core.links) <= len(self.links) <= len(self.honest) + 2
        assert sum(core.game.scores) == SETTINGS.rules.start * SETTINGS.seats
        for seat in core.seats:
            assert len(seat.answers.known) <= ANSWERS_KEPT


class Attacker:
    """Makes frames: recorded and made up ones that are damaged, plausible ones, and a hello now and then.

    Attributes:
        sent: how many it has sent.
    """

    def __init__(self, room: Room, rng: Random) -> None:
        self.room = room
        self.rng = rng
        self.sent = 0
        self.stranger: Link | None = None
        self.good = [encode(message(cls, self.rng))[HEADER.size :] for cls in TO_HOST for _ in range(4)]

    def attack(self) -> None:
        """Send a frame or some, from the hostile seat or from a stranger."""
        if self.rng.random() < 0.5:
            self.from_the_seat()
        else:
            self.from_outside()

    def from_the_seat(self) -> None:
        room, rng = self.room, self.rng
        if room.hostile.stage is not LinkStage.IN or room.hostile.peer not in room.links:
            token = room.tokens.get(room.hostile.peer)
            hello = Hello(PROTOCOL_VERSION, Role.PLAY, "Eve", token)
            room.hostile = room.enter()
            room.feed(room.hostile, encode(hello))
            if room.hostile.stage is not LinkStage.IN:
                room.hostile = room.enter()
                room.feed(room.hostile, encode(Hello(PROTOCOL_VERSION, Role.WATCH, f"Eve{rng.randrange(10**6)}")))
                self.sent += 1
            self.sent += 1
            return
        frames = [self.plausible() for _ in range(rng.choice((0, 0, 1, 1, 6)))] or [self.damaged()]
        self.sent += len(frames)
        room.feed(room.hostile, b"".join(frames))

    def from_outside(self) -> None:
        room, rng = self.room, self.rng
        self.sent += 1
        if self.stranger is None or self.stranger.peer not in room.links:
            self.stranger = room.enter()
            if rng.random() < 0.7:
                hello = Hello(PROTOCOL_VERSION, Role.WATCH, f"S{rng.randrange(10**6)}")
                room.feed(self.stranger, encode(hello))
                return
        room.feed(self.stranger, self.damaged())

    def damaged(self) -> bytes:
        """Return a mutated frame, whose length is sometimes a lie."""
        room, rng = self.room, self.rng
        good = rng.choice(room.recorded) if rng.random() < 0.5 else rng.choice(self.good)
        payload = mutated(good, self.good, rng)
        if self.rng.random() < 0.02:
            return HEADER.pack(self.rng.choice((0, 1, 4096, 4097, 2**31, 2**32 - 1))) + payload
        return framed(payload)

    def plausible(self) -> bytes:
        """Return a good command of the hostile player, for the moment that it sees."""
        room, rng = self.room, self.rng
        snapshot = room.newest.get(room.hostile.peer)
        made = message(rng.choice(get_args(Command)), rng)
        if snapshot is not None and rng.random() < 0.5:
            window = snapshot.rev if snapshot.moment is None else snapshot.moment.window
            room.seqs[-1] += 1
            act = Act(room.seqs[-1], snapshot.rev, move_for(snapshot.view)) if snapshot.view is not None else made
            made = rng.choice((Claim(room.seqs[-1], window, rng.randrange(2000)), act))
        return encode(made)


def fuzz(frames: int, seed: int, jobs: int = 1) -> Counter[str]:
    """Send `frames` hostile frames, all from `seed`, by `jobs` processes; return how many came to which end."""
    return in_shares(evening, frames, seed, share=EVENING, jobs=jobs)


def evening(frames: int, seed: str) -> Counter[str]:
    """Send `frames` hostile frames to a new table."""
    loop = asyncio.new_event_loop()
    try:
        return _evening(frames, Random(seed), loop)
    finally:
        loop.close()


def _evening(frames: int, rng: Random, loop: asyncio.AbstractEventLoop) -> Counter[str]:
    room = Room(rng, loop)
    attacker = Attacker(room, rng)
    turns = 0
    while attacker.sent < frames:
        attacker.attack()
        turns += 1
        if turns % 6 == 0:
            room.play_on()
        room.check()
    room.ends["frames"] = attacker.sent
    core = room.table.core
    room.ends["games begun"] = core.games
    room.ends["rounds begun"] = sum(isinstance(event, Dealt) for event in room.told)
    return room.ends


def main() -> None:
    """Run as a command, and print what the frames came to."""
    parser = argparse.ArgumentParser(description="Mutated frames into a host's door and table.")
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    for end, count in sorted(fuzz(options.frames, options.seed, options.jobs).items()):
        print(f"{end:28} {count:9}")


if __name__ == "__main__":
    main()
