"""Arrays of objects as tables: cells as they came, sorted and filtered as the values are."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.render import column_order, json_table
from inspector.render.json_table import JsonTable, spreads
from inspector.render.tree import JsonTree

T = TypeVar("T")


def tree_of(document: bytes) -> JsonTree:
    return JsonTree(msgspec.json.format(document, indent=2))


def table_of(document: bytes) -> JsonTable:
    tree = tree_of(document)
    tree.read_all(tree.root)
    return JsonTable(tree, tree.root)


def ended(steps: Generator[None, None, T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def column(table: JsonTable, key: str) -> list[bytes]:
    data = bytes(table.tree.value(table.tree.root))
    cells = [table.cells(number).get(b'"%b"' % key.encode()) for number in range(len(table))]
    return [data[cell.start : cell.end] if cell else b"" for cell in cells]


def test_columns_are_all_keys_in_the_order_they_came() -> None:
    table = table_of(b'[{"b":1,"a":2},{"a":3,"c":{"x":[1,2]}},{}]')
    assert table.columns == [b'"b"', b'"a"', b'"c"']


def test_cells_are_the_values_as_they_came() -> None:
    table = table_of(
        rb'[{"n":1.10,"n":2,"s":"a\u0041\/"},{"n":123456789012345678901234567890,"s":{"k":[1]}}]'
    )
    assert column(table, "n") == [b"1.10", b"123456789012345678901234567890"]
    assert column(table, "s")[0] == rb'"a\u0041\/"'
    assert column(table, "s")[1].split() == [b"{", b'"k":', b"[", b"1", b"]", b"}"]


def test_later_columns_are_found_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_table, "_FIRST", 1)
    monkeypatch.setattr(json_table, "_SHORT", 20)
    table = table_of(b'[{"a":1},{"b":{"inner":1}},{"a":2,"c":3}]')
    assert table.columns == [b'"a"']
    ended(table.find_columns())
    assert table.columns == [b'"a"', b'"b"', b'"c"']


def test_numbers_are_sorted_as_numbers_texts_as_texts_and_missing_comes_last() -> None:
    table = table_of(b'[{"v":10},{"v":9},{},{"v":"b"},{"v":1e1},{"v":"A"},{"v":null},{"v":-0.5},{"v":[1]}]')
    assert list(ended(table.ordered(b'"v"', False, None))) == [7, 1, 0, 4, 5, 3, 6, 8, 2]
    assert list(ended(table.ordered(b'"v"', True, None))) == [8, 6, 3, 5, 0, 4, 1, 7, 2]


def test_integers_beyond_a_double_are_told_apart() -> None:
    table = table_of(b'[{"v":9007199254740993},{"v":9007199254740992},{"v":9007199254740994}]')
    assert list(ended(table.ordered(b'"v"', False, None))) == [1, 0, 2]


@given(st.lists(st.dictionaries(st.sampled_from(["v", "w"]), st.integers(-5, 5) | st.floats(-3, 3))))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_sorting_is_that_of_python_and_stable(
    monkeypatch: pytest.MonkeyPatch, rows: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(column_order, "_RUN", 3)
    table = table_of(json.dumps(rows).encode())
    order = list(ended(table.ordered(b'"v"', False, None)))
    having = [number for number in range(len(rows)) if "v" in rows[number]]
    missing = [number for number in range(len(rows)) if "v" not in rows[number]]
    assert order == sorted(having, key=lambda number: rows[number]["v"]) + missing
    order = list(ended(table.ordered(b'"v"', True, None)))
    assert order == sorted(having, key=lambda number: rows[number]["v"], reverse=True) + missing


def test_filter_finds_rows_by_any_text_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_table, "_WINDOW", 30)
    table = table_of('[{"a":"Seoul"},{"b":"서울"},{"c":{"d":"SEOUL"}},{"e":1}]'.encode())
    assert list(ended(table.filtered("seoul"))) == [0, 2]
    assert list(ended(table.filtered("서울"))) == [1]
    assert list(ended(table.filtered("nothing"))) == []


def test_filter_finds_text_that_came_as_escapes() -> None:
    assert list(ended(table_of(rb'[{"a":"\uc11c\uc6b8"},{"a":1}]').filtered("서울"))) == [0]


def test_a_map_of_objects_is_a_table_with_its_keys() -> None:
    table = table_of(b'{"b":{"n":2},"a":{"n":1}}')
    assert [table.row_key(number) for number in (0, 1)] == [b'"b"', b'"a"']
    assert column(table, "n") == [b"2", b"1"]
    assert list(ended(table.ordered(b"", False, None))) == [1, 0]


def test_tables_are_found_where_they_are() -> None:
    found = spreads(tree_of(b'{"total":2,"data":{"items":[{"a":1},{"a":2,"in":[{"b":1}]}]},"tags":["x"]}'))
    assert [spread.path for spread in found] == ["$.data.items", "$.data.items[1].in"]


@pytest.mark.parametrize("document", [b"[]", b"{}", b"1", b"[1,2,3]", b'{"a":{"b":1}}', b'["{"]', b"[[],[]]"])
def test_what_is_no_table_is_not_offered(document: bytes) -> None:
    assert spreads(tree_of(document)) == []


def test_rows_that_are_no_objects_have_no_cells() -> None:
    table = table_of(b'[{"a":1},5,{"a":2}]')
    assert table.loose
    assert table.cells(1) == {}
    assert table.row(1).kind == "number"


def test_rows_are_given_as_they_are_in_the_text() -> None:
    table = table_of(b'{"a":{"x":1,"y":[2]},"b":{}}')
    assert (len(table), table.keyed, table.loose) == (2, True, False)
    text = bytes(table.tree.value(table.tree.root))
    for number, kind, value in ((0, "object", b'{\n    "x": 1,'), (1, "object", b"{}")):
        row = table.row(number)
        assert row.kind == kind and text[row.start : row.end].startswith(value)
    cells = table.cells(0)
    assert [(key, cell.kind, text[cell.start : cell.end].split()) for key, cell in cells.items()] == [
        (b'"x"', "number", [b"1"]), (b'"y"', "array", [b"[", b"2", b"]"])
    ]  # fmt: skip
    assert table_of(b"[5]").row_key(0) == b""


def test_columns_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_table, "_MOST", 2)
    table = table_of(b'[{"a":1,"b":1,"c":1},{"a":1,"d":1}]')
    ended(table.find_columns())
    assert table.columns == [b'"a"', b'"b"']


@pytest.mark.parametrize(
    ("first", "window", "columns"), [(2, 10_000, 2), (9, 10_000, 3), (9, 20, 1), (9, 21, 2)]
)
def test_the_first_rows_give_the_columns_at_once(
    monkeypatch: pytest.MonkeyPatch, first: int, window: int, columns: int
) -> None:
    monkeypatch.setattr(json_table, "_FIRST", first)
    monkeypatch.setattr(json_table, "_WINDOW", window)
    table = table_of(b'[{"a":1},{"b":1},{"c":1}]')
    assert table.starts[1] - table.starts[0] == 20
    assert len(table.columns) == columns


def test_among_some_rows_only_these_are_sorted() -> None:
    table = table_of(b'[{"v":3},{"v":1},{"v":2}]')
    assert list(ended(table.ordered(b'"v"', False, [2, 0]))) == [2, 0]
    assert list(ended(table.ordered(b'"v"', True, [1]))) == [1]
    assert list(ended(table.ordered(b'"v"', True, []))) == []
    assert list(ended(table_of(b"[3,1,2]").ordered(b"", False, None))) == [1, 2, 0]


def test_a_key_with_signs_is_sorted_by_itself() -> None:
    table = table_of(b'[{"a.b":2,"axb":1},{"a.b":1,"axb":2},{"c":{"a.b":0}}]')
    assert list(ended(table.ordered(b'"a.b"', False, None))) == [1, 0, 2]


@pytest.mark.parametrize("size", [1, 15, 10_000])
def test_windows_begin_and_end_with_rows(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(json_table, "_SHORT", size)
    monkeypatch.setattr(json_table, "_WINDOW", size)
    monkeypatch.setattr(json_table, "_STEP", 2)
    table = table_of(b'[{"v":2},{"v":1},{"v":3},{"v":"1"}]')
    assert list(ended(table.ordered(b'"v"', False, None))) == [1, 0, 2, 3]
    assert list(ended(table.filtered("1"))) == [1, 3]
    assert len(list(table.filtered("1"))) == (1 if size == 10_000 else 4)


@pytest.mark.parametrize(
    ("document", "paths"),
    [
        (b'[{"a":1}]', ["$"]),
        (b'[{"a":1},{"a":1},{"a":1},{"a":1},5]', ["$"]),
        (b'[{"a":1},{"a":1},{"a":1},5]', []),
        (b'{"a":{"x":1},"b":{"x":2}}', ["$"]),
        (b'{"a":{"x":1}}', []),
        (b'{"a b":[{"x":1}]}', ['$["a b"]']),
        (b'{"a":[[[[{"x":1}]]]]}', ["$.a[0][0][0]"]),
        (b'{"a":[[[[[{"x":1}]]]]]}', []),
        (b"[" + b"[5]," * 11 + b'[{"x":1}]]', ["$[11]"]),
        (b"[" + b"[5]," * 12 + b'[{"x":1}]]', []),
    ],
)
def test_tables_are_looked_for_near_the_top(document: bytes, paths: list[str]) -> None:
    found = spreads(tree_of(document))
    assert [spread.path for spread in found] == paths
    text = bytes(tree_of(document).part(0, 1 << 30))
    assert all(text[spread.offset] in b"{[" for spread in found)


def test_so_many_containers_are_looked_at_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    document = b'{"a":[{"x":1}],"b":[{"x":1}],"c":[{"x":1}]}'
    for name, value, count in (("_LOOKED", 3, 2), ("_READ", 1, 0), ("_READ", 60, 0), ("_INSIDE", 2, 2)):
        with monkeypatch.context() as patched:
            patched.setattr(json_table, name, value)
            assert len(spreads(tree_of(document))) == count
