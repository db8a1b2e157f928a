"""Where a reference leads: bases, anchors, embedded resources, the dynamic scope; never to a network."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.references import References, SchemaPart, _joined, definition_of


def found(document: Any, reference: Any, *way: str) -> Any:
    """What a reference leads to from the schema that is reached by these references one after another."""
    references = References(document)
    part = references.root
    for step in way:
        part = arrived(references.find(step, references.open(part)[1]))
    target = references.find(reference, references.open(part)[1])
    return target if isinstance(target, str) else target.schema


def arrived(target: SchemaPart | str) -> SchemaPart:
    assert isinstance(target, SchemaPart), target
    return target


DOCUMENT = {
    "$id": "https://example.org/root.json",
    "$defs": {
        "plain": {"title": "plain"},
        "a/b~c%d": {"title": "escaped"},
        "named": {"$anchor": "here", "title": "named"},
        "inner": {
            "$id": "folder/inner.json",
            "$defs": {"plain": {"title": "inner"}},
            "properties": {"$id": {"title": "a property called $id"}},
        },
        "urn": {"$id": "urn:uuid:1", "$defs": {"x": {"title": "urn"}}},
        "example": {"const": {"$id": "https://example.org/no-schema.json"}},
    },
}


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("#/$defs/plain", "plain"),
        ("root.json#/$defs/plain", "plain"),
        ("https://example.org/root.json#/$defs/plain", "plain"),
        ("#/$defs/a~1b~0c%25d", "escaped"),
        ("#here", "named"),
        ("folder/inner.json#/$defs/plain", "inner"),
        ("#/$defs/inner/$defs/plain", "inner"),
        ("#/$defs/inner/properties/$id", "a property called $id"),
        ("urn:uuid:1#/$defs/x", "urn"),
    ],
)
def test_a_reference_inside_the_document_is_followed(reference: str, title: str) -> None:
    assert found(DOCUMENT, reference)["title"] == title


LISTED = {
    "prefixItems": [{"title": "first"}, {"title": "second", "items": {"title": "inside"}}],
    "": {"": {"title": "unnamed"}},
}


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("#/prefixItems/0", "first"),
        ("#/prefixItems/1", "second"),
        ("#/prefixItems/1/items", "inside"),
        ("#//", "unnamed"),
        ("#/prefixItems/2", None),
        ("#/prefixItems/01", None),
        ("#/prefixItems/-1", None),
        ("#/prefixItems/-", None),
        ("#/prefixItems/title", None),
        ("#/prefixItems/0/title/x", None),
    ],
)
def test_a_pointer_goes_through_arrays_by_their_numbers(reference: str, title: str | None) -> None:
    target = found(LISTED, reference)
    assert target == f"Reference not found: {reference}" if title is None else target["title"] == title


def test_a_pointer_takes_the_base_of_the_resource_that_it_leads_into() -> None:
    document = {
        "$id": "https://example.org/root.json",
        "$defs": {
            "inner": {
                "$id": "folder/inner.json",
                "$defs": {"leaf": {"$ref": "#/$defs/other"}, "other": {"title": "inner"}},
            },
            "other": {"title": "outer"},
        },
    }
    assert found(document, "#/$defs/other", "#/$defs/inner/$defs/leaf") == {"title": "inner"}
    assert found(document, "#/$defs/other") == {"title": "outer"}


def test_the_base_is_that_of_the_resource_a_schema_stands_in() -> None:
    assert found(DOCUMENT, "#/$defs/plain", "folder/inner.json")["title"] == "inner"
    assert found(DOCUMENT, "../root.json#/$defs/plain", "folder/inner.json")["title"] == "plain"


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("https://example.com/x.json", "External reference not loaded"),
        ("file:///etc/passwd", "External reference not loaded"),
        ("https://example.org/no-schema.json", "External reference not loaded"),
        ("other.json", "External reference not loaded"),
        ("#/$defs/absent", "Reference not found"),
        ("#/$defs/plain/title/x", "Reference not found"),
        ("#absent", "Reference not found"),
        ("http://[::1", "Invalid reference"),
        (5, "A reference must be a string"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(reference: Any, why: str) -> None:
    assert str(found(DOCUMENT, reference)).startswith(why)


def test_up_to_draft_07_an_id_may_be_an_anchor_and_nothing_counts_beside_a_reference() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "http://example.org/",
        "definitions": {
            "a": {"$id": "#anchor", "title": "anchored"},
            "b": {"$id": "other.json", "$ref": "#/definitions/a", "minimum": 1, "description": "said"},
        },
    }
    assert found(schema, "#anchor")["title"] == "anchored"
    assert found(schema, "#/definitions/a", "#/definitions/b")["title"] == "anchored"
    references = References(schema)
    beside, _ = references.open(SchemaPart(schema["definitions"]["b"], references.root.scope))
    assert "minimum" not in beside and beside["description"] == "said"


def test_draft_04_calls_it_id() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "definitions": {"a": {"id": "http://example.org/a", "title": "a"}},
    }
    assert found(schema, "http://example.org/a")["title"] == "a"
    assert "External" in found({**schema, "$schema": "http://json-schema.org/draft-07/schema#"}, "http://x/a")


def test_a_dynamic_reference_leads_to_the_outermost_anchor_on_the_way() -> None:
    tree = {
        "$id": "tree",
        "$dynamicAnchor": "node",
        "properties": {"kids": {"items": {"$dynamicRef": "#node"}}},
    }
    strict = {"$id": "strict", "$dynamicAnchor": "node", "$ref": "tree", "title": "strict"}
    references = References({"$id": "https://example.org/", "$defs": {"t": tree, "s": strict}})
    start = references.open(references.root)[1]
    from_strict = references.open(arrived(references.find("strict", start)))[1]
    inside = references.open(arrived(references.find("tree", from_strict)))[1]
    assert arrived(references.find_dynamic("#node", inside)).schema is strict
    alone = references.open(arrived(references.find("tree", start)))[1]
    assert arrived(references.find_dynamic("#node", alone)).schema is tree


def test_a_known_meta_schema_is_no_external_reference() -> None:
    for name in ("draft-04", "draft-06", "draft-07", "draft/2019-09", "draft/2020-12"):
        scheme = "https" if "/" in name else "http"
        assert "properties" in found({}, f"{scheme}://json-schema.org/{name}/schema#")
    assert found({}, "https://json-schema.org/draft/2020-12/meta/core")["$dynamicAnchor"] == "meta"
    assert "External" in found({}, "https://json-schema.org/draft/2099-01/schema")


@pytest.mark.parametrize(
    "name", ["draft-03/schema#", "draft-07/schema", "draft/2020-12/meta/none", "schema", ""]
)
def test_an_address_like_that_of_a_meta_schema_is_external(name: str) -> None:
    assert "External" in found({}, f"https://json-schema.org/{name}")


def test_a_document_of_very_many_schemas_is_indexed_in_part() -> None:
    schema = {"$defs": {f"d{n}": {"$anchor": f"a{n}"} for n in range(60_000)}}
    assert "Reference not found" in found(schema, "#absent")
    assert found(schema, "#/$defs/d59999")["$anchor"] == "a59999"


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("#/$defs/Pet", "Pet"),
        ("https://x/y#/definitions/a~1b~0c%20d", "a/b~c d"),
        ("#/properties/Pet", ""),
        ("#/$defs/Pet/properties/x", ""),
        (5, ""),
    ],
)
def test_a_reference_calls_a_schema_by_its_name(reference: Any, name: str) -> None:
    assert definition_of(reference) == name


def dynamic(document: Any, reference: str, *way: str) -> Any:
    """What a dynamic reference leads to from the schema that is reached by these references."""
    references = References(document)
    part = references.root
    for step in way:
        part = arrived(references.find(step, references.open(part)[1]))
    target = references.find_dynamic(reference, references.open(part)[1])
    return target if isinstance(target, str) else target.schema.get("title")


def test_a_dynamic_reference_leads_to_the_outermost_that_has_its_anchor() -> None:
    base = {
        "$id": "base",
        "$defs": {
            "n": {"$dynamicAnchor": "node", "title": "base"},
            "plain": {"$anchor": "p", "title": "plain"},
        },
    }
    document = {
        "$id": "https://example.org/root",
        "$defs": {"mine": {"$dynamicAnchor": "node", "title": "mine"}, "base": base},
    }
    assert dynamic(document, "#node", "base") == "mine"
    assert dynamic(document, "#/$defs/n", "base") == "base", "a pointer is no anchor"
    assert dynamic(document, "#p", "base") == "plain"
    assert isinstance(dynamic(document, "#gone", "base"), str) and dynamic(document, "#node") == "mine"


@pytest.mark.parametrize(("outer", "found"), [(True, "outer"), (False, "inner")])
def test_the_recursive_reference_of_2019_goes_out_as_far_as_its_anchors(outer: bool, found: str) -> None:
    inner = {"$id": "inner", "$recursiveAnchor": True, "title": "inner"}
    document = {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "https://example.org/outer",
        "$recursiveAnchor": outer,
        "title": "outer",
        "$defs": {"inner": inner},
    }
    assert dynamic(document, "#", "inner") == found


@pytest.mark.parametrize(
    ("base", "reference", "joined"),
    [
        ("https://x/a/b", "c", "https://x/a/c"),
        ("https://x/a#f", "#g", "https://x/a#g"),
        ("app://x/a/b", "c", "app://x/a/c"),
        ("app://x/a", "http://y/z", "http://y/z"),
        ("urn:uuid:1", "#x", "urn:uuid:1#x"),
    ],
)
def test_addresses_are_joined_whatever_their_scheme(base: str, reference: str, joined: str) -> None:
    assert _joined(base, reference) == joined
