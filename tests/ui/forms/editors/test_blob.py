"""Bytes in a field: from a file, a drop, the clipboard or the keyboard; said what they are, saved again."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.blob import BlobEditor
from inspector.ui.forms.form import Form
from inspector.ui.forms.large_value import LargeValue
from tests.conftest import Runner
from tests.ui.form_driving import find, shown_form, tool, value

BYTES = {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}


def editor(form: Form, name: str = "b") -> BlobEditor:
    row = form.row(f"/{name}")
    assert row is not None and isinstance(row.host.editor, BlobEditor)
    return row.host.editor


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


def about(form: Form, name: str = "b") -> str:
    label = form.findChild(QLabel, f"field_{name}_about")
    assert label is not None
    return label.text() if label.isVisible() else ""


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = QImage(16, 16, QImage.Format.Format_RGB32)
    image.fill(QColor("#1e90ff"))
    path = tmp_path / "photo.png"
    image.save(str(path))
    return path


def test_a_file_becomes_the_value_and_is_said_by_name(arun: Runner, qtbot: QtBot, picture: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}))
        editor(form).take_file(str(picture))
        await until(lambda: form.text() != "{}")
        assert base64.b64decode(value(form)["b"]) == picture.read_bytes()
        assert about(form).startswith("photo.png · image/png · ")

    arun(main())


def test_a_file_is_dropped_on_the_field(arun: Runner, qtbot: QtBot, picture: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(picture))])
        copy, button, none = (
            Qt.DropAction.CopyAction,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        enter = QDragEnterEvent(QPoint(5, 5), copy, data, button, none)
        QApplication.sendEvent(find(form, QLineEdit, "b"), enter)
        QApplication.sendEvent(
            find(form, QLineEdit, "b"), QDropEvent(QPointF(QPoint(5, 5)), copy, data, button, none)
        )
        await until(lambda: form.text() != "{}")
        assert "photo.png" in about(form)

    arun(main())


def test_a_large_file_is_a_chip_and_never_a_line(arun: Runner, qtbot: QtBot, tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "video.bin"
        path.write_bytes(bytes(range(256)) * 4000)
        form = shown_form(qtbot, tool({"b": {"type": "string", "format": "byte"}}))
        editor(form).take_file(str(path))
        await until(lambda: "1.0 MB" in about(form))
        assert find(form, LargeValue, "b").isVisible() and find(form, QLineEdit, "b_line").text() == ""
        assert json.loads(editor(form).shown() or "") == base64.b64encode(path.read_bytes()).decode()

    arun(main())


def test_a_file_that_cannot_be_read_is_told(arun: Runner, qtbot: QtBot, tmp_path: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}))
        editor(form).take_file(str(tmp_path / "gone"))
        await until(lambda: "Not read" in about(form))
        assert value(form) == {}

    arun(main())


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"contentEncoding": "base64"}, "AP8="),
        ({"contentEncoding": "base16"}, "00FF"),
        ({"contentEncoding": "base32"}, "AD7Q===="),
        ({"format": "base64url"}, "AP8="),
        ({"format": "data-url"}, "data:application/octet-stream;base64,AP8="),
    ],
)
def test_bytes_are_written_as_the_schema_wants_them(qtbot: QtBot, schema: dict[str, str], text: str) -> None:
    form = shown_form(qtbot, tool({"b": {"type": "string", **schema}}))
    editor(form).take_bytes(b"\x00\xff")
    assert value(form) == {"b": text}
    assert "2 B" in about(form)


def test_a_large_value_is_shown_before_the_loop_runs(qtbot: QtBot) -> None:
    text = "AAAA" * 100_000
    form = shown_form(qtbot, tool({"b": BYTES}), json.dumps({"b": text}))
    form.show_withheld()
    assert find(form, LargeValue, "b").text() == text and about(form) == "looking at it…"


def test_text_can_be_typed_and_is_said_when_it_is_not_base64(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": BYTES}))
    qtbot.keyClicks(find(form, QLineEdit, "b"), "aGVsbG8=")
    assert value(form) == {"b": "aGVsbG8="} and "5 B" in about(form)
    qtbot.keyClicks(find(form, QLineEdit, "b"), "!")
    assert value(form) == {"b": "aGVsbG8=!"} and about(form) == "not written in base64"
    find(form, QLineEdit, "b").selectAll()
    qtbot.keyClick(find(form, QLineEdit, "b"), Qt.Key.Key_Delete)
    assert value(form) == {"b": ""} and about(form) == ""


def test_the_clipboard_is_taken_as_bytes(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": BYTES}))
    QGuiApplication.clipboard().setText("안녕")
    find(form, QAction, "b_paste").trigger()
    assert base64.b64decode(value(form)["b"]).decode() == "안녕"
    image = QImage(3, 3, QImage.Format.Format_RGB32)
    image.fill(QColor("#123456"))
    QGuiApplication.clipboard().setImage(image)
    find(form, QAction, "b_paste").trigger()
    assert "image/png" in about(form)


def test_another_type_than_the_schema_expects_is_said(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": BYTES}))
    editor(form).take_bytes(b"%PDF-1.7 and so on")
    assert "application/pdf" in about(form) and "not image/png" in about(form)


def test_the_bytes_are_saved_again(arun: Runner, qtbot: QtBot, tmp_path: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}), '{"b": "aGVsbG8="}')
        editor(form).save_to(str(tmp_path / "out"))
        await until(lambda: "Saved" in about(form))
        assert (tmp_path / "out").read_bytes() == b"hello"

    arun(main())
