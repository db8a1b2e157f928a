"""Arguments that were used can be found again, and secrets are not among them."""

from __future__ import annotations

import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.core.storage.secret_arguments import without_secrets
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory, used_tools

ECHO = ArgumentsPlace("demo", "tools", "echo")
ADD = ArgumentsPlace("demo", "tools", "add")

Open = Callable[..., ValueHistory]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    kept: list[ValueHistory] = []

    def make(limit: int = 100) -> ValueHistory:
        kept.append(ValueHistory(tmp_path / "values.sqlite", limit))
        return kept[-1]

    yield make
    for history in kept:
        history.close()


def texts(history: ValueHistory, place: ArgumentsPlace = ECHO, search: str = "") -> list[str]:
    return [one.arguments for one in history.values(place, search)]


def test_the_newest_comes_first_and_each_tool_has_its_own(opened: Open) -> None:
    history = opened()
    history.add(ECHO, '{"a": 1}', 1)
    history.add(ECHO, '{"a": 2}', 2)
    history.add(ADD, '{"b": 1}', 3)
    assert texts(history) == ['{"a": 2}', '{"a": 1}']
    assert texts(history, ADD) == ['{"b": 1}']


def test_the_same_arguments_again_move_up_and_are_counted(opened: Open) -> None:
    history = opened()
    for at, text in enumerate(("{}", '{"a": 1}', "{}")):
        history.add(ECHO, text, at)
    assert texts(history) == ["{}", '{"a": 1}']
    assert [one.times for one in history.values(ECHO)] == [2, 1]


def test_a_search_looks_for_all_words_in_names_and_arguments(opened: Open) -> None:
    history = opened()
    history.add(ECHO, '{"city": "Seoul"}', 1)
    history.add(ECHO, '{"city": "Busan"}', 2)
    history.rename(history.values(ECHO, "seoul")[0].number, "the capital")
    assert texts(history, search="CAPITAL city") == ['{"city": "Seoul"}']
    assert texts(history, search="capital busan") == []


def test_pinned_ones_stay_on_top_and_beyond_the_limit(opened: Open) -> None:
    history = opened(limit=2)
    history.add(ECHO, "1", 1)
    history.pin(history.values(ECHO)[0].number, True)
    history.add(ECHO, "2", 2)
    history.rename(history.values(ECHO, "2")[0].number, "two")
    for number in range(3, 7):
        history.add(ECHO, str(number), number)
    assert texts(history) == ["1", "6", "5", "2"]
    history.clear(ECHO)
    assert texts(history) == ["1", "2"]
    history.remove(history.values(ECHO)[0].number)
    assert texts(history) == ["2"]


def test_another_start_of_the_program_finds_them(opened: Open, tmp_path: Path) -> None:
    first = opened()
    first.add(ECHO, '{"a": 1}')
    assert texts(opened()) == ['{"a": 1}']
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "values.sqlite").stat().st_mode) == 0o600


def test_what_is_added_goes_into_the_file_now_and_then_and_the_log_stays_small(
    opened: Open, tmp_path: Path
) -> None:
    history = opened()
    sizes = []
    for number in range(600):
        history.add(ECHO, f'{{"message": "{number} {"x" * 2000}"}}')
        if (work := history.tidying()) is not None:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            sizes.append((tmp_path / "values.sqlite-wal").stat().st_size)
    assert len(sizes) == 12
    assert sizes[-1] < 2 * sizes[3]  # all of them together are three times as much
    assert len(history.values(ECHO)) == 100 and history.note == ""


def test_what_is_added_waits_for_no_disk(opened: Open, tmp_path: Path) -> None:
    history = opened()
    file = tmp_path / "values.sqlite"
    before = file.stat()
    for number in range(1000):
        history.add(ECHO, f'{{"message": "{number} {"x" * 2000}"}}')
    assert (file.stat().st_mtime_ns, file.stat().st_size) == (before.st_mtime_ns, before.st_size)


