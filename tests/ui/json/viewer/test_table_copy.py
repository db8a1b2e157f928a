"""Cells of a table of JSON as text to paste."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer import table_copy
from inspector.ui.json.viewer.table_copy import copy_steps
from inspector.ui.json.viewer.table_model import JsonTableModel
from tests.ui.json.viewer.test_table_model import MAP, MIXED, table_of

ODD = b'[{"a":"x\\ty","b":"=1+1","c":null},{"a":"p|q\\nr","b":{"k": [1, 2]}},{"a":true}]'


def copied(
    qtbot: QtBot, document: bytes, form: str, rows: Sequence[int] = (), columns: Sequence[int] = ()
) -> tuple[str, int]:
    owner = QWidget()
    qtbot.addWidget(owner)
    model = JsonTableModel(owner)
    model.set_table(table_of(document))
    steps = copy_steps(model, form, rows or range(model.shown), columns or range(model.columnCount()))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            text, count = end.value
            return text, count


def test_a_spreadsheet_gets_tabs_and_no_formula(qtbot: QtBot) -> None:
    text, count = copied(qtbot, ODD, "tsv")
    assert text == 'a\tb\tc\n"x\ty"\t\'=1+1\t\n"p|q\nr"\t"{""k"":[1,2]}"\t\ntrue\t\t\n'
    assert count == 3


def test_csv_has_commas(qtbot: QtBot) -> None:
    assert copied(qtbot, ODD, "csv", rows=[0], columns=[1, 2])[0] == "b,c\n'=1+1,\n"


def test_markdown_says_null_and_keeps_a_row_on_its_line(qtbot: QtBot) -> None:
    lines = copied(qtbot, ODD, "markdown")[0].splitlines()
    assert lines[:2] == ["| a | b | c |", "|---|---|---|"]
    assert lines[2].split(" | ")[1:] == ["=1+1", "null |"]
    assert len(lines) == 5 and r"p\|q" in lines[3]


def test_json_is_a_list_of_the_whole_rows(qtbot: QtBot) -> None:
    text, count = copied(qtbot, ODD, "json", rows=[2, 1], columns=[0])
    assert text == '[\n  {"a":true},\n  {"a":"p|q\\nr","b":{"k":[1,2]}}\n]\n'
    assert count == 2


def test_keys_and_rows_that_are_no_objects_are_copied(qtbot: QtBot) -> None:
    assert copied(qtbot, MAP, "csv")[0] == "Key,n,on\none,1,\ntwo,2,true\n"
    assert copied(qtbot, MIXED, "csv", rows=[0, 5])[0] == "Value,n\n,1\n7,\n"


def test_a_name_that_would_be_a_formula_is_disarmed(qtbot: QtBot) -> None:
    assert copied(qtbot, b'{"=k":{"+n":1},"b":{}}', "csv")[0].splitlines()[:2] == ["Key,'+n", "'=k,1"]


def test_what_would_be_too_long_is_cut_at_a_row_and_counted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_copy, "_LIMIT", 200)
    document = b"[" + b",".join(b'{"n":%d}' % n for n in range(1000)) + b"]"
    text, count = copied(qtbot, document, "tsv")
    assert 0 < count < 1000
    assert text.splitlines() == ["n", *(str(n) for n in range(count))]


def test_without_a_table_there_is_nothing_to_copy(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    with pytest.raises(StopIteration) as end:
        next(copy_steps(JsonTableModel(owner), "tsv", [], []))
    assert end.value.value == ("", 0)
