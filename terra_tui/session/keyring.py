"""The tokens that hold this player's seats: kept by game, or address and table; readable by the owner alone."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from server.wire.text import fold
from terra_tui.session.address import same_machine
from terra_tui.session.held_seats import is_held, seat_id
from terra_tui.session.whole_file import is_text, read_whole

FILE_NAME: Final = "seats.json"
MOST_KEYS: Final = 200
TOKEN_BYTES: Final = 32
LOCK_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.01


@dataclass(frozen=True, slots=True)
class Key:
    """One kept seat: where, as whom, the secret (hex) that resumes it, the game's id (hex; "" in old files)."""

    address: str
    table: str
    name: str
    token: str
    game: str = ""

    @property
    def secret(self) -> bytes:
        """The token's bytes."""
        return bytes.fromhex(self.token)


def default_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where keys are kept: `terra` in $XDG_STATE_HOME, else in $XDG_DATA_HOME, else in ~/.local/state."""
    for variable in ("XDG_STATE_HOME", "XDG_DATA_HOME"):
        folder = environ.get(variable, "")
        if os.path.isabs(folder):
            return Path(folder, "terra")
    return Path.home() / ".local" / "state" / "terra"


class Keyring:
    """The keys of this user, in one file (0600), written whole and at once.

    A folder that cannot be written to ends nothing: the keys are then held in memory for this run, and `error`
    says what the system said.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = default_folder() if folder is None else folder
        self._held: list[Key] = []
        self.error: OSError | None = None

    @property
    def path(self) -> Path:
        """The file."""
        return self._folder / FILE_NAME

    def keys(self) -> tuple[Key, ...]:
        """Return every key, the newest first."""
        return tuple(self._held if self.error else self._read())

    def find(self, address: str, name: str) -> Key | None:
        """Return the newest key of `name` at `address`, or None. Other people may play from this account too."""
        wanted = fold(name)
        return next((key for key in self.keys() if key.address == address and fold(key.name) == wanted), None)

    def named(self, name: str) -> tuple[Key, ...]:
        """Return the keys of `name`, wherever, the newest first."""
        return tuple(key for key in self.keys() if fold(key.name) == fold(name))

    def of_game(self, game: str) -> Key | None:
        """Return the newest key of a game that this computer hosts, by its id in hex, or None."""
        mine = (key for key in self.keys() if game and key.game == game)
        return next((key for key in mine if same_machine(key.address, "localhost")), None)

    def lock_of(self, key: Key) -> Path:
        """Return the file that whoever plays the seat of `key` holds a lock on."""
        return self._folder / f"seat-{seat_id(key.game or key.address, key.name)}.lock"

    def is_held(self, key: Key) -> bool:
        """Return whether a live client of this account plays that seat."""
        return is_held(self.lock_of(key))

    def idle(self) -> tuple[Key, ...]:
        """Return the keys of seats that no live client of this account plays, the newest first."""
        return tuple(key for key in self.keys() if not self.is_held(key))

    def save(self, key: Key) -> None:
        """Keep `key` instead of the one that it rotates: of the same name and game, or else table and address.

        A key of another machine stays, whatever game a host says that it hosts: it may be a rogue.
        """
        self._change(lambda keys: [key, *(old for old in keys if not _same_seat(old, key))][:MOST_KEYS])

    def forget(self, key: Key) -> None:
        """Drop `key`: its seat is no longer held. A newer one of the same seat stays."""
        self._change(lambda keys: [old for old in keys if old != key])

    def _change(self, change: Callable[[list[Key]], list[Key]]) -> None:
        self._held = change(list(self.keys()))
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._lock():
                # Read again inside the lock: another client of this user may have written.
                self._write(change(self._read()))
        except OSError as error:
            self.error = error
        else:
            self.error = None

    @contextlib.contextmanager
    def _lock(self) -> Iterator[None]:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        handle = os.open(self._folder / f"{FILE_NAME}.lock", flags, 0o600)
        try:
            _lock_within(handle, LOCK_SECONDS)
            yield
        finally:
            os.close(handle)

    def _read(self) -> list[Key]:
        """Return what the file holds; one that is missing, broken or not ours to read holds nothing."""
        try:
            rows = json.loads(read_whole(self.path))
        except (OSError, ValueError, RecursionError):
            return []
        if not isinstance(rows, list):
            return []
        return [key for row in rows if (key := _key(row)) is not None]

    def _write(self, keys: list[Key]) -> None:
        handle, name = tempfile.mkstemp(dir=self._folder, prefix=f".{FILE_NAME}.")     # mkstemp makes it 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump([asdict(key) for key in keys], file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _lock_within(handle: int, seconds: float) -> None:
    """Lock an open file; BlockingIOError where another, stopped perhaps, still has it after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > end:
                raise
        time.sleep(LOOK_SECONDS)


def _same_seat(one: Key, other: Key) -> bool:
    if one.game and other.game:
        same = (one.game, fold(one.name)) == (other.game, fold(other.name))
        return same and same_machine(one.address, other.address)
    return (one.address, one.table, fold(one.name)) == (other.address, other.table, fold(other.name))


def _key(row: object) -> Key | None:
    """Return the key that a row of the file says, None for anything else."""
    if not isinstance(row, dict):
        return None
    values = [row.get(field) for field in ("address", "table", "name", "token")] + [row.get("game", "")]
    texts = [value for value in values if isinstance(value, str) and is_text(value)]
    if len(texts) != len(values):
        return None
    key = Key(*texts)
    with contextlib.suppress(ValueError):
        if len(key.secret) == TOKEN_BYTES:
            return key
    return None
