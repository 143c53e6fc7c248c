"""What a record may be besides perfect: unfinished, stopped, with lines of other kinds, or no record at all."""

from __future__ import annotations

import json

import pytest

from server.engine.reasons import Reason
from server.verify.deals import DealFault, Sealed, check_deal
from server.verify.reading import Wrong
from server.verify.record import check_record
from server.verify.report import Report, sentences
from server.verify.words import WHY_NOT
from tests.verify.samples import Fields, good


def lines_of(record: list[Fields]) -> list[str]:
    return [json.dumps(line) + "\n" for line in record]


def test_lines_of_other_kinds_are_skipped() -> None:
    record = good()
    for index in range(len(record), 0, -7):
        record.insert(index, {"t": "race", "claims": []})
    assert check_record(lines_of(record)).games == 3


def test_a_game_may_break_off_in_mid_round() -> None:
    record = good()[:12]
    report = check_record(lines_of(record))
    assert (report.games, report.unfinished) == (1, 1)
    assert any("broke off" in sentence for sentence in sentences(report))


def test_a_stopped_game_has_an_end() -> None:
    record = good()[:12]
    scores = [30, 30, 30]
    assert all(line["t"] not in ("settle", "match") for line in record)
    record.append({"t": "end", "scores": scores, "winners": [], "reason": "stopped"})
    assert check_record(lines_of(record)).unfinished == 0
    record[-1]["winners"] = [1]
    with pytest.raises(Wrong, match="`winners`"):
        check_record(lines_of(record))


def test_a_false_ron_bars_its_seat() -> None:
    record = good()
    at = next(
        index for index, line in enumerate(record)
        if line["t"] == "lay" and record[index - 1]["t"] in ("lay", "draw")
    )
    seat = (record[at]["seat"] + 1) % 3
    false = {"t": "false_ron", "seat": seat}
    assert check_record(lines_of([*record[:at], false, *record[at:]])).games == 3
    with pytest.raises(Wrong, match=r"R5\.8") as caught:
        check_record(lines_of([*record[:at], false, false, *record[at:]]))
    assert caught.value.line == at + 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[1]", "object"),
        ('{"t": 1}', "object"),
        ('{"t": "draw", "seat": 0, "cards": [], "seat": 1}', "twice"),
        ('{"t": "draw", "seat": 0, "cards": NaN}', "NaN"),
        ("[" * 100_000, "JSON"),
        ('{"t": "draw", "seat": ' + "9" * 5000 + "}", "5000 digits"),
        ('{"t": "draw", "seat": true, "cards": []}', "`seat`"),
        ('{"t": "keep", "seat": 0}', "`game` line"),
    ],
)
def test_a_line_that_is_none_is_named(text: str, sentence: str) -> None:
    with pytest.raises(Wrong, match=sentence) as caught:
        check_record(['{"t": "note"}', text])
    assert caught.value.line == 2


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(Wrong, match="no game"):
        check_record([])


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    assert set(WHY_NOT) == set(Reason)


def test_it_says_what_it_cannot_prove() -> None:
    told = sentences(Report(games=1, rounds=3, steps=60, proved_deals=2, unproved_deals=1, deals_without_nonce=1))
    assert told[0].startswith("1 game, 3 rounds, 60 steps")
    limits = [sentence for sentence in told if sentence.startswith("Not proved")]
    assert len(limits) == 4


def sealed_of(record: list[Fields]) -> tuple[Sealed, Fields]:
    game, deal = record[0], record[1]
    nonces = tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in deal["nonces"])
    commit, seed = bytes.fromhex(deal["commit"]), bytes.fromhex(deal["seed"])
    return Sealed(bytes.fromhex(game["id"]), 1, commit, nonces, seed), deal


def test_a_player_checks_a_deal_from_what_they_saw() -> None:
    sealed, deal = sealed_of(good())
    mine: list[list[int] | None] = [None, sorted(deal["hands"][1]), None]
    assert check_deal(sealed, mine, deal["floor"], deal["lead"]) is None
    assert check_deal(sealed, mine, deal["floor"] % 15 + 1) is DealFault.ORDER
    assert check_deal(sealed, [None, deal["hands"][0], None], deal["floor"]) is DealFault.ORDER
    assert check_deal(sealed, mine, deal["floor"], (deal["lead"] + 1) % 3) is DealFault.LEAD
    other = Sealed(sealed.game, 2, sealed.commit, sealed.nonces, sealed.seed)
    assert check_deal(other, mine, deal["floor"]) is DealFault.COMMIT
    long = Sealed(sealed.game, 1, sealed.commit, (b"x" * 256, None, None), sealed.seed)
    assert check_deal(long, mine, deal["floor"]) is DealFault.NONCE_SIZE
