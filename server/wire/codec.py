"""Messages to frames and payloads to messages. What does not fit is refused with a code and a sentence."""

from __future__ import annotations

from typing import Final, NoReturn, cast, get_args

import msgpack  # type: ignore[import-untyped]

from server.wire.errors import WireError
from server.wire.frames import framed
from server.wire.limits import FRAME_LIMIT, LIST_LIMIT, PROTOCOL_VERSION
from server.wire.messages import Code, Hello, ToClient, ToHost
from server.wire.schema import Mismatch, Part, quoted, tagged
from server.wire.spelling import TYPE_KEY

__all__ = ["WireError", "decode_to_client", "decode_to_host", "encode"]

_TO_HOST: Final = get_args(ToHost)
_TO_CLIENT: Final = get_args(ToClient)
_EITHER: Final = tuple(dict.fromkeys(_TO_HOST + _TO_CLIENT))


def encode(message: ToHost | ToClient) -> bytes:
    """Return the whole frame of `message`: four bytes of length, big-endian, then msgpack.

    Raises:
        ValueError: a field is outside its limits, or the payload is over FRAME_LIMIT bytes. The program is wrong.
    """
    payload = payload_of(message)
    if len(payload) > FRAME_LIMIT:
        raise ValueError(f"a {message.TAG} of {len(payload)} bytes; the limit is {FRAME_LIMIT}")
    return framed(payload)


def payload_of(message: ToHost | ToClient) -> bytes:
    """Return the msgpack of `message`, of any length.

    Raises:
        ValueError: a field is outside its limits.
    """
    try:
        return packed(tagged(_EITHER).write(message))
    except Mismatch as error:
        raise error.within(type(message).__name__) from None


def packed(value: object) -> bytes:
    """Return the msgpack of a plain value."""
    return cast(bytes, msgpack.packb(value))


def decode_to_host(payload: bytes) -> ToHost:
    """Return the message that a client sent.

    Raises:
        WireError: with BAD_FRAME where it is not one msgpack value, with BAD_MESSAGE where that is no message to a
            host, with VERSION where it is a hello of another version that this one cannot read.
    """
    return cast(ToHost, _decode(payload, tagged(_TO_HOST)))


def decode_to_client(payload: bytes) -> ToClient:
    """Return the message that a host sent.

    Raises:
        WireError: with BAD_FRAME where it is not one msgpack value, with BAD_MESSAGE where that is no message to a
            client.
    """
    return cast(ToClient, _decode(payload, tagged(_TO_CLIENT)))


def _decode(payload: bytes, part: Part) -> object:
    value = _unpacked(payload)
    if type(value) is not dict:
        raise WireError(Code.BAD_MESSAGE, "a message must be a map")
    try:
        return part.read(value)
    except Mismatch as error:
        _refuse(value, error)


def _refuse(value: dict[object, object], error: Mismatch) -> NoReturn:
    tag = value.get(TYPE_KEY)
    if tag == Hello.TAG:
        version = value.get("version")
        # A later version may say hello with fields that this one does not know: the version is what is wrong then.
        if type(version) is int and version != PROTOCOL_VERSION:
            raise WireError(Code.VERSION, f"this host speaks version {PROTOCOL_VERSION} of the protocol") from None
    sentence = error if error.where == TYPE_KEY else error.within(str(tag))
    raise WireError(Code.BAD_MESSAGE, str(sentence)) from None


def _unpacked(payload: bytes) -> object:
    """Return the one msgpack value that `payload` is; lists become tuples."""
    size = len(payload)
    if size > FRAME_LIMIT:
        raise WireError(Code.BAD_FRAME, f"the frame has {size} bytes; the limit is {FRAME_LIMIT}")
    # Lists and maps are made at the length they announce, at each level anew: none longer than a message needs.
    reader = msgpack.Unpacker(
        use_list=False,
        raw=False,
        strict_map_key=False,     # keys are checked by `_checked_map`, with a sentence
        object_pairs_hook=_checked_map,
        ext_hook=_no_extension,
        max_buffer_size=FRAME_LIMIT,
        max_str_len=FRAME_LIMIT,
        max_bin_len=FRAME_LIMIT,
        max_array_len=LIST_LIMIT,
        max_map_len=LIST_LIMIT,
        max_ext_len=0,
    )
    reader.feed(payload)
    try:
        value: object = reader.unpack()
    except msgpack.StackError:
        raise WireError(Code.BAD_MESSAGE, "the message is nested too deep") from None
    except (msgpack.OutOfData, msgpack.FormatError):
        raise WireError(Code.BAD_FRAME, "the frame does not hold a whole msgpack value") from None
    except UnicodeDecodeError:
        raise WireError(Code.BAD_MESSAGE, "a text in the message is not UTF-8") from None
    except ValueError:
        # What is left is a length over its limit; that of an extension is zero.
        sentence = "the message holds an extension type, or a text, list or map that is too long"
        raise WireError(Code.BAD_MESSAGE, sentence) from None
    if reader.tell() != size:
        raise WireError(Code.BAD_MESSAGE, f"{size - reader.tell()} bytes follow the message")
    return value


def _checked_map(pairs: list[tuple[object, object]]) -> dict[object, object]:
    for key, _ in pairs:
        if type(key) is not str:
            raise WireError(Code.BAD_MESSAGE, f"a key must be a text, not {quoted(key)}")
    done = dict(pairs)
    if len(done) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise WireError(Code.BAD_MESSAGE, f"the key {quoted(twice)} comes twice in one map")
    return done


def _no_extension(code: int, data: bytes) -> NoReturn:
    raise WireError(Code.BAD_MESSAGE, "the message holds an extension type")
