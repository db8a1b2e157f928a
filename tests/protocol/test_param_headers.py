"""Arguments that are repeated as headers: which tools are fit for it, and what goes out."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.era.param_headers import (
    ParamHeader,
    encode_header,
    header_faults,
    header_rows,
    param_headers,
)


def marked(token: Any = "Region", **more: Any) -> dict[str, Any]:
    """A property that is also sent as a header."""
    return {"type": "string", "x-mcp-header": token, **more}


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        ("plain text", "plain text"),
        ("", ""),
        (" edge", "=?base64?IGVkZ2U=?="),
        ("edge\t", "=?base64?ZWRnZQk=?="),
        ("a\nb", "=?base64?YQpi?="),
        ("\x7f", "=?base64?fw==?="),
        ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
        ("=?BASE64?x?=", "=?BASE64?x?="),
    ],
)
def test_header_values_are_encoded_when_they_must(value: str, encoded: str) -> None:
    assert encode_header(value) == encoded


def decoded(value: str) -> str:
    """What a server reads: RFC 9110 strips blanks at the ends, then the sentinel is taken off."""
    value = value.strip(" \t")
    found = re.fullmatch(r"=\?base64\?(.*)\?=", value)
    return base64.b64decode(found[1], validate=True).decode() if found else value


@given(st.text())
def test_any_text_survives_the_way_through_a_header(text: str) -> None:
    sent = encode_header(text)
    assert re.fullmatch(r"[\x20-\x7e]*", sent)
    assert decoded(sent) == text


@given(st.text(st.sampled_from("=?base64 \t\r\nx"), max_size=24))
def test_texts_that_look_like_the_encoding_survive_too(text: str) -> None:
    assert decoded(encode_header(text)) == text


@given(st.integers(-(2**53) + 1, 2**53 - 1))
def test_safe_integers_are_sent_in_decimal(number: int) -> None:
    only = schema(n=marked("N", type="integer"))
    assert param_headers(only, {"n": number}) == (("Mcp-Param-N", str(number)),)


def test_marked_arguments_become_headers() -> None:
    nested = {"type": "object", "properties": {"n": marked("N", type="integer")}}
    fields = schema(region=marked(), on=marked("On", type="boolean"), deep=nested, none=marked("None"))
    arguments = {"region": "서울", "on": True, "deep": {"n": 7}, "none": None}
    assert param_headers(fields, arguments) == (
        ("Mcp-Param-Region", "=?base64?7ISc7Jq4?="),
        ("Mcp-Param-On", "true"),
        ("Mcp-Param-N", "7"),
    )


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ({"region": ""}, ""),
        ({"region": False}, "false"),
        ({"region": 5.0}, "5"),
        ({"region": 5.5}, None),
        ({"region": 2**53}, None),
        ({"region": ["a"]}, None),
        ({"region": {}}, None),
        ({"region": None}, None),
        ({}, None),
        ([], None),
        ("region", None),
    ],
)
def test_what_no_header_can_carry_is_not_sent(arguments: Any, value: str | None) -> None:
    assert header_rows(schema(region=marked()), arguments) == [
        ParamHeader(("region",), "Mcp-Param-Region", value)
    ]
    assert len(param_headers(schema(region=marked()), arguments)) == (value is not None)


SOUND = [
    {},
    schema(),
    schema(region=marked()),
    schema(a=marked("a!#$%&'*+-.^_`|~0Z"), b=marked("b", type="boolean"), c=marked("c", type="integer")),
    schema(deep=schema(deeper=schema(region=marked()))),
    schema(properties=marked()),  # a property of that name
    schema(a={"default": {"x-mcp-header": ""}, "examples": [{"x-mcp-header": 1}], "const": marked("")}),
    None,
    True,
    "x-mcp-header",
]


@pytest.mark.parametrize("sound", SOUND, ids=repr)
def test_a_sound_schema_has_no_faults(sound: Any) -> None:
    assert header_faults(sound) == []


UNSOUND = {
    "the root": {**schema(), **marked()},
    "empty": schema(a=marked("")),
    "no string": schema(a=marked(1)),
    "null": schema(a=marked(None)),
    "blank": schema(a=marked("two words")),
    "colon": schema(a=marked("a:b")),
    "line feed": schema(a=marked("a\n")),
    "not ASCII": schema(a=marked("지역")),
    "number": schema(a=marked(type="number")),
    "object": schema(a=marked(type="object")),
    "array": schema(a=marked(type="array")),
    "type null": schema(a=marked(type="null")),
    "type list": schema(a=marked(type=["string", "null"])),
    "untyped": schema(a={"x-mcp-header": "A"}),
    "twice": schema(a=marked("Region"), b=schema(c=marked("rEGION"))),
    "items": schema(a={"type": "array", "items": marked()}),
    "items as a list": schema(a={"type": "array", "items": [marked()]}),
    "properties in items": schema(a={"type": "array", "items": schema(b=marked())}),
    "ref": {**schema(a={"$ref": "#/$defs/a"}), "$defs": {"a": marked()}},
    **{key: {**schema(), key: [schema(a=marked())]} for key in ("oneOf", "anyOf", "allOf", "prefixItems")},
    **{
        key: {**schema(), key: schema(a=marked())}
        for key in ("not", "if", "then", "else", "additionalProperties", "unevaluatedProperties")
    },
    **{
        key: {**schema(), key: {"a": marked()}}
        for key in ("patternProperties", "dependentSchemas", "definitions")
    },
}


@pytest.mark.parametrize("case", UNSOUND)
def test_a_schema_that_breaks_a_rule_has_one_fault(case: str) -> None:
    faults = header_faults(UNSOUND[case])
    assert len(faults) == 1, faults
    assert "x-mcp-header" in faults[0]


def test_every_fault_of_a_schema_is_said() -> None:
    faults = header_faults(schema(a=marked("", type="number"), b={"items": marked("ok")}, c=marked("Ok")))
    assert faults == [
        "a: x-mcp-header is empty",
        "a: x-mcp-header requires the type string, integer or boolean",
        "b.items: x-mcp-header is not reachable from the root through `properties` alone",
        "c: x-mcp-header 'Ok' is already used by b.items",
    ]


def test_a_forced_call_sends_only_headers_that_may_be_sent() -> None:
    fields = schema(a=marked("bad name"), b=marked("B"), c=marked("b"), d=marked("D", type="number"))
    arguments = {"a": "1", "b": "2", "c": "3", "d": 4.0}
    assert param_headers(fields, arguments) == (("Mcp-Param-B", "2"),)


def test_a_schema_of_any_depth_is_walked() -> None:
    deep: dict[str, Any] = marked()
    for _ in range(5000):
        deep = {"not": deep}
    assert len(header_faults(deep)) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["properties", "items", "x-mcp-header", "type", "anyOf", "$defs", "a"]), inner
        )
    ),
    max_leaves=30,
)


@given(JSON, JSON)
def test_no_schema_and_no_arguments_make_it_fail(any_schema: Any, arguments: Any) -> None:
    header_faults(any_schema)
    for name, value in param_headers(any_schema, arguments):
        assert re.fullmatch(r"Mcp-Param-[!-~]+", name)
        assert re.fullmatch(r"[\x20-\x7e]*", value)
