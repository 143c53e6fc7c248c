"""One game of a record checked line by line: each step by the rules, each consequence against what they give."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import fields
from itertools import chain
from typing import Any, Final

from server.console.say import clipped
from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.apply import apply, why_not
from server.engine.cards import DECK
from server.engine.events import Drew, EndReason, Event, GameEnded, Matched, Ronned, RoundEnded
from server.engine.rules import MAX_SEATS, MIN_SEATS, Rules, RulesError
from server.engine.state import Game, Phase, new_game
from server.engine.sums import Lay
from server.verify.deals import DealFault, Sealed
from server.verify.reading import Entry
from server.verify.report import Report
from server.verify.words import WHY_NOT

FORMAT: Final = "terra-record"
VERSION: Final = 1
LONGEST_VALUE: Final = 120
RULE_NAMES: Final = {field.name for field in fields(Rules)}

DEAL_WRONG: Final[dict[DealFault, str]] = {
    DealFault.SEED_SIZE: "The seed is not 32 bytes.",
    DealFault.NONCE_SIZE: "A nonce is over 255 bytes.",
    DealFault.COMMIT: "The seed is not the one that was committed to.",
    DealFault.ORDER: "These are not the cards that the seed and the nonces give.",
    DealFault.LEAD: "The seed and the nonces give another first lead (R2.3).",
}


class GameCheck:
    """Takes a game's lines in order; the first one that is wrong raises `Wrong`."""

    def __init__(self, first: Entry, report: Report) -> None:
        """Begin with the `game` line.

        Raises:
            Wrong: it is of another format, or its rules or players are not possible.
        """
        self._report = report
        self._game: Game = new_game(_rules(first), _seats(first))
        self._id: str | None = first.fields.get("id")
        self._owed: deque[RoundEnded | GameEnded] = deque()
        self._sealed: Sealed | None = None
        self._reshuffles = 0
        self._reshuffled = False
        self._last = first
        report.games += 1

    def take(self, entry: Entry) -> None:
        """Check the next line.

        Raises:
            Wrong: it is wrong, or a line before it is missing.
        """
        if self._owed and entry.kind != _kind_of(self._owed[0]):
            raise entry.wrong("The `{kind}` line must come here first.", kind=_kind_of(self._owed[0]))
        self._last = entry
        if entry.kind == "settle":
            self._settle(entry)
        elif entry.kind == "end":
            self._end(entry)
        elif self._game.phase is Phase.OVER:
            raise entry.wrong("The game has ended already (R7.2).")
        elif self._reshuffled and entry.kind not in ("draw", "ron"):
            raise entry.wrong("A reshuffle comes only before the cards that needed it are taken (R8.1).")
        elif entry.kind == "deal":
            self._deal(entry)
        elif entry.kind == "reshuffle":
            self._reshuffle(entry)
        else:
            self._step(entry)

    def close(self) -> None:
        """Take note that the game's lines are at an end.

        Raises:
            Wrong: a line is owed, such as the settlement of a round that has ended.
        """
        if self._owed:
            raise self._last.wrong("After this line the `{kind}` line is missing.", kind=_kind_of(self._owed[0]))
        if self._reshuffled:
            raise self._last.wrong("After this reshuffle the cards that needed it are missing (R8.1).")
        if self._game.phase is not Phase.OVER:
            self._report.unfinished += 1

    # ---- steps ------------------------------------------------------------------------------------------

    def _deal(self, entry: Entry) -> None:
        game, hands = self._game, entry["hands"]
        if [len(hand) for hand in hands] != [game.rules.hand] * game.seats:
            raise entry.wrong(
                "Each of {seats} seats is dealt {hand} cards (R2.2).", seats=game.seats, hand=game.rules.hand
            )
        if entry["round"] != game.round + 1:
            template = "This is round {right}, not {written}."
            raise entry.wrong(template, right=game.round + 1, written=entry["round"])
        order = (*chain.from_iterable(hands), entry["floor"], *entry["deck"])
        if tuple(sorted(order)) != DECK:
            raise entry.wrong("These are not the 64 cards (R1.2).")
        self._sealed = self._seal(entry)
        self._apply(entry, Deal(entry["lead"], order))
        self._reshuffles = 0
        self._report.rounds += 1

    def _seal(self, entry: Entry) -> Sealed | None:
        """Check the proof that a committed deal carries; return it, or None where there is none."""
        found = entry.fields
        if "seed" not in found:
            self._report.unproved_deals += 1
            return None
        if "commit" not in found or "nonces" not in found or self._id is None:
            raise entry.wrong("A seed needs `commit` and `nonces` beside it, and `id` in the `game` line.")
        if len(found["nonces"]) != self._game.seats:
            raise entry.wrong("There must be a nonce, or null, for each seat.")
        sealed = Sealed(
            bytes.fromhex(self._id),
            entry["round"],
            bytes.fromhex(found["commit"]),
            tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in found["nonces"]),
            bytes.fromhex(found["seed"]),
        )
        fault = sealed.why_not_kept() or self._why_not_dealt(sealed, entry)
        if fault is not None:
            raise entry.wrong(DEAL_WRONG[fault])
        self._report.proved_deals += 1
        self._report.deals_without_nonce += not any(sealed.nonces)
        return sealed

    def _why_not_dealt(self, sealed: Sealed, entry: Entry) -> DealFault | None:
        order, size = sealed.order(), self._game.rules.hand
        for seat, hand in enumerate(entry["hands"]):
            # The format does not say in which order a hand is written, and no rule depends on it.
            if sorted(order[seat * size : (seat + 1) * size]) != sorted(hand):
                return DealFault.ORDER
        if order[size * self._game.seats :] != (entry["floor"], *entry["deck"]):
            return DealFault.ORDER
        drawn = self._game.next_lead is None
        return DealFault.LEAD if drawn and sealed.first_lead() != entry["lead"] else None

    def _reshuffle(self, entry: Entry) -> None:
        game = self._game
        self._reshuffles += 1
        self._apply(entry, Reshuffle(tuple(entry["deck"])))
        self._reshuffled = True
        if self._sealed is not None:
            order = game.deck + self._sealed.reshuffled(game.under, self._reshuffles)
            if order != tuple(entry["deck"]):
                raise entry.wrong(DEAL_WRONG[DealFault.ORDER])

    def _step(self, entry: Entry) -> None:
        events = self._apply(entry, _action(entry))
        self._reshuffled = False
        self._report.steps += 1
        for event in events:
            if isinstance(event, Drew):
                _same(entry, "cards", list(event.cards), entry["cards"])
            elif isinstance(event, Matched):
                _same(entry, "card", event.card, entry["card"])
            elif isinstance(event, Ronned):
                _same(entry, "payer", event.payer, entry["payer"])
                _same(entry, "penalty", list(event.penalty_cards), entry["penalty"])

    def _apply(self, entry: Entry, action: Action) -> Sequence[Event]:
        reason = why_not(self._game, action)
        if reason is not None:
            raise entry.wrong(WHY_NOT[reason])
        self._game, events = apply(self._game, action)
        self._owed.extend(event for event in events if isinstance(event, RoundEnded | GameEnded))
        return events

    # ---- consequences -----------------------------------------------------------------------------------

    def _settle(self, entry: Entry) -> None:
        if not self._owed:
            raise entry.wrong("No round has just ended.")
        ended = self._owed.popleft()
        assert isinstance(ended, RoundEnded), "`take` has looked at the kind"
        _same(entry, "round", ended.round, entry["round"])
        _same(entry, "winners", list(ended.winners), entry["winners"])
        pay = [[pay.payer, pay.payee, pay.points] for pay in ended.pay]
        # A payment of nothing may be written or left out, and the order is free.
        _same(entry, "pay", _real(pay), _real(entry["pay"]))
        _same(entry, "scores", list(ended.scores), entry["scores"])

    def _end(self, entry: Entry) -> None:
        if not self._owed:
            if entry["reason"] != EndReason.STOPPED:
                raise entry.wrong("Nobody has more than the limit or less than nothing (R7.2).")
            self._apply(entry, Stop())
        ended = self._owed.popleft()
        assert isinstance(ended, GameEnded), "`take` has looked at the kind"
        _same(entry, "reason", ended.reason.value, entry["reason"])
        _same(entry, "winners", list(ended.winners), entry["winners"])
        _same(entry, "scores", list(ended.scores), entry["scores"])


