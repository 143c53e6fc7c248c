"""How much a client grows that is left open for an hour of bots' games: the real client in a pseudo-terminal.

An hour at the bots' normal pace is some 3,600 moves. Here they come as fast as the client draws them, whole games
one after another; what an hour adds beside them (ticks of a clock) keeps nothing. Issue 5 asks: less than 10 MB.
What counts is the memory that is the client's alone, in RAM or swapped out: pages of files come and go.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from server.arena.run import Plan, play_number
from server.wire.messages import Numbered, Roster, Snapshot
from terra_tui.session.playback import Playback, games_of
from tests.terminal.client import staged_client
from tests.terminal.pty_screen import PtyScreen
from tests.terminal.staged_host import StagedHost
from tests.terminal.waiting import pump
from tests.ui.states import changed, playing

BOTS: Final = ("easy", "normal", "easy", "normal", "easy")
MOVES: Final = 3600
FIRST: Final = 30
"""Moves after which every part of the screen has been there once."""
STEP: Final = 600
MOST_SECONDS: Final = 110.0
SEEN_WITHIN: Final = 0.2
"""Seconds in which a move is drawn, or changes nothing on the screen."""


def moves() -> Iterator[tuple[Roster, Snapshot]]:
    """Yield what the host tells after each move of games without end, the events of that move with it."""
    number, game = 0, 0
    while True:
        plan = Plan(BOTS, 1, seed=game, record=True)
        lines = [json.loads(line) for line in play_number(plan, 0).text.splitlines()]
        play = Playback.of(games_of(lines)[0])
        told = 0
        for index, frame in enumerate(play.frames):
            state = play.state(index, 0)
            events = play.events[told : frame.told]
            told = frame.told
            numbered = tuple(Numbered(number + at, event) for at, event in enumerate(events, 1))
            number += len(numbered)
            if state.snapshot is not None and state.snapshot.view is not None:
                view = replace(state.snapshot.view, hand=(), drawn=None)      # whoever watches holds none
                yield play.roster, replace(state.snapshot, view=view, events=numbered)
        game += 1


def held(process: int) -> float:
    """Return the memory that is a process's own, in MB."""
    told = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text("utf-8").splitlines())
    return sum(int(told[name].split()[0]) for name in ("RssAnon", "VmSwap") if name in told) / 1024


def drawn(terminal: PtyScreen, before: int) -> bool:
    """Return whether the terminal was sent more than `before` bytes, soon."""
    end = time.monotonic() + SEEN_WITHIN
    while len(terminal.drawn) == before and time.monotonic() < end:
        pump((terminal, *terminal.others), 0.05)
    return len(terminal.drawn) > before


def run() -> None:
    """Print the figures."""
    host = StagedHost()
    host.stage(changed(playing(), hand=()), seat=None)
    with tempfile.TemporaryDirectory(prefix="terra-") as folder, staged_client(
        Path(folder), host, "--lang", "en", command="watch"
    ) as terminal:
        terminal.shows("Deck 18")
        _play(host, terminal)
    host.close()


def _play(host: StagedHost, terminal: PtyScreen) -> None:
    """Tell move after move, and print what the client holds meanwhile."""
    process, began = terminal.process.pid, time.monotonic()
    least, unseen = 0.0, 0
    for told, (roster, snapshot) in enumerate(moves(), 1):
        before = len(terminal.drawn)
        host.send(roster)
        host.snap(snapshot)
        unseen += not drawn(terminal, before)
        last = told == MOVES or time.monotonic() - began > MOST_SECONDS
        if told == FIRST:
            least = held(process)
            print(f"  after {told:5,} moves  {least:6.1f} MB", flush=True)
        elif told % STEP == 0 or last:
            now = held(process)
            print(f"  after {told:5,} moves  {now:6.1f} MB  {now - least:+.1f}", flush=True)
        if last:
            print(f"  {time.monotonic() - began:.0f} s; {unseen} moves changed nothing seen; 10 MB allowed")
            return
