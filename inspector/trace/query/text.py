"""Writes conditions of the filter language: what a click on a value, a row or a bar puts into the filter."""

from __future__ import annotations

import json

__all__ = ["equals", "quoted"]


def quoted(text: str) -> str:
    """A text as the filter language reads it."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'


def equals(subject: str, value: str) -> str:
    """`subject == value`. subject: a field or a JSON path. value: a JSON token, kept with its digits.

    An object or an array cannot be compared: then the condition is that the value is there.
    """
    if value[:1] in "{[":
        return f"{subject} exists"
    if value[:1] == '"':
        value = quoted(json.loads(value))
    return f"{subject} == {value}"
