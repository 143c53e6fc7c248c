"""A replayed game told in sentences, hidden cards included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from server.console.say import say, word
from server.engine.cards import Rank, Seat
from server.engine.events import (
    Cause,
    Drew,
    EndReason,
    Event,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Pay,
    Reshuffled,
    Ronned,
    RoundEnded,
    TerraEnded,
)
from server.engine.rules import Rules
from server.engine.sums import Lay
from server.records.replay import Replay, Step
from server.wire.text import cells, clean_text

NAME_CELLS: Final = 16

_ENDS: Final = {
    EndReason.LIMIT: "The game is over, for somebody has more points than the limit. {names} won. {scores}",
    EndReason.NEGATIVE: "The game is over, for somebody has less than 0 points. {names} won. {scores}",
    EndReason.STOPPED: "The game is over, for it was stopped; nobody won. {scores}",
}
_KNOWN: Final = frozenset({"human", "bot", "easy", "normal", "hard", "paid", "late", "false"})
"""Words that stand in a record and are said in the language that is spoken; a stranger's are shown as they are."""


def tell(record: Replay) -> Iterator[str]:
    """Yield the lines of a readable game."""
    names = names_of(record)
    players = ", ".join(
        f"{name} ({_word(player.kind if player.level is None else player.level)})"
        for name, player in zip(names, record.players, strict=True)
    )
    yield f"{_started(record)}: {players}"
    if record.rules != Rules():
        changed = [f"{key} {value}" for key, value in _rules(record.rules).items() if value != _rules(Rules())[key]]
        yield say("Rules of this table: {changed}", changed=", ".join(changed))
    for step in record.steps:
        yield from tell_step(step, names)


def names_of(record: Replay) -> tuple[str, ...]:
    """Return the players' names, made harmless for a terminal: a record may come from anybody."""
    return tuple(
        clean_text(player.name, NAME_CELLS) or say("seat {seat}", seat=seat)
        for seat, player in enumerate(record.players)
    )


def tell_step(step: Step, names: Sequence[str]) -> Iterator[str]:
    """Yield what one line tells, in sentences; nothing for a line of a kind that is not known."""
    if step.line.get("t") == "deal":
        yield from _deal(step, names)
    elif step.line.get("t") == "race":
        yield from _race(step.line, names)
    for event in step.events:
        sentence = _event(event, step, names)
        if sentence:
            yield sentence


def _started(record: Replay) -> str:
    started = record.first.get("started")
    return say("Game of {time}", time=clean_text(started, 40)) if isinstance(started, str) else say("Game")


def _word(found: object) -> str:
    """Return a word of a record: a kind, a level, a verdict."""
    if not isinstance(found, str):
        return "?"
    return word(found) if found in _KNOWN else clean_text(found, NAME_CELLS)


def _rules(rules: Rules) -> dict[str, int]:
    return {name: getattr(rules, name) for name in Rules.__slots__}


def _cards(cards: Sequence[Rank]) -> str:
    return " ".join(map(str, cards))


def _deal(step: Step, names: Sequence[str]) -> Iterator[str]:
    game = step.game
    yield ""
    lead = names[game.lead]
    yield say("Round {n}. {name} leads. The floor is {floor}.", n=game.round, name=lead, floor=game.floor)
    width = max(cells(name) for name in names)
    for name, hand, score in zip(names, game.hands, game.scores, strict=True):
        row = name + " " * (width - cells(name))
        yield "    " + say("{name}  {score:>3} points  {cards}", name=row, score=score, cards=_cards(hand))


def _event(event: Event, step: Step, names: Sequence[str]) -> str:
    told = _step(event, step, names)
    if told:
        return "  " + told
    match event:
        case RoundEnded():
            return _round_end(event, names)
        case GameEnded(scores, winners, reason):
            return say(_ENDS[reason], names=_names(winners, names), scores=_scores(scores, names))
        case _:
            return ""


