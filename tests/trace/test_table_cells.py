"""What a server says stays a text in a spreadsheet and in Markdown."""

from __future__ import annotations

import pytest

from inspector.trace.statistics.statistics import Group, Key, summarise
from inspector.trace.statistics.text import as_csv
from inspector.trace.table_cells import csv_cell, markdown_text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1+1"])
def test_csv_cells_that_look_like_formulas_are_guarded(text: str) -> None:
    assert csv_cell(text) == f"'{text}"
    assert csv_cell(f"x{text}") == f"x{text}"
    assert csv_cell(-1) == -1


def test_the_table_of_statistics_guards_its_names() -> None:
    line = (Key("-demo", "out", "+m", "=HYPERLINK()"), summarise([Group(count=1)]))
    assert as_csv([line]).splitlines()[1].startswith("'-demo,out,'+m,'=HYPERLINK(),1,")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("get_order", "get_order"),
        ("_emphasis_ and *more*", "\\_emphasis\\_ and \\*more\\*"),
        ("![](http://spy)", "!\\[\\](http://spy)"),
        ("a|b\n\n# c", "a\\|b # c"),
        ("<b>&lt;", "&lt;b>&amp;lt;"),
        ("C:\\temp `x`", "C:\\\\temp \\`x\\`"),
    ],
)
def test_markdown_shows_a_text_as_it_is(text: str, shown: str) -> None:
    assert markdown_text(text) == shown
