"""Kept filters: a plain file that two windows and an editor may share."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from inspector.core.storage.saved_filters import FIRST_FILTERS, FilterBook, SavedFilter
from inspector.trace.query.language import compile_filter


def test_the_first_filters_can_be_used() -> None:
    for saved in FIRST_FILTERS:
        compile_filter(saved.filter)


def test_a_filter_is_kept_and_read_again(tmp_path: Path) -> None:
    book = FilterBook(tmp_path / "filters.json")
    assert book.filters == FIRST_FILTERS
    book.change((*FIRST_FILTERS, SavedFilter("주문//느린 것", 'tool == "주문" and duration > 1s', True)))
    book.writing().now()
    again = FilterBook(tmp_path / "filters.json").filters
    assert again == (*FIRST_FILTERS, SavedFilter("주문//느린 것", 'tool == "주문" and duration > 1s', True))
    assert (again[-1].group, again[-1].label) == ("주문", "느린 것")


def test_all_of_them_can_be_removed(tmp_path: Path) -> None:
    book = FilterBook(tmp_path / "filters.json")
    book.change(())
    book.writing().now()
    assert FilterBook(tmp_path / "filters.json").filters == ()


def test_what_another_window_wrote_is_seen(tmp_path: Path) -> None:
    one, other = FilterBook(tmp_path / "filters.json"), FilterBook(tmp_path / "filters.json")
    one.change((SavedFilter("Mine", "is:error"),))
    one.writing().now()
    assert not one.refresh()
    assert other.refresh()
    assert other.filters == one.filters


def test_a_broken_file_is_put_aside_and_broken_entries_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    entries = [1, {"name": 5, "filter": "x"}, {"name": " ", "filter": "x"}, {"name": "a", "filter": "b"}]
    path.write_text(json.dumps({"filters": entries}))
    book = FilterBook(path)
    assert book.filters == (SavedFilter("a", "b"),)
    path.write_text("{no json")
    os.utime(path, ns=(1, 1))
    assert book.refresh()
    assert book.filters == FIRST_FILTERS
    assert len(book.notes) == 1


@pytest.mark.parametrize(
    ("name", "group", "label"),
    [("a", "", "a"), ("g // a", "g", "a"), ("g//h// a ", "g//h", "a"), ("//a", "", "a"), ("g//", "g", "")],
)
def test_slashes_in_a_name_make_groups(name: str, group: str, label: str) -> None:
    saved = SavedFilter(name, "x")
    assert (saved.group, saved.label) == (group, label)


def test_without_a_file_they_last_as_long_as_the_window() -> None:
    book = FilterBook()
    book.change((SavedFilter("a", "b"),))
    book.writing().now()
    assert book.filters == (SavedFilter("a", "b"),)
    assert not book.refresh()


def test_only_what_is_usual_is_left_out_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    book = FilterBook(path)
    book.change((SavedFilter("a", "b"), SavedFilter("c", "d", True)))
    book.writing().now()
    assert json.loads(path.read_text()) == {
        "filters": [{"name": "a", "filter": "b"}, {"name": "c", "filter": "d", "button": True}]
    }


def test_what_is_not_understood_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    entry = {"name": "a", "filter": "b", "colour": "red"}
    path.write_text(json.dumps({"filters": [5, entry, {"name": "c", "filter": "d", "button": 1}], "more": 1}))
    book = FilterBook(path)
    assert book.filters == (SavedFilter("a", "b"), SavedFilter("c", "d"))
    book.change((SavedFilter("new", "x"), SavedFilter("a", "b")))
    book.writing().now()
    assert json.loads(path.read_text()) == {
        "filters": [{"name": "new", "filter": "x"}, entry, 5], "more": 1,
    }  # fmt: skip


def test_filters_of_two_windows_are_all_kept_ours_first(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    one, other = FilterBook(path), FilterBook(path)
    one.change((SavedFilter("theirs", "x"), *FIRST_FILTERS))
    one.writing().now()
    other.change((*FIRST_FILTERS[1:], SavedFilter("ours", "y")))
    other.writing().now()
    kept = [saved.name for saved in FilterBook(path).filters]
    assert kept == [*(saved.name for saved in FIRST_FILTERS[1:]), "ours", "theirs"]
    assert "theirs" not in [saved.name for saved in other.filters]
    assert other.refresh()
    assert [saved.name for saved in other.filters] == kept


def test_what_was_changed_here_is_written_before_the_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    one, other = FilterBook(path), FilterBook(path)
    one.change(())
    one.writing().now()
    other.change((SavedFilter("ours", "y"),))
    assert not other.refresh()
    writing = other.writing()
    assert not other.refresh()
    writing.now()
    assert other.refresh() is False or other.filters == (SavedFilter("ours", "y"),)


def test_a_file_without_a_list_is_said_to_hold_none_and_put_aside_when_one_is_written(tmp_path: Path) -> None:
    path = tmp_path / "filters.json"
    path.write_text('{"filters": 5}')
    book = FilterBook(path)
    assert book.filters == FIRST_FILTERS
    assert book.notes == [
        (f"{path} does not contain a list of filters; it is kept, and the defaults are shown")
    ]
    book.change((SavedFilter("a", "b"),))
    book.writing().now()
    assert json.loads(path.read_text()) == {"filters": [{"name": "a", "filter": "b"}]}
    [aside] = [one for one in tmp_path.iterdir() if ".broken-" in one.name]
    assert aside.read_text() == '{"filters": 5}'
    assert "not a list of filters" in book.notes[-1]
