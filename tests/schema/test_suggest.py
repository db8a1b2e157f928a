"""What a schema proposes and says at a place. | is the cursor."""

from __future__ import annotations

from typing import Any

import pytest

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


def with_p(schema: Any, **more: Any) -> dict[str, Any]:
    """An object that has one member."""
    return {"type": "object", "properties": {"p": schema}, **more}


def about(schema: Any) -> list[str]:
    """What is said about a member of this schema."""
    return Suggestions(with_p(schema)).about(("p",)).splitlines()[1:]


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, "number · > 0"),
        ({"type": "number", "exclusiveMaximum": 1.5}, "number · < 1.5"),
        ({"type": "number", "minimum": 0, "maximum": 0}, "number · ≥ 0 · ≤ 0"),
        ({"type": "integer", "multipleOf": 5}, "integer · multiple of 5"),
        ({"type": "string", "maxLength": 9}, "string · at most 9 characters"),
        ({"type": "string", "minLength": 2, "maxLength": 9}, "string · 2 to 9 characters"),
        ({"type": "string", "minLength": 0, "maxLength": 0}, "string · 0 to 0 characters"),
        ({"type": "string", "pattern": "^a"}, "string · pattern ^a"),
        ({"type": "string", "format": "date"}, "string · format date"),
        ({"type": "array", "minItems": 1}, "array · at least 1 items"),
        ({"type": "array", "maxItems": 3}, "array · at most 3 items"),
        ({"type": "array", "minItems": 1, "maxItems": 3}, "array · 1 to 3 items"),
        ({"type": "array", "uniqueItems": True}, "array · unique"),
        ({"type": "object", "minProperties": 1}, "object · at least 1 properties"),
        ({"type": "object", "maxProperties": 2}, "object · at most 2 properties"),
        ({"type": "object", "minProperties": 1, "maxProperties": 2}, "object · 1 to 2 properties"),
        ({"type": ["string", "null"]}, "string · or null"),
        ({"type": "boolean", "deprecated": True}, "boolean · deprecated"),
        ({"type": "boolean", "readOnly": True}, "boolean · read-only"),
        ({"type": "boolean", "deprecated": True, "readOnly": True}, "boolean · deprecated · read-only"),
        ({"const": "a"}, 'always "a"'),
        ({"enum": list(range(12))}, "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"),
        ({"enum": list(range(13))}, "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …"),
        ({}, "any JSON"),
    ],
)
def test_type_limits_and_marks_are_said_in_one_line(schema: Any, said: str) -> None:
    assert about(schema) == [said]


def test_a_title_a_default_and_the_first_examples_are_said() -> None:
    schema = {"type": "integer", "title": "How many", "default": 0, "examples": [1, 2, 3, 4]}
    assert Suggestions(with_p(schema)).about(("p",)).splitlines() == [
        "How many (p)", "integer", "default: 0", "for example: 1, 2, 3"
    ]  # fmt: skip
    assert Suggestions({"type": "object", "title": "All", "required": ["p"]}).about(()) == "All\nobject"
    assert Suggestions({"type": "object"}).about(()) == "object"
    long = {"description": "d" * 1300, "default": "x" * 300, "examples": ["y" * 300]}
    told = about({"type": "string", **long})
    assert [len(line) for line in told[1:]] == [1200, len("default: ") + 200, len("for example: ") + 200]


def test_what_shapes_say_is_said_once_each_and_three_at_most() -> None:
    branches = [{"properties": {"p": {"type": kind}}} for kind in ("string", "string", "integer", "number")]
    schema = {"oneOf": [{"type": "object", **one} for one in [*branches, {"properties": {"p": {}}}]]}
    assert Suggestions(schema).about(("p",)) == "p\nstring\n— or —\np\ninteger\n— or —\np\nnumber"


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "string", "title": "T", "description": "D"}, "string · T"),
        ({"type": "string", "description": " first\nsecond"}, "string · first"),
        ({"description": "d" * 100}, "d" * 90),
        ({"type": "array"}, "array"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object"),
        ({"oneOf": [{"type": "string"}, {"type": "object"}]}, ""),
        ({}, ""),
    ],
)
def test_a_key_is_proposed_with_its_type_and_its_first_words(schema: Any, said: str) -> None:
    [one] = proposals("{|}", with_p(schema))
    assert one.about == said
    [one] = proposals("{|}", with_p(schema, required=["p"]))
    assert one.about == f"required · {said}"


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"const": 5}, '{"p": 5|}'),
        ({"type": "string"}, '{"p": "|"}'),
        ({"type": ["string", "null"]}, '{"p": |}'),
        ({"type": "array", "items": {}}, '{"p": [|]}'),
        ({"type": ["array", "null"], "items": {}}, '{"p": |}'),
        ({"type": "object", "additionalProperties": {"type": "string"}}, '{"p": {|}}'),
        ({"type": "object", "properties": {"a": {}}}, '{"p": {|}}'),
        ({"type": ["object", "null"], "properties": {"a": {}}, "required": ["a"]}, '{"p": |}'),
        ({"type": "number"}, '{"p": |}'),
    ],
)
def test_a_value_is_begun_where_there_is_one_way_to_begin_it(schema: Any, text: str) -> None:
    assert written("{|}", "p", with_p(schema)) == text


