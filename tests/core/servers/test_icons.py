"""Icons as servers declare them: what may be loaded, from where, and that nothing is loaded by itself."""

from __future__ import annotations

import asyncio
import base64
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.servers.icons import best_icon, icons_of, load_icon, same_origin
from inspector.demo.content import png
from inspector.render.icon_data import MOST_BYTES

PNG = png(8, 8, (1, 2, 3))
DATA = "data:image/png;base64," + base64.b64encode(PNG).decode()


def _one(**members: Any) -> Any:
    (icon,) = icons_of({"icons": [members]})
    return icon


@pytest.mark.parametrize(
    ("src", "origin"),
    [
        (DATA, "data"),
        ("https://x.example/a.png", "https://x.example"),
        ("HTTPS://X.example:443/a", "https://x.example"),
        ("https://x.example:8443/a", "https://x.example:8443"),
        ("https://[::1]:8443/a", "https://[::1]:8443"),
    ],
)
def test_https_and_data_are_the_two_that_may_be_loaded(src: str, origin: str) -> None:
    icon = _one(src=src)
    assert (icon.origin, icon.problem) == (origin, "")


@pytest.mark.parametrize(
    ("src", "problem"),
    [
        ("http://x.example/a.png", "only https: and data: are allowed, not http:"),
        ("file:///etc/passwd", "only https: and data: are allowed, not file:"),
        ("javascript:alert(1)", "only https: and data: are allowed, not javascript:"),
        ("ftp://x/a", "only https: and data: are allowed, not ftp:"),
        ("ws://x/a", "only https: and data: are allowed, not ws:"),
        ("a.png", "only https: and data: are allowed, not a relative URL:"),
        ("//x.example/a.png", "only https: and data: are allowed, not a relative URL:"),
        ("https:///a.png", "src has no host"),
        ("https://me:secret@x.example/a.png", "src contains a user name or password"),
        ("https://x.example:port/a", "src is not a URL"),
        ("https://x.example:0/a", "src is not a URL"),
        ("https://[::1/a", "src is not a URL"),
    ],
)
def test_every_other_source_is_refused_in_words(src: str, problem: str) -> None:
    icon = _one(src=src)
    assert (icon.src, icon.problem) == (src, problem)
    assert asyncio.run(load_icon(icon)).problem == problem


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (7, "icons is not a list"),
        ("x", "icons is not a list"),
        ({"src": "x"}, "icons is not a list"),
        ([7], "not an object"),
        ([None], "not an object"),
        ([{}], "src is missing or not a string"),
        ([{"src": 7}], "src is missing or not a string"),
        ([{"src": ""}], "src is missing or not a string"),
    ],
)
def test_icons_of_any_shape_are_named(given: Any, problem: str) -> None:
    assert [icon.problem for icon in icons_of({"icons": given})] == [problem]


@pytest.mark.parametrize("item", [{}, {"icons": None}, {"icons": []}, None, [], "x"])
def test_what_declares_no_icons_has_none(item: Any) -> None:
    assert icons_of(item) == ()


def test_more_icons_than_anybody_shows_are_not_looked_at() -> None:
    assert len(icons_of({"icons": [{"src": DATA}] * 40})) == 32


@pytest.mark.parametrize(
    ("src", "host"),
    [(DATA, ""), ("https://x.example:8443/a", "x.example:8443"), ("https://x.example/a", "x.example")],
)
def test_an_icon_says_from_which_host_it_would_come(src: str, host: str) -> None:
    assert _one(src=src).host == host


@pytest.mark.parametrize("problem", ["", "HTTP 404"])
def test_an_icon_of_a_host_is_fetched_and_looked_at(monkeypatch: pytest.MonkeyPatch, problem: str) -> None:
    asked: list[tuple[str, int]] = []

    async def fetch(url: str, most: int) -> Any:
        asked.append((url, most))
        return SimpleNamespace(problem=problem, data=PNG)

    monkeypatch.setattr("inspector.transport.icon_fetch.fetch", fetch)
    got = asyncio.run(load_icon(_one(src="https://x.example/a.png")))
    assert asked == [("https://x.example/a.png", MOST_BYTES)]
    assert (got.problem, got.data) == (problem, b"" if problem else PNG)


def test_the_members_are_kept_as_far_as_they_are_texts() -> None:
    icon = _one(src=DATA, mimeType="image/png", sizes=["48x48", 7], theme="dark")
    assert (icon.mime, icon.sizes, icon.theme) == ("image/png", ("48x48",), "dark")
    assert _one(src=DATA, sizes="any").sizes == ("any",)


def test_the_best_is_for_the_theme_and_can_be_loaded() -> None:
    icons = icons_of({"icons": [{"src": "file:///a"}, {"src": DATA}, {"src": DATA + "#", "theme": "dark"}]})
    assert best_icon(icons, dark=False) == icons[1]
    assert best_icon(icons, dark=True) == icons[2]
    assert best_icon(icons[:1], dark=True) is None


def test_the_origin_of_the_server_is_recognised() -> None:
    icon = _one(src="https://x.example/a.png")
    assert same_origin(icon, "https://x.example:443/mcp")
    assert not same_origin(icon, "http://x.example/mcp")
    assert not same_origin(icon, "https://y.example/mcp")
    assert not same_origin(icon, "")
    assert not same_origin(_one(src="https://x.example:80/a"), "http://x.example/mcp")
    assert same_origin(_one(src="https://x.example:80/a"), "https://x.example:80/mcp")


def test_a_data_icon_is_decoded_and_looked_at() -> None:
    assert asyncio.run(load_icon(_one(src=DATA))).data == PNG
    assert "not PNG" in asyncio.run(load_icon(_one(src="data:image/png,hello"))).problem
    assert "cannot be decoded" in asyncio.run(load_icon(_one(src="data:image/png;base64,?"))).problem
