"""What a checked record proves and what it cannot, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from server.console.say import say, say_count


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
    counts = (
        say_count("{n} game", "{n} games", report.games),
        say_count("{n} round", "{n} rounds", report.rounds),
        say_count("{n} step", "{n} steps", report.steps),
    )
    told = [
        say("{counts}: every line is right.", counts=", ".join(counts)),
        say(
            "Proved: every step was legal, and every payment, score and winner follows from the steps by the rules."
        ),
    ]
    if report.proved_deals:
        told.append(
            say(
                "Proved: {deals}, reshuffles included: the order of the cards follows from a seed that was "
                "committed to, and from the players' nonces.",
                deals=_deals(report.proved_deals),
            )
        )
    told += [say("Not proved: {what}", what=sentence) for sentence in _limits(report)]
    return told


def _limits(report: Report) -> list[str]:
    limits = []
    if report.unfinished:
        limits.append(
            say_count(
                "{n} game broke off before the end.", "{n} games broke off before the end.", report.unfinished
            )
        )
    if report.unproved_deals:
        template = "{deals} came without a seed, so the cards may have been chosen."
        limits.append(say(template, deals=_deals(report.unproved_deals)))
    if report.deals_without_nonce:
        template = "no player gave a nonce to {deals}, so the host could have tried seeds."
        limits.append(say(template, deals=_deals(report.deals_without_nonce)))
    if report.proved_deals:
        limits.append(
            say(
                "that a commitment came before the nonces: only those who were there have seen it "
                "(each client checks it as it plays)."
            )
        )
    limits.append(say("that nobody looked at hidden cards, and that players and times were as written."))
    return limits


def _deals(n: int) -> str:
    return say_count("{n} deal", "{n} deals", n)
