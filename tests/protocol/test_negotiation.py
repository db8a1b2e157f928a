"""The era is found as the reference says, whatever a server does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.protocol.era.negotiation import STEPS, Attempt, AttemptOutcome, Negotiation, NegotiationResult
from inspector.protocol.jsonrpc import parse

TIMEOUT, CLOSED = AttemptOutcome("timeout"), AttemptOutcome("closed")
UNREADABLE = AttemptOutcome("unreadable", text="the answer cannot be read: not UTF-8 at byte 3")


def result(value: dict[str, Any]) -> AttemptOutcome:
    return AttemptOutcome("answer", parse(json.dumps({"id": 1, "result": value}).encode()))


def error(code: int, data: Any = None, status: int = 0) -> AttemptOutcome:
    body = {"id": 1, "error": {"code": code, "message": "m", "data": data}}
    return AttemptOutcome("answer", parse(json.dumps(body).encode()), status)


def http(status: int) -> AttemptOutcome:
    return AttemptOutcome("http", status=status)


DISCOVERED = result({"supportedVersions": ["2026-07-28"], "capabilities": {}})
AGREED = result({"protocolVersion": "2025-11-25"})

WALKS = [
    ("modern server", "stdio", [DISCOVERED], ["probe"], "modern"),
    ("legacy server answers an error", "stdio", [error(-32601), AGREED], ["probe", "initialize"], "legacy"),
    (
        "fall-back is not keyed to one code",
        "stdio",
        [error(-32000), AGREED],
        ["probe", "initialize"],
        "legacy",
    ),
    ("silent server", "stdio", [TIMEOUT, AGREED], ["probe", "initialize"], "legacy"),
    ("dies on the probe", "stdio", [CLOSED, AGREED], ["probe", "initialize!"], "legacy"),
    ("answers the probe unreadably", "stdio", [UNREADABLE, AGREED], ["probe", "initialize"], "legacy"),
    ("answers unreadably", "stdio", [UNREADABLE, UNREADABLE], ["probe", "initialize"], ""),
    ("dies twice", "stdio", [CLOSED, CLOSED], ["probe", "initialize!"], ""),
    (
        "offers only legacy versions",
        "stdio",
        [result({"supportedVersions": ["2025-06-18"]}), AGREED],
        ["probe", "initialize"],
        "legacy",
    ),
    (
        "-32022 with a mutual version",
        "stdio",
        [error(-32022, {"supported": ["2026-07-28"]}), DISCOVERED],
        ["probe", "probe"],
        "modern",
    ),
    (
        "-32022 with legacy versions",
        "stdio",
        [error(-32022, {"supported": ["2025-06-18"]}), AGREED],
        ["probe", "initialize"],
        "legacy",
    ),
    ("-32022 with unknown versions", "stdio", [error(-32022, {"supported": ["2031-01-01"]})], ["probe"], ""),
    ("-32021 is modern", "stdio", [error(-32021)], ["probe"], ""),
    (
        "initialize refused with versions",
        "stdio",
        [error(-32601), error(-32602, {"supported": ["2024-11-05"]}), AGREED],
        ["probe", "initialize", "initialize"],
        "legacy",
    ),
    (
        "unknown version agreed",
        "stdio",
        [error(-32601), result({"protocolVersion": "1.0"})],
        ["probe", "initialize"],
        "",
    ),
    (
        "locked modern after a late probe",
        "stdio",
        [TIMEOUT, error(-32022, {"supported": ["2026-07-28"]}), DISCOVERED],
        ["probe", "initialize", "probe"],
        "modern",
    ),
    ("a server that fails says nothing of its era", "auto", [http(500)], ["probe"], ""),
    (
        "any other refusal may be that of a legacy server",
        "auto",
        [http(499), AGREED],
        ["probe", "initialize"],
        "legacy",
    ),
    ("legacy over HTTP", "auto", [http(400), AGREED], ["probe", "initialize"], "legacy"),
    (
        "405 and 404: old SSE",
        "auto",
        [http(404), http(405), AGREED, AGREED],
        ["probe", "initialize", "sse", "initialize"],
        "legacy",
    ),
    ("SSE not allowed when http is forced", "http", [http(404), http(404)], ["probe", "initialize"], ""),
    ("401 is no verdict on the era", "auto", [http(401)], ["probe"], ""),
    ("500 is no verdict on the era", "auto", [http(503)], ["probe"], ""),
    ("no connection", "auto", [AttemptOutcome("unreachable", text="refused")], ["probe"], ""),
    (
        "404 with -32601 speaks JSON-RPC: no SSE",
        "auto",
        [error(-32601, status=404), error(-32601, status=404)],
        ["probe", "initialize"],
        "",
    ),
    ("SSE asked for", "sse", [AGREED, AGREED], ["sse", "initialize"], "legacy"),
]


@pytest.mark.parametrize(
    ("transport", "outcomes", "steps", "era"), [w[1:] for w in WALKS], ids=[w[0] for w in WALKS]
)
def test_walk(transport: str, outcomes: list[AttemptOutcome], steps: list[str], era: str) -> None:
    negotiation = Negotiation("auto", transport)
    attempt: Attempt | NegotiationResult = negotiation.first()
    seen = []
    for outcome in outcomes:
        assert isinstance(attempt, Attempt), f"ended after {seen}: {attempt}"
        seen.append(attempt.step + "!" * attempt.respawn)
        attempt = negotiation.next(attempt, outcome)
    assert seen == steps
    assert isinstance(attempt, NegotiationResult)
    assert attempt.era == era
    assert attempt.reason
    assert len(negotiation.history) == len(outcomes)


def test_pinned_modern_never_falls_back() -> None:
    negotiation = Negotiation("modern", "stdio")
    verdict = negotiation.next(negotiation.first(), error(-32601))
    assert isinstance(verdict, NegotiationResult)
    assert not verdict.era
    assert verdict.reason == "the modern era was asked for, but server/discover got error -32601 (m)"


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_pinned_revision_is_what_initialize_asks_for(revision: str) -> None:
    assert Negotiation(revision, "stdio").first() == Attempt("initialize", revision)


def test_legacy_asks_for_the_newest_handshake_revision() -> None:
    assert Negotiation("legacy", "auto").first() == Attempt("initialize", "2025-11-25")


@pytest.mark.parametrize(
    ("era", "words"),
    [("legacy", "the legacy era was asked for"), ("2025-03-26", "revision 2025-03-26 was asked for")],
)
def test_what_was_asked_for_is_said_as_it_was_asked(era: str, words: str) -> None:
    negotiation = Negotiation(era, "stdio")
    verdict = negotiation.next(negotiation.first(), AGREED)
    assert isinstance(verdict, NegotiationResult)
    assert verdict.reason == f"initialize agreed on 2025-11-25; {words}"


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_refused_revision_names_what_the_server_supports(era: str) -> None:
    negotiation = Negotiation(era, "stdio")
    supported = ["2026-07-28", "2031-01-01"] if era == "legacy" else ["2031-01-01"]
    verdict = negotiation.next(negotiation.first(), error(-32022, {"supported": supported}))
    assert isinstance(verdict, NegotiationResult)
    assert not verdict.era
    step = "initialize" if era == "legacy" else "server/discover"
    assert verdict.reason == f"{step} got error -32022 (m); it supports {', '.join(supported)}"


def test_every_step_knows_every_way_an_attempt_can_end() -> None:
    for step in ("probe", "initialize", "sse"):
        negotiation = Negotiation("auto", "auto")
        for outcome in (
            TIMEOUT,
            CLOSED,
            http(200),
            http(404),
            http(401),
            http(500),
            AttemptOutcome("unreachable"),
        ):
            if (step, outcome.kind) != ("sse", "answer"):
                assert negotiation.next(Attempt(step, "2025-11-25"), outcome)
    assert {step for step, _ in STEPS} == {"probe", "initialize", "sse"}
