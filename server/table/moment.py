"""A moment for a Ron at the table: how its race is opened, and what comes of it when it is settled (R5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.engine import paying_order, why_not_ron
from server.engine.actions import FalseRon, Ron
from server.engine.cards import Seat
from server.engine.reasons import Reason
from server.table.core import Core
from server.table.race import Race
from server.wire.messages import Code, Raced, RaceLine, Verdict

FALSE_REASONS: Final = (Reason.NOT_ONE_CARD, Reason.DOTS_DIFFER)
"""Why a Ron is false, and not only refused (R5.8)."""


def open_race(core: Core, now: float, timed: bool) -> Race:
    """Return the race over the turn's end that `core.game` stands at.

    Args:
        timed: the floor card has just been laid, so that it gets its window if anybody may hold a Ron
            (DESIGN.md 2.1): that depends on how many cards each seat holds, which all know, and on no card.
    """
    game, settings = core.game, core.settings
    candidates = frozenset(
        seat
        for seat, hand in enumerate(game.hands)
        if len(hand) == 1 and (seat != game.layer or seat == game.turn)
    )
    players = [link for link in core.links.values() if link.seat is not None]
    race = Race(
        window=core.rev + 1,
        layer=game.layer,
        turn=game.turn,
        seats=game.seats,
        length=settings.ron_window if timed and candidates and not core.instant else 0,
        joint=0 if core.instant else settings.ron_joint,
        cap=settings.credit_cap * 1000,
        candidates=candidates,
        opened=now,
        paths={link.seat: link.path for link in players if link.seat is not None},
    )
    if not players:
        race.begin(now)
    return race


def settle(core: Core, race: Race, seqs: Mapping[Seat, int | None], held_seq: int | None) -> bool:
    """Settle `race`: all that is to be said of it, and the Ron where one stands.

    Args:
        seqs: the command of each claim, None for a bot's.
        held_seq: that of the next player's action, which a Ron drops.

    Returns:
        Whether a Ron stands; else the next player's action is to be done.
    """
    for seat in sorted(race.wrong, key=race.order):
        settle_wrong(core, race, seat, seqs[seat])
    verdicts = race.verdicts()
    paid = [seat for seat, verdict in verdicts.items() if verdict is Verdict.PAID]
    if verdicts:
        core.persist(race.explain())
        core.note(Raced(_lines(race, verdicts)))
    for seat, verdict in verdicts.items():
        if verdict is Verdict.LATE:
            core.refuse(seat, seqs[seat], Code.LATE)
    if not paid:
        return False
    if race.held is not None:
        core.refuse(race.turn, held_seq, Code.STALE)      # a Ron came first
    done = tuple((seat, seq) for seat in paid if (seq := seqs[seat]) is not None)
    core.do(Ron(paying_order(core.game, paid)), done)
    for seat in paid:
        core.ack(seat, seqs[seat])
    return True


def settle_wrong(core: Core, race: Race, seat: Seat, seq: int | None) -> None:
    """Say of a claim that the rules do not allow that it is false, or that it merely came too late (R5.8)."""
    press = race.wrong.pop(seat)
    reason = why_not_ron(core.game, seat)
    assert reason is not None
    if race.was_open_at(press):
        race.refused.add(seat)
        core.do(FalseRon(seat), () if seq is None else ((seat, seq),))
        core.refuse(seat, seq, reason)
    else:
        core.refuse(seat, seq, Code.LATE)


def _lines(race: Race, verdicts: Mapping[Seat, Verdict]) -> tuple[RaceLine, ...]:
    lines = (RaceLine(seat, race.claims[seat].time, verdict) for seat, verdict in verdicts.items())
    return tuple(sorted(lines, key=lambda line: (line.time, race.order(line.seat))))
