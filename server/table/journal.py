"""The journal: a table's lines, and the same table again from them after a crash (DESIGN.md 5).

Lines are those of the record (`server.wire.record`), in the order in which things happened. Lines and keys that
begin with `_` are private to the host's machine:

* `_table` {name, evening, announced, settings}: the first line
* `_settings` {settings}; `_owner` {seat}; `_pause` {seat}; `_resumed` {}: the host came back
* `_seat` {seat, kind, name, level, tokens, shows_hand}: a seat as it is from then on; the tokens are hashes
* `_proven` {seat}: its human has the token that came with the seat; a line of two tokens says so too
* `_place` {port, bind, discovery, passphrase, passphrase_file, tls}: the host's own, see `server.host.place`
* `_shown` {}: spectators were shown hands of the round that is being played
* `_commit` {game, round, seed}: the seed of a round, before its deal
* on any line, `_seq` [[seat, seq], …]: the commands that it carried out
* on an action's line, `_n` and `_rev`: the numbers of the newest event and revision
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from server.engine import apply, why_not_ron
from server.engine.actions import Action, Deal, FalseRon, LayCards, Match, Reshuffle
from server.engine.reasons import IllegalAction
from server.engine.rules import Rules
from server.engine.state import Game, Phase, new_game
from server.table.core import Core
from server.table.dealer import Dealer, Entropy
from server.table.seats import SeatState
from server.table.sentences import refusal
from server.table.telling import snapshot_for
from server.wire.codec import encode
from server.wire.limits import PROTOCOL_VERSION
from server.wire.messages import Ack, Kind, Presence, Refusal, Stage, Welcome
from server.wire.record import action_of, rules_of
from server.wire.schema import struct_for
from server.wire.settings import Assist, Level, Settings, Watching
from server.wire.snapshots import fit_snapshot

Line = Mapping[str, Any]

NUMBERS_LEFT_OUT: Final = 1_000_000
"""A table that came back goes on so far above the newest number in its journal: chat and presence took numbers too,
and are not in it."""
HIGHEST_NUMBER: Final = 2**52
"""Of events and revisions: the wire's bound is above it by more than any evening takes."""
HIGHEST_SEQ: Final = 2**31
TOKEN_BYTES: Final = 32


