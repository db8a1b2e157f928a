"""AUT-*: what a flow shows of a server, in whatever order the revision becomes known."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.whole import WholeLinter
from inspector.protocol.records import Record
from tests.lint.any_json import any_json
from tests.lint.dialogue import Dialogue

ASK = '> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
PLACE = "https://x.example/.well-known/oauth-protected-resource"
REFUSED = ASK + f'u 401 Basic realm="a", Bearer error="invalid_token", resource_metadata="{PLACE}/mcp"\n'
PRM = '{"resource":"https://x.example/mcp","authorization_servers":["https://as.example/t"]}'
SERVER = (
    '{"issuer":"https://as.example/t","authorization_endpoint":"https://as.example/a",'
    '"token_endpoint":"https://as.example/token","code_challenge_methods_supported":["plain","S256"]}'
)
OAUTH = "https://as.example/.well-known/oauth-authorization-server/t"
OPENID = "https://as.example/.well-known/openid-configuration/t"


def start(revision: str, url: str = "https://x.example/mcp") -> str:
    return f"http {url}\n= {revision}\n"


def flow(resource: str = PRM, server: str = SERVER) -> str:
    return f"{REFUSED}a GET {PLACE}/mcp 200 {resource}\na GET {OAUTH} 200 {server}\n"


def aut(text: str) -> list[str]:
    found = Dialogue(text.rstrip("\n")).findings
    return [one.rule for one in found if one.rule.startswith("AUT") and one.severity != "info"]


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_a_right_server_has_no_finding(revision: str) -> None:
    assert aut(start(revision) + flow()) == []


def test_2025_03_26_knows_no_metadata_of_a_resource() -> None:
    text = f"{ASK}u 401 Bearer\na GET {PLACE}/mcp 404 \na GET {PLACE} 404 \n"
    assert aut(start("2025-03-26") + text) == []
    assert aut(start("2025-06-18") + text) == ["AUT-01", "AUT-02"]
    assert aut(start("2025-11-25") + text) == ["AUT-02"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (flow(PRM.replace("x.example/mcp", "X.example:443")), []),
        (flow(PRM.replace("x.example/mcp", "x.example")), []),
        (flow(PRM.replace("x.example/mcp", "x.example/mcp/")), []),
        (flow(PRM.replace("x.example/mcp", "x.example/mc")), ["AUT-03"]),
        (flow(PRM.replace("https://x", "http://x")), ["AUT-03"]),
        (flow('{"resource":"https://x.example/mcp"}'), ["AUT-03"]),
        (flow(server=SERVER.replace('as.example/t"', 'as.example/t/"')), ["AUT-05"]),
        (flow(server=SERVER.replace('"plain","S256"', "")), ["AUT-06"]),
        (flow(server='{"issuer":"https://as.example/t","token_endpoint":"https://as.example/token"}'), []),
        (flow(server=SERVER.replace("https://as.example/a", "http://127.0.0.1:9/a")), []),
        (flow(server=SERVER.replace("https://as.example/a", "as.example/a")), ["AUT-07"]),
        # the second place has it
        (REFUSED + f"a GET {PLACE}/mcp 200 {PRM}\na GET {OAUTH} 404 \na GET {OPENID} 200 {SERVER}", []),
        # a server that is ill is not one without metadata
        (f"{ASK}u 401 Bearer\na GET {PLACE}/mcp 503 \na GET {PLACE} 503 \n", []),
        (f"{ASK}u 401 Bearer\na GET {PLACE}/mcp 404 \na GET {PLACE} 200 <html>\n", ["AUT-02"]),
        # an answer of another kind to a caller without the right, for example to a foreign Origin
        (ASK + "u 403 ", []),
        (ASK + 'u 403 Bearer error="invalid_token"', []),
        (ASK + "u 403 Bearer", ["AUT-11"]),
        (ASK + 'u 401 Bearer scope="a offline_access"', []),  # of 2026-07-28
    ],
)
def test_flows_of_2025_11_25(text: str, rules: list[str]) -> None:
    assert aut(start("2025-11-25") + text) == rules


HELLO = (
    '> {"jsonrpc":"2.0","id":8,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n'
    'h 200 application/json\nb {"jsonrpc":"2.0","id":8,"result":{"protocolVersion":"%s",'
    '"capabilities":{},"serverInfo":{"name":"x","version":"1"}}}\n.\n'
)


def test_findings_before_the_handshake_wait_for_what_it_agrees_on() -> None:
    nothing = f"http https://x.example/mcp\n{ASK}u 401 Bearer\na GET {PLACE}/mcp 404 \na GET {PLACE} 404 \n"
    assert aut(nothing) == []
    assert aut(nothing + HELLO % "2025-03-26") == []
    assert aut(nothing + HELLO % "2025-06-18") == ["AUT-01", "AUT-02"]
    record = next(
        one for one in Dialogue(nothing).records if one.kind == "head" and one.raw[:12] == b"HTTP/1.1 401"
    )
    found = Dialogue((nothing + HELLO % "2025-06-18").rstrip("\n")).findings
    assert [one.record for one in found if one.rule == "AUT-01"] == [record.number]


def test_who_publishes_metadata_is_judged_at_once_and_not_twice() -> None:
    bad = "http https://x.example/mcp\n" + flow(server=SERVER.replace("https://as.example/a", "http://b/a"))
    assert aut(bad) == ["AUT-07"]
    assert aut(bad + HELLO % "2025-11-25") == ["AUT-07"]
    assert aut(bad.replace('"S256"', '"x"') + HELLO % "2025-11-25") == ["AUT-07", "AUT-06"]


NAMES = ["resource", "authorization_servers", "scopes_supported", "issuer", "token_endpoint"]
NAMES += [
    "code_challenge_methods_supported",
    "token_endpoint_auth_methods_supported",
    "registration_endpoint",
]
DOCUMENTS = any_json(NAMES, ["https://[", "https://as.example/t", "http://x:99999"])


@settings(max_examples=40, deadline=None)
@given(DOCUMENTS, DOCUMENTS, st.text(max_size=30))
def test_no_document_makes_a_rule_raise(resource: object, server: object, said: str) -> None:
    words = " ".join(said.split())
    text = flow(json.dumps(resource), json.dumps(server))
    aut(start("2025-11-25") + f"{ASK}u 401 Bearer {words}\n" + text)


def test_what_waits_is_bounded() -> None:
    linter = WholeLinter("http", "https://x.example/mcp", lambda _: None)
    for number in range(1, 3000):
        linter.check(Record(number, number, 1, "in", f"auth-{number}", "head", raw=b"HTTP/1.1 404 No"))
    assert len(linter._waiting) <= 256
