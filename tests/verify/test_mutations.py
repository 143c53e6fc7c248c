"""A record spoiled in one place is caught, at the line that is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import chain, pairwise

import pytest

from server.engine.cards import DECK, dots
from server.verify.reading import Wrong
from server.verify.record import check_record
from tests.verify.samples import Fields, good

Spoil = Callable[[list[Fields]], int]
"""Spoils the record in place; returns the line (from 1) that must be named."""


def lines_of(record: list[Fields]) -> list[str]:
    return [json.dumps(line) for line in record]


def find(record: list[Fields], kind: str, test: Callable[[Fields], object] = lambda line: True) -> int:
    """Return the index of the first line of that kind that passes the test."""
    return next(index for index, line in enumerate(record) if line["t"] == kind and test(line))


def put(kind: str, key: str, change: Callable[[Fields], object], test: Callable[[Fields], object] = bool) -> Spoil:
    """Return a spoiler that gives `key` of the first such line another value."""

    def spoil(record: list[Fields]) -> int:
        index = find(record, kind, test)
        record[index][key] = change(record[index])
        return index + 1

    return spoil


def without(kind: str, named: int, test: Callable[[Fields], object] = bool) -> Spoil:
    """Return a spoiler that takes a line out; `named` is how far after its place the wrong line stands."""

    def spoil(record: list[Fields]) -> int:
        index = find(record, kind, test)
        del record[index]
        return index + 1 + named

    return spoil


def twice(kind: str) -> Spoil:
    def spoil(record: list[Fields]) -> int:
        index = find(record, kind)
        record.insert(index, dict(record[index]))
        return index + 2

    return spoil


def swap(line: Fields, one: tuple[str, int], other: tuple[str, int]) -> None:
    """Let two cards of a deal change places."""
    first, second = ([*line["hands"], line["deck"]][place[1]] for place in (one, other))
    at, to = next(
        (at, to) for at, card in enumerate(first) for to, against in enumerate(second) if card != against
    )
    first[at], second[to] = second[to], first[at]


def swapped_hands(record: list[Fields]) -> int:
    index = find(record, "deal")
    swap(record[index], ("hands", 0), ("hands", 1))
    return index + 1


def swapped_deck(record: list[Fields]) -> int:
    index = find(record, "deal")
    deck = record[index]["deck"]
    other = next(at for at, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    return index + 1


def floor_for_a_card(record: list[Fields]) -> int:
    index = find(record, "deal")
    line = record[index]
    line["floor"], line["deck"][0] = line["deck"][0], line["floor"]
    assert line["floor"] != line["deck"][0]
    return index + 1


def reshuffle_in_another_order(record: list[Fields]) -> int:
    index = find(record, "reshuffle")
    deck = record[index]["deck"]
    other = next(at for at, card in enumerate(deck[2:], 2) if card != deck[-1])
    deck[-1], deck[other] = deck[other], deck[-1]
    return index + 1


def another_id(record: list[Fields]) -> int:
    """The id alone could be anything; the first deal shows that it is not this one."""
    index = find(record, "game")
    record[index]["id"] = turned(record[index]["id"])
    return index + 2


def no_terra_key(record: list[Fields]) -> int:
    index = find(record, "lay")
    del record[index]["terra"]
    return index + 1


def reshuffle_before_a_lay(record: list[Fields]) -> int:
    index = next(
        at for at, line in enumerate(record) if line["t"] == "reshuffle" and record[at + 1]["t"] == "draw"
    )
    seat = record[index + 1]["seat"]
    record[index + 1] = {"t": "lay", "seat": seat, "cards": [8], "signs": "", "terra": False}
    return index + 2


def nobodys_card(line: Fields) -> list[int]:
    return [next(rank for rank in range(1, 16) if rank not in line["cards"]), *line["cards"][1:]]


def another_rank(card: int) -> int:
    """Return the one rank with as many dots, or a neighbour where there is none."""
    return 16 - card if dots(16 - card) == dots(card) and card != 8 else card - 1


def nonce_of_another(line: Fields) -> list[str | None]:
    return [line["nonces"][1], line["nonces"][0], *line["nonces"][2:]]


def turned(value: str) -> str:
    return ("0" if value[0] != "0" else "1") + value[1:]


def plus(scores: list[int]) -> list[int]:
    return [scores[0] + 1, scores[1] - 1, *scores[2:]]


def is_long(line: Fields) -> bool:
    return len(line["cards"]) == 3


def cut_off(kind: str) -> Spoil:
    """Return a spoiler that ends the whole record before its last line of a kind: the line before it is named."""

    def spoil(record: list[Fields]) -> int:
        index = max(index for index, line in enumerate(record) if line["t"] == kind)
        del record[index:]
        return index

    return spoil


def another_first(line: Fields) -> list[int]:
    return [another_rank(line["penalty"][0]), *line["penalty"][1:]]


def one_of_two_claimants(record: list[Fields]) -> int:
    """One alone may declare it, too: the settlement shows that there were two."""
    index = find(record, "ron", lambda line: line["seats"][1:])
    del record[index]["seats"][1]
    return index + 2


def no_payer(line: Fields) -> bool:
    return line["payer"] is not None


MUTATIONS: dict[str, Spoil] = {
    "format": put("game", "format", lambda line: "chess-record"),
    "version": put("game", "version", lambda line: 2),
    "a rule is missing": put("game", "rules", lambda line: {k: v for k, v in line["rules"].items() if k != "hand"}),
    "an impossible rule": put("game", "rules", lambda line: line["rules"] | {"max_cards": 9}),
    "two players": put("game", "players", lambda line: line["players"][:2]),
    "a nameless player": put("game", "players", lambda line: [{"kind": "bot"}, *line["players"][1:]]),
    "another id": another_id,
    "round": put("deal", "round", lambda line: 2),
    "first lead": put("deal", "lead", lambda line: (line["lead"] + 1) % 3),
    "later lead": put("deal", "lead", lambda line: (line["lead"] + 1) % 3, lambda line: line["round"] == 2),
    "two hands swapped": put("deal", "hands", lambda line: [line["hands"][1], line["hands"][0], line["hands"][2]]),
    "a card for another's": swapped_hands,
    "two cards of the deck": swapped_deck,
    "floor for deck": floor_for_a_card,
    "a card too many": put("deal", "deck", lambda line: [*line["deck"], 8]),
    "a card turned into another": put(
        "deal", "deck", lambda line: [another_rank(line["deck"][0]), *line["deck"][1:]]
    ),
    "commit": put("deal", "commit", lambda line: turned(line["commit"])),
    "seed": put("deal", "seed", lambda line: turned(line["seed"])),
    "a short seed": put("deal", "seed", lambda line: line["seed"][2:]),
    "nonces": put("deal", "nonces", nonce_of_another),
    "a nonce is missing": put("deal", "nonces", lambda line: line["nonces"][:-1]),
    "a seat out of turn": put("lay", "seat", lambda line: (line["seat"] + 1) % 3),
    "cards not held": put("lay", "cards", nobodys_card, is_long),
    "signs": put("lay", "signs", lambda line: "".join("+-"[sign == "+"] for sign in line["signs"]), is_long),
    "a sign too many": put("lay", "signs", lambda line: line["signs"] + "+"),
    "terra on any card": put("lay", "terra", lambda line: True, lambda line: line["cards"][-1] != 8),
    "terra taken back": put("lay", "terra", lambda line: 0, lambda line: line["terra"]),
    "another card drawn": put("draw", "cards", lambda line: [another_rank(line["cards"][0])]),
    "nothing drawn": put("draw", "cards", lambda line: []),
    "matched another card": put("match", "card", lambda line: another_rank(line["card"])),
    "kept by another": put("keep", "seat", lambda line: (line["seat"] + 1) % 3),
    "a match is missing": without("match", 0),
    "a draw is missing": without("draw", 0),
    "ron by another": put("ron", "seats", lambda line: [(line["seats"][0] + 1) % 3]),
    "ron by nobody": put("ron", "seats", lambda line: []),
    "one of two claimants": one_of_two_claimants,
    "claimants in another order": put(
        "ron", "seats", lambda line: line["seats"][::-1], lambda line: line["seats"][1:]
    ),
    "another payer": put("ron", "payer", lambda line: None, no_payer),
    "no penalty": put("ron", "penalty", lambda line: [], lambda line: line["penalty"]),
    "a penalty of other cards": put("ron", "penalty", another_first, lambda line: line["penalty"]),
    "settled another round": put("settle", "round", lambda line: line["round"] + 1),
    "another winner": put("settle", "winners", lambda line: [(line["winners"][0] + 1) % 3]),
    "a payment changed": put("settle", "pay", lambda line: [[*line["pay"][0][:2], 99], *line["pay"][1:]]),
    "a payment dropped": put("settle", "pay", lambda line: line["pay"][1:]),
    "scores": put("settle", "scores", lambda line: plus(line["scores"])),
    "no settlement": without("settle", 0),
    "settled twice": twice("settle"),
    "dealt twice": twice("deal"),
    "a lay twice": twice("lay"),
    "final scores": put("end", "scores", lambda line: plus(line["scores"])),
    "final winners": put("end", "winners", lambda line: [0, 1, 2]),
    "reason": put("end", "reason", lambda line: "negative", lambda line: line["reason"] == "limit"),
    "another reason": put("end", "reason", lambda line: "limit", lambda line: line["reason"] == "negative"),
    "stopped though it was over": put("end", "reason", lambda line: "stopped"),
    "no end": without("end", -1),
    "ended twice": twice("end"),
    "cut off before the last settlement": cut_off("settle"),
    "cut off before the end": cut_off("end"),
    "reshuffle in another order": reshuffle_in_another_order,
    "no reshuffle": without("reshuffle", 0),
    "reshuffled twice": twice("reshuffle"),
    "reshuffle before a lay": reshuffle_before_a_lay,
    "no game line": without("game", 0),
    "a seat of no table": put("draw", "seat", lambda line: 7),
    "a card of no deck": put("draw", "cards", lambda line: [16]),
    "a number as text": put("draw", "seat", lambda line: str(line["seat"])),
    "a key is missing": no_terra_key,
}


def test_the_samples_hold_every_kind_of_line() -> None:
    record = good()
    kinds = Counter(line["t"] for line in record)
    assert kinds.keys() == {"game", "deal", "lay", "draw", "match", "keep", "reshuffle", "ron", "settle", "end"}
    assert any(line["t"] == "ron" and line["penalty"] for line in record)
    assert any(line["t"] == "ron" and line["payer"] is None for line in record)
    assert any(line["t"] == "ron" and len(line["seats"]) > 1 for line in record)
    assert {line["reason"] for line in record if line["t"] == "end"} == {"limit", "negative"}
    assert any(before["t"] == "match" and line["t"] == "end" for before, line in pairwise(record))


def test_the_samples_are_right() -> None:
    report = check_record(lines_of(good()))
    assert (report.games, report.unfinished) == (3, 0)
    assert (report.proved_deals, report.unproved_deals) == (report.rounds, 0)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_spoiled_line_is_named(name: str) -> None:
    record = good()
    line = MUTATIONS[name](record)
    with pytest.raises(Wrong) as caught:
        check_record(lines_of(record))
    assert caught.value.line == line, caught.value.sentence


def test_a_spoiled_deal_without_a_seed_is_still_caught_by_what_is_played() -> None:
    record = [
        {key: value for key, value in line.items() if key not in ("seed", "commit", "nonces")} for line in good()
    ]
    assert check_record(lines_of(record)).unproved_deals > 0
    index = find(record, "draw", lambda line: line["cards"])
    deal = max(at for at in range(index) if record[at]["t"] == "deal")
    deck = record[deal]["deck"]
    other = next(at for at, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    assert sorted([*chain.from_iterable(record[deal]["hands"]), record[deal]["floor"], *deck]) == list(DECK)
    with pytest.raises(Wrong) as caught:
        check_record(lines_of(record))
    assert caught.value.line == index + 1
