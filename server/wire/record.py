"""A game's record: what happened as lines of the record format, and a line as the action it tells of.

docs/records.md describes the format. One writer serves table and arena, so that their records cannot differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final, TypeAlias

from server.engine.actions import Action, Deal, Draw, FalseRon, Keep, LayCards, Match, Reshuffle, Ron, Stop
from server.engine.cards import TOP_RANK, Rank
from server.engine.events import (
    Drew,
    EndReason,
    Event,
    FalselyRonned,
    GameEnded,
    Kept,
    Laid,
    Matched,
    Ronned,
    RoundEnded,
)
from server.engine.rules import MAX_SEATS, Rules, RulesError
from server.engine.state import Game, Phase
from server.engine.sums import Lay

Line: TypeAlias = dict[str, object]
"""One object of a record; its key `t` says what it tells."""

FORMAT: Final = "terra-record"
VERSION: Final = 1
LONGEST_VALUE: Final = 40


class RecordError(ValueError):
    """A line that is not what the format says; the message is a sentence.

    Attributes:
        template, values: the sentence, and what stands for its names in braces; for other languages. A value may be
            such an error itself.
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format_map(values))
        self.template = template
        self.values = values


@dataclass(frozen=True, slots=True)
class RecordPlayer:
    """One player of a `game` line: `kind` is "human" or "bot", `level` is a bot's."""

    name: str
    kind: str
    level: str | None = None


