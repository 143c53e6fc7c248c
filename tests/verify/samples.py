"""Good records to spoil: games of plain players with committed deals; every seat but the last gave a nonce."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from server.arena.game import ArenaGame, Proof
from server.bots.options import all_options, can_ron
from server.bots.player import BotAction, Decision
from server.engine.actions import LayCards
from server.engine.cards import DECK, Rank
from server.engine.rules import Rules
from server.engine.shuffle import commitment, deal_label, first_lead, reshuffle_label, shuffled
from server.engine.view import View
from server.wire.record import RecordPlayer, dump, game_line

Fields = dict[str, Any]


class Committed:
    """A host's chance: a seed and nonces for each round."""

    def __init__(self, number: int, seats: int) -> None:
        self.id = sha256(f"game {number}".encode()).digest()[:16]
        self.number = number
        self.seats = seats

    def lead(self, seats: int) -> int:
        return first_lead(seats, self._seed(1), self._nonces(1), self.id)

    def deal(self, round: int) -> tuple[tuple[Rank, ...], Proof]:
        seed, nonces, label = self._seed(round), self._nonces(round), deal_label(self.id, round)
        return shuffled(DECK, seed, nonces, label), Proof(commitment(seed, label), nonces, seed)

    def reshuffle(self, cards: tuple[Rank, ...], round: int, k: int) -> tuple[Rank, ...]:
        return shuffled(cards, self._seed(round), self._nonces(round), reshuffle_label(self.id, round, k))

    def _seed(self, round: int) -> bytes:
        return sha256(f"seed {self.number} {round}".encode()).digest()

    def _nonces(self, round: int) -> tuple[bytes | None, ...]:
        given = [sha256(f"nonce {self.number} {round} {seat}".encode()).digest()[:16] for seat in range(self.seats)]
        return (*given[:-1], None)


class Plain:
    """Lays any of what takes the most cards. The real bots get better; these records are to stay as they are."""

    def decide(self, view: View, decision: Decision, rules: Rules, random: Random) -> BotAction | None:
        options = all_options(view, rules)
        if decision is Decision.RON or can_ron(view):
            return options[0] if can_ron(view) else None
        most = max(len(option.lay.cards) if isinstance(option, LayCards) else 0 for option in options)
        best = [option for option in options if not isinstance(option, LayCards) or len(option.lay.cards) == most]
        return random.choice(sorted(best, key=repr))      # in no order of the engine's


def committed_game(number: int, rules: Rules, seats: int) -> list[Fields]:
    """Return the record of one game, as read back from its text."""
    chance = Committed(number, seats)
    match = ArenaGame(rules, [Plain()] * seats, chance, Random(number))
    match.play()
    players = [RecordPlayer(f"plain {seat}", "bot", "easy") for seat in range(seats)]
    lines = [game_line(rules, players, None, id=chance.id), *match.lines]
    return [json.loads(dump(line)) for line in lines]


@cache
def _good() -> str:
    records = [
        committed_game(7, Rules(limit=45), 3),
        committed_game(34, Rules(limit=40, start=20, hand=12), 4),
        committed_game(18, Rules(limit=45, terra=5), 5),
    ]
    return json.dumps([line for record in records for line in record])


def good() -> list[Fields]:
    """Return several games, one after another; a fresh copy each time."""
    lines: list[Fields] = json.loads(_good())
    return lines
