"""Read and write JSON-RPC 2.0 messages without losing a byte.

`parse` never raises: what cannot be read is a message of kind "malformed" that says why. Only the
envelope is decoded; params, result and error stay the bytes they were (`msgspec.Raw`), so a message of
many megabytes costs one scan.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from inspector.json_tokens import ESCAPE
from inspector.protocol.large_json import shortened
from inspector.recorded import encode_json
from inspector.translation import recorded

__all__ = [
    "LARGE_BYTES",
    "NEITHER",
    "Message",
    "Signs",
    "decode",
    "dict_of",
    "encode_error",
    "encode_notification",
    "encode_request",
    "encode_result",
    "message_lines",
    "one_line",
    "parse",
]


BATCH_BYTES: Final = 8 << 20
BATCH_MEMBERS: Final = 10_000
LARGE_BYTES: Final = 2 << 20  # a message that takes longer to read than the window may wait


class Signs(msgspec.Struct, frozen=True, gc=False):
    """What the members of a result say of what became of a call."""

    is_error: bool = False
    result_type: str = ""
    names_task: bool = False


class Message(msgspec.Struct, frozen=True, gc=False):
    """One JSON-RPC message as read. Absent members are empty bytes, which no JSON text is."""

    kind: str  # request | notification | response | error | batch | malformed
    id: str = ""  # canonical JSON text of the id, "" when there is no id member
    method: str = ""
    params: bytes = b""
    result: bytes = b""
    error: bytes = b""
    valid: bool = True  # the text is valid JSON
    reason: str = ""  # malformed: why, in plain words
    position: int = -1  # byte offset of the error where known
    members: tuple[bytes, ...] = ()  # batch: its elements
    signs: Signs | None = None  # of a large result: read once, where others are searched for each

    def params_dict(self) -> dict[str, Any]:
        """Params decoded; {} when absent or not an object."""
        return _as_dict(self.params)

    def result_dict(self) -> dict[str, Any]:
        """Result decoded; {} when absent or not an object."""
        return _as_dict(self.result)

    def error_dict(self) -> dict[str, Any]:
        """Error decoded; {} when absent or not an object."""
        return _as_dict(self.error)


class _Envelope(msgspec.Struct, gc=False):
    id: msgspec.Raw = msgspec.Raw(b"")
    method: msgspec.Raw = msgspec.Raw(b"")
    params: msgspec.Raw = msgspec.Raw(b"")
    result: msgspec.Raw = msgspec.Raw(b"")
    error: msgspec.Raw = msgspec.Raw(b"")


class _ResultSigns(msgspec.Struct, rename="camel", gc=False):
    is_error: msgspec.Raw = msgspec.Raw(b"")
    result_type: msgspec.Raw = msgspec.Raw(b"")
    task: msgspec.Raw = msgspec.Raw(b"")
    task_id: msgspec.Raw = msgspec.Raw(b"")


_envelope: Final = msgspec.json.Decoder(_Envelope)
_elements: Final = msgspec.json.Decoder(list[msgspec.Raw])
_skipped: Final = msgspec.json.Decoder(msgspec.Raw)
_result_signs: Final = msgspec.json.Decoder(_ResultSigns)
NEITHER: Final = recorded("an object with neither method, result nor error")
HALF_CHARACTER: Final = recorded("an escape for half a character (a lone surrogate); read as U+FFFD")
_SIGNS_LEVEL: Final = 2  # the members of the envelope and of a result are looked at
_PIECE: Final = 128 * 1024  # bytes; their text stays in the cache of the processor
_utf8: Final = codecs.getincrementaldecoder("utf-8")
_position: Final = re.compile(r"\(byte (\d+)\)")


def parse(data: bytes) -> Message:
    """Read one message. data: one line, one body or one SSE event, without its framing. Never raises."""
    try:
        if not data.isascii():
            _check_utf8(data)
        if len(data) > LARGE_BYTES and (short := shortened(data, _SIGNS_LEVEL)) is not None:
            with suppress(msgspec.DecodeError, RecursionError):  # read at once it says what is wrong
                return _from_envelope(_envelope.decode(short.text), short.whole)
        return _from_envelope(_envelope.decode(data))
    except UnicodeDecodeError as error:
        return _malformed(recorded("not UTF-8 at byte {start}", start=error.start), error.start)
    except msgspec.ValidationError:
        return _parse_other(data)
    except msgspec.DecodeError as error:
        whole = ESCAPE.sub(_replaced, data) if b"\\u" in data else data
        if whole == data:
            return _not_json(data, str(error))
        message = parse(whole)
        if not message.reason:
            message = msgspec.structs.replace(message, reason=HALF_CHARACTER)
        return message
    except RecursionError:
        return _malformed(recorded("nested too deeply"))


def _check_utf8(data: bytes) -> None:
    """Raise UnicodeDecodeError as `decode` does. In pieces: 50 MB of text at once take twice as long."""
    decoder = _utf8()
    view = memoryview(data)
    try:
        for at in range(0, len(data), _PIECE):
            decoder.decode(view[at : at + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        data.decode("utf-8")  # says where


def _replaced(escape: re.Match[bytes]) -> bytes:
    """A half of a surrogate pair without its other half becomes U+FFFD; JavaScript writes such when it cuts
    a text, RFC 8259 (8.2) allows it, and no Unicode string can hold it."""
    return b"\\ufffd" if escape["lone"] else escape[0]


def _from_envelope(envelope: _Envelope, whole: Callable[[msgspec.Raw], bytes] = bytes) -> Message:
    identifier = _canonical_id(whole(envelope.id))
    method, params = whole(envelope.method), whole(envelope.params)
    result, failure = whole(envelope.result), whole(envelope.error)
    if method[:1] == b'"':
        kind = "request" if identifier and identifier != "null" else "notification"
        return Message(kind, identifier, msgspec.json.decode(method, type=str), params, result, failure)
    if failure and not (result and failure == b"null"):
        return Message("error", identifier, "", params, result, failure)
    if result:  # `"error": null` beside it is how JSON-RPC 1.0 said that all went well
        signs = _signs_of(envelope.result) if len(result) > LARGE_BYTES else None
        return Message("response", identifier, "", params, result, failure, signs=signs)
    reason = recorded("method is not a string") if method else NEITHER
    return Message("malformed", identifier, "", params, reason=reason)


def _signs_of(result: msgspec.Raw) -> Signs:
    try:
        found = _result_signs.decode(result)
    except (msgspec.DecodeError, RecursionError):
        return Signs()
    kind = decode(bytes(found.result_type))
    names_task = bool(bytes(found.task) or bytes(found.task_id))
    return Signs(bytes(found.is_error) == b"true", kind if isinstance(kind, str) else "", names_task)


def encode_request(identifier: int | str, method: str, params: dict[str, Any] | None = None) -> bytes:
    """A request on one line. `msgspec.Raw` values inside params go out as they are."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": identifier, "method": method}
    if params is not None:
        message["params"] = params
    return encode_json(message)


