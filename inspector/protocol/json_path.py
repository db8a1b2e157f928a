"""How a place in a JSON document is written: `$.params["order id"][0]` (RFC 9535)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

__all__ = ["Step", "path_text", "step_text"]

Step = str | int
"""A key of an object, or an index of an array."""

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def path_text(steps: Iterable[Step]) -> str:
    """The path of the keys and indexes that lead to a value."""
    return "$" + "".join(map(step_text, steps))


def step_text(step: Step) -> str:
    """One of them."""
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN_KEY.fullmatch(step) else f"[{json.dumps(step, ensure_ascii=False)}]"
