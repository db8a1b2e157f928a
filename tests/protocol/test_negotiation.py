"""The era is found as the reference says, whatever a server does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.protocol.era.negotiation import (
    STEPS,
    Attempt,
    AttemptOutcome,
    Negotiation,
    NegotiationResult,
    _words,
    newest,
)
from inspector.protocol.jsonrpc import parse

TIMEOUT, CLOSED = AttemptOutcome("timeout"), AttemptOutcome("closed")
UNREADABLE = AttemptOutcome("unreadable", text="the response cannot be read: not UTF-8 at byte 3")


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
    ("connection failed", "auto", [AttemptOutcome("unreachable", text="refused")], ["probe"], ""),
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
    assert verdict.reason == "the modern era was requested, but server/discover got error -32601 (m)"


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_pinned_revision_is_what_initialize_asks_for(revision: str) -> None:
    assert Negotiation(revision, "stdio").first() == Attempt("initialize", revision)


def test_legacy_asks_for_the_newest_handshake_revision() -> None:
    assert Negotiation("legacy", "auto").first() == Attempt("initialize", "2025-11-25")


@pytest.mark.parametrize(
    ("era", "words"),
    [("legacy", "the legacy era was requested"), ("2025-03-26", "revision 2025-03-26 was requested")],
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


def walked(
    outcomes: list[AttemptOutcome], era: str = "auto", transport: str = "auto"
) -> tuple[list[Attempt], NegotiationResult]:
    """All that was tried, and the end."""
    negotiation = Negotiation(era, transport)
    attempts: list[Attempt] = []
    step: Attempt | NegotiationResult = negotiation.first()
    for outcome in outcomes:
        assert isinstance(step, Attempt)
        attempts.append(step)
        step = negotiation.next(step, outcome)
    assert isinstance(step, NegotiationResult)
    return attempts, step


@pytest.mark.parametrize(
    ("era", "outcomes", "revisions"),
    [
        ("auto", [error(-32022, {"supported": ["2026-07-28", "x"]}), DISCOVERED], ["2026-07-28"] * 2),
        ("auto", [error(-32601), AGREED], ["2026-07-28", "2025-11-25"]),
        ("auto", [CLOSED, AGREED], ["2026-07-28", "2025-11-25"]),
        ("2025-03-26", [error(-32602, {"supported": ["2024-11-05", "2025-06-18", "9"]}), AGREED],
         ["2025-03-26", "2025-06-18"]),
    ],
)  # fmt: skip
def test_each_attempt_asks_for_the_newest_revision_that_is_left(
    era: str, outcomes: list[AttemptOutcome], revisions: list[str]
) -> None:
    attempts, verdict = walked(outcomes, era)
    assert [attempt.revision for attempt in attempts] == revisions
    assert verdict.outcome is outcomes[-1]


def test_nothing_is_asked_for_a_third_time() -> None:
    mutual = error(-32022, {"supported": ["2026-07-28"]})
    attempts, verdict = walked([mutual, mutual], "modern")
    assert (len(attempts), verdict.era, verdict.outcome) == (2, "", mutual)
    offers = error(-32602, {"supported": ["2024-11-05"]})
    attempts, verdict = walked([offers, offers], "legacy")
    assert (len(attempts), verdict.era, verdict.outcome) == (2, "", offers)
    assert verdict.reason.startswith(
        "initialize was rejected twice: error -32602 (m); it supports 2024-11-05"
    )


def test_what_the_address_said_to_initialize_tells_more_than_what_it_said_to_sse() -> None:
    first, second, third = http(404), http(405), http(406)
    _, verdict = walked([first, second, third])
    assert verdict.outcome is second
    assert verdict.reason == "the SSE stream got HTTP status 406"
    _, verdict = walked([third], transport="sse")
    assert verdict.outcome is third


@pytest.mark.parametrize("status", [400, 404, 405])
def test_sse_is_tried_after_these_statuses_only_once(status: int) -> None:
    attempts, verdict = walked([http(404), http(status), AGREED, http(status)])
    assert [attempt.step for attempt in attempts] == ["probe", "initialize", "sse", "initialize"]
    assert not verdict.era


@pytest.mark.parametrize(("status", "step"), [(400, "sse"), (406, ""), (0, "sse")])
def test_a_json_error_with_such_a_status_may_come_of_an_old_address(status: int, step: str) -> None:
    negotiation = Negotiation("legacy", "auto")
    found = negotiation.next(negotiation.first(), error(-1, status=status) if status else http(0))
    assert (found.step if isinstance(found, Attempt) else "") == step


@pytest.mark.parametrize("status", [200, 204, 299])
def test_an_initialize_that_got_nothing_readable_with_a_good_status_has_failed(status: int) -> None:
    negotiation = Negotiation("legacy", "auto")
    assert isinstance(negotiation.next(negotiation.first(), http(status)), NegotiationResult)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (error(-1, {"supported": []}), "error -1 (m)"),
        (error(-1, {"supported": [1, "x"]}), "error -1 (m); it supports 1, x"),
        (AttemptOutcome("answer", parse(b'{"id":1,"error":{}}')), "error ? (no message)"),
        (result({"protocolVersion": "1.0"}), "unknown revision '1.0'"),
        (result({}), "a result without a known revision"),
        (UNREADABLE, "the response cannot be read: not UTF-8 at byte 3"),
        (CLOSED, "no response: the connection was closed"),
        (AttemptOutcome("closed", text="it ended"), "no response: it ended"),
        (TIMEOUT, "timed out"),
        (http(418), "HTTP status 418"),
        (AttemptOutcome("http", status=418, text="tea"), "HTTP status 418 (tea)"),
        (AttemptOutcome("http"), "unreadable response"),
        (AttemptOutcome("unreachable", text="refused"), "connection failed (refused)"),
    ],
)
def test_an_outcome_is_told_in_words(outcome: AttemptOutcome, words: str) -> None:
    assert _words(outcome) == words


@pytest.mark.parametrize(
    ("offered", "found"),
    [
        (["2025-06-18", "2025-11-25", "1"], "2025-11-25"), (["1"], ""), ([], ""), ("2025-11-25", ""),
        (None, ""), (["2025-03-26", 5], "2025-03-26"),
    ],
)  # fmt: skip
def test_of_what_is_offered_the_newest_known_is_taken(offered: Any, found: str) -> None:
    assert newest(offered, ("2025-03-26", "2025-06-18", "2025-11-25")) == found
