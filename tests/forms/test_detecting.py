"""The measures of faults are able to fail, and the oracle knows where faults are."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from tests.forms.corpora import Case
from tests.forms.desk import Desk
from tests.forms.measures import measures
from tests.forms.mutating import mutated
from tests.forms.oracle import places


@pytest.fixture
def desk(qtbot: QtBot) -> Any:
    found = Desk()
    yield found
    found.clear()


def case(schema: Any, text: str) -> Case:
    return Case("C1", "own", {"type": "object", "properties": {"v": schema}}, text, False)


def test_an_invalid_value_without_an_error_is_found(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    one = case({"type": "string"}, '{"v": 5}')
    assert measures()["M5"].run(desk, one).got == 1  # type: ignore[union-attr]
    monkeypatch.setattr(Desk, "problems", lambda *_: [])
    assert measures()["M5"].run(desk, case({"type": "string"}, '{"v": 5}')).got == 0  # type: ignore[union-attr]


def test_an_error_at_another_place_is_found(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"type": "object", "required": ["a"]}, '{"v": {}}'
    assert measures()["M6"].run(desk, case(*wrong)).got == 1  # type: ignore[union-attr]
    monkeypatch.setattr(Desk, "problems", lambda *_: [Problem("/v", "wrong", "required")])
    found = measures()["M6"].run(desk, case(*wrong))
    assert found is not None and found.got == 0 and "/v/a" in found.why
    near = measures()["M6J"].run(desk, case(*wrong))
    assert near is not None and near.got == 0


@pytest.mark.parametrize(
    ("schema", "text", "wanted"),
    [
        ({"required": ["a"]}, "{}", {"/a"}),
        ({"properties": {"a": True}, "additionalProperties": False}, '{"b": 1, "a": 2}', {"/b"}),
        ({"prefixItems": [True], "unevaluatedItems": False}, "[1, 2, 3]", {"/1", "/2"}),
        ({"propertyNames": {"maxLength": 1}}, '{"ab": 1}', {"/ab"}),
        ({"anyOf": [{"required": ["a"]}, False]}, "{}", {"", "/a"}),
        ({"uniqueItems": True}, "[1, 1]", {""}),
        ({"type": "object"}, "{}", set()),
        ({"$ref": "http://127.0.0.1:9/x"}, "{}", None),
    ],
)
def test_the_oracle_names_the_places(schema: Any, text: str, wanted: set[str] | None) -> None:
    assert places(schema, text, lambda pointer, address: None if "/1" in address else True) == wanted


def test_a_value_is_changed_where_it_says() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    made = [mutated(schema, '{"a": "x"}', "n", attempt) for attempt in range(3)]
    assert sorted(one for one in made if one is not None) == [("/a", '{"a": 5}'), ("/a", "{}")]
    assert mutated(True, "5", "n", 0) is None
