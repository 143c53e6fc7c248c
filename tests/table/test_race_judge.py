"""The judge of a race by itself: credit, effective times, verdicts, and a record that tells the same."""

from __future__ import annotations

import json
from random import Random

import pytest

from server.table.race import (
    CREDIT_MARGIN,
    FASTEST_REACTION,
    NO_PATH,
    TOLD_WAIT,
    UNTOLD_WAIT,
    Path,
    Press,
    Race,
    rederive,
)
from server.wire.messages import Verdict
from server.wire.settings import Settings

CAP = 150_000
FAR = Path(min_rtt=80_000, jitter=0)
START = 100.0


def press(elapsed: int, claimed: int | None, path: Path = FAR, cap: int = CAP) -> Press:
    """Return a press of seat 1; times in milliseconds."""
    return Press(1, elapsed * 1000, None if claimed is None else claimed * 1000, path, cap)


def race(*, length: int = 1500, joint: int = 400, layer: int | None = 0, turn: int = 1, seats: int = 4) -> Race:
    """Return a race that began at START, of four seats of which all but the layer hold one card."""
    others = frozenset(range(seats)) - {layer}
    made = Race(7, layer, turn, seats, length, joint, CAP, frozenset(seat for seat in others if seat is not None))
    made.paths = dict.fromkeys(range(seats), FAR)
    for seat in range(seats):
        made.tell(seat, START)
    return made


def claim(made: Race, seat: int, millis: int, *, late: int = 0) -> Press:
    """Let `seat` claim `millis` after it was told; its frame is read `late` ms after that."""
    pressed = made.press(seat, START + (millis + late) / 1000, millis)
    made.claims[seat] = pressed
    return pressed


def hold(made: Race, millis: int, *, late: int = 0) -> Press:
    """Let the next player act `millis` after being told."""
    made.held = made.press(made.turn, START + (millis + late) / 1000, millis)
    return made.held


class TestCredit:
    def test_the_travel_time_is_made_up_for(self) -> None:
        assert press(392, 312).credit == 80_000
        assert press(392, 312).time == 312

    def test_no_more_than_the_link_explains(self) -> None:
        assert press(492, 312).credit == 80_000 + CREDIT_MARGIN

    def test_twice_the_jitter_counts(self) -> None:
        assert press(592, 312, Path(80_000, 10_000)).credit == 80_000 + CREDIT_MARGIN + 20_000

    def test_no_more_than_the_cap(self) -> None:
        assert press(900, 300, Path(400_000, 50_000)).credit == CAP

    def test_a_cap_of_nothing_is_a_race_by_arrival(self) -> None:
        assert press(392, 312, cap=0).time == 392

    def test_a_reaction_under_100_ms_counts_as_100(self) -> None:
        assert press(150, 0).credit == 50_000
        assert press(150, 0).time == 100

    def test_no_press_counts_as_faster_than_100_ms(self) -> None:
        assert press(3, 3, Path()).time == FASTEST_REACTION // 1000
        assert press(0, 0, Path()).time == FASTEST_REACTION // 1000

    @pytest.mark.parametrize("claimed", [393, 5_000, 2**31])
    def test_a_reaction_longer_than_the_time_that_passed_is_nonsense(self, claimed: int) -> None:
        assert press(392, claimed).credit == 0
        assert press(392, claimed).time == 392

    def test_one_who_tells_no_reaction_gets_no_credit(self) -> None:
        assert press(392, None).time == 392

    def test_a_bot_gets_none(self) -> None:
        assert press(392, 300, NO_PATH).time == 392


class TestTold:
    def untold(self) -> Race:
        return Race(7, 0, 1, 4, 1500, 400, CAP, frozenset({2, 3}), opened=START)

    def test_each_is_timed_from_when_they_were_told(self) -> None:
        made = self.untold()
        made.tell(2, START)
        made.tell(3, START + 0.1)
        assert made.press(2, START + 0.3, None).time == 300
        assert made.press(3, START + 0.4, None).time == 300

    def test_the_window_waits_for_those_who_are_told_soon(self) -> None:
        made = self.untold()
        made.tell(2, START)
        made.tell(3, START + TOLD_WAIT)
        assert made.start == START + TOLD_WAIT

    def test_whoever_is_told_too_late_is_timed_with_the_others(self) -> None:
        made = self.untold()
        made.tell(2, START)
        made.tell(3, START + 5.0)
        assert made.start == START
        assert made.press(3, START + 5.2, 200).time > 5_000

    def test_the_first_time_counts(self) -> None:
        made = self.untold()
        made.tell(2, START)
        made.tell(2, START + 0.2)
        assert made.press(2, START + 0.3, None).time == 300

    @pytest.mark.parametrize("blocked", [0.0, 0.1, 0.149, 0.151, 0.2, 0.249, 0.251, 1.0])
    def test_a_link_its_player_blocked_wins_no_more_than_a_long_cable_may(self, blocked: float) -> None:
        # The player sees the moment on another link, and lets the kernel take the snapshot when it suits.
        made = self.untold()
        made.tell(2, START)
        made.tell(3, START + blocked)
        seen = 400                              # when both really press, after the first was told
        honest = made.press(2, START + seen / 1000, seen)
        cheat = made.press(3, START + seen / 1000, max(0, seen - round(blocked * 1000)))
        assert honest.time - cheat.time <= Settings().credit_cap

    def test_a_moment_nobody_is_told_of_begins_all_the_same(self) -> None:
        made = self.untold()
        assert made.begins_by == START + UNTOLD_WAIT
        made.begin(START + UNTOLD_WAIT)
        assert made.begins_by is None


