"""A record looked at again: every state of a game, from its lines, and the ways through them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from server.engine.apply import apply
from server.engine.cards import Seat
from server.engine.events import Event, GameEnded, RoundEnded
from server.engine.reasons import IllegalAction
from server.engine.rules import RulesError
from server.engine.state import Game, Phase, new_game
from server.verify.deals import Sealed
from server.verify.words import WHY_NOT
from server.wire.messages import Kind, Raced, RaceLine, Roster, SeatInfo, TableEvent, Verdict
from server.wire.record import RecordError, RecordPlayer, action_of, players_of, rules_of
from server.wire.settings import Level, Settings
from server.wire.text import clean_text
from terra_tui.session.shown import watched_state
from terra_tui.session.state import ClientState, DealCheck

NAME_CELLS: Final = 16
LONGEST_RACE: Final = 3_600_000
"""Milliseconds; nothing longer was a race."""
Line: TypeAlias = Mapping[str, object]
"""One object of a record."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One state of the game.

    Attributes:
        told: how many of the game's events have happened by then.
        points: the scores at the start and after each round by then.
    """

    game: Game
    told: int
    points: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Playback:
    """One game of a record, played to its last line. `frames` has at least one, the first after a deal."""

    roster: Roster
    frames: tuple[Frame, ...]
    events: tuple[Event | TableEvent, ...]
    checks: dict[int, DealCheck]

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Playback:
        """Play the lines of one game, as `games_of` gives them.

        Raises:
            RecordError: a line is malformed or not legal, or no cards were dealt; the message names the line.
        """
        reader = _Reader(lines[0])
        for number, line in enumerate(lines[1:], 2):
            try:
                reader.take(line)
            except IllegalAction as error:
                why = RecordError(WHY_NOT[error.reason])
                raise RecordError("line {number} is not legal: {why}", number=number, why=why) from None
            except RecordError as error:
                raise RecordError("line {number}: {why}", number=number, why=error) from None
        if not reader.frames:
            raise RecordError("no cards were dealt in it")
        return cls(reader.roster, tuple(reader.frames), tuple(reader.events), reader.checks)

    @property
    def last(self) -> int:
        """The index of the last state."""
        return len(self.frames) - 1

    def state(self, index: int, follow: Seat | None = None) -> ClientState:
        """Return what is seen at `index`, following a seat, or with all hands."""
        frame = self.frames[index]
        shown = {round: check for round, check in self.checks.items() if round <= frame.game.round}
        return watched_state(
            frame.game, follow, self.roster, self.events[: frame.told], index, frame.points, shown
        )

    # ---- ways: each takes an index and returns one, within the game --------------------------------------------

    def stepped(self, index: int, step: int) -> int:
        """Return the index so many states further, or back."""
        return max(0, min(self.last, index + step))

    def next_cycle(self, index: int) -> int:
        """Return where the same seat is in turn again, or where the round ends or the next begins before that."""
        here = self.frames[index].game
        for other in range(index + 1, self.last + 1):
            game, before = self.frames[other].game, self.frames[other - 1].game
            if game.phase in (Phase.BETWEEN, Phase.OVER) or game.round != here.round:
                return other
            if game.turn == here.turn and before.turn != here.turn:
                return other
        return self.last

    def last_cycle(self, index: int) -> int:
        """Return where the seat in turn began its turn before, or where the round began or the last one ended."""
        here = self.frames[index].game
        for other in range(index - 1, -1, -1):
            game, before = self.frames[other].game, self.frames[max(0, other - 1)].game
            if game.round != here.round or other == 0 or before.phase is Phase.BETWEEN:
                return other
            if game.turn == here.turn and before.turn != here.turn:
                return other
        return 0

    def next_round(self, index: int) -> int:
        """Return where the next round begins; the last state where there is none."""
        here = self.frames[index].game.round
        return next((at for at in range(index + 1, self.last) if self.frames[at].game.round != here), self.last)

    def last_round(self, index: int) -> int:
        """Return where this round began; from there, where the one before it did."""
        if index == 0:
            return 0
        wanted = self.frames[index - 1].game.round
        return next(at for at in range(index) if self.frames[at].game.round == wanted)


class _Reader:
    """Plays one line after another."""

    def __init__(self, first: Line) -> None:
        try:
            players = players_of(first)
            self._game = new_game(rules_of(first), len(players))
        except (RecordError, RulesError) as error:
            raise RecordError("line {number}: {why}", number=1, why=error) from None
        seats = tuple(_seat(seat, player) for seat, player in enumerate(players))
        self.roster = Roster(Settings(seats=len(players), rules=self._game.rules), seats)
        self.frames: list[Frame] = []
        self.events: list[Event | TableEvent] = []
        self.checks: dict[int, DealCheck] = {}
        self._id = str(first.get("id", ""))
        self._points: tuple[tuple[int, ...], ...] = (self._game.scores,)

    def take(self, line: Line) -> None:
        """Take in the next line; one that tells of no action changes nothing."""
        if line.get("t") == "race":
            # It comes before the Ron that it decided.
            self.events += _raced(line, self._game.seats)
        action = action_of(line, self._game)
        if action is None:
            return
        self._game, events = apply(self._game, action)
        self.events += events
        if line.get("t") == "deal":
            self.checks[self._game.round] = _checked(self._id, line, self._game)
        for event in events:
            if isinstance(event, RoundEnded | GameEnded):
                # A game that ends with its round tells the same scores twice.
                again = isinstance(event, GameEnded) and event.scores == self._points[-1]
                self._points = self._points if again else (*self._points, event.scores)
        self.frames.append(Frame(self._game, len(self.events), self._points))


def games_of(lines: Iterable[Line]) -> tuple[tuple[Line, ...], ...]:
    """Return the lines of each game of a record, its `game` line first; what is before the first is left out."""
    games: list[list[Line]] = []
    for line in lines:
        if line.get("t") == "game":
            games.append([])
        if games:
            games[-1].append(line)
    return tuple(tuple(game) for game in games)


def _seat(seat: Seat, player: RecordPlayer) -> SeatInfo:
    """Return a player as a roster has them, the name made harmless: a record may come from anybody."""
    name = clean_text(player.name, NAME_CELLS) or str(seat + 1)
    level = next((level for level in Level if level.value == player.level), None)
    return SeatInfo(Kind.BOT if player.kind == "bot" else Kind.HUMAN, name, level)


def _raced(line: Line, seats: int) -> list[Raced]:
    """Return a race as the table told of it; what a stranger's line lacks is left out."""
    claims = line.get("claims")
    lines: list[RaceLine] = []
    for claim in claims if isinstance(claims, list) else []:
        if isinstance(claim, dict) and claim.get("seat") in range(seats) and claim.get("verdict") in tuple(Verdict):
            time = claim.get("time")
            if isinstance(time, int | float) and 0 <= time <= LONGEST_RACE:
                lines.append(RaceLine(claim["seat"], round(time), Verdict(claim["verdict"])))
    return [Raced(tuple(lines))] if lines else []


def _checked(game: str, line: Line, after: Game) -> DealCheck:
    """Return whether a deal is the one that its seed gives, NONE where the record holds no seed of it."""
    commit, nonces, seed = (line.get(key) for key in ("commit", "nonces", "seed"))
    if not (isinstance(commit, str) and isinstance(nonces, list) and isinstance(seed, str)):
        return DealCheck.NONE
    try:
        given = tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in nonces)
        sealed = Sealed(bytes.fromhex(game), after.round, bytes.fromhex(commit), given, bytes.fromhex(seed))
    except (TypeError, ValueError):
        return DealCheck.BAD
    if sealed.why_not_kept() is not None or len(given) != after.seats:
        return DealCheck.BAD
    size = after.rules.hand
    order = sealed.order()
    hands = tuple(tuple(sorted(order[seat * size : (seat + 1) * size])) for seat in range(after.seats))
    dealt = (hands, order[after.seats * size], order[after.seats * size + 1 :])
    lead = after.round > 1 or after.lead == sealed.first_lead()
    return DealCheck.GOOD if lead and dealt == (after.hands, after.floor, after.deck) else DealCheck.BAD
