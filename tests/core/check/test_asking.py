"""Probes of a check over a real socket: a right server passes, one with a fault fails by its rule."""

from __future__ import annotations

import asyncio
import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from inspector.core.check.asking import Plan
from inspector.core.check.check import check_server
from inspector.core.check.report import Report
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.transport.http_server import Asked, answer, serve

ABOUT: dict[str, Any] = {
    "serverInfo": {"name": "s", "version": "1"},
    "capabilities": {"tools": {}, "prompts": {}},
}
CACHED = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
STATUS = {-32601: "404 Not Found", -32020: "400 Bad Request"}
TOKEN = "Bearer right"


class Server:
    """Right in every way but `fault`: undecoded | open | other | undead | levels."""

    def __init__(self, era: str, fault: str) -> None:
        self.era, self.fault = era, fault
        self.connections = 0
        self.sessions: set[str] = set()

    async def respond(self, asked: Asked) -> None:
        if asked.header("authorization") != TOKEN and self.fault != "open":
            asked.writer.write(answer(b"", "401 Unauthorized"))
            return
        message = json.loads(asked.body or b"{}")
        method, session = message.get("method"), asked.header("mcp-session-id")
        if self.era != "2026-07-28" and method not in ("initialize", "server/discover"):
            if session not in self.sessions:
                asked.writer.write(answer(b"", "404 Not Found"))
                return
        if asked.line.startswith("DELETE"):
            if self.fault != "undead":
                self.sessions.discard(session)
            asked.writer.write(answer(b""))
        elif not asked.line.startswith("POST"):
            asked.writer.write(answer(b"", "405 Method Not Allowed"))
        elif "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted"))
        else:
            self.reply(asked, message)

    def reply(self, asked: Asked, message: dict[str, Any]) -> None:
        modern = self.era == "2026-07-28"
        more: dict[str, str] = {}
        code, result = self.outcome(asked, message, modern)
        if message["method"] == "initialize" and not modern:
            more["mcp_session_id"] = f"session-{self.connections}-0123456789abcdef"
            self.sessions.add(more["mcp_session_id"])
        body: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        body |= {"error": {"code": code, "message": "no"}} if code else {"result": result}
        status = STATUS.get(code, "200 OK") if modern else "200 OK"
        asked.writer.write(answer(json.dumps(body).encode(), status, content_type="application/json", **more))

    def outcome(self, asked: Asked, message: dict[str, Any], modern: bool) -> tuple[int, dict[str, Any]]:
        """(error code, result)."""
        method, params = message["method"], message.get("params", {})
        name = asked.header("mcp-name")
        if modern and name.startswith("=?base64?") and self.fault != "undecoded":
            name = b64decode(name[9:-2]).decode()
        if modern and "name" in params and name != params["name"]:
            return -32020, {}
        if method == ("server/discover" if modern else "initialize"):
            self.connections += 1
            version = {"supportedVersions": [self.era], **CACHED} if modern else {"protocolVersion": self.era}
            levels = {"logging": {}} if self.fault == "levels" else {}
            return 0, {**ABOUT, **version, "capabilities": {**ABOUT["capabilities"], **levels}}
        if method == "tools/list":
            tool = f"t{self.connections}" if self.fault == "other" else "t"
            return 0, {
                "tools": [{"name": tool, "description": "It.", "inputSchema": {"type": "object"}}],
                **CACHED,
            }
        if method == "prompts/list":
            return 0, {"prompts": [{"name": "p", "description": "It."}], **CACHED}
        if method == "prompts/get" and params["name"] == "p":
            return 0, {"messages": [], "resultType": "complete"}
        if method == "ping" and not modern:
            return 0, {}
        return (-32602 if method in ("tools/call", "prompts/get") else -32601), {}


def checked(era: str, fault: str, folder: Path) -> Report:
    async def main() -> Report:
        journal = Journal.create(folder / "a.mcptrace")
        try:
            async with serve(Server(era, fault).respond) as url:
                client = Client(Profile("s", HttpTarget(url, {"Authorization": TOKEN}), era=era), journal)
                await client.connect()
                return await check_server(client, "s", Plan(probes="all"), 0.2, lambda _phase, _line: None)
        finally:
            journal.close()

    return asyncio.run(main())


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    """The report on the right server, by revision."""
    return {era: checked(era, "", tmp_path_factory.mktemp(era)) for era in ("2025-11-25", "2026-07-28")}


@pytest.mark.parametrize(
    ("era", "fault", "rule"),
    [
        ("2026-07-28", "undecoded", "HTTP-11"),
        ("2026-07-28", "open", "AUT-13"),
        ("2026-07-28", "other", "LIFE-15"),
        ("2025-11-25", "open", "AUT-13"),
        ("2025-11-25", "undead", "HTTP-23"),
    ],
)
def test_a_probe_finds_its_fault_and_no_other_server_has_it(
    era: str, fault: str, rule: str, tmp_path: Path, right: dict[str, Report]
) -> None:
    wrong = checked(era, fault, tmp_path)
    assert {one.id: one.status for one in right[era].requirements}[rule] == "pass"
    assert {one.id: one.status for one in wrong.requirements}[rule] == "fail"
    assert [one.severity for one in wrong.findings if one.rule == rule] == ["error"]
    assert rule not in {one.rule for one in right[era].findings}


def test_a_declared_log_level_that_cannot_be_set_is_found(tmp_path: Path) -> None:
    found = [
        one.message for one in checked("2025-11-25", "levels", tmp_path).findings if one.rule == "RPC-31"
    ]
    assert any("logging/setLevel" in one for one in found)


def test_what_no_record_tells_is_not_tried_with_the_reason(right: dict[str, Report]) -> None:
    found = {one.id: one for one in right["2026-07-28"].requirements}
    for rule in ("HTTP-34", "RSC-12", "AUT-08", "AUT-14", "AUT-15", "APP-08"):
        assert found[rule].status == "not tried" and found[rule].why
    assert (found["NTF-22"].status, found["NTF-22"].why) == (
        found["RPC-09-late"].status,
        "RPC-09-late judges it",
    )


# It speaks one revision, refuses the others, and leaves half a line when its stdin is closed.
PICKY = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    right = message.get("params", {}).get("protocolVersion") == "2025-06-18"
    if message["method"] == "initialize" and right:
        about = {"name": "x", "version": "1"}
        reply["result"] = {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": about}
    else:
        reply["error"] = {"code": -32601, "message": "no"}
    print(json.dumps(reply), flush=True)
sys.stdout.write('{"jsonrpc":"2.0","method":"notifications/message"')
"""


def test_how_a_server_ends_is_judged_also_before_a_revision_that_it_refuses(tmp_path: Path) -> None:
    async def main() -> Report:
        journal = Journal.create(tmp_path / "a.mcptrace")
        target = StdioTarget(sys.executable, ("-c", PICKY))
        client = Client(Profile("picky", target, era="2025-06-18"), journal)
        try:
            await client.connect()
            return await check_server(client, "picky", Plan(True, "none"), 0.2, lambda _phase, _line: None)
        finally:
            journal.close()

    found = asyncio.run(main())
    assert found.revisions == ["2025-06-18"]
    assert "STD-03" in {one.rule for one in found.findings}
