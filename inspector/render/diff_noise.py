"""Which differences are likely to mean nothing: ids, times, tokens. Offered to be ignored, never decided."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inspector.protocol.json_path import Step, path_text
from inspector.render.diff_tree import Pair, value_text

__all__ = ["ALWAYS", "OF_REVISIONS", "generalized", "suggestions", "varies"]

ALWAYS: Final = ("$.id", "$.params._meta.progressToken")
"""Differs in every two messages of JSON-RPC."""

OF_REVISIONS: Final = tuple(f"$.result.{key}" for key in ("resultType", "_meta", "ttlMs", "cacheScope"))
"""What one revision has in every result and another has not."""

_NAME: Final = re.compile(
    r"(?:^|[_-])(?:id|ids|uuid|guid|ts|at|time|date|now|etag|nonce|seq|cursor|token|hash|ttl|pid|ms)$"
    r"|time_?stamp|duration|elapsed|took|last_?modified",
    re.IGNORECASE | re.ASCII,
)
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_VALUE: Final = re.compile(
    r'"(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*'
    r"|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    r'|[0-9a-f]{32,})"'
)
_MOST: Final = 8
_LOOKED_AT: Final = 2000


def generalized(pair: Pair) -> str:
    """The path of a difference, for any element of the arrays on its way: `$.items[*].at`."""
    keys = [step for step in pair.steps() if not isinstance(step, int)]
    if len(keys) == len(pair.steps()):
        return pair.path()
    parts = ["[*]" if isinstance(step, int) else path_text([step])[1:] for step in pair.steps()]
    return "$" + "".join(parts)


def suggestions(differences: Iterable[Pair]) -> list[str]:
    """Paths that look like ids and times, those that differ most often first."""
    counts: dict[str, int] = {}
    for place, pair in enumerate(differences):
        if place >= _LOOKED_AT:
            break
        values = (value_text(side, 80) for side in (pair.left, pair.right))
        if pair.kind == "changed" and varies(pair.step, *values):
            path = generalized(pair)
            counts[path] = counts.get(path, 0) + 1
    return sorted(counts, key=lambda path: -counts[path])[:_MOST]


def varies(step: Step | None, *values: str) -> bool:
    """Whether a value looks like an id or a time: by its key, or as it is written (JSON) on both sides."""
    if isinstance(step, str) and _NAME.search(_CAMEL.sub("_", step)):
        return True
    return all(_VALUE.fullmatch(value) for value in values)
