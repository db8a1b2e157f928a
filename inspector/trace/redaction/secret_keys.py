"""Which values of a JSON document are secrets, by the keys around them."""

from __future__ import annotations

import json
from typing import Final

from inspector.trace.json_rewriting import Frame
from inspector.trace.redaction.secret_rules import Rules, label_of

__all__ = ["is_count", "is_json", "secret_key"]

_LONG_NUMBER: Final = 6  # digits


def secret_key(rules: Rules, frames: list[Frame]) -> str:
    """The name that makes a value a secret: its own key, that of the list it is in, `secrets` above it, or
    the name beside it in `{"name": "X-Api-Key", "value": …}`."""
    if not frames:
        return ""
    last = frames[-1]
    if last.is_object:
        if rules.is_key(last.key):
            return last.key
        is_value = last.key.lower() == "value"
        if is_value and last.name and rules.is_parameter(last.name):
            return last.name
        above = frames[-2] if len(frames) > 1 else None
        if above is None or not above.is_object:
            return ""
        return above.key if rules.is_plural(above.key) or (is_value and rules.is_key(above.key)) else ""
    above = frames[-2] if len(frames) > 1 else None
    if above is not None and above.is_object and rules.is_key(above.key):
        return above.key
    return ""


def is_count(key: str, number: str) -> bool:
    """How many tokens there are is no secret, `"authToken": 99887766` is one."""
    return label_of(key) == "token" and (len(number) < _LONG_NUMBER or key.lower().endswith("s"))


def is_json(text: str) -> bool:
    """Whether a string holds a JSON document."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
