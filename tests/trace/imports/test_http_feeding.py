"""HTTP requests of another program become connections with calls, in the order of their times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.protocol.wire import Headers
from inspector.trace.imports.http_feeding import HttpFeeding, Requested
from inspector.trace.imports.reading import Reading, Stopped
from inspector.trace.journal import Journal
from tests.trace.recorded import MS, START_NS, ask, result, tell

URL = "https://x.example/mcp"
JSON = (("Content-Type", "application/json"),)
STREAM = (("content-type", "text/event-stream; charset=utf-8"),)
ONE = (("Mcp-Session-Id", "one"),)


def post(identifier: int, at_ms: int = 0, headers: Headers = (), url: str = URL) -> Requested:
    """A ping that is answered after 10 ms, the first byte after 4."""
    at_ns = START_NS + at_ms * MS
    return Requested(
        at_ns, at_ns + 4 * MS, at_ns + 10 * MS, "POST", url, headers, ask(identifier, "ping"), 200, "OK",
        JSON, result(identifier),
    )  # fmt: skip


def get(at_ms: int, answer: bytes = b"", kind: Headers = STREAM, **more: str) -> Requested:
    one = post(0, at_ms, **more)  # type: ignore[arg-type]
    return replace(one, verb="GET", body=b"", answer_headers=kind, answer=answer)


def play(journal: Journal, *requests: Requested, name: str = "") -> Reading:
    reading = Reading(journal, START_NS)
    feeding = HttpFeeding(reading, name)
    for one in requests:
        feeding.add(one)
    feeding.play()
    return reading


def kinds(journal: Journal) -> list[str]:
    return [
        record.kind for record in journal.records(1, journal.last) if record.kind not in ("head", "lifecycle")
    ]


def test_requests_are_played_in_the_order_of_their_times(target: Journal) -> None:
    play(target, post(3, 40), post(1, 0), post(2, 5))
    messages = [record for record in target.records(1, target.last) if record.kind != "head"]
    assert [(record.kind, record.id) for record in messages] == [
        ("request", "1"), ("request", "2"), ("response", "1"), ("response", "2"), ("request", "3"),
        ("response", "3"),
    ]  # fmt: skip
    first = target.exchange(messages[0].exchange)
    assert first is not None
    assert (first.status, first.started_ns, first.duration_ns) == ("done", START_NS, 10 * MS)
    assert first.first_ns == START_NS + 4 * MS


def test_a_session_id_makes_a_connection_and_what_has_none_goes_with_the_only_one(target: Journal) -> None:
    opening = replace(post(1), answer_headers=(*JSON, *ONE))  # the answer gives the id
    play(target, post(3, 20), opening, post(2, 10, ONE))
    (info,) = target.sessions()
    assert (info.name, info.transport, info.target) == ("x.example", "http", URL)
    assert (info.started_ns, info.ended_ns) == (START_NS, START_NS + 30 * MS)


def test_what_has_no_session_id_is_a_connection_of_its_own_among_several(target: Journal) -> None:
    play(target, post(1, 0, ONE), post(1, 5, (("mcp-session-id", "two"),)), post(1, 10))
    assert len(target.sessions()) == 3


def test_addresses_are_told_apart_without_query_and_fragment(target: Journal) -> None:
    other = "https://other.example/mcp"
    play(target, post(1, url=f"{URL}?key=1#a"), post(2, 5, url=f"{URL}?key=2"), post(1, 9, url=other))
    assert [info.target for info in target.sessions()] == [URL, other]


def test_a_name_that_is_given_names_the_connection(target: Journal) -> None:
    play(target, post(1), name="weather")
    assert [info.name for info in target.sessions()] == ["weather"]


def test_listening_and_deleting_belong_to_the_address_and_all_else_is_counted(target: Journal) -> None:
    told = b"data: " + tell("notifications/message") + b"\n\n"
    page = get(8, b"<html>", (("content-type", "text/html"),))
    elsewhere = get(9, told, url="https://x.example/other")
    unknown = replace(post(1, 10), body=b'{"a":"\\"jsonrpc\\""}', url="https://x.example/other")
    form = replace(post(1, 11), body=b"jsonrpc=1")
    gone = replace(get(30), verb="DELETE", answer_headers=(), status=204)
    reading = play(target, post(1), get(5, told), gone, page, elsewhere, unknown, form)
    assert (reading.left_out, reading.problems) == (4, 0)
    assert kinds(target) == ["request", "response", "notification"]
    heads = [record.raw.split(b"\r\n")[0] for record in target.records(1, target.last)]
    assert [head for head in heads if head.startswith((b"GET", b"DELETE"))] == [
        f"GET {URL}".encode(), f"DELETE {URL}".encode()
    ]  # fmt: skip


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n"])
def test_all_events_but_the_last_come_with_the_first_byte(target: Journal, end: bytes) -> None:
    progress = tell("notifications/progress", progressToken=1, progress=1)
    stream = b"".join(b"data: " + one + end for one in (progress, progress, result(1)))
    play(target, replace(post(1), answer_headers=STREAM, answer=stream))
    came = [record for record in target.records(1, target.last) if record.direction == "in"][1:]
    assert [(record.kind, (record.at_ns - START_NS) // MS) for record in came] == [
        ("notification", 4), ("notification", 4), ("response", 10)
    ]  # fmt: skip


def test_an_answer_that_is_no_stream_comes_at_the_end(target: Journal) -> None:
    spaced = result(1).replace(b", ", b",\n\n")
    play(target, replace(post(1), answer=spaced))
    last = target.record(target.last)
    assert last is not None and (last.raw, last.at_ns) == (spaced, START_NS + 10 * MS)


def test_a_request_without_an_answer_is_lost_with_the_reason_that_is_recorded(target: Journal) -> None:
    silent = replace(post(1), status=0, answer=result(1))
    play(target, silent, replace(silent, body=ask(2, "ping"), error="net::ERR_FAILED"))
    found = [one for number in range(1, target.last + 1) if (one := target.exchange(number))]
    assert [one.status for one in found] == ["lost", "lost"]
    assert [one.detail for one in found] == ["no response recorded", "net::ERR_FAILED"]


def test_times_of_connecting_and_writing_are_those_of_the_recording(target: Journal) -> None:
    timed = replace(
        post(1),
        connect_ns=START_NS + MS, tls_ns=START_NS + 2 * MS, sent_ns=START_NS + 3 * MS,
        written_ns=START_NS + 3 * MS + MS // 2,
    )  # fmt: skip
    play(target, timed, post(2, 50))
    known, unknown = [one for number in range(1, target.last + 1) if (one := target.exchange(number))]
    assert [(name, (start - START_NS) / MS) for name, start, _ in known.stretches(known.ended_ns)] == [
        ("queued", 0), ("connect", 1), ("tls", 2), ("send", 3), ("wait", 3.5), ("receive", 4),
    ]  # fmt: skip
    assert unknown.sent_ns == START_NS + 50 * MS
    assert (unknown.connect_ns, unknown.tls_ns, unknown.written_ns) == (0, 0, 0)


@pytest.mark.parametrize(
    ("first", "end", "came"), [(0, 10, 10), (20, 10, 10), (-5, 10, 0), (4, -1, 0)]
)  # fmt: skip
def test_odd_times_are_put_between_start_and_end(target: Journal, first: int, end: int, came: int) -> None:
    first_ns = START_NS + first * MS if first else 0
    play(target, replace(post(1), first_ns=first_ns, end_ns=START_NS + end * MS))
    head = next(one for one in target.records(1, target.last) if one.kind == "head" and one.direction == "in")
    assert head.at_ns == START_NS + came * MS


def test_playing_can_be_stopped(target: Journal) -> None:
    reading = Reading(target, START_NS, told=lambda _done: False)
    feeding = HttpFeeding(reading)
    for number in range(100):
        feeding.add(post(number, number))
    with pytest.raises(Stopped):
        feeding.play()