def _step(event: Event, step: Step, names: Sequence[str]) -> str:
    match event:
        case Laid():
            return _laid(event, step, names)
        case Drew(seat=seat, cards=()):
            return say("{name} finds no card and passes", name=names[seat])
        case Drew(seat=seat, cards=cards, choosing=True):
            return say("{name} draws {cards}, which fits", name=names[seat], cards=_cards(cards))
        case Drew(seat=seat, cards=cards):
            return say("{name} draws {cards}", name=names[seat], cards=_cards(cards))
        case Matched(seat, card, True):
            return say("{name} lays the drawn {card}, Terra!; everybody else pays 1", name=names[seat], card=card)
        case Matched(seat, card):
            return say("{name} lays the drawn {card}; everybody else pays 1", name=names[seat], card=card)
        case Kept(seat):
            return say("{name} keeps it", name=names[seat])
        case TerraEnded():
            return say("The Terra phase is over")
        case Reshuffled(deck):
            return say("The cards under the floor card go under the deck: {n} cards", n=deck)
        case Ronned():
            return _ron(event, names)
        case FalselyRonned(seat):
            return say(
                "False Ron by {name}, who may not declare it again until their next turn has ended",
                name=names[seat],
            )
        case _:
            return ""


def _laid(event: Laid, step: Step, names: Sequence[str]) -> str:
    floor, left = step.before.floor, len(step.game.hands[event.seat])
    if event.signs:
        told = f"{names[event.seat]}: {Lay(event.cards, event.signs)} = {floor}"
    else:
        told = say("{name}: {card} on {floor}", name=names[event.seat], card=event.cards[0], floor=floor)
    told += say(", Terra!") if event.terra else ""
    return told + (say(" ({n} left)", n=left) if left else "")


def _names(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Return the names of `seats` as they stand in a sentence."""
    return say(" and ").join(names[seat] for seat in seats)


def _ron(event: Ronned, names: Sequence[str]) -> str:
    who = say(" and ").join(
        f"{names[seat]} ({card})" for seat, card in zip(event.seats, event.cards, strict=True)
    )
    if event.payer is None:
        return say("Ron by {names}; nobody pays for it", names=who)
    if not event.penalty_cards:
        return say("Ron by {names}!", names=who)
    cards = _cards(event.penalty_cards)
    return say("Ron by {names}! {payer} first draws {cards}.", names=who, payer=names[event.payer], cards=cards)


def _round_end(event: RoundEnded, names: Sequence[str]) -> str:
    scores = _scores(event.scores, names)
    if event.cause is Cause.VOID:
        return say("Nobody could draw: the round is void. {scores}", scores=scores)
    paid = "; ".join(_pay(pay, names) for pay in event.pay if pay.points)
    won = say("{names} went out.", names=_names(event.winners, names))
    return " ".join([won, *([f"{paid}."] if paid else []), scores])


def _pay(pay: Pay, names: Sequence[str]) -> str:
    return say("{payer} pays {n} to {payee}", payer=names[pay.payer], n=pay.points, payee=names[pay.payee])


def _scores(scores: Sequence[int], names: Sequence[str]) -> str:
    listed = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return say("Scores: {scores}", scores=listed)


def _race(line: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield what the host saw of a settled race; whatever a stranger's line lacks is left out."""
    claims = line.get("claims")
    held = line.get("held")
    for press in [*(claims if isinstance(claims, list) else []), held]:
        seat = press.get("seat") if isinstance(press, dict) else None
        if type(seat) is int and seat in range(len(names)):
            name = names[seat]
            yield "    " + say(
                "the host saw {name} after {arrival}, less {credit} for the way: {time}, {verdict}",
                name=say("{name} (the next player)", name=name) if press is held else name,
                arrival=_ms(press.get("arrival")), credit=_ms(press.get("credit")), time=_ms(press.get("time")),
                verdict=_word(press.get("verdict", "")),
            )


def _ms(value: object) -> str:
    try:
        return f"{value:.0f} ms" if isinstance(value, int | float) else "? ms"
    except OverflowError:
        return "? ms"
