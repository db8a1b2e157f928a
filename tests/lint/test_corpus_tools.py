"""What the rules of tools say about the lists of real servers: no error and no warning that is not right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.protocol.methods import LEGACY_REVISIONS
from inspector.protocol.records import Finding
from tests.lint.dialogue import Dialogue

RIGHT = {("server-gitlab", "TOOL-03"): 9}
"""(server, rule) → findings that were looked at and are right: its schemas have nothing but `$schema`."""


def findings_of(server: Path, revision: str) -> list[Finding]:
    """What the rules of tools find in the server's list in one revision."""
    tools = json.loads(server.read_text())["tools"]
    result = {"tools": tools}
    if revision not in LEGACY_REVISIONS:
        result |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    capabilities = '{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}'
    ask = '> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
    dialogue = Dialogue(f"= {revision} {capabilities}\n{ask}")
    dialogue.arrive("stdout", answer.encode() + b"\n")
    return [one for one in dialogue.findings if one.rule.startswith("TOOL-")]


@pytest.mark.parametrize("revision", ["", "2026-07-28"])
def test_real_servers_have_no_faults_but_those_that_are_right(shared: Path, revision: str) -> None:
    found: dict[tuple[str, str], int] = {}
    servers = sorted((shared / "corpus").glob("*.json"))
    assert servers
    for server in servers:
        own = json.loads(server.read_text())["protocolVersion"]
        for one in findings_of(server, revision or own):
            if one.severity != "info":
                found[server.stem, one.rule] = found.get((server.stem, one.rule), 0) + 1
    assert found == RIGHT
