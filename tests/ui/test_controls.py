"""What keys do at the table, without a screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from server.engine.state import Phase
from server.engine.sums import legal_lays, parse_sum
from server.wire.messages import (
    Act,
    AddBot,
    Command,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    HandOver,
    Kind,
    Pause,
    Ready,
    Remove,
    ShowHand,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Level, Watching
from terra_tui.locale.words import Words
from terra_tui.session.state import ClientState, Failure
from terra_tui.ui.controls import ANSWER_AFTER, Controls
from terra_tui.ui.draw.board import table_lines
from terra_tui.ui.draw.lines import plain
from terra_tui.ui.draw.lobby import lobby_lines
from terra_tui.ui.draw.model import Bars, Order
from terra_tui.ui.draw.status import note_line
from terra_tui.ui.screens.table import SAVE_KEYS, SETTINGS_KEYS
from tests.ui.stage import StillSession
from tests.ui.states import NINE, changed, full_lobby, lobby, playing, round_end, with_hints

LATER = 200.0


class Table:
    """Controls over a session that only notes."""

    def __init__(self, state: ClientState) -> None:
        self.session = StillSession(state)
        self.controls = Controls(self.session, Words("en"))
        self.controls.take(self.session.state, 100.0)

    def press(self, *keys: str, at: float = LATER) -> Table:
        """Press keys by name; digits and signs may come as one text."""
        names = {"+": "plus", "-": "minus", ".": "full_stop", "/": "slash"}
        for key in keys:
            for name in [key] if key.isalpha() or key.startswith("f") else [names.get(char, char) for char in key]:
                self.controls.press(name, at)
        return self

    def become(self, state: ClientState, at: float = LATER) -> Table:
        """Have a new state."""
        self.session.become(state)
        self.controls.take(self.session.state, at)
        return self

    @property
    def text(self) -> str:
        """The sum being built."""
        return self.controls.board.draft.text

    @property
    def moves(self) -> list[object]:
        """The moves that were wished."""
        return [command.move for command in self.session.sent if isinstance(command, Act)]


def choosing(drawn: int = 13) -> ClientState:
    """Return the state in which Minji drew a card that fits."""
    return changed(playing(), phase=Phase.MATCH, drawn=drawn, floor=3)


def test_a_key_pressed_again_just_after_the_screen_changed_does_nothing() -> None:
    table = Table(lobby()).press("s", at=150.0).become(playing(), at=150.2)
    assert table.press("s", at=150.3).press("s", at=150.5).controls.board.order is Order.UP
    assert table.press("s", at=150.7).controls.board.order is Order.DOWN
    digits = Table(lobby()).press("s", at=150.0).become(playing(), at=150.2).press("1", "1", at=150.3)
    assert digits.text == "11"


def test_a_typed_sum_is_laid_with_enter() -> None:
    assert Table(playing()).press("4+9-2", "enter").moves == [DoLay((4, 9, 2), "+-")]


def test_a_picked_sum_is_laid_with_enter() -> None:
    table = Table(playing()).press("right", "space", *["right"] * 6, "space", "home", "-", "space")
    assert table.text == "4+9-2"
    assert table.press("enter").moves == [DoLay((4, 9, 2), "+-")]


def test_a_wrong_sum_stays_and_says_why() -> None:
    table = Table(playing()).press("4+9", "enter")
    assert table.moves == []
    assert table.text == "4+9"
    assert table.controls.board.note == "That makes 13, and the floor is 11."


def test_backspace_undoes_and_esc_clears() -> None:
    table = Table(playing()).press("4+9", "backspace")
    assert table.text == "4+"
    assert table.press("escape").text == ""
    assert table.press("escape").session.sent == []


def test_a_sum_may_be_prepared_while_others_play_and_survives_snapshots() -> None:
    table = Table(changed(playing(), turn=1)).press("4+9-2", "enter")
    assert table.moves == []
    assert table.controls.board.note == "It is not your turn."
    assert table.become(changed(playing(), turn=2)).text == "4+9-2"
    assert table.become(playing()).press("enter").moves == [DoLay((4, 9, 2), "+-")]


def test_a_card_that_is_gone_leaves_the_draft() -> None:
    assert Table(playing()).press("4+9-2").become(playing((2, 4, 6))).text == "4-2"


def test_a_new_round_begins_without_the_old_sum() -> None:
    table = Table(playing()).press("4+9").become(changed(playing(), round=4))
    assert table.text == ""


def test_terra_is_declared_with_a_toggle() -> None:
    table = Table(changed(playing(), floor=4)).press("4+8-8", "/", "enter")
    assert table.moves == [DoLay((4, 8, 8), "+-", True)]
    assert Table(changed(playing(), floor=4)).press("4+8-8", "/", "/", "enter").moves == [DoLay((4, 8, 8), "+-")]


def test_terra_toggles_only_on_an_eight() -> None:
    assert not Table(playing()).press("4+9-2", "/").controls.board.draft.terra


def test_draw_draws_at_once_without_a_sum() -> None:
    assert Table(playing()).press(".").moves == [DoDraw()]


def test_draw_asks_once_while_a_sum_is_being_built() -> None:
    table = Table(playing()).press("4", ".")
    assert table.moves == []
    assert table.controls.board.asking
    assert table.press(".").moves == [DoDraw()]


def test_esc_answers_the_question_and_keeps_the_sum() -> None:
    table = Table(playing()).press("4", ".", "escape")
    assert not table.controls.board.asking
    assert table.text == "4"
    assert table.moves == []


def test_any_other_key_takes_the_question_back() -> None:
    table = Table(playing()).press("4", ".", "+9", ".")
    assert table.moves == []
    assert table.controls.board.asking


def test_a_back_match_is_laid_or_kept() -> None:
    assert Table(choosing()).press("enter").moves == [DoMatch()]
    assert Table(choosing()).press(".").moves == [DoKeep()]


def test_a_back_match_of_the_terra_rank_may_declare() -> None:
    table = Table(choosing(8)).press("/", "enter")
    assert table.moves == [DoMatch(True)]


def test_a_held_key_does_not_answer_a_question_that_just_came_up() -> None:
    table = Table(playing()).press(".", at=LATER)
    table.become(choosing(), at=LATER).press(".", "enter", at=LATER + ANSWER_AFTER / 2)
    assert table.moves == [DoDraw()]
    # The test's session does not mark a move as on its way, so the answer is sent.
    assert table.press(".", at=LATER + 2 * ANSWER_AFTER).moves == [DoDraw(), DoKeep()]


def test_ready_between_rounds_not_by_the_enter_that_ended_the_round() -> None:
    table = Table(playing()).become(round_end()).press("enter", at=LATER + ANSWER_AFTER / 2)
    assert table.session.sent == []
    table.press("enter", at=LATER + 2 * ANSWER_AFTER)
    assert [type(command) for command in table.session.sent] == [Ready]


def test_a_spectator_lays_and_draws_nothing() -> None:
    assert Table(playing(seat=None)).press("4", ".", "enter", "space").session.sent == []


def test_a_refusal_is_told_in_words_until_the_next_key() -> None:
    state = playing()
    table = Table(state).become(replace(state, refusal=Failure("wrong_total"), refusals=1))
    assert table.controls.board.note == "The sum does not make the floor."
    assert table.press("right").controls.board.note == ""


def test_hints_are_off_where_the_table_says_so() -> None:
    assert Table(playing()).press("f5").controls.board.note == "Hints are off at this table."


@pytest.mark.parametrize(("hand", "floor"), [(NINE, 11), ((1, 5, 7, 8), 4), ((5, 6), 11), ((12,), 4)], ids=str)
def test_a_hint_is_one_legal_lay_which_can_be_typed(hand: tuple[int, ...], floor: int) -> None:
    table = Table(with_hints(changed(playing(hand), floor=floor))).press("f5")
    note = table.controls.board.note
    assert note.startswith("Hint: ")
    text = note.removeprefix("Hint: ")
    lay = parse_sum(text)
    assert lay in legal_lays(hand, floor)
    assert len(lay.cards) == max(len(one.cards) for one in legal_lays(hand, floor))
    assert table.press(text, "enter").moves == [DoLay(lay.cards, lay.signs)]


def test_a_hint_says_that_nothing_fits() -> None:
    table = Table(with_hints(changed(playing((1, 2)), floor=9))).press("f5")
    assert legal_lays((1, 2), 9) == ()
    assert table.controls.board.note == Words("en").say("table.hint_none")


def test_sorting_goes_round_and_the_cursor_picks_what_is_shown() -> None:
    table = Table(playing()).press("f3")
    assert table.controls.board.order is Order.DOWN
    assert table.press("home", "space").text == str(max(NINE))
    assert table.press("f3").controls.board.order is Order.DOTS
    assert table.press("f3").controls.board.order is Order.UP


def test_f4_shows_points_f2_the_log() -> None:
    table = Table(playing()).press("f4")
    assert table.controls.board.bars is Bars.SCORES
    assert table.press("f2").controls.board.long_log
    assert not table.press("escape").controls.board.long_log


def test_only_the_owner_adds_and_removes_bots() -> None:
    table = Table(lobby()).press("+", "-")
    assert [type(command).__name__ for command in table.session.sent] == ["AddBot", "Remove"]
    table = Table(replace(lobby(), seat=1)).press("+")
    assert table.session.sent == []
    assert table.controls.board.note == "Only the table's owner can do that."


def test_the_owner_chooses_a_bots_level_and_a_seat() -> None:
    table = Table(lobby()).press("l", "+", "down", "o", "down", "x")
    assert table.session.sent == [AddBot(1, Level.HARD), HandOver(2, 1), Remove(3, 2)]


def test_a_guest_removes_nobody() -> None:
    assert Table(replace(lobby(), seat=1)).press("x", "o").session.sent == []


def test_the_owner_removes_a_player_from_a_game_that_runs() -> None:
    table = Table(playing()).press("x")
    assert table.controls.board.note == "Remove whom?  2 Jun  3 소라  5 Hana"
    assert table.press("5").controls.board.note == "Remove Hana?   Enter: yes   Esc: no"
    assert table.session.sent == []
    assert table.press("enter").session.sent == [Remove(1, 4)]
    assert table.controls.board.note == ""
    assert table.press("enter").session.sent == [Remove(1, 4)]
    assert table.text == ""


@pytest.mark.parametrize("keys", [("x", "escape", "5"), ("x", "5", "escape"), ("x", "5", "7"), ("x", "+", "5")])
def test_any_other_key_takes_the_removal_back(keys: tuple[str, ...]) -> None:
    assert Table(playing()).press(*keys, "enter").session.sent == []


@pytest.mark.parametrize("key", ["1", "4", "9"])
def test_neither_oneself_nor_a_bot_nor_nobody_is_removed(key: str) -> None:
    table = Table(playing()).press("x", key)
    assert table.controls.board.note.startswith("Remove whom?")
    assert table.press("enter").session.sent == []


def test_a_removal_is_over_once_it_is_no_longer_shown() -> None:
    table = Table(playing()).press("x", "5").become(changed(playing(), turn=1))
    assert table.controls.board.note == ""
    assert table.press("enter").session.sent == []


def test_who_does_not_own_the_table_or_sits_with_bots_removes_nobody() -> None:
    assert Table(replace(playing(), seat=1)).press("x", "5", "enter").session.sent == []
    state = playing()
    assert state.roster is not None
    bots = (state.roster.seats[0], *(replace(seat, kind=Kind.BOT) for seat in state.roster.seats[1:]))
    table = Table(replace(state, roster=replace(state.roster, seats=bots))).press("x")
    assert table.controls.board.note == "Nobody else sits here."


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_question_whom_to_remove_fits_the_narrowest_window(lang: str) -> None:
    state = playing()
    assert state.roster is not None
    seats = tuple(replace(seat, name="가나다라마바사아", kind=Kind.HUMAN) for seat in state.roster.seats)
    table = Table(replace(state, roster=replace(state.roster, seats=seats)))
    table.controls.speak(Words(lang))
    assert cell_len(table.press("x").controls.board.note) < 60
    assert cell_len(table.press("5").controls.board.note) < 60


@pytest.mark.parametrize("watching", [Watching.PUBLIC, Watching.DELAYED])
@pytest.mark.parametrize("shows", [True, False])
def test_each_deal_reminds_of_a_hand_that_is_shown(watching: Watching, shows: bool) -> None:
    state = playing()
    assert state.roster is not None
    seats = (replace(state.roster.seats[0], shows_hand=shows), *state.roster.seats[1:])
    settings = replace(state.roster.settings, watching=watching)
    state = replace(state, roster=replace(state.roster, seats=seats, settings=settings))
    assert state.snapshot is not None
    assert state.snapshot.view is not None
    table = Table(state).press("f7")
    before = table.controls.board.note
    table.become(changed(state, round=state.snapshot.view.round + 1))
    reminder = Words("en").say("table.still_shown")
    assert (table.controls.board.note == reminder) == (shows and watching is Watching.PUBLIC)
    assert before != reminder
    if table.controls.board.note == reminder:
        table.become(changed(table.session.state, turn=1)).become(changed(table.session.state, turn=0))
        assert table.controls.board.note == reminder      # others' turns do not take it away
        table.press("f2")
        assert table.controls.board.note == ""


def test_a_player_shows_the_hand_to_those_who_watch_and_hides_it() -> None:
    table = Table(playing()).press("f7")
    assert table.session.sent == [ShowHand(1, True)]
    assert table.controls.board.note == "Those who watch see your hand now"


def test_a_spectator_takes_the_seat_that_is_chosen_or_the_first_one_that_is_free() -> None:
    assert Table(playing(seat=None)).press("j").session.sent == [TakeSeat(1, 3)]
    assert Table(playing(seat=None)).press("4", "j").session.sent == [TakeSeat(1, 3)]
    table = Table(playing(seat=None)).press("2", "j")
    assert table.session.sent == []
    assert table.controls.board.note == "Jun sits there: choose a bot's seat with 1 to 5"


def test_a_spectator_at_a_table_of_humans_is_told_that_there_is_no_seat() -> None:
    state = playing(seat=None)
    assert state.roster is not None
    seats = tuple(replace(seat, kind=Kind.HUMAN) for seat in state.roster.seats)
    table = Table(replace(state, roster=replace(state.roster, seats=seats))).press("j")
    assert table.session.sent == []
    assert "no seat to take" in table.controls.board.note


def test_a_number_beyond_the_seats_chooses_nothing() -> None:
    state = playing(seat=None)
    assert state.roster is not None
    three = replace(state, roster=replace(state.roster, seats=state.roster.seats[:3]))
    assert Table(three).press("3", "5").controls.board.follow == 2


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_refusal_in_a_pause_leaves_the_row_that_says_how_it_goes_on(lang: str) -> None:
    state = playing()
    assert state.snapshot is not None
    paused = replace(state, snapshot=replace(state.snapshot, paused=0))
    table = Table(paused)
    table.controls.speak(Words(lang))
    table.controls.take(replace(paused, refusal=Failure("paused"), refusals=1), LATER)
    assert plain([note_line(table.controls.board)]).strip() == Words(lang).say("table.paused_go_on")


@pytest.mark.parametrize(("state", "keys"), [
    (playing(seat=None), ("4", "j")), (playing(seat=None), ("J",)), (playing(seat=None), ("4", "f7")),
    (lobby(None), ("4",)),
])
def test_terra_watch_sits_down_nowhere_and_names_no_key_for_it(state: ClientState, keys: tuple[str, ...]) -> None:
    table = Table(replace(state, only_watches=True)).press(*keys)
    assert table.session.sent == []
    assert table.session.state.refusal == Failure("only_watches")
    for lang in ("en", "ko"):
        drawn = replace(table.controls.board, words=Words(lang))
        lines = plain((lobby_lines if drawn.state.stage is Stage.LOBBY else table_lines)(drawn))
        assert all(drawn.say(f"keys.{key}") not in lines for key in ("sit", "join"))
        assert drawn.say("lobby.sit") not in lines


def test_a_spectator_sits_down_by_number_and_follows_a_hand_in_play() -> None:
    assert [type(command).__name__ for command in Table(lobby(None)).press("4").session.sent] == ["TakeSeat"]
    table = Table(playing(seat=None)).press("2")
    assert table.controls.board.follow == 1
    assert table.press("0").controls.board.follow is None


def test_no_act_has_a_letter_as_its_only_key() -> None:
    keys: dict[Callable[[], None], set[str]] = {}
    for key, act in Controls(StillSession(playing()), Words("en"))._bindings().items():
        keys.setdefault(act, set()).add(key)
    letters_only = {min(names) for act, names in keys.items() if all(len(name) == 1 for name in names)}
    assert letters_only == {"J"}      # its other key is F7, see the next test
    assert all(any(len(key) > 1 for key in names) for names in (SETTINGS_KEYS, SAVE_KEYS))


@pytest.mark.parametrize("key", ["j", "J", "f7"])
def test_a_spectator_sits_down_by_f7_too(key: str) -> None:
    assert Table(playing(seat=None)).press("4", key).session.sent == [TakeSeat(1, 3)]


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (("ctrl+l", "+"), AddBot(1, Level.HARD)), (("down", "down", "ctrl+x"), Remove(1, 2)),
        (("down", "ctrl+o"), HandOver(1, 1)),
        (("ctrl+s",), Start(1)),
    ],
)
def test_the_lobbys_letters_work_with_ctrl(keys: tuple[str, ...], sent: Command) -> None:
    table = Table(full_lobby())
    for key in keys:
        table.controls.press({"+": "plus"}.get(key, key), LATER)
    assert table.session.sent == [sent]


def test_pause_and_removal_work_with_ctrl() -> None:
    table = Table(playing())
    for key in ("ctrl+p", "ctrl+x", "2", "enter"):
        table.controls.press(key, LATER)
    assert table.session.sent == [Pause(1, True), Remove(2, 1)]


@pytest.mark.parametrize("key", ["A", "B", "C", "F", "H", "M"])
def test_letters_of_split_escape_sequences_do_nothing(key: str) -> None:
    table = Table(playing()).press("4+9-2")
    table.controls.press(key, LATER)
    assert table.session.sent == []
    assert table.text == "4+9-2"
