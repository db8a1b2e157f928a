"""Who we are for an authorization server, and how we prove it there."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.auth.identity import (
    document_problem,
    from_document,
    pre_registered,
    registered_client,
    registration_body,
    still_good,
)
from inspector.core.auth.metadata import ServerMetadata
from inspector.core.auth.ports import KnownClient
from inspector.core.servers.auth_settings import AuthSettings

URI = "http://127.0.0.1:4545/callback"


def server(*methods: str) -> ServerMetadata:
    return ServerMetadata("https://as.test", auth_methods=methods or None)


@pytest.mark.parametrize(
    ("given", "allowed", "method"),
    [
        ({"client_id": "me"}, (), "none"),
        ({"client_id": "me", "client_secret": "s"}, (), "client_secret_basic"),
        ({"client_id": "me", "client_secret": "s"}, ("client_secret_post",), "client_secret_post"),
        ({"client_id": "me", "client_secret": "s"}, ("none",), "client_secret_basic"),
        ({"private_key": "k"}, (), "private_key_jwt"),
        ({"private_key": "k", "client_secret": "s"}, (), "client_secret_basic"),
        ({"private_key": "k", "client_secret": "s"}, ("private_key_jwt",), "private_key_jwt"),
        ({"client_secret": "s", "token_endpoint_auth_method": "none"}, (), "none"),
    ],
)
def test_a_client_of_the_settings_proves_itself_as_it_can_and_may(
    given: dict[str, str], allowed: tuple[str, ...], method: str
) -> None:
    client = pre_registered(AuthSettings(**given), server(*allowed))  # type: ignore[arg-type]
    assert (client.auth_method, client.kind) == (method, "pre_registered")
    assert (client.client_id, client.client_secret) == (
        given.get("client_id", ""),
        given.get("client_secret", ""),
    )


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://me.test/client.json", ""),
        ("HTTPS://me.test/a/b", ""),
        ("http://me.test/client.json", "not an https URL"),
        ("https:///client.json", "not an https URL"),
        ("https://me.test", "has no path"),
        ("https://me.test/", "has no path"),
        ("https://me.test/a#b", "has a fragment or a user name"),
        ("https://u@me.test/a", "has a fragment or a user name"),
        ("https://me.test/a/../b", "has . or .. in its path"),
        ("https://me.test/./b", "has . or .. in its path"),
    ],
)
def test_a_document_has_to_be_at_an_https_url_that_says_one_place(url: str, problem: str) -> None:
    assert document_problem(url) == problem


@pytest.mark.parametrize(
    ("key", "allowed", "method"),
    [("k", ("private_key_jwt",), "private_key_jwt"), ("k", (), "none"), ("", ("private_key_jwt",), "none")],
)
def test_a_client_with_a_document_signs_where_both_can(
    key: str, allowed: tuple[str, ...], method: str
) -> None:
    settings = AuthSettings(client_metadata_url="https://me.test/c", private_key=key)
    assert from_document(settings, server(*allowed)) == KnownClient(
        "https://me.test/c", "", method, "metadata_document"
    )


@pytest.mark.parametrize(
    ("allowed", "method"),
    [
        ((), "none"),
        (("none",), "none"),
        (("client_secret_basic", "none"), "none"),
        (("client_secret_post", "client_secret_basic"), "client_secret_post"),
        (("private_key_jwt", "client_secret_basic"), "client_secret_basic"),
        (("private_key_jwt",), "none"),
    ],
)
def test_we_register_as_public_where_that_may_be(allowed: tuple[str, ...], method: str) -> None:
    body = registration_body(server(*allowed), URI, "a b", dpop=True)
    assert body["token_endpoint_auth_method"] == method
    assert (body["scope"], body["dpop_bound_access_tokens"], body["redirect_uris"]) == ("a b", True, [URI])
    assert {"scope", "dpop_bound_access_tokens"} & registration_body(
        server(), URI, "", dpop=False
    ).keys() == set()


SENT: dict[str, Any] = {"token_endpoint_auth_method": "none", "redirect_uris": [URI]}


@pytest.mark.parametrize(
    ("answer", "client"),
    [
        ({}, KnownClient("id", "", "none", "registered", (URI,))),
        ({"client_secret": "s"}, KnownClient("id", "s", "client_secret_basic", "registered", (URI,))),
        (
            {"client_secret": "s", "client_secret_expires_at": 99, "scope": "a"},
            KnownClient("id", "s", "client_secret_basic", "registered", (URI,), 99, "a"),
        ),
        ({"client_secret_expires_at": 99}, KnownClient("id", "", "none", "registered", (URI,))),
        (
            {"client_secret": "s", "client_secret_expires_at": 0},
            KnownClient("id", "s", "client_secret_basic", "registered", (URI,)),
        ),
        ({"redirect_uris": ["http://x/"]}, KnownClient("id", "", "none", "registered", ("http://x/",))),
        ({"redirect_uris": []}, KnownClient("id", "", "none", "registered", (URI,))),
        (
            {"client_secret": "s", "token_endpoint_auth_method": "client_secret_post"},
            KnownClient("id", "s", "client_secret_post", "registered", (URI,)),
        ),
    ],
)
def test_a_registration_is_understood(answer: dict[str, Any], client: KnownClient) -> None:
    assert registered_client({"client_id": "id", **answer}, SENT, server()) == (client, "")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({}, "has no client_id"),
        ({"client_id": 5}, "has no client_id"),
        ({"client_id": "id", "token_endpoint_auth_method": "private_key_jwt"}, "which was not requested"),
        ({"client_id": "id", "token_endpoint_auth_method": "magic"}, "requires magic"),
        ({"client_id": "id", "token_endpoint_auth_method": "client_secret_post"}, "provides no secret"),
    ],
)
def test_a_registration_that_cannot_be_used_says_why(answer: dict[str, Any], problem: str) -> None:
    client, said = registered_client(answer, SENT, server())
    assert client is None and problem in said


def test_what_the_server_lists_is_what_it_meant_where_it_does_not_say() -> None:
    answer = {"client_id": "id", "client_secret": "s"}
    client, _ = registered_client(answer, SENT, server("none"))
    assert client is not None and client.auth_method == "none"


@pytest.mark.parametrize(
    ("client", "now", "why"),
    [
        (KnownClient("id", redirect_uris=(URI,)), 10.0**9, ""),
        (KnownClient("id", redirect_uris=("http://x/",)), 0, "a different redirect URI"),
        (KnownClient("id", redirect_uris=(URI,), expires_at=1000), 939, ""),
        (KnownClient("id", redirect_uris=(URI,), expires_at=1000), 940, "its secret has expired"),
        (KnownClient("id", redirect_uris=(URI,), scope="less"), 0, ""),
    ],
)
def test_a_client_registered_before_is_good_until_it_is_nearly_over(
    client: KnownClient, now: float, why: str
) -> None:
    said = still_good(client, URI, now)
    assert why in said and bool(said) == bool(why)
