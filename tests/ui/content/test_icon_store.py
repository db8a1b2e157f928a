"""Icons: drawn from checked bytes, fetched only on the user's word."""

from __future__ import annotations

import base64
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.icons import icons_of
from inspector.render.icon_data import IconData, icon_data
from inspector.transport import icon_fetch
from inspector.transport.icon_fetch import Fetched
from inspector.ui.content.icon_bar import IconBar
from inspector.ui.content.icon_store import SIDE, IconStore, draw
from inspector.ui.panels import Panel
from inspector.ui.widgets.controls import Notice
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
Until = Callable[..., Coroutine[Any, Any, None]]
pytestmark = pytest.mark.gui
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4H0z" fill="#0f0"/></svg>'


def _encoded(kind: str, width: int = 100, height: int = 50) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _icons(*sources: str) -> Any:
    return icons_of({"icons": [{"src": source} for source in sources]})


def _data(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """URLs that were asked for; each is answered with a picture."""
    asked: list[str] = []

    async def fetch(url: str, most_bytes: int) -> Fetched:
        asked.append(url)
        return Fetched(_encoded("PNG")) if "good" in url else Fetched(problem="answered 404")

    monkeypatch.setattr(icon_fetch, "fetch", fetch)
    yield asked


@pytest.mark.parametrize("kind", ["PNG", "JPG", "WEBP"])
def test_pictures_are_drawn_no_larger_than_they_are_shown(qapp: Any, kind: str) -> None:
    image = draw(icon_data(_encoded(kind, 300, 150)))
    assert (image.width(), image.height()) == (SIDE, SIDE // 2)
    assert QColor(image.pixel(5, 5)).green() > 240


def test_an_svg_is_drawn(qapp: Any) -> None:
    image = draw(icon_data(SVG))
    assert (image.width(), image.height()) == (SIDE, SIDE // 2)
    assert QColor(image.pixel(5, 5)).name() == "#00ff00"


def test_a_picture_that_is_cut_off_is_no_picture(qapp: Any) -> None:
    assert draw(icon_data(_encoded("PNG")[:40])).isNull()


def test_bytes_are_only_read_as_what_they_were_checked_for(qapp: Any) -> None:
    """Qt would find out by itself that this is SVG, and open the files it names."""
    assert draw(IconData(SVG, "image/png", 8, 4)).isNull()


def test_nothing_is_loaded_before_somebody_asks(
    arun: Runner, qtbot: QtBot, fetched: list[str], until: Until
) -> None:
    store = IconStore()
    bar = IconBar("thing", store)
    qtbot.addWidget(bar)
    icons = _icons(_data(_encoded("PNG")), "https://good.example/a.png", "https://bad.example/b", "file:///x")

    async def main() -> None:
        bar.show_icons(icons, "https://server.example/mcp")
        bar.show()
        assert store.drawn(icons[0]) is None
        bar.findChild(QPushButton, "thing_icons").click()
        await until(lambda: store.drawn(icons[0]), what="the data icon")
        await until(lambda: store.drawn(icons[3]), what="the refusal")
        assert fetched == []
        notice = bar.findChild(Notice, "thing_icon_question")
        assert "good.example, bad.example" in notice.text()
        assert "not the server's host" in notice.text()
        assert store.drawn(icons[1]) is None
        bar.findChild(QPushButton, "thing_icons_load").click()
        await until(lambda: store.drawn(icons[1]) and store.drawn(icons[2]), what="both from elsewhere")
        assert sorted(fetched) == ["https://bad.example/b", "https://good.example/a.png"]
        assert not notice.isVisible()

        def words() -> list[str]:
            return [label.text() for label in bar.findChildren(QLabel) if "no icon" in label.text()]

        await until(lambda: len(words()) == 2, what="the words of before are gone")
        assert len(bar.findChildren(QWidget, "thing_icon")) == 2
        assert any("bad.example: answered 404" in one for one in words())
        assert any("only https: and data:" in one for one in words())
        bar.show_icons(_icons(_data(SVG)), "")
        assert not bar.findChild(QWidget, "thing_icon_pictures").isVisible()

    arun(main())


def test_what_the_bytes_are_counts_and_not_what_is_declared(arun: Runner, qtbot: QtBot, until: Until) -> None:
    (icon,) = icons_of({"icons": [{"src": _data(_encoded("JPG")), "mimeType": "image/png"}]})
    store = IconStore()

    async def main() -> None:
        store.show([icon])
        await until(lambda: store.drawn(icon), what="the icon")
        assert store.drawn(icon).words.startswith("image/jpeg · 100 × 50")
        assert "declared as image/png" in store.drawn(icon).words

    arun(main())


async def _panel(it: Live, key: str) -> Panel:
    client = it.program.servers.client("demo")
    await it.until(lambda: client.catalog.templates and client.catalog.prompts, "the lists")
    it.window.workspace.show_panel(key)
    return it.window.workspace.current_panel()


def test_icons_stand_in_the_list_when_asked_for(arun: Runner, tmp_path: Path, fetched: list[str]) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            panel: Any = await _panel(it, "resources")
            model = panel.list.view.model()
            assert model.pictures == {}
            (await it.find(QToolButton, "resource_form_show_icons")).click()
            await it.until(lambda: list(model.pictures) == ["demo://image/badge.png"], "the badge")
            assert fetched == []
            await it.click("resource_form_icons_allow")
            await it.until(lambda: fetched == ["https://example.com/icon.png"], "the one from elsewhere")
            (await it.find(QToolButton, "resource_form_show_icons")).click()
            assert model.pictures == {}

    arun(main())


def test_the_card_of_a_server_shows_its_icons(arun: Runner, tmp_path: Path, fetched: list[str]) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            panel = await _panel(it, "server")
            await it.click("server_icons")
            await it.until(lambda: len(panel.findChildren(QWidget, "server_icon")) == 2, "two drawings")
            assert fetched == []

    arun(main())
