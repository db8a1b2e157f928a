"""What a server's tools cost a model: their bytes, an estimate of tokens, and what could be saved."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from typing import Any, Final

import msgspec

__all__ = ["LONG_ARGUMENT", "LONG_TOOL", "cost_of"]

ESTIMATE: Final = "estimated, within 10 % for English and JSON"
"""Against o200k, cl100k and the published tokenizer of Claude, on each of 32 servers."""
_PIECE: Final = re.compile(r"[^\x00-\x7f]|[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|[^\w\s]+|_+")
_WORD: Final = 9  # letters of a piece that are one token, about
_MARKS: Final = 8  # the same of punctuation
LONG_TOOL: Final = 1000
LONG_ARGUMENT: Final = 300
"""Characters of a description; what is beyond them could be shorter."""
_REFERENCE: Final = len('{"$ref":"#/$defs/a1"}')
_DEFINED: Final = len('"a1":,')
_DEFS: Final = len('"$defs":{}')  # its comma is the one that the last definition has not
_SHARED: Final = 40  # bytes of a text that is told of when several tools have it
_MOST_PARTS: Final = 20_000
_MOST_COUNTED: Final = 8 << 20  # bytes whose pieces are counted; of more, four are one token
_MOST_BYTES: Final = 64 << 20  # a part counts for each of those around it
_TOLD: Final = 5  # tools with the most to save
_READ: Final = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
"""Members of a tool that hosts give to a model, in full or in part."""
_ONE: Final = frozenset(
    ("items", "additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "not")
) | {"if", "then", "else", "contains", "propertyNames"}
_NAMED: Final = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))
_SEVERAL: Final = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))
"""Keywords whose value is a schema, schemas by name, a list of schemas; the rest is no place for a `$ref`."""


def cost_of(tools: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """{"tools": [{"name", "bytes", "tokens"}], "bytes", "tokens", "estimate", "repeated_bytes", "savings"}.

    tools: the largest first. savings: [{"what", "bytes", "where": [[tool, bytes]]}], the most first: what
    `$defs` (its bytes are the repeated_bytes too), shorter and fewer texts would save; they may overlap.
    """
    listed: list[tuple[int, int, str]] = []  # tokens, bytes, name
    saved: dict[str, Counter[str]] = {what: Counter() for what in ("defs", "long", "titles", "shared")}
    read = 0
    texts: dict[bytes, tuple[int, str]] = {}  # hash of a text → its bytes, and the tool that had it first
    for tool in tools:
        name, left = str(tool.get("name", "")), [_MOST_BYTES]
        whole = _json({member: tool[member] for member in _READ if member in tool})
        read += len(whole)
        count = _tokens(whole.decode("utf-8", "replace")) if read <= _MOST_COUNTED else len(whole) // 4
        listed.append((count, len(whole), name))
        said = [("", tool)] if isinstance(tool.get("description"), str) else []
        for member in ("inputSchema", "outputSchema"):
            saved["defs"][name] += _repeated(tool.get(member), left)
            said += list(islice(_schemas(tool.get(member)), _MOST_PARTS))
        for key, part in said:
            saved["titles"][name] += _idle_title(key, part)
            if isinstance(text := part.get("description"), str):
                saved["long"][name] += _size(text[LONG_ARGUMENT if part is not tool else LONG_TOOL :])
                if (size := _size(text)) >= _SHARED:
                    first = texts.setdefault(sha256(text.encode("utf-8", "replace")).digest(), (size, name))
                    saved["shared"][name] += size if first[1] != name else 0
    total, tokens = sum(size for _, size, _ in listed), sum(count for count, _, _ in listed)
    return {
        "tools": [
            {"name": name, "bytes": size, "tokens": count}
            for count, size, name in sorted(listed, reverse=True)
        ],
        "bytes": total,
        "tokens": tokens,
        "estimate": ESTIMATE,
        "repeated_bytes": saved["defs"].total(),
        "savings": [
            {"what": what, "bytes": found.total(), "where": [[*one] for one in (+found).most_common(_TOLD)]}
            for what, found in sorted(saved.items(), key=lambda one: -one[1].total())
            if found.total()
        ],
    }


def _tokens(text: str) -> int:
    """About as many as tokenizers make of English and JSON: their pieces, long ones counting for more."""
    pieces = (match[0] for match in _PIECE.finditer(text))
    return sum(1 + (len(one) - 1) // (_WORD if one.isalnum() else _MARKS) for one in pieces)


def _json(value: Any) -> bytes:
    """The bytes of a value; half a surrogate pair, which no UTF-8 can hold, counts as its replacement."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _schemas(root: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name of the property, schema) of all that is in a schema, itself first."""
    waiting = [("", root)]
    while waiting:
        name, part = waiting.pop()
        if isinstance(part, dict):
            yield name, part
            waiting += _inside(part)


def _inside(part: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword, value in part.items():
        if keyword in _ONE:
            yield "", value
        elif keyword in _NAMED and isinstance(value, dict):
            yield from value.items()
        elif keyword in _SEVERAL and isinstance(value, list):
            yield from (("", one) for one in value)


def _idle_title(name: str, part: dict[str, Any]) -> int:
    """Bytes of a title of a property that is its name in other letters, as generators of schemas write it."""
    title = part.get("title")
    if not name or not isinstance(title, str):
        return 0
    same = re.sub(r"[\W_]+", "", title).lower() == re.sub(r"[\W_]+", "", name).lower()
    return _size(title) + len('"title":"",') if same else 0


def _repeated(schema: Any, left: list[int]) -> int:
    """Bytes that go when each part which stands there again becomes a `$ref`, less what `$defs` itself takes.

    The largest parts count; the order of members does not matter. left: bytes that may still be read.
    """
    counts: Counter[tuple[int, bytes]] = Counter()
    waiting, seen = [schema], 0
    while waiting and seen < _MOST_PARTS and left[0] > 0:
        part = waiting.pop()
        if not isinstance(part, dict):
            continue
        seen += 1
        text = _canonical(part)
        left[0] -= len(text)
        if len(text) > _REFERENCE:
            key = len(text), sha256(text).digest()
            counts[key] += 1
            if counts[key] > 1:
                continue  # what is in it goes with it
        waiting += [one for _, one in _inside(part)]
    gains = (
        (count - 1) * size - count * _REFERENCE - _DEFINED for (size, _), count in counts.items() if count > 1
    )
    gain = sum(one for one in gains if one > 0)
    has_defs = isinstance(schema, dict) and "$defs" in schema
    return max(0, gain - (0 if has_defs else _DEFS))


def _canonical(part: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(part, order="sorted")
    except UnicodeEncodeError:
        return json.dumps(part, sort_keys=True, separators=(",", ":")).encode()
