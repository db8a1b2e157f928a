"""About: versions, the licences of all parts, and a page for updates that is only opened."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QTreeWidgetItem,
    QWidget,
)

from inspector import __version__
from inspector.core.storage import shipped
from inspector.ui.loop import tasks
from inspector.ui.windows import about as module
from inspector.ui.windows.about import About, open_about, version_text
from tests.ui.parts import the

PAGE = "https://example.org/releases"
Run = Callable[[Coroutine[Any, Any, Any]], Any]
Until = Callable[..., Awaitable[None]]


@pytest.fixture
def licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed program with two parts."""
    parts = [_part("Qt", "6.11.3", "LGPL-3.0-only", "Replace the libraries."), _part("h11", "0.16.0", "MIT")]
    index = {"parts": parts}
    (tmp_path / "index.json").write_text(json.dumps(index), encoding="utf-8")
    for name in ("Qt.txt", "h11.txt", "LICENSE.txt"):
        (tmp_path / name).write_text(f"The whole licence in {name}\n", encoding="utf-8")
    monkeypatch.setattr(shipped, "licences_folder", lambda: tmp_path)
    return tmp_path


def _part(name: str, version: str, licence: str, note: str = "") -> dict[str, Any]:
    more = {"note": note, "homepage": "", "texts": [f"{name}.txt"]}
    return {"name": name, "version": version, "licence": licence, **more}


@pytest.fixture
def window(qloop: object) -> Iterator[QWidget]:
    made = QWidget()
    made.show()
    yield made
    for dialog in made.findChildren(About):
        dialog.close()
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def _opened(window: QWidget, until: Until) -> About:
    dialog = open_about(window)
    await until(lambda: dialog.parts.topLevelItemCount() > 0)
    return dialog


def _shown(dialog: About) -> list[str]:
    return [item.text(0) for item in dialog._items() if not item.isHidden()]


def _text(dialog: About) -> str:
    return bytes(dialog.text.view.data()).decode()


def _item(dialog: About, name: str) -> QTreeWidgetItem:
    return next(item for item in dialog._items() if item.text(0) == name)


