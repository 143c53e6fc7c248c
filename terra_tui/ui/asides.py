"""What the app does beside its tables: the first run, the lesson, practice, the drill, replays, saving a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events

from terra_tui.locale.words import Words
from terra_tui.ui.errands import Errands
from terra_tui.ui.plan import Menu, Plan, Replay, practice
from terra_tui.ui.screens.menu import Item, MenuScreen
from terra_tui.ui.screens.page import Look, Page
from terra_tui.ui.services import ServiceError

if TYPE_CHECKING:
    from terra_tui.ui.screens.drill import DrillScreen
    from terra_tui.ui.screens.first_run import FirstRunScreen, OfferScreen
    from terra_tui.ui.screens.form_screen import FormScreen
    from terra_tui.ui.screens.lesson import LessonScreen
    from terra_tui.ui.screens.offline_table import OfflineTableScreen
    from terra_tui.ui.screens.replay import ReplayScreen
    from terra_tui.ui.screens.replays import ReplaysScreen
    from terra_tui.ui.screens.table import TableScreen


class Asides(Errands):
    """The part of the app that needs no table. Textual calls its handlers beside those of `Errands`."""

    _replay_alone: bool = False
    _first: FirstRunScreen | None = None

    def begin(self, plan: Plan) -> None:
        """Do what `plan` says."""
        match plan:
            case Menu(first=True):
                self._ask_first()
            case Menu(opens=item) if item and isinstance(self.screen, MenuScreen):
                self.screen.ask(MenuScreen.Chosen(Item(item)))
            case Replay(lines=lines):
                self._replay_alone = True
                self._show_replay(lines)
        super().begin(plan)

    def on_menu_screen_chosen(self, message: MenuScreen.Chosen) -> None:
        """Do what was chosen, where it needs no table."""
        match message.item:
            case Item.LEARN:
                self._learn()
            case Item.PRACTICE:
                self.begin(practice())
            case Item.DRILL:
                self._drill()
            case Item.REPLAY:
                self._replays()

    def ask_leave(self) -> None:
        """Go back to the menu from what stands beside it; else ask, as `Errands` does."""
        beside = any(isinstance(screen, Page) and screen.aside for screen in self.screen_stack)
        if self.session is not None or not beside or self._replay_alone:
            super().ask_leave()
        else:
            self.start_turn(self.back_to_menu())

    # ---- the lesson --------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        from terra_tui.session.lesson import LessonTable
        from terra_tui.ui.screens.lesson import LessonScreen

        names = (self.player_name, self.words.say("lesson.jun"), self.words.say("lesson.sora"))
        self.push_screen(LessonScreen(self.look, LessonTable(names)))

    async def on_lesson_screen_practice(self, message: LessonScreen.Practice) -> None:
        """Play, now that the rules are known."""
        await self.back_to_menu()
        self.begin(practice())

    async def on_offline_table_screen_left(self, message: OfflineTableScreen.Left) -> None:
        """Back from the lesson or the drill."""
        await self.back_to_menu()

    # ---- the drill ---------------------------------------------------------------------------------------------

    def _drill(self) -> None:
        from secrets import randbits

        from terra_tui.session.drill_times import DrillFileError, DrillTime, drill_path, load_times
        from terra_tui.ui.screens.drill import DrillScreen

        best: tuple[DrillTime, ...] = ()
        note = ""
        try:
            best = load_times(drill_path(self.environment))
        except DrillFileError as error:
            note = self.words.say("drill.broken", why=str(error))
        self.push_screen(DrillScreen(self.look, randbits(32), best, note))

    def on_drill_screen_done(self, message: DrillScreen.Done) -> None:
        """Keep the time where it is among the best."""
        from datetime import date

        from terra_tui.session.drill_times import DrillFileError, DrillTime, drill_path, save_times, with_time
        from terra_tui.ui.screens.drill import DrillScreen

        screen = self.screen
        if not isinstance(screen, DrillScreen):
            return
        mine = DrillTime(message.seconds, date.today().isoformat())
        best = with_time(screen.best, mine)
        note = self.words.say("drill.new_best") if best[0] is mine else ""
        if mine in best:
            try:
                save_times(drill_path(self.environment), best)
            except DrillFileError as error:
                note = self.words.say("drill.not_kept", why=str(error))
        screen.finished(best, note)

    async def on_drill_screen_again(self, message: DrillScreen.Again) -> None:
        """Other problems."""
        await self.pop_screen()
        self._drill()

    # ---- replays -----------------------------------------------------------------------------------------------

    def _replays(self) -> None:
        from terra_tui.ui.screens.replays import ReplaysScreen

        screen = ReplaysScreen(self.look)
        self.push_screen(screen)
        self.start_task(self._offer_games(screen))

    async def _offer_games(self, screen: ReplaysScreen) -> None:
        try:
            screen.offer(await self.services.list_games())
        except ServiceError as error:
            screen.offer(())
            screen.note(str(error))

    async def on_replays_screen_chosen(self, message: ReplaysScreen.Chosen) -> None:
        """Show the game that was chosen."""
        try:
            lines = await self.services.read_game(message.game.id)
        except ServiceError as error:
            self.tell(str(error))
            return
        self._show_replay(lines)

    async def on_replays_screen_left(self, message: ReplaysScreen.Left) -> None:
        """Back from the list."""
        await self.back_to_menu()

    def _show_replay(self, lines: Sequence[Mapping[str, object]]) -> None:
        from server.wire.record import RecordError
        from terra_tui.session.playback import games_of
        from terra_tui.ui.screens.replay import ReplayScreen

        games = games_of(lines)
        try:
            if not games:
                raise RecordError("there is no game in it")
            self.push_screen(ReplayScreen(self.look, games))
        except RecordError as error:
            self._replay_alone = False
            from terra_tui.locale.tell import error_text

            self.tell(self.words.say("replay.bad", why=error_text(error)))

    async def on_replay_screen_left(self, message: ReplayScreen.Left) -> None:
        """Back to the list, or out, where the command line has shown the game."""
        if self._replay_alone:
            self.leave_now(0)
        else:
            await self.pop_screen()

    def on_table_screen_ended(self, message: TableScreen.Ended) -> None:
        """Find out whether this computer keeps the game that is over."""
        from terra_tui.ui.screens.table import TableScreen

        screen = next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)
        if screen is not None and self.session is not None:
            self.start_task(self._look_whether_kept(screen, self.session.state.game.hex()))

    async def _look_whether_kept(self, screen: TableScreen, game: str) -> None:
        screen.keeps(await self.services.keeps_game(game))

    async def on_table_screen_save_wanted(self, message: TableScreen.SaveWanted) -> None:
        """Write the game that is over to a file, where this computer keeps it."""
        if self.session is None:
            return
        try:
            path = await self.services.save_game(self.session.state.game.hex())
        except ServiceError as error:
            self.tell(self.words.say("game_end.not_saved", why=str(error)))
        else:
            self.tell(self.words.say("game_end.saved_as", path=path))

    # ---- the first run -----------------------------------------------------------------------------------------

    def _ask_first(self) -> None:
        from terra_tui.ui.screens.first_run import FirstRunScreen

        self._first = FirstRunScreen(self.look, self.player_name, self._glyphs())
        self.push_screen(self._first)

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """Say how wide box lines are, where the player is being asked."""
        self.line_cells = event.x
        if self._first is not None:
            self._first.measured(self._glyphs())

    def _glyphs(self) -> str:
        """Return the catalogue's key of what is known of the terminal's lines."""
        if self.forced_skin == "ascii" or self.preferences.skin == "ascii":
            return "first.glyphs_chosen"
        if self.line_cells is None:
            return "first.glyphs_unknown"
        return "first.glyphs_two" if self.line_cells >= 2 else "first.glyphs_one"

    def on_form_screen_language_chosen(self, message: FormScreen.LanguageChosen) -> None:
        """Show everything in that language."""
        self.dress(Look(Words(message.language), self.look.theme, self.look.skin))

    async def on_first_run_screen_submitted(self, message: FirstRunScreen.Submitted) -> None:
        """Keep what was said, and ask where to begin."""
        from terra_tui.ui.screens.first_run import OfferScreen

        await self._keep_first(message.values)
        await self.push_screen(OfferScreen(self.look))

    async def on_first_run_screen_closed(self, message: FirstRunScreen.Closed) -> None:
        """Go to the menu; what was said is kept, so that it is asked once only."""
        await self._keep_first(message.values)

    async def _keep_first(self, values: Mapping[str, str]) -> None:
        self._first = None
        await self.pop_screen()
        kept = self.to_keep(values)
        self.keep_preferences(replace(self.preferences, name=kept["name"], language=kept["language"]))

    async def on_offer_screen_answered(self, message: OfferScreen.Answered) -> None:
        """Begin there."""
        await self.pop_screen()
        if message.answer == "first.learn":
            self._learn()
        elif message.answer == "first.practice":
            self.begin(practice())
