"""The entry key `auth` of a server."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.servers.auth_settings import METHODS, AuthSettings, auth_from_entry, entry_of_auth
from inspector.errors import UsageError


@pytest.mark.parametrize("method", METHODS)
def test_an_entry_comes_back_as_it_was(method: str) -> None:
    settings = AuthSettings(method, client_id="x", client_secret="${secret:server/a/client}", allow_http=True)
    assert auth_from_entry(entry_of_auth(settings)) == settings


def test_an_entry_has_only_what_was_said() -> None:
    assert entry_of_auth(AuthSettings()) == {"method": "auto"}
    assert entry_of_auth(AuthSettings(register=False)) == {"method": "auto", "register": False}


def test_scopes_may_be_a_list_and_unknown_keys_are_left_alone() -> None:
    assert auth_from_entry({"scopes": ["a", "b"], "future": 1}) == AuthSettings(scopes="a b")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ([], "must be an object"),
        ({"method": "magic"}, "one of auto, none"),
        ({"method": 1}, "must be a string"),
        ({"register": "yes"}, "true or false"),
        ({"dpop": "maybe"}, "one of auto, always"),
        ({"token_endpoint_auth_method": "tls"}, "one of client_secret_basic"),
    ],
)
def test_what_cannot_be_meant_is_refused(entry: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        auth_from_entry(entry)


def test_only_a_sign_in_needs_a_person() -> None:
    assert [method for method in METHODS if AuthSettings(method).needs_user] == ["auto"]
