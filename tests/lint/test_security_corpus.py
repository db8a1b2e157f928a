"""How much of a corpus of hostile definitions the rules of security find, and how often they are wrong."""

from __future__ import annotations

import json
from typing import Any, Final

from inspector.protocol.records import Finding
from tests.lint.dialogue import Dialogue
from tests.lint.hostile_definitions import INNOCENT, POISONED, Entry

_LISTS: Final = {"tools/list": "tools", "prompts/list": "prompts", "resources/list": "resources"}
_HELLO: Final[dict[str, Any]] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "serverInfo": {"name": "x", "version": "1"},
}


def found(entry: Entry) -> list[Finding]:
    """What the rules of security say to one entry."""
    method, item = entry
    result: dict[str, Any] = {_LISTS[method]: [item]} if method in _LISTS else {"content": [item]}
    if method == "initialize":
        result = {**_HELLO, **item}
    ask = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"name": "x"}}
    start = "" if method == "initialize" else "= 2025-11-25\n"
    dialogue = Dialogue(f"{start}> {json.dumps(ask)}")
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    dialogue.arrive("stdout", answer.encode() + b"\n")
    return [one for one in dialogue.findings if one.rule.startswith("SEC")]


def is_warned_of(entry: Entry) -> bool:
    """A result may quote anybody, so that information is all that is due there."""
    return any(one.severity != "info" or entry[0] == "tools/call" for one in found(entry))


def test_95_of_100_poisoned_definitions_are_found() -> None:
    missed = [entry for entry in POISONED if not is_warned_of(entry)]
    assert len(POISONED) >= 40
    assert len(missed) <= 0.05 * len(POISONED), missed


def test_2_of_100_innocent_ones_are_taken_for_poisoned_at_most() -> None:
    said = [(entry, found(entry)) for entry in INNOCENT]
    wrong = [entry for entry, findings in said if any(one.severity != "info" for one in findings)]
    assert len(INNOCENT) >= 40
    assert len(wrong) <= 0.02 * len(INNOCENT), wrong
