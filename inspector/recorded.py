"""Texts with messages as JSON: plain, or with the message that a recorded sentence was made of.

    {"text": "process {pid} ended", "named": {"pid": 12}}

A file is not trusted. So a message is used only when its English is what the file says, and when its
templates do no more than put values into holes.
"""

from __future__ import annotations

import string
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
        message = _message(msgspec.json.decode(data), _DEPTH)
        return Recorded(english, message) if Recorded.of(message) == english else english
    except (msgspec.DecodeError, ValueError, TypeError, KeyError, IndexError, RecursionError):
        return english


def _message(members: Any, depth: int) -> Message:
    """Raises ValueError, TypeError or KeyError for what we do not write."""

    def value(one: Any) -> object:
        if isinstance(one, dict):
            return Recorded.of(_message(one, depth - 1))
        if isinstance(one, list):
            raise TypeError(one)
        return one

    if not isinstance(members, dict):
        raise TypeError(members)
    context, text = members.get("context", "Recorded"), members["text"]
    comment, n = members.get("disambiguation", ""), members.get("n", -1)
    if not depth or not isinstance(n, int) or not all(type(one) is str for one in (context, text, comment)):
        raise ValueError(members)
    args = tuple(map(value, members.get("args", ())))
    named = {name: value(one) for name, one in members.get("named", {}).items()}
    if args or named or not context:
        parts = string.Formatter().parse(text)
        holes = [(name, spec, conversion) for _, name, spec, conversion in parts if name is not None]
        for name, spec, conversion in holes:
            if not (name.isidentifier() or name.isdecimal() or not name) or spec not in _SPECS:
                raise ValueError(text)
            if conversion not in (None, "r"):
                raise ValueError(text)
        if len(holes) * max((len(str(one)) for one in (*args, *named.values())), default=0) > _LONGEST:
            raise ValueError(text)
    return Message(context, text, args, named, comment, n)
