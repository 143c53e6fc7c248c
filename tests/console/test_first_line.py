"""A passphrase from a file: no more is read than one may be long, whatever the file is."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from server.console.first_line import LONGEST, SecretError, passphrase_of

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes and devices are POSIX's")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many bytes are read."""
    sizes: list[int] = []
    usual = os.read

    def counted(handle: int, most: int) -> bytes:
        data = usual(handle, most)
        sizes.append(len(data))
        return data

    monkeypatch.setattr(os, "read", counted)
    return sizes


def test_the_first_line_is_the_passphrase(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("열려라 참깨\r\nmore\n", "utf-8")
    assert passphrase_of(file, {"TERRA_PASSPHRASE": "other"}) == "열려라 참깨"
    file.write_bytes(b"no end")
    assert passphrase_of(file, {}) == "no end"
    assert passphrase_of(None, {"TERRA_PASSPHRASE": "sesame"}) == "sesame"
    assert passphrase_of(None, {"TERRA_PASSPHRASE": ""}) is None
    assert passphrase_of(None, {}) is None


@pytest.mark.parametrize("letter", ["a", "참"])
def test_as_long_as_may_be_is_taken_whole_and_longer_is_refused(letter: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    for text in (letter * LONGEST, letter * LONGEST + "\nmore"):
        file.write_text(text, "utf-8")
        assert passphrase_of(file, {}) == letter * LONGEST
    file.write_text(letter * (LONGEST + 1), "utf-8")
    with pytest.raises(SecretError, match="longer than 1024 letters"):
        passphrase_of(file, {})
    with pytest.raises(SecretError, match="longer than 1024 letters"):
        passphrase_of(None, {"TERRA_PASSPHRASE": letter * (LONGEST + 1)})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"), (b"\nmore", "is empty"), (b"\xff\xfe", "not UTF-8"),
        (b"a" * 9_000_000, "longer than 1024"),
    ],
)
def test_what_is_no_passphrase_is_told(content: bytes, sentence: str, tmp_path: Path, read: list[int]) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    with pytest.raises(SecretError, match=sentence):
        passphrase_of(file, {})
    assert sum(read) < 5000


def test_a_device_without_an_end_is_left_after_a_few_kilobytes(read: list[int]) -> None:
    with pytest.raises(SecretError, match="longer than 1024 letters"):
        passphrase_of(Path("/dev/zero"), {})
    assert sum(read) < 5000


def test_a_pipe_that_nobody_writes_is_not_waited_for_without_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SecretError, match="nothing came from it"):
        passphrase_of(tmp_path / "pipe", {}, wait=0.01)
    with pytest.raises(SecretError, match="Is a directory"):
        passphrase_of(tmp_path, {})


def test_a_pipe_that_another_program_fills_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("from a keeper\n",))
    writer.start()
    assert passphrase_of(tmp_path / "pipe", {}) == "from a keeper"
    writer.join()


def test_an_environment_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(SecretError, match="TERRA_PASSPHRASE is not UTF-8"):
        passphrase_of(None, {"TERRA_PASSPHRASE": os.fsdecode(b"\xff")})
