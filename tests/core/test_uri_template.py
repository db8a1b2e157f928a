"""Examples of RFC 6570 whose values are texts."""

from __future__ import annotations

import pytest

from inspector.core.uri_template import expand, variables

VALUES = {
    "var": "value",
    "hello": "Hello World!",
    "half": "50%",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "v": "6",
    "x": "1024",
    "y": "768",
    "empty": "",
}


@pytest.mark.parametrize(
    ("template", "uri"),
    [
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("{+hello}", "Hello%20World!"),
        ("{+base}index", "http://example.com/home/index"),
        ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("map?{x,y}", "map?1024,768"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("{#x,hello,y}", "#1024,Hello%20World!,768"),
        ("{var:3}", "val"),
        ("X{.x,y}", "X.1024.768"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{?x,y,empty}", "?x=1024&y=768&empty="),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("{+path}/here", "/foo/bar/here"),
        ("file:///{broken", "file:///{broken"),
    ],
)
def test_template_expands_as_the_rfc_says(template: str, uri: str) -> None:
    assert expand(template, VALUES) == uri


def test_reserved_expansion_keeps_escapes_that_are_there() -> None:
    assert expand("{+a}", {"a": "a%20b%zz"}) == "a%20b%25zz"


def test_variables_are_named_once_in_order() -> None:
    assert variables("x://{host}/{+path}{?q,host,page*}{&n:3}") == ["host", "path", "q", "page", "n"]
