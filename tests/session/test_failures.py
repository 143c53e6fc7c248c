"""Why there is no link: a code with a sentence in both languages, and the address in it."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest

from server.wire.messages import Bye, Code
from terra_tui.locale.tell import failure_text
from terra_tui.locale.words import LANGUAGES, Words
from terra_tui.session.address import Address
from terra_tui.session.failures import places, told, why
from terra_tui.session.state import Failure

ADDRESS = Address("10.0.0.7", 4747)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "refused"),
        (TimeoutError(), "timeout"),
        (OSError(errno.ETIMEDOUT, "timed out"), "timeout"),
        (OSError(errno.EHOSTUNREACH, "no route"), "no_route"),
        (OSError(errno.ENETUNREACH, "no network"), "no_route"),
        (socket.gaierror(socket.EAI_NONAME, "unknown"), "unknown_host"),
        (ssl.SSLCertVerificationError(1, "self-signed"), "tls"),
        (ssl.SSLError(1, "wrong version number"), "tls"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "lost"),
    ],
)
def test_each_cause_has_its_code_and_its_sentence(error: OSError, code: str) -> None:
    failure = why(error, ADDRESS)
    assert failure.code == code
    for lang in LANGUAGES:
        assert "10.0.0.7:4747" in failure_text(Words(lang), failure)


@pytest.mark.parametrize("code", ["not_terra", "host_proof", "version", *Code])
def test_every_end_of_a_link_has_a_sentence_of_its_own(code: str) -> None:
    failure = Failure(code, places(ADDRESS))
    for lang in LANGUAGES:
        words = Words(lang)
        assert failure_text(words, failure) != words.say("error.unknown", code=code)


def test_the_hosts_last_word() -> None:
    failure = told(Bye(Code.KICKED, "out\x1b[2J"), ADDRESS)
    assert (failure.code, failure.text, failure.args["port"]) == ("kicked", "out[2J", 4747)
