"""What is dropped on a window: each file, or the text when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.servers.drops import Drops

BUTTON, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY = Qt.DropAction.CopyAction


class _Seen:
    """A window, and what was dropped on it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.drops = Drops(self.window)
        self.files: list[Path] = []
        self.texts: list[str] = []
        self.drops.file.connect(self.files.append)
        self.drops.text.connect(self.texts.append)

    def enter(self, data: QMimeData) -> bool:
        """Whether what is dragged over the window may be dropped."""
        event = QDragEnterEvent(QPoint(5, 5), COPY, data, BUTTON, NO_KEY)
        event.ignore()
        QApplication.sendEvent(self.window, event)
        return event.isAccepted()

    def drop(self, data: QMimeData) -> bool:
        """Drag it over the window first: Qt lets fall only what was taken there."""
        assert self.enter(data)
        event = QDropEvent(QPointF(5, 5), COPY, data, BUTTON, NO_KEY)
        event.ignore()
        QApplication.sendEvent(self.window, event)
        return event.isAccepted()


@pytest.fixture
def it(qtbot: QtBot) -> _Seen:
    return _Seen(qtbot)


def _data(text: str = "", *urls: str) -> QMimeData:
    data = QMimeData()
    if text:
        data.setText(text)
    if urls:
        data.setUrls([QUrl(url) for url in urls])
    return data


def test_files_and_text_are_taken_and_nothing_else(it: _Seen) -> None:
    assert it.window.acceptDrops()
    assert it.enter(_data("text")) and it.enter(_data("", "file:///a"))
    picture = QMimeData()
    picture.setData("image/png", b"x")
    assert not it.enter(picture)


def test_every_file_is_told(it: _Seen, tmp_path: Path) -> None:
    paths = [tmp_path / "a b", tmp_path / "ä"]
    data = _data("as text, too")
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    assert it.drop(data)
    assert it.files == paths and it.texts == []


def test_without_a_file_the_text_counts(it: _Seen) -> None:
    assert it.drop(_data("npx server")) and it.texts == ["npx server"]
    assert it.drop(_data("", "https://example.org/mcp"))
    assert it.texts[1:] == ["https://example.org/mcp"] and it.files == []


def test_everything_else_goes_on_to_the_window(it: _Seen) -> None:
    assert not it.drops.eventFilter(it.window, QEvent(QEvent.Type.Enter))
