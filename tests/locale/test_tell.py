"""Events, refusals and failures become sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.engine.events import (
    Cause,
    Dealt,
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
from server.engine.reasons import Reason
from server.wire.messages import (
    Change,
    Changed,
    Code,
    Kind,
    Raced,
    RaceLine,
    Roster,
    Said,
    SeatInfo,
    TableEvent,
    Verdict,
)
from server.wire.settings import Settings
from server.wire.words import SOLO
from terra_tui.locale.tell import event_text, failure_text, is_told, problem_text
from terra_tui.locale.words import Words
from terra_tui.session.address import Address
from terra_tui.session.draft import Flaw, Problem
from terra_tui.session.failures import places
from terra_tui.session.state import ClientState, Failure

STATE = ClientState(
    seat=0,
    roster=Roster(
        settings=Settings(seats=3),
        seats=(
            SeatInfo(Kind.HUMAN, "Minji"),
            SeatInfo(Kind.HUMAN, "[/red]"),
            SeatInfo(Kind.BOT, "Mars"),
        ),
    ),
)

CASES: list[tuple[Event | TableEvent, str]] = [
    (Dealt(1, 0, 4), "Round 1: Minji leads, the floor is 4"),
    (Laid(1, (5, 7, 8), "+-", False), "[/red] 5+7-8 -> 8"),
    (Laid(1, (5, 7, 8), "+-", True), "[/red] 5+7-8 -> 8  Terra!"),
    (Drew(2, 1, False), "Mars drew a card"),
    (Drew(2, 3, False), "Mars drew 3 cards"),
    (Drew(2, 1, False, (5,)), "Mars drew a card: 5"),
    (Drew(0, 1, False, (5,)), "you drew a 5"),
    (Drew(0, 1, False, (11,)), "you drew an 11"),
    (Drew(0, 2, False, (3, 4)), "you drew 2 cards: 3, 4"),
    (Drew(2, 0, False), "Mars found no card: pass"),
    (Drew(2, 1, True), "Mars drew a card that fits: back match?"),
    (Matched(2, 11, False), "Mars back match 11: +1 from each"),
    (Kept(2), "Mars kept it"),
    (TerraEnded(2), "the Terra phase is over"),
    (Reshuffled(30), "The laid cards were shuffled: the deck holds 30"),
    (Ronned((0, 2), (8, 8), 1, 3, False), "Ron! Minji, Mars: 8, 8, [/red] pays"),
    (Ronned((0,), (8,), None, 0, True), "Ron! Minji: 8, nobody pays"),
    (FalselyRonned(2), "False Ron by Mars"),
    (RoundEnded(4, Cause.RON, (0,), (Pay(1, 0, 12),), (0, 6, 3), (42, 18, 30), 0), "Round 4 to Minji"),
    (RoundEnded(4, Cause.VOID, (), (), (1, 6, 3), (30, 30, 30), 1), "Round 4 is void"),
    (GameEnded((61, 20, 9), (0,), EndReason.LIMIT), "The game goes to Minji"),
    (
        Raced((RaceLine(2, 348, Verdict.PAID), RaceLine(0, 312, Verdict.PAID))),
        "Race: Minji 312 ms, Mars 348 ms",
    ),
    (Said("Jun", "{hi} [b]"), "Jun: {hi} [b]"),
    (Changed(Change.JOINED, 1), "[/red] has joined"),
    (Changed(Change.LEFT, 1, "Sora"), "Sora has left"),
]


@pytest.mark.parametrize(("event", "text"), CASES, ids=lambda value: type(value).__name__)
def test_an_event_in_english(event: Event | TableEvent, text: str) -> None:
    assert event_text(Words("en"), STATE, event) == text


@pytest.mark.parametrize("event", [event for event, _ in CASES], ids=lambda value: type(value).__name__)
def test_an_event_in_korean_has_its_own_words(event: Event | TableEvent) -> None:
    told = event_text(Words("ko"), STATE, event)
    assert told
    if not isinstance(event, Laid | Said):
        assert told != event_text(Words("en"), STATE, event)


@pytest.mark.parametrize("what", list(Change))
@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_who_plays_against_bots_reads_nothing_of_tables_and_hosts(what: Change, seat: int, lang: str) -> None:
    event = Changed(what, seat, "Minji" if seat == 0 else "Mars")
    alone = replace(STATE, table=SOLO)
    assert is_told(STATE, event)
    of_oneself = what in (Change.JOINED, Change.OWNER, Change.AWAY, Change.BACK) and seat == 0
    assert is_told(alone, event) is not of_oneself
    told, elsewhere = event_text(Words(lang), alone, event), event_text(Words(lang), STATE, event)
    assert (told != elsewhere) == (what is Change.RESUMED)
    if what is Change.RESUMED:
        assert told == Words(lang).say("change.resumed_alone")


def test_an_open_seat_is_called_by_its_number() -> None:
    assert event_text(Words("en"), ClientState(), Kept(2)) == "Seat 3 kept it"


def test_a_failure_uses_its_code_then_the_hosts_sentence_then_the_bare_code() -> None:
    words = Words("en")
    assert failure_text(words, Failure("not_your_turn")) == "It is not your turn."
    assert "10.0.0.1:4747" in failure_text(words, Failure("refused", {"address": "10.0.0.1:4747"}))
    assert failure_text(words, Failure("new_code", text="The moon is full.")) == "The moon is full."
    assert failure_text(words, Failure("new_code")) == "Something went wrong (new_code)."
    assert failure_text(words, Failure("refused", text="No address came.")) == "No address came."


def test_a_problem_of_a_sum() -> None:
    problem = Problem(Flaw.WRONG_TOTAL, {"total": 6, "floor": 4})
    assert problem_text(Words("en"), problem) == "That makes 6, and the floor is 4."


NETWORK = (
    "refused", "timeout", "no_route", "unknown_host", "lost", "cut_off", "hung_up", "tls", "needs_tls",
    "not_terra", "nonsense", "version", "table_full", "crowded", "no_watching", "name_taken", "seat_held",
    "passphrase",
    "too_many_tries", "no_passphrase", "host_proof", "bad_token", "slow", "silent", "closing", "store",
)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("code", NETWORK)
def test_what_goes_wrong_on_the_network_names_the_address(code: str, lang: str) -> None:
    failure = Failure(code, places(Address("192.168.0.7", 4747)) | {"name": "Minji"})
    assert "192.168.0.7:4747" in failure_text(Words(lang), failure)


BYES = frozenset({
    Code.VERSION, Code.PASSPHRASE, Code.TOO_MANY_TRIES, Code.CROWDED, Code.NAME_TAKEN, Code.BAD_TOKEN,
    Code.NO_WATCHING, Code.SLOW, Code.CLOSING, Code.STORE, Code.SILENT,
})
"""Codes that only close a connection: the client knows then which one."""


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("code", [*(code for code in Code if code not in BYES), *Reason])
def test_what_is_refused_inside_a_table_has_a_sentence_without_an_address(code: Code | Reason, lang: str) -> None:
    words = Words(lang)
    told = failure_text(words, Failure(code.value, text="THE HOST'S OWN"))
    assert told not in ("THE HOST'S OWN", "", words.say("error.unknown", code=code.value))
    assert "{" not in told


def test_a_full_table_is_told_of_otherwise_inside_and_at_its_door() -> None:
    words = Words("en")
    assert failure_text(words, Failure("table_full")) == "All seats are taken."
    assert "terra" in failure_text(words, Failure("table_full", places(Address("192.168.0.7", 4747))))
