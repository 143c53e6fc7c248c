"""Plain mode against a fake host: what is said, what is sent, how it ends."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from server.engine.events import Drew, Laid
from server.engine.state import Phase
from server.wire.messages import (
    Act,
    AddBot,
    Bye,
    Claim,
    Code,
    DoDraw,
    DoKeep,
    DoLay,
    DoMatch,
    EndGame,
    HandOver,
    Hello,
    Leave,
    Moment,
    Numbered,
    Pause,
    Ready,
    Remove,
    Role,
    Said,
    Say,
    ShowHand,
    Snapshot,
    Stage,
    Start,
    TakeSeat,
)
from server.wire.settings import Assist, Level, Settings
from tests.plain.scripted import Terminal
from tests.session.fake_host import FakeHost, Peer, roster, snap, view

MY_TURN = snap(1, view(hand=(3, 5, 7, 8, 8, 12), floor=4, cards=(6, 5, 6)))
LOBBY = snap(1, stage=Stage.LOBBY)


async def seated(host: FakeHost, terminal: Terminal, first: Snapshot = MY_TURN) -> Peer:
    """Welcome the terminal's client and show it `first`."""
    peer, _ = await host.welcomed(0, roster(), first)
    await terminal.until("You sit at table lunch, seat 1.")
    return peer


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("5+7-8", DoLay((5, 7, 8), "+-")),
        ("5 + 7 - 8 terra", DoLay((5, 7, 8), "+-", True)),
        ("12", DoLay((12,))),
        ("draw", DoDraw()),
        (".", DoDraw()),
        ("뽑기", DoDraw()),
    ],
)
async def test_a_turn(tmp_path: Path, line: str, move: object) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        assert await terminal.until("Floor ") == (
            "Floor 4, dots 4, a single may be 4 or 12. Laid by Sora. Deck 20."
        )
        await terminal.until("Your hand, 6: 3 5 7 8 8 12")
        await terminal.until("Your turn")
        terminal.type(line)
        assert (await peer.next(Act)).move == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("match", DoMatch()),
        ("lay", DoMatch()),
        ("12", DoMatch()),
        ("match terra", DoMatch(True)),
        ("keep", DoKeep()),
        (".", DoKeep()),
    ],
)
async def test_r3_5_a_back_match(tmp_path: Path, line: str, move: object) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        drew = Numbered(1, Drew(0, 1, True, (12,)))
        shown = snap(2, view(hand=(5, 12), phase=Phase.MATCH, drawn=12, cards=(2, 5, 6)), drew)
        peer = await seated(host, terminal, shown)
        await terminal.until("You drew 12, it fits: match lays it, keep keeps it.")
        terminal.type("5")
        await terminal.until("First lay or keep the card you drew.")
        terminal.type(line)
        assert (await peer.next(Act)).move == move


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("5+7", "That makes 12, and the floor is 4."),
        ("9", "You hold no 9."),
        ("5", "The 5 has other dots than the floor's 4."),
        ("5+7-8+3", "No more than 3 cards."),
        ("-5", "The first card has no sign."),
        ("5+", "A card is missing at a sign."),
        ("16", "Cards are 1 to 15."),
        ("5x7", "A sum has only numbers, + and -."),
        ("12 terra", "Terra needs an 8 as the last card."),
        ("what", "Not understood."),
        ("hand", "Your hand, 6: 3 5 7 8 8 12"),
        ("scores", "Minji: 30 (+0), 6 cards"),
        ("floor", "Floor 4"),
        ("hint", "Hints are off at this table."),
        ("log", "Nothing has happened yet."),
        ("table", "Seat 1: Minji, you, owner"),
        ("help", "5+7-8 lays these cards in this order"),
        ("bot clever", "A bot is easy, normal or hard."),
        ("kick 9", "Which seat?"),
        ("kick Nobody", "Which seat?"),
        ("", "Your turn"),
        ("language", "언어: 한국어"),
    ],
)
async def test_answers_at_once_and_nothing_is_sent(tmp_path: Path, line: str, answer: str) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        await terminal.until("Your turn")
        terminal.type(line)
        await terminal.until(answer)
        terminal.type("say done")
        await peer.next(Say)
        assert not any(isinstance(message, Act) for message in peer.got)


