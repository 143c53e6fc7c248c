"""What a checked record proves and what it cannot, in sentences."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Report:
    """Counts of what was found right.

    Attributes:
        unfinished: games without an end.
        steps: lays, draws, matches, kept cards and Rons.
        proved_deals: deals that follow from a committed seed and the players' nonces.
        unproved_deals: deals that come without a seed.
        deals_without_nonce: those of `proved_deals` to which no player gave a nonce.
    """

    games: int = 0
    unfinished: int = 0
    rounds: int = 0
    steps: int = 0
    proved_deals: int = 0
    unproved_deals: int = 0
    deals_without_nonce: int = 0


def sentences(report: Report) -> list[str]:
    """Return what to tell of a record that is right."""
    told = [
        f"{_some(report.games, 'game')}, {_some(report.rounds, 'round')}, {_some(report.steps, 'step')}: "
        "every line is right.",
        "Proved: every step was legal, and every payment, score and winner follows from the steps by the rules.",
    ]
    if report.proved_deals:
        told.append(
            f"Proved: {_some(report.proved_deals, 'deal')}, reshuffles included: the order of the cards follows "
            "from a seed that was committed to, and from the players' nonces."
        )
    told += [f"Not proved: {sentence}" for sentence in _limits(report)]
    return told


def _limits(report: Report) -> list[str]:
    limits = []
    if report.unfinished:
        limits.append(f"{_some(report.unfinished, 'game')} broke off before the end.")
    if report.unproved_deals:
        deals = _some(report.unproved_deals, "deal")
        limits.append(f"{deals} came without a seed, so the cards may have been chosen.")
    if report.deals_without_nonce:
        deals = _some(report.deals_without_nonce, "deal")
        limits.append(f"no player gave a nonce to {deals}, so the host could have tried seeds.")
    if report.proved_deals:
        limits.append(
            "that a commitment came before the nonces: only those who were there have seen it "
            "(each client checks it as it plays)."
        )
    limits.append("that nobody looked at hidden cards, and that players and times were as written.")
    return limits


def _some(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
