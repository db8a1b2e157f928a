"""What real servers answer to tools/list and prompts/list breaks no rule of results, pages or prompts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.lint.dialogue import Dialogue

FAMILIES = ("RES", "PAGE", "RSC", "PRM", "CMP")
RIGHT: set[tuple[str, str]] = set()
"""Errors and warnings that are right: file, rule."""


def lines_of(server: Path) -> list[str]:
    found = json.loads(server.read_text("utf-8"))
    lines = [f'= {found["protocolVersion"]} {{"tools":{{}},"prompts":{{}}}}']
    for number, member in enumerate(("tools", "prompts", "tools"), 1):
        lines.append(f'> {{"jsonrpc":"2.0","id":{number},"method":"{member}/list","params":{{}}}}')
        answer = {"jsonrpc": "2.0", "id": number, "result": {member: found[member]}}
        lines.append("< " + json.dumps(answer).replace("\\", "\\x5c"))
    return lines


def test_real_servers_break_no_rule_of_lists(shared: Path) -> None:
    servers = sorted((shared / "corpus").glob("*.json"))
    assert servers
    wrong = {
        (server.name, one.rule)
        for server in servers
        for one in Dialogue("\n".join(lines_of(server))).findings
        if one.rule.startswith(FAMILIES) and one.severity in ("error", "warning")
    }
    assert wrong == RIGHT
