"""Every example in the help of the filter language finds what its words promise."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.query.help import help_sections, help_text
from inspector.trace.query.language import compile_filter
from tests.trace.samples import SECOND, START, answer, call, end, notification, request

EXAMPLES = sorted({entry.example for section in help_sections() for entry in section.entries})
EVERY = range(1, 22)
CLOCK = f"{datetime.fromtimestamp(START // SECOND):%H:%M}"  # of all of them, in any time zone


def _records() -> list[Any]:
    order = b'{"id":7,"params":{"name":"get_order","arguments":{"orderId":7,"order id":1,"text":"Invoice"}}}'
    result = b'{"id":7,"result":{"isError":true,"content":[{"type":"text","text":"Order not found"}]}}'
    late = {"at_ns": START + 6 * SECOND}
    return [
        notification(
            1, b"", kind="lifecycle", direction="", channel="", method="", valid=False, note="exited", size=0
        ),
        request(2, order),
        notification(3, b"{}", method="notifications/p", role="progress", exchange=2, size=300, id="7"),
        answer(4, 2, result),
        request(5, b'{"id":5}', size=300),
        answer(6, 5, b'{"id":5,"error":{"code":-32602}}', kind="error", size=3000),
        answer(7, 5, b'{"id":5,"result":"order"}', role="late", size=300),
        request(8, b"{}", "resources/read", session=2, channel="post-17", size=2 * 1024**2),
        request(9, b"{}", "roots/list", session=2, direction="in", role="nested", channel="post-2", size=300),
        notification(10, b"{broken", kind="malformed", valid=False, method="", note="not JSON"),
        notification(11, b"line", kind="stderr", valid=False, method="", session=2, channel="stderr"),
        request(12, b"{}", "prompts/get", size=300, **late),
        notification(13, b"HTTP", kind="head", method="", valid=False, exchange=12, size=300, **late),
        notification(14, b"{}", method="notifications/tools/list_changed", role="event", size=300, **late),
        answer(15, 2, b"{}", role="duplicate", size=300, **late),
        answer(16, 0, b"{}", role="unknown", size=300, **late),
        answer(17, 12, b"{}", role="mistyped", size=300, **late),
        notification(18, b"[{}]", kind="batch", method="", size=300, **late),
        notification(19, b"{}", role="member", method="ping", size=300, **late),
        notification(20, b"{}", spool="long.part", method="ping", size=300, **late),
        notification(21, b"{}", role="log", size=300, **late),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    journal = Journal.create(tmp_path_factory.mktemp("examples") / "a.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", "python demo.py", era="legacy"))
    journal.add_session(SessionInfo(2, "other", "http", "https://example.com/mcp", era="modern"))
    journal.append(_records())
    journal.touch(end(call(2, "get_order"), 4, 150))
    journal.touch(end(call(5, "get_time", detail="-32602 no zone"), 6, 1200, "failed"))
    journal.touch(call(8, "list_orders", method="resources/read"))
    journal.touch(end(call(9, "", method="roots/list", parent=8, direction="in"), 0, 1.5, "cancelled"))
    journal.touch(call(12, "p", method="prompts/get", rounds=2, status="lost", answer_size=2_000_000))
    journal.add_findings([Finding(4, 2, 1, "RPC-07", "error", "odd"), Finding(14, 0, 1, "STD-1", "info", "")])
    journal.annotations.set_marked([3], True)
    journal.annotations.set_reference(14, True)
    journal.annotations.set_note(15, "Slow here")
    journal.sync()
    yield journal
    journal.close()


def _all_but(*numbers: int) -> list[int]:
    return [number for number in EVERY if number not in numbers]


DEMO_ONLY = _all_but(8, 9, 11)
FOUND: dict[str, list[int]] = {
    '"order not found"': [4],
    "$.params.arguments.orderId == 7": [2],
    '$.params.arguments["order id"] exists': [2],
    '$.result.content[0].type == "text"': [4],
    "$.result.isError == true": [4],
    "(is:late or is:error) and order": [7],
    "answer_size >= 1MB": [12, 13, 17],
    "at > 14:30": [*EVERY] if CLOCK >= "14:30" else [],
    "at in {14:30..14:40}": [*EVERY] if "14:30" <= CLOCK < "14:40" else [],
    'channel ~ "^post"': [8, 9],
    'comment contains "slow"': [15],
    'detail contains "-32602"': [5, 6, 7],
    "direction == out": [2, 5, 8, 12],
    "during == #12": [21],
    "duration > 100ms": [2, 3, 4, 5, 6, 7, 15],
    "duration > 1s": [5, 6, 7],
    "duration > 2ms": [2, 3, 4, 5, 6, 7, 15],
    "duration in {10ms..1s}": [2, 3, 4, 15],
    "era == modern": [8, 9, 11],
    "exchange == 12": [12, 13, 17],
    "id == 7": [3],
    "invoice": [2],
    "is:answered": [2, 3, 4, 5, 6, 7, 15],
    "is:batch": [18, 19],
    "is:call": [2, 5, 8, 9, 12],
    "is:cancelled": [9],
    "is:commented": [15],
    "is:cut": [20],
    "is:done": [2, 3, 4, 15],
    "is:duplicate": [15],
    "is:error": [5, 6, 7],
    "is:error and duration > 1s": [5, 6, 7],
    "is:error or is:late": [5, 6, 7],
    "is:event": [14],
    "is:finding": [2, 4, 14],
    "is:head": [13],
    "is:in": _all_but(1, 2, 5, 8, 12),
    "is:late": [7],
    "is:lifecycle": [1],
    "is:log": [21],
    "is:lost": [12, 13, 17],
    "is:malformed": [10],
    "is:marked": [3],
    "is:mistyped": [17],
    "is:mine": [2, 3, 4, 5, 6, 7, 8, 12, 13, 15, 17],
    "is:nested": [9],
    "is:nested xor is:error": [5, 6, 7, 9],
    "is:notification": [3, 14, 19, 20, 21],
    "is:out": [2, 5, 8, 12],
    "is:pending": [8],
    "is:probe": [],
    "is:progress": [3],
    "is:reference": [14],
    "is:request": [2, 5, 8, 9, 12],
    "is:response": [4, 6, 7, 15, 16, 17],
    "is:retry": [12, 13, 17],
    "is:stderr": [11],
    "is:unknown": [16],
    "is:violation": [2, 4],
    "kind in {malformed, stderr}": [10, 11],
    "kind not in {head, stderr}": _all_but(11, 13),
    'method == "tools/call"': [2, 4, 5, 6, 7, 15, 16, 17],
    "not is:progress": _all_but(3),
    'note contains "exited"': [1],
    "number <= 100": [*EVERY],
    "number in {1, 3..9}": [1, 3, 4, 5, 6, 7, 8, 9],
    "role == progress": [3],
    "rounds > 1": [12, 13, 17],
    'rule contains "RPC-07"': [2, 4],
    'server == "demo"': DEMO_ONLY,
    "session == 2": [8, 9, 11],
    "size < 100B": [1, 2, 4, 10, 11],
    "size > 2B": _all_but(1),
    "size > 2kB": [6, 8],
    "size >= 1MiB": [8],
    "status != done": _all_but(2, 3, 4, 15),
    "status == done": [2, 3, 4, 15],
    "status == failed": [5, 6, 7],
    "target contains order": [2, 3, 4, 8, 15],
    "target exists": [2, 3, 4, 5, 6, 7, 8, 12, 13, 15, 17],
    'target ~ "^(get|list)_"': [2, 3, 4, 5, 6, 7, 8, 15],
    'target ~ "^get_"': [2, 3, 4, 5, 6, 7, 15],
    "time > 5s": [12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    "tool == get_time": [5, 6, 7],
    "transport == http": [8, 9, 11],
}


def test_every_example_is_here() -> None:
    assert sorted(FOUND) == EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_finds_what_it_says(journal: Journal, example: str) -> None:
    where = compile_filter(example)
    assert where.doubt == ""
    assert list(journal.visible("messages", 1, 99, where)) == FOUND[example]


def test_help_for_a_terminal_shows_every_entry() -> None:
    text = help_text()
    for section in help_sections():
        assert section.title in text
        for entry in section.entries:
            assert f"  {entry.text}" in text
            assert entry.doc in text
            assert entry.example in text
