"""Messages that hold anything anywhere: no rule may raise for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from inspector.protocol.records import Finding
from tests.lint.dialogue import Dialogue

__all__ = ["any_json", "replay"]


def any_json(names: Sequence[str], words: Sequence[str] = ()) -> st.SearchStrategy[Any]:
    """Any JSON, with these member names and strings more often than others."""
    texts = st.sampled_from(words) | st.text(max_size=12) if words else st.text(max_size=12)
    plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
    keys = st.sampled_from(names)
    return st.recursive(
        plain,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6),
        max_leaves=25,
    )


def replay(handshake: str, method: str, value: Any, more: Sequence[Any] = ()) -> list[Finding]:
    """The findings when the value comes as the result of that method, as its error and in a notification."""
    lines = [handshake]
    for number, one in enumerate((value, *more), 1):
        asked = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": one})
        lines += [f"> {asked}", "< " + json.dumps({"jsonrpc": "2.0", "id": number, "result": one})]
        refused = {"jsonrpc": "2.0", "id": number, "error": one}
        told = {"jsonrpc": "2.0", "method": method, "params": one}
        lines += [f"> {asked}", "< " + json.dumps(refused), "< " + json.dumps(told)]
    return Dialogue("\n".join(line.replace("\\", "\\x5c") for line in lines)).findings
