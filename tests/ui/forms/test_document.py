"""The text behind a form: what is not edited stays as it came, what is half typed is never lost."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.document import Path
from inspector.ui.forms.editors.editor import FormSheet


class Row(QWidget):
    """Stands for a row: it has a place."""

    def __init__(self, *path: str | int) -> None:
        super().__init__()
        self.path = path


@pytest.fixture
def sheet(qapp: QApplication) -> FormSheet:
    return FormSheet(lambda *_: None, None)  # type: ignore[arg-type, return-value]


def loaded(sheet: FormSheet, text: str) -> FormSheet:
    assert sheet.load(text)
    return sheet


def heard(signal: Any) -> list[int]:
    """Grows by one each time the signal is heard."""
    told: list[int] = []
    signal.connect(lambda: told.append(1))
    return told


# -- what comes from outside ---------------------------------------------------------------------------


def test_a_text_that_is_no_json_is_kept_as_it_is_over_the_last_good_one(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1}')
    assert not sheet.load('{"a": ') and sheet.error is not None
    assert sheet.text() == '{"a": ' and sheet.lexeme(("a",)) == "1"
    assert loaded(sheet, "[2]").error is None and sheet.text() == "[2]"


def test_it_is_as_given_until_somebody_edits(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1}')
    assert sheet.is_as_given
    sheet.write_draft(("a",), "1e")
    assert not sheet.is_as_given
    loaded(sheet, '{"a": 1}')
    sheet.write(("a",), "2")
    assert not sheet.is_as_given
    assert loaded(sheet, '{"a": 2}').is_as_given


def test_a_value_changed_and_changed_back_has_its_old_spelling(sheet: FormSheet) -> None:
    loaded(sheet, r'{"a": "\u0041", "n": 1.0}')
    assert sheet.spelled(("a",), '"A"') == r'"\u0041"'
    assert sheet.spelled(("a",), '"B"') == '"B"' and sheet.spelled(("b",), '"A"') == '"A"'
    sheet.write(("a",), '"x"')
    assert sheet.spelled(("a",), '"A"') == r'"\u0041"'


# -- places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("", ()),
        ("/l/0/k", ("l", 0, "k")),
        ("/o/0", ("o", "0")),
        ("/l/x", ("l", "x")),
        ("/a~1b~0c", ("a/b~c",)),
        ("/~01", ("~1",)),
        ("/none/0", ("none", "0")),
    ],
)
def test_a_number_in_a_pointer_is_an_index_where_there_is_a_list(
    sheet: FormSheet, pointer: str, path: Path
) -> None:
    loaded(sheet, '{"l": [{"k": 1}], "o": {"0": 1}, "a/b~c": 2}')
    assert sheet.path_of(pointer) == path


def test_places_are_in_the_order_of_the_schema_then_in_that_of_the_text(sheet: FormSheet) -> None:
    loaded(sheet, '{"y": 1, "x": 1, "b": [1, 2], "a": {"q": 1, "p": 1}}')
    sheet.set_order((), ("a", "b", "c"))
    sheet.set_order(("a",), ("p", "q"))
    places: list[Path] = [("x",), ("y",), ("b", 1), ("b", 0), ("c",), ("a", "q"), ("a", "p"), ("a",)]
    assert sorted(places, key=sheet.order_of) == [
        ("a",), ("a", "p"), ("a", "q"), ("b", 0), ("b", 1), ("c",), ("y",), ("x",),
    ]  # fmt: skip
    assert sheet.order_of(("none", "deep")) == [3, 0]


def test_the_row_of_a_place_is_the_nearest_around_it(sheet: FormSheet, qtbot: QtBot) -> None:
    outer, inner = Row("a"), Row("a", 0, "b")
    for row in (outer, inner):
        qtbot.addWidget(row)
        sheet.add_row(row)  # type: ignore[arg-type]
    assert sheet.row_for(("a", 0, "b")) == (inner, ())
    assert sheet.row_for(("a", 0, "c")) == (outer, (0, "c"))
    assert sheet.row_for(("z",)) == (None, ("z",))
    deep = QLabel("x", QWidget(inner))
    assert sheet.row_of(deep) is inner and sheet.row_of(outer) is outer
    stray = QWidget()
    qtbot.addWidget(stray)
    assert sheet.row_of(stray) is None and sheet.row_of(None) is None


def test_a_row_that_was_replaced_takes_nothing_along_when_it_goes(sheet: FormSheet, qtbot: QtBot) -> None:
    old, new = Row("a"), Row("a")
    told = heard(sheet.rearranged)
    for row in (old, new):
        qtbot.addWidget(row)
        sheet.add_row(row)  # type: ignore[arg-type]
    assert len(told) == 2
    sheet.drop_row(old)  # type: ignore[arg-type]
    assert list(sheet.rows_in_order()) == [new] and len(told) == 2
    sheet.drop_row(new)  # type: ignore[arg-type]
    assert list(sheet.rows_in_order()) == [] and len(told) == 3


# -- writing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("", ("a", "b"), '{"a":{"b":7}}'),
        ("", ("a", 0), '{"a":[7]}'),
        ("{}", ("a", 0, "b"), '{"a":[{"b":7}]}'),
        ('{"a": "text"}', ("a", "b"), '{"a":{"b":7}}'),
        ('{"a": {"x": 1}}', ("a", 0), '{"a":[7]}'),
        ('{"a": [ 1 ]}', ("a", 0), '{"a":[7]}'),
        ("5", (), "7"),
    ],
)
def test_what_is_missing_above_a_place_is_made(sheet: FormSheet, text: str, path: Path, after: str) -> None:
    loaded(sheet, text)
    told = heard(sheet.changed)
    sheet.write(path, "7")
    assert "".join(sheet.text().split()) == after and len(told) == 1 and path in sheet.touched


def test_a_new_member_stands_where_the_schema_has_it(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1, "c": 3}')
    sheet.set_order((), ("a", "b", "c"))
    sheet.write(("b",), "2")
    assert sheet.text() == '{"a": 1, "b": 2, "c": 3}'


@pytest.mark.parametrize("text", ['{ "a" : 1 ,\n "b": 2 }', '{"b": 2,   "a": 1}', '{"a": 1}', "[ {} ]"])
def test_what_is_taken_out_and_put_back_leaves_the_text_as_it_was(sheet: FormSheet, text: str) -> None:
    path: Path = ("a",) if "a" in text else (0,)
    lexeme = loaded(sheet, text).lexeme(path)
    assert lexeme is not None
    sheet.remove(path)
    assert sheet.lexeme(path) is None
    if isinstance(path[0], int):
        sheet.insert_item((), 0, lexeme)
    else:
        sheet.write(path, lexeme)
    assert sheet.text() == text


def test_what_is_put_in_and_taken_out_leaves_the_text_as_it_was(sheet: FormSheet) -> None:
    text = '{ "a" :   1 ,\n"l":[ 1 , 2 ], "m":[ ] }'
    for put, path in (
        (lambda: sheet.write(("z",), "1"), ("z",)),
        (lambda: sheet.write_draft(("z",), "1e"), ("z",)),
        (lambda: sheet.insert_item(("l",), 1, "9"), ("l", 1)),
        (lambda: sheet.insert_draft(("l",), 1), ("l", 1)),
        (lambda: sheet.insert_item(("m",), 0, "9"), ("m", 0)),
        (lambda: sheet.insert_draft(("m",), 0), ("m", 0)),
    ):
        loaded(sheet, text)
        put()
        assert sheet.text() != text
        sheet.remove(path)  # type: ignore[arg-type]
        assert sheet.text() == text


def test_what_was_put_in_before_another_change_is_taken_out_alone(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1}')
    sheet.write(("z",), "1")
    sheet.write(("a",), "5")
    sheet.remove(("z",))
    assert sheet.text() == '{"a": 5}'
    loaded(sheet, '{"a": 1, "b": 2}')
    sheet.remove(("a",))
    sheet.write(("b",), "5")
    sheet.write(("a",), "1")
    assert sheet.lexeme(("b",)) == "5" and sheet.lexeme(("a",)) == "1"


def test_an_item_that_was_taken_out_comes_back_only_as_it_was(sheet: FormSheet) -> None:
    text = '{"l": [ 1,  2 , 3]}'
    loaded(sheet, text)
    sheet.remove(("l", 1))
    sheet.insert_item(("l",), 0, "2")  # at whatever number: it has just been taken out
    assert sheet.text() == text
    sheet.remove(("l", 1))
    sheet.insert_item(("l",), 0, "9")
    assert sheet.lexeme(("l", 0)) == "9" and sheet.lexeme(("l", 1)) == "1"
    loaded(sheet, '{"l": [1, 2], "m": []}')
    sheet.remove(("l", 1))
    sheet.insert_item(("m",), 0, "2")
    assert sheet.lexeme(("l", 1)) is None and sheet.lexeme(("m", 0)) == "2"


def test_one_of_two_members_with_the_same_name_does_not_bring_back_the_other(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1, "b": 2, "a": 3}')
    sheet.remove(("a",))
    sheet.write(("a",), "7")
    assert sheet.text().count('"a"') == 1 and sheet.lexeme(("a",)) == "7"


def test_a_list_that_is_missing_is_made_for_its_first_item(sheet: FormSheet) -> None:
    loaded(sheet, "{}")
    sheet.insert_items(("l",), 0, ["1", "2"])
    assert sheet.document.value(("l",)) == [1, 2]
    sheet.insert_draft(("m",), 0)
    assert sheet.draft(("m", 0)) == "" and sheet.document.value(("m",)) == [None]
    sheet.remove(("m", 0))
    assert sheet.document.value(("m",)) == []  # the list was made for it, and stays


def test_a_member_gets_another_name(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1, "b": {"c": 2}}')
    sheet.write_draft(("b", "c"), "2e")
    sheet.rename(("b",), "z")
    assert sheet.text() == '{"a": 1, "z": {"c": 2}}' and sheet.drafts() == []


# -- what is half typed --------------------------------------------------------------------------------


def test_every_draft_is_in_the_text_exactly_as_typed(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1, "b": [1, 22, 3]}')
    sheet.write_draft(("b", 1), "long text that is no JSON")
    sheet.write_draft(("a",), "-")
    sheet.write_draft(("new",), "1e")
    assert sheet.text() == '{"a": -, "b": [1, long text that is no JSON, 3], "new": 1e}'
    assert sheet.lexeme(("b", 1)) == "22" and sheet.lexeme(("new",)) == "null"
    assert sorted(sheet.drafts(), key=str) == [("a",), ("b", 1), ("new",)]
    sheet.write(("a",), "-1")
    assert sheet.draft(("a",)) is None and sheet.draft(("b", 1)) is not None


def test_drafts_inside_go_with_what_is_written_over_or_removed(sheet: FormSheet) -> None:
    for change in (lambda: sheet.write(("o",), "{}"), lambda: sheet.remove(("o",))):
        loaded(sheet, '{"o": {"a": 1}, "p": 1}')
        sheet.write_draft(("o", "a"), "x")
        sheet.write_draft(("p",), "y")
        change()
        assert sheet.drafts() == [("p",)]


def test_drafts_go_along_with_their_items(sheet: FormSheet) -> None:
    def typed() -> dict[Path, str]:
        return {path: sheet.draft(path) or "" for path in sheet.drafts()}

    loaded(sheet, '{"l": [0, {"k": 1}, 2], "m": [0, 1, 2]}')
    sheet.write_draft(("l", 1, "k"), "x")
    sheet.write_draft(("m", 1), "other")
    sheet.insert_items(("l",), 1, ["8", "9"])
    assert typed() == {("l", 3, "k"): "x", ("m", 1): "other"}
    sheet.insert_draft(("l",), 4)
    assert typed() == {("l", 3, "k"): "x", ("m", 1): "other", ("l", 4): ""}
    sheet.remove(("l", 0))
    assert typed() == {("l", 2, "k"): "x", ("m", 1): "other", ("l", 3): ""}
    sheet.move_item(("l",), 2, 0)
    assert typed() == {("l", 0, "k"): "x", ("m", 1): "other", ("l", 3): ""}
    sheet.remove(("l", 3))
    assert typed() == {("l", 0, "k"): "x", ("m", 1): "other"}
    sheet.insert_draft(("l",), 0)  # at its own place: it makes room
    assert typed() == {("l", 1, "k"): "x", ("m", 1): "other", ("l", 0): ""}
    sheet.remove(("l", 1))
    assert typed() == {("m", 1): "other", ("l", 0): ""}


def test_neighbours_change_places_and_their_blanks_stay(sheet: FormSheet) -> None:
    loaded(sheet, "[1,  2 ,3]")
    sheet.move_item((), 0, 1)
    assert sheet.text() == "[2,  1 ,3]"
    sheet.move_item((), 2, 0)
    assert sheet.document.value(()) == [3, 2, 1]
    sheet.move_item((), 0, 2)
    assert sheet.document.value(()) == [2, 1, 3]


def test_what_is_unfinished_can_be_taken_up_again(sheet: FormSheet) -> None:
    loaded(sheet, '{"a": 1}')
    assert sheet.unfinished() is None
    sheet.write_draft(("a",), "1e")
    left = sheet.unfinished()
    assert left is not None and (left.text, left.drafts) == ('{"a": 1}', {("a",): "1e"})
    sheet.write(("a",), "2")
    assert sheet.load(left.text, left.drafts) and sheet.text() == '{"a": 1e}'
    assert left.drafts == {("a",): "1e"} and not sheet.is_as_given
