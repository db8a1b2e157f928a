"""Kept filters: a plain file that two windows and an editor may share."""

from __future__ import annotations

import json
import os
from pathlib import Path

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
