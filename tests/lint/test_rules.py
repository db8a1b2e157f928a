"""Every rule finds its bad sample and is silent on its good one."""

from __future__ import annotations

import pytest

from inspector.lint import RULES, Rule, rests_on
from tests.lint.dialogue import Dialogue, findings


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_rule_finds_its_bad_sample_and_is_silent_on_its_good_one(rule: Rule) -> None:
    found = findings(rule.bad)
    assert rule.name in found, f"{sorted(found)} for {rule.bad}"
    assert found[rule.name].message
    assert rule.name not in findings(rule.good)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_good_sample_has_no_error_and_no_warning_at_all(rule: Rule) -> None:
    found = Dialogue(rule.good).findings
    assert [(one.rule, one.message) for one in found if one.severity != "info"] == []


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_rule_says_where_it_comes_from_and_explains_itself(rule: Rule) -> None:
    assert rule.page
    assert rule.check.__doc__
    word = {"error": "MUST", "warning": "", "info": ""}[rule.severity]
    assert word in rule.sentence and rule.sentence.endswith(".")
    assert rule.fix.endswith(".") and "\n" not in rule.fix
    assert rule.severity in ("error", "warning", "info")
    assert set(rule.revisions) <= set("ABCDE")


@pytest.mark.parametrize(
    ("text", "rule", "place"),
    [
        ("= 2024-11-05\n< {}", "STD-01", "basic/transports#stdio: The server MUST NOT write anything"),
        ("= 2026-07-28\n< {}", "STD-01", "basic/transports/stdio: The server MUST NOT write anything"),
        ('= 2024-11-05\n< {"jsonrpc":"2.0","id":9,"result":{}}', "RPC-09", "basic/messages: Responses MUST"),
        ('= 2025-11-25\n< {"jsonrpc":"2.0","id":9,"result":{}}', "RPC-09", "basic/index: Responses MUST"),
        ("= 2026-07-28\nc\n+ 3000\nk", "STD-06", "basic/transports/stdio#shutdown: The server SHOULD exit"),
        ("= 2025-11-25\nc\n+ 3000\nk", "STD-06-legacy", "basic/transports#shutdown: The client closes"),
        (
            'http\n= 2026-07-28\n> {"jsonrpc":"2.0","id":1,"method":"ping"}\nh 202',
            "HTTP-04",
            "basic/transports/streamable-http: A request MUST",
        ),
        (
            "http\n= 2025-11-25 {} Mcp-Session-Id=42",
            "HTTP-21",
            "basic/transports#session-management: The session id SHOULD",
        ),
    ],
)
def test_a_finding_names_the_sentence_and_the_page_of_its_own_revision(
    text: str, rule: str, place: str
) -> None:
    assert rests_on(findings(text)[rule]).startswith(place)


def counted(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text, whole=False).findings)


