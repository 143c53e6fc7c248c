"""A second opinion on the race: verdicts from a `race` line by code of its own (DESIGN.md 2.2 and 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.simulation.violation import demand

Press = Mapping[str, Any]
FASTEST = 100.0


def effective(press: Press) -> float:
    """Return the effective time, milliseconds: the arrival without the travel that is made up for."""
    arrival, reaction = press["arrival"], press["reaction"]
    if reaction is None:
        return float(arrival)
    travel = arrival - max(reaction, FASTEST) if reaction <= arrival else 0.0
    return max(FASTEST, float(arrival - min(max(0.0, travel), press["most_credit"])))


def check(line: Mapping[str, Any]) -> None:
    """Raise Violation where a verdict of `line` is not what its numbers say."""
    held, length = line["held"], line["length"]
    for press in (*line["claims"], *([held] if held else ())):
        wanted = min(press["min_rtt"] + 4 + 2 * press["jitter"], line["cap"])
        demand(press["most_credit"] <= wanted + 0.01, "more credit than the link and the cap allow")
        demand(abs(press["time"] - effective(press)) <= 0.51, "an effective time that does not follow")
    standing = [claim["time"] for claim in line["claims"] if _stands(claim, line)]
    until = max(length, min(standing) + line["joint"]) if standing else -1
    for claim in line["claims"]:
        paid = claim["time"] <= until
        demand((claim["verdict"] == "paid") == paid, f"seat {claim['seat']} is {claim['verdict']} (R5.2, R5.5)")


def _stands(claim: Press, line: Mapping[str, Any]) -> bool:
    """Return whether the claim came inside the window, or before the next player's action; ties go by seat."""
    held = line["held"]
    if held is None or claim["time"] <= line["length"]:
        return True
    first = line["turn"] if line["layer"] is None else line["layer"] + 1
    places = [(press["seat"] - first) % line["seats"] for press in (claim, held)]
    return bool((claim["time"], places[0]) < (held["time"], places[1]))
