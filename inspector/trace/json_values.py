"""One value out of a message, by its JSON path, as short text for a column. Digits stay as they were sent.

Where a row is a whole call, the value is that of the request, and where the request has none, that of the
answer. (A filter with the same path looks at every message of the call.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from inspector.protocol.jsonrpc import one_line
from inspector.trace.query.tokens import FilterError, tokenize
from inspector.translation import translate

__all__ = ["first_value", "parse_path", "path_name", "value_at"]

_MOST_CHARS: Final = 240  # no column is wider
_MOST_BYTES: Final = 4 * _MOST_CHARS + 4
_LINE: Final = str.maketrans("\n\r\t\0", "   ␀")
_STEP: Final = re.compile(r'\."([^"]*)"|\[(#-)?(\d+)\]')  # SQLite's spelling, which tokens of paths have
_members: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items: Final = msgspec.json.Decoder(list[msgspec.Raw])

Steps = tuple[str | int, ...]


def parse_path(text: str) -> Steps:
    """The keys and indexes of `$.params.arguments["order id"][0]`. Raises FilterError for anything else."""
    tokens = tokenize(text.strip())
    if tokens[0].kind != "path" or tokens[1].kind != "end":
        raise FilterError(
            translate("Query", "expected a JSON path such as $.params.arguments.id"), tokens[0].column
        )
    steps: list[str | int] = []
    for key, from_end, index in _STEP.findall(tokens[0].text):
        steps.append((-int(index) if from_end else int(index)) if index else key)
    return tuple(steps)


def path_name(steps: Steps) -> str:
    """The default heading of a column for this path: its last key."""
    keys = [step for step in steps if isinstance(step, str)]
    return keys[-1] if keys else "$"


def value_at(raw: bytes, steps: Steps) -> str | None:
    """The value as text: a string without quotes, anything else as it was sent, on one line.

    None: it is not there, or raw is no JSON.
    """
    token: bytes | memoryview = raw
    try:
        for step in steps:
            token = memoryview(
                _items.decode(token)[step] if isinstance(step, int) else _members.decode(token)[step]
            )
        if not steps:
            msgspec.json.decode(token, type=msgspec.Raw)
        text = bytes(token).strip()
        if text[:1] == b'"':
            return _short(msgspec.json.decode(text, type=str))
    except (ValueError, KeyError, IndexError, RecursionError):
        return None
    return _short(one_line(text)[:_MOST_BYTES].decode("utf-8", "replace"))


def first_value(messages: Sequence[bytes], steps: Steps) -> str:
    """The value in the first message that has it; empty when none does."""
    for raw in messages:
        found = value_at(raw, steps)
        if found is not None:
            return found
    return ""


def _short(text: str) -> str:
    line = text[: _MOST_CHARS + 1].translate(_LINE)
    return line if len(line) <= _MOST_CHARS else line[:_MOST_CHARS] + "…"
