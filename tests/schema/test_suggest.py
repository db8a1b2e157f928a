"""What a schema proposes and says at a place. | is the cursor."""

from __future__ import annotations

from typing import Any

from inspector.schema.place import place_at
from inspector.schema.suggest import Proposal, Suggestions

SCHEMA: Any = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "mode": {"enum": ["fast", "exact", None, 7]},
        "name": {"type": "string", "description": "Who it is", "minLength": 1},
        "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3, "examples": [4]},
        "on": {"type": "boolean"},
        "note": {"type": ["string", "null"]},
        "where": {
            "type": "object",
            "required": ["x", "kind"],
            "properties": {"x": {"type": "string"}, "kind": {"const": "point"}, "y": {"type": "number"}},
        },
        "tree": {"$ref": "#/$defs/tree"},
    },
    "$defs": {
        "tree": {
            "type": "array",
            "items": {
                "oneOf": [
                    {"properties": {"kind": {"const": "leaf"}, "value": {}}, "type": "object"},
                    {
                        "properties": {"kind": {"const": "knot"}, "below": {"$ref": "#/$defs/tree"}},
                        "type": "object",
                    },
                ]
            },
        }
    },
}


def proposals(marked: str, schema: Any = SCHEMA) -> list[Proposal]:
    place = place_at(marked.replace("|", ""), marked.index("|"))
    return Suggestions(schema).proposals(place)


def labels(marked: str, schema: Any = SCHEMA) -> list[str]:
    return [one.label for one in proposals(marked, schema)]


def written(marked: str, label: str, schema: Any = SCHEMA) -> str:
    """The text with a proposal in it; | is the cursor again."""
    text, offset = marked.replace("|", ""), marked.index("|")
    place = place_at(text, offset)
    one = next(one for one in Suggestions(schema).proposals(place) if one.label == label)
    return text[: place.start] + one.before + "|" + one.after + text[place.end :]


def test_keys_come_with_required_ones_first_and_without_those_present() -> None:
    assert labels("{|}")[0] == "name"
    assert labels('{"name": "x", |}')[:2] == ["mode", "count"]
    assert "on" not in labels('{| "on": true}')


def test_what_is_typed_narrows_the_list() -> None:
    assert labels('{"no|') == ["note"]
    assert labels('{"O|') == ["on", "mode", "count", "note"][:1] + [
        key for key in labels("{|}") if "o" in key and key != "on"
    ]


def test_a_key_is_written_with_the_beginning_of_its_value() -> None:
    assert written('{"na|"}', "name") == '{"name": "|"}'
    assert written("{|}", "on") == '{"on": |}'
    assert written('{| "on": true}', "count") == '{"count": |, "on": true}'


def test_a_key_that_has_its_colon_is_only_renamed() -> None:
    assert written('{"n|": 1}', "name") == '{"name"|: 1}'


def test_an_object_is_written_with_its_required_members() -> None:
    assert written("{|}", "where") == '{"where": {\n  "x": "|",\n  "kind": "point"\n}}'


def test_values_are_those_of_the_schema() -> None:
    assert labels('{"mode": |}') == ['"fast"', '"exact"', "null", "7"]
    assert labels('{"mode": "|"}') == ['"fast"', '"exact"']
    assert labels('{"on": |}') == ["true", "false"]
    assert labels('{"count": |}') == ["3", "4"]
    assert "null" in labels('{"note": |}')
    assert labels('{"where": {"kind": |}}') == ['"point"']


def test_a_discriminator_that_is_there_rules_the_other_shapes_out() -> None:
    assert labels('{"tree": [{"kind": "knot", |}]}') == ["below"]
    assert set(labels('{"tree": [{|}]}')) == {"kind", "value", "below"}
    assert labels('{"tree": [{"kind": "knot", "below": [{"kind": |}]}]}') == ['"leaf"', '"knot"']


def test_nothing_is_proposed_where_nothing_may_stand() -> None:
    assert labels('{"name": "x" |}') == []
    assert labels('{"name": "x"} |') == []


def test_a_field_is_explained() -> None:
    known = Suggestions(SCHEMA)
    assert known.about(("count",)).splitlines() == [
        "count",
        "integer · ≥ 1 · ≤ 9",
        "default: 3",
        "for example: 4",
    ]
    assert known.about(("name",)).splitlines() == [
        "name",
        "string · at least 1 characters · required",
        "Who it is",
    ]
    assert 'one of "fast", "exact", null, 7' in known.about(("mode",))
    assert known.about(("nothing",)) == "nothing\nany JSON"
    assert known.about(("nothing", "here", 3)) == ""


def test_recursion_and_nonsense_end() -> None:
    path: tuple[str | int, ...] = ("tree",) + (0, "below") * 60
    assert Suggestions(SCHEMA).fields(path)
    for schema in (None, 5, [], {"properties": 7, "required": "x"}, {"$ref": "#"}, False):
        Suggestions(schema).about(("a", 0))
        assert labels("{|}", schema) == []


def test_a_thousand_properties_are_read_once() -> None:
    schema = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(1000)}}
    assert len(labels("{|}", schema)) == 300
    assert labels('{"p999|', schema) == ["p999"]
