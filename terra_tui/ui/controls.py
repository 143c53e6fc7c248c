"""What the player is doing at the table: the draft, the cursor, the questions; keys become wishes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from server.engine.sums import legal_lays
from server.wire.messages import Code, Kind, Stage
from server.wire.settings import Assist, Level
from terra_tui.locale.tell import failure_text, problem_text, why_text
from terra_tui.locale.watchers import own_hand_is_shown
from terra_tui.locale.words import Words
from terra_tui.session.draft import Draft
from terra_tui.session.state import ClientState, Failure
from terra_tui.session.wishes import Wishes
from terra_tui.ui.draw.model import Bars, Board, Order, shown_order
from terra_tui.ui.draw.skin import BOX, Skin
from terra_tui.ui.removal import Removal

ANSWER_AFTER: Final = 0.4
"""Seconds for which a question that just came up takes no answer, and a new screen no repeated key."""
ORDERS: Final = tuple(Order)
LEVELS: Final = tuple(Level)


class Controls:
    """The player's side of a table. `press` takes key names as bindings know them and says whether it knew the key.

    Attributes:
        board: what is drawn; `take` and `press` replace it.
        careful: whether a draw with a sum begun is asked about first.
    """

    def __init__(self, wishes: Wishes, words: Words, skin: Skin = BOX) -> None:
        self._wishes = wishes
        self._removal = Removal(wishes)
        self._since = 0.0
        self._stage_since = 0.0
        self._last_key = self._key_before = ""
        self._refusals = wishes.state.refusals
        self.match_terra = False
        self.careful = True
        self.board = Board(wishes.state, words, skin=skin)
        self._keys: dict[str, Callable[[], None]] = self._bindings()

    def _bindings(self) -> dict[str, Callable[[], None]]:
        """Return what keys do. No act has a letter as its only key: an input method may hold letters back."""
        return {
            "left": lambda: self._move(-1),
            "right": lambda: self._move(1),
            "home": lambda: self._move(-100),
            "end": lambda: self._move(100),
            "space": self._toggle,
            "backspace": lambda: self._draft(self.board.draft.undo()),
            "escape": self._clear,
            "enter": self._enter,
            "full_stop": self._draw, "d": self._draw, "D": self._draw,
            "slash": self._terra, "t": self._terra, "T": self._terra,
            "f2": self._log, "G": self._log, "g": self._log,
            "f3": self._sort, "S": self._sort, "s": self._sort, "ctrl+s": self._sort,
            "f4": self._view, "V": self._view, "v": self._view,
            "f5": self._hint,
            "f6": self._mute,
            "ctrl+p": self._pause, "p": self._pause, "P": self._pause,
            "pageup": lambda: self._look_back(5),
            "pagedown": lambda: self._look_back(-5),
            "up": lambda: self._up_or_down(-1),
            "down": lambda: self._up_or_down(1),
            "f7": self._show_or_sit,
            "j": self._sit_down, "J": self._sit_down,
            "ctrl+l": self._level, "l": self._level, "L": self._level,
            "ctrl+o": self._hand_over, "o": self._hand_over, "O": self._hand_over,
        }

    # ---- what comes in -------------------------------------------------------------------------------------

    def take(self, state: ClientState, now: float) -> None:
        """Take a new state: the draft stays as far as the hand allows, questions that have passed are dropped."""
        old = self.board
        draft = old.draft.with_hand(state.hand, state.settings.rules.terra)
        if _round(state) != _round(old.state):
            draft = draft.clear()      # a sum for another deal means nothing now
        link_at = old.link_at if state.link == old.state.link else now
        board = replace(old, state=state, draft=draft, now=now, link_at=link_at)
        board = replace(board, cursor=min(board.cursor, max(0, len(state.hand) - 1)))
        if state.stage is not old.state.stage:
            self._stage_since, self._key_before = now, self._last_key
        if _question(board) != _question(old):
            self._since = now
            self.match_terra = False
            board = replace(board, asking=False, note="")
        board = replace(board, note=_reminder(old, board) or board.note)
        if not board.my_turn or not board.draft.terms:
            board = replace(board, asking=False)
        self.board = board
        if state.refusals != self._refusals:
            self._refusals = state.refusals
            if state.refusal is not None:
                self._refused(state, state.refusal)
        self._show_match_terra()

    def _refused(self, state: ClientState, refusal: Failure) -> None:
        """Say why; a pause says itself, and how it goes on, in the same row."""
        paused = state.snapshot is not None and state.snapshot.paused is not None
        self.note("" if paused and refusal.code == Code.PAUSED else failure_text(self.board.words, refusal))

    def note(self, text: str) -> None:
        """Show a sentence in the note row, until something happens."""
        self.board = replace(self.board, note=text)

    def speak(self, words: Words) -> None:
        """Change the language."""
        self.board = replace(self.board, words=words, note="")

    def press(self, key: str, now: float) -> bool:
        """Do what `key` means; return whether it means anything here."""
        if self._repeats(key, now):
            return False
        told = self._removal.press(key, self.board)
        self.board = replace(self.board, now=now, note=told or "")
        if told is not None:
            return True
        if len(key) == 1 and key.isdigit():
            if self.board.state.seat is None:
                self._follow(int(key))
            else:
                self._type(key)
            return True
        if key in ("plus", "minus"):
            self._sign("+" if key == "plus" else "-")
            return True
        act = self._keys.get(key)
        if act is None:
            return False
        act()
        if key not in ("full_stop", "d", "D"):
            self.board = replace(self.board, asking=False)
        return True

    def _repeats(self, key: str, now: float) -> bool:
        """Return whether `key` may be meant for the screen before: pressed there last, and first thing here."""
        repeated = key == self._key_before and now - self._stage_since < ANSWER_AFTER
        if not repeated:
            self._key_before = ""
        self._last_key = key
        return repeated

    # ---- the sum -------------------------------------------------------------------------------------------

    def _draft(self, draft: Draft) -> None:
        self.board = replace(self.board, draft=draft)

    def _type(self, char: str) -> None:
        if self.board.playing:
            self.board = replace(self.board, asking=False)
            self._draft(self.board.draft.type_char(char))

    def _sign(self, sign: str) -> None:
        state = self.board.state
        if state.stage is Stage.LOBBY:
            self._bots(sign)
        else:
            self._type(sign)

    def _toggle(self) -> None:
        board = self.board
        order = shown_order(board.state.hand, board.order)
        if board.playing and board.cursor < len(order):
            self._draft(board.draft.toggle(order[board.cursor]))

    def pick(self, index: int) -> None:
        """Pick the card at `index` of the hand, or put it back (the mouse)."""
        order = shown_order(self.board.state.hand, self.board.order)
        self.board = replace(self.board, cursor=order.index(index))
        self._toggle()

    def _move(self, step: int) -> None:
        last = max(0, len(self.board.state.hand) - 1)
        self.board = replace(self.board, cursor=max(0, min(last, self.board.cursor + step)))

    def _clear(self) -> None:
        if self.board.long_log:
            self.board = replace(self.board, long_log=False, log_back=0)
        elif self.board.asking:
            self.board = replace(self.board, asking=False)
        else:
            self._draft(self.board.draft.clear())

    # ---- acts ----------------------------------------------------------------------------------------------

    def _too_soon(self) -> bool:
        return self.board.now - self._since < ANSWER_AFTER

    def _enter(self) -> None:
        board = self.board
        stage = board.state.stage
        if stage in (Stage.LOBBY, Stage.BETWEEN, Stage.OVER):
            self._ready()
        elif board.choosing and board.my_turn:
            if not self._too_soon():
                self._wishes.match(self.match_terra)
        elif board.playing and board.state.seat is not None and board.draft.terms:
            self._lay()

    def _lay(self) -> None:
        board = self.board
        view, lay = board.view, board.draft.lay
        if view is None:
            return
        problem = board.draft.problem(view.floor, board.state.settings.rules)
        if problem is not None or lay is None:
            if problem is not None:
                learning = board.state.settings.assist is Assist.HINTS
                self.note((why_text if learning else problem_text)(board.words, problem))
        elif not board.my_turn:
            self.note(board.say("reason.not_your_turn"))
        else:
            self._wishes.lay(lay, board.draft.terra)

    def _draw(self) -> None:
        board = self.board
        if not board.playing or board.state.seat is None:
            return
        if not board.my_turn:
            self.note(board.say("reason.not_your_turn"))
        elif board.choosing:
            if not self._too_soon():
                self._wishes.keep()
        elif board.draft.terms and not board.asking and self.careful:
            self.board = replace(board, asking=True)
        else:
            self.board = replace(board, asking=False, draft=board.draft.clear())
            self._wishes.draw()

    def _terra(self) -> None:
        if self.board.choosing and self.board.my_turn:
            self.match_terra = not self.match_terra
            self._show_match_terra()
        else:
            self._draft(self.board.draft.toggle_terra())

    def _show_match_terra(self) -> None:
        self.board = replace(self.board, match_terra=self.match_terra)

    def _ready(self) -> None:
        state = self.board.state
        roster = state.roster
        if state.seat is None or roster is None or self._too_soon():
            return
        self._wishes.ready(not roster.seats[state.seat].ready)

    def _pause(self) -> None:
        snapshot = self.board.state.snapshot
        if snapshot is not None and self.board.state.seat is not None:
            self._wishes.pause(snapshot.paused is None)

    def _bots(self, sign: str) -> None:
        """Add a bot at the table's first open seat, or take the last one away (the owner, in the lobby)."""
        state = self.board.state
        if not state.owner or state.roster is None:
            self.note(self.board.say("error.not_owner"))
            return
        bots = [seat for seat, info in enumerate(state.roster.seats) if info.kind is Kind.BOT]
        if sign == "+":
            self._wishes.add_bot(self.board.bot_level)
        elif bots:
            self._wishes.remove(bots[-1])

    def _start(self) -> None:
        """Begin the game, though not all are ready (the owner); open seats are what can be in the way."""
        roster = self.board.state.roster
        still_open = 0 if roster is None else sum(info.kind is Kind.OPEN for info in roster.seats)
        if self.board.state.owner and still_open:
            self.note(self.board.say("lobby.seats_open", n=still_open))
        else:
            self._wishes.start()

    def _level(self) -> None:
        if self.board.state.stage is Stage.LOBBY:
            following = LEVELS[(LEVELS.index(self.board.bot_level) + 1) % len(LEVELS)]
            self.board = replace(self.board, bot_level=following)

    def _hand_over(self) -> None:
        if self.board.state.owner and self.board.state.stage is Stage.LOBBY:
            self._wishes.hand_over(self.board.chosen_seat)

    def _sit_down(self) -> None:
        """Take the seat that this spectator has chosen, where no human sits; with none chosen the first such."""
        board = self.board
        if board.state.seat is not None or board.state.stage is Stage.LOBBY:
            return
        free = board.free_seats
        if board.state.only_watches or board.follow in free:
            self._wishes.take_seat(board.follow or 0)
        elif not free:
            self.note(board.say("table.no_free_seat"))
        elif board.follow is None:
            self._wishes.take_seat(free[0])
        else:
            self.note(board.say("table.follow_first", name=board.name(board.follow)))

    def _show_or_sit(self) -> None:
        """Do what F7 is for: a player shows the hand, a spectator sits down."""
        if self.board.state.seat is None:
            self._sit_down()
        else:
            self._show_hand()

    def _show_hand(self) -> None:
        """Let those who watch see this hand, or no longer."""
        seat, roster = self.board.state.seat, self.board.state.roster
        if seat is not None and roster is not None:
            shows = roster.seats[seat].shows_hand
            self._wishes.show_hand(not shows)
            self.note(self.board.say("table.hidden" if shows else "table.shown"))

    # ---- how it is shown -----------------------------------------------------------------------------------

    def _log(self) -> None:
        self.board = replace(self.board, long_log=not self.board.long_log, log_back=0)

    def _up_or_down(self, step: int) -> None:
        if self.board.state.stage is Stage.LOBBY and self.board.state.roster is not None:
            seats = len(self.board.state.roster.seats)
            self.board = replace(self.board, chosen_seat=(self.board.chosen_seat + step) % seats)
        else:
            self._look_back(-step)

    def _look_back(self, step: int) -> None:
        if self.board.long_log:
            most = max(0, len(self.board.state.log) - 5)
            self.board = replace(self.board, log_back=max(0, min(most, self.board.log_back + step)))

    def _sort(self) -> None:
        if self.board.state.stage is Stage.LOBBY:
            self._start()
            return
        following = ORDERS[(ORDERS.index(self.board.order) + 1) % len(ORDERS)]
        self.board = replace(self.board, order=following)

    def _view(self) -> None:
        other = Bars.CARDS if self.board.bars is Bars.SCORES else Bars.SCORES
        self.board = replace(self.board, bars=other)

    def _mute(self) -> None:
        muted = not self.board.muted
        self.board = replace(self.board, muted=muted)
        self.note(self.board.say("table.muted" if muted else "table.unmuted"))

    def _follow(self, digit: int) -> None:
        board = self.board
        if board.state.stage is Stage.LOBBY:
            if digit:
                self._wishes.take_seat(digit - 1)
            return
        seats = 0 if board.state.roster is None else len(board.state.roster.seats)
        if digit <= seats:
            self.board = replace(board, follow=digit - 1 if digit else None)

    def _hint(self) -> None:
        board = self.board
        view, settings = board.view, board.state.settings
        if view is None or not board.playing or board.state.seat is None:
            return
        if settings.assist is not Assist.HINTS:
            self.note(board.say("table.hint_off"))
            return
        lays = legal_lays(view.hand, view.floor, settings.rules.max_cards)
        if lays:
            self.note(board.say("table.hint", sum=str(max(lays, key=lambda lay: len(lay.cards)))))
        else:
            self.note(board.say("table.hint_none"))


def _round(state: ClientState) -> int:
    view = None if state.snapshot is None else state.snapshot.view
    return 0 if view is None else view.round


def _reminder(old: Board, board: Board) -> str:
    """Return that spectators see this hand: from the deal on, until the player presses a key; "" at other times."""
    reminder = board.say("table.still_shown")
    due = _round(board.state) != _round(old.state) or old.note == reminder
    return reminder if due and board.state.stage is Stage.PLAY and own_hand_is_shown(board.state) else ""


def _question(board: Board) -> tuple[object, ...]:
    """Return what the table waits for from this player: when it changes, a held key must not answer it."""
    return (board.state.stage, board.choosing, board.my_turn, _round(board.state))
