"""A filter that can be used but means nothing says so; one that means something says nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.trace.query.seen import unseen
from tests.trace.samples import answer, call, end, request

DOUBTFUL = [
    ('kind == "foo"', "kind is never 'foo'; one of request, notification"),
    ("status == oke", "status is never 'oke'; one of pending, done"),
    ("status == doen", "status is never 'doen'; did you mean done?"),
    ("status in {done, faild}", "did you mean failed?"),
    ("kind ~ ^resq", "kind never matches '^resq'"),
    ("kind contains requests", "kind never contains 'requests'; did you mean request?"),
    ("method > ping", "compared alphabetically"),
    ("duration < -5", "duration is never negative"),
    ("$.arguments.id == 1", "messages have no top-level member 'arguments'"),
    ("duration", '"duration exists"'),
    ("pending", "did you mean is:pending?"),
    ("is:error and not kind == reqest", "did you mean request?"),
    ("number in {9..1}", "'9..1' is empty: put the lower bound first"),
    ("number not in {1, 9..3}", "'9..3' is empty"),
    ("duration in {1s..10ms}", "'1s..10ms' is empty"),
    ("$.id in {9..1}", "'9..1' is empty"),
    ("size > 5 parsecs", "'parsecs' is not a unit (B, kB"),
    ("duration >= 5 sec and is:error", "'sec' is not a unit (ns, us, µs, ms"),
    ("$.params.size > 5kB", "'5kB' is not a JSON number"),
    ("$.params.size in {1kB..2kB}", "'1kB' is not a JSON number"),
]


@pytest.mark.parametrize(("text", "doubt"), DOUBTFUL)
def test_doubtful_filter_says_what_is_odd(text: str, doubt: str) -> None:
    assert doubt in compile_filter(text).doubt


@pytest.mark.parametrize(
    "text",
    [
        "", "order", 'method == "no/such"', "kind ~ ^re", "kind contains resp", 'role == ""', "in out",
        "kind != request", "$.params.x == 1", '$["result"].x == 1', "$[0].id == 1", "duration > 0",
        "server == nobody", "number in {1..9, 3..3}", "duration in {10ms..1s}", "size > 5 kB",
        "size > 5 is:error", "size > 5 method == ping", "size > 5 or order", "number > 5 orders",
        "$.params.a == 5kB", "$.id in {1..9}",
    ],
)  # fmt: skip
def test_other_filters_raise_no_doubt(text: str) -> None:
    assert compile_filter(text).doubt == ""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Of a session of the server demo whose tools are get_order, never called, and echo, called unlisted."""
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", "demo"))
    tools = b'{"id":1,"result":{"tools":[{"name":"get_order"},{"name":7},"odd"]}}'
    journal.append(
        [request(1, b"{}", "tools/list"), answer(2, 1, tools), request(3, b"{}"), request(4, b"{}")]
    )
    journal.append([answer(5, 4, b"\xff no JSON")])
    journal.touch(end(call(1, "", method="tools/list"), 2, 10))
    journal.touch(call(3, "echo"))
    journal.touch(end(call(4, "", method="tools/list"), 5, 10))
    journal.sync()
    with closing(journal.reader()) as reader:
        yield reader
    journal.close()


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("tool == nosuchthing", "no tool 'nosuchthing' listed or called so far"),
        ("not tool in {echo, get_ordre}", "'get_ordre' listed or called so far; did you mean get_order?"),
        ("tool != ecko", "did you mean echo?"),
        ("server == demos", "no server 'demos' in this session; did you mean demo?"),
        ("tool == echo", ""),
        ("tool in {get_order, echo}", ""),
        ("server == demo and tool contains x", ""),
        ('tool == ""', ""),
    ],
)
def test_a_name_that_the_session_does_not_have_is_doubtful(
    connection: sqlite3.Connection, text: str, doubt: str
) -> None:
    found = unseen(connection, compile_filter(text))
    assert doubt in found
    assert bool(doubt) == bool(found)


def test_nothing_is_said_about_names_before_anything_is_known(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "empty.mcptrace")
    with closing(journal.reader()) as reader:
        assert unseen(reader, compile_filter("tool == echo and server == demo")) == ""
    journal.close()
