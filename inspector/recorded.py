"""Texts with messages as JSON: plain, or with the message that a recorded sentence was made of.

    {"text": "process {pid} ended", "named": {"pid": 12}}

A file is not trusted. So a message is used only when its English is what the file says, and when its
templates do no more than put values into holes.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from inspector.translation import FORMS, Message, Recorded, Translated

__all__ = ["encode_json", "message_as_json", "with_message"]

_LONGEST: Final = 1_000_000  # characters of a message
_DEPTH: Final = 8  # of messages in each other
_SPECS: Final = frozenset(("", "g", ",", *FORMS))


def _plain(value: object) -> str:
    if isinstance(value, Translated):
        return str.__str__(value)
    raise TypeError(f"no JSON: {type(value)}")


encode_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode
"""The bytes of a value, as `msgspec.json.encode`; texts with messages are texts."""


def message_as_json(message: Message) -> str:
    """The message as a file keeps it."""
    return msgspec.json.encode(_members(message)).decode()


def _members(message: Message) -> dict[str, Any]:
    members: dict[str, Any] = {"text": message.text}
    if message.context != "Recorded":
        members["context"] = message.context
    if message.args:
        members["args"] = list(map(_stored, message.args))
    if message.named:
        members["named"] = {name: _stored(value) for name, value in message.named.items()}
    if message.disambiguation:
        members["disambiguation"] = message.disambiguation
    if message.n >= 0:
        members["n"] = message.n
    return members


def _stored(value: object) -> object:
    if isinstance(value, Translated):
        return _members(value.message)
    return value if value is None or type(value) in (str, int, float, bool) else str(value)


def with_message(english: str, data: object) -> str:
    """A recorded text with the message that a file keeps of it; the text alone where that does not fit it."""
    if not isinstance(data, str) or len(data) > _LONGEST:
        return english
    try:
        message = _Stored(msgspec.json.decode(data)).message
        return Recorded(english, message) if Recorded.of(message) == english else english
    except (msgspec.DecodeError, ValueError, TypeError, KeyError, IndexError, RecursionError):
        return english


class _Stored:
    """Reads one message. Raises ValueError, TypeError or KeyError for what we do not write.

    All that its parts say together is bounded, as a template may name a long value many times.
    """

    def __init__(self, members: Any) -> None:
        self._left = _LONGEST
        self.message = self._message(members, _DEPTH)

    def _message(self, members: Any, depth: int) -> Message:
        if not isinstance(members, dict):
            raise TypeError(members)
        context, text = members.get("context", "Recorded"), members["text"]
        comment, n = members.get("disambiguation", ""), members.get("n", -1)
        if not depth or not all(type(one) is str for one in (context, text, comment)):
            raise ValueError(members)
        if type(n) is not int or not -1 <= n < 1 << 31:  # Qt counts so far
            raise ValueError(n)
        args, named = members.get("args", ()), members.get("named", {})
        holes = list(_holes(text)) if args or named or not context else []
        values = [self._value(one, depth) for one in args[: len(holes)]]
        kept = {
            name: self._value(named[name], depth) for name in dict.fromkeys(filter(str.isidentifier, holes))
        }
        longest = max((len(str(one)) for one in (*values, *kept.values())), default=0)
        self._left -= len(text) * (6 if n >= 0 else 1) + len(holes) * longest
        if self._left < 0:
            raise ValueError(text)
        return Message(context, text, tuple(values), kept, comment, n)

    def _value(self, one: Any, depth: int) -> object:
        if isinstance(one, dict):
            return Recorded.of(self._message(one, depth - 1))
        if isinstance(one, list):
            raise TypeError(one)
        return one


def _holes(text: str) -> Iterator[str]:
    """What stands in the holes of a template; raises ValueError when that is more than a name or a number."""
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        plain = not name or name.isidentifier() or name.isdecimal()
        if not plain or spec not in _SPECS or conversion not in (None, "r"):
            raise ValueError(text)
        yield name
