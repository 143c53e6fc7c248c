"""Thousands of random races at a table, against an oracle that knows when each player really pressed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from server.table.race import rederive
from server.wire.messages import Ack, Act, Claim, DoDraw, DoLay, Refusal
from server.wire.settings import Settings
from tests.engine.positions import position
from tests.table.shell import Shell, seated

SEATS: Final = 5
LAYER: Final = 0
RACES: Final = 500
FITS: Final = 8
"""Everybody who may Ron holds an 8, of which there are enough."""


@dataclass(frozen=True)
class Player:
    """How one player presses: `after` ms from seeing the table, on a link whose round trip is `rtt` ms."""

    after: int
    rtt: int
    holds_one: bool


@dataclass(frozen=True)
class Course:
    """One race: the players but the layer, by seat, and who of them presses."""

    settings: Settings
    turn: int
    players: dict[int, Player]
    pressing: frozenset[int]
    timed: bool


def course(random: Random) -> Course:
    """Return a random race; the next player draws, or lays a last single; the others Ron."""
    settings = Settings(
        seats=SEATS, ron_window=random.choice((0, 0, 200, 400)), ron_joint=random.choice((0, 50, 400))
    )
    timed = random.random() < 0.5
    turn = 1 if timed else random.randint(1, 4)
    players = {
        seat: Player(
            random.randint(100, 600), random.choice((0, 10, 60, 150)), seat != turn or random.random() < 0.3
        )
        for seat in range(1, SEATS)
    }
    others = [seat for seat in players if seat != turn]
    pressing = {turn, *random.sample(others, random.randint(0, len(others)))}
    return Course(settings, turn, players, frozenset(pressing), timed)


def expected(race: Course) -> tuple[set[int], bool]:
    """Return who is paid, and whether the next player's draw is done, from when they pressed and nothing else."""
    window = race.settings.ron_window if race.timed else 0
    times = {seat: race.players[seat].after for seat in race.pressing}
    order = {seat: (seat - LAYER - 1) % SEATS for seat in times}
    claims = {seat for seat in times if seat != race.turn or race.players[seat].holds_one}
    action = None if race.turn in claims else times[race.turn]
    standing = [
        seat
        for seat in claims
        if action is None or times[seat] <= window or (times[seat], order[seat]) < (action, order[race.turn])
    ]
    if not standing:
        return set(), True
    end = max(window, min(times[seat] for seat in standing) + race.settings.ron_joint)
    return {seat for seat in claims if times[seat] <= end}, False


def run(race: Course, random: Random) -> Shell:
    """Run the race on a table; everybody is told at once, and presses arrive in whatever order the links give."""
    shell, peers = seated(race.settings)
    hands = [(1, 2, 3)] + [
        (FITS,) if race.players[seat].holds_one else (9, 9, 10) for seat in range(1, SEATS)
    ]
    for seat, player in race.players.items():
        shell.table.measured(peers[seat], player.rtt / 1000)
    game = position(*hands, floor=FITS, turn=race.turn, layer=LAYER, turns=race.turn, top=(4,))
    shell.put(game, race.timed)
    window, rev = shell.race.window, shell.last(peers[0]).rev
    presses = list(race.pressing)
    random.shuffle(presses)
    for seat in presses:
        player = race.players[seat]
        shell.later(
            (player.rtt + player.after) / 1000,
            lambda seat=seat, player=player: shell.carry_out(  # type: ignore[misc]
                shell.table.receive(shell.now, peers[seat], command(race, seat, player, window, rev))
            ),
        )
    shell.run(3.0)
    return shell


def command(race: Course, seat: int, player: Player, window: int, rev: int) -> Act | Claim:
    """Return what `seat` sends."""
    if seat != race.turn:
        return Claim(1, window, player.after)
    return Act(1, rev, DoLay((FITS,)) if player.holds_one else DoDraw(), player.after)


@pytest.mark.parametrize("seed", range(6))
def test_the_table_decides_by_when_players_pressed(seed: int) -> None:
    random = Random(seed)
    outcomes = {"paid": 0, "together": 0, "draw": 0, "late": 0}
    for _ in range(RACES):
        race = course(random)
        shell = run(race, random)
        paid, drawn = expected(race)
        rons = shell.lines("ron")
        assert {seat for line in rons for seat in line["seats"]} == paid, race
        assert bool(shell.lines("draw")) == drawn, race
        for seat in race.pressing:
            answer = shell.answer(seat + 1, 1)
            done = seat in paid or (drawn and seat == race.turn)
            assert isinstance(answer, Ack if done else Refusal), (race, seat)
        for line in shell.lines("race"):
            assert {seat for seat, verdict in rederive(line).items() if verdict == "paid"} == paid
            assert {claim["seat"]: claim["time"] for claim in line["claims"]}.items() <= {
                seat: player.after for seat, player in race.players.items()
            }.items()
        outcomes["paid"] += bool(paid)
        outcomes["together"] += len(paid) > 1
        outcomes["draw"] += drawn
        outcomes["late"] += bool(race.pressing - paid - {race.turn})
    assert min(outcomes.values()) > RACES / 20
