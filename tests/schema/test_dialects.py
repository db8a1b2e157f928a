"""Old spellings become those of 2020-12; a keyword that a dialect does not have does not count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.dialects import LATEST, dialect_of, is_known, metaschemas, modern


@pytest.mark.parametrize(
    ("address", "dialect"),
    [
        ("https://json-schema.org/draft/2020-12/schema", 2020),
        ("https://json-schema.org/draft/2019-09/schema#", 2019),
        ("http://json-schema.org/draft-07/schema#", 7),
        ("https://json-schema.org/draft-06/schema", 6),
        ("http://json-schema.org/draft-04/schema", 4),
        ("https://example.org/mine", LATEST),
        (5, LATEST),
    ],
)
def test_a_dialect_is_known_by_its_address(address: Any, dialect: int) -> None:
    assert dialect_of({"$schema": address}, LATEST) == dialect


@pytest.mark.parametrize(
    ("schema", "dialect", "expected"),
    [
        (
            {"items": [{}], "additionalItems": False},
            7,
            {"prefixItems": [{}], "items": False},
        ),
        ({"items": {}, "additionalItems": False}, 7, {"items": {}}),
        ({"items": [{}]}, 2020, {"prefixItems": [{}]}),
        ({"minimum": 1, "exclusiveMinimum": True}, 4, {"exclusiveMinimum": 1}),
        ({"maximum": 1, "exclusiveMaximum": False}, 4, {"maximum": 1}),
        ({"exclusiveMaximum": 5}, 2020, {"exclusiveMaximum": 5}),
        ({"type": "string", "nullable": True}, 2020, {"type": ["string", "null"]}),
        (
            {"dependencies": {"a": ["b"], "c": {"required": ["d"]}, "e": 5}},
            7,
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        ),
        ({"$ref": "#/a", "type": "string", "title": "T"}, 7, {"$ref": "#/a", "title": "T"}),
        ({"$ref": "#/a", "type": "string"}, 2019, {"$ref": "#/a", "type": "string"}),
        ({"$recursiveRef": "#"}, 2019, {"$dynamicRef": "#"}),
        ({"$recursiveRef": "#"}, 2020, {}),
        ({"const": 1, "if": {}, "contains": {}, "examples": [1]}, 4, {"examples": [1]}),
        ({"prefixItems": [{}], "$dynamicRef": "#a"}, 2019, {}),
        ({"unevaluatedProperties": False, "minContains": 1}, 7, {}),
    ],
)
def test_keywords_are_spelled_as_in_2020_12(
    schema: dict[str, Any], dialect: int, expected: dict[str, Any]
) -> None:
    given = dict(schema)
    assert modern(schema, dialect) == expected
    assert schema == given


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=5,
)
NAMES = st.sampled_from(["items", "additionalItems", "dependencies", "nullable", "type", "exclusiveMinimum"])


@given(st.dictionaries(NAMES, ANY), st.sampled_from([4, 6, 7, 2019, 2020]))
def test_nonsense_is_no_fault(schema: dict[str, Any], dialect: int) -> None:
    assert isinstance(modern(schema, dialect), dict)


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("http://json-schema.org/draft-07/schema#", True),
        (" https://www.json-schema.org/draft-07/schema/ ", True),
        ("https://json-schema.org/draft/2020-12/schema/x", False),
        ("draft-07", False),
        (None, False),
    ],
)
def test_only_the_five_dialects_are_known(address: Any, known: bool) -> None:
    assert is_known(address) is known


@pytest.mark.parametrize(
    ("address", "has"),
    [
        ("https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/meta/core"),
        ("https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2019-09/meta/core"),
        ("http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-07/schema"),
        ("https://example.org/mine", ""),
        ("https://json-schema.org/draft/2020-12/meta/gone", ""),
    ],
)
def test_the_texts_of_a_dialect_come_along(address: str, has: str) -> None:
    found = metaschemas(address)
    assert (has in found) if has else found == {}
    assert all(isinstance(schema, dict) and not key.endswith("#") for key, schema in found.items())
