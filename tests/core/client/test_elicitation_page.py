"""The address of a URL elicitation: which part is the host, what is suspicious, what is never opened."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.client.elicitation_page import asked_page


@pytest.mark.parametrize(
    ("url", "host", "warnings"),
    [
        ("https://example.com/login?x=1", "example.com", ()),
        ("https://EXAMPLE.com:8443/a", "EXAMPLE.com", ()),
        ("http://localhost:3000/a", "localhost", ()),
        ("https://[::1]:8443/a", "[::1]", ()),
        ("http://example.com/", "example.com", ("insecure",)),
        ("https://bank.com@evil.com/", "evil.com", ("credentials",)),
        ("https://xn--pple-43d.com/", "xn--pple-43d.com", ("foreign",)),
        ("https://аpple.com/", "аpple.com", ("foreign",)),
        ("https://bank.com\\@evil.com/", "evil.com", ("odd", "credentials")),
        ("https://bank.com/ x", "bank.com", ("odd",)),
        ("file:///etc/passwd", "", ("no_url",)),
        ("ftp://a.b/c", "a.b", ("not_web",)),
        ("javascript:alert(1)", "", ("no_url",)),
        ("https://a.b:port/", "", ("no_url",)),
        ("https://[bad/", "", ("no_url",)),
        ("", "", ("no_url",)),
        (None, "", ("no_url",)),
        (3, "", ("no_url",)),
    ],
)
def test_host_is_found_and_what_is_suspicious_is_named(
    url: Any, host: str, warnings: tuple[str, ...]
) -> None:
    page = asked_page(url)
    assert (page.host, page.warnings) == (host, warnings)
    assert page.before + page.host + page.after == page.url
    assert page.openable is not bool({"odd", "no_url", "not_web"} & set(warnings))


def test_host_is_marked_where_it_stands_and_not_where_the_scheme_looks_like_it() -> None:
    page = asked_page("https://t/p")
    assert (page.before, page.host, page.after) == ("https://", "t", "/p")


def test_both_readings_of_a_host_are_shown() -> None:
    assert asked_page("https://xn--pple-43d.com/").reading == "аpple.com"
    assert asked_page("https://аpple.com/").reading == "xn--pple-43d.com"
    assert asked_page("https://apple.com/").reading == ""
