"""What the clients sent, and what became of it: what was acknowledged is committed, once, as it was meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.wire.messages import Act, Claim, Command, DoDraw, DoKeep, DoLay, DoMatch
from tests.simulation.violation import demand

Holder = tuple[int, str]
"""A seat and who sits in it: numbers of commands begin anew with another player."""
Line = Mapping[str, Any]
MOVES = frozenset({"lay", "draw", "match", "keep", "ron", "false_ron"})


class Register:
    """Commands by holder and number, and the journal's lines that carried them out."""

    def __init__(self) -> None:
        self._sent: dict[tuple[Holder, int], Command] = {}
        self._done: dict[tuple[Holder, int], Line] = {}          # lines asked to be committed
        self._kept: set[tuple[Holder, int]] = set()              # lines that are committed
        self._acked: set[tuple[Holder, int]] = set()
        self._names: dict[int, str] = {}
        self._kept_names: dict[int, str] = {}
        self.claimed: dict[int, set[int]] = {}
        """Round -> the seats that claimed anything in it."""
        self._round = 0

    def sent(self, holder: Holder, command: Command) -> None:
        """A client sent `command`, maybe again."""
        key = (holder, command.seq)
        demand(self._sent.setdefault(key, command) == command, "a client uses each number for one command")
        if isinstance(command, Claim):
            self.claimed.setdefault(self._round, set()).add(holder[0])

    def asked(self, lines: Sequence[Line], window: int | None) -> None:
        """The table asks for `lines` to be committed; `window` is that of the race that runs, if any."""
        for line in lines:
            if line["t"] == "_seat":
                self._names[line["seat"]] = line["name"]
            elif line["t"] == "deal":
                self._round = line["round"]
            for seat, seq in line.get("_seq", ()):
                self._one(seat, seq, line, window)

    def _one(self, seat: int, seq: int, line: Line, window: int | None) -> None:
        key = ((seat, self._names.get(seat, "")), seq)
        command = self._sent.get(key)
        if line["t"] not in MOVES:
            return                            # a seat taken, a pause, a readiness: twice is as good as once
        demand(key not in self._done, f"command {seq} of seat {seat} was done twice")
        demand(command is not None, f"seat {seat} never sent command {seq}")
        self._done[key] = line
        if isinstance(command, Act):
            demand(_tells(line, seat, command), f"{line['t']} is not what {command.move} asked for")
        elif isinstance(command, Claim):
            demand(line["t"] in ("ron", "false_ron"), "a claim becomes a Ron, false or not")
            if line["t"] == "ron":
                demand(command.window == window, f"a claim for window {command.window} counted in {window}")

    def committed(self, lines: Sequence[Line]) -> None:
        """`lines` are on the disk."""
        for line in lines:
            if line["t"] == "_seat":
                self._kept_names[line["seat"]] = line["name"]
            for seat, seq in line.get("_seq", ()):
                self._kept.add(((seat, self._kept_names[seat]), seq))

    def acknowledged(self, holder: Holder, seq: int) -> None:
        """The host tells `holder` that its command was done."""
        key = (holder, seq)
        if isinstance(self._sent.get(key), Act | Claim):
            demand(key in self._kept, f"command {seq} of {holder} was acknowledged and is not committed")
            self._acked.add(key)

    def holder(self, seat: int) -> Holder:
        """Return who holds `seat`, as the newest lines say."""
        return seat, self._names.get(seat, "")

    def host_died(self) -> None:
        """Only what was committed has happened."""
        self._done = {key: line for key, line in self._done.items() if key in self._kept}
        self._names = dict(self._kept_names)

    def all_kept(self) -> None:
        """Each acknowledged action is in what was committed."""
        demand(self._acked <= self._kept, "an acknowledged action was lost")


def _tells(line: Line, seat: int, command: Act) -> bool:
    """Return whether `line` is what `command` asked for."""
    match command.move:
        case DoLay(cards, signs, terra):
            if line["t"] == "ron":
                return seat in line["seats"] and len(cards) == 1
            laid = (line["t"], tuple(line.get("cards", ())), line.get("signs"), line.get("terra"))
            return laid == ("lay", cards, signs, terra)
        case DoDraw():
            return bool(line["t"] == "draw")
        case DoMatch(terra):
            return (line["t"], line.get("terra")) == ("match", terra)
        case DoKeep():
            return bool(line["t"] == "keep")