def encode_notification(method: str, params: dict[str, Any] | None = None) -> bytes:
    """A notification on one line."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return encode_json(message)


def encode_result(identifier: str, result: Any) -> bytes:
    """An answer. identifier: the JSON text of the request's id, kept with its type."""
    return encode_json({"jsonrpc": "2.0", "id": msgspec.Raw(identifier.encode()), "result": result})


def encode_error(identifier: str, code: int, message: str, data: Any = None) -> bytes:
    """An error answer. identifier: the JSON text of the request's id; empty: none."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    answer: dict[str, Any] = {"jsonrpc": "2.0"}
    if identifier:
        answer["id"] = msgspec.Raw(identifier.encode())
    answer["error"] = error
    return encode_json(answer)


def decode(text: bytes) -> Any:
    """The value of a JSON text that came. Never raises.

    A number that no double can hold (1e400) is infinite; what is nested too deeply or no JSON is None.
    """
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(text)
    import json  # here: hardly ever needed

    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return None


def dict_of(value: object) -> dict[str, Any]:
    """The value, if it is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def one_line(text: bytes) -> bytes:
    """The same tokens without line breaks between them, as stdio needs it.

    Numbers, escapes, key order and duplicate keys stay. Text that is not JSON comes back unchanged.
    Source: MCP transports/stdio, "messages MUST NOT contain embedded newlines".
    """
    if b"\n" not in text and b"\r" not in text:
        return text
    try:
        return msgspec.json.format(text, indent=-1)
    except (msgspec.DecodeError, RecursionError):
        return text


