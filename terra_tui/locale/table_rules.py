"""How a table is set, in sentences, and how that differs from the usual rules (R9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from server.engine.rules import Rules
from server.wire.settings import Settings
from terra_tui.locale.words import Words


def differences(words: Words, settings: Settings) -> str:
    """Return how the rules of a table differ from the usual ones, "" where they do not."""
    usual = Rules()
    rules = settings.rules
    names = [field.name for field in fields(rules) if getattr(rules, field.name) != getattr(usual, field.name)]
    told = [f"{words.say(f'settings.{name}')} {getattr(rules, name)}" for name in names]
    if not settings.false_ron:
        told.append(f"{words.say('settings.false_ron')} {words.say('settings.off')}")
    return ", ".join(told)


def rule_sentences(words: Words, settings: Settings, seed: int | None) -> Iterator[str]:
    """Yield how a table is set; first that it differs from the usual rules, where it does.

    Args:
        settings: the table's.
        seed: of a table whose deals can be repeated, else None.
    """
    rules = settings.rules
    if differences(words, settings):
        yield words.say("lobby.differs")
    yield words.say("lobby.rules", start=rules.start, limit=rules.limit, hand=rules.hand)
    yield words.say(
        "lobby.rules_more", terra=rules.terra, terra_draw=rules.terra_draw, ron_factor=rules.ron_factor,
        max_cards=rules.max_cards,
    )
    if not settings.false_ron:
        yield words.say("lobby.false_ron_off")
    seconds = settings.turn_time // 1000
    turn = words.say("lobby.seconds", n=seconds) if seconds else words.say("lobby.no_clock")
    assist = words.say(f"lobby.assist_{settings.assist.value}")
    yield words.say("lobby.times", ron=f"{settings.ron_window / 1000:g}", turn=turn, assist=assist)
    if seed is not None:
        yield words.say("table.seed", n=seed)
