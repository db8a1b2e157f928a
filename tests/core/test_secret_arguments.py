"""Which fields are hidden while they are typed in and not kept: what gives access, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.secret_arguments import is_secret
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
