"""Each fault builds the bytes that it promises, and its judge knows a good server from a bad one."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inspector.protocol import jsonrpc
from inspector.protocol.era import Declared, Era
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import META, ModernEra
from inspector.protocol.faults import (
    BROKEN,
    COMPLIED,
    PRESETS,
    SILENT,
    UNDECIDED,
    Heard,
    InputQuestion,
    Preset,
    Ruling,
    Shot,
    Situation,
    batches,
    envelope,
    features,
    http,
    lifecycle,
    text,
)
from inspector.protocol.faults.text import LARGE_BYTES
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.protocol.wire import ChannelClosed
from tests.lint.dialogue import Dialogue
from tests.protocol.fault_samples import SAMPLES, Sample

REVISIONS = dict(zip("ABCDE", (*LEGACY_REVISIONS, *MODERN_REVISIONS), strict=True))
QUESTION = InputQuestion("tools/call", {"name": "ask"}, ("name",), "a state that is signed")


def situation(letter: str = "D", transport: str = "stdio", **more: Any) -> Situation:
    revision = REVISIONS[letter]
    era: Era = ModernEra(Declared(), revision) if letter == "E" else LegacyEra(revision, agreed=True)
    known: dict[str, Any] = {
        "free": 1001,
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "session_id": "abc",
        "tool": "echo",
        "harmless": ("resources/read", {"uri": "note://one"}),
        "question": QUESTION,
    }
    return Situation(era, transport, **{**known, **more})


def play(preset: Preset, letter: str, transport: str, answer: str) -> tuple[Situation, Heard]:
    """The fault through a real conversation, then what the server says."""
    start = f"= {REVISIONS[letter]}"
    dialogue = Dialogue(f"http\n{start}" if transport == "http" else start)
    here, sent = situation(letter, transport), len(dialogue.records)
    shots, channels = preset.build(here), []
    for shot in shots:
        number = len(dialogue.records) + 1
        if shot.verb == "POST":
            outgoing = dialogue.conversation.raw(
                shot.data, dialogue.at_ns, number, headers=shot.headers, without=shot.without
            )
        else:
            outgoing = dialogue.conversation.listen(shot.headers, shot.verb)
        dialogue.sent(outgoing)
        channels.append(outgoing.orders[0].channel)
    exchanges = frozenset(one.exchange for one in dialogue.records[sent:] if one.exchange)
    before = len(dialogue.records)
    for line in answer.split("\n"):
        dialogue.play(line)
    came = tuple(one for one in dialogue.records[before:] if one.direction == "in" or one.kind == "lifecycle")
    return here, Heard(transport, shots, tuple(channels), exchanges, came, 5.0)


def judged(sample: Sample, answer: str) -> Ruling:
    preset = PRESETS[sample.key]
    here, heard = play(preset, sample.letter, sample.transport, answer)
    duty = preset.duty(here)
    assert duty is not None, f"{sample.key} says nothing of revision {sample.letter}"
    return duty.judge(here, heard)


def named(sample: Sample) -> str:
    return f"{sample.key}-{sample.letter}-{sample.transport}"


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_a_conforming_server_complies(sample: Sample) -> None:
    ruling = judged(sample, sample.good)
    assert ruling.word == COMPLIED, ruling


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_a_server_that_breaks_the_rule_does_not_comply(sample: Sample) -> None:
    ruling = judged(sample, sample.bad)
    assert ruling.word == BROKEN, ruling


@pytest.mark.parametrize("key", PRESETS)
def test_every_duty_has_a_good_and_a_bad_sample(key: str) -> None:
    letters = {sample.letter for sample in SAMPLES if sample.key == key}
    for duty in PRESETS[key].duties:
        assert letters & set(duty.revisions), f"no sample for {key} in {duty.revisions}"


@pytest.mark.parametrize("sample", SAMPLES, ids=named)
def test_a_verdict_names_records_that_came(sample: Sample) -> None:
    for answer in (sample.good, sample.bad):
        _, heard = play(PRESETS[sample.key], sample.letter, sample.transport, answer)
        ruling = judged(sample, answer)
        assert set(ruling.records) <= {record.number for record in heard.came}
        assert ruling.sentence.endswith(".")
        if heard.replies:
            assert ruling.records


# -- what is not settled

_PARSE_ERROR = '< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'
ANSWERED = 'h 200 application/json\nb {"jsonrpc":"2.0","id":1001,"result":{}}\n.'


@pytest.mark.parametrize(
    ("key", "letter", "transport", "answer", "word"),
    [
        ("broken-json", "D", "stdio", "", SILENT),
        ("id-null", "D", "http", "h 202\n.", SILENT),
        ("jsonrpc-missing", "D", "stdio", '< {"jsonrpc":"2.0","id":1001,"result":{}}', UNDECIDED),
        ("large-message", "D", "stdio", "", SILENT),
        *(
            (key, "D", "stdio", _PARSE_ERROR, UNDECIDED)
            for key in ("params-array", "id-null", "method-number")
        ),
        ("two-on-a-line", "D", "stdio", '< {"jsonrpc":"2.0","id":1001,"result":{}}', UNDECIDED),
        ("http-get", "E", "http", "h 400\n.", UNDECIDED),
        ("unknown-method", "D", "http", "h 500\n.", UNDECIDED),
        ("http-session-missing", "D", "http", ANSWERED, UNDECIDED),
    ],
)
def test_what_nothing_prescribes_is_not_held_against_a_server(
    key: str, letter: str, transport: str, answer: str, word: str
) -> None:
    assert judged(Sample(key, letter, "", "", transport), answer).word == word


def test_a_connection_that_breaks_under_20_mb_is_not_held_against_a_server() -> None:
    preset, here = PRESETS["large-message"], situation("D", "http")
    dialogue = Dialogue("http\n= 2025-11-25")
    outgoing = dialogue.conversation.raw(b"{}", 1, len(dialogue.records) + 1)
    dialogue.sent(outgoing)
    before, channel = len(dialogue.records), outgoing.orders[0].channel
    dialogue.receive(ChannelClosed(channel, "the connection was reset"))
    heard = Heard("http", (Shot(b"{}"),), (channel,), frozenset(), tuple(dialogue.records[before:]))
    duty = preset.duty(here)
    assert duty is not None
    ruling = duty.judge(here, heard)
    assert ruling.word == UNDECIDED and ruling.records


def test_a_pipe_that_breaks_is_no_http_connection() -> None:
    dialogue = Dialogue("= 2025-11-25")
    before = len(dialogue.records)
    dialogue.receive(ChannelClosed("stdin", "the process does not read any more"))
    heard = Heard("stdio", (Shot(b"{}"),), ("stdin",), frozenset(), tuple(dialogue.records[before:]))
    assert heard.came and not heard.lost


def test_traffic_of_other_calls_is_left_alone() -> None:
    answer = '< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}'
    assert judged(Sample("cancelled-unknown", "D", "", ""), answer).word == COMPLIED


def test_the_answer_to_another_call_is_not_taken_for_one() -> None:
    dialogue = Dialogue("= 2025-11-25")
    dialogue.play('> {"jsonrpc":"2.0","id":7,"method":"ping"}')
    before = len(dialogue.records)
    dialogue.play('< {"jsonrpc":"2.0","id":7,"result":{}}')
    heard = Heard("stdio", (Shot(b"x"),), ("stdin",), frozenset(), tuple(dialogue.records[before:]))
    assert not heard.replies


# -- bytes


def only(shots: tuple[Shot, ...]) -> Any:
    (shot,) = shots
    return json.loads(shot.data)


def parsed(shots: tuple[Shot, ...]) -> jsonrpc.Message:
    (shot,) = shots
    return jsonrpc.parse(shot.data)


def _meta(shots: tuple[Shot, ...]) -> dict[str, Any]:
    return only(shots)["params"]["_meta"]


INTENDED: dict[str, Callable[[tuple[Shot, ...]], object]] = {
    "unknown-method": lambda s: parsed(s).method == "inspector/no-such-method",
    "duplicate-id": lambda s: len(s) == 2 and s[0] == s[1] and s[0].ids == ("1001",),
    "response-to-nothing": lambda s: parsed(s).kind == "response" and not s[0].ids,
    "error-to-nothing": lambda s: parsed(s).kind == "error" and not s[0].ids,
    "both-result-and-error": lambda s: {"result", "error"} <= set(only(s)),
    "id-null": lambda s: only(s)["id"] is None,
    "id-fractional": lambda s: only(s)["id"] == 1001.5 and s[0].ids == ("1001.5",),
    "id-object": lambda s: only(s)["id"] == {"no": 1001},
    "jsonrpc-missing": lambda s: "jsonrpc" not in only(s),
    "jsonrpc-wrong": lambda s: only(s)["jsonrpc"] == "1.0",
    "method-number": lambda s: only(s)["method"] == 1,
    "params-array": lambda s: only(s)["params"] == [],
    "unknown-notification": lambda s: parsed(s).kind == "notification",
    "cancelled-unknown": lambda s: only(s)["params"] == {"requestId": 1001},
    "progress-unknown": lambda s: only(s)["params"]["progressToken"] == 1001,
    "batch": lambda s: (
        [jsonrpc.parse(one).kind for one in parsed(s).members] == ["request", "notification", "request"]
    ),
    "batch-empty": lambda s: only(s) == [],
    "batch-invalid": lambda s: only(s) == [1, 2, 3],
    "batch-mixed": lambda s: (
        [jsonrpc.parse(one).kind for one in parsed(s).members] == ["request", "response"]
    ),
    "invalid-utf8": lambda s: "UTF-8" in parsed(s).reason,
    "broken-json": lambda s: "ends unexpectedly" in parsed(s).reason,
    "large-message": lambda s: len(s[0].data) > LARGE_BYTES and parsed(s).method == "tools/call",
    "deep-nesting": lambda s: b"[" * 10_000 + b"]" * 10_000 in s[0].data,
    "huge-number": lambda s: b"1e400" in s[0].data and b"9" * 400 in s[0].data,
    "duplicate-keys": lambda s: s[0].data.count(b'"id"') == 2 and only(s)["id"] == 1002,
    "two-on-a-line": lambda s: s[0].data.count(b"\n") == 1 and "followed by more" in parsed(s).reason,
    "crlf": lambda s: s[0].data.endswith(b"}\r\n") and parsed(s).kind == "request",
    "blank-lines": lambda s: s[0].data.startswith(b"\n\n{") and s[0].data.endswith(b"}\n\n\n"),
    "pretty-printed": lambda s: s[0].data.count(b"\n") > 3 and parsed(s).kind == "request",
    "meta-missing": lambda s: "_meta" not in only(s)["params"],
    "meta-version-missing": lambda s: (
        META + "protocolVersion" not in _meta(s) and META + "clientCapabilities" in _meta(s)
    ),
    "meta-capabilities-missing": lambda s: (
        META + "clientCapabilities" not in _meta(s) and META + "protocolVersion" in _meta(s)
    ),
    "version-unsupported": lambda s: (
        _meta(s)[META + "protocolVersion"] == "1999-01-01"
        and s[0].headers == (("MCP-Protocol-Version", "1999-01-01"),)
    ),
    "request-before-initialized": lambda s: parsed(s).kind == "request",
    "cancelled-initialize": lambda s: (
        [jsonrpc.parse(one.data).method for one in s] == ["initialize", "notifications/cancelled"]
    ),
    "cursor-invalid": lambda s: "cursor" in only(s)["params"],
    "tool-unknown": lambda s: only(s)["params"]["name"] == "inspector-no-such-tool",
    "tool-argument-missing": lambda s: (
        only(s)["params"]["name"] == "echo" and only(s)["params"]["arguments"] == {}
    ),
    "resource-unknown": lambda s: only(s)["params"]["uri"] == "inspector-none://no/such/resource",
    "mrtr-state-altered": lambda s: _altered(only(s)["params"]["requestState"]),
    "mrtr-key-omitted": lambda s: (
        only(s)["params"]["inputResponses"] == {} and only(s)["params"]["requestState"] == QUESTION.state
    ),
    "listen-unknown-type": lambda s: only(s)["params"]["notifications"] == {"inspectorNoSuchThing": True},
    "http-version-bogus": lambda s: s[0].headers == (("MCP-Protocol-Version", "1999-01-01"),),
    "http-version-missing": lambda s: s[0].without == ("MCP-Protocol-Version",),
    "http-method-missing": lambda s: s[0].without == ("Mcp-Method",),
    "http-method-wrong": lambda s: s[0].headers[0][1] != parsed(s).method,
    "http-name-missing": lambda s: s[0].without == ("Mcp-Name",) and "uri" in only(s)["params"],
    "http-name-wrong": lambda s: s[0].headers[0][1] != only(s)["params"]["uri"],
    "http-name-encoded": lambda s: b64decode(s[0].headers[0][1][9:-2]).decode() == only(s)["params"]["uri"],
    "http-token-invalid": lambda s: s[0].headers == (("Authorization", "Bearer inspector-invalid-token"),),
    "http-session-missing": lambda s: s[0].without == ("Mcp-Session-Id",),
    "http-session-foreign": lambda s: s[0].headers[0][0] == "Mcp-Session-Id",
    "http-session-ignored": lambda s: s[0].headers[0][0] == "Mcp-Session-Id",
    "http-origin": lambda s: s[0].headers == (("Origin", "https://attacker.example"),),
    "http-accept": lambda s: s[0].headers == (("Accept", "application/json"),),
    "http-content-type": lambda s: s[0].headers == (("Content-Type", "text/plain"),),
    "http-get": lambda s: s[0].verb == "GET" and not s[0].data,
    "http-delete": lambda s: s[0].verb == "DELETE" and not s[0].data,
}


def _altered(state: str) -> bool:
    original = QUESTION.state or ""
    return len(state) == len(original) and sum(a != b for a, b in zip(state, original, strict=True)) == 1


@pytest.mark.parametrize("key", PRESETS)
def test_a_fault_sends_what_it_promises(key: str) -> None:
    preset = PRESETS[key]
    letter = "D" if "D" in preset.revisions else "E"
    assert INTENDED[key](preset.build(situation(letter)))


@pytest.mark.parametrize("key", PRESETS)
def test_apart_from_the_fault_a_modern_request_is_whole(key: str) -> None:
    preset = PRESETS[key]
    if "E" not in preset.revisions or preset.key.startswith(("meta-", "params-")):
        return
    for shot in preset.build(situation("E")):
        message = jsonrpc.parse(shot.data)
        if message.kind == "request":
            assert META + "clientCapabilities" in message.params_dict()["_meta"]


def test_requests_use_ids_that_were_never_used() -> None:
    later = situation(free=5000)
    for preset in PRESETS.values():
        if "D" in preset.revisions:
            for shot in preset.build(later):
                assert all("5000" in identifier or "5001" in identifier for identifier in shot.ids), (
                    preset.key
                )


@pytest.mark.parametrize("module", [batches, envelope, features, http, lifecycle, text])
def test_the_faults_of_a_module_are_in_one_group(module: Any) -> None:
    assert {preset.group for preset in module.PRESETS} == {module.GROUP}
    assert all(PRESETS[preset.key] is preset for preset in module.PRESETS)


def _error(code: int, identifier: str = "1001") -> str:
    return f'< {{"jsonrpc":"2.0","id":{identifier},"error":{{"code":{code},"message":"no"}}}}'


RESULT = '< {"jsonrpc":"2.0","id":%s,"result":%s}'


@pytest.mark.parametrize(
    ("key", "letter", "answer", "word", "sentence"),
    [
        ("unknown-method", "D", _error(-32601), COMPLIED, 'It rejected it with error -32601 "no".'),
        (
            "unknown-method",
            "D",
            _error(-32602),
            BROKEN,
            'It rejected it with error -32602 "no"; expected -32601.',
        ),
        (
            "unknown-method",
            "D",
            RESULT % (1001, "{}"),
            BROKEN,
            "It responded with a result instead of rejecting it.",
        ),
        ("unknown-method", "D", "", BROKEN, "No response within 5 s."),
        (
            "unknown-method",
            "D",
            _error(-32601, "9"),
            BROKEN,
            "It responded with id 9, which was never sent.",
        ),
        (
            "unknown-method",
            "D",
            f"{_error(-32601)}\n{_error(-32601)}",
            BROKEN,
            "It responded to id 1001 2 times.",
        ),
        ("id-null", "D", _error(-32600, "null"), COMPLIED, 'It rejected it with error -32600 "no".'),
        ("id-null", "D", "", SILENT, "No response within 5 s."),
        (
            "params-array",
            "D",
            _error(-32700, "null"),
            UNDECIDED,
            'It rejected it with error -32700 "no"; expected -32600 or -32602.',
        ),
        ("duplicate-id", "D", _error(-32600), COMPLIED, "It rejected the id already in use."),
        (
            "duplicate-id",
            "D",
            RESULT % (1001, "{}"),
            UNDECIDED,
            "Only one got a response; a client cannot tell which.",
        ),
        (
            "duplicate-id",
            "D",
            f"{RESULT % (1001, '{}')}\n{RESULT % (1001, '{}')}",
            COMPLIED,
            "Both got one response each.",
        ),
        ("unknown-notification", "D", "", COMPLIED, "No response."),
        (
            "unknown-notification",
            "D",
            _error(-32601, "null"),
            BROKEN,
            'It responded with error -32601 "no"; such messages get no response.',
        ),
        (
            "response-to-nothing",
            "D",
            _error(-32600, "1001"),
            BROKEN,
            'It responded with error -32600 "no" and id 1001.',
        ),
        (
            "tool-unknown",
            "D",
            RESULT % (1001, '{"isError":true}'),
            BROKEN,
            (
                "It returned a result with isError; the specification requires JSON-RPC error "
                "-32602 for unknown tools."
            ),
        ),
        (
            "tool-argument-missing",
            "C",
            _error(-32602),
            COMPLIED,
            'It rejected it with error -32602 "no".',
        ),
        (
            "tool-argument-missing",
            "D",
            _error(-32602),
            BROKEN,
            ('It rejected it with error -32602 "no". This revision requires a result with isError.'),
        ),
        (
            "tool-argument-missing",
            "E",
            RESULT % (1001, '{"isError":true}'),
            COMPLIED,
            "It returned a result with isError.",
        ),
        ("batch-invalid", "B", _error(-32600, "null"), COMPLIED, "It rejected it with error -32600."),
        (
            "batch-invalid",
            "B",
            f"{_error(-32600, 'null')}\n{_error(-32600, 'null')}",
            COMPLIED,
            "It rejected it with error -32600, 2 times.",
        ),
        ("batch-invalid", "B", _error(-32000, "null"), UNDECIDED, "It rejected it with error -32000."),
        (
            "mrtr-key-omitted",
            "E",
            RESULT % (1001, '{"resultType":"input_required"}'),
            COMPLIED,
            "It requested the missing input again.",
        ),
        (
            "mrtr-key-omitted",
            "E",
            _error(-32602),
            BROKEN,
            'It responded with error -32602 "no" instead of requesting the input again.',
        ),
        (
            "mrtr-state-altered",
            "E",
            RESULT % (1001, '{"resultType":"input_required"}'),
            COMPLIED,
            "It requested the input again instead of using the altered state.",
        ),
        ("blank-lines", "D", RESULT % (1001, "{}"), COMPLIED, "It responded with a result."),
        (
            "blank-lines",
            "D",
            f"{_error(-32700, 'null')}\n{RESULT % (1001, '{}')}",
            COMPLIED,
            "It responded with a result, and 1 errors for the blank lines.",
        ),
        (
            "blank-lines",
            "D",
            _error(-32700, "null"),
            BROKEN,
            "It rejected the blank lines, but did not respond to the request.",
        ),
        (
            "two-on-a-line",
            "D",
            RESULT % (1001, "{}"),
            UNDECIDED,
            "It accepted it anyway: 1 responses.",
        ),
        (
            "two-on-a-line",
            "D",
            _error(-32700, "null"),
            COMPLIED,
            'It rejected it with error -32700 "no".',
        ),
        (
            "two-on-a-line",
            "D",
            _error(-32000, "null"),
            UNDECIDED,
            'It rejected it with error -32000 "no".',
        ),
    ],
)
def test_a_verdict_says_what_came(key: str, letter: str, answer: str, word: str, sentence: str) -> None:
    ruling = judged(Sample(key, letter, "", ""), answer)
    assert (ruling.word, ruling.sentence) == (word, sentence)


@pytest.mark.parametrize(
    ("key", "answer", "word", "sentence"),
    [
        ("unknown-method", "h 404\n.", COMPLIED, "It rejected it with HTTP 404."),
        ("unknown-method", "h 200\n.", BROKEN, "HTTP 200 without a response."),
        ("unknown-method", "h 503\n.", UNDECIDED, "HTTP 503 blames the server, but the message was invalid."),
        ("unknown-notification", "h 202\n.", COMPLIED, "It accepted it with HTTP 202."),
        ("unknown-notification", "h 200\n.", BROKEN, "It accepted it with HTTP 200; it must be 202."),
        ("unknown-notification", "h 400\n.", COMPLIED, "It rejected it with HTTP 400."),
        ("unknown-notification", "h 500\n.", UNDECIDED, "It rejected it with HTTP 500."),
        (
            "unknown-notification",
            "h 202 text/plain\nb Accepted\n.",
            BROKEN,
            "It accepted it with HTTP 202 and a body; there must be none.",
        ),
        ("id-null", "h 202\n.", SILENT, "It treated it as a notification (HTTP 202)."),
        ("large-message", "h 413\n.", COMPLIED, "It rejected it with HTTP 413."),
        ("large-message", "h 202\n.", BROKEN, "HTTP 202 without a response."),
        (
            "large-message",
            'h 400 application/json\nb {"jsonrpc":"2.0","id":1001,"error":{"code":-32602,"message":"no"}}\n.',
            COMPLIED,
            'It responded with error -32602 "no" (HTTP 400).',
        ),
    ],
)
def test_a_verdict_over_http_says_what_came(key: str, answer: str, word: str, sentence: str) -> None:
    ruling = judged(Sample(key, "D", "", "", "http"), answer)
    assert (ruling.word, ruling.sentence) == (word, sentence)


def test_a_long_text_of_a_server_is_cut() -> None:
    for count, shown in ((100, "x" * 100), (101, "x" * 100 + "…")):
        answer = _error(-32601).replace("no", "x" * count)
        assert judged(Sample("unknown-method", "D", "", ""), answer).sentence == (
            f'It rejected it with error -32601 "{shown}".'
        )


# -- what applies


@pytest.mark.parametrize(
    ("key", "here", "why"),
    [
        ("meta-missing", situation("D"), "only for revision 2026-07-28"),
        ("batch", situation("A"), "only for revision 2025-03-26 to 2026-07-28"),
        ("http-origin", situation("D"), "only over Streamable HTTP or HTTP+SSE"),
        ("crlf", situation("D", "http"), "only over stdio"),
        ("http-session-missing", situation("D", "http", session_id=""), "this server uses no session id"),
        ("tool-unknown", situation("D", capabilities={}), "the server has no tools"),
        ("tool-argument-missing", situation("D", tool=""), "no tool of this server requires an argument"),
        ("cursor-invalid", situation("D", capabilities={}), "the server has no lists"),
        (
            "mrtr-key-omitted",
            situation("E", question=None),
            "no result on this connection has requested input",
        ),
        (
            "mrtr-state-altered",
            situation("E", question=None),
            "no result on this connection has requested input",
        ),
        (
            "mrtr-key-omitted",
            situation("E", question=replace(QUESTION, keys=())),
            "the result that requested input had no inputRequests",
        ),
        (
            "mrtr-state-altered",
            situation("E", question=replace(QUESTION, state=None)),
            "the result that requested input had no requestState",
        ),
    ],
)
def test_what_does_not_apply_says_why(key: str, here: Situation, why: str) -> None:
    assert why in PRESETS[key].why_not(here)


def test_the_harmless_request_is_one_that_the_server_has() -> None:
    assert situation("D", capabilities={"prompts": {}}).asking() == "prompts/list"
    assert situation("D", capabilities={}).asking() == "ping"
    assert situation("E", capabilities={}).asking() == "server/discover"


def test_every_fault_is_explained() -> None:
    for preset in PRESETS.values():
        assert preset.sends.endswith(".") and preset.title
        for duty in preset.duties:
            assert duty.text.endswith(".") and duty.page and duty.level in ("must", "should", "none")


# -- headers that are left out


def test_headers_to_leave_out_are_named_in_the_order() -> None:
    dialogue = Dialogue("http\n= 2025-11-25")
    outgoing = dialogue.conversation.raw(b"{}", 1, 99, headers=(("X-A", "1"),), without=("Accept",))
    order = outgoing.orders[0]
    assert order.without == ("Accept",)  # type: ignore[union-attr]
    assert ("X-A", "1") in order.headers  # type: ignore[union-attr]
