"""The option --filter: one way to say what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.cli.filtering import note_unseen, read_filter
from inspector.cli.output import Output
from inspector.errors import UsageError
from inspector.trace.journal import Journal

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize("words", [None, ""])
def test_without_words_there_is_no_filter(words: str | None) -> None:
    assert read_filter(words, Output()) is None


def test_a_filter_that_says_something_is_read_quietly(capsys: Said) -> None:
    where = read_filter("kind == request", Output())
    assert where is not None and where.text == "kind == request"
    assert capsys.readouterr().err == ""


def test_a_doubt_is_said(capsys: Said) -> None:
    assert read_filter("kind == reqest", Output()) is not None
    said = capsys.readouterr().err
    assert said.startswith("--filter: ") and "did you mean request?" in said


def test_a_mistake_is_pointed_at_in_columns_of_the_screen() -> None:
    with pytest.raises(UsageError) as caught:
        read_filter("안녕\nand kind = = 5", Output())
    first, line, mark, last = str(caught.value).splitlines()
    column = int(first.removeprefix("--filter, column ").partition(":")[0])
    assert line == "  안녕 and kind = = 5"
    assert mark.index("^") == 2 + column - 1 + 2, "two letters of two columns stand before it"
    assert last == "see mcpdi show --filter-help"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tool == brokn", "--filter: no tool 'brokn' listed or called so far; did you mean broken?\n"),
        ("tool == broken", ""),
        ("kind == request", ""),
        ("kind == reqest and tool == brokn", ""),
    ],
)
def test_a_name_that_the_session_does_not_have_is_said_once(
    session: Path, words: str, said: str, capsys: Said
) -> None:
    where = read_filter(words, Output())
    capsys.readouterr()
    journal = Journal.open(session)
    note_unseen(where, journal, Output())
    note_unseen(None, journal, Output())
    journal.close()
    assert capsys.readouterr().err == said
