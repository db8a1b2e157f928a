"""Icons as servers declare them: what may be loaded, from where, and that nothing is loaded by itself."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from inspector.core.servers.icons import best_icon, icons_of, load_icon, same_origin
from inspector.demo.content import png

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
    "src",
    [
        "http://x.example/a.png",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "ftp://x/a",
        "ws://x/a",
        "a.png",
        "//x.example/a.png",
        "https:///a.png",
        "https://me:secret@x.example/a.png",
        "https://x.example:port/a",
        "https://[::1/a",
    ],
)
def test_every_other_source_is_refused_in_words(src: str) -> None:
    icon = _one(src=src)
    assert icon.problem
    assert asyncio.run(load_icon(icon)).problem == icon.problem


@pytest.mark.parametrize("given", [7, "x", {"src": "x"}, [7], [{}], [{"src": 7}], [None]])
def test_icons_of_any_shape_are_named(given: Any) -> None:
    assert all(icon.problem for icon in icons_of({"icons": given}))
    assert icons_of({}) == ()
    assert icons_of(None) == ()


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


def test_a_data_icon_is_decoded_and_looked_at() -> None:
    assert asyncio.run(load_icon(_one(src=DATA))).data == PNG
    assert "not PNG" in asyncio.run(load_icon(_one(src="data:image/png,hello"))).problem
    assert "cannot be decoded" in asyncio.run(load_icon(_one(src="data:image/png;base64,?"))).problem
