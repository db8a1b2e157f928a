"""The traffic of `_sessions.py`: what some servers and their client would have said to each other.

A small simulation: each server gets calls at random times, and what belongs to a call (heads, progress,
requests of the server, the answer) comes later, between the records of other calls.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count
from typing import Any

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo

__all__ = ["Traffic"]

START_NS = 1_750_000_000 * 1_000_000_000
MS = 1_000_000
BATCH = 8192

SERVERS = (
    SessionInfo(1, "files", "stdio", "python -m files_server /srv", era="legacy", revision="2025-06-18"),
    SessionInfo(2, "weather", "http", "https://weather.example/mcp", era="legacy", revision="2025-11-25"),
    SessionInfo(3, "orders", "stdio", "orders-mcp --db orders.db", era="legacy", revision="2025-11-25"),
    SessionInfo(4, "search", "http", "https://search.example/mcp", era="modern", revision="2026-07-28"),
)
TOOLS = (
    "get_order", "list_orders", "create_order", "get_weather", "get_forecast", "read_file", "write_file",
    "search_web", "search_code", "get_time", "translate", "summarize", "run_query", "send_mail",
)  # fmt: skip
OTHERS = (
    ("resources/read", "uri", "file:///srv/{}.txt"), ("prompts/get", "name", "prompt_{}"),
    ("tools/list", "", ""), ("ping", "", ""), ("resources/templates/list", "", ""),
    ("completion/complete", "name", "argument_{}"),
)  # fmt: skip
NAMES = ("Ada Lovelace", "Grace Hopper", "Zoë Müller", "李雷", "Иван Петров", "Alan Turing", "O'Brien")
CITIES = ("Berlin", "Zürich", "東京", "São Paulo", "New York", "Reykjavík")
TEXT = """order invoice customer shipped pending delivery address warehouse amount currency tax total item
 discount café naïve straße temperature humidity forecast wind cloud error warning retry timeout connection
 socket cache index token model prompt answer resource template schema value list table column row file
 folder"""
ERRORS = ((-32602, "Invalid params: orderId must be positive"), (-32603, "Internal error"),
          (-32002, "Resource not found"), (-32601, "Method not found"))  # fmt: skip


Script = Iterator[int]  # yields how long to wait, in ns, before it goes on


class Traffic:
    """Runs the scripts of calls by a clock of its own and collects what they record."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._now = START_NS
        self._records: list[Record] = []
        self._number = self._wanted = 0
        self._open: dict[int, Exchange] = {}
        self._ended: list[Exchange] = []
        self._findings: list[Finding] = []
        self._ids = [count(1) for _ in SERVERS]
        self.sessions = [
            SessionInfo(
                info.number, info.name, info.transport, info.target, START_NS, 0, info.era, info.revision,
                f"{info.name}-server 1.{info.number}", "the server answered so",
            )
            for info in SERVERS
        ]  # fmt: skip
        words = self._random.choices(TEXT.split(), k=20_000)
        self._text = " ".join(words)
        self._ascii = "".join(c if c.isascii() else f"\\u{ord(c):04x}" for c in " ".join(words))

    def batches(self, wanted: int) -> Iterator[list[Record]]:
        """All records, some thousands at a time."""
        order = count()
        heap: list[tuple[int, int, Script]] = []
        for info in self.sessions:
            heap.append((START_NS, next(order), self._server(info, heap, order)))
        heapify(heap)
        self._wanted = wanted
        while self._number < wanted:
            self._now, _, script = heap[0]
            try:
                wait = next(script)
            except StopIteration:
                heappop(heap)
            else:
                heapreplace(heap, (self._now + wait, next(order), script))
            if len(self._records) >= BATCH and self._number < wanted:
                yield self._take_records()
        records = self._take_records()
        yield records[: len(records) - (self._number - wanted)]

    def take_exchanges(self, *, everything: bool) -> list[Exchange]:
        """Ended ones; with everything also those that still wait for an answer."""
        ended, self._ended = self._ended, []
        if everything:
            ended += self._open.values()
        return [exchange for exchange in ended if exchange.number <= self._wanted]

    def take_findings(self) -> list[Finding]:
        """New ones."""
        findings, self._findings = self._findings, []
        return [finding for finding in findings if finding.record <= self._wanted]

    def _take_records(self) -> list[Record]:
        records, self._records = self._records, []
        return records

    # -- scripts ---------------------------------------------------------------------------------------

    def _server(self, info: SessionInfo, heap: list[Any], order: Iterator[int]) -> Script:
        """Starts calls and single records of one server for ever."""
        chance = self._random.random
        self._add(info, "", "lifecycle", b"", note="started", valid=False)
        yield MS
        singles = (self._stderr, self._malformed, self._list_changed, self._log, self._stray, self._step)
        while True:
            if chance() < 0.86:
                heappush(heap, (self._now, next(order), self._call(info)))
            else:
                self._random.choices(singles, (50, 6, 14, 20, 2, 2))[0](info)
            yield int(self._random.expovariate(1 / 12) * MS)

    def _call(self, info: SessionInfo) -> Script:
        chance, pick = self._random.random, self._random.choice
        identifier = next(self._ids[info.number - 1])
        is_tool = chance() < 0.7
        if is_tool:
            method, target = "tools/call", pick(TOOLS)
            params = f'{{"name":"{target}","arguments":{self._arguments()}'
        else:
            method, key, form = pick(OTHERS)
            target = form.format(int(chance() * 500))
            params = f'{{"{key}":"{target}"' if key else '{"cursor":null'
        if info.era == "modern":
            params += ',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}'
        elif chance() < 0.5:
            params += f',"_meta":{{"progressToken":{identifier}}}'
        text = f'{{"jsonrpc":"2.0","id":{identifier},"method":"{method}","params":{params}}}}}'
        exchange = self._open_exchange(info, "out", method, target, str(identifier), text)
        yield from self._during(info, exchange, identifier)
        fate = chance()
        if fate < 0.002:
            return  # never answered
        if fate < 0.008:
            self._cancel(info, exchange, identifier)
            if fate < 0.005:
                yield int(chance() * 900 * MS)
                self._answer(info, exchange, self._result(info, identifier, False), "response", "late")
            return
        if fate < 0.05:
            code, message = pick(ERRORS)
            exchange.detail, exchange.status = f"{code} {message}", "failed"
            error = f'{{"code":{code},"message":"{message}","data":{{"text":"{self._words(info, 120)}"}}}}'
            self._answer(info, exchange, f'{{"jsonrpc":"2.0","id":{identifier},"error":{error}}}', "error")
        else:
            failed = is_tool and fate < 0.09
            exchange.detail, exchange.status = "isError" if failed else "", "done"
            self._answer(info, exchange, self._result(info, identifier, failed), "response")
        if fate > 0.998:
            self._answer(info, exchange, self._result(info, identifier, False), "response", "duplicate")
            self._find(exchange.last, exchange, "RPC-09", "error", "a second answer to the same request")

    def _during(self, info: SessionInfo, exchange: Exchange, identifier: int) -> Script:
        """What happens between a request and its answer; the time it takes."""
        chance = self._random.random
        whole = min(self._random.lognormvariate(3.2, 1.3), 60_000) * MS
        http = info.transport == "http"
        if http:
            self._head(info, exchange, "out", f"POST /mcp HTTP/1.1\r\ncontent-type: application/json\r\n"
                       f"mcp-session-id: 0a1b2c3d{info.number}\r\nx-request: {identifier}\r\n")  # fmt: skip
        ticks = int(chance() * 4) if chance() < 0.35 else 0
        nested = 1 if chance() < 0.06 else 0
        steps = ticks + nested + 1
        for step in range(steps):
            yield int(whole / steps)
            if step == 0:
                exchange.first_ns = self._now
                if http:
                    self._head(info, exchange, "in", "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
                               f"x-served-by: {self._words(info, 400)}\r\n")  # fmt: skip
            if step < ticks:
                exchange.progress, exchange.total = step + 1, ticks
                raw = (
                    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":'
                    f'{identifier},"progress":{step + 1},"total":{ticks},'
                    f'"message":"{self._words(info, 350)}"}}}}'
                )
                self._add(info, "in", "notification", raw, method="notifications/progress",
                          exchange=exchange, role="progress")  # fmt: skip
            elif step < ticks + nested:
                yield from self._nested(info, exchange)

    def _nested(self, info: SessionInfo, parent: Exchange) -> Script:
        method = self._random.choice(("sampling/createMessage", "elicitation/create", "roots/list"))
        identifier = f'"s-{next(self._ids[info.number - 1])}"'
        text = (
            f'{{"jsonrpc":"2.0","id":{identifier},"method":"{method}",'
            f'"params":{{"message":"{self._words(info, 400)}","maxTokens":100}}}}'
        )
        nested = self._open_exchange(info, "in", method, "", identifier, text, role="nested")
        nested.parent = parent.number
        yield int(self._random.expovariate(1 / 40) * MS)
        nested.status = "done"
        answer = f'{{"jsonrpc":"2.0","id":{identifier},"result":{{"text":"{self._words(info, 200)}"}}}}'
        self._answer(info, nested, answer, "response")

    # -- single records ----------------------------------------------------------------------------------

    def _stderr(self, info: SessionInfo) -> None:
        text = (
            f"WARN {self._words(info, 40)}: took {int(self._random.random() * 900)} ms, {self._words(info)}"
        )
        raw = text.encode()
        if self._random.random() < 0.02:
            raw = raw[:80] + b"\xff\xfe\xc3" + raw[80:]
        self._add(info, "in", "stderr", raw, valid=False, channel="stderr")

    def _malformed(self, info: SessionInfo) -> None:
        text = f'{{"jsonrpc":"2.0","method":"tools/call","params":{{"text":"{self._words(info)}'
        raw = text.encode()
        if self._random.random() < 0.3:
            raw = raw[:90] + b"\xf0\x28\x8c" + raw[90:]
        self._add(info, "in", "malformed", raw, valid=False, note=f"not JSON at byte {len(raw)}")
        self._find(self._number, None, "RPC-01", "error", "not JSON")

    def _list_changed(self, info: SessionInfo) -> None:
        method = "notifications/tools/list_changed"
        raw = f'{{"jsonrpc":"2.0","method":"{method}","params":{{"_meta":{{"why":"{self._words(info)}"}}}}}}'
        self._add(info, "in", "notification", raw, method=method)

    def _log(self, info: SessionInfo) -> None:
        level = self._random.choice(("debug", "info", "info", "warning", "error"))
        raw = (
            '{"jsonrpc":"2.0","method":"notifications/message","params":'
            f'{{"level":"{level}","logger":"{info.name}","data":"{self._words(info)}"}}}}'
        )
        self._add(info, "in", "notification", raw, method="notifications/message", role="log")

    def _stray(self, info: SessionInfo) -> None:
        raw = f'{{"jsonrpc":"2.0","id":"never-{self._number}","result":{{"text":"{self._words(info)}"}}}}'
        self._add(info, "in", "response", raw, role="unknown", id=f'"never-{self._number}"')
        self._find(self._number, None, "RPC-08", "warning", "an answer to an id never sent")

    def _step(self, info: SessionInfo) -> None:
        self._add(info, "", "lifecycle", b"", valid=False, note=f"reconnected after {self._words(info, 60)}")

    # -- pieces ------------------------------------------------------------------------------------------

    def _arguments(self) -> str:
        random = self._random
        parts = [f'"orderId":{int(random.random() * 50_000) + 1}', f'"name":"{random.choice(NAMES)}"']
        if random.random() < 0.5:
            parts.append(f'"city":"{random.choice(CITIES)}","days":{int(random.random() * 9) + 1}')
        if random.random() < 0.7:
            parts.append(f'"text":"{self._cut(self._text)}","verbose":true')
        if random.random() < 0.3:
            parts.append(
                f'"items":[{{"sku":"A-{int(random.random() * 999)}","price":19.5,"tags":["new",null]}}]'
            )
        return f"{{{','.join(parts)}}}"

    def _result(self, info: SessionInfo, identifier: int, failed: bool) -> str:
        error = ',"isError":true' if failed else ""
        total = int(self._random.random() * 100_000) / 100
        return (
            f'{{"jsonrpc":"2.0","id":{identifier},"result":{{"content":[{{"type":"text","text":"'
            f'{self._words(info)}"}}],"structuredContent":'
            f'{{"total":{total},"count":{identifier % 97}}}{error}}}}}'
        )

    def _words(self, info: SessionInfo, size: int = 0) -> str:
        """Text of about that size, or of 200 to 2,000 characters; one server escapes what is not ASCII."""
        return self._cut(self._ascii if info.number == 2 else self._text, size)

    def _cut(self, text: str, size: int = 0) -> str:
        size = size or 500 + int(self._random.random() * 1500)
        place = int(self._random.random() * (len(text) - size - 20))
        start = text.index(" ", place) + 1
        return text[start : text.index(" ", start + size - 10)]

    def _open_exchange(
        self, info: SessionInfo, direction: str, method: str, target: str, identifier: str, text: str,
        role: str = "",
    ) -> Exchange:  # fmt: skip
        number = self._number + 1
        sent = self._now + int(self._random.random() * MS / 10)
        exchange = Exchange(
            number=number, session=info.number, direction=direction, method=method, target=target,
            id=identifier, started_ns=self._now, sent_ns=sent, records=0,
        )  # fmt: skip
        self._open[number] = exchange
        self._add(
            info, direction, "request", text, method=method, id=identifier, exchange=exchange, role=role
        )
        exchange.channel = self._records[-1].channel
        exchange.request_size = self._records[-1].size
        return exchange

    def _answer(
        self, info: SessionInfo, exchange: Exchange, text: str, kind: str, role: str = "answer"
    ) -> None:
        direction = "in" if exchange.direction == "out" else "out"
        self._add(
            info, direction, kind, text, method=exchange.method, id=exchange.id, exchange=exchange, role=role
        )
        if role == "answer":
            exchange.answer, exchange.answer_size = self._number, self._records[-1].size
            exchange.ended_ns = self._now
        self._end(exchange)

    def _cancel(self, info: SessionInfo, exchange: Exchange, identifier: int) -> None:
        raw = (
            '{"jsonrpc":"2.0","method":"notifications/cancelled","params":'
            f'{{"requestId":{identifier},"reason":"{self._words(info, 120)}"}}}}'
        )
        method = "notifications/cancelled"
        self._add(info, "out", "notification", raw, method=method, exchange=exchange, role="cancel")
        exchange.status, exchange.detail, exchange.ended_ns = "cancelled", "cancelled by us", self._now
        self._end(exchange)

    def _end(self, exchange: Exchange) -> None:
        self._open.pop(exchange.number, None)
        self._ended.append(exchange)

    def _head(self, info: SessionInfo, exchange: Exchange, direction: str, text: str) -> None:
        self._add(info, direction, "head", text, exchange=exchange, valid=False, channel="post-1")

    def _find(self, record: int, exchange: Exchange | None, rule: str, severity: str, message: str) -> None:
        number, session = (exchange.number, exchange.session) if exchange else (0, 0)
        self._findings.append(Finding(record, number, session, rule, severity, message))

    def _add(
        self, info: SessionInfo, direction: str, kind: str, raw: str | bytes, *, method: str = "",
        id: str = "", exchange: Exchange | None = None, role: str = "", valid: bool = True, note: str = "",
        channel: str = "",
    ) -> None:  # fmt: skip
        self._number += 1
        data = raw.encode() if isinstance(raw, str) else raw
        if not channel:
            channel = "post-1" if info.transport == "http" else "stdin" if direction == "out" else "stdout"
        number = 0
        if exchange is not None:
            number, exchange.last = exchange.number, self._number
            exchange.records += 1
        framed = info.transport == "http" and direction == "in" and valid
        frame = b"event: message\ndata: " + data + b"\n\n" if framed and self._number % 16 == 0 else b""
        self._records.append(
            Record(
                self._number, self._now, info.number, direction, channel if direction else "", kind, method,
                id, number, role, len(data) + 1 if data else 0, data, frame, valid, note,
            )
        )  # fmt: skip
