"""How often a passphrase may be guessed, by one, by neighbours, and by everybody (docs/security.md)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from server.host.buckets import Rate
from server.host.networks import neighbourhood_of, place_of
from server.host.tries import Tries, TryRates

HOUR = 3600.0


def guesses(tries: Tries, addresses: Iterator[str], now: float, seat: int | None = None) -> int:
    """Let each of `addresses` guess once; return how many were let."""
    let = 0
    for address in addresses:
        if tries.left(address, seat, now):
            tries.wrong(address, seat, now)
            let += 1
    return let


def neighbours(subnet: str) -> Iterator[str]:
    return (f"{subnet}.{n}" for n in range(1, 251))


def the_world() -> Iterator[str]:
    return (f"{a}.{b}.{c}.9" for a in range(1, 100) for b in range(250) for c in range(250))


@pytest.mark.parametrize(
    ("address", "place", "neighbourhood"),
    [
        ("192.0.2.77", "192.0.2.77/32", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::1", "2001:db8:1:ffff::/64", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/48"),
        ("", "", ""),
        ("a:b", "a:b", "a:b"),
    ],
)
def test_what_counts_as_one(address: str, place: str, neighbourhood: str) -> None:
    assert (place_of(address), neighbourhood_of(address)) == (place, neighbourhood)


def test_one_address_guesses_five_times_and_then_every_ten_seconds() -> None:
    tries = Tries(TryRates())
    assert guesses(tries, iter(["192.0.2.1"] * 50), 0.0) == 5
    assert guesses(tries, iter(["192.0.2.1"] * 50), 10.5) == 1
    assert guesses(tries, iter(f"2001:db8::{n:x}" for n in range(50)), 10.5) == 5       # one /64 is one caller


def test_a_whole_neighbourhood_guesses_twenty_times() -> None:
    tries = Tries(TryRates())
    assert guesses(tries, neighbours("127.0.0"), 0.0) == 20
    assert guesses(tries, neighbours("127.0.1"), 0.0) == 20
    assert guesses(tries, neighbours("127.0.0"), 0.0) == 0
    assert guesses(tries, (f"2001:db8:7:{n:x}::1" for n in range(1000)), 0.0) == 20


def test_all_of_the_world_has_a_bound_an_hour() -> None:
    rates = TryRates()
    tries = Tries(rates)
    world = the_world()
    let = sum(guesses(tries, islice(world, 600), second) for second in range(0, int(HOUR), 10))
    assert 2000 < let <= rates.firsts.burst + rates.everybody.burst + HOUR * 0.7


def test_who_has_not_guessed_is_not_kept_out_by_those_who_go_on_guessing() -> None:
    tries = Tries(TryRates())
    for second in range(600):
        for n in range(40):
            guesses(tries, iter([f"198.51.{n}.1"] * 5), float(second))
    assert not any(tries.left(f"198.51.{n}.1", None, 599.0) for n in range(40))
    assert tries.left("203.0.113.5", None, 599.0)


def test_the_holder_of_a_seat_is_kept_out_by_nobody_and_has_a_bound_too() -> None:
    tries = Tries(TryRates(firsts=Rate(10, 0), everybody=Rate(10, 0)))
    guesses(tries, islice(the_world(), 100), 0.0)
    assert not tries.left("203.0.113.5", None, 0.0)
    assert tries.left("203.0.113.5", 2, 0.0)
    assert guesses(tries, iter(["203.0.113.5"] * 50), 0.0, seat=2) == 5
    assert tries.left("203.0.113.5", 1, 0.0)
