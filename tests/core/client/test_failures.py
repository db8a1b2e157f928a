"""Why a connection was not made or was lost: from all that is known to words for a user."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client.failures import (
    SHOWN_LINES,
    connect_failure,
    exit_words,
    lost_call,
    refused,
    unanswered,
)
from inspector.core.servers.profiles import Profile
from inspector.errors import AuthorizationNeeded, ConnectError, Explanation
from inspector.protocol.conversation import NO_ANSWER
from inspector.protocol.era.negotiation import AttemptOutcome, NegotiationResult
from inspector.protocol.jsonrpc import parse
from inspector.protocol.records import Exchange
from inspector.protocol.salvage import TOO_LARGE, UNREADABLE
from inspector.protocol.wire import LifecycleStep
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.trace.samples import DEMO, answer, notification, request

PIPE, WEB = StdioTarget("node", ("server.js",)), HttpTarget("http://h.test/mcp")


class Client:
    """What a connection knows when it fails."""

    def __init__(self, journal: Journal, target: Any = PIPE, **known: Any) -> None:
        self.profile = Profile("mine", target, timeout_s=3.5)
        self.name, self.journal = "mine", journal
        self.transport = "http" if target is WEB else "stdio"
        self.exit_text = self.broken_text = ""
        self.stderr_said: list[str] = []
        self.stderr_at_end: list[str] = []
        self.session = SimpleNamespace(info=DEMO)
        self.authorizer = SimpleNamespace(advise=lambda explanation, _status: explanation)
        self.__dict__.update(known)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    made = Journal.create(tmp_path / "f.mcptrace")
    made.add_session(DEMO)
    yield made
    made.close()


def verdict(kind: str, **more: Any) -> NegotiationResult:
    return NegotiationResult("", reason="no era was found", outcome=AttemptOutcome(kind, **more))


def failed(client: Client, kind: str, exchange: Exchange | None = None, **more: Any) -> Explanation:
    return connect_failure(client, verdict(kind, **more), exchange)  # type: ignore[arg-type]


def lost(client: Client, exchange: Exchange | None = None, status: int = 0) -> Explanation:
    return lost_call(client, exchange, status)  # type: ignore[arg-type]


def call(detail: str = "", status: str = "lost", **more: Any) -> Exchange:
    return Exchange(1, 1, "out", "tools/call", "echo", status=status, detail=detail, **more)


# -- no connection


def test_a_process_that_ended_is_explained_by_its_end(journal: Journal) -> None:
    client = Client(journal, exit_text="exit code 3", stderr_said=["boom"])
    told = failed(client, "closed")
    assert "exit code 3" in told.happened and "boom" in told.evidence


def test_a_closed_output_shows_the_last_lines_of_stderr(journal: Journal) -> None:
    said = [f"line {number}" for number in range(30)] + ["\x1b[31mred\x1b[0m"]
    told = failed(Client(journal, stderr_said=said), "closed")
    assert told.happened == "“mine” closed its output without responding."
    assert told.tried == "no era was found"
    assert told.actions == ("show_stderr", "edit_server", "retry")
    lines = told.evidence.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (SHOWN_LINES, "line 11", "red")


def test_silence_of_a_process_says_whether_it_wrote_anything(journal: Journal) -> None:
    told = failed(Client(journal), "timeout")
    assert told.happened == "“mine” is not responding." and told.tried == "no era was found (3.5 s)"
    assert told.cause.endswith("stderr is empty.") and told.evidence == ""
    assert told.actions == ("show_stderr", "edit_server", "retry", "retry_legacy")
    assert told.next_step.startswith("Check the command")
    told = failed(Client(journal, stderr_said=["hm"]), "timeout")
    assert told.cause.endswith("or it is still starting.") and told.evidence == "hm"


def test_what_a_silent_process_printed_is_shown_before_its_stderr(journal: Journal) -> None:
    journal.append(
        [notification(1, b"not ours", kind="malformed", session=2), notification(2, b"", kind="malformed")]
        + [notification(3 + turn, f"hello {turn}".encode(), kind="malformed") for turn in range(6)]
        + [notification(9)]
    )
    told = failed(Client(journal, stderr_said=["hm"]), "timeout")
    assert told.cause.startswith("What it writes to stdout is not an MCP message")
    assert told.evidence == "\n".join([*(f"hello {turn}" for turn in range(1, 6)), "hm"])
    assert "hello" not in failed(Client(journal, session=None), "timeout").evidence
    long = Journal.create(journal.path.with_name("long.mcptrace"))
    long.append([notification(1, b"x" * 500, kind="malformed")])
    assert failed(Client(long), "timeout").evidence == "x" * 200
    long.close()


def test_a_silent_process_that_serves_http_is_told_apart(journal: Journal) -> None:
    said = ["Server listening on http://localhost:3000/mcp"]
    told = failed(Client(journal, stderr_said=said), "timeout")
    assert told.cause.endswith("it says it is listening at http://localhost:3000/mcp.")
    assert told.evidence == said[0]
    remote = failed(Client(journal, WEB, stderr_said=said), "timeout")
    assert "slow or stuck" in remote.cause
    assert remote.actions == ("edit_server", "retry", "retry_legacy")
    assert remote.next_step.startswith("Check the URL")


def test_an_answer_that_cannot_be_read_is_shown(journal: Journal) -> None:
    journal.append([request(1, b"{}", "initialize"), answer(2, 1, b"\xffodd", kind="malformed")])
    exchange = Exchange(1, 1, "out", "initialize")
    told = failed(Client(journal), "unreadable", exchange, text="not JSON")
    assert told.happened == "mine: not JSON." and told.evidence == "\ufffdodd"


def test_http_itself_says_why(journal: Journal) -> None:
    client = Client(journal, WEB)
    assert "503" in failed(client, "http", status=503).happened
    told = failed(client, "unreachable", text="Connection refused")
    assert (told.happened, told.tried) == ("Connection refused.", "connect to http://h.test/mcp")
    error = parse(b'{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"who?"}}')
    assert "401" in failed(client, "answer", message=error, status=401).happened
    assert "agreed on" in failed(client, "answer", message=error, status=400).happened
    broke = Client(journal, WEB, broken_text="Connection reset by peer")
    assert failed(broke, "closed").happened == "Connection reset by peer."


def test_the_head_and_the_body_of_an_http_answer_are_looked_at(journal: Journal) -> None:
    head = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nX: y"
    journal.append(
        [
            request(1, b"{}", "initialize"),
            answer(2, 1, b"HTTP/1.1 100", kind="head"),
            answer(3, 1, head, kind="head"),
            answer(4, 1, b"slow down" + b"." * 5000, kind="malformed"),
            request(5, b"out", exchange=1),
        ]
    )
    journal.sync()
    told = failed(Client(journal, WEB), "http", Exchange(1, 1, "out", "initialize"), status=429)
    assert "30" in f"{told.happened}{told.cause}{told.next_step}"
    assert told.evidence.startswith("slow down")


def test_a_refusal_is_explained_else_no_revision_was_agreed_on(journal: Journal) -> None:
    error = parse(b'{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"x","data":{}}}')
    assert "revision" in failed(Client(journal), "answer", message=error).happened
    told = connect_failure(Client(journal), NegotiationResult("", reason="because"), None)  # type: ignore[arg-type]
    assert told.happened.endswith("but no protocol revision could be agreed on.")
    assert told.actions == ("retry_legacy", "retry_modern", "edit_server")


# -- a connection that is lost


def test_the_end_of_the_process_names_the_call_and_shows_stderr(journal: Journal) -> None:
    said = ["Traceback of an earlier call", "why"]
    client = Client(journal, exit_text="exit code 1", stderr_said=said, stderr_at_end=["why"])
    told = lost(client, call())
    assert told.happened == "The server exited (exit code 1) while tools/call echo was running."
    assert told.cause.endswith("the last lines of stderr may say why.") and told.evidence == "why"
    assert told.tried == "communicate with node server.js"
    told = lost(Client(journal, exit_text="exit code 1", stderr_said=["Traceback of an earlier call"]))
    assert told.happened == "The server exited (exit code 1)." and told.evidence == ""
    assert told.cause == "It crashed or shut down; it wrote nothing to stderr after its last message."


def test_a_closed_connection_names_the_call_when_there_is_one(journal: Journal) -> None:
    told = lost(Client(journal), call("the stream ended"))
    assert told.happened == "The connection closed before tools/call echo got a response."
    assert told.cause == "the stream ended" and told.actions == ("retry", "show_stderr")
    told = lost(Client(journal))
    assert (told.happened, told.cause) == ("The connection closed.", "")
    assert lost(Client(journal, WEB)).happened == "The connection closed."


def test_an_answer_that_is_too_large_or_unreadable_is_said_as_such(journal: Journal) -> None:
    client = Client(journal, exit_text="exit code 1")
    assert "exceeds the memory limit" in lost(client, call(TOO_LARGE)).cause
    assert "not JSON in UTF-8" in lost(client, call(f"{UNREADABLE} x")).cause


def test_a_stream_that_ended_early_may_have_done_the_work(journal: Journal) -> None:
    client = Client(journal, WEB)
    told = lost(client, call("the stream broke"), 200)
    assert told.happened == "The stream of tools/call echo ended without a response."
    assert told.cause == "the stream broke" and told.actions == ("retry",)
    for exchange, status in ((call(NO_ANSWER), 200), (call("x", "failed"), 200), (call("x"), 502)):
        assert not lost(client, exchange, status).happened.startswith("The stream of")


def test_over_http_what_broke_is_explained_with_its_address(journal: Journal) -> None:
    broken = Client(journal, WEB, broken_text="Connection refused")
    assert (lost(broken).happened, lost(broken).tried) == (
        "Connection refused.", "connect to http://h.test/mcp"
    )  # fmt: skip
    assert "502" in lost(Client(journal, WEB), call("x"), 502).happened
    assert lost(Client(journal, WEB), call("Connection refused")).happened == "Connection refused."


@pytest.mark.parametrize(("status", "kind"), [(401, True), (403, True), (400, False), (0, False)])
def test_401_and_403_are_a_question_of_who_we_are(status: int, kind: bool) -> None:
    error = refused(Explanation("no"), status)
    assert isinstance(error, ConnectError)
    assert isinstance(error, AuthorizationNeeded) is kind


@pytest.mark.parametrize(
    ("detail", "status", "seen"),
    [("HTTP 401 Unauthorized", 0, 401), ("HTTP 401", 500, 500), ("HTTP is odd", 0, 0), ("other 401", 0, 0)],
)
def test_the_status_of_a_lost_call_is_read_from_what_became_of_it(
    journal: Journal, detail: str, status: int, seen: int
) -> None:
    client = Client(journal, WEB)
    asked: list[int] = []

    def advise(explanation: Explanation, status: int) -> Explanation:
        asked.append(status)
        return explanation

    client.authorizer = SimpleNamespace(advise=advise)
    error = unanswered(client, call(detail), status)  # type: ignore[arg-type]
    assert asked == [seen]
    assert isinstance(error, AuthorizationNeeded) is (seen == 401)


def test_how_a_process_ended_is_its_signal_or_its_exit_code() -> None:
    assert exit_words(LifecycleStep("exited", "", {"exit_code": 3})) == "exit code 3"
    assert (
        exit_words(LifecycleStep("exited", "", {"signal": "SIGKILL", "exit_code": -9})) == "killed by SIGKILL"
    )