async def test_without_help_the_total_is_not_told(tmp_path: Path) -> None:
    settings = Settings(seats=3, assist=Assist.OFF)
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        await host.welcomed(0, roster(settings=settings), MY_TURN)
        await terminal.until("Your turn")
        terminal.type("5+7")
        assert await terminal.until("sum") == "The sum does not make the floor."


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("ready", Ready(1)),
        ("unready", Ready(1, False)),
        ("start", Start(1)),
        ("end", EndGame(1)),
        ("끝내기", EndGame(1)),
        ("bot", AddBot(1)),
        ("bot hard", AddBot(1, Level.HARD)),
        ("봇 쉬움", AddBot(1, Level.EASY)),
        ("kick 2", Remove(1, 1)),
        ("kick jun", Remove(1, 1)),
        ("owner Sora", HandOver(1, 2)),
        ("sit 3", TakeSeat(1, 2)),
        ("pause", Pause(1, True)),
        ("resume", Pause(1, False)),
        ("show", ShowHand(1, True)),
        ("hide", ShowHand(1, False)),
        ("say Hello  there", Say(1, "Hello there")),
    ],
)
async def test_the_table(tmp_path: Path, line: str, command: object) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal, LOBBY)
        terminal.type(line)
        assert await peer.next(type(command)) == command


