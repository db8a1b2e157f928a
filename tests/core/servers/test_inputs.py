"""What a server asks for once is read as VS Code and we write it, and written back the same."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.servers.inputs import Input, are_inputs, entries_of_inputs, inputs_from_entries


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"id": "a"}, Input("a")),
        ({"id": "a", "kind": "env", "description": "d", "default": "x", "value": "y", "password": True},
         Input("a", "env", "d", "x", "y", True)),
        ({"id": "a", "kind": "other", "password": 1, "value": 3, "default": True, "description": None},
         Input("a", default="true")),
        ({"id": "a", "type": "pickString", "options": ["x", 1, {"label": "L", "value": "v"}, {"label": "M"}]},
         Input("a", options=("x", "1", "v", "M"))),
        ({"id": "a", "options": "x"}, Input("a")),
    ],
)  # fmt: skip
def test_an_entry_is_read(entry: dict[str, Any], expected: Input) -> None:
    assert inputs_from_entries([entry]) == (expected,)


def test_the_last_of_a_kind_and_an_id_counts() -> None:
    entries = [{"id": "a", "default": "1"}, {"id": "a", "kind": "env"}, {"id": "a", "default": "2"}]
    assert inputs_from_entries(entries) == (Input("a", default="2"), Input("a", "env"))


@pytest.mark.parametrize(
    ("one", "entry"),
    [
        (Input("a"), {"type": "promptString", "id": "a"}),
        (Input("a", "secret", value=""), {"type": "promptString", "id": "a", "kind": "secret", "value": ""}),
        (Input("a", "input", "d", "x", None, True, ("x", "y")),
         {"type": "pickString", "id": "a", "password": True, "options": ["x", "y"],
          "description": "d", "default": "x"}),
    ],
)  # fmt: skip
def test_what_says_nothing_is_not_written_and_reads_back_the_same(one: Input, entry: dict[str, Any]) -> None:
    assert entries_of_inputs((one,)) == [entry]
    assert inputs_from_entries([entry]) == (one,)


@pytest.mark.parametrize(
    ("value", "usable"),
    [([], True), ([{"id": "a"}], True), ([{"id": 1}], False), ([{"id": "a"}, "b"], False), ({}, False)],
)
def test_only_a_list_of_objects_with_an_id_is_used(value: Any, usable: bool) -> None:
    assert are_inputs(value) is usable


@pytest.mark.parametrize("kind", ["input", "env", "secret", "folder", "file"])
def test_each_kind_is_written_unless_it_is_that_of_vs_code(kind: str) -> None:
    one = Input("a", kind, value="v")
    [entry] = entries_of_inputs((one,))
    assert entry.get("kind", "input") == kind and ("kind" in entry) == (kind != "input")
    assert (inputs_from_entries([entry]), one.key) == ((one,), f"{kind}:a")


def test_members_are_written_in_the_order_of_vs_code_with_ours_after_them() -> None:
    [entry] = entries_of_inputs((Input("a", "env", "d", "x", "v", True, ("o",)),))
    assert list(entry) == ["type", "id", "kind", "password", "options", "value", "description", "default"]
    assert inputs_from_entries([{"id": "a", "default": False, "options": [None, {}, True]}]) == (
        Input("a", default="false", options=("", "", "true")),
    )