def message_lines(text: bytes) -> list[bytes]:
    """The lines of a text that is several messages, one a line; none of any other text."""
    lines = [line for line in text.replace(b"\r\n", b"\n").split(b"\n") if line.strip()]
    several = len(lines) > 1 and all(parse(line).kind != "malformed" for line in lines)
    return lines if several else []


def _as_dict(text: bytes) -> dict[str, Any]:
    return dict_of(decode(text) if text else None)


def _canonical_id(text: bytes) -> str:
    if text[:1] == b'"':
        return encode_json(msgspec.json.decode(text, type=str)).decode()
    return text.decode()


def _parse_other(data: bytes) -> Message:
    """Valid so far, but not an object: a batch or a scalar."""
    stripped = data.lstrip()
    if stripped[:1] != b"[":
        try:
            msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            return _not_json(data, str(error))
        if stripped[:1] == b"{":  # an object whose method or id holds what a string cannot
            return Message("malformed", reason=recorded("method or id is not a readable string"))
        return Message(
            "malformed", reason=recorded("JSON, but not an object: a JSON-RPC message is an object")
        )
    if len(data) > BATCH_BYTES:  # `[0,0,0...` would become an object for every two bytes
        try:
            _skipped.decode(data)
        except (msgspec.DecodeError, RecursionError) as error:
            return _not_json(data, str(error))
        return Message(
            "batch",
            reason=recorded(
                "a batch of more than {batch_bytes} MB: not split", batch_bytes=BATCH_BYTES >> 20
            ),
        )
    try:
        elements = _elements.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        return _not_json(data, str(error))
    reason = (
        recorded("only the first {batch_members} are shown separately", batch_members=f"{BATCH_MEMBERS:,}")
        if len(elements) > BATCH_MEMBERS
        else ""
    )
    members = tuple(bytes(element) for element in elements[:BATCH_MEMBERS])
    return Message("batch", reason=reason, members=members)


def _malformed(reason: str, position: int = -1) -> Message:
    return Message("malformed", valid=False, reason=reason, position=position)


def _not_json(data: bytes, error: str) -> Message:
    if not data.strip():
        lines = data.count(b"\n") + 1
        count = f"{lines:,}"
        return _malformed(
            recorded("empty line") if lines == 1 else recorded("{count} blank lines", count=count), 0
        )
    match = _position.search(error)
    position = int(match[1]) if match else -1
    if "trailing" in error:
        position -= 1  # msgspec counts the byte after the first one too many
        return _malformed(
            recorded("JSON followed by more text at byte {position}", position=position), position
        )
    if "truncated" in error:
        return _malformed(recorded("JSON that ends unexpectedly"), len(data))
    if data.lstrip()[:1] == b"<":
        return _malformed(recorded("not JSON: looks like HTML or XML"), 0)
    words = error.split(" (byte")[0].removeprefix("JSON is malformed: ")
    if position < 0:
        return _malformed(recorded("not JSON: {words}", words=words), position)
    return _malformed(
        recorded("not JSON at byte {position}: {words}", position=position, words=words), position
    )
