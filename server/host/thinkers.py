"""Where bots think: easy and normal ones in a thread, hard ones in processes; never on the loop (DESIGN.md 11).

A bot is always answered for: one that fails, or thinks for too long, gets the default of its decision.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from random import Random
from typing import Final

from server.bots.player import BotAction, Decision
from server.console.say import say
from server.engine.actions import Draw, Keep
from server.engine.rules import Rules
from server.engine.state import Phase
from server.engine.view import View
from server.table.effects import Think
from server.wire.settings import Level

log = logging.getLogger("terra.host")

LONGEST_THOUGHT: Final = 20.0
"""Seconds after which a process that thinks is given up."""


def default_action(view: View, decision: Decision) -> BotAction | None:
    """Return what is done for a bot that gives no answer: what a player's clock would do."""
    assert view.viewer is not None, "a bot has a seat"
    if decision is Decision.RON:
        return None
    return Keep(view.viewer) if view.phase is Phase.MATCH else Draw(view.viewer)


def decide(level: Level, view: View, decision: Decision, rules: Rules, seed: int) -> BotAction | None:
    """Ask a bot; runs in a thread or a process of its own."""
    # Here, not above: the host listens before the bots' tables are built.
    from server.bots import make

    return make(level).decide(view, decision, rules, Random(seed))


class Thinkers:
    """Bots at work. `answer(request, action)` is called in some thread, once for each `think`."""

    def __init__(self, answer: Callable[[int, BotAction | None], None], seed: int | None = None) -> None:
        self._answer = answer
        self._seed = seed
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._waiters = ThreadPoolExecutor(2, thread_name_prefix="bots-hard")
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    def think(self, think: Think, rules: Rules) -> None:
        """Have `think` answered; returns at once."""
        executor: Executor = self._waiters if think.level is Level.HARD else self._thread
        executor.submit(self._work, think, rules)

    def close(self) -> None:
        """Stop; what is being thought is dropped."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._waiters.shutdown(wait=False, cancel_futures=True)
        if pool is not None:
            _end(pool)

    def _work(self, think: Think, rules: Rules) -> None:
        seed = self._seed_for(think)
        try:
            if think.level is Level.HARD:
                action = self._in_a_process(think, rules, seed)
            else:
                action = decide(think.level, think.view, think.decision, rules, seed)
        except Exception as error:
            if not self._closed:
                # The type alone: the message could tell what the bot holds.
                log.warning("%s", say("A bot failed ({kind}); the default is played.", kind=type(error).__name__))
            action = default_action(think.view, think.decision)
        self._answer(think.request, action)

    def _seed_for(self, think: Think) -> int:
        # A table with a seed is one to be repeated; its requests are numbered the same each time.
        if self._seed is None:
            return int.from_bytes(os.urandom(16), "big")
        return self._seed << 32 | think.request

    def _in_a_process(self, think: Think, rules: Rules, seed: int) -> BotAction | None:
        future: Future[BotAction | None]
        try:
            pool = self._processes()
            future = pool.submit(decide, think.level, think.view, think.decision, rules, seed)
            return future.result(LONGEST_THOUGHT)
        except (TimeoutError, BrokenProcessPool):
            with self._lock:
                if self._pool is pool:
                    self._pool = None      # the next thought gets fresh ones
            _end(pool)
            raise

    def _processes(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._closed:
                raise BrokenProcessPool("closed")
            if self._pool is None:
                # Spawned, not forked: a fork would copy the loop, the sockets and the threads' locks.
                self._pool = ProcessPoolExecutor(
                    max(1, min(2, (os.cpu_count() or 1) - 1)),
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_begin_process,
                )
            return self._pool


def _begin_process() -> None:
    """Let a thinking process end with its host, also after `kill -9`, and leave Ctrl+C to the host."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of `pool` now; `shutdown` would let them finish what they think."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
