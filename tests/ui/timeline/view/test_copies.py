"""What rows are on the clipboard, what is too much for it, and what cannot be copied."""

from __future__ import annotations

import json
from array import array

import msgspec
import pytest

from inspector.errors import UsageError
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.timeline.view import copies as module
from inspector.ui.timeline.view.copies import COPIES, Copied, Copies, RowServers
from tests.conftest import Runner
from tests.ui.story import Story

KINDS = {kind.key: kind for kind in COPIES}


@pytest.fixture
def copied(journal: Journal, arun: Runner) -> object:
    """copied("line", 1, 2): rows 1 and 2 as messages on one line."""

    def copy(key: str, *numbers: int, shell: str = "") -> Copied:
        found: Copied = arun(Copies(journal).text(KINDS[key], array("q", numbers), shell))
        return found

    return copy


def test_bytes_that_are_no_text_and_bytes_that_are_no_json(copied, story: Story) -> None:  # type: ignore[no-untyped-def]
    number = story.malformed(b'{"a": \xff,\n 1}', "not JSON")
    assert copied("exact", number) == Copied('{"a": \\xff,\n 1}', 1)
    number = story.malformed(b'{"a":\n 1}', "indented")
    assert "\n" not in copied("line", number).text and copied("line", number).text.startswith('{"a":')


def test_an_answer_is_copied_where_there_is_one(copied, story: Story) -> None:  # type: ignore[no-untyped-def]
    answered, pending = story.call(), story.ask()
    found = copied("answer", answered.number, pending.number)
    assert json.loads(found.text)["result"] == {"text": "hi"} and found.rows == 1 and not found.trouble


def test_more_than_a_clipboard_takes_ends_with_the_last_that_fits(  # type: ignore[no-untyped-def]
    copied, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [story.stderr(text) for text in ("a" * 40, "b" * 40, "c" * 40)]
    monkeypatch.setattr(module, "_MOST_BYTES", 80)
    assert copied("exact", *numbers) == Copied("a" * 40 + "\n" + "b" * 40, 2, "more than 32 MB")
    monkeypatch.setattr(module, "_MOST_BYTES", 39)
    assert copied("exact", *numbers[:2]).trouble == "#2: longer than 32 MB"
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    assert copied("exact", *numbers).rows == 2


def test_rows_beyond_a_page_are_in_it_too(copied, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(module, "_PAGE", 2)
    numbers = [story.stderr(text) for text in "abcde"]
    assert copied("exact", *numbers) == Copied("a\nb\nc\nd\ne", 5)
    table = copied("csv", *numbers[1:])
    assert table.rows == 4 and table.text.splitlines()[1].startswith("2,0.1")
    assert "demo" in table.text and len(table.text.splitlines()) == 5


def test_a_table_counts_the_time_from_the_first_record(copied, story: Story) -> None:  # type: ignore[no-untyped-def]
    story.stderr("first")
    asked = story.call()
    assert copied("markdown", asked.number).text.splitlines()[-1].startswith("| 2 | 0.100 |")


@pytest.mark.parametrize(
    ("transport", "channel", "kinds"),
    [
        ("stdio", "stdin", {"command", "pipe"}),
        ("http", "post", {"command", "curl", "curl_secrets"}),
        ("sse", "post", {"command", "curl", "curl_secrets"}),
        ("http", "stdin", {"command"}),
        ("http", "", {"command"}),
        ("websocket", "socket", {"command"}),
    ],
)
def test_commands_are_offered_for_what_went_out_that_way(
    journal: Journal, story: Story, transport: str, channel: str, kinds: set[str]
) -> None:
    commands = ("command", "pipe", "curl", "curl_secrets")
    asked = story.ask(channel=channel)
    info = SessionInfo(1, "a", transport, "x")
    sent = journal.rows([asked.number])[0]
    assert {key for key in commands if KINDS[key].fits(sent, info)} == kinds
    got = journal.rows([story.answer(asked)])[0]
    assert not any(KINDS[key].fits(got, info) for key in commands)


def test_what_has_no_bytes_has_no_message(journal: Journal, story: Story) -> None:
    numbers = [story.record("lifecycle"), story.record("lifecycle", b"x"), story.stderr("")]
    info = SessionInfo(1, "a", "stdio", "x")
    rows = journal.rows(numbers)
    for key in ("message", "line", "exact"):
        assert [KINDS[key].fits(row, info) for row in rows] == [False, True, True]
    assert all(KINDS["csv"].fits(row, info) for row in rows)


def test_a_session_file_knows_how_a_server_was_reached_and_nothing_else(
    journal: Journal, story: Story
) -> None:
    servers, row = RowServers(), journal.rows([story.stderr("x")])[0]
    info = Copies(journal).info(row)
    assert (info.number, info.name) == (1, "demo")
    assert servers.reach(info) == ["--", "demo-server"]
    assert servers.closed(info) == "" and servers.secrets(info) == type(servers.secrets(info))()
    lost = journal.rows([story.record("stderr", b"x", session=7)])[0]
    assert Copies(journal).info(lost) == SessionInfo(0, "", "", "")


def test_a_message_as_long_as_a_clipboard_takes_is_copied(  # type: ignore[no-untyped-def]
    copied, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = story.stderr("a" * 40)
    monkeypatch.setattr(module, "_MOST_BYTES", 40)
    assert copied("exact", number) == Copied("a" * 40, 1)


def test_what_is_not_in_the_session_any_more_says_so(journal: Journal, story: Story) -> None:
    row = journal.rows([story.ask().number])[0]
    gone = msgspec.structs.replace(row, number=99)
    copies = Copies(journal)
    for make in (lambda: copies.raw(99), lambda: KINDS["command"].line(copies, gone, "sh")):  # type: ignore[misc]
        with pytest.raises(UsageError, match="not in the session any more"):
            make()


def test_only_messages_of_ours_are_commands(journal: Journal, story: Story) -> None:
    info = SessionInfo(1, "a", "stdio", "x")
    row = journal.rows([story.ask().number])[0]
    for kind, fits in (("request", True), ("notification", True), ("malformed", True), ("batch", True),
                       ("response", False), ("error", False), ("head", False)):  # fmt: skip
        assert KINDS["command"].fits(msgspec.structs.replace(row, kind=kind), info) is fits
    assert KINDS["answer"].fits(msgspec.structs.replace(row, answer=5), info)
    assert not KINDS["answer"].fits(msgspec.structs.replace(row, answer=5, exchange=9), info)


def test_a_table_without_a_first_record_and_rows_that_say_no(  # type: ignore[no-untyped-def]
    copied, story: Story
) -> None:
    request, line = story.ask().number, story.stderr("x")
    assert copied("command", line, request).rows == 1
    assert copied("curl", line) == Copied("", 0)
    assert copied("csv").rows == 0
