"""What the steps of a flow share: requests that are sent and remembered, documents, what is shown."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from inspector.core.auth.ports import BODY_LIMIT, FetchError, Request, Response
from inspector.core.auth.steps import HttpExchange
from inspector.core.auth.work import (
    REDIRECTS,
    VALUES,
    FlowInput,
    Known,
    Talk,
    Work,
    object_of,
    shortened,
)
from inspector.core.servers.auth_settings import AuthSettings

URL = "https://as.test/a/metadata"


class Net:
    """Answers requests in turn; an exception is raised."""

    def __init__(self, *answers: Response | FetchError) -> None:
        self.answers = list(answers)
        self.sent: list[Request] = []
        self.changes = 0
        self.talk = Talk("discover", self.fetch, self.changed)

    async def fetch(self, request: Request) -> Response:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, FetchError):
            raise answer
        return answer

    def changed(self) -> None:
        self.changes += 1

    @property
    def verdicts(self) -> list[str]:
        return [one.verdict for one in self.talk.exchanges]

    def document(self) -> dict[str, Any] | None:
        return asyncio.run(self.talk.document(URL, (("MCP-Protocol-Version", "x"),)))


def found(**members: Any) -> Response:
    return Response(200, body=json.dumps(members).encode())


def moved(to: str, status: int = 302) -> Response:
    return Response(status, (("Location", to),))


def test_a_request_is_remembered_with_its_step_and_its_answer() -> None:
    net, answer = Net(found(a=1)), found(a=1)
    assert asyncio.run(net.talk.send(Request("GET", URL))) == answer
    request = Request("GET", URL, step="discover")
    assert net.sent == [request]
    assert net.talk.exchanges == [HttpExchange(request, answer)]
    assert net.changes == 2, "when it is sent and when it is answered"


def test_no_answer_and_one_that_is_too_long_are_none_and_said() -> None:
    net = Net(FetchError("no such host"), Response(200, body=b"x" * (BODY_LIMIT + 1)))
    assert asyncio.run(net.talk.send(Request("GET", URL))) is None
    assert asyncio.run(net.talk.send(Request("GET", URL))) is None
    first, second = net.talk.exchanges
    assert (first.response, first.error) == (None, "no such host")
    assert second.response is not None and len(second.response.body) == BODY_LIMIT
    assert second.error == "the response exceeds the maximum length"
    assert net.changes == 4


def test_an_answer_of_the_very_limit_is_taken() -> None:
    net = Net(Response(200, body=b"x" * BODY_LIMIT))
    assert asyncio.run(net.talk.send(Request("GET", URL))) is not None


def test_a_document_is_asked_for_as_json() -> None:
    net = Net(found(issuer="x"))
    assert net.document() == {"issuer": "x"}
    assert net.sent[0].method == "GET"
    assert net.sent[0].headers == (("Accept", "application/json"), ("MCP-Protocol-Version", "x"))
    assert net.verdicts == ["found"]


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (FetchError("refused"), "no response: refused"),
        (Response(404, body=b"{}"), "not found (404)"),
        (Response(201, body=b"{}"), "not found (201)"),
        (Response(200, body=b"[]"), "not a JSON object"),
        (moved("https://other.test/a"), "redirects to another origin: not followed"),
        (moved("http://as.test/a"), "redirects to another origin: not followed"),
    ],
)
def test_what_is_no_document_is_said(answer: Response | FetchError, verdict: str) -> None:
    net = Net(answer)
    assert net.document() is None
    assert net.verdicts == [verdict]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_within_the_origin_are_followed(status: int) -> None:
    net = Net(moved("../b", status), found(a=1))
    assert net.document() == {"a": 1}
    assert [request.url for request in net.sent] == [URL, "https://as.test/b"]
    assert net.verdicts == ["redirects within its origin: followed", "found"]


def test_redirects_have_an_end() -> None:
    net = Net(*[moved("/x")] * REDIRECTS, found(a=1))
    assert net.document() == {"a": 1}
    net = Net(*[moved("/x")] * (REDIRECTS + 1))
    assert net.document() is None
    assert net.verdicts[-1] == "endless redirects"


def work(talk: Talk | None = None, **given: Any) -> Work:
    flow = FlowInput("https://server.test/mcp", **given)
    return Work(flow, Known(), talk or Net().talk, None, 5.0)  # type: ignore[arg-type]  # no store is asked


def test_values_are_shown_unless_there_is_nothing_to_show() -> None:
    step = work()
    for name, text in (("a", "x"), ("b", ""), ("c", None), ("d", ()), ("e", ("x", "y")), ("f", 0)):
        step.show(name, text, secret=name == "e")
    assert [(value.name, value.text, value.secret) for value in step.values] == [
        ("a", "x", False), ("e", "x y", True), ("f", "0", False)
    ]  # fmt: skip


def test_a_server_cannot_show_without_an_end() -> None:
    step = work()
    for number in range(VALUES + 5):
        step.show("name", f"{number}")
    assert len(step.values) == VALUES
    step = work()
    step.show("name", "x" * 20_000)
    assert step.values[0].text == "x" * 16_384 + "… (20000 characters)"


def test_a_step_ends_fine_or_with_its_warnings() -> None:
    step = work()
    assert (step.done("Done.").verdict, step.done("Done.").state) == ("Done.", "ok")
    step.warn("One.")
    step.warn("Two.")
    assert (step.done("Done.").verdict, step.done("Done.").state) == ("Done. One. Two.", "warning")
    assert step.done("x" * 3000).verdict.endswith("… (3010 characters)")


def test_the_revision_is_said_when_it_is_known() -> None:
    assert work().protocol_headers() == ()
    assert work(revision="2025-03-26").protocol_headers() == (("MCP-Protocol-Version", "2025-03-26"),)


def test_http_is_used_only_for_what_a_person_trusts() -> None:
    assert work().refused("http://as.test/token") != ""
    assert work().refused("https://as.test/token") == ""
    assert work(settings=AuthSettings(allow_http=True)).refused("http://as.test/token") == ""


def test_a_person_signs_in_unless_the_method_needs_nobody() -> None:
    assert work().interactive
    assert not work(settings=AuthSettings(method="client_credentials")).interactive


def test_the_last_answer_is_evidence_without_its_secrets() -> None:
    net = Net(
        FetchError("no such host"),
        Response(400, (("Content-Type", "application/json"),), b'{"code":"s3cr3t","error":"x"}', "Bad"),
        Response(204),
        Response(200, (("Content-Type", "text/html"),), b"<p>" + b"y " * 350),
    )
    step = work(net.talk)
    assert step.evidence() == ""
    told = []
    for _ in range(4):
        asyncio.run(net.talk.send(Request("GET", URL)))
        told.append(step.evidence())
    assert told[0] == "no such host"
    assert told[1].startswith("HTTP 400 Bad\n{") and "s3cr3t" not in told[1]
    assert told[2] == "HTTP 204"
    assert told[3] == "HTTP 200\n<p>" + "y " * 298 + "y… (703 characters)"


@pytest.mark.parametrize(
    ("body", "is_object"),
    [
        (b'{"a":1}', True), (b"{}", True), (b"[]", False), (b'"a"', False), (b"", False), (b"{", False),
        (b'{"a":"\\ud83d\\ude00"}', True), (b'{"a":"\\ud83d"}', False), (b"[" * 100_000, False),
        (b'{"a":"\xff"}', False),
    ],
)  # fmt: skip
def test_only_an_object_that_can_be_sent_on_is_one(body: bytes, is_object: bool) -> None:
    assert (object_of(body) is not None) is is_object


def test_a_text_is_cut_where_it_is_longer_than_the_limit() -> None:
    assert shortened("abcd", 4) == "abcd"
    assert shortened("abcde", 4) == "abcd… (5 characters)"
