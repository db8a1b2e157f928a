"""Traces for the benchmark of lint: what real conversations record, of three kinds, as long as wanted."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _sessions import CACHE

from inspector.protocol.conversation import Conversation
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.protocol.wire import BytesArrived
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import VERSION

__all__ = ["KINDS", "Recorded", "cached_trace"]

GENERATOR = 1  # count up when the same kind should give other records
REVISION = "2025-11-25"
MS = 1_000_000
WORDS = (
    *("order", "invoice", "customer", "shipped", "pending", "delivery", "address", "warehouse", "amount"),
    *("currency", "café", "tax", "total"),
)
CAPABILITIES = {"tools": {"listChanged": True}, "logging": {}, "resources": {}, "prompts": {}}


def _tools(count: int) -> list[dict[str, Any]]:
    return [
        {
            "name": f"get_{WORDS[number % 9]}_{number}",
            "description": f"Returns the {WORDS[number % len(WORDS)]} with the given number, as of today.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer", "description": "Its number, from list_orders."},
                    "unit": {"type": "string", "enum": ["metric", "imperial"], "description": "Units."},
                },
                "required": ["id"],
            },
        }
        for number in range(count)
    ]


class Recorded:
    """A conversation with a server that is always right, as records; `exchanges` has those by number."""

    def __init__(self, kind: str, seed: int = 1) -> None:
        self.conversation = Conversation(1, "stdio", self)
        self.conversation.era = LegacyEra(REVISION)
        self.exchanges: dict[int, Exchange] = {}
        self._random = random.Random(seed)
        self._number, self._at_ns = 0, 1_750_000_000_000 * MS
        self._turn = KINDS[kind]
        self._tools = _tools(20)
        self._cut = 0

    def records(self) -> Iterator[list[Record]]:
        """Without end: the handshake, then turn after turn of the kind."""
        about = {"protocolVersion": REVISION, "serverInfo": {"name": "x", "version": "1"}}
        opened = self.conversation.open(Declared(), REVISION, self._now(), self._number + 1)
        yield self._kept(opened.records)
        yield self._answer(opened.records[0], {**about, "capabilities": CAPABILITIES})
        noted = self.conversation.notify("notifications/initialized", None, self._now(), self._number + 1)
        yield self._kept(noted.records)
        yield from self.asked("tools/list", {}, {"tools": self._tools})
        while True:
            yield from self._turn(self)

    def asked(self, method: str, params: dict[str, Any], result: dict[str, Any]) -> Iterator[list[Record]]:
        """A request and its answer."""
        outgoing = self.conversation.request(method, params, self._now(), self._number + 1)
        yield self._kept(outgoing.records)
        yield self._answer(outgoing.records[0], result)

    def told(self, method: str, params: dict[str, Any]) -> list[Record]:
        """A notification of the server."""
        return self._arrived({"jsonrpc": "2.0", "method": method, "params": params})

    def call(self) -> Iterator[list[Record]]:
        """A call of a tool, with a result that never came before."""
        name = self._random.choice(self._tools)["name"]
        arguments = {"id": self._random.randrange(100_000), "unit": "metric"}
        text = " ".join(self._random.choices(WORDS, k=self._random.randrange(5, 40)))
        return self.asked(
            "tools/call",
            {"name": name, "arguments": arguments},
            {"content": [{"type": "text", "text": text}]},
        )

    def ping(self) -> Iterator[list[Record]]:
        """A ping."""
        return self.asked("ping", {}, {})

    def listed(self) -> Iterator[list[Record]]:
        """The list of tools once more, the same as before or with one tool changed."""
        if self._random.random() < 0.02:
            self._cut += 1
            self._tools[self._cut % 20] = {**self._tools[self._cut % 20], "title": f"Tool {self._cut}"}
            yield self.told("notifications/tools/list_changed", {})
        yield from self.asked("tools/list", {}, {"tools": self._tools})

    def noted(self) -> Iterator[list[Record]]:
        """A line of the server's log."""
        data = {"line": self._random.randrange(10**6), "text": " ".join(self._random.choices(WORDS, k=12))}
        yield self.told("notifications/message", {"level": "info", "data": data})

    def _now(self) -> int:
        self._at_ns += MS
        return self._at_ns

    def _answer(self, request: Record, result: dict[str, Any]) -> list[Record]:
        return self._arrived({"jsonrpc": "2.0", "id": json.loads(request.id), "result": result})

    def _arrived(self, message: dict[str, Any]) -> list[Record]:
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        return self._kept(
            self.conversation.receive(BytesArrived("stdout", line), self._now(), self._number + 1)
        )

    def _kept(self, records: list[Record]) -> list[Record]:
        self.exchanges.update((one.number, one) for one in self.conversation.touched)
        self.conversation.touched.clear()
        self._number += len(records)
        return records

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None  # of what the conversation tells nothing is wanted


def _calls(recorded: Recorded) -> Iterator[list[Record]]:
    yield from recorded.ping()
    yield from recorded.call()


def _lists(recorded: Recorded) -> Iterator[list[Record]]:
    yield from recorded.listed()


def _mixed(recorded: Recorded) -> Iterator[list[Record]]:
    for _ in range(8):
        yield from recorded.call()
    for _ in range(6):
        yield from recorded.noted()
    yield from recorded.ping()
    yield from recorded.listed()


KINDS = {"calls": _calls, "lists": _lists, "mixed": _mixed}


def cached_trace(kind: str, records: int) -> Path:
    """The session file of that kind and length, made when it is not there yet."""
    path = CACHE / f"lint-{kind}-{records}-v{VERSION}-g{GENERATOR}.mcptrace"
    if path.exists():
        return path
    CACHE.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    journal = Journal.create(new)
    journal.add_session(SessionInfo(1, "x", "stdio", "x", era="legacy", revision=REVISION))
    recorded = Recorded(kind)
    for some in recorded.records():
        journal.append(some[: records - journal.last])
        for exchange in recorded.exchanges.values():
            journal.touch(exchange)
        recorded.exchanges.clear()
        if journal.last % 20_000 < 2:
            journal.sync()
        if journal.last >= records:
            break
    journal.close()
    new.replace(path)
    return path
