"""`mcpdi stats`: a saved session as figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.samples import DEMO, answer, call, end, notification, request


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("analysis") / "session.mcptrace"
    mcpdi("call", "echo", "message=안녕", "--on", "demo", "--trace", str(path))
    return str(path)


def test_stats_print_a_line_for_every_tool(trace: str) -> None:
    [heads, *lines] = mcpdi("stats", trace).stdout.splitlines()
    assert heads.split()[:4] == ["server", "method", "target", "count"]
    [echo] = [line.split() for line in lines if " echo " in line]
    assert echo[:6] == ["demo", "tools/call", "echo", "1", "0", "0"]


def test_stats_as_json_count_calls_that_pass_and_messages_by_kind(trace: str) -> None:
    done = mcpdi("stats", trace, "--filter", "target == echo", "--json")
    document = json.loads(done.stdout)
    [call] = document["calls"]
    assert (call["method"], call["target"], call["count"], call["errors"]) == ("tools/call", "echo", 1, 0)
    assert call["p50_ms"] == call["max_ms"] > 0
    assert {"request", "response"} <= {sort["kind"] for sort in document["messages"]}


def test_stats_say_when_nothing_passes(trace: str) -> None:
    assert mcpdi("stats", trace, "--filter", "is:error").stderr == "no call matches the filter\n"


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A session with one call of 5 ms and one that failed, and a notification."""
    path = tmp_path_factory.mktemp("counted") / "session.mcptrace"
    journal = Journal.create(path)
    journal.add_session(DEMO)
    raw = b'{"jsonrpc":"2.0"}'
    journal.append([request(1, raw), answer(2, 1, raw), notification(3), request(4, raw), answer(5, 4, raw)])
    journal.touch(end(call(1, request_size=18, answer_size=19), 2, 5.0))
    journal.touch(end(call(4, "fail", request_size=18, answer_size=19), 5, 7.0, "failed"))
    journal.close()
    return str(path)


def test_stats_as_json_are_the_figures_of_each_group(counted: str) -> None:
    done = mcpdi("stats", counted, "--json")
    document = json.loads(done.stdout)
    own = {"server": "demo", "direction": "out", "method": "tools/call"}
    none = {"lost": 0, "cancelled": 0, "pending": 0}
    sizes = {"bytes_out": 18, "bytes_in": 19}
    times = dict.fromkeys(("min_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"), 5.0)
    assert document["calls"] == [
        {**own, "target": "echo", "count": 1, "errors": 0, **none, **sizes, **times},
        {**own, "target": "fail", "count": 1, "errors": 1, **none, **sizes, **dict.fromkeys(times, 7.0)},
    ]
    assert [(one["direction"], one["kind"], one["method"], one["count"]) for one in document["messages"]] == [
        ("in", "notification", "notifications/message", 1),
        ("in", "response", "tools/call", 2),
        ("out", "request", "tools/call", 2),
    ]
    assert {one["server"] for one in document["messages"]} == {"demo"}
    assert all(one["bytes"] > 0 for one in document["messages"])


def test_stats_of_a_session_without_calls_say_so(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "x.mcptrace")
    journal.add_session(DEMO)
    journal.append([notification(1)])
    journal.close()
    done = mcpdi("stats", str(tmp_path / "x.mcptrace"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "the session has no calls\n")
