"""A rogue host's words, made from a seed: whatever the codec lets through, and games that make almost sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import TypeVar, get_args

from server.engine.events import Event
from server.engine.rules import Rules
from server.engine.shuffle import commitment, deal_label
from server.engine.state import Phase
from server.engine.view import event_for, view_for
from server.wire.codec import decode_to_client, encode
from server.wire.convert import view_to_wire
from server.wire.frames import HEADER
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import (
    Bye,
    Clock,
    Code,
    Commitment,
    GameView,
    Kind,
    Moment,
    Numbered,
    Refusal,
    Reveal,
    Roster,
    Said,
    SeatInfo,
    Snapshot,
    SpectatorInfo,
    Stage,
    TableEvent,
    ToClient,
    Welcome,
)
from server.wire.settings import Settings
from server.wire.snapshots import fit_snapshot
from tests.engine.playouts import Step, playout
from tests.wire.generate import hints_of, message, value

GAME = bytes(range(16))
STAGES = {Phase.BETWEEN: Stage.BETWEEN, Phase.TURN: Stage.PLAY, Phase.MATCH: Stage.PLAY, Phase.OVER: Stage.OVER}
EVIL = (
    "", "Minji", "[/red]", "[@click=app.quit]x[/]", "\x1b[2J\x1b]0;pwn\x07", "\u202eabc", "글" * 21, "x" * 64,
    "{n}",
)
SEEDS = (bytes(32), b"s" * 32)
KINDS: tuple[type, ...] = tuple(kind for kind in get_args(ToClient) if kind not in (Bye, Welcome))

M = TypeVar("M")


class Rogue:
    """One host. `sense` is how likely a field is left as a real host would send it.

    Attributes:
        seats: how many play, 3 to 5.
        seat: the client's, None for a spectator.
    """

    def __init__(self, seed: int, *, sense: float = 0.7) -> None:
        self.rng = Random(seed)
        self.sense = sense
        self.seats = self.rng.randint(3, 5)
        self.seat: int | None = self.rng.choice([None, *range(self.seats)])
        self._rules = Rules(hand=self.rng.choice((1, 2, 9)), max_cards=self.rng.randint(2, 4))
        self._rev = 0
        self._event = 0
        self._steps = self._playout()
        self._game = next(self._steps).after

    def _playout(self) -> Iterator[Step]:
        return playout(self.rng, seats=self.seats, rules=self._rules)

    def welcome(self) -> Welcome:
        """Return the first word, which is always taken."""
        token = None if self.seat is None else self.rng.randbytes(32)
        return Welcome(PROTOCOL_VERSION, self.rng.choice(EVIL), GAME, self.seat, token)

    def words(self, count: int) -> Iterator[ToClient]:
        """Yield `count` messages that the codec lets through, the last one of them perhaps a goodbye."""
        yield self._through(self._roster(Settings(self.seats, self._rules)))
        yield self._through(self._snapshot(()))
        for _ in range(count - 3):
            yield self._through(self._word())
        yield self._through(Bye(self.rng.choice(list(Code)), self.rng.choice(EVIL)))

    def honest(self, count: int) -> Iterator[ToClient]:
        """Yield what a real host would send instead: a roster and `count` snapshots of one game after another."""
        yield self._through(self._roster(Settings(self.seats, self._rules)))
        for _ in range(count):
            yield self._through(self._snapshot(tuple(self._act())))

    def _through(self, message: ToClient) -> ToClient:
        """Return the message as it comes out at the other end."""
        if isinstance(message, Snapshot):
            message = fit_snapshot(message)
        return decode_to_client(encode(message)[HEADER.size :])

    def _word(self) -> ToClient:
        rng = self.rng
        match rng.randrange(14):
            case 0:
                return message(rng.choice(KINDS), rng)  # type: ignore[return-value]
            case 1:
                seats = rng.choice((self.seats, self.seats, 3, 4, 5))
                return self._bent(self._roster(Settings(seats, self._rules)))
            case 2:
                code = rng.choice([*Code, "\x1b[31m", "wrong_total"])[:32]
                return Refusal(code, rng.choice(EVIL), rng.randint(0, 9))
            case 4:
                # Some with the very seed that is revealed: then the deal is worked out from it and compared.
                round = self._game.round + rng.randint(0, 1)
                return Commitment(GAME, round, commitment(rng.choice(SEEDS), deal_label(GAME, round)))
            case 5:
                nonces = tuple(rng.randbytes(rng.choice((0, 16))) for _ in range(rng.randint(0, 5)))
                return Reveal(GAME, self._game.round, rng.choice(SEEDS), nonces)
            case 3:
                return Welcome(PROTOCOL_VERSION, "x", GAME, rng.randrange(5), bytes(32))
            case _:
                return self._bent(self._snapshot(tuple(self._act())))

    # ---- a game that goes on -------------------------------------------------------------------------------

    def _act(self) -> Iterator[Numbered]:
        """Let the game go on by a step; yield what a host tells of it, and what it makes up."""
        step = next(self._steps, None)
        if step is None:
            self._steps = self._playout()
            step = next(self._steps)
        self._game = step.after
        for event in step.events:
            yield self._numbered(event_for(event, self.seat))
        if self.rng.random() > self.sense:
            made_up = value(hints_of(Numbered)["event"], self.rng)
            yield self._numbered(made_up)  # type: ignore[arg-type]
        if self.rng.random() < 0.1:
            name, text = self.rng.choice(EVIL), self.rng.choice(EVIL) or "x"
            yield self._numbered(Said(name, text, self.rng.choice([None, 4])))

    def _numbered(self, event: Event | TableEvent) -> Numbered:
        self._event += self.rng.choice((1, 1, 1, 1, 1, 0, 2, 2**40)) if self.rng.random() > self.sense else 1
        return Numbered(min(self._event, 2**53), event)

    def _roster(self, settings: Settings) -> Roster:
        rng = self.rng
        seats = tuple(SeatInfo(rng.choice(list(Kind)), rng.choice(EVIL), away=rng.choice((0, 2**40)))
                      for _ in range(settings.seats))
        spectators = tuple(SpectatorInfo(rng.choice(EVIL)) for _ in range(rng.randint(0, 16)))
        return Roster(settings, seats, rng.choice([None, 0, 1]), rng.choice((0, 3, 100_000)), spectators)

    def _snapshot(self, events: tuple[Numbered, ...]) -> Snapshot:
        view = view_for(self._game, self.seat)
        self._rev += 1
        moment = Moment(self._rev, *self.rng.choice(((0, 0), (1500, 1500)))) if view.ron_open else None
        return Snapshot(
            self._rev, STAGES[view.phase], view_to_wire(view), moment, Clock(17_000, 60_000), events=events
        )

    # ---- and is bent ---------------------------------------------------------------------------------------

    def _bent(self, whole: M) -> M:
        """Return `whole` with a field of it, or of a part of it, made up."""
        if self.rng.random() < self.sense:
            return whole
        field = self.rng.choice(fields(whole))  # type: ignore[arg-type]
        part = getattr(whole, field.name)
        if isinstance(part, GameView | Settings | Clock | Moment) and self.rng.random() < 0.9:
            made: object = self._bent_part(part)
        else:
            made = value(hints_of(type(whole))[field.name], self.rng)
        return replace(whole, **{field.name: made})  # type: ignore[type-var]

    def _bent_part(self, part: M) -> M:
        name = self.rng.choice([field.name for field in fields(part)])  # type: ignore[arg-type]
        return replace(part, **{name: value(hints_of(type(part))[name], self.rng)})  # type: ignore[type-var]
