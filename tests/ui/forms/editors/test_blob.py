"""Bytes in a field: from a file, a drop, the clipboard or the keyboard; said what they are, saved again."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QToolButton
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
        await until(lambda: "Could not read" in about(form))
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
    assert find(form, LargeValue, "b").text() == text and about(form) == "reading…"


def test_text_can_be_typed_and_is_said_when_it_is_not_base64(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": BYTES}))
    qtbot.keyClicks(find(form, QLineEdit, "b"), "aGVsbG8=")
    assert value(form) == {"b": "aGVsbG8="} and "5 B" in about(form)
    qtbot.keyClicks(find(form, QLineEdit, "b"), "!")
    assert value(form) == {"b": "aGVsbG8=!"} and about(form) == "not valid base64"
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


def drop(form: Form, data: QMimeData) -> bool:
    """Drop something on the line; whether it was welcome."""
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none, line = Qt.KeyboardModifier.NoModifier, find(form, QLineEdit, "b")
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
    enter.ignore()
    QApplication.sendEvent(line, enter)
    if enter.isAccepted():
        QApplication.sendEvent(line, QDropEvent(QPointF(5, 5), copy, data, left, none))
    return enter.isAccepted()


def test_text_is_dropped_as_text_and_nothing_on_what_is_locked(qtbot: QtBot) -> None:
    text, picture = QMimeData(), QMimeData()
    text.setText("QUJD")
    picture.setData("image/png", b"x")
    form = shown_form(qtbot, tool({"b": BYTES}))
    assert not drop(form, picture) and drop(form, text)
    assert value(form) == {"b": "QUJD"} and "3 B" in about(form)
    form = shown_form(qtbot, tool({"b": {**BYTES, "readOnly": True}}))
    assert not drop(form, text) and value(form) == {}


def test_the_menu_offers_what_there_is_to_paste_and_to_save(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": BYTES}))
    menu = find(form, QToolButton, "b_file").menu()
    paste, save = (find(form, QAction, f"b_{name}") for name in ("paste", "save"))
    for fill, text, able in (
        (lambda: QGuiApplication.clipboard().clear(), "{}", (False, False)),
        (lambda: QGuiApplication.clipboard().setText("x"), '{"b": "QUJD"}', (True, True)),
        (
            lambda: QGuiApplication.clipboard().setImage(QImage(2, 2, QImage.Format.Format_RGB32)),
            "{}",
            (True, False),
        ),
    ):
        fill()
        form.set_text(text)
        menu.aboutToShow.emit()
        assert (paste.isEnabled(), save.isEnabled()) == able


def test_a_copied_file_is_pasted_as_what_is_in_it(arun: Runner, qtbot: QtBot, picture: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}))
        copied = QMimeData()
        copied.setUrls([QUrl("https://example.org/x"), QUrl.fromLocalFile(str(picture))])
        QGuiApplication.clipboard().setMimeData(copied)
        find(form, QAction, "b_paste").trigger()
        await until(lambda: "photo.png" in about(form))
        assert base64.b64decode(value(form)["b"]) == picture.read_bytes()

    arun(main())


@pytest.mark.parametrize(
    ("text", "field", "named"),
    [
        ("QUJD", {}, "b"),
        ("iVBORw0KGgo=", {}, "b.png"),
        ("no bytes", {}, ""),
        ("data:text/plain,x", {"format": "data-url"}, "b.txt"),
    ],
)
def test_saving_asks_where_and_proposes_a_name(
    qtbot: QtBot, text: str, field: dict[str, str], named: str
) -> None:
    schema = {"type": "string", **(field or {"contentEncoding": "base64"})}
    form = shown_form(qtbot, tool({"b": schema}), json.dumps({"b": text}))
    editor(form).ask_save()
    dialog = editor(form).findChild(QFileDialog)
    assert (dialog is not None) is bool(named)
    if dialog is not None:
        assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
        assert [Path(one).stem for one in dialog.selectedFiles()] == ["b"]
        assert Path(dialog.selectedFiles()[0]).name.startswith(named)
        dialog.close()


def test_a_file_is_chosen_in_the_dialog(arun: Runner, qtbot: QtBot, picture: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}))
        find(form, QToolButton, "b_file").click()
        dialog = editor(form).findChild(QFileDialog)
        assert dialog is not None and dialog.isVisible()
        assert dialog.fileMode() == QFileDialog.FileMode.ExistingFile
        dialog.fileSelected.emit(str(picture))
        dialog.close()
        await until(lambda: "photo.png" in about(form))

    arun(main())


def test_what_cannot_be_saved_says_why(arun: Runner, qtbot: QtBot, tmp_path: Path) -> None:
    async def main() -> None:
        form = shown_form(qtbot, tool({"b": BYTES}), '{"b": "aGVsbG8="}')
        editor(form).save_to(str(tmp_path))
        await until(lambda: about(form).startswith("Could not save: "))
        form.set_text('{"b": "no bytes"}')
        editor(form).save_to(str(tmp_path / "out"))
        await until(lambda: "Saved" in about(form))
        assert (tmp_path / "out").read_bytes() == b"no bytes", "what is there, as it stands"

    arun(main())


def test_a_picture_is_shown_small_and_said_to_be_what_it_should_not_be(qtbot: QtBot, picture: Path) -> None:
    form = shown_form(qtbot, tool({"b": BYTES, "c": {**BYTES, "contentMediaType": "image/*"}}))
    thumb = find(form, QLabel, "b_about").parentWidget().findChildren(QLabel)[0]
    editor(form).take_bytes(picture.read_bytes(), "x.png")
    assert thumb.isVisible() and (thumb.pixmap().width(), thumb.pixmap().height()) == (16, 16)
    large = QImage(640, 100, QImage.Format.Format_RGB32)
    large.fill(QColor("red"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    large.save(buffer, "PNG")
    editor(form).take_bytes(bytes(buffer.data().data()))
    assert (thumb.pixmap().width(), thumb.pixmap().height()) == (64, 10) and about(form).startswith(
        "image/png"
    )
    editor(form).take_bytes(b"GIF89a")
    assert not thumb.isVisible() and about(form) == "image/gif · 6 B · not image/png"
    editor(form, "c").take_bytes(b"GIF89a")
    assert about(form, "c") == "image/gif · 6 B", "any picture will do"
    editor(form).take_bytes(b"plain")
    assert about(form) == "image/png · 5 B", "what the schema says, as nothing else is known"
