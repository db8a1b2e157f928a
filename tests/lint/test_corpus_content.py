"""What real servers list raises no error and no warning of these families, but for those named here."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.lint.dialogue import Dialogue
from tests.schema.tools import CORPUS

FAMILIES: Final = ("TSK", "APP", "SEC", "AUT")
RIGHT: Final[dict[str, set[str]]] = {}
"""Servers → the rules that rightly find something, read by hand."""


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus does not lie beside this checkout")
@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_real_servers_raise_no_false_alarm(revision: str) -> None:
    for path in sorted(CORPUS.glob("*.json")):
        answer = json.loads(path.read_text(encoding="utf-8"))
        result = {"tools": answer.get("tools", []), "resultType": "complete"}
        ask = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        reply = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).replace("\\", "\\x5c")
        found = Dialogue(f"= {revision}\n> {ask}\n< {reply}").findings
        loud = {
            (one.rule, one.message)
            for one in found
            if one.severity != "info" and one.rule.startswith(FAMILIES)
        }
        assert {rule for rule, _ in loud} <= RIGHT.get(path.stem, set()), (path.stem, loud)
