"""One link: its pings, what the race may make up for on it, and the answers to its commands."""

from __future__ import annotations

from server.table.links import ANSWERS, COVERED, MOST_JITTER, SAMPLES, Answers, Link
from server.wire.messages import Ack


def link(*trips: float, kernel: float | None = None) -> Link:
    """Return a link whose pings took so many seconds."""
    made = Link(peer=1, seat=0, name="A", heard=0.0, kernel=kernel)
    for number, trip in enumerate(trips):
        now = 2.0 * number
        made.pong(now + trip, made.ping(now))
    return made


class TestPath:
    def test_of_a_link_never_measured_is_none(self) -> None:
        path = link().path
        assert (path.min_rtt, path.jitter) == (0, 0)

    def test_is_the_smallest_round_trip_in_microseconds(self) -> None:
        assert link(0.0301, 0.0200, 0.0999).path.min_rtt == 20_000

    def test_the_kernels_figure_goes_before_the_pings(self) -> None:
        assert link(0.030, 0.020, kernel=0.0125).path.min_rtt == 12_500

    def test_jitter_is_what_a_usual_round_trip_takes_longer_each_way(self) -> None:
        excess = 0.010 - COVERED
        assert link(0.020, 0.030, 0.040).path.jitter == round(excess / 2 * 1_000_000)

    def test_jitter_is_none_where_the_margin_covers_it(self) -> None:
        assert link(0.020, 0.020 + COVERED, 0.040).path.jitter == 0

    def test_jitter_has_a_bound(self) -> None:
        """Pongs can be held back, so it must not pay."""
        assert link(0.001, 5.0, 5.0, 5.0).path.jitter == MOST_JITTER * 1_000_000

    def test_only_the_newest_round_trips_count(self) -> None:
        assert link(0.001, *[0.050] * SAMPLES).path.min_rtt == 50_000


class TestPings:
    def test_have_numbers_of_their_own(self) -> None:
        made = link()
        assert [made.ping(0.0) for _ in range(3)] == [1, 2, 3]

    def test_an_answer_that_nobody_asked_for_counts_for_nothing(self) -> None:
        made = link()
        made.pong(0.001, 1)
        assert made.path.min_rtt == 0
        number = made.ping(1.0)
        made.pong(1.040, number)
        made.pong(1.041, number)
        assert made.path.min_rtt == 40_000

    def test_at_most_four_are_awaited(self) -> None:
        made = link()
        first = made.ping(0.0)
        for _ in range(4):
            made.ping(1.0)
        made.pong(2.0, first)
        assert made.path.min_rtt == 0


class TestAnswers:
    def test_are_remembered_by_number(self) -> None:
        answers = Answers()
        answers.open(3)
        assert answers.known == {3: None}
        answers.known[3] = Ack(3)
        assert answers.known[3] == Ack(3)
        assert answers.highest == 3

    def test_the_oldest_are_forgotten_and_stale_from_then_on(self) -> None:
        answers = Answers()
        for seq in range(1, ANSWERS + 11):
            answers.open(seq)
        assert len(answers.known) == ANSWERS
        assert answers.stale(10)
        assert not answers.stale(11)

    def test_of_none_the_highest_is_below_all_numbers(self) -> None:
        assert Answers().highest == -1
        assert not Answers().stale(0)

    def test_a_number_out_of_order_is_no_reason_to_forget_the_new_ones(self) -> None:
        answers = Answers()
        answers.open(2**31)
        answers.open(5)
        assert not answers.stale(6)
        assert answers.highest == 2**31
