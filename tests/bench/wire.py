"""How fast messages become bytes and bytes messages, and how many bytes a snapshot has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from server.wire.codec import decode_to_client, decode_to_host, encode
from server.wire.frames import HEADER, FrameReader
from server.wire.limits import EVENTS_LIMIT, FRAME_LIMIT
from server.wire.messages import Act, DoLay, Kind, Numbered, Roster, Said, SeatInfo, Snapshot, ToClient, ToHost
from server.wire.settings import Settings
from server.wire.snapshots import fit_snapshot
from server.wire.text import clean_name, clean_text
from tests.wire.samples import after_a_lay

ROUNDS = 25
CALLS = 200


def micros(call: Callable[[], object], calls: int = CALLS) -> float:
    """Return what one call takes, in microseconds: the best of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        for _ in range(calls):
            call()
        best = min(best, perf_counter() - start)
    return best / calls * 1e6


def both_ways(name: str, message: ToHost | ToClient, decode: Callable[[bytes], object]) -> None:
    """Print the size of a message, and what its writing and its reading take."""
    frame = encode(message)
    payload = frame[HEADER.size :]
    writing, reading = micros(lambda: encode(message)), micros(lambda: decode(payload))
    print(f"  {name:34} {len(frame):5} bytes   encode {writing:6.1f} us   decode {reading:6.1f} us")


def crowded() -> Snapshot:
    """Return a snapshot with more chat than a frame holds."""
    chat = tuple(Numbered(n, Said("Minji", "words " * 30, 0)) for n in range(EVENTS_LIMIT))
    return replace(after_a_lay(), events=chat)


def stream_rate() -> float:
    """Return how many frames a second a reader cuts out of a stream that comes in pieces of 1400 bytes."""
    stream = encode(after_a_lay()) * 5_000
    reader, count = FrameReader(FRAME_LIMIT), 0
    start = perf_counter()
    for at in range(0, len(stream), 1400):
        reader.feed(stream[at : at + 1400])
        count += sum(1 for _ in reader.payloads())
    return count / (perf_counter() - start)


def run() -> None:
    """Print the figures."""
    both_ways("snapshot after a lay, 4 players", after_a_lay(), decode_to_client)
    both_ways("the same, 5 players, 50 cards under", after_a_lay(5, 50), decode_to_client)
    both_ways("act", Act(2, 412, DoLay((5, 7, 8), "+-")), decode_to_host)
    both_ways("roster", Roster(Settings(), (SeatInfo(Kind.HUMAN, "Minji"),) * 4), decode_to_client)
    full, chat = crowded(), "é" * 200
    for name, call in (
        ("cutting 64 long chat lines to a frame", lambda: fit_snapshot(full)),
        ("cleaning a Korean name", lambda: clean_name(" 민지 민지 ")),
        ("cleaning a chat line of 200 letters", lambda: clean_text(chat)),
    ):
        print(f"  {name:40} {micros(call, 50):8.1f} us")
    print(f"  {'frames out of a stream':40} {stream_rate():8,.0f} a second")


if __name__ == "__main__":
    run()