def test_required_members_are_as_short_as_can_be() -> None:
    kinds: dict[str, Any] = {
        "한": {"type": "integer"}, "n": {"type": "number"}, "b": {"type": "boolean"}, "s": {"type": "string"},
        "e": {"enum": ["a", "b"]}, "l": {"type": "array", "items": {}}, "o": {"type": "object"},
        "m": {"type": "object", "additionalProperties": {"type": "string"}}, "z": {"type": "null"}, "x": {},
    }  # fmt: skip
    schema = with_p({"type": "object", "properties": kinds, "required": list(kinds)})
    place = place_at("{}", 1)
    one = next(one for one in Suggestions(schema).proposals(place, "  "))
    assert one.before == '"p": {\n    "한": ' and one.after.splitlines() == [
        "0,",
        '    "n": 0,',
        '    "b": false,',
        '    "s": "",',
        '    "e": "",',
        '    "l": [],',
        '    "o": {},',
        '    "m": {},',
        '    "z": null,',
        '    "x": null',
        "  }",
    ]


def test_twenty_required_members_are_written_at_most() -> None:
    many = {f"k{number:02}": {"type": "integer"} for number in range(25)}
    schema = with_p({"type": "object", "properties": many, "required": list(many)})
    [one] = proposals("{|}", schema)
    assert (one.before + one.after).count(": ") == 21
    assert '"k19"' in one.after and '"k20"' not in one.after


def test_values_are_told_with_what_they_are() -> None:
    schema = {
        "type": "object",
        "properties": {
            "o": {"oneOf": [{"const": 1, "title": "One"}, {"const": 2, "description": "d" * 99}]},
            "d": {"type": "string", "default": "x", "examples": ["y"], "description": "Who"},
            "l": {"type": "array", "items": {}, "title": "Many"},
            "n": {"type": "null"},
            "w": {"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"], "title": "Where"},
        },
    }

    def told(key: str) -> list[tuple[str, str, str, str]]:
        found = proposals(f'{{"{key}": |, "z": 1}}', schema)
        return [(one.label, one.before, one.after, one.about) for one in found]

    assert told("o") == [("1", "1", "", "One"), ("2", "2", "", "d" * 90)]
    assert told("d") == [
        ('"x"', '"x"', "", "default"), ('"y"', '"y"', "", "example"), ('""', '"', '"', "string · Who")
    ]  # fmt: skip
    assert told("l") == [("[]", "[", "]", "array · Many")]
    assert told("n") == [("null", "null", "", "")]
    assert told("w") == [
        ('{ "a": 1 }', '{\n  "a": 1\n}', "", "object · Where"), ("{}", "{", "}", "object · Where")
    ]  # fmt: skip


def test_what_begins_with_the_typed_comes_before_what_holds_it_and_none_twice() -> None:
    schema = with_p({"enum": ["xab", "abc", "AB"], "default": "abc", "examples": ["abc"]})
    assert labels('{"p": "ab|"}', schema) == ['"abc"', '"AB"', '"xab"']
    assert labels('{"p": "q|"}', schema) == []


def test_a_comma_is_written_where_more_follows() -> None:
    assert written('{"on": | "name": "x"}', "true") == '{"on": true|, "name": "x"}'
    assert written('{"note": | "name": "x"}', '""') == '{"note": "|", "name": "x"}'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"kind": "b", |}', ["y"]),
        ('{"kind": {}, |}', ["x", "y"]),
        ('{"kind": "c", |}', ["x", "y"]),
        ('{"other": "a", |}', ["kind", "x", "y"]),
    ],
)
def test_a_shape_is_ruled_out_by_a_value_that_is_none_of_its_own(text: str, found: list[str]) -> None:
    shapes = [{"properties": {"kind": {"enum": [kind]}, key: {}}} for kind, key in (("a", "x"), ("b", "y"))]
    assert labels(text, {"oneOf": [{"type": "object", **shape} for shape in shapes]}) == found


def test_a_dozen_shapes_are_followed_and_null_is_said_of_one() -> None:
    many = {"oneOf": [{"type": "object", "properties": {f"k{n:02}": {}}} for n in range(20)]}
    assert len(Suggestions(many).fields(())) == 12
    nullable = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}
    found = Suggestions(nullable).fields(())
    assert [(one.kind, one.nullable) for one in found] == [("string", True), ("integer", False)]


def test_what_may_not_be_there_has_no_fields() -> None:
    closed = {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {}}},
        "additionalProperties": False,
    }
    known = Suggestions(closed)
    assert [one.kind for one in known.fields(("a",))] == ["list"]
    assert known.fields(("b",)) == () and known.fields((0,)) == () and known.fields(("a", "b")) == ()
    assert len(known.fields(("a", 7))) == 1
    assert len(Suggestions({"type": "object"}).fields(("b",))) == 1


def test_places_asked_for_last_are_kept() -> None:
    known = Suggestions({"type": "object"})
    first = known.fields(("k0",))
    for number in range(1, 150):
        known.fields((f"k{number}",))
    assert known.fields(("k0",)) is first
    for number in range(150, 340):
        known.fields((f"k{number}",))
    assert known.fields(("k0",)) is first, "it was asked for not long ago"
    for number in range(340, 600):
        known.fields((f"k{number}",))
    assert known.fields(("k0",)) is not first
