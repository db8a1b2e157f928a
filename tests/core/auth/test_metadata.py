"""Where metadata is looked for, and what is made of documents that lie."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.auth.metadata import (
    issuer_matches,
    legacy_server,
    resource_metadata_urls,
    resource_of,
    resource_problem,
    server_metadata_urls,
    server_of,
)

MCP = "https://mcp.test/public/mcp"


def test_the_place_that_is_named_comes_first_then_the_path_then_the_root() -> None:
    assert resource_metadata_urls(MCP, "https://x.test/prm") == [
        "https://x.test/prm",
        "https://mcp.test/.well-known/oauth-protected-resource/public/mcp",
        "https://mcp.test/.well-known/oauth-protected-resource",
    ]


def test_no_place_is_asked_twice() -> None:
    assert resource_metadata_urls("https://mcp.test/") == [
        "https://mcp.test/.well-known/oauth-protected-resource"
    ]


def test_an_issuer_with_a_path_has_three_places() -> None:
    assert server_metadata_urls("https://as.test/t") == [
        "https://as.test/.well-known/oauth-authorization-server/t",
        "https://as.test/.well-known/openid-configuration/t",
        "https://as.test/t/.well-known/openid-configuration",
    ]


@pytest.mark.parametrize("issuer", ["https://as.test", "https://as.test/"])
def test_an_issuer_without_a_path_has_two(issuer: str) -> None:
    assert server_metadata_urls(issuer) == [
        "https://as.test/.well-known/oauth-authorization-server",
        "https://as.test/.well-known/openid-configuration",
    ]


@pytest.mark.parametrize(
    "resource",
    [
        MCP,
        "https://mcp.test/public",
        "https://mcp.test",
        "https://mcp.test/",
        "HTTPS://MCP.test:443/public/mcp",
    ],
)
def test_metadata_of_the_server_or_above_it_is_its(resource: str) -> None:
    assert resource_problem(resource, MCP) == ""


@pytest.mark.parametrize(
    ("resource", "words"),
    [
        ("", "does not say"),
        ("https://evil.test/public/mcp", "a different origin"),
        ("http://mcp.test/public/mcp", "a different origin"),
        ("https://mcp.test:8443/public/mcp", "a different origin"),
        ("https://mcp.test/public/mc", "a different path"),
        ("https://mcp.test/public/mcp/deeper", "a different path"),
        ("https://mcp.test/public/mcp#x", "fragment"),
        ("https://mcp.test/public/mcp?tenant=b", "a different query"),
        ("not a url", "a different origin"),
    ],
)
def test_metadata_of_another_resource_is_not(resource: str, words: str) -> None:
    assert words in resource_problem(resource, MCP)


def test_fields_of_the_wrong_kind_are_left_out_and_named() -> None:
    found = server_of(
        {
            "issuer": 7,
            "token_endpoint": ["x"],
            "scopes_supported": "read write",
            "code_challenge_methods_supported": ["S256", 1],
            "authorization_response_iss_parameter_supported": "true",
        }
    )
    assert (found.issuer, found.token_endpoint, found.scopes) == ("", "", None)
    assert found.challenge_methods == ("S256",)
    assert found.iss_advertised is False
    assert [problem.split()[0] for problem in found.problems] == [
        "issuer",
        "token_endpoint",
        "scopes_supported",
        "code_challenge_methods_supported",
        "authorization_response_iss_parameter_supported",
    ]


def test_the_default_paths_are_on_the_origin() -> None:
    found = legacy_server("https://mcp.test/deep/mcp")
    assert (found.issuer, found.authorization_endpoint) == ("https://mcp.test", "https://mcp.test/authorize")
    assert (found.token_endpoint, found.registration_endpoint) == (
        "https://mcp.test/token",
        "https://mcp.test/register",
    )


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from([*server_of({}).__slots__, "resource", "authorization_servers"]), _JSON)
)
def test_no_document_raises(document: dict[str, Any]) -> None:
    server_of(document)
    resource_of(document)


def test_metadata_of_a_resource_are_read_by_kind() -> None:
    found = resource_of(
        {
            "resource": "https://h/mcp",
            "authorization_servers": ["https://as", 1],
            "scopes_supported": [],
            "dpop_bound_access_tokens_required": True,
            "dpop_signing_alg_values_supported": "ES256",
        }
    )
    assert found.resource == "https://h/mcp" and found.authorization_servers == ("https://as",)
    assert (found.scopes, found.dpop_required, found.dpop_algorithms) == ((), True, ())
    assert found.problems == (
        "authorization_servers is not a list of strings",
        "dpop_signing_alg_values_supported is not a list of strings",
    )
    empty = resource_of({})
    assert (empty.resource, empty.authorization_servers, empty.scopes) == ("", (), None)
    assert (empty.dpop_required, empty.problems) == (False, ())


def test_every_field_of_a_server_is_read_under_its_own_name() -> None:
    endpoints = ("authorization", "token", "registration", "revocation")
    texts = ("issuer", *(f"{name}_endpoint" for name in endpoints))
    lists = {
        "scopes_supported": "scopes",
        "grant_types_supported": "grant_types",
        "token_endpoint_auth_methods_supported": "auth_methods",
        "token_endpoint_auth_signing_alg_values_supported": "auth_algorithms",
        "code_challenge_methods_supported": "challenge_methods",
        "dpop_signing_alg_values_supported": "dpop_algorithms",
        "authorization_grant_profiles_supported": "grant_profiles",
    }
    flags = {
        "client_id_metadata_document_supported": "metadata_documents",
        "authorization_response_iss_parameter_supported": "iss_advertised",
    }
    document: dict[str, Any] = {name: f"https://as/{name}" for name in texts}
    found = server_of({**document, **{name: [name] for name in lists}, **dict.fromkeys(flags, True)})
    assert {name: getattr(found, name) for name in texts} == document
    assert {name: getattr(found, field) for name, field in lists.items()} == {name: (name,) for name in lists}
    assert all(getattr(found, field) is True for field in flags.values())
    assert found.problems == ()
    assert found.endpoints == {name: text for name, text in document.items() if name != "issuer"}
    empty = server_of({})
    assert (empty.dpop_algorithms, empty.grant_profiles, empty.grant_types, empty.iss_advertised) == (
        (), (), None, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "fits"), [("https://as", True), ("https://as/", False), ("https://AS", False)]
)
def test_an_issuer_is_the_same_letter_for_letter(said: str, fits: bool) -> None:
    assert issuer_matches(said, "https://as") is fits
