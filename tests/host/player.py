"""A plain player over a real socket: plays the first legal thing it finds, and Rons when it may."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

from server.engine.cards import dots
from server.engine.events import GameEnded
from server.engine.state import Phase
from server.engine.sums import legal_lays
from server.wire.messages import (
    Ack,
    Act,
    Claim,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    GameView,
    Move,
    Ready,
    Refusal,
    Snapshot,
    Stage,
)
from tests.host.caller import WHOLE_PATIENCE, Caller


def move_for(view: GameView) -> Move:
    """Return the longest lay, else match or keep, else draw."""
    if view.phase is Phase.MATCH:
        return DoMatch() if view.drawn is not None else DoKeep()
    lays = legal_lays(view.hand, view.floor)
    if not lays:
        return DoDraw()
    best = max(lays, key=lambda lay: (len(lay.cards), lay.cards, lay.signs))
    return DoLay(best.cards, best.signs)


@dataclass
class Player:
    """Plays the seat of a `Caller` that has entered.

    Attributes:
        games: how many games it has seen to their end.
        refusals: every refusal it got.
        acknowledged: its moves and Rons that the host acknowledged.
    """

    caller: Caller
    seat: int
    games: int = 0

    def __post_init__(self) -> None:
        self.refusals: list[Refusal] = []
        self.acknowledged: list[int] = []
        self._waiting: set[int] = set()
        self._claimed = -1
        self._readied: tuple[Stage, int] | None = None

    async def play(self, games: int = 1) -> None:
        """Play until `games` games have ended."""
        while self.games < games:
            await self.step()

    async def moves(self, count: int) -> None:
        """Play until `count` moves have been acknowledged; pings alone are no sign that a game goes on."""
        async with asyncio.timeout(WHOLE_PATIENCE):
            while len(self.acknowledged) < count:
                await self.step()

    async def step(self) -> None:
        """Read one message and answer it."""
        message = await self.caller.read()
        assert message is not None, "the host closed"
        if isinstance(message, Ack | Refusal):
            if isinstance(message, Refusal):
                self.refusals.append(message)
            elif message.seq in self._waiting:
                self.acknowledged.append(message.seq)
            self._waiting.discard(message.seq or 0)
        elif isinstance(message, Snapshot):
            self.games += sum(isinstance(one.event, GameEnded) for one in message.events)
            self.answer(message)

    def answer(self, snapshot: Snapshot) -> None:
        """Do what this snapshot calls for."""
        view = snapshot.view
        if snapshot.stage is not Stage.PLAY:
            now = (snapshot.stage, 0 if view is None else view.round)
            # A deal waits for nonces: for that of one who came back meanwhile too.
            if now != self._readied and (snapshot.stage is not Stage.DEALING or self._readied is None):
                self._readied = now
                self.caller.send(Ready(self.caller.next_seq(), nonce=os.urandom(16)))
            return
        assert view is not None
        self._readied = None
        moment = snapshot.moment
        if moment is not None and moment.window > self._claimed and self._can_ron(view):
            self._claimed = moment.window
            self.caller.send(Claim(self._wait(), moment.window, 150))
        elif view.turn == self.seat and not self._waiting:
            self.caller.send(Act(self._wait(), snapshot.rev, move_for(view), 150))

    def _can_ron(self, view: GameView) -> bool:
        one = len(view.hand) == 1 and view.layer not in (None, self.seat) and view.turn != self.seat
        return one and view.phase is Phase.TURN and dots(view.hand[0]) == dots(view.floor)

    def _wait(self) -> int:
        seq = self.caller.next_seq()
        self._waiting.add(seq)
        return seq
