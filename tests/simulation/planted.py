"""Faults planted on purpose, switched on by name: the simulator must find each of them (docs/simulation.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any, Final
from unittest.mock import patch

import server.table.play as table_play
import server.table.table as table_table
import server.table.telling as table_telling
from server.engine.events import Cause
from server.table.core import Core
from server.table.effects import Persist
from server.table.play import Play
from server.table.race import Path, Press, Race
from server.table.rounds import Rounds
from server.table.table import Table
from server.table.thinking import Thinking
from server.table.timer import Timer

# By name: the package has functions of these names too.
engine_apply = import_module("server.engine.apply")
engine_ron = import_module("server.engine.ron")
engine_turn = import_module("server.engine.turn")

Original = Callable[..., Any]
Planted = Callable[[], AbstractContextManager[None]]


def _wrap(holder: Any, name: str, fault: Callable[..., Any]) -> Planted:
    """Return a fault in which `holder.name(…)` is `fault(original, …)`."""

    @contextmanager
    def planted() -> Iterator[None]:
        original: Original = getattr(holder, name)

        def faulty(*args: Any, **named: Any) -> Any:
            return fault(original, *args, **named)

        with patch.object(holder, name, faulty):
            yield

    return planted


# ---- in the rules ----------------------------------------------------------------------------------------


def _payment_dropped(original: Original, game: Any, cause: Cause, winners: Any, pay: Any) -> Any:
    return original(game, cause, winners, pay[:1] if cause is Cause.RON else pay)


def _penalty_twice(original: Original, game: Any, payer: Any) -> int:
    wanted: int = original(game, payer)
    return 2 * wanted


def _reshuffle_loses_a_card(original: Original, game: Any, action: Any) -> Any:
    after, events = original(game, action)
    return replace(after, deck=after.deck[:-1]), events


def _false_ron_bars_nobody(original: Original, game: Any, action: Any) -> Any:
    after, events = original(game, action)
    return replace(after, barred=game.barred), events


def _terra_goes_on(original: Original, game: Any, **named: Any) -> Any:
    return original(game, **(named | {"terra": named["terra"] or game.terra}))


# ---- in the race -----------------------------------------------------------------------------------------


def _stale_claim_accepted(original: Original, play: Play, now: float, seat: int, claim: Any) -> Any:
    race = play.core.race
    return original(play, now, seat, claim if race is None else replace(claim, window=race.window))


def _held_applied(original: Original, core: Core, race: Race, *rest: Any) -> Any:
    if race.held is None or not race.claims:
        return original(core, race, *rest)
    core.persist(race.explain())
    return False


def _late_ron_paid(original: Original, race: Race, press: Press) -> bool:
    return True


def _window_tells(original: Original, core: Core, now: float, timed: bool) -> Race:
    race: Race = original(core, now, timed)
    if not any(engine_ron.why_not_ron(core.game, seat) is None for seat in race.candidates):
        race.length = 0
    return race


def _credit_without_bound(original: Original, path: Any, cap: int) -> int:
    return 1_000_000


# ---- in what is told and kept ----------------------------------------------------------------------------


def _drawn_card_shown(original: Original, game: Any, viewer: Any) -> Any:
    return replace(original(game, viewer), drawn=game.drawn)


def _hands_too_early(original: Original, core: Core) -> Any:
    return core.past[-1] if core.past and core.settings.delay else original(core)


def _event_twice(original: Original, core: Core, now: float, viewer: Any, since: int) -> Any:
    return original(core, now, viewer, since - 1)


def _revision_skipped(original: Original, telling: table_telling.Telling, now: float) -> None:
    core = telling.core
    core.rev += core.changed and core.rev % 16 == 15
    original(telling, now)


def _lost_on_restart(original: Original, lines: Any, entropy: Any) -> Any:
    kept = list(lines)
    moves = [place for place, line in enumerate(kept) if line["t"] in ("lay", "draw")]
    return original(kept[: moves[-1]] if moves else kept, entropy)


def _acked_before_commit(original: Original, table: Table, now: float) -> Any:
    effects = original(table, now)
    return sorted(effects, key=lambda effect: isinstance(effect, Persist))


def _done_twice(original: Original, table: Table, now: float, link: Any, command: Any) -> None:
    table.core.answers_of(link).open(command.seq)
    table._do(now, link, command)


# ---- in deals, bots and clocks ---------------------------------------------------------------------------


def _old_nonce_used(original: Original, rounds: Rounds) -> None:
    nonces = rounds.core.dealer.nonces
    original(rounds)
    for seat, nonce in zip(rounds.core.seats, nonces, strict=False):
        seat.nonce = nonce or None


def _seed_chosen_after_nonces(original: Original, rounds: Rounds, now: float) -> None:
    core = rounds.core
    core.dealer.prepare(core.dealer.game, core.dealer.round)
    original(rounds, now)


class _Botlike:
    """A seat that a bot seems to play."""

    def __init__(self, seat: Any) -> None:
        self._seat = seat
        self.played_by_bot = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)


def _bot_goes_on(original: Original, thinking: Thinking, now: float) -> Any:
    seats = thinking.core.seats
    thinking.core.seats = [_Botlike(seat) for seat in seats]  # type: ignore[misc]
    try:
        return original(thinking, now)
    finally:
        thinking.core.seats = seats


def _never_due(original: Original, timer: Timer, now: float) -> bool:
    return False


PLANTED: Final[dict[str, Planted]] = {
    "a payment dropped in double Ron": _wrap(engine_ron, "end_round", _payment_dropped),
    "a Terra penalty drawn twice": _wrap(engine_ron, "_penalty", _penalty_twice),
    "a reshuffle that loses a card": _wrap(engine_apply, "reshuffle", _reshuffle_loses_a_card),
    "a false Ron not barred": _wrap(engine_apply, "false_ron", _false_ron_bars_nobody),
    "a Terra phase that does not end": _wrap(engine_turn, "end_turn", _terra_goes_on),
    "a stale claim accepted": _wrap(Play, "claim", _stale_claim_accepted),
    "a held action applied though a Ron stood": _wrap(table_play, "settle", _held_applied),
    "a late Ron paid": _wrap(Race, "in_time", _late_ron_paid),
    "a window that tells who could Ron": _wrap(table_play, "open_race", _window_tells),
    "credit without bound": _wrap(Path, "most_credit", _credit_without_bound),
    "a view that shows the drawn card": _wrap(table_telling, "view_for", _drawn_card_shown),
    "delayed hands shown too early": _wrap(table_telling, "_hands", _hands_too_early),
    "an event told twice": _wrap(table_telling, "snapshot_for", _event_twice),
    "a revision left out": _wrap(table_telling.Telling, "flush", _revision_skipped),
    "an action lost on restart": _wrap(table_table, "core_from", _lost_on_restart),
    "an answer before the commit": _wrap(Table, "_end", _acked_before_commit),
    "a repeated command done twice": _wrap(Table, "_once", _done_twice),
    "a nonce from before the commitment": _wrap(Rounds, "prepare", _old_nonce_used),
    "a seed chosen after the nonces": _wrap(Rounds, "deal", _seed_chosen_after_nonces),
    "a bot that acts for a returned player": _wrap(Thinking, "due", _bot_goes_on),
    "a clock that never runs out": _wrap(Timer, "due", _never_due),
}
"""Each fault by its name: a context in which it is there."""

FOUND_BY: Final[dict[str, int]] = dict.fromkeys(PLANTED, 0) | {
    "a payment dropped in double Ron": 68,
    "a Terra penalty drawn twice": 12,
    "a reshuffle that loses a card": 2,
    "a false Ron not barred": 7,
    "a Terra phase that does not end": 1,
    "a stale claim accepted": 37,
    "a held action applied though a Ron stood": 8,
    "a late Ron paid": 506,
    "an action lost on restart": 2,
    "a nonce from before the commitment": 4,
    "a repeated command done twice": 3,
    "a bot that acts for a returned player": 27,
    "a clock that never runs out": 1,
}
"""The first seed that finds each: tried before the others, which are tried where it no longer does."""
