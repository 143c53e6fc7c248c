"""The words of plain mode: one typed line to a request. English and Korean words work in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from server.wire.settings import Level


class Verb(StrEnum):
    """What a line asks for."""

    WHERE = "where"              # an empty line: how things stand
    LAY = "lay"
    TERRA_LAY = "terra_lay"
    DRAW = "draw"
    MATCH = "match"
    TERRA_MATCH = "terra_match"
    KEEP = "keep"
    PASS = "pass"                # `.`: draw or keep, as it is in the screen
    RON = "ron"
    HAND = "hand"
    FLOOR = "floor"
    SCORES = "scores"
    LOG = "log"
    TABLE = "table"
    SAY = "say"
    MUTE = "mute"
    READY = "ready"
    NOT_READY = "not_ready"
    START = "start"
    END = "end"
    BOT = "bot"
    KICK = "kick"
    OWNER = "owner"
    SIT = "sit"
    SHOW = "show"
    HIDE = "hide"
    PAUSE = "pause"
    RESUME = "resume"
    HINT = "hint"
    RULES = "rules"
    HELP = "help"
    LANGUAGE = "language"
    QUIT = "quit"
    QUIT_BOT = "quit_bot"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Request:
    """A verb and what was typed after it."""

    verb: Verb
    rest: str = ""


WORDS: Final[dict[Verb, str]] = {
    Verb.DRAW: "draw d 뽑기 뽑",
    Verb.MATCH: "match lay m 맞추기 내기",
    Verb.KEEP: "keep k 가지기 가짐",
    Verb.PASS: ".",
    Verb.RON: "ron r ! !! 론 ㄱ ㄲ",
    Verb.HAND: "hand h 손패 손",
    Verb.FLOOR: "floor f 바닥패 바닥",
    Verb.SCORES: "scores score s 점수",
    Verb.LOG: "log 기록",
    Verb.TABLE: "table who seats 테이블 자리",
    Verb.SAY: "say 말",
    Verb.MUTE: "mute 가리기",
    Verb.READY: "ready y 준비",
    Verb.NOT_READY: "unready 준비취소",
    Verb.START: "start 시작",
    Verb.END: "end 끝내기",
    Verb.BOT: "bot 봇",
    Verb.KICK: "kick remove 내보내기",
    Verb.OWNER: "owner 주인",
    Verb.SIT: "sit 앉기",
    Verb.SHOW: "show 보여주기",
    Verb.HIDE: "hide 숨기기",
    Verb.PAUSE: "pause 멈춤",
    Verb.RESUME: "resume 계속",
    Verb.HINT: "hint 힌트",
    Verb.RULES: "rules 규칙",
    Verb.HELP: "help ? 도움말 도움",
    Verb.LANGUAGE: "language lang 언어",
    Verb.QUIT: "quit exit leave q 나가기",
}
"""For each verb its words; the first one is what the help names."""

VERBS: Final[dict[str, Verb]] = {word: verb for verb, words in WORDS.items() for word in words.split()}
TERRA: Final = frozenset({"terra", "t", "/", "테라"})
BOT: Final = frozenset({"bot", "봇"})
LEVELS: Final[dict[str, Level]] = {
    "easy": Level.EASY,
    "normal": Level.NORMAL,
    "hard": Level.HARD,
    "쉬움": Level.EASY,
    "보통": Level.NORMAL,
    "어려움": Level.HARD,
}
SUM_STARTS: Final = frozenset("0123456789+-−")


def read_request(line: str) -> Request:
    """Return what a line asks for; a line that begins with a number is a sum."""
    text = line.strip()
    if not text:
        return Request(Verb.WHERE)
    if text[0] in SUM_STARTS:
        return _sum(text)
    word, _, rest = text.partition(" ")
    verb = VERBS.get(word.casefold(), Verb.UNKNOWN)
    rest = rest.strip()
    if verb is Verb.MATCH and rest:
        if rest.casefold() in TERRA:
            return Request(Verb.TERRA_MATCH)
        return _sum(rest)
    if verb is Verb.QUIT and rest.casefold() in BOT:
        return Request(Verb.QUIT_BOT)
    return Request(verb, text if verb is Verb.UNKNOWN else rest)


def _sum(text: str) -> Request:
    """Return a lay, with Terra where its word follows the sum."""
    if text.endswith("/"):
        return Request(Verb.TERRA_LAY, text[:-1].strip())
    head, _, last = text.rpartition(" ")
    if head and last.casefold() in TERRA:
        return Request(Verb.TERRA_LAY, head.strip())
    return Request(Verb.LAY, text)
