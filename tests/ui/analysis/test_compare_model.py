"""A comparison as a tree: names, values, colours and words of each kind of difference."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from inspector.render.diff import compare
from inspector.ui.analysis.compare_model import CompareModel
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui

DISPLAY, INK, GROUND, TIP, SPOKEN, SIZE = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ForegroundRole,
    Qt.ItemDataRole.BackgroundRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.SizeHintRole,
)
LEFT = {"same": 1, "gone": "x", "text": "a", "deep": {"in": 1, "too": 2}, "id": 7}
RIGHT = {"same": 1, "text": "b", "deep": {"in": 3, "too": 2}, "new": True, "id": 8}


def model_of(left: Any, right: Any, *ignore: str, only: bool = True) -> CompareModel:
    made = CompareModel()
    made.set_only_differences(only)
    made.show(compare(json.dumps(left).encode(), json.dumps(right).encode(), ignore), ("old", "new"))
    return made


def root(model: CompareModel) -> QModelIndex:
    return model.index(0, 0)


def lines(model: CompareModel, parent: QModelIndex | None = None) -> list[tuple[str, ...]]:
    """The texts of the rows below one, the root when none is given."""
    above = parent if parent is not None else root(model)
    return [
        tuple(model.index(row, column, above).data() for column in range(3))
        for row in range(model.rowCount(above))
    ]


def row_of(model: CompareModel, name: str, parent: QModelIndex | None = None) -> QModelIndex:
    above = parent if parent is not None else root(model)
    found = [model.index(row, 0, above) for row in range(model.rowCount(above))]
    return next(index for index in found if name in index.data())


@pytest.mark.parametrize("only", [True, False])
def test_the_model_keeps_the_rules_of_qt(only: bool, qtmodeltester: ModelTester, qapp: object) -> None:
    model = model_of(LEFT, RIGHT, only=only)
    qtmodeltester.check(model)


def test_only_what_differs_is_shown_until_all_is_wanted(qapp: object) -> None:
    model = model_of(LEFT, RIGHT, "$.id")
    assert root(model).data() == "  $" and model.rowCount() == 1
    shown = sorted(line[0] for line in lines(model))
    assert shown == ["  deep", "+ new", "~ text", "− gone"]
    assert [line[0] for line in lines(model, row_of(model, "deep"))] == ["~ in"]
    model.set_only_differences(False)
    names = {line[0] for line in lines(model)}
    assert names == {"  same", "  deep", "+ new", "~ text", "− gone", "· id"}
    assert len(lines(model, row_of(model, "deep"))) == 2


def test_values_stand_on_their_side_and_containers_say_how_much_is_in_them(qapp: object) -> None:
    model = model_of({"a": 1, "list": [1, 2], "gone": "x"}, {"a": 2, "list": [1, 3], "new": {"b": 1}})
    found = {line[0][2:]: line[1:] for line in lines(model)}
    assert found["a"] == ("1", "2")
    assert found["list"][0].startswith("[2]  ") and found["list"][1].startswith("[2]  ")
    assert found["gone"][0] == '"x"' and found["new"][1].startswith("{1}  ")


def test_what_was_moved_says_where_to_and_where_from(qapp: object) -> None:
    old = [{"id": number, "text": f"item {number}"} for number in range(4)]
    model = model_of(old, [old[3], *old[:3]])
    names = [line[0] for line in lines(model)]
    assert names == ["⇅ [0]  ⇠ [3]", "⇅ [3]  ⇢ [0]"]
    model = model_of([1, 2, 3], [9, 1, 2, 3], only=False)
    assert "  [0] → [1]" in [line[0] for line in lines(model)]


def test_a_difference_has_its_colour_in_the_name_and_behind_the_side_that_is_there(qapp: object) -> None:
    model = model_of(LEFT, RIGHT)
    for name, role, sides in (
        ("new", "ok", (False, True)),
        ("gone", "error", (True, False)),
        ("text", "warning", (True, True)),
    ):
        row = row_of(model, name)
        assert row.data(INK) == theme.color(role), name
        cells = [row.siblingAtColumn(column) for column in (1, 2)]
        assert tuple(cell.data(GROUND) is not None for cell in cells) == sides, name
        assert all(cell.data(INK) == theme.color("text") for cell in cells)
        assert row.data(GROUND) is None
    assert row_of(model, "new").siblingAtColumn(2).data(GROUND) == theme.tint("ok", 0.13)


def test_what_only_leads_to_a_difference_is_quiet(qapp: object) -> None:
    model = model_of(LEFT, RIGHT)
    deep = row_of(model, "deep")
    assert deep.data(INK) == theme.color("key")
    assert [deep.siblingAtColumn(column).data(INK) for column in (1, 2)] == [theme.color("muted")] * 2
    model = model_of([[1]], [[2]])
    assert row_of(model, "[0]").data(INK) == theme.color("muted"), "an index is no name"
    model = model_of(LEFT, RIGHT, only=False)
    assert row_of(model, "same").siblingAtColumn(1).data(INK) == theme.color("text")
    assert row_of(model, "deep").siblingAtColumn(1).data(INK) == theme.color("muted")


def test_a_row_says_its_path_and_a_value_more_of_itself(qapp: object) -> None:
    model = model_of({"long": "a" * 300}, {"long": "b" * 300})
    row = row_of(model, "long")
    assert "$.long" in row.data(TIP) and row.data(SPOKEN) == "changed: $.long"
    value = row.siblingAtColumn(1)
    assert len(value.data()) < 200 < len(value.data(TIP)) and value.data(SPOKEN) is None
    assert root(model).data(SPOKEN) == "differs inside: $"
    assert row.data(SIZE).height() == theme.row_height() - 4
    assert row.data(Qt.ItemDataRole.DecorationRole) is None


def test_only_rows_with_something_in_them_can_be_opened(qapp: object) -> None:
    model = model_of(
        {"a": {}, "b": {"c": 1}, "d": 1, "e": {"f": 1}}, {"a": {}, "b": {"c": 2}, "d": 2, "e": 5}
    )
    assert model.hasChildren() and model.hasChildren(root(model))
    model.set_only_differences(False)
    opens = {line[0][2:]: model.hasChildren(row_of(model, line[0])) for line in lines(model)}
    assert opens == {"a": False, "b": True, "d": False, "e": False}
    empty = CompareModel()
    assert not empty.hasChildren() and empty.rowCount() == 0 and not empty.index(0, 0).isValid()


def test_a_text_that_holds_json_is_compared_inside(qapp: object) -> None:
    model = model_of({"text": '{"a": 1, "b": 2}'}, {"text": '{"a": 1, "b": 3}'})
    text = row_of(model, "text")
    assert model.hasChildren(text) and "b" in lines(model, text)[0][0]


def test_a_difference_is_found_again_while_it_is_shown(qapp: object) -> None:
    model = model_of(LEFT, RIGHT, "$.id", only=False)
    same, deep = row_of(model, "same"), row_of(model, "deep")
    inner = row_of(model, "in", deep)
    pairs = [model.pair(index) for index in (same, deep, inner, root(model))]
    for pair, index in zip(pairs, (same, deep, inner, root(model)), strict=True):
        assert pair is not None and model.index_of(pair) == index
    assert model.parent(inner) == deep and model.parent(deep) == root(model)
    assert not model.parent(root(model)).isValid() and not model.parent(QModelIndex()).isValid()
    model.set_only_differences(True)
    first, last = pairs[0], pairs[2]
    assert first is not None and not model.index_of(first).isValid(), "what is the same is hidden now"
    assert last is not None and model.index_of(last).data() == "~ in"


def test_the_heads_are_the_titles_of_the_sides(qapp: object) -> None:
    model = model_of(1, 2)
    across = Qt.Orientation.Horizontal
    assert [model.headerData(section, across) for section in range(3)] == ["Value", "old", "new"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(0, across, TIP) is None
    assert model.columnCount() == 3
    assert not model.index(0, 3).isValid() and not model.index(1, 0).isValid()
    assert not model.index(-1, 0).isValid() and not model.index(0, -1).isValid()
    assert model.rowCount(model.index(0, 1)) == 0 and model.data(QModelIndex()) is None
