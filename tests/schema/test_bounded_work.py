"""Large and recursive schemas cost the window's process little time, whatever is asked of their fields."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from inspector.schema.document import Document
from inspector.schema.evaluate import holds
from inspector.schema.fields import Field, build_fields
from inspector.schema.guess import guess_branch
from inspector.schema.pasted import pasted_items
from inspector.schema.place import place_at
from inspector.schema.references import References, SchemaPart
from inspector.schema.sample import sample_lexeme
from inspector.schema.shape import fresh_lexeme, initial_text
from inspector.schema.suggest import Suggestions

NAMES = [f"n{number}" for number in range(30_000)]
TEN = [f"p{number}" for number in range(10)]
ITSELF = {
    "type": "object",
    "properties": {"k": {"const": 1}, **{name: {"$ref": "#"} for name in TEN}},
    "required": ["k", *TEN],
}


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def soon(ask: Callable[[], Any], seconds: float = 3.0) -> Any:
    """What it gives; it takes less than this of the processor's time."""
    before = time.process_time()
    found = ask()
    assert time.process_time() - before < seconds
    return found


def test_a_schema_that_requires_itself_ten_times_is_started_and_sampled() -> None:
    root = build_fields(ITSELF)
    for text in (
        soon(lambda: initial_text(root)),
        soon(lambda: fresh_lexeme(root)),
        soon(lambda: sample_lexeme(root, optional=True)),
    ):
        assert json.loads(text)["k"] == 1


def test_lists_that_need_lists_have_a_sample() -> None:
    schema = {"type": "array", "minItems": 50, "items": {"$ref": "#"}}
    assert Document(soon(lambda: sample_lexeme(build_fields(schema)))).root is not None


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "allOf": [{"required": NAMES}, {"required": NAMES[::-1]}]},
        {"type": "object", "if": {"required": ["a"]}, "then": {"properties": {key: {} for key in NAMES}}},
        {"type": ["string", "number"] * 50_000},
        {"allOf": [{"type": NAMES}, {"type": NAMES[::-1]}]},
        {"type": "array", "prefixItems": [{}] * 50_000},
        {"not": {"enum": NAMES}},
        {"allOf": [{"const": nested(900)}, {"const": nested(900)}]},
        {"allOf": [{"enum": [nested(900)]}, {"enum": [nested(900)]}]},
    ],
)
def test_a_schema_of_very_many_parts_is_opened(schema: Any) -> None:
    def open_it() -> Field:
        root = build_fields(schema)
        assert len(root.properties()) <= 2_000
        assert len(root.items()) <= 1_000
        assert len(root.branches()) <= 7
        return root

    soon(open_it)


def test_names_are_tried_against_a_bounded_number_of_patterns() -> None:
    patterns: dict[str, Any] = {f"^x[ab]{number}": {} for number in range(400)}
    value = dict.fromkeys(NAMES, 1)
    references = References({})
    part = SchemaPart({"patternProperties": patterns}, references.root.scope)
    assert soon(lambda: holds(part, value, references)) is None


def test_guessing_again_and_again_keeps_nothing() -> None:
    shapes = [{"properties": {"kind": {"const": number}}, "required": ["kind"]} for number in range(20)]
    branches = build_fields({"oneOf": shapes}).branches()

    def guess_often() -> int:
        for _ in range(50):
            assert guess_branch(branches, {"kind": 7}) == 7
        gc.collect()
        return sum(isinstance(one, dict) for one in gc.get_objects())

    before = guess_often()
    assert guess_often() - before < 50


def test_proposals_among_thousands_come_at_once_those_that_begin_so_first() -> None:
    properties: dict[str, Any] = {key: {} for key in [f"a-{name}" for name in NAMES[:500]] + NAMES[:500]}
    suggestions = Suggestions({"type": "object", "properties": properties})
    place = place_at('{"n', 3)
    suggestions.proposals(place)  # the fields are made once
    found = soon(lambda: suggestions.proposals(place), 0.5)
    assert [one.label for one in found[:2]] == ["n0", "n1"]


@pytest.mark.parametrize("before", ["", "a\t"])
def test_a_pasted_cell_longer_than_csv_takes_is_one_item(before: str) -> None:
    digits = "1" * 200_000
    assert pasted_items(before + digits, build_fields({"type": "number"}))[-1] == digits


def test_a_schema_in_too_many_parts_still_takes_a_type() -> None:
    """Of its parts the last ones are not looked at: the type that a user asks for is not one of them."""
    field = build_fields({"allOf": [{"properties": {f"k{number}": True}} for number in range(3_000)]})
    assert field.note and field.as_type("object").kind == "object"
    assert field.as_type("string").kind == "string"


def test_many_parts_are_asked_about_the_properties_they_name() -> None:
    """The answer is that of asking all of them, and comes soon."""
    parts = [{"properties": {f"k{number}": {"minLength": number}}} for number in range(300)]
    parts[40] = {"patternProperties": {"1$": {"maxLength": 9}}}
    parts[50] = {"properties": {"k1": {"pattern": "a"}}, "additionalProperties": {"title": "T"}}
    field = soon(lambda: build_fields({"type": "object", "allOf": parts}), 1.0)
    found = {one.key: one for one in soon(field.properties, 1.0)}
    assert len(found) == 298
    one, two = found["k1"], found["k2"]
    assert (one.bounds.min_length, one.bounds.max_length, one.pattern, one.title) == (1, 9, "a", "")
    assert (two.bounds.min_length, two.bounds.max_length, two.pattern, two.title) == (2, None, "", "T")