class TestSettling:
    def test_nothing_pending_settles_never(self) -> None:
        assert race().settles_at() is None

    def test_an_action_is_held_for_the_window_and_the_largest_credit_on_the_way(self) -> None:
        made = race()
        hold(made, 200)
        assert made.settles_at() == pytest.approx(START + 1.5 + 0.084)

    def test_no_longer_than_the_largest_credit_once_the_window_has_passed(self) -> None:
        made = race()
        held = hold(made, 4_000, late=80)
        assert made.settles_at() == pytest.approx(START + held.time / 1000 + 0.084)

    def test_not_for_those_who_cannot_claim(self) -> None:
        made = race(length=0)
        made.candidates = frozenset()
        hold(made, 700)
        assert made.settles_at() == START

    def test_settles_at_once_when_all_who_could_have_spoken(self) -> None:
        made = race()
        for seat in (1, 2, 3):
            claim(made, seat, 300)
        assert made.settles_at() == START

    def test_a_claim_waits_for_the_window_and_for_the_joint_interval(self) -> None:
        made = race()
        claim(made, 2, 300)
        assert made.settles_at() == pytest.approx(START + 1.5 + 0.084)
        made = race()
        first = claim(made, 2, 1_400)
        assert made.settles_at() == pytest.approx(START + (first.time + 400) / 1000 + 0.084)

    def test_a_bare_claim_waits_for_an_earlier_action(self) -> None:
        made = race(length=0, joint=0)
        made.candidates = frozenset({2})
        first = claim(made, 2, 900)
        assert made.settles_at() == pytest.approx(START + first.time / 1000 + 0.084)


class TestWrong:
    """A claim that the rules do not allow: false if the moment was open, else late (R5.8)."""

    def wrong(self, made: Race, seat: int, millis: int) -> Press:
        pressed = made.press(seat, START + millis / 1000, millis)
        made.wrong[seat] = pressed
        return pressed

    def test_is_not_waited_for(self) -> None:
        made = race()
        self.wrong(made, 2, 300)
        assert made.awaited() == {1, 3}

    def test_inside_the_window_it_is_known_at_once(self) -> None:
        made = race()
        pressed = self.wrong(made, 2, 1_500)
        assert made.judges_at(pressed) == START
        assert made.was_open_at(pressed)

    def test_after_it_once_all_who_could_have_been_earlier_were_heard(self) -> None:
        made = race(length=0)
        made.candidates = frozenset({3})
        made.paths[3] = Path(min_rtt=120_000)
        pressed = self.wrong(made, 2, 900)
        assert made.judges_at(pressed) == pytest.approx(START + 0.9 + 0.124)
        made.candidates = frozenset()
        assert made.judges_at(pressed) == pytest.approx(START + 0.9 + 0.084)
        hold(made, 950)
        assert made.judges_at(pressed) == START

    def test_after_the_action_it_is_late(self) -> None:
        made = race(length=0)
        hold(made, 800)
        assert not made.was_open_at(self.wrong(made, 2, 900))
        assert made.was_open_at(self.wrong(made, 3, 700))

    def test_after_a_ron_and_its_joint_interval_it_is_late(self) -> None:
        made = race(length=0)
        claim(made, 1, 500)
        assert made.was_open_at(self.wrong(made, 2, 900))
        assert not made.was_open_at(self.wrong(made, 3, 901))