def _rules(first: Entry) -> Rules:
    if first["format"] != FORMAT or first["version"] != VERSION:
        template = "This is not a record of format {format}, version {version}."
        raise first.wrong(template, format=FORMAT, version=VERSION)
    if set(first["rules"]) != RULE_NAMES:
        raise first.wrong("`rules` must be {names}.", names=", ".join(sorted(RULE_NAMES)))
    try:
        return Rules(**first["rules"])
    except RulesError as error:
        raise first.wrong("`rules`: {why}.", why=error) from None


def _seats(first: Entry) -> int:
    players = first["players"]
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise first.wrong("{low} to {high} play, not {n} (R2.1).", low=MIN_SEATS, high=MAX_SEATS, n=len(players))
    for player in players:
        if not isinstance(player.get("name"), str) or player.get("kind") not in ("human", "bot"):
            raise first.wrong("Each player has a `name`, and a `kind` that is human or bot.")
    return len(players)


def _action(entry: Entry) -> Action:
    if entry.kind == "ron":
        return Ron(tuple(entry["seats"]))
    seat = entry["seat"]
    if entry.kind == "lay":
        return LayCards(seat, Lay(tuple(entry["cards"]), entry["signs"]), entry["terra"])
    if entry.kind == "match":
        return Match(seat, entry["terra"])
    kinds: dict[str, type[Draw | Keep | FalseRon]] = {"draw": Draw, "keep": Keep, "false_ron": FalseRon}
    return kinds[entry.kind](seat)


def _kind_of(event: RoundEnded | GameEnded) -> str:
    return "settle" if isinstance(event, RoundEnded) else "end"


def _real(pay: list[list[int]]) -> list[list[int]]:
    return sorted(payment for payment in pay if payment[2])


def _same(entry: Entry, key: str, right: Any, written: Any) -> None:
    if right != written:
        template = "`{key}` is {written}, the rules give {right}."
        raise entry.wrong(template, key=key, written=_text(written), right=_text(right))


def _text(value: Any) -> str:
    return clipped(str(value), LONGEST_VALUE)
