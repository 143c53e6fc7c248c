"""What the app does for its screens: forms and questions, and what follows from their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from terra_tui.locale.words import Words, speak_like
from terra_tui.session.preferences import ConfigError, Preferences, name_or_none, save
from terra_tui.ui.base import Base
from terra_tui.ui.draw.skin import BOX, SKINS
from terra_tui.ui.plan import Ask, HostInside, Menu, Plan, Visit
from terra_tui.ui.screens.menu import Item, MenuScreen
from terra_tui.ui.screens.page import Look, Page
from terra_tui.ui.theme import theme_for

if TYPE_CHECKING:
    from terra_tui.session.keyring import Key
    from terra_tui.ui.screens.form_screen import FormScreen
    from terra_tui.ui.screens.help import HelpScreen
    from terra_tui.ui.screens.question import QuestionScreen
    from terra_tui.ui.screens.table import TableScreen
    from terra_tui.ui.table_life import TableLife


class Errands(Base):
    """The part of the app that answers its screens' messages."""

    _life: TableLife | None = None
    _turned_away: Visit | None = None
    _name_refused: str = ""

    @property
    def life(self) -> TableLife:
        """The table's part of the app."""
        if self._life is None:
            from terra_tui.ui.table_life import TableLife

            self._life = TableLife(self, self.back_to_menu, self.ask_name)
        return self._life

    async def close_table(self, *, bot: bool = False) -> None:
        """Say goodbye where there is a table; the seat is kept unless a `bot` gets it."""
        if self._life is not None:
            await self._life.close(bot=bot)

    async def back_to_menu(self, note: str = "", *, again: bool = True) -> None:
        """Close the table and show the menu with `note`; leave, where the program began with a table.

        Whoever is let in for one table (an account for `terra join` over SSH) gets no menu to host from.

        Args:
            again: ask for another address where the program began with that question.
        """
        with self.turning():
            await self.close_table()
            await self._bare_menu()
            plan = self.plan
            if isinstance(plan, Menu):
                self.tell(note)
            elif isinstance(plan, Ask) and note and again:
                self.ask_address(plan.watching, note=note)
            else:
                self.farewell = note
                self.leave_now(1 if note else 0)

    async def _done_here(self) -> None:
        """Leave a table at which nothing is left to do, and say why."""
        from terra_tui.locale.tell import failure_text

        error = None if self.session is None else self.session.state.link.error
        await self.back_to_menu("" if error is None else failure_text(self.words, error), again=False)

    async def _bare_menu(self) -> None:
        while not isinstance(self.screen, MenuScreen):
            await self.pop_screen()
        self._look_for_left()

    def _look_for_left(self) -> None:
        """Have the menu offer the game of this computer that was left, once it has been drawn."""
        menu = next((screen for screen in self.screen_stack if isinstance(screen, MenuScreen)), None)
        if menu is not None and isinstance(self.plan, Menu):
            self.call_after_refresh(lambda: self.start_task(self._offer_left(menu)))

    async def _offer_left(self, menu: MenuScreen) -> None:
        menu.offer_left(await self.services.left_game())

    async def ask_name(self, plan: Visit, note: str) -> None:
        """Ask for another name at the table of `plan`, which has said `note` to the last one."""
        from terra_tui.ui.forms import name_form

        with self.turning():
            await self.close_table()
            await self._bare_menu()
            self._turned_away, self._name_refused = plan, note
            name = plan.name or self.player_name
            self.show_form("name", lambda words: name_form(words, name), note)

    def begin(self, plan: Plan) -> None:
        """Do what `plan` says."""
        match plan:
            case Menu():
                self.set_title(self.words.say("alert.plain"))
                self._look_for_left()
            case HostInside():
                self.start_turn(self.life.host(plan))
            case Visit():
                self.life.visit(plan)
            case Ask(watching=watching):
                self.ask_address(watching)

    def dress(self, look: Look) -> None:
        """Look otherwise, and tell errors in that language."""
        super().dress(look)
        speak_like(look.words)

    # ---- the menu ----------------------------------------------------------------------------------------------

    def on_menu_screen_chosen(self, message: MenuScreen.Chosen) -> None:
        """Do what was chosen."""
        match message.item:
            case Item.SOLO:
                self._ask_solo()
            case Item.RESUME:
                self._go_on()
            case Item.HOST:
                self._ask_host()
            case Item.JOIN:
                self.ask_address(watching=False)
            case Item.WATCH:
                self.ask_address(watching=True)
            case Item.RULES:
                self.show_help(rules=True)
            case Item.SETTINGS:
                self._ask_preferences()
            case Item.QUIT:
                self.leave_now(0)

    def _go_on(self) -> None:
        if isinstance(self.screen, MenuScreen) and self.screen.left is not None:
            self.begin(self.screen.left.plan)

    def _ask_preferences(self) -> None:
        from terra_tui.ui.forms import preferences_form

        preferences, name, measured = self.preferences, self.player_name, self.measured
        self.show_form("preferences", lambda words: preferences_form(words, preferences, name, measured))

    def _ask_solo(self) -> None:
        from terra_tui.ui.table_forms import solo_form

        preferences = self.preferences
        self.show_form("solo", lambda words: solo_form(words, preferences))

    def _ask_host(self) -> None:
        from terra_tui.ui.table_forms import host_form

        table = self.player_name
        self.show_form("host", lambda words: host_form(words, table))

    # ---- forms -------------------------------------------------------------------------------------------------

    def ask_address(self, watching: bool, note: str = "") -> None:
        """Ask where the table is; `note` says why again."""
        from terra_tui.ui.forms import join_form

        name = self.player_name
        kind = "watch" if watching else "join"
        kept = () if watching else self.keyring.idle()
        looking = self.words.say("join.looking")
        screen = self.show_form(kind, lambda words: join_form(words, watching, "", name), note or looking)
        self.start_task(self._look_around(screen, kept, note, watching=watching))

    async def _look_around(self, screen: FormScreen, kept: Sequence[Key], note: str, *, watching: bool) -> None:
        """Offer what there is to join: seats that are kept for this player, and tables nearby."""
        from terra_tui.ui.places import places

        found = await self.services.find_tables()
        named = bool(self.given_name)
        screen.offer(places(self.words, kept, found, self.player_name, named=named, watching=watching))
        screen.note(note or ("" if found else self.words.say("join.none_found")))

    def on_table_screen_settings_wanted(self, message: TableScreen.SettingsWanted) -> None:
        """Show the table's settings to its owner."""
        from terra_tui.ui.table_forms import table_form

        if self.session is not None:
            settings = self.session.state.settings
            self.show_form("table", lambda words: table_form(words, settings))

    async def on_table_screen_gone(self, message: TableScreen.Gone) -> None:
        """The link is closed for good."""
        await self._done_here()

    async def on_form_screen_closed(self, message: FormScreen.Closed) -> None:
        """Go back; settings of one's own are kept all the same, for they show at once."""
        asked = message.form in ("join", "watch") and isinstance(self.plan, Ask)
        if message.form in ("passphrase", "name"):
            # Without it there is no table.
            why = self._name_refused if message.form == "name" else self._no_passphrase()
            await self.back_to_menu(why, again=False)
            return
        if asked:
            await self.back_to_menu()
            return
        await self.pop_screen()
        if message.form == "preferences":
            self._prefer(message.values)

    def _no_passphrase(self) -> str:
        from terra_tui.locale.tell import failure_text
        from terra_tui.session.failures import places
        from terra_tui.session.state import Failure

        if self.session is None:
            return ""
        return failure_text(self.words, Failure("no_passphrase", places(self.session.address)))

    async def on_form_screen_submitted(self, message: FormScreen.Submitted) -> None:
        """Do what was filled in."""
        values = message.values
        match message.form:
            case "join" | "watch":
                await self._join(values, watching=message.form == "watch")
            case "name":
                await self._rename(values)
            case "solo":
                from terra_tui.ui.opening import solo_kept, solo_plan

                await self.pop_screen()
                self.keep_preferences(solo_kept(values, self.preferences))
                self.begin(solo_plan(values))
            case "host":
                await self._open(values)
            case "passphrase":
                await self.pop_screen()
                if self.session is not None:
                    self.session.give_passphrase(values["passphrase"])
            case "preferences":
                await self.pop_screen()
                self._prefer(values)
            case "table":
                await self._configure(values)

    async def _open(self, values: dict[str, str]) -> None:
        """Open a table for others."""
        from server.engine.rules import RulesError
        from terra_tui.ui.opening import host_plan

        try:
            plan = host_plan(self.words, values, self.environment)
        except RulesError as error:
            self.tell(str(error))
        except OSError as error:
            self.tell(self.words.say("error.host_start", why=str(error)))
        else:
            await self.pop_screen()
            self.begin(plan)

    async def _join(self, values: dict[str, str], *, watching: bool) -> None:
        name = name_or_none(values["name"])
        if not name:
            self.tell(self.words.say("error.bad_name"))
            return
        if not values["address"]:
            self.tell(self.words.say("cli.bad_address", address="?"))
            return
        await self.pop_screen()
        self.life.visit(self._guarded(Visit(values["address"], watching, name=name)))

    async def _rename(self, values: dict[str, str]) -> None:
        name = name_or_none(values["name"])
        if name is None:
            self.tell(self.words.say("error.bad_name"))
        elif self._turned_away is not None:
            await self.pop_screen()
            self.life.visit(replace(self._turned_away, name=name, insist=False))

    def _guarded(self, visit: Visit) -> Visit:
        """Return the visit with what the command line said for it: passphrase, certificate, only to watch."""
        plan = self.plan
        if not isinstance(plan, Ask):
            return visit
        only_watches = plan.watching and not plan.may_sit
        return replace(visit, passphrase=plan.passphrase, tls=plan.tls, only_watches=only_watches)

    async def _configure(self, values: dict[str, str]) -> None:
        from server.engine.rules import RulesError
        from terra_tui.ui.table_forms import settings_from

        if self.session is None:
            return
        try:
            settings = settings_from(self.words, values, self.session.state.settings)
        except RulesError as error:
            self.tell(str(error))
            return
        await self.pop_screen()
        self.session.configure(settings)

    def _prefer(self, values: dict[str, str]) -> None:
        """Take and keep this player's settings."""
        from terra_tui.ui.forms import preferences_from

        self.keep_preferences(preferences_from({**values, **self.to_keep(values)}, self.preferences))
        chosen = self.forced_skin or self.preferences.skin
        skin = SKINS.get(chosen) or SKINS.get(self.measured.value, BOX)
        theme = theme_for(self.preferences.theme, self.environment)
        self.dress(Look(Words(values["language"]), theme, skin))

    def to_keep(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return the name and the language of a form that are to be kept.

        What the command line says for this run alone is not, unless the form has it changed.
        """
        name, language = name_or_none(values["name"]), values["language"]
        if name is None or name == self.given_name:
            name = self.preferences.name
        else:
            self.given_name = ""
        if language == self.given_lang:
            language = self.preferences.language
        else:
            self.given_lang = ""
        return {"name": name, "language": language}

    def keep_preferences(self, preferences: Preferences) -> None:
        """Have these settings from now on, and write them to their file."""
        self.preferences = preferences
        try:
            save(self.config, preferences)
        except ConfigError as error:
            self.tell(self.words.say("settings.not_saved", why=str(error)))

    # ---- leaving, help -----------------------------------------------------------------------------------------

    def ask_leave(self) -> None:
        """Ask before leaving a table; leave from the menu at once."""
        from terra_tui.ui.leaving import leave_answers, nothing_to_ask
        from terra_tui.ui.screens.question import QuestionScreen

        if isinstance(self.screen, QuestionScreen):
            return
        if self.session is None:
            self.leave_now(0)
            return
        state = self.session.state
        if nothing_to_ask(state):
            self.start_turn(self._done_here())
        else:
            self.push_screen(QuestionScreen(self.look, "leave.heading", leave_answers(state, self.life.inside)))

    async def on_question_screen_answered(self, message: QuestionScreen.Answered) -> None:
        """Leave or stay."""
        from terra_tui.ui.leaving import ENDINGS, SURE
        from terra_tui.ui.screens.question import QuestionScreen

        await self.pop_screen()
        if message.answer in ENDINGS:
            await self.push_screen(QuestionScreen(self.look, ENDINGS[message.answer], SURE))
        elif message.answer == "leave.end_now":
            if self.session is not None:
                self.session.end_game()
        elif message.answer not in ("", "leave.stay"):
            await self.close_table(bot=message.answer == "leave.bot")
            await self.back_to_menu()

    def show_help(self, *, rules: bool = False) -> None:
        """Show the keys and the rules, from the keys of the screen in front on, or from the `rules`."""
        from terra_tui.ui.screens.help import RULES, HelpScreen

        if isinstance(self.screen, Page) and not isinstance(self.screen, HelpScreen):
            part = RULES if rules else self.screen.help_part
            self.push_screen(HelpScreen(self.look, self._differs(), part))

    def _differs(self) -> str:
        """Return how the table's rules differ from the usual ones, "" where they do not (R9)."""
        from terra_tui.locale.table_rules import differences

        if self.session is None or self.session.state.roster is None:
            return ""
        return differences(self.words, self.session.state.settings)

    async def on_help_screen_closed(self, message: HelpScreen.Closed) -> None:
        """Back to where help was called from."""
        await self.pop_screen()
