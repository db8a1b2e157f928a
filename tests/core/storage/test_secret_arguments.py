"""Which fields are hidden while they are typed in and not kept: what gives access, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.core.storage.secret_arguments import is_secret, without_secrets
from inspector.schema.fields import build_fields


def field(name: str, schema: dict[str, Any]) -> Any:
    return build_fields({"type": "object", "properties": {name: schema}}).properties()[0]


@pytest.mark.parametrize(
    "name", ["password", "api_key", "apiKey", "access_token", "clientSecret", "secret_id"]
)
def test_what_is_called_like_a_secret_is_one(name: str) -> None:
    assert is_secret(field(name, {"type": "string"}))


@pytest.mark.parametrize("schema", [{"writeOnly": True}, {"format": "password"}])
def test_what_the_schema_says_is_a_secret_is_one(schema: dict[str, Any]) -> None:
    assert is_secret(field("note", {"type": "string", **schema}))


@pytest.mark.parametrize(
    "name",
    [
        *("key", "author", "monkey", "keyboard", "issue_key", "sort_key", "pageToken", "paginationToken"),
        *("credentialId", "credentialType", "aws_secret_arn", "auth_type"),
    ],
)
def test_keys_of_dictionaries_pages_and_names_of_secrets_are_none(name: str) -> None:
    assert not is_secret(field(name, {"type": "string"}))


def test_a_secret_in_a_choice_inside_a_choice_is_found() -> None:
    hidden = {"type": "object", "properties": {"pin": {"type": "integer", "writeOnly": True}}}
    other = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema = {"allOf": [{"oneOf": [other, {"type": "object"}]}, {"oneOf": [hidden, other]}]}
    assert without_secrets(schema, '{"pin": 1}') == ("{}", True)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"a": list(range(30_000)), "password": "x"}),
        json.dumps({"a": "x" * 300_000, "password": "x"}),
        json.dumps([{"password": "x"}] * 100),
        '{"a":' + "[" * 20_000 + "]" * 20_000 + "}",
    ],
)
def test_what_cannot_be_looked_through_is_not_kept(text: str) -> None:
    assert without_secrets({}, text) == ("", True)


def test_shapes_that_multiply_at_each_level_are_looked_through() -> None:
    shapes = [
        {"properties": {"k": {"const": number}, "inner": {"$ref": "#/$defs/node"}}} for number in range(10)
    ]
    schema = {"$ref": "#/$defs/node", "$defs": {"node": {"oneOf": shapes}}}
    text = '{"k": 1, "inner": ' * 30 + '{"password": "x"}' + "}" * 30
    assert without_secrets(schema, text) == (text.replace('"password": "x"', ""), True)
