"""What a server's tools cost a model: their bytes, an estimate of tokens, and what is there twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

__all__ = ["cost_of"]

_BYTES_A_TOKEN: Final = 4
"""Of English and JSON, about; tokenizers of models differ by some 20 %."""
_SMALLEST: Final = 60
"""Bytes of a part that is worth a `$ref`."""
_MOST_PARTS: Final = 20_000
_MOST_BYTES: Final = 64 << 20  # a part counts for each of those around it
_READ: Final = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
"""Members of a tool that hosts give to a model, in full or in part."""


def cost_of(tools: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """{"tools": [{"name", "bytes", "tokens"}], "bytes", "tokens", "repeated_bytes", "estimate"}.

    tools: the largest first. repeated_bytes: of parts of one tool's schemas that stand there more than once,
    which `$defs` would save.
    """
    listed: list[tuple[int, str]] = []
    saved = 0
    for tool in tools:
        size = len(_json({name: tool[name] for name in _READ if name in tool}))
        listed.append((size, str(tool.get("name", ""))))
        saved += _repeated([tool.get("inputSchema"), tool.get("outputSchema")])
    total = sum(size for size, _ in listed)
    return {
        "tools": [
            {"name": name, "bytes": size, "tokens": _tokens(size)}
            for size, name in sorted(listed, reverse=True)
        ],
        "bytes": total,
        "tokens": _tokens(total),
        "repeated_bytes": saved,
        "estimate": f"{_BYTES_A_TOKEN} bytes a token",
    }


def _tokens(size: int) -> int:
    return -(-size // _BYTES_A_TOKEN)


def _json(value: Any) -> bytes:
    """The bytes of a value; half a surrogate pair, which no UTF-8 can hold, counts as its replacement."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def _repeated(schemas: list[Any]) -> int:
    """Bytes that go when each part which stands there again becomes a `$ref`; the largest parts count."""
    counts: Counter[tuple[int, bytes]] = Counter()
    left, seen, read = list(schemas), 0, 0
    while left and seen < _MOST_PARTS and read < _MOST_BYTES:
        part = left.pop()
        seen += 1
        if isinstance(part, dict):
            text = _json(part)
            read += len(text)
            if len(text) >= _SMALLEST:
                key = len(text), sha256(text).digest()
                counts[key] += 1
                if counts[key] > 1:
                    continue  # what is in it goes with it
            left.extend(part.values())
        elif isinstance(part, list):
            left.extend(part)
    return sum((count - 1) * size for (size, _), count in counts.items())
