"""What is new between two states, as lines: one event a line, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator

from server.engine.events import Cause, Dealt, Drew, Event, FalselyRonned, GameEnded, Pay, Ronned, RoundEnded
from server.engine.state import Phase
from server.wire.messages import Kind, Said, Stage, TableEvent
from terra_tui.locale.tell import event_text, failure_text, is_told, name
from terra_tui.locale.unpaid import nobody_pays_text
from terra_tui.locale.watchers import own_hand_is_shown
from terra_tui.locale.words import Words
from terra_tui.plain import answers
from terra_tui.session.alerts import AlertKind, alerts
from terra_tui.session.state import ClientState, DealCheck, LinkState, host_stopped


class Teller:
    """Tells one session. `words` may be changed at any time.

    Attributes:
        words: the language.
        muted: chat is not told.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.muted = False
        self._ron: Ronned | None = None

    def tell(self, old: ClientState, new: ClientState) -> list[str]:
        """Return the lines that take a reader from `old` to `new`."""
        return [
            *self._link(old, new),
            *self._events(old, new),
            *self._people(old, new),
            *self._refusal(old, new),
            *self._checks(old, new),
            *self._stage(old, new),
            *self._alerts(old, new),
        ]

    # ---- the link ---------------------------------------------------------------------------------

    def _link(self, old: ClientState, new: ClientState) -> Iterator[str]:
        before, now = old.link.state, new.link.state
        if before is now:
            return
        say = self.words.say
        match now:
            case LinkState.CONNECTING:
                yield say("table.connecting", address=new.link.address)
            case LinkState.NEEDS_PASSPHRASE:
                if new.link.error is not None:
                    yield failure_text(self.words, new.link.error)
                yield say("plain.passphrase")
            case LinkState.RETRYING if host_stopped(new.link):
                yield say("plain.stopped")
            case LinkState.RETRYING:
                yield say("plain.lost")
            case LinkState.UP if old.game and new.game != old.game:
                yield say("table.elsewhere", table=new.table)
            case LinkState.UP if before is LinkState.RETRYING:
                yield say("plain.back")
            case LinkState.UP if new.seat is None:
                yield say("plain.watching", table=new.table)
            case LinkState.UP:
                yield say("plain.seated", table=new.table, n=(new.seat or 0) + 1)
            case LinkState.CLOSED if new.link.error is None:      # else the reason is the last word
                yield say("plain.closed")

    # ---- events -----------------------------------------------------------------------------------

    def _events(self, old: ClientState, new: ClientState) -> Iterator[str]:
        known = {numbered.n: numbered for numbered in old.log}
        for numbered in new.log:
            unheard = (self.muted and isinstance(numbered.event, Said)) or not is_told(new, numbered.event)
            if known.get(numbered.n) != numbered and not unheard:
                yield from self._event(new, numbered.event)

    def _event(self, state: ClientState, event: Event | TableEvent) -> Iterator[str]:
        match event:
            case Dealt():
                self._ron = None
                yield event_text(self.words, state, event)
                if own_hand_is_shown(state):
                    yield self.words.say("plain.still_shown")
            case Drew(seat=seat, choosing=True) if seat == state.seat:
                return      # what was drawn is told with the choice
            case FalselyRonned(seat=seat) if seat == state.seat:
                yield self.words.say("plain.ron_barred")
            case Ronned():
                self._ron = event
                yield event_text(self.words, state, event)
                if event.penalty and event.payer is not None:
                    payer = name(self.words, state, event.payer)
                    yield self.words.say("event.penalty", name=payer, n=event.penalty)
            case RoundEnded():
                yield event_text(self.words, state, event)
                yield from self._payments(state, event)
            case GameEnded(scores=scores, winners=winners, reason=reason):
                yield answers.winners_line(self.words, state, winners)
                why = self.words.say(f"end.{reason.value}", limit=state.settings.rules.limit)
                yield self.words.say("game_end.reason", why=why)
                yield from answers.standing_lines(self.words, state, scores)
            case _:
                yield event_text(self.words, state, event)

    def _payments(self, state: ClientState, event: RoundEnded) -> Iterator[str]:
        if not event.pay:
            yield nobody_pays_text(self.words, state, event)
        for pay in event.pay:
            key = "round_end.pays_ron" if event.cause is Cause.RON else "round_end.pays_out"
            payer, payee = name(self.words, state, pay.payer), name(self.words, state, pay.payee)
            paid = self.words.say(key, payer=payer, payee=payee, n=pay.points)
            yield f"{paid} ({self._why(state, event, pay)})"

    def _why(self, state: ClientState, event: RoundEnded, pay: Pay) -> str:
        held = event.cards[pay.payer] if pay.payer < len(event.cards) else 0
        cards = self.words.say("count.cards", n=held)
        if event.cause is not Cause.RON:
            return self.words.say("round_end.why_out", cards=cards)
        factor = state.settings.rules.ron_factor
        penalty = 0 if self._ron is None else self._ron.penalty
        if penalty:
            return self.words.say("round_end.why_ron_penalty", factor=factor, cards=cards, penalty=penalty)
        return self.words.say("round_end.why_ron", factor=factor, cards=cards)

    # ---- people, refusals, checks -----------------------------------------------------------------

    def _people(self, old: ClientState, new: ClientState) -> Iterator[str]:
        if old.roster is None or new.roster is None or new.stage is Stage.PLAY:
            return
        for seat, info in enumerate(new.roster.seats):
            before = old.roster.seats[seat] if seat < len(old.roster.seats) else None
            if info.kind is Kind.HUMAN and info.ready and (before is None or not before.ready):
                yield self.words.say("plain.is_ready", name=info.name)

    def _refusal(self, old: ClientState, new: ClientState) -> Iterator[str]:
        if new.refusals != old.refusals and new.refusal is not None:
            yield failure_text(self.words, new.refusal)
            view = answers.view_of(new)
            undone = old.waiting and not new.waiting and new.stage is Stage.PLAY
            if undone and view is not None and view.turn == new.seat and view.phase is Phase.TURN:
                yield self.words.say("plain.your_turn")

    def _checks(self, old: ClientState, new: ClientState) -> Iterator[str]:
        for round, found in new.checks.items():
            if found is not DealCheck.PENDING and old.checks.get(round) is not found:
                yield self.words.say(f"round_end.deal_{found.value}")

    # ---- what can be done now ---------------------------------------------------------------------

    def _stage(self, old: ClientState, new: ClientState) -> Iterator[str]:
        if new.roster is None or new.stage is None:
            return
        first = old.stage is None
        if new.stage is Stage.LOBBY and first:
            yield from answers.where_lines(self.words, new)
        elif new.stage is Stage.LOBBY and new.owner and not old.owner:
            yield from answers.lobby_hint(self.words, new)
        elif new.stage in (Stage.BETWEEN, Stage.OVER) and new.stage is not old.stage:
            if new.stage is Stage.BETWEEN or first:
                yield from answers.score_lines(self.words, new)
            yield from answers.ready_hint(self.words, new)
        elif first and new.stage is Stage.PLAY:
            yield answers.floor_line(self.words, new)
            yield from answers.score_lines(self.words, new)

    def _alerts(self, old: ClientState, new: ClientState) -> Iterator[str]:
        view = answers.view_of(new)
        for alert in alerts(old, new):
            match alert.kind:
                case AlertKind.YOUR_TURN if view is not None and view.phase is Phase.TURN:
                    yield answers.floor_line(self.words, new)
                    yield from answers.hand_lines(self.words, new)
                    yield self.words.say("plain.your_turn")
                case AlertKind.ONE_CARD:
                    yield self.words.say("alert.one_card", name=name(self.words, new, alert.seat))
                case AlertKind.RON_WINDOW:
                    yield self._ron_window(new)
        before = answers.view_of(old)
        asked = before is not None and before.phase is Phase.MATCH and before.turn == new.seat
        if view is not None and view.drawn is not None and view.turn == new.seat and not asked:
            yield self.words.say("plain.match", card=view.drawn)

    def _ron_window(self, state: ClientState) -> str:
        view = answers.view_of(state)
        moment = None if state.snapshot is None else state.snapshot.moment
        seconds = 0.0 if moment is None else moment.left / 1000
        card, floor = (0, 0) if view is None else (view.hand[0], view.floor)
        return self.words.say("plain.ron_window", card=card, floor=floor, seconds=f"{seconds:.1f}")
