"""What is wrong with bytes that came from outside, as a code and a plain sentence."""

from __future__ import annotations

from server.wire.messages import Code


class WireError(Exception):
    """A payload that is no message of this protocol.

    Attributes:
        code: what a refusal of it says, `BAD_FRAME`, `BAD_MESSAGE` or `VERSION`.
        text: a sentence of at most 240 bytes; it names the field, and quotes nothing foreign but one short key.
    """

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
