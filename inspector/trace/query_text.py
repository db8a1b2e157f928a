"""Writes conditions of the filter language: what a click on a value, a row or a bar puts into the filter."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

__all__ = ["equals", "json_path", "quoted"]

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def quoted(text: str) -> str:
    """A text as the filter language reads it."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


def json_path(steps: Sequence[str | int]) -> str:
    """`$.params.arguments["order id"][0]` of the keys and indexes that lead to a value."""
    parts = ["$"]
    for step in steps:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.fullmatch(step):
            parts.append(f".{step}")
        else:
            parts.append(f"[{json.dumps(step, ensure_ascii=False)}]")
    return "".join(parts)


def equals(subject: str, value: str) -> str:
    """`subject == value`. subject: a field or a JSON path. value: a JSON token, kept with its digits.

    An object or an array cannot be compared: then the condition is that the value is there.
    """
    if value[:1] in "{[":
        return f"{subject} exists"
    if value[:1] == '"':
        value = quoted(json.loads(value))
    return f"{subject} == {value}"
