"""The measures of faults are able to fail, and the oracle knows where faults are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from tests.forms.corpora import Case
from tests.forms.desk import Desk
from tests.forms.measures import Outcome, Undecided, measures
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
    assert isinstance(found, Outcome) and found.got == 0 and "/v/a" in found.why
    near = measures()["M6J"].run(desk, case(*wrong))
    assert isinstance(near, Outcome) and near.got == 0


@pytest.mark.parametrize("key", ["M6", "M6J"])
def test_a_form_that_fails_is_no_undecided_case(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr("inspector.ui.forms.form.Form.set_text", lambda *_: 1 / 0)
    found = measures()[key].run(desk, case({"type": "string"}, '{"v": 5}'))
    assert isinstance(found, Outcome) and found.got == 0 and "ZeroDivisionError" in found.why


@pytest.mark.parametrize(
    ("schema", "value", "why"),
    [({"$ref": "http://127.0.0.1:9/x"}, "5", "two validators"), ({"type": "integer"}, "5", "call valid")],
)
def test_a_case_that_the_oracle_leaves_open_says_why(desk: Desk, schema: Any, value: str, why: str) -> None:
    found = measures()["M6"].run(desk, case(schema, f'{{"v": {value}}}'))
    assert isinstance(found, Undecided) and why in found.why


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


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("date-time", "2026-01-31T12:00:00Z", "2026-01-31 noon"),
        ("time", "12:00:00Z", "25:00:00Z"),
        ("duration", "P1D", "P1"),
        ("hostname", "example.com", "-a-"),
        ("uri", "https://example.com/a", "\\\\a"),
        ("uri-reference", "/a", "\\a"),
        ("iri", "https://example.com/é", "\\a"),
        ("json-pointer", "/a", "a"),
        ("relative-json-pointer", "0/a", "/a"),
    ],
)
def test_the_oracle_knows_the_formats(name: str, good: str, bad: str) -> None:
    """If one of the two does not know a format, they never agree, and all its cases are lost."""

    def found(text: str) -> set[str] | None:
        return places({"format": name}, json.dumps(text), lambda *_: None, formats=True)

    assert (found(good), found(bad)) == (set(), {""})


def test_a_value_is_changed_where_it_says() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    made = [mutated(schema, '{"a": "x"}', "n", attempt) for attempt in range(3)]
    assert sorted(one for one in made if one is not None) == [("/a", '{"a": 5}'), ("/a", "{}")]
    assert mutated(True, "5", "n", 0) is None
