"""Event streams, sessions and the endpoint of HTTP+SSE: where each rule begins and ends."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, streams
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}'
ROOTS = '{"jsonrpc":"2.0","id":5,"method":"roots/list"}'
CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
SSE = "h 200 text/event-stream\n"
QUIET = "h 200 text/event-stream X-Accel-Buffering=no\n"
PRIMED = "S id: 1\\ndata:\\n\\n\n"


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


def d(text: str, revision: str = "2025-11-25") -> list[str]:
    return found(f"http\n= {revision}\n{text}")


@pytest.mark.parametrize(
    ("revision", "text", "rules"),
    [
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}s {RESULT}\n.", []),
        ("2025-11-25", f"{ASK}{SSE}s {RESULT}\n.", ["HTTP-30"]),
        ("2025-06-18", f"{ASK}{SSE}s {RESULT}\n.", []),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}s {RESULT}\n+ 4900\n.", []),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}s {RESULT}\n+ 5100\n.", ["HTTP-17"]),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}.", []),
        ("2025-11-25", f"{ASK}{SSE}.", ["HTTP-29"]),
        ("2025-06-18", f"{ASK}{SSE}.", ["HTTP-18"]),
        ("2025-06-18", f"{ASK}{SSE}{PRIMED}.", []),
        ("2026-07-28", f"{ASK}{QUIET}.", ["HTTP-18"]),
        ("2026-07-28", f"{ASK}{QUIET}{PRIMED}.", ["HTTP-18"]),
        ("2026-07-28", f"{ASK}{QUIET}q\n.", []),
        ("2025-11-25", f"{ASK}{SSE}q\n.", []),
        ("2026-07-28", f"{ASK}{QUIET}s {RESULT}\n.", []),
        ("2026-07-28", f"{ASK}{SSE}s {RESULT}\n.", ["HTTP-33"]),
        ("2026-07-28", f"{ASK}{QUIET}S id: 4\\ndata: {RESULT}\\n\\n\n.", ["HTTP-13"]),
        ("2026-07-28", f"{ASK}{QUIET}S retry: 4\\ndata: {RESULT}\\n\\n\n.", ["HTTP-13"]),
        ("2026-07-28", f"{ASK}{QUIET}s {CHANGED}\ns {RESULT}\n.", ["HTTP-15"]),
        ("2026-07-28", f"{ASK}{QUIET}s {ROOTS}\ns {RESULT}\n.", ["HTTP-15", "RPC-26"]),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}s {ROOTS}\ns {RESULT}\n.", []),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}S event: result\\ndata: {RESULT}\\n\\n\n.", ["HTTP-19"]),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}S event: message\\ndata: {RESULT}\\n\\n\n.", []),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}S id: 1\\ndata: {RESULT}\\n\\n\n.", ["HTTP-28"]),
        ("2025-11-25", f"{ASK}{SSE}{PRIMED}S id: 2\\ndata: {RESULT}\\n\\n\n.", []),
    ],
)
def test_a_stream_that_answers_a_post(revision: str, text: str, rules: list[str]) -> None:
    assert d(text, revision) == rules


def test_a_server_that_primes_no_stream_is_told_of_once_in_a_connection() -> None:
    asks = "".join(f"{ASK}{SSE}s {RESULT}\n.\n".replace('"id":1', f'"id":{number}') for number in (1, 2, 3))
    assert d(asks + ".") == ["HTTP-30"]
    assert d(f"{ASK}{SSE}{PRIMED}s {RESULT}\n.\n{asks}.".replace('"id":1', '"id":9', 2)) == ["HTTP-30"]


def test_an_unprimed_answer_to_initialize_does_not_hide_the_streams_after_it() -> None:
    hello = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}'
    info = '"capabilities":{},"serverInfo":{"name":"s","version":"1"}'
    answer = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",' + info + "}}"
    dialogue = Dialogue(f"http\n> {hello}\n{SSE}s {answer}\n.\n{ASK}{SSE}s {RESULT}\n.")
    assert [one.rule for one in dialogue.findings].count("HTTP-30") == 1


def test_how_long_a_stream_stayed_open_is_said() -> None:
    dialogue = Dialogue(f"http\n= 2025-11-25\n{ASK}{SSE}{PRIMED}s {RESULT}\n+ 7000\n.")
    [finding] = dialogue.findings
    assert finding.message == "the stream stayed open for 7 s after the response"


LISTEN = '> {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}\n'


def test_a_subscription_may_stay_open_tell_of_changes_and_end_without_an_answer() -> None:
    assert d(f"{LISTEN}{QUIET}s {CHANGED}\n.", "2026-07-28") == []
    assert d(f"{LISTEN}{QUIET}s {RESULT}\n+ 9000\n.", "2026-07-28") == []


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        ("h 200 text/event-stream", []),
        ("h 405", []),
        ("h 401", []),
        ("h 403", []),
        ("h 404", []),
        ("h 429", []),
        ("h 500", []),
        ("h 499", ["HTTP-25"]),
        ("h 400 application/json", ["HTTP-25"]),
        ("h 200 text/html", ["HTTP-25"]),
    ],
)
def test_a_get_gives_a_stream_or_405(head: str, rules: list[str]) -> None:
    assert d(f"g\n{head}") == rules
    assert d(f"g\n{head}", "2026-07-28") == (["HTTP-33"] if "event-stream" in head else [])


def test_what_a_get_gave_instead_is_said() -> None:
    [finding] = Dialogue("http\n= 2025-11-25\ng\nh 400 text/html").findings
    assert finding.message == "GET must return text/event-stream or 405, not 400 text/html"


def test_answers_belong_on_the_stream_of_their_request_or_one_that_takes_it_up() -> None:
    assert d(f"{ASK}g\n{SSE}s {RESULT}") == ["HTTP-26"]
    assert d(f"{ASK}r\n{SSE}s {RESULT}") == []
    assert d(f"g\n{SSE}s {CHANGED}") == []


def test_a_message_comes_on_one_stream() -> None:
    assert d(f"{ASK}{SSE}{PRIMED}s {ROOTS}\ng\n{SSE}s {ROOTS}") == ["HTTP-27", "RPC-08"]
    assert d(f"{ASK}{SSE}{PRIMED}s {CHANGED}\ng\n{SSE}s {CHANGED}") == []


@pytest.mark.parametrize(
    ("session", "rules"),
    [
        ("0123456789abcdef", []),
        ("0123456789abcde", ["HTTP-21"]),
        ("01234567890123456789", ["HTTP-21"]),
        ("sch\u00fcssel-0123456789", ["HTTP-20"]),
        ("!~0123456789abcdef", []),
    ],
)
def test_a_session_id_cannot_be_guessed(session: str, rules: list[str]) -> None:
    assert found(f"http\n= 2025-11-25 {{}} Mcp-Session-Id={session}") == rules


def test_a_session_id_is_set_by_initialize_only() -> None:
    start = "http\n= 2025-11-25 {} Mcp-Session-Id=0123456789abcdef\n"
    for other, rules in (("0123456789abcdef", []), ("fedcba9876543210", ["HTTP-22"])):
        assert found(f"{start}{ASK}h 200 application/json Mcp-Session-Id={other}\nb {RESULT}\n.") == rules


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("event: endpoint\\ndata: /messages?s=1", []),
        ("event: endpoint\\ndata: http://localhost/messages", []),
        ("event: endpoint\\ndata: http://localhost:81/messages", ["HTTP-36"]),
        ("event: endpoint\\ndata: https://localhost/messages", ["HTTP-36"]),
        ("event: endpoint\\ndata: //elsewhere.example/messages", ["HTTP-36"]),
        ("event: endpoint\\ndata: ", ["HTTP-35"]),
        ("event: message\\ndata: {}", ["HTTP-35", "RPC-13"]),
    ],
)
def test_an_event_stream_begins_with_its_endpoint(event: str, rules: list[str]) -> None:
    assert found(f"sse\nS {event}\\n\\n") == rules


def test_only_the_first_event_names_the_endpoint() -> None:
    assert found(f"sse\nS event: endpoint\\ndata: /m\\n\\n\ns {CHANGED}") == []


def test_the_rules_of_this_module_are_of_http() -> None:
    names = [name for name, one in RULES.items() if one.check.__module__ == streams.__name__]
    assert len(names) > 15 and all(name.startswith("HTTP-") for name in names)
