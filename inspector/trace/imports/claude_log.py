"""Logs of Claude Desktop: `mcp-server-NAME.log` (one server) and `mcp.log` (all of them).

A line is `2025-07-23T15:09:15.427Z [weather] [info] Message from client: {…} { metadata: undefined }`; the
name and the metadata at the end may be missing. Newer versions log only the envelope:
`Message from server: id=0 result`. Other lines of that form are steps; every other line is the server's
stderr, which Claude writes between them. Each `Initializing server` begins a connection.
Places: macOS `~/Library/Logs/Claude/`, Windows `%APPDATA%\\Claude\\logs\\`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from inspector.json_tokens import STRING
from inspector.protocol.jsonrpc import Message
from inspector.trace.imports.feeding import Feeding
from inspector.trace.imports.reading import Reading, ns_of
from inspector.trace.imports.splitting import lines_of
from inspector.translation import recorded

__all__ = ["read_claude_log", "sniff_claude_log"]

_LINE: Final = re.compile(
    r"^(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)\s+"
    r"(?:\[(?P<name>[^\]]*)\]\s+)?\[(?P<level>info|error|warn|warning|debug)\]\s?(?P<text>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_MESSAGE: Final = re.compile(
    r"^(?:\[[^\]]*\]\s+)?Message from (?P<who>client|server):\s*(?P<rest>.*)$", re.DOTALL
)
_METADATA: Final = re.compile(r"\s*\{ (?:metadata|context): .*\}\s*$|\s*\{\s*$", re.DOTALL)
_ENVELOPE: Final = re.compile(
    rf'^(?:method="(?P<method>[^"]+)")?\s*(?:id=(?P<id>{STRING}|[^\s]+))?\s*(?P<what>params|result|error)?'
)
_NAME: Final = re.compile(r"^mcp-server-(?P<name>.+?)(?:\d*\.log.*|\.log.*)$")
_BEGINS: Final = "Initializing server"
_NO_BODY: Final = recorded("the log mentions this message without its content")


def sniff_claude_log(head: bytes, name: str) -> float:
    """Whether lines have that form."""
    text = head.decode("utf-8", "replace")
    lines = [_LINE.match(line) for line in text.splitlines()[:200]]
    found = [match for match in lines if match is not None]
    if any(_MESSAGE.match(match["text"]) or match["text"].startswith(_BEGINS) for match in found):
        return 0.95
    return 0.6 if found and name.startswith("mcp") and name.endswith(".log") else 0.0


def read_claude_log(path: Path, reading: Reading) -> None:
    """Read all lines."""
    found = _NAME.match(path.name)
    _Log(reading, found["name"] if found is not None else path.stem, str(path.name)).read(path)


class _Log:
    def __init__(self, reading: Reading, name: str, target: str) -> None:
        self._reading = reading
        self._name = name
        self._target = target
        self._servers: dict[str, Feeding] = {}
        self._latest = name  # whose stderr comes between the lines

    def read(self, path: Path) -> None:
        for line, done in lines_of(path):
            self._line(line)
            self._reading.went_on(done)
        for server in self._servers.values():
            server.end()

    def _line(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace")
        found = _LINE.match(text)
        if found is None:
            if line.strip():
                self._server(self._latest).stderr(line, self._reading.at_ns)
            return
        at_ns = self._reading.at_ns = ns_of(found["time"].replace(",", ".")) or self._reading.at_ns
        self._latest = name = found["name"] or self._name
        said = found["text"].strip()
        if said.startswith(_BEGINS) and name in self._servers:
            self._servers.pop(name).end(at_ns)
        server = self._server(name)
        message = _MESSAGE.match(said)
        if message is None:
            level = "" if found["level"].lower() == "info" else f"{found['level']}: "
            server.note(level + _METADATA.sub("", said), at_ns)
        else:
            self._message(server, message["who"], message["rest"].strip(), line, at_ns)

    def _message(self, server: Feeding, who: str, rest: str, line: bytes, at_ns: int) -> None:
        data = _document(rest)
        if data:
            raw = data.encode("utf-8", "replace")
            if who == "client":
                server.went(raw, at_ns)
            else:
                server.came(raw, at_ns)
            return
        direction = "out" if who == "client" else "in"
        envelope = _envelope(_METADATA.sub("", rest))
        if envelope is not None:
            server.told(envelope, direction, rest.encode("utf-8", "replace"), _NO_BODY, at_ns)
            return
        self._reading.problems += 1
        server.add(
            "malformed",
            rest.encode("utf-8", "replace"),
            recorded("the log does not contain the whole message"),
            at_ns,
            direction,
        )

    def _server(self, name: str) -> Feeding:
        server = self._servers.get(name)
        if server is None:
            server = Feeding(self._reading.journal, name, "stdio", self._target, self._reading.at_ns)
            self._servers[name] = server
        return server


def _document(text: str) -> str:
    """The JSON at the beginning, as it stands there; empty when there is none that is whole."""
    if text[:1] not in ("{", "["):
        return ""
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return ""
    return text[:end]


def _envelope(text: str) -> Message | None:
    found = _ENVELOPE.match(text)
    if found is None or not (found["method"] or found["id"]) or found.end() < len(text.strip()):
        return None
    if found["method"]:
        return Message(
            "request" if found["id"] else "notification", found["id"] or "", found["method"], valid=False
        )
    kind = "error" if found["what"] == "error" else "response"
    return Message(kind, found["id"], valid=False)
