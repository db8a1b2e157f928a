"""The chosen string says what it holds; it is unpacked and opened only when somebody asks."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer import value_pane
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.picture import Picture
from inspector.ui.text.text_viewer import TextViewer
from tests.ui.form_driving import settle


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    urls: list[str] = []

    def take(url: object) -> bool:
        urls.append(url.toString())  # type: ignore[attr-defined]  # a QUrl
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", take)
    return urls


def choose(viewer: JsonViewer, qtbot: QtBot, value: object) -> None:
    viewer.set_bytes(json.dumps({"v": value}).encode())
    qtbot.waitUntil(viewer.is_ready, timeout=10_000)
    with qtbot.waitSignal(viewer.spots.selected):
        viewer.tree_view.locate(viewer.text().index('"v"') + 6)


def press(viewer: JsonViewer, name: str) -> None:
    QTest.mouseClick(viewer.value.findChild(QToolButton, name), Qt.MouseButton.LeftButton)


def said(viewer: JsonViewer) -> str:
    return viewer.value.findChild(QLabel).text()


def png() -> bytes:
    image = QImage(6, 4, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def test_a_picture_in_base64_is_drawn_when_asked_for(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, base64.b64encode(png()).decode())
    assert said(viewer).startswith("image/png in a text of")
    assert viewer.value.findChild(Picture) is None
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: viewer.value.findChild(Picture) is not None)
    assert viewer.value.findChild(Picture).image().width() == 6


def test_a_picture_that_cannot_be_drawn_says_why(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, base64.b64encode(png()[:40] + bytes(200)).decode())
    before = said(viewer)
    assert before.startswith("image/png in a text of")
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: said(viewer) != before)
    assert said(viewer) and viewer.value.findChild(Picture).image().isNull()


def test_a_pdf_is_shown_as_bytes_saved_and_opened_on_a_click(
    viewer: JsonViewer, qtbot: QtBot, opened: list[str], tmp_path: Path
) -> None:
    pdf = b"%PDF-1.7\n" + b"x" * 100
    choose(viewer, qtbot, "data:application/pdf;base64," + base64.b64encode(pdf).decode())
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: viewer.value.findChild(HexView) is not None)
    assert opened == []
    press(viewer, "value_open")
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert Path(opened[0].removeprefix("file://")).read_bytes() == pdf
    press(viewer, "value_save")
    qtbot.waitUntil(lambda: viewer.value.findChild(QFileDialog) is not None)
    viewer.value.findChild(QFileDialog).fileSelected.emit(str(tmp_path / "it.pdf"))
    viewer.value.findChild(QFileDialog).close()
    assert (tmp_path / "it.pdf").read_bytes() == pdf


def test_a_link_is_text_until_it_is_opened(viewer: JsonViewer, qtbot: QtBot, opened: list[str]) -> None:
    choose(viewer, qtbot, "https://example.com/a")
    assert said(viewer) == "Link to example.com"
    assert opened == []
    press(viewer, "value_open")
    assert opened == ["https://example.com/a"]


def test_a_host_that_looks_like_another_is_doubted(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, "https://ex\u0430mple.com/")  # a Cyrillic letter
    assert "xn--" in said(viewer)
    assert said(viewer).startswith("⚠")


def test_a_long_text_is_shown_whole_with_its_lines(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, "first line\n한국어\n" * 100)
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: viewer.value.findChild(TextViewer) is not None)
    assert bytes(viewer.value.findChild(TextViewer).view.data()).startswith("first line\n한국어".encode())


def test_short_texts_and_other_values_say_nothing(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, "short")
    assert viewer.value.isHidden()
    choose(viewer, qtbot, 12)
    assert viewer.value.isHidden()


def test_what_was_shown_goes_with_its_button_and_with_its_value(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, base64.b64encode(png()).decode())
    show = viewer.value.findChild(QToolButton, "value_show")
    assert isinstance(show, QToolButton)
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: bool(viewer.value.findChildren(Picture)))
    press(viewer, "value_show")
    settle()
    assert not viewer.value.findChildren(Picture) and not show.isChecked()
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: bool(viewer.value.findChildren(Picture)))
    choose(
        viewer, qtbot, "data:application/octet-stream;base64," + base64.b64encode(bytes(range(200))).decode()
    )
    settle()
    assert not viewer.value.findChildren(Picture) and not show.isChecked()
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: bool(viewer.value.findChildren(HexView)))
    assert viewer.value.findChildren(HexView)[0].size_shown() == 200
    viewer.set_bytes(b"[1]")
    settle()
    assert viewer.value.isHidden() and not viewer.value.findChildren(HexView)


def test_what_cannot_be_unpacked_is_shown_as_it_came(
    viewer: JsonViewer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_raw: object) -> Iterator[None]:
        yield
        return None

    choose(viewer, qtbot, "first line\n" * 100)
    assert said(viewer).startswith("Text of ")
    monkeypatch.setattr(value_pane, "unpack_steps", broken)
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: viewer.value.findChild(TextViewer) is not None)
    assert said(viewer) == "This text cannot be decoded; it is shown as received."
    assert bytes(viewer.value.findChild(TextViewer).view.data()).startswith(b'"first line\\nfirst')


def test_text_in_base64_is_shown_as_text(viewer: JsonViewer, qtbot: QtBot) -> None:
    choose(viewer, qtbot, "data:text/css;base64," + base64.b64encode(b"a { color: red }\n" * 20).decode())
    press(viewer, "value_show")
    qtbot.waitUntil(lambda: viewer.value.findChild(TextViewer) is not None)
    assert bytes(viewer.value.findChild(TextViewer).view.data()).startswith(b"a { color")


def test_each_kind_of_value_offers_what_can_be_done_with_it(viewer: JsonViewer, qtbot: QtBot) -> None:
    def offered() -> list[str]:
        names = ("value_show", "value_save", "value_open")
        return [name for name in names if not viewer.value.findChild(QToolButton, name).isHidden()]

    choose(viewer, qtbot, "https://example.com/a")
    assert offered() == ["value_open"]
    assert "https://example.com/a" in viewer.value.findChild(QToolButton, "value_open").toolTip()
    choose(viewer, qtbot, base64.b64encode(png()).decode())
    assert offered() == ["value_show", "value_save", "value_open"]
    assert "default app" in viewer.value.findChild(QToolButton, "value_open").toolTip()
    choose(viewer, qtbot, "first line\n" * 100)
    assert offered() == ["value_show", "value_save"]
