"""What the user asked for, and what the program asks by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from inspector.core.storage.saved_filters import FIRST_FILTERS
from inspector.protocol.records import CHECKING, SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from tests.trace.samples import call, end, request

ASKED = ("tools/call", "resources/read", "prompts/get", "resources/subscribe", "tasks/cancel", "own/method")
BY_ITSELF = (
    "initialize", "server/discover", "ping", "tools/list", "resources/list", "resources/templates/list",
    "prompts/list", "tasks/list", "tasks/get", "tasks/result", "completion/complete", "logging/setLevel",
    "subscriptions/listen",
)  # fmt: skip


@pytest.mark.parametrize("mode", ["calls", "messages"])
def test_calls_of_the_user_are_those_that_the_program_does_not_make_by_itself(
    tmp_path: Path, mode: str
) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", "demo"))
    for number, method in enumerate((*ASKED, *BY_ITSELF, "sampling/createMessage"), 1):
        direction = "in" if method.startswith("sampling") else "out"
        journal.append([request(number, b"{}", method=method, direction=direction)])
        journal.touch(call(number, method=method, direction=direction))
    journal.sync()
    mine = list(journal.visible(mode, 1, 99, compile_filter("is:mine")))
    others = list(journal.visible(mode, 1, 99, compile_filter("not is:mine")))
    journal.close()
    assert mine == list(range(1, len(ASKED) + 1))
    assert others == list(range(len(ASKED) + 1, len(ASKED) + len(BY_ITSELF) + 2))


def test_what_a_check_asks_beside_the_user_is_none_of_their_calls(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    for number, name in enumerate(("demo", f"demo{CHECKING}"), 1):
        journal.add_session(SessionInfo(number, name, "stdio", "demo"))
        journal.append([structs.replace(request(number, b"{}", method="tools/call"), session=number)])
        journal.touch(call(number, method="tools/call", session=number))
    journal.sync()
    mine = list(journal.visible("calls", 1, 99, compile_filter("is:mine")))
    journal.close()
    assert mine == [1]


@pytest.mark.parametrize(
    ("era", "method", "detail", "is_probe"),
    [
        ("legacy", "server/discover", "-32601 Method not found", True),
        ("legacy", "server/discover", "-32602 Invalid request parameters", True),
        ("", "server/discover", "-32601 Method not found", True),
        ("", "server/discover", "-32000 Unauthorized", False),
        ("modern", "server/discover", "-32601 Method not found", False),
        ("legacy", "tools/call", "-32601 Method not found", False),
    ],
)
def test_the_question_for_the_modern_protocol_fails_as_expected(
    tmp_path: Path, era: str, method: str, detail: str, is_probe: bool
) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", "demo", era=era))
    journal.append([request(1, b"{}", method=method)])
    journal.touch(end(call(1, method=method, detail=detail), 0, 1.0, "failed"))
    journal.sync()
    found = list(journal.visible("calls", 1, 9, compile_filter("is:probe")))
    errors = list(journal.visible("calls", 1, 9, compile_filter("is:error and not is:probe")))
    journal.close()
    assert (found, errors) == (([1], []) if is_probe else ([], [1]))


def test_errors_are_the_rows_that_are_red(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", "demo", era="modern"))
    for number, status in enumerate(("done", "failed", "lost", "cancelled", "pending"), 1):
        journal.append([request(number, b"{}")])
        journal.touch(end(call(number), 0, 1.0, status))
    journal.sync()
    found = list(journal.visible("calls", 1, 9, compile_filter(FIRST_FILTERS[0].filter)))
    journal.close()
    assert (FIRST_FILTERS[0].name, found) == ("Errors", [2, 3])
