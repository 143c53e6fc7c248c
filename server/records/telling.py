"""A replayed game told in English sentences, hidden cards included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from server.engine.cards import Rank
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
    EndReason.LIMIT: "somebody has more points than the limit",
    EndReason.NEGATIVE: "somebody has less than 0 points",
    EndReason.STOPPED: "it was stopped",
}


def tell(record: Replay) -> Iterator[str]:
    """Yield the lines of a readable game."""
    names = names_of(record)
    players = ", ".join(
        f"{name} ({player.kind if player.level is None else clean_text(str(player.level), NAME_CELLS)})"
        for name, player in zip(names, record.players, strict=True)
    )
    yield f"{_started(record)}: {players}"
    if record.rules != Rules():
        changed = [f"{key} {value}" for key, value in _rules(record.rules).items() if value != _rules(Rules())[key]]
        yield f"Rules of this table: {', '.join(changed)}"
    for step in record.steps:
        yield from tell_step(step, names)


def names_of(record: Replay) -> tuple[str, ...]:
    """Return the players' names, made harmless for a terminal: a record may come from anybody."""
    return tuple(
        clean_text(player.name, NAME_CELLS) or f"seat {seat}" for seat, player in enumerate(record.players)
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
    return f"Game of {clean_text(started, 40)}" if isinstance(started, str) else "Game"


def _rules(rules: Rules) -> dict[str, int]:
    return {name: getattr(rules, name) for name in Rules.__slots__}


def _cards(cards: Sequence[Rank]) -> str:
    return " ".join(map(str, cards))


def _deal(step: Step, names: Sequence[str]) -> Iterator[str]:
    game = step.game
    yield ""
    yield f"Round {game.round}. {names[game.lead]} leads. The floor is {game.floor}."
    width = max(cells(name) for name in names)
    for name, hand, score in zip(names, game.hands, game.scores, strict=True):
        yield f"    {name}{' ' * (width - cells(name))}  {score:>3} points  {_cards(hand)}"


def _event(event: Event, step: Step, names: Sequence[str]) -> str:
    match event:
        case Laid(seat, cards, signs, terra):
            floor, left = step.before.floor, len(step.game.hands[seat])
            made = f"{Lay(cards, signs)} = {floor}" if signs else f"{cards[0]} on {floor}"
            return f"  {names[seat]}: {made}{', Terra!' if terra else ''}{f' ({left} left)' if left else ''}"
        case Drew(seat=seat, cards=cards, choosing=choosing):
            if not cards:
                return f"  {names[seat]} finds no card and passes"
            return f"  {names[seat]} draws {_cards(cards)}{', which fits' if choosing else ''}"
        case Matched(seat, card, terra):
            return f"  {names[seat]} lays the drawn {card}{', Terra!' if terra else ''}; everybody else pays 1"
        case Kept(seat):
            return f"  {names[seat]} keeps it"
        case TerraEnded():
            return "  The Terra phase is over"
        case Reshuffled(deck):
            return f"  The cards under the floor card go under the deck: {deck} cards"
        case Ronned():
            return _ron(event, names)
        case FalselyRonned(seat):
            return f"  False Ron by {names[seat]}, who may not declare it again until their next turn has ended"
        case RoundEnded():
            return _round_end(event, names)
        case GameEnded(scores, winners, reason):
            won = " and ".join(names[seat] for seat in winners)
            return f"The game is over, for {_ENDS[reason]}. {won} won. {_scores(scores, names)}"
        case _:
            return ""


def _ron(event: Ronned, names: Sequence[str]) -> str:
    who = " and ".join(f"{names[seat]} ({card})" for seat, card in zip(event.seats, event.cards, strict=True))
    if event.payer is None:
        return f"  Ron by {who}; nobody pays for it"
    drawn = f" {names[event.payer]} first draws {_cards(event.penalty_cards)}." if event.penalty_cards else ""
    return f"  Ron by {who}!{drawn}"


def _round_end(event: RoundEnded, names: Sequence[str]) -> str:
    if event.cause is Cause.VOID:
        return f"Nobody could draw: the round is void. {_scores(event.scores, names)}"
    won = " and ".join(names[seat] for seat in event.winners)
    paid = "; ".join(_pay(pay, names) for pay in event.pay if pay.points)
    return f"{won} went out. {f'{paid}. ' if paid else ''}{_scores(event.scores, names)}"


def _pay(pay: Pay, names: Sequence[str]) -> str:
    return f"{names[pay.payer]} pays {pay.points} to {names[pay.payee]}"


def _scores(scores: Sequence[int], names: Sequence[str]) -> str:
    return "Scores: " + ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def _race(line: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield what the host saw of a settled race; whatever a stranger's line lacks is left out."""
    claims = line.get("claims")
    held = line.get("held")
    for press in [*(claims if isinstance(claims, list) else []), held]:
        if isinstance(press, dict) and press.get("seat") in range(len(names)):
            who = f"{names[press['seat']]}{' (the next player)' if press is held else ''}"
            verdict = clean_text(str(press.get("verdict", "")), NAME_CELLS)
            yield (
                f"    the host saw {who} after {_ms(press.get('arrival'))}, less {_ms(press.get('credit'))} "
                f"for the way: {_ms(press.get('time'))}, {verdict}"
            )


def _ms(value: object) -> str:
    return f"{value:.0f} ms" if isinstance(value, int | float) else "? ms"