class TestVerdicts:
    def test_inside_the_window_all_are_simultaneous(self) -> None:
        made = race()
        claim(made, 2, 200)
        claim(made, 3, 1_499)
        assert set(made.verdicts().values()) == {Verdict.PAID}

    @pytest.mark.parametrize(("gap", "verdict"), [(400, Verdict.PAID), (401, Verdict.LATE)])
    def test_after_it_those_within_the_joint_interval_of_the_first(self, gap: int, verdict: Verdict) -> None:
        made = race(length=0)
        claim(made, 2, 900)
        claim(made, 3, 900 + gap)
        assert made.verdicts() == {2: Verdict.PAID, 3: verdict}

    def test_a_claim_after_the_action_is_late(self) -> None:
        made = race(length=0)
        hold(made, 500)
        claim(made, 2, 501)
        assert made.verdicts() == {2: Verdict.LATE}

    def test_a_claim_before_the_action_stands_though_it_was_read_after_it(self) -> None:
        made = race(length=0)
        hold(made, 500, late=2)
        claim(made, 2, 499, late=80)
        assert made.verdicts() == {2: Verdict.PAID}

    def test_a_claim_inside_the_window_stands_whenever_the_action_was(self) -> None:
        made = race()
        hold(made, 150)
        claim(made, 3, 1_500)
        assert made.verdicts() == {3: Verdict.PAID}

    def test_joint_claims_are_paid_though_the_action_lies_between(self) -> None:
        made = race(length=0)
        claim(made, 2, 500)
        hold(made, 600)
        claim(made, 3, 700)
        assert made.verdicts() == {2: Verdict.PAID, 3: Verdict.PAID}

    def test_ties_go_by_seats_from_the_layer(self) -> None:
        # Seat 1 laid, seat 2 drew: seat 3 is next. Seat 2 comes before it, seat 0 after it.
        for seat, verdict in ((2, Verdict.PAID), (0, Verdict.LATE)):
            made = race(length=0, layer=1, turn=3)
            hold(made, 500)
            claim(made, seat, 500)
            assert made.verdicts() == {seat: verdict}

    def test_on_the_first_floor_card_ties_go_by_seats_from_the_next_player(self) -> None:
        made = race(length=0, layer=None, turn=2)
        assert [made.order(seat) for seat in (2, 3, 0, 1)] == [0, 1, 2, 3]


def random_race(random: Random) -> Race:
    """Return a race with presses of any kind."""
    seats = random.choice((3, 4, 5))
    layer = random.choice((None, *range(seats)))
    made = Race(
        window=random.randrange(2**40),
        layer=layer,
        turn=random.randrange(seats),
        seats=seats,
        length=random.choice((0, 0, 300, 1500)),
        joint=random.choice((0, 100, 400)),
        cap=random.choice((0, 50_000, 150_000, 1_000_000)),
        candidates=frozenset(range(seats)),
    )
    for seat in range(seats):
        made.tell(seat, START + random.choice((0.0, random.random() * 0.2)))
        if random.random() < 0.8:
            made.paths[seat] = Path(random.randrange(200_000), random.randrange(30_000))
    for seat in random.sample(range(seats), random.randint(1, seats)):
        arrival = START + random.random() * random.choice((0.5, 3.0))
        claimed = random.choice((None, 0, random.randrange(3_000), 2**31))
        pressed = made.press(seat, arrival, claimed)
        if seat == made.turn and random.random() < 0.5:
            made.held = pressed
        else:
            made.claims[seat] = pressed
    return made


@pytest.mark.parametrize("seed", range(3))
def test_the_record_of_a_race_gives_its_verdicts_again(seed: int) -> None:
    random = Random(seed)
    seen: set[Verdict] = set()
    for _ in range(1_000):
        made = random_race(random)
        kept = json.loads(json.dumps(made.explain()))       # as it comes back from a file
        verdicts = made.verdicts()
        assert rederive(kept) == verdicts
        assert {line["seat"]: line["verdict"] for line in kept["claims"]} == verdicts
        for line in kept["claims"]:
            assert line["time"] == made.claims[line["seat"]].time
        seen |= set(verdicts.values())
    assert seen == {Verdict.PAID, Verdict.LATE}


@pytest.mark.parametrize("seed", range(3))
def test_the_verdicts_do_not_depend_on_the_order_of_the_claims(seed: int) -> None:
    random = Random(seed)
    for _ in range(500):
        made = random_race(random)
        before = made.explain()
        turned = list(made.claims.items())
        random.shuffle(turned)
        made.claims = dict(turned)
        assert made.explain() == before


@pytest.mark.parametrize("seed", range(3))
def test_whoever_comes_after_the_settlement_could_not_have_changed_it(seed: int) -> None:
    """Race.settles_at is late enough: a claim read after it is never one of those paid."""
    random = Random(seed)
    for _ in range(500):
        made = random_race(random)
        made.paths = {seat: made.paths.get(seat, Path()) for seat in range(made.seats)}
        at = made.settles_at()
        assert at is not None
        before = made.verdicts()
        for seat in sorted(made.awaited() - made.claims.keys()):
            late = made.press(seat, at + 0.001 + random.random(), random.randrange(3_000))
            made.claims[seat] = late
            assert made.verdicts()[seat] is Verdict.LATE
            del made.claims[seat]
        if made.held is None and made.turn not in made.claims:
            made.held = made.press(made.turn, at + 0.001 + random.random(), random.randrange(3_000))
        assert made.verdicts() == before