STD_CANCEL = (
    '= 2026-07-28\n> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    '+ %s\n< {"jsonrpc":"2.0","id":1,"result":{}}'
)
ASK = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
HELLO = '> {"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}\n'
HI = '< {"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}'
PROBE = '> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}\n'
SSE = "h 200 text/event-stream\n"
FOREIGN = '{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"x"}}'
COUNTS = [
    ("a line of noise", "= 2025-11-25\n< DEBUG starting", ["STD-01"]),
    ("noise before the handshake", "< DEBUG starting", ["STD-01"]),
    ("blank line", "= 2025-11-25\n< ", ["STD-04"]),
    ("a logger that speaks JSON", '= 2025-11-25\n< {"level":"info","id":1,"msg":"up"}', ["STD-01"]),
    ("a logger that logs an error", '= 2025-11-25\n< {"level":"error","error":"boom"}', ["STD-01"]),
    ("a broken message", '= 2025-11-25\n< {"jsonrpc":"2.0","id":NaN}', ["RPC-01"]),
    (
        "two messages on a line",
        '< {"jsonrpc":"2.0","method":"notifications/x"}{"jsonrpc":"2.0","method":"notifications/y"}',
        ["STD-09"],
    ),
    ("a server that is killed too soon", "= 2026-07-28\nc\n+ 1000\nk", []),
    ("a server that is killed without being told to end", "= 2026-07-28\n+ 9000\nk", []),
    ("silence on the probe", PROBE + "t\n" + HELLO + HI, ["STD-10"]),
    ("a crash on the probe", PROBE + "x\nn\n" + HELLO + HI, ["STD-07"]),
    (
        "a late answer to the probe",
        PROBE + "t\n" + HELLO + '< {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}\n' + HI,
        ["RPC-09-late"],
    ),
    (
        "a refusal with an id of its own",
        f"http\n{ASK}h 400 application/json\nb {FOREIGN}\n.",
        ["HTTP-16-refusal"],
    ),
    (
        "an answer with such an id",
        f"http\n= 2025-06-18\n{ASK}h 200 application/json\nb {FOREIGN}\n.",
        ["RPC-32"],
    ),
    (
        "an answer of another type",
        f'http\n= 2025-06-18\n{ASK}h 200 application/json\nb {{"jsonrpc":"2.0","id":"1","result":{{}}}}\n.',
        ["RPC-11"],
    ),
    (
        "a body that is a batch",
        f'http\n= 2025-06-18\n{ASK}h 200 application/json\nb [{{"jsonrpc":"2.0","id":1,"result":{{}}}}]\n.',
        ["HTTP-05"],
    ),
    ("a stream without an answer", f"http\n= 2025-11-25\n{ASK}{SSE}.", ["HTTP-29"]),
    ("the same one revision before", f"http\n= 2025-06-18\n{ASK}{SSE}.", ["HTTP-18"]),
    ("a cancelled call's stream", f"http\n= 2025-11-25\n{ASK}{SSE}q\n.", []),
    (
        "the same in the modern era",
        f"http\n= 2026-07-28\n{ASK}h 200 text/event-stream X-Accel-Buffering=no\nq\n.",
        [],
    ),
    (
        "an answer on a stream that is taken up",
        f'http\n= 2025-11-25\n{ASK}r\n{SSE}S id: 9\\ndata: {{"jsonrpc":"2.0","id":1,"result":{{}}}}\\n\\n',
        [],
    ),
    ("a GET for a session that is gone", "http\n= 2025-11-25\ng\nh 404 text/plain", []),
    ("a message just after its cancellation", STD_CANCEL % "100", ["RPC-09-late"]),
    ("a message long after it", STD_CANCEL % "2000", ["RPC-09-late", "STD-08"]),
    (
        "templates that nobody promised",
        '= 2025-06-18 {"resources":{}}\n> {"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}\n'
        '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
        ["RPC-31-optional"],
    ),
]


@pytest.mark.parametrize(("text", "rules"), [row[1:] for row in COUNTS], ids=[row[0] for row in COUNTS])
def test_one_mistake_is_one_finding_and_what_is_allowed_is_none(text: str, rules: list[str]) -> None:
    assert counted(text) == rules


def test_severity_is_softer_where_the_older_text_is() -> None:
    batch = '< [{"jsonrpc":"2.0","method":"notifications/message"}]'
    assert findings("= 2024-11-05\n" + batch)["RPC-04"].severity == "warning"
    assert findings("= 2025-06-18\n" + batch)["RPC-04"].severity == "error"


def test_numbers_of_the_reference_are_all_there_or_named_as_left_out() -> None:
    wanted = [f"RPC-{n:02}" for n in range(1, 33)] + [f"STD-{n:02}" for n in range(1, 11)]
    # Not passive: they need a probe of our own (09-11, 14, 23, 24, 31, 32); 34 needs a clock between records.
    passive = set(range(1, 39)) - {9, 10, 11, 14, 23, 24, 31, 32, 34}
    wanted += [f"HTTP-{n:02}" for n in sorted(passive)]
    # Their schemas are judged by a validator, in a module of its own: 04, 05, 06, 11, 27.
    wanted += [f"TOOL-{n:02}" for n in range(1, 29) if n not in (4, 5, 6, 11, 27)]
    wanted += [f"CLI-{n:02}" for n in range(1, 16)]
    assert [name for name in wanted if name not in RULES] == []


def test_rules_see_nothing_wrong_in_what_never_raises() -> None:
    for line in ('< {"a":' * 3000, "< \\xff\\xfe", "< [1,[2],{}]", '< {"jsonrpc":"2.0","id":{},"method":3}'):
        [record] = Dialogue(line).records[:1]
        assert record.kind in ("malformed", "batch")


def test_a_server_that_ends_because_we_close_its_stdin_owes_no_answer() -> None:
    ask = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    cancel = '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    assert "STD-07" in findings(ask + "x")
    assert "STD-07" not in findings(ask + "c\nx")
    assert "STD-07" not in findings(ask + cancel + "x")


@pytest.mark.parametrize("body", ['{"error":"invalid_token","error_description":"No."}', '{"detail":"No."}'])
def test_what_an_http_error_says_in_words_of_its_own_breaks_no_rule_for_messages(body: str) -> None:
    start = '= 2025-11-25\n> {"jsonrpc":"2.0","id":7,"method":"tools/list"}\nh 401 application/json\n'
    found = findings("http\n" + start + f"b {body}\n.")
    assert [name for name in found if name.startswith("RPC-")] == []
