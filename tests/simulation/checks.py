"""What must hold after every step of a run, whatever went wrong in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from server.engine.actions import Action, Draw, Keep
from server.engine.apply import why_not
from server.engine.cards import DECK, Seat
from server.engine.reasons import Reason
from server.engine.shuffle import commitment, deal_label
from server.engine.state import Game, Phase
from server.table.core import Core
from server.table.effects import Effect, Peer, Persist, Send
from server.table.race import Race, rederive
from server.table.table import Table
from server.wire.messages import (
    Ack,
    Change,
    Changed,
    Commitment,
    Raced,
    Said,
    Snapshot,
    Stage,
    ToClient,
    Verdict,
    Welcome,
)
from tests.simulation import verdicts
from tests.simulation.commands import Register
from tests.simulation.listeners import Listeners
from tests.simulation.referee import Referee
from tests.simulation.secrecy import is_blind_to_hidden_cards, shows_only_its_own
from tests.simulation.violation import demand

Line = Mapping[str, Any]
ACTIONS = ("lay", "draw", "match", "keep", "ron")


class Checks:
    """Follows one run. `journal` is what was committed so far; a restart goes on from it."""

    def __init__(self, random: Random) -> None:
        self.journal: list[Line] = []
        self.register = Register()
        self.referee = Referee()
        self.listeners = Listeners()
        self.rounds: list[Referee] = []
        self.nonces: dict[str, tuple[str, int]] = {}         # nonce -> (game, round) that it was made for
        self._random = random
        self._commits: dict[tuple[str, int], str] = {}
        self._kept_events = 0
        self._race: Line | None = None
        self._window: int | None = None
        self._game: Game | None = None
        self._bots: frozenset[Seat] = frozenset()
        self._by_itself: set[Seat] = set()
        self._noted = 0
        self._last_move = ""

    # ---- around each call of the table --------------------------------------------------------------------

    def before(self, table: Table) -> None:
        """The table is about to be called."""
        self._bots = frozenset(seat for seat, state in enumerate(table.core.seats) if state.played_by_bot)
        self._last_move = ""
        self._window = None if table.core.race is None else table.core.race.window

    def after(self, table: Table, now: float, effects: Sequence[Effect]) -> None:
        """The table was called at `now` and asks for `effects`."""
        self._notice_timeouts(table)
        for effect in effects:
            if isinstance(effect, Persist):
                self._asked(effect.lines)
            elif isinstance(effect, Send):
                self._made(table, now, effect)
        self._notice_presses(table)
        if table.core.game is not self._game:
            self._game = table.core.game
            self._agrees(table.core.game)
        self._lives(table, now)

    def _made(self, table: Table, now: float, send: Send) -> None:
        message, core = send.message, table.core
        if isinstance(message, Snapshot):
            link = core.links.get(send.peer)
            viewer = None if link is None else link.seat
            demand(link is not None, "a snapshot goes to a link of the table")
            shows_only_its_own(core, viewer, message)
            self.listeners.snapshot(send.peer, viewer, message)
            if self._random.random() < 0.2:
                is_blind_to_hidden_cards(core, now, viewer, self._random)
        elif isinstance(message, Commitment):
            key = (message.game.hex(), message.round)
            known = self._commits.setdefault(key, message.commit.hex())
            demand(known == message.commit.hex(), f"another commitment for round {message.round}")
        elif isinstance(message, Welcome):
            self.listeners.welcomed(send.peer)

    # ---- lines --------------------------------------------------------------------------------------------

    def _asked(self, lines: Sequence[Line]) -> None:
        for line in lines:
            what = line["t"]
            if what == "race":
                self._judged(line)
                continue
            self.register.asked((line,), self._window)
            self.referee.take(line)
            if what == "deal":
                self._dealt(line)
            elif what in ("settle", "end"):
                self.rounds[self.referee.round - 1 :] = [self.referee.copy()]
            elif what in ACTIONS:
                self._acted(line)

    def _judged(self, line: Line) -> None:
        told = {claim["seat"]: Verdict(claim["verdict"]) for claim in line["claims"]}
        demand(rederive(line) == told, "the verdicts follow from the race's numbers")
        verdicts.check(line)
        self._race = line

    def _acted(self, line: Line) -> None:
        """An action of a player: what the race before it decided, and by somebody who may act."""
        race, self._race = self._race, None
        self._last_move = line["t"]
        if race is not None:
            paid = {claim["seat"] for claim in race["claims"] if claim["verdict"] == Verdict.PAID}
            rons = set(line["seats"]) if line["t"] == "ron" else set()
            demand(paid == rons, f"the race paid {sorted(paid)}, and a {line['t']} follows")
        seats = line["seats"] if line["t"] == "ron" else [line["seat"]]
        commanded = {seat for seat, _ in line.get("_seq", ())}
        for seat in seats:
            by_itself = seat in self._bots or seat in self._by_itself
            demand(seat in commanded or by_itself, f"{line['t']}: nobody asked for it, and seat {seat} is no bot")
        self._by_itself.clear()

    def _dealt(self, line: Line) -> None:
        """The deal is the one committed to, with nonces that were made after that (DESIGN.md 4)."""
        for nonce in line["nonces"]:
            known = nonce is None or self.nonces.get(nonce) is not None
            demand(known, "a nonce in the deal that no client sent")
            if nonce is not None:
                demand(self.nonces[nonce][1] == line["round"], "a nonce made before the deal was committed to")
        announced = [commit for (_, round), commit in self._commits.items() if round == line["round"]]
        demand(line["commit"] in announced or not announced, "the deal is not the one committed to")
        games = [game for (game, round), commit in self._commits.items() if commit == line["commit"]]
        for game in games:
            label = deal_label(bytes.fromhex(game), line["round"])
            shown = commitment(bytes.fromhex(line["seed"]), label).hex()
            demand(shown == line["commit"], "the seed is not the one committed to")

    def _notice_timeouts(self, table: Table) -> None:
        for n, event in table.core.recent:
            timed_out = isinstance(event, Changed) and event.what is Change.TIMED_OUT
            if n > self._noted and timed_out and isinstance(event, Changed) and event.seat is not None:
                self._by_itself.add(event.seat)
        self._noted = table.core.events

    def _notice_presses(self, table: Table) -> None:
        """Who plays by itself in the race that runs must be a bot, or out of time."""
        play, race = table.play, table.core.race
        if race is None:
            return
        pressed = {seat for seat, seq in play.claim_seqs.items() if seq is None}
        if play.held is not None and play.held.seq is None:
            pressed.add(race.turn)
        for seat in pressed - self._by_itself:
            demand(seat in self._bots, f"a bot acts for seat {seat}, whose player is here")
            self._by_itself.add(seat)

    # ---- the state ----------------------------------------------------------------------------------------

    def _agrees(self, game: Game) -> None:
        """The game is what the journal's lines make of it."""
        if not game.round:
            return
        other = self.referee
        held = sorted([*game.deck, *game.under, game.floor, *(card for hand in game.hands for card in hand)])
        demand(tuple(held) == DECK, f"{len(held)} cards are on the table, not all 64")
        demand(sum(game.scores) == game.rules.start * game.seats, "scores do not add up (R7.3)")
        demand(list(game.scores) == other.scores, f"scores {game.scores}, by the lines {other.scores}")
        hands = [sorted(hand.elements()) for hand in other.hands]
        demand([list(hand) for hand in game.hands] == hands, "the hands are not what the lines say")
        demand(list(game.deck) == other.deck and game.floor == other.floor, "the deck is not what the lines say")
        demand(set(game.barred) == other.barred, f"barred are {sorted(game.barred)}, not {other.barred} (R5.8)")
        if game.phase in (Phase.TURN, Phase.MATCH):
            demand(game.turn == other.turn, "the turn is not what the lines say")
            demand((game.terra, game.fresh_terra) == (other.terra, other.fresh), "Terra is not what the lines say")

    def _lives(self, table: Table, now: float) -> None:
        """Somebody may act, or a deadline runs."""
        core = table.core
        if core.stopped is not None:
            reason = core.paused is not None or core.deserted
            demand(reason, "the clocks stand, and nobody paused or is away")
        elif core.stage is Stage.PLAY:
            race = core.race
            if race is not None:
                self._depends_on_counts(core, race)
            if race is not None and (race.claims or race.held is not None):
                # A race whose snapshot no kernel has taken yet has not begun; the link's end begins it.
                demand(race.settles_at() is not None or race.start is None, "a race that never settles")
                return
            seat = core.seats[core.game.turn]
            default: Action = Keep(core.game.turn) if core.game.phase is Phase.MATCH else Draw(core.game.turn)
            may = why_not(core.game, default) in (None, Reason.RESHUFFLE_FIRST)
            demand(may, "the seat in turn may do nothing")
            demand(seat.present or core.clock.at is not None or seat.played_by_bot, "nobody can act")
        elif core.stage is Stage.DEALING:
            demand(core.clock.at is not None, "nothing ends the wait for nonces")
        waits = core.stopped is not None or core.clock.at is None or core.clock.at >= now
        demand(waits, "a deadline has passed, and nothing was done")

    def _depends_on_counts(self, core: Core, race: Race) -> None:
        """Who may claim and how long the window is depend on what all can count, on no card (DESIGN.md 2.1)."""
        game = core.game
        one_card = {seat for seat, hand in enumerate(game.hands) if len(hand) == 1}
        demand(race.candidates == one_card - ({game.layer} - {game.turn}), "who may Ron is not told by counts")
        fresh = race.window == core.rev and race.window != self._window
        if fresh and self._last_move in ("lay", "match") and not core.instant:
            length = core.settings.ron_window if race.candidates else 0
            demand(race.length == length, f"the window after a lay is {race.length} ms, not {length}")

    # ---- what leaves --------------------------------------------------------------------------------------

    def committed(self, lines: Sequence[Line]) -> None:
        """`lines` are on the disk."""
        self.journal += lines
        self.register.committed(lines)
        self._kept_events = max([self._kept_events, *(line["_n"] for line in lines if "_n" in line)])

    def leaves(self, peer: Peer, seat: Seat | None, message: ToClient) -> None:
        """`message` leaves for `peer`, who holds `seat`: what it tells must be on the disk."""
        if isinstance(message, Ack) and seat is not None:
            self.register.acknowledged(self.register.holder(seat), message.seq)
        elif isinstance(message, Snapshot):
            for numbered in message.events:
                of_the_game = not isinstance(numbered.event, Raced | Said | Changed)
                demand(not of_the_game or numbered.n <= self._kept_events, "an event was told before its commit")

    # ---- death and return ---------------------------------------------------------------------------------

    def host_died(self) -> None:
        """Only what was committed has happened."""
        self.register.host_died()
        self.referee = Referee()
        self.rounds.clear()
        for line in self.journal:
            if line["t"] != "race":
                self.referee.take(line)
        self._race, self._game = None, None
        self._by_itself.clear()
        self.listeners.host_died()

    def restored(self, table: Table) -> None:
        """The host is back: its table is what was committed."""
        self._noted = table.core.events
        self._agrees(table.core.game)

    def ended(self) -> None:
        """The run is over."""
        self.register.all_kept()