class JournalError(ValueError):
    """The lines are no journal of a table. `kind` is one word of what is wrong, for the person at the terminal."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"not a table's journal: {kind}")
        self.kind = kind


def settings_line(settings: Settings) -> dict[str, object]:
    """Return `settings` as JSON-able values."""
    return asdict(settings)


def settings_of(line: Line) -> Settings:
    """Return the settings again.

    Raises:
        ValueError, TypeError, KeyError: they are not what the wire would let through.
    """
    values = dict(line)
    values["rules"] = Rules(**values["rules"])
    values["assist"] = Assist(values["assist"])
    values["watching"] = Watching(values["watching"])
    settings = Settings(**values)
    struct_for(Settings).write(settings)
    return settings


def table_line(core: Core) -> dict[str, object]:
    """Return the first line of a journal."""
    return {
        "t": "_table",
        "name": core.name,
        "evening": core.evening.hex(),
        "announced": core.dealer.announced,
        "settings": settings_line(core.settings),
    }


def new_core(
    settings: Settings, name: str, evening: bytes, entropy: Entropy, announced: int | None
) -> Core:
    """Return the state of a table at which nobody sits yet."""
    return Core(
        settings=settings,
        name=name,
        evening=evening,
        entropy=entropy,
        dealer=Dealer(entropy, announced),
        seats=[SeatState() for _ in range(settings.seats)],
        game=new_game(settings.rules, settings.seats),
    )


def core_from(lines: Iterable[Line], entropy: Entropy) -> tuple[Core, bool]:
    """Read a journal.

    Args:
        lines: all of it, in order; the first is `_table`.
        entropy: for what comes from now on.

    Returns:
        The table's state as of the last line, and whether its last turn ended with a lay (its window opens anew).

    Raises:
        JournalError: the journal is not one. What is restored has the types and ranges of the wire.
    """
    try:
        return _read(iter(lines), entropy)
    except JournalError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError,
            IllegalAction) as error:
        raise JournalError(type(error).__name__) from None


def _read(lines: Iterator[Line], entropy: Entropy) -> tuple[Core, bool]:
    first = next(lines, None)
    if first is None or first.get("t") != "_table":
        raise JournalError("_table")
    core = new_core(
        settings_of(first["settings"]), first["name"], bytes.fromhex(first["evening"]), entropy, first["announced"]
    )
    reader = _Reader(core)
    for line in lines:
        reader.read(line)
    _check(core)
    return core, reader.laid


def _check(core: Core) -> None:
    """Raise where something of a restored table could not be told to anybody."""
    seats = len(core.seats)
    for seat in (core.owner, core.paused):
        if seat is not None:
            _whole(seat, seats - 1)
    for number in (core.events, core.rev):
        _whole(number, HIGHEST_NUMBER)
    if core.stage in (Stage.PLAY, Stage.BETWEEN) and core.game.seats != seats:
        raise JournalError("players")
    for state in core.seats:
        if type(state.proven) is not bool or any(len(token) != TOKEN_BYTES for token in state.tokens):
            raise JournalError("_seat")
    welcome = Welcome(PROTOCOL_VERSION, core.name, core.evening, 0, bytes(TOKEN_BYTES))
    told = (welcome, core.roster(0.0), core.dealer.commitment(), core.dealer.reveal(), core.dealer.last)
    for message in told:
        if message is not None:
            encode(message)
    for viewer in (None, *range(seats)):
        encode(fit_snapshot(snapshot_for(core, 0.0, viewer, 0)))


def _whole(value: object, highest: int) -> int:
    """Return a whole number from 0 to `highest`, or raise ValueError."""
    if type(value) is not int or not 0 <= value <= highest:
        raise ValueError(f"not a number from 0 to {highest}")
    return value


class _Reader:
    """Takes in one line after another."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.laid = False
        self._game: Line | None = None

    def _begin_game(self) -> None:
        """A game has begun once its first deal is there."""
        if self._game is not None:
            core, line, self._game = self.core, self._game, None
            core.games += 1
            core.game = new_game(rules_of(line), len(line["players"]))
            core.past.clear()

    def read(self, line: Line) -> None:
        """Take in the next line."""
        before = self.core.game
        action = self._take(line)
        for seat, seq in line.get("_seq", ()):
            answers = self.core.seats[_whole(seat, len(self.core.seats) - 1)].answers
            answers.open(_whole(seq, HIGHEST_SEQ))
            answers.known[seq] = _answer(before, action, seq)

    def _take(self, line: Line) -> Action | None:
        """Do what the line tells of; return its action, if it is an action's."""
        core = self.core
        match line["t"]:
            case "_seat":
                self._seat(line)
            case "_owner":
                core.owner = line["seat"]
            case "_proven":
                core.seats[_whole(line["seat"], len(core.seats) - 1)].proven = True
            case "_pause":
                core.paused = line["seat"]
            case "_shown":
                core.shown = (core.games, core.game.round)
            case "_settings":
                core.configure(settings_of(line["settings"]))
            case "_commit":
                core.dealer.adopt(bytes.fromhex(line["game"]), line["round"], bytes.fromhex(line["seed"]))
            case "_resumed":
                core.events += NUMBERS_LEFT_OUT
                core.rev += NUMBERS_LEFT_OUT
            case "_place":
                pass
            case "game":
                self._game = line
            case _:
                return self._action(line)
        return None

    def _seat(self, line: Line) -> None:
        core, seat = self.core, _whole(line["seat"], len(self.core.seats) - 1)
        kind = Kind(line["kind"])
        old = core.seats[seat]
        core.call(line["name"])
        if core.stage is Stage.PLAY and old.kind is Kind.HUMAN and kind is Kind.BOT:
            core.left.add(seat)
        tokens = tuple(bytes.fromhex(token) for token in line["tokens"])
        # One token may have been lost with the host; two are those of somebody who came back with one.
        proven = len(tokens) > 1 or (old.proven and not set(tokens).isdisjoint(old.tokens))
        core.seats[seat] = SeatState(
            kind=kind,
            name=line["name"],
            level=None if line["level"] is None else Level(line["level"]),
            tokens=tokens,
            presence=Presence.AWAY if kind is Kind.HUMAN else Presence.HERE,
            ready=kind is Kind.BOT,
            shows_hand=line["shows_hand"],
            proven=kind is not Kind.HUMAN or proven,
            answers=old.answers if old.kind is kind and old.name == line["name"] else SeatState().answers,
        )

    def _action(self, line: Line) -> Action | None:
        core = self.core
        action = action_of(line, core.game)
        if action is None:
            return None
        if isinstance(action, Deal):
            self._begin_game()
            core.left.clear()
            core.dealer.nonces = tuple(bytes.fromhex(nonce or "") for nonce in line["nonces"])
        elif isinstance(action, Reshuffle):
            core.dealer.reshuffles += 1
        before = core.game
        core.game, events = apply(before, action)
        core.events = max(core.events, line["_n"] - len(events))
        for event in events:
            core.note(event)
        core.rev = max(core.rev, line["_rev"])
        if core.game.turns != before.turns or core.game.round != before.round:
            core.past.append(core.game.hands)
        if not isinstance(action, Reshuffle):
            self.laid = isinstance(action, LayCards | Match)
        core.stage = _STAGES[core.game.phase]
        if core.stage is Stage.OVER:
            core.hide_hands()
        return action


def _answer(before: Game, action: Action | None, seq: int) -> Ack | Refusal:
    """Return what the command of a line was answered: a false Ron was refused, all else was done."""
    if isinstance(action, FalseRon):
        reason = why_not_ron(before, action.seat)
        if reason is not None:
            return refusal(reason, seq)
    return Ack(seq)


_STAGES: Final = {
    Phase.BETWEEN: Stage.BETWEEN,
    Phase.TURN: Stage.PLAY,
    Phase.MATCH: Stage.PLAY,
    Phase.OVER: Stage.OVER,
}