def dump(line: Mapping[str, object]) -> str:
    """Return `line` as JSON without spaces or a line end; the same line gives the same text."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


# ---- writing ---------------------------------------------------------------------------------------------


def game_line(
    rules: Rules, players: Sequence[RecordPlayer], started: str | None, *, id: bytes | None = None
) -> Line:
    """Return the first line of a game.

    Args:
        started: RFC 3339, or None in an arena's record.
        id: what the labels of committed shuffles are made with, where there are any.
    """
    line: Line = {"t": "game", "format": FORMAT, "version": VERSION}
    if id is not None:
        line["id"] = id.hex()
    line["rules"] = asdict(rules)
    line["players"] = [_player(player) for player in players]
    line["started"] = started
    return line


def _player(player: RecordPlayer) -> Line:
    line: Line = {"name": player.name, "kind": player.kind}
    if player.level is not None:
        line["level"] = str(player.level)
    return line


def lines_for(
    before: Game,
    action: Action,
    after: Game,
    events: Sequence[Event],
    *,
    commit: bytes | None = None,
    nonces: Sequence[bytes | None] | None = None,
    seed: bytes | None = None,
) -> list[Line]:
    """Return the lines that tell of one applied action: its own, then `settle` and `end` where they follow.

    Args:
        before, action, after, events: as `apply(before, action)` took and gave them.
        commit, nonces, seed: of a committed deal; a nonce is None where a seat sent none.
    """
    lines: list[Line] = []
    if isinstance(action, Deal):
        lines.append(_deal_line(action, after, commit, nonces, seed))
    elif isinstance(action, Reshuffle):
        lines.append({"t": "reshuffle", "deck": list(action.deck)})
    for event in events:
        line = _event_line(event)
        if line is not None:
            lines.append(line)
    return lines


def _deal_line(
    action: Deal, after: Game, commit: bytes | None, nonces: Sequence[bytes | None] | None, seed: bytes | None
) -> Line:
    size, seats = after.rules.hand, after.seats
    dealt = size * seats
    line: Line = {
        "t": "deal",
        "round": after.round,
        "lead": action.lead,
        "hands": [list(action.order[seat * size : (seat + 1) * size]) for seat in range(seats)],
        "floor": action.order[dealt],
        "deck": list(action.order[dealt + 1 :]),
    }
    if commit is not None:
        line["commit"] = commit.hex()
    if nonces is not None:
        line["nonces"] = [None if nonce is None else nonce.hex() for nonce in nonces]
    if seed is not None:
        line["seed"] = seed.hex()
    return line


def _event_line(event: Event) -> Line | None:
    match event:
        case Laid(seat, cards, signs, terra):
            return {"t": "lay", "seat": seat, "cards": list(cards), "signs": signs, "terra": terra}
        case Drew(seat=seat, cards=cards):
            return {"t": "draw", "seat": seat, "cards": list(cards)}
        case Matched(seat, card, terra):
            return {"t": "match", "seat": seat, "card": card, "terra": terra}
        case Kept(seat):
            return {"t": "keep", "seat": seat}
        case Ronned():
            return {
                "t": "ron",
                "seats": list(event.seats),
                "payer": event.payer,
                "penalty": list(event.penalty_cards),
            }
        case FalselyRonned(seat):
            return {"t": "false_ron", "seat": seat}
        case RoundEnded():
            return {
                "t": "settle",
                "round": event.round,
                "winners": list(event.winners),
                "pay": [[pay.payer, pay.payee, pay.points] for pay in event.pay],
                "scores": list(event.scores),
            }
        case GameEnded(scores, winners, reason):
            return {"t": "end", "scores": list(scores), "winners": list(winners), "reason": reason.value}
        case _:
            return None      # the deal, a reshuffle and the end of a Terra phase are told by other lines


# ---- reading ---------------------------------------------------------------------------------------------


def action_of(line: Mapping[str, object], game: Game) -> Action | None:
    """Return the action that `line` tells of, None for a line that tells of none.

    `game`, `settle` and a reached end are consequences; a `t` that is not known is skipped. A "stopped" `end`
    while `game` still runs is a `Stop`.

    Raises:
        RecordError: a key is missing or of the wrong kind. Whether the action is legal, `apply` says.
    """
    if line.get("t") == "end":
        stopped = game.phase is not Phase.OVER and line.get("reason") == EndReason.STOPPED
        return Stop() if stopped else None
    reader = _READERS.get(str(line.get("t")))
    return None if reader is None else reader(line)


def rules_of(line: Mapping[str, object]) -> Rules:
    """Return the rules of a `game` line.

    Raises:
        RecordError: the line is of another format or version, or its rules are not allowed ones.
    """
    if line.get("format") != FORMAT or line.get("version") != VERSION:
        raise RecordError("not a record of format {format}, version {version}", format=FORMAT, version=VERSION)
    rules = line.get("rules")
    if not isinstance(rules, dict):
        raise RecordError("`rules` is missing")
    known = {field.name for field in fields(Rules)}
    try:
        if not rules.keys() <= known:
            raise RecordError("`rules` may have {names}", names=", ".join(sorted(known)))
        return Rules(**rules)
    except RulesError as error:
        raise RecordError("`rules`: {why}", why=error) from None


def players_of(line: Mapping[str, object]) -> tuple[RecordPlayer, ...]:
    """Return the players of a `game` line.

    Raises:
        RecordError: they are not a list of names and kinds.
    """
    players = line.get("players")
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        raise RecordError("`players` is not a list of objects")
    return tuple(
        RecordPlayer(str(player.get("name", "")), str(player.get("kind", "")), player.get("level"))
        for player in players
    )


def _short(value: object) -> str:
    """Return a wrong value as it is shown: a few dozen letters."""
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."


def _seat(line: Mapping[str, object], key: str = "seat") -> int:
    value = line.get(key)
    if type(value) is not int or not 0 <= value < MAX_SEATS:
        raise RecordError("`{key}` is not a seat: {value}", key=key, value=_short(value))
    return value


def _flag(line: Mapping[str, object], key: str) -> bool:
    value = line.get(key)
    if type(value) is not bool:
        raise RecordError("`{key}` is not true or false: {value}", key=key, value=_short(value))
    return value


def _numbers(value: object, key: str, low: int, high: int) -> tuple[int, ...]:
    if isinstance(value, list) and all(type(number) is int and low <= number <= high for number in value):
        return tuple(value)
    raise RecordError("`{key}` is not a list of numbers from {low} to {high}", key=key, low=low, high=high)


def _cards(line: Mapping[str, object], key: str) -> tuple[Rank, ...]:
    return _numbers(line.get(key), key, 1, TOP_RANK)


def _deal(line: Mapping[str, object]) -> Deal:
    hands = line.get("hands")
    if not isinstance(hands, list):
        raise RecordError("`hands` is not a list")
    order: tuple[Rank, ...] = ()
    for hand in hands:
        order += _numbers(hand, "hands", 1, TOP_RANK)
    floor = _numbers([line.get("floor")], "floor", 1, TOP_RANK)
    return Deal(_seat(line, "lead"), order + floor + _cards(line, "deck"))


def _lay(line: Mapping[str, object]) -> LayCards:
    signs = line.get("signs")
    if not isinstance(signs, str):
        raise RecordError("`{key}` is not a text: {value}", key="signs", value=_short(signs))
    return LayCards(_seat(line), Lay(_cards(line, "cards"), signs), _flag(line, "terra"))


_READERS: Final[dict[str, Callable[[Mapping[str, object]], Action]]] = {
    "deal": _deal,
    "lay": _lay,
    "draw": lambda line: Draw(_seat(line)),
    "match": lambda line: Match(_seat(line), _flag(line, "terra")),
    "keep": lambda line: Keep(_seat(line)),
    "reshuffle": lambda line: Reshuffle(_cards(line, "deck")),
    "ron": lambda line: Ron(_numbers(line.get("seats"), "seats", 0, MAX_SEATS - 1)),
    "false_ron": lambda line: FalseRon(_seat(line)),
}
