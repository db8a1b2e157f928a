"""What `mcpdi send` prints of what comes back, when it stops waiting, and its exit code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.verbs import send as send_module
from inspector.cli.verbs.send import _failed, _Listening
from inspector.core.client import failures
from inspector.errors import ConnectError, Explanation, TimeoutExpired
from inspector.protocol.records import Record
from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.samples import answer, call, end, notification, request

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
PONG = b'{"jsonrpc":"2.0","id":1,"result":{}}'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        yield journal


def client(journal: Journal, transport: str = "stdio", **more: Any) -> Any:
    about = {"state": "connected", "failure": None, "stderr_tail": ["first", "last"], "name": "s"}
    profile = SimpleNamespace(timeout_s=0.01)
    return SimpleNamespace(journal=journal, transport=transport, profile=profile, **{**about, **more})


def ask(journal: Journal, raw: bytes = PING, **more: Any) -> None:
    journal.append([request(journal.last + 1, raw, **more)])
    journal.touch(call(journal.last))


def heard(
    journal: Journal, *records: Record, wait_s: float | None = None, json_form: bool = True, **more: Any
) -> int:
    """The exit code after these records came."""
    listening = _Listening(client(journal, **more), Output(json=json_form), 1)
    journal.append(list(records))

    async def main() -> int:
        return await listening.listen(asyncio.Event(), wait_s)

    return asyncio.run(main())


Said = pytest.CaptureFixture[str]


def test_it_ends_with_the_answer(journal: Journal, capfd: Said) -> None:
    ask(journal)
    assert heard(journal, answer(2, 1, PONG)) == 0
    assert capfd.readouterr().out == PONG.decode() + "\n"


def test_an_answer_of_a_type_that_was_not_meant_is_one_too(journal: Journal, capfd: Said) -> None:
    ask(journal)
    assert heard(journal, answer(2, 1, PONG, role="mistyped")) == 0


def test_what_is_ours_and_what_is_no_message_is_not_printed(journal: Journal, capfd: Said) -> None:
    ask(journal)
    records = (
        notification(2, b"a line", kind="stderr", channel="stderr"),
        notification(3, b"ours", direction="out"),
        notification(4),
        notification(5, b"oops", kind="malformed", valid=False, note="not JSON"),
        request(6, b'{"id":9}', direction="in", exchange=0),
        answer(7, 1, PONG),
    )
    assert heard(journal, *records) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line.get("method", line.get("id", line.get("malformed"))) for line in lines] == [
        "notifications/message", "oops", 9, 1,
    ]  # fmt: skip
    assert lines[1] == {"malformed": "oops", "reason": "not JSON"}


def test_for_people_the_text_stands_as_it_came_with_what_is_odd(journal: Journal, capfd: Said) -> None:
    ask(journal)
    odd = notification(2, b"\xffoops", kind="malformed", valid=False, note="not JSON")
    assert heard(journal, odd, answer(3, 1, PONG), json_form=False) == 0
    assert capfd.readouterr().out == f"\\xffoops  (not JSON)\n{PONG.decode()}\n"


ERROR = b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}'
FAILED = b'{"jsonrpc":"2.0","id":1,"result":{"isError":true}}'


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (answer(2, 1, ERROR, kind="error"), 7),
        (answer(2, 1, FAILED), 5),
        (answer(2, 1, PONG), 0),
    ],
)
def test_the_exit_code_is_that_of_the_answer(journal: Journal, record: Record, code: int) -> None:
    ask(journal)
    assert heard(journal, record) == code


def test_an_error_weighs_more_than_a_tool_that_failed(journal: Journal) -> None:
    ask(journal)
    ask(journal)
    assert heard(journal, answer(3, 1, ERROR, kind="error"), answer(4, 2, FAILED)) == 7


def test_an_error_for_another_request_changes_nothing(journal: Journal) -> None:
    ask(journal)
    other = answer(2, 7, ERROR, kind="error", role="unknown")
    assert heard(journal, other, answer(3, 1, PONG)) == 0


def test_what_expects_no_answer_may_be_answered_with_an_error(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_module, "QUIET_WAIT_S", 0.01)
    journal.append([notification(1, b"{bad", direction="out", kind="malformed", valid=False)])
    assert heard(journal, answer(2, 0, ERROR, kind="error", role="unknown")) == 7


def test_no_answer_in_the_time_of_the_server_is_a_failure_with_its_last_lines(journal: Journal) -> None:
    ask(journal)
    with pytest.raises(TimeoutExpired, match=r"no response to what was sent within 0\.01 s") as caught:
        heard(journal)
    assert caught.value.explanation.evidence == "first\nlast"


def test_a_time_that_the_user_gave_is_listened_to_its_end(journal: Journal, capfd: Said) -> None:
    ask(journal)
    assert heard(journal, answer(2, 1, PONG), notification(3), wait_s=0.01) == 0
    assert len(capfd.readouterr().out.splitlines()) == 2
    assert heard(journal, wait_s=0.01) == 0, "no answer is no failure then"


def test_of_two_requests_both_are_waited_for(journal: Journal) -> None:
    ask(journal)
    ask(journal)
    with pytest.raises(TimeoutExpired):
        heard(journal, answer(3, 1, PONG))


@pytest.mark.parametrize("expects", [True, False])
def test_a_connection_that_ended_is_a_failure(journal: Journal, expects: bool) -> None:
    ask(journal) if expects else journal.append([notification(1, direction="out")])
    broken = Explanation("The server crashed.")
    with pytest.raises(ConnectError, match="The server crashed"):
        heard(journal, state="failed", failure=broken)


def test_a_connection_that_ended_after_the_answer_is_none(journal: Journal) -> None:
    ask(journal)
    assert heard(journal, answer(2, 1, PONG), state="failed", failure=Explanation("Ended.")) == 0


def test_the_members_of_a_batch_are_printed_with_it(journal: Journal, capfd: Said) -> None:
    ask(journal)
    batch = notification(2, b"[" + PONG + b"]", kind="batch", method="")
    inside = answer(3, 1, PONG, note="inside #2: 1 of 1")
    other = notification(4, note="inside #1: of another")
    assert heard(journal, batch, inside, other, wait_s=0) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [json.loads(line).__class__ for line in lines] == [list, dict]


@pytest.mark.parametrize(
    ("line", "channel", "note"),
    [
        ("HTTP/1.1 403 Forbidden", "post-1", "HTTP/1.1 403 Forbidden\n"),
        ("HTTP/1.1 300 Odd", "post-1", "HTTP/1.1 300 Odd\n"),
        ("HTTP/1.1 202 Accepted", "post-1", ""),
        ("HTTP/1.1 404 Not Found", "get-1", ""),
        ("HTTP/1.1", "post-1", ""),
    ],
)
def test_a_refusal_of_http_is_said(journal: Journal, capfd: Said, line: str, channel: str, note: str) -> None:
    journal.append([notification(1, direction="out")])
    head = notification(2, f"{line}\r\nA: b\r\n".encode(), kind="head", channel=channel, method="")
    ours = notification(3, b"HTTP/1.1 500 No\n", kind="head", channel="post-1", direction="out", method="")
    assert heard(journal, head, ours, wait_s=0, json_form=False) == 0
    read = capfd.readouterr()
    assert (read.out, read.err) == ("", note)


def test_over_http_a_request_that_will_not_be_answered_is_a_failure(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "unanswered", lambda *_: ConnectError(Explanation("It was refused.")))
    ask(journal)
    journal.touch(end(call(1), 0, 1, "lost"))
    with pytest.raises(ConnectError, match="It was refused"):
        heard(journal, transport="http")


def test_over_http_one_answer_is_for_the_whole_batch(journal: Journal) -> None:
    ask(journal)
    ask(journal)
    for number in (1, 2):
        journal.touch(end(call(number), 3, 1))
    assert heard(journal, answer(3, 1, PONG), transport="http") == 0


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        (5, "tool_error", "the tool returned an error (isError)"),
        (7, "jsonrpc_error", "the server returned a JSON-RPC error"),
    ],
)
def test_with_json_a_failure_is_a_line_of_its_own(capfd: Said, code: int, error: str, words: str) -> None:
    assert _failed(code, Output(json=True)) == code
    assert json.loads(capfd.readouterr().err) == {"exit": code, "error": error, "message": words}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give what to send: JSON, @FILE or - (or --fault KEY)"),
        (["{}", "--faults"], "use only one of JSON, --fault and --faults"),
        (["{}", "--fault", "x"], "use only one of JSON, --fault and --faults"),
        (["--fault", "x", "--faults", "run"], "use only one of JSON, --fault and --faults"),
        ([" \n", "--lines"], "no lines to send"),
    ],
)
def test_what_cannot_be_sent_is_refused_before_connecting(words: list[str], said: str) -> None:
    done = mcpdi("send", *words, "--on", "demo")
    assert done.returncode == 2 and said in done.stderr
