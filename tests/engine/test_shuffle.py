"""The committed shuffle: fixed vectors, a second reading of its description, and that it is fair."""

from __future__ import annotations

import ast
import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from server.engine import shuffle
from server.engine.cards import DECK
from server.engine.shuffle import (
    commitment,
    deal_label,
    first_lead,
    lead_label,
    reshuffle_label,
    shuffled,
)

SEED = bytes(range(32))
NONCES = (b"alpha", None, b"", bytes(range(16)))
GAME = bytes.fromhex("00112233445566778899aabbccddeeff")
LABEL = deal_label(GAME, 1)

SHUFFLES = 100_000
SPREAD = 4
"""How many standard deviations a chi-square may lie off its mean: the seeds are fixed, so the outcome is too."""


def test_vectors_of_the_labels() -> None:
    assert lead_label(GAME).hex() == "6c65616410" + GAME.hex()
    assert LABEL.hex() == "6465616c10" + GAME.hex() + "00000001"
    assert reshuffle_label(GAME, 1, 2).hex() == "726573687566666c6510" + GAME.hex() + "0000000100000002"


def test_vector_of_a_commitment() -> None:
    assert commitment(SEED, LABEL).hex() == "065068fcff504fe59dd770dd3d99afaacf64e1e0b247e9f4956436f54206a076"


def test_vector_of_a_deal() -> None:
    assert shuffled(DECK, SEED, NONCES, LABEL)[:10] == (1, 9, 8, 7, 13, 12, 5, 9, 2, 10)
    assert sorted(shuffled(DECK, SEED, NONCES, LABEL)) == list(DECK)


def test_vector_of_a_reshuffle() -> None:
    label = reshuffle_label(GAME, 1, 1)
    assert shuffled((8, 3, 5, 12, 7, 7, 1), SEED, NONCES, label) == (3, 1, 8, 5, 7, 7, 12)


def test_r2_3_vectors_of_the_first_lead() -> None:
    assert [first_lead(seats, SEED, NONCES, GAME) for seats in (3, 4, 5)] == [2, 1, 1]


def by_the_description(
    cards: Sequence[int], seed: bytes, nonces: Sequence[bytes | None], label: bytes
) -> list[int]:
    """Return the order that the module's description gives, read a second time: whole stream first."""
    message = b"terra-nonces-v1\0"
    for nonce in nonces:
        message += b"\0" if nonce is None else len(nonce).to_bytes(1, "big") + nonce
    key = hmac.new(seed, message, hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, label + i.to_bytes(8, "big"), hashlib.sha256).digest() for i in range(64))
    order, at = list(cards), 0
    for i in reversed(range(1, len(order))):
        while stream[at] >= 256 - 256 % (i + 1):
            at += 1
        j = stream[at] % (i + 1)
        at += 1
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize("number", range(50))
def test_a_second_reading_of_the_description_agrees(number: int) -> None:
    seed = hashlib.sha256(bytes([number])).digest()
    nonces = [None if seed[i] < 40 else seed[i : i + seed[i] % 20] for i in range(3 + number % 3)]
    label = reshuffle_label(seed[:4], number, number)
    cards = range(number * 5 + 1)
    assert list(shuffled(cards, seed, nonces, label)) == by_the_description(cards, seed, nonces, label)
    assert commitment(seed, label) == hashlib.sha256(b"terra-deal-v1\0" + label + seed).digest()


def test_the_order_depends_on_seed_label_and_every_nonce() -> None:
    orders = {
        shuffled(DECK, SEED, NONCES, LABEL),
        shuffled(DECK, SEED[::-1], NONCES, LABEL),
        shuffled(DECK, SEED, NONCES, deal_label(GAME, 2)),
        shuffled(DECK, SEED, NONCES, deal_label(GAME[1:], 1)),
        shuffled(DECK, SEED, NONCES, reshuffle_label(GAME, 1, 1)),
        *(shuffled(DECK, SEED, (*NONCES[:i], b"other", *NONCES[i + 1 :]), LABEL) for i in range(4)),
        shuffled(DECK, SEED, (b"alph", b"a", *NONCES[2:]), LABEL),
    }
    assert len(orders) == 10


def test_a_missing_nonce_is_an_empty_one() -> None:
    assert shuffled(DECK, SEED, (None,), LABEL) == shuffled(DECK, SEED, (b"",), LABEL)
    assert shuffled(DECK, SEED, (None, None), LABEL) != shuffled(DECK, SEED, (None,), LABEL)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: shuffled(DECK, SEED[1:], NONCES, LABEL),
        lambda: shuffled(DECK, SEED, (bytes(256),), LABEL),
        lambda: shuffled(range(257), SEED, NONCES, LABEL),
        lambda: commitment(SEED + b"\0", LABEL),
        lambda: first_lead(3, b"", NONCES, GAME),
        lambda: deal_label(bytes(256), 1),
    ],
)
def test_what_the_description_does_not_allow_is_an_error(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"bytes|cards"):
        wrong()


def chi_square(counts: Sequence[int], expected: float) -> float:
    """Return how far `counts` lie from `expected` each."""
    return sum((count - expected) ** 2 for count in counts) / expected


def seed_of(number: int) -> bytes:
    """Return a seed, another one for each number."""
    return hashlib.sha256(number.to_bytes(8, "big")).digest()


def test_every_card_is_equally_likely_at_every_place() -> None:
    """100,000 shuffles of 64 different cards; places and cards make a table with 63 x 63 degrees of freedom."""
    orders = b"".join(bytes(shuffled(range(64), seed_of(number), NONCES, LABEL)) for number in range(SHUFFLES))
    counts = [orders[place::64].count(card) for place in range(64) for card in range(64)]
    degrees = 63 * 63
    assert sum(counts) == 64 * SHUFFLES
    assert abs(chi_square(counts, SHUFFLES / 64) - degrees) < SPREAD * (2 * degrees) ** 0.5


def test_neighbours_in_the_deck_are_independent() -> None:
    """All 56 pairs of the first two of 8 cards, over 20,000 shuffles."""
    shuffles = 20_000
    pairs = Counter(shuffled(range(8), seed_of(number), NONCES, LABEL)[:2] for number in range(shuffles))
    assert len(pairs) == 56
    assert abs(chi_square(list(pairs.values()), shuffles / 56) - 55) < SPREAD * (2 * 55) ** 0.5


def test_r2_3_each_seat_is_equally_likely_to_lead_first() -> None:
    games = 20_000
    for seats in (3, 4, 5):
        leads = Counter(first_lead(seats, seed_of(number), (), GAME) for number in range(games))
        assert set(leads) == set(range(seats))
        assert chi_square(list(leads.values()), games / seats) < seats - 1 + SPREAD * (2 * (seats - 1)) ** 0.5


def test_the_path_of_a_real_deal_does_not_touch_random() -> None:
    tree = ast.parse(Path(shuffle.__file__).read_text(encoding="utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"__future__", "collections.abc", "hashlib", "hmac", "server.engine.cards", "typing"}