def test_a_file_that_is_no_history_is_put_aside_and_told(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "values.sqlite"
    path.write_text("this is no database, and it is long enough to be looked at" * 20)
    history = opened()
    history.add(ECHO, "{}")
    assert texts(history) == ["{}"]
    assert "cannot be used" in history.note
    assert len(list(tmp_path.glob("values.sqlite.broken-*"))) == 1
    assert texts(opened()) == ["{}"]  # a new one was begun


def test_what_cannot_be_written_is_told_and_the_call_goes_on(opened: Open) -> None:
    history = opened()
    history.add(ECHO, '{"a": "\ud800"}')
    assert history.note
    assert texts(history, ArgumentsPlace("\ud800", "tools", "echo")) == []
    assert texts(history) == []


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = ValueHistory(tmp_path / "file" / "values.sqlite")
    history.add(ECHO, "{}")
    assert texts(history) == ["{}"]
    assert "cannot be used" in history.note
    history.close()


SCHEMA = {
    "type": "object",
    "properties": {
        "user": {"type": "string"},
        "phrase": {"type": "string", "format": "password"},
        "key": {"writeOnly": True},
        "more": {"type": "array", "items": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/one"}]}},
    },
    "$defs": {"one": {"type": "object", "properties": {"pin": {"type": "integer", "writeOnly": True}}}},
}


@pytest.mark.parametrize(
    ("text", "kept", "taken"),
    [
        ('{"user": "a"}', '{"user": "a"}', False),
        ('{"user": "a", "phrase": "x"}', '{"user": "a"}', True),
        ('{"key": {"a": 1}, "user": "a"}', '{"user": "a"}', True),
        ('{"more": [{"pin": 1, "x": 2}, null]}', '{"more": [{"x": 2}, null]}', True),
        ('{"api_key": "abc", "headers": {"Authorization": "Bearer x"}}', '{"headers": {}}', True),
        ('{"key": "k", "nextPageToken": "p"}', '{"nextPageToken": "p"}', True),
        ('{"tokens": 5, "max_tokens": 3}', '{"tokens": 5, "max_tokens": 3}', False),
        ("{broken", "", True),
        ("", "", False),
    ],
)
def test_secrets_are_taken_out(text: str, kept: str, taken: bool) -> None:
    assert without_secrets(SCHEMA, text) == (kept, taken)


def test_tools_that_were_used_are_told_by_name_and_nothing_is_made_for_it(tmp_path: Path) -> None:
    path = tmp_path / "values.sqlite"
    assert used_tools(path, "") == []
    assert not path.exists()
    history = ValueHistory(path)
    for server, kind, item in (
        ("notes", "tools", "search"),
        ("notes", "tools", "add"),
        ("notes", "prompts", "greet"),
        ("other", "tools", "search"),
        ("other", "tools", "zip"),
    ):
        history.add(ArgumentsPlace(server, kind, item), "{}")
    history.close()
    assert used_tools(path, "notes") == ["add", "search"]
    assert used_tools(path, "") == ["add", "search", "zip"]
    assert used_tools(path, "nobody") == []


def test_of_a_broken_history_no_tools_are_told_and_it_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "values.sqlite"
    path.write_bytes(b"not a database, certainly not one")
    assert used_tools(path, "") == []
    assert path.read_bytes() == b"not a database, certainly not one"


def test_what_is_pinned_is_listed_by_tool_in_the_order_of_its_first_use(opened: Open) -> None:
    history = opened()
    for place, text, at in ((ADD, '{"b": 1}', 3), (ECHO, '{"a": 1}', 1), (ECHO, '{"a": 2}', 2)):
        history.add(place, text, at)
    history.add(ArgumentsPlace("other", "tools", "echo"), "{}", 1)
    for place in (ADD, ECHO):
        for one in history.values(place):
            if one.arguments != '{"a": 2}':
                history.pin(one.number, True)
    history.rename(history.values(ECHO)[0].number, " first ")
    found = history.pinned("demo")
    assert [(place, one.arguments, one.used_at, one.times, one.name, one.pinned) for place, one in found] == [
        (ADD, '{"b": 1}', 3, 1, "", True),
        (ECHO, '{"a": 1}', 1, 1, "first", True),
    ]
    assert history.pinned("other") == []