def test_the_text_of_a_licence_is_shown_when_its_part_is_chosen(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        assert _shown(dialog) == ["MCP Desktop Inspector", "h11", "Qt"]
        await until(lambda: "The whole licence in LICENSE.txt" in _text(dialog))
        dialog.parts.setCurrentItem(_item(dialog, "Qt"))
        await until(lambda: "The whole licence in Qt.txt" in _text(dialog))
        assert "Replace the libraries." in _text(dialog)

    arun(story())


def test_searching_finds_parts_by_name_and_by_licence(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        search = the(dialog, QLineEdit, "about_find")
        QTest.keyClicks(search, "lgpl")
        assert _shown(dialog) == ["Qt"]
        await until(lambda: "Qt.txt" in _text(dialog))
        search.setText("no such part")
        assert _shown(dialog) == [] and _text(dialog) == ""
        search.setText("")
        assert len(_shown(dialog)) == 3

    arun(story())


def test_updates_open_a_page_only_after_it_was_shown(
    licences: Path, window: QWidget, arun: Run, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(module, "open_link", opened.append)
    monkeypatch.setattr(module, "RELEASES_PAGE", PAGE)

    async def story() -> None:
        dialog = await _opened(window, until)
        QTest.mouseClick(the(dialog, QPushButton, "about_updates"), Qt.MouseButton.LeftButton)
        assert PAGE in dialog.news.text() and dialog.news.isVisible()
        assert opened == []
        QTest.mouseClick(the(dialog, QPushButton, "about_open_page"), Qt.MouseButton.LeftButton)
        assert opened == [PAGE]

    arun(story())


def test_without_a_page_updates_say_so_and_open_nothing(
    licences: Path, window: QWidget, arun: Run, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RELEASES_PAGE", "")

    async def story() -> None:
        dialog = await _opened(window, until)
        QTest.mouseClick(the(dialog, QPushButton, "about_updates"), Qt.MouseButton.LeftButton)
        assert "Ask whoever gave it to you" in dialog.news.text()
        assert dialog.findChild(QPushButton, "about_open_page") is None

    arun(story())


def test_versions_can_be_copied_for_a_report(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        QTest.mouseClick(the(dialog, QPushButton, "about_copy"), Qt.MouseButton.LeftButton)
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[0] == f"MCP Desktop Inspector {__version__}"
        assert any(line.startswith("Qt 6.") for line in lines)

    arun(story())


def test_from_source_the_installed_distributions_are_listed(window: QWidget, arun: Run, until: Until) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        assert {"httpx", "qasync", "PySide6_Essentials"} <= set(_shown(dialog))
        dialog.parts.setCurrentItem(_item(dialog, "httpx"))
        await until(lambda: "Redistribution and use in source and binary forms" in _text(dialog))
        assert open_about(window) is dialog

    arun(story())


def test_words_narrow_the_parts_by_name_version_and_licence_and_are_counted(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        search = the(dialog, QLineEdit, "about_find")

        def counted(words: str) -> bool:
            return any(one.text() == words for one in dialog.findChildren(QLabel))

        assert counted("3 of 3 components") and dialog.parts.currentItem() is dialog.parts.topLevelItem(0)
        for words, found in (("MIT 0.16", ["h11"]), ("6.11 lgpl", ["Qt"]), ("h11 lgpl", []), ("  ", 3)):
            search.setText(words)
            assert _shown(dialog) == found or len(_shown(dialog)) == found
            assert counted(f"{len(_shown(dialog))} of 3 components")
        search.setText("h11")
        assert dialog.parts.currentItem() is _item(dialog, "h11"), "the first that is left"
        search.setText("1")
        assert dialog.parts.currentItem() is _item(dialog, "h11"), "it is still there"

    arun(story())


def test_keys_lead_from_the_search_to_the_parts_and_back(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        dialog.activateWindow()
        await until(dialog.isActiveWindow)
        search = the(dialog, QLineEdit, "about_find")
        assert search.hasFocus(), "what is typed first is searched for"
        QTest.keyClicks(search, "q")
        assert search.text() == "q"
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            search.setFocus()
            QTest.keyClick(search, key)
            assert dialog.parts.hasFocus()
        QTest.keyClick(dialog.parts, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert search.hasFocus()

    arun(story())


def test_a_part_without_a_text_says_its_licence_and_a_late_text_is_not_shown(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    (licences / "index.json").write_text(
        json.dumps({"parts": [_part("Qt", "6.11.3", "LGPL"), {**_part("h11", "1", "MIT"), "texts": []}]})
    )

    async def story() -> None:
        dialog = await _opened(window, until)
        dialog.parts.setCurrentItem(_item(dialog, "Qt"))
        dialog.parts.setCurrentItem(_item(dialog, "h11"))
        await until(lambda: "the licence is MIT" in _text(dialog))
        await until(lambda: not tasks.under_way([dialog]))
        assert "Qt.txt" not in _text(dialog)
        dialog.parts.setCurrentItem(None)
        assert _text(dialog) == ""

    arun(story())


def test_it_is_one_dialog_that_blocks_nothing_and_is_gone_when_it_is_closed(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        assert not dialog.isModal() and open_about(window) is dialog
        assert dialog.windowTitle() == "About MCP Desktop Inspector"
        dialog.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert window.findChildren(About) == []
        late = open_about(window)  # closed before the parts are there
        late.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        await asyncio.sleep(0)

    arun(story())


def test_pressed_buttons_say_what_they_did_and_the_word_about_versions_can_be_closed(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        copy, updates = (the(dialog, QPushButton, f"about_{name}") for name in ("copy", "updates"))
        assert not copy.autoDefault() and not updates.autoDefault() and not dialog.news.isVisible()
        copy.click()
        assert copy.text() == "Copied"
        lines = version_text().splitlines()
        assert [line.split()[0] for line in lines[:3]] == ["MCP", "Python", "Qt"] and len(lines) == 5
        assert lines[4] == "Language en" and "PySide6" in lines[2] and "offscreen" in lines[2]
        updates.click()
        assert dialog.news.isVisible()
        the(dialog, QToolButton, "about_news_close").click()
        assert not dialog.news.isVisible()

    arun(story())


def test_parts_stand_left_of_their_text_in_three_columns(
    licences: Path, window: QWidget, arun: Run, until: Until
) -> None:
    async def story() -> None:
        dialog = await _opened(window, until)
        parts, header = dialog.parts, dialog.parts.header()
        heads = [parts.headerItem().text(column) for column in range(parts.columnCount())]
        assert heads == ["Component", "Version", "Licence"] and not parts.rootIsDecorated()
        assert parts.uniformRowHeights() and parts.allColumnsShowFocus() and not header.sectionsMovable()
        assert (
            header.sectionResizeMode(0) == QHeaderView.ResizeMode.Stretch and not header.stretchLastSection()
        )
        assert parts.textElideMode() == Qt.TextElideMode.ElideRight
        assert "LGPL-3.0-only" in _item(dialog, "Qt").toolTip(2) and "6.11.3" in _item(dialog, "Qt").toolTip(
            1
        )
        split = the(dialog, QSplitter, "about_split")
        left, right = split.sizes()
        assert not split.childrenCollapsible() and 360 <= left <= 400 and right > 200
        assert split.height() > dialog.height() * 0.6
        wide = split.width()
        dialog.resize(dialog.width() - 100, dialog.height())
        await until(lambda: split.width() == wide - 100)
        assert split.sizes()[0] == left, "the text gives the room"
        dialog.resize(10, 10)
        assert (dialog.width(), dialog.height()) == (620, 400)

    arun(story())