async def test_ron_is_offered_and_sent_once(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        window = snap(9, view(hand=(12,), turn=1, cards=(1, 5, 6)), moment=Moment(9, 1500, 1500))
        peer = await seated(host, terminal, window)
        await terminal.until("Ron? You hold 12, the floor is 4: type ! within 1.5 seconds.")
        terminal.type("!")
        terminal.type("ron")
        claim = await peer.next(Claim)
        assert claim.window == 9
        terminal.type("say done")
        await peer.next(Say)
        assert not any(isinstance(message, Claim) for message in peer.got)


async def test_events_are_told_once_a_line(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        events = (
            Numbered(1, Laid(1, (7, 8, 11), "+-", False)),
            Numbered(2, Drew(2, 1, False)),
            Numbered(3, Said("Jun", "[/red]\x1b[2Jhi", 1)),
        )
        peer.send(snap(2, view(turn=1), *events[:2]), snap(3, view(turn=1, cards=(3, 1, 6)), *events))
        await terminal.until("Jun holds one card")
    told = [line for line in terminal.lines if line.startswith(("Jun", "Sora")) and "(+0)" not in line]
    assert told == ["Jun 7+8-11 -> 11", "Sora drew a card", "Jun: [/red][2Jhi", "Jun holds one card"]


async def test_the_end_of_the_input_leaves(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        terminal.hang_up()
        assert not (await peer.next(Leave)).bot
        assert await terminal.code() == 0


async def test_quit_gives_the_seat_to_a_bot_where_asked(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        terminal.type("quit bot")
        assert (await peer.next(Leave)).bot
        assert await terminal.code() == 0
        await terminal.until("The link is closed.")


async def test_what_a_script_types_at_once_is_obeyed_in_order(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        for line in ("say one", "ready", "quit"):
            terminal.type(line)
        terminal.hang_up()
        peer, _ = await host.welcomed(0, roster(), LOBBY)
        assert (await peer.next(Say)).text == "one"
        await peer.next(Ready)
        await peer.next(Leave)
        assert await terminal.code() == 0


async def test_nobody_there_is_one_sentence_and_code_1(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        async with Terminal(address, tmp_path) as terminal:
            assert await terminal.code() == 1
    assert terminal.errors.read_text() == (
        f"Nothing answers at {address}. Is the host running, and is the port right?\n"
    )


async def test_a_taken_name_names_the_option_and_is_the_last_word(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await host.peer()
        await peer.next(Hello)
        peer.send(Bye(Code.NAME_TAKEN, "taken"))
        assert await terminal.code() == 1
        await terminal.until("Terra in plain text")
    assert terminal.errors.read_text().endswith("choose another. Give one with --name NAME.\n")
    assert "The link is closed." not in terminal.lines


async def test_a_host_that_stops_is_waited_for_and_quit_leaves(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        peer.send(Bye(Code.CLOSING, "closing"))
        await terminal.until("The host has stopped. Waiting ten minutes")
        terminal.type("quit")
        assert await terminal.code() == 0


async def test_a_lost_link_is_told_once_and_play_goes_on(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        await terminal.until("Your turn")
        peer.cut()
        again, _ = await host.welcomed(0, roster(), MY_TURN)
        await terminal.until("Connected again.")
        terminal.type("draw")
        await again.next(Act)
    assert terminal.lines.count("The connection is lost, trying again.") == 1


async def test_bytes_of_another_encoding_are_survived(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        terminal.send("뽑기\n".encode("euc-kr"))
        await terminal.until("Not understood.")
        terminal.type("draw")
        await peer.next(Act)


async def test_nobody_reads_any_more(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path) as terminal:
        peer = await seated(host, terminal)
        terminal.stop_reading()
        peer.send(snap(2, view(turn=1), Numbered(1, Said("Jun", "hello", 1))))
        await peer.next(Leave)
        assert await terminal.code() == 0


async def test_no_escape_sequence_leaves_in_any_case(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path, lang="ko") as terminal:
        hostile = roster("\x1b]0;x\x07Minji", "[@click=app.quit]x[/]", "\u202eSora\u200b")
        await host.welcomed(0, hostile, LOBBY)
        terminal.type("테이블")
        await terminal.until("자리 3: Sora")
    assert all(line.isprintable() for line in terminal.lines)


async def test_watching(tmp_path: Path) -> None:
    async with FakeHost() as host, Terminal(host.address, tmp_path, role=Role.WATCH) as terminal:
        peer, _ = await host.welcomed(None, roster(), snap(1, view(hand=(), turn=1)))
        await terminal.until("You watch table lunch.")
        terminal.type("draw")
        await terminal.until("Only players can do that.")
        terminal.type("hand")
        await terminal.until("This table shows no hands.")
        peer.send(Snapshot(2, Stage.PLAY, view(hand=(), turn=1), hands=((1, 2), (), (9,))))
        terminal.type("say hello")
        await peer.next(Say)
        terminal.type("hand")
        await terminal.until("Hand of Minji: 1 2")
        await terminal.until("Hand of Sora: 9")
        terminal.type("sit 2")
        assert (await peer.next(TakeSeat)).seat == 1


@pytest.mark.parametrize(("lang", "orders", "says"), [
    ("en", ("table", "", "sit 2"), ("Seat 2: ", "You watch; the game begins", "terra watch only watches")),
    ("ko", ("테이블", "", "앉기 2"), ("자리 2: ", "관전 중입니다. 참가자가", "terra watch는 관전만")),
])
async def test_terra_watch_takes_no_seat(
    tmp_path: Path, lang: str, orders: tuple[str, ...], says: tuple[str, ...]
) -> None:
    async with (
        FakeHost() as host,
        Terminal(host.address, tmp_path, role=Role.WATCH, lang=lang, only_watches=True) as terminal,
    ):
        peer, _ = await host.welcomed(None, roster(), snap(1, stage=Stage.LOBBY))
        for order, said in zip(orders, says, strict=True):
            terminal.type(order)
            await terminal.until(said)
        terminal.type("say hello")
        await peer.next(Say)
        assert not any(isinstance(message, TakeSeat) for message in peer.got)
        assert not any("sit 2" in line or "앉기 2" in line for line in terminal.lines)
