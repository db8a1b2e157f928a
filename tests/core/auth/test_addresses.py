"""Which URLs may be used, and which are the same."""

from __future__ import annotations

import pytest

from inspector.core.auth.addresses import canonical, is_private, origin, path_of, refused, same_origin


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTPS://MCP.Example.COM:443/", "https://mcp.example.com"),
        ("https://mcp.example.com/mcp", "https://mcp.example.com/mcp"),
        ("https://mcp.example.com/Mcp/?a=B#part", "https://mcp.example.com/Mcp/?a=B"),
        ("http://localhost:3000/mcp", "http://localhost:3000/mcp"),
        ("https://user:pass@host/x", "https://host/x"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
    ],
)
def test_resource_indicators_are_canonical(url: str, expected: str) -> None:
    assert canonical(url) == expected


def test_an_origin_is_scheme_host_and_port() -> None:
    assert origin("https://A.b:443/x") == "https://a.b"
    assert origin("http://a.b:8080/x") == "http://a.b:8080"
    assert origin("ftp://a.b") == ""
    assert origin("https://a.b:port/") == ""


@pytest.mark.parametrize(
    "other",
    ["http://a.test/x", "https://a.test:8443/x", "https://b.test/x", "https://a.test.evil/x", "/x", ""],
)
def test_other_origins_are_others(other: str) -> None:
    assert not same_origin("https://a.test/x", other)
    assert not same_origin(other, other) or other.startswith("http")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("javascript:alert(1)", "not an http"),
        ("file:///etc/passwd", "not an http"),
        ("https://", "not an http"),
        ("https://a b.test/", "spaces"),
        ("https://a.test/\n", "spaces"),
        ("https://user:pass@a.test/", "user name"),
        ("http://a.test/token", "plain http"),
        ("https://169.254.169.254/latest/meta-data", "private network"),
        ("https://10.0.0.1/", "private network"),
        ("http://localhost/token", "private network"),
        ("http://[::1]/token", "private network"),
        ("https://[::ffff:10.0.0.1]/token", "private network"),
        ("https://metadata.localhost/", "private network"),
    ],
)
def test_urls_of_a_public_server_that_are_not_used(url: str, words: str) -> None:
    assert words in refused(url, ["https://mcp.test/mcp"])


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("https://as.test/token", "https://mcp.test/mcp"),
        ("http://localhost:9000/token", "http://localhost:3000/mcp"),
        ("https://10.0.0.2/token", "http://192.168.0.7/mcp"),
    ],
)
def test_urls_that_are_used(url: str, server: str) -> None:
    assert refused(url, [server]) == ""


def test_what_a_person_named_may_be_private() -> None:
    assert refused("https://10.0.0.1/token", ["https://mcp.test/mcp", "https://10.0.0.1"]) == ""


def test_plain_http_is_used_when_a_person_allows_it() -> None:
    assert refused("http://as.test/token", ["http://mcp.test/mcp"], allow_http=True) == ""


def test_public_addresses_are_public() -> None:
    assert not is_private("https://1.1.1.1/")
    assert not is_private("https://example.com/")


@pytest.mark.parametrize(
    ("url", "path"),
    [("https://a.b/", ""), ("https://a.b", ""), ("https://a.b/x/y/", "/x/y"), ("ftp://a.b/x", "")],
)
def test_a_path_has_no_slash_at_its_end(url: str, path: str) -> None:
    assert path_of(url) == path


def test_what_is_no_address_is_its_own_resource() -> None:
    assert canonical("ftp://A.b/#c") == "ftp://A.b/#c"
