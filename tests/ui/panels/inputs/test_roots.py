"""The roots that a server is told: of the settings or its own, edited one by one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QListWidget, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from inspector.ui.loop import saving
from inspector.ui.panels.inputs.roots import RootsPage
from inspector.ui.widgets import theme
from tests.conftest import Runner
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    made = Asked(tmp_path, qtbot, qloop, roots=["/srv/a", "/srv/b"])

    def keep(roots: tuple[str, ...] | None) -> None:
        made.inbox.own_roots = roots

    made.inbox.roots_edited.connect(keep)  # as the list of servers does
    return made


def _page(asked: Asked) -> RootsPage:
    return asked.show(RootsPage(asked.context))


def _rows(page: RootsPage) -> list[str]:
    rows = the(page, QListWidget, "roots_list")
    return [rows.item(at).text() for at in range(rows.count())]


def _type(page: RootsPage, text: str) -> None:
    the(page, QLineEdit, "roots_uri").setText(text)
    the(page, QPushButton, "roots_add").click()


def _note(page: RootsPage) -> str:
    return the(page, QLabel, "roots_note").text()


def _listens(asked: Asked) -> list[str]:
    """Connect a legacy server that wants to hear of roots; what it is told."""
    told: list[str] = []
    spoken = SimpleNamespace(capabilities={"roots": {"listChanged": True}})
    era = SimpleNamespace(answers_by_retry=lambda: False)
    asked.client.session = SimpleNamespace(conversation=SimpleNamespace(era=era, spoken=spoken))
    asked.client.notify = told.append
    return told


def test_it_shows_what_the_server_would_be_told(asked: Asked) -> None:
    page = _page(asked)
    assert _rows(page) == ["/srv/a", "/srv/b"]
    assert the(page, QTabBar, "roots_whose").currentIndex() == 0
    said = [label.text() for label in page.findChildren(QLabel)]
    assert "Sent to every server without custom roots." in said


def test_roots_of_this_server_alone_are_said_to_be_so(asked: Asked) -> None:
    asked.inbox.own_roots = ("/mine",)
    page = _page(asked)
    assert _rows(page) == ["/mine"] and the(page, QTabBar, "roots_whose").currentIndex() == 1
    said = [label.text() for label in page.findChildren(QLabel)]
    assert "Sent to this server only; saved with it." in said


def test_a_typed_root_is_added_at_the_end_and_kept(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        page = _page(asked)
        edited = QSignalSpy(page.edited)
        _type(page, "  /srv/c ")
        assert asked.settings.roots == ["/srv/a", "/srv/b", "/srv/c"] == _rows(page)
        assert the(page, QLineEdit, "roots_uri").text() == "" and edited.count() == 1
        assert _note(page) == "saved"
        assert await saving.flush() == []
        assert "/srv/c" in asked.settings.path.read_text("utf-8")

    arun(main())


def test_enter_adds_and_nothing_typed_adds_nothing(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        page = _page(asked)
        line = the(page, QLineEdit, "roots_uri")
        QTest.keyClicks(line, "   ")
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert asked.settings.roots == ["/srv/a", "/srv/b"]
        QTest.keyClicks(line, "/srv/c")
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert asked.settings.roots[2:] == ["/srv/c"]
        await saving.flush()

    arun(main())


def test_the_chosen_root_is_removed(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        page = _page(asked)
        remove = the(page, QPushButton, "roots_remove")
        assert not remove.isEnabled()
        page.remove()
        assert asked.settings.roots == ["/srv/a", "/srv/b"]
        the(page, QListWidget, "roots_list").setCurrentRow(0)
        assert remove.isEnabled()
        remove.click()
        assert asked.settings.roots == ["/srv/b"] == _rows(page) and not remove.isEnabled()
        await saving.flush()

    arun(main())


def test_roots_of_this_server_alone_are_not_those_of_the_settings(asked: Asked) -> None:
    page = _page(asked)
    switch = the(page, QTabBar, "roots_whose")
    switch.setCurrentIndex(1)
    assert asked.inbox.own_roots == ("/srv/a", "/srv/b"), "they begin as those of the settings"
    _type(page, "/mine")
    assert asked.inbox.own_roots == ("/srv/a", "/srv/b", "/mine")
    assert asked.settings.roots == ["/srv/a", "/srv/b"]
    switch.setCurrentIndex(0)
    assert asked.inbox.own_roots is None and _rows(page) == ["/srv/a", "/srv/b"]


def test_another_server_or_window_changes_whose_roots_are_shown(asked: Asked) -> None:
    page = _page(asked)
    changed = QSignalSpy(asked.inbox.roots_edited)
    asked.inbox.own_roots = ()
    page.refresh()
    assert the(page, QTabBar, "roots_whose").currentIndex() == 1 and _rows(page) == []
    assert changed.count() == 0
    the(page, QTabBar, "roots_whose").setCurrentIndex(0)
    assert changed.count() == 1 and changed.at(0) == [None]


def test_a_server_that_listens_is_told_of_its_own_roots(asked: Asked) -> None:
    told, page = _listens(asked), _page(asked)
    the(page, QTabBar, "roots_whose").setCurrentIndex(1)
    assert told == [] and _note(page) == "saved", "they are the same as before"
    _type(page, "/mine")
    assert told == ["notifications/roots/list_changed"]
    assert _note(page) == "saved; the server was notified"


def test_roots_of_the_settings_are_told_to_all_that_have_none_of_their_own(
    asked: Asked, arun: Runner
) -> None:
    async def main() -> None:
        told, page = _listens(asked), _page(asked)
        everybody = QSignalSpy(asked.inbox.shared_roots_edited)
        _type(page, "/srv/c")
        assert everybody.count() == 1 and told == [], "the list of servers tells them"
        assert _note(page) == "saved; the server was notified"
        await saving.flush()

    arun(main())


def test_roots_that_cannot_be_saved_are_said_to_be_unsaved(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = ["the disk is full", ""]
    monkeypatch.setattr(saving, "save", lambda thing, told: told(trouble.pop(0)))
    page = _page(asked)
    said: list[str] = []
    label = the(page, QLabel, "roots_note")
    real = label.setText
    monkeypatch.setattr(label, "setText", lambda text: said.append(text) or real(text))  # type: ignore[func-returns-value]
    _type(page, "/srv/c")
    _type(page, "/srv/d")
    assert said[0] == "the disk is full" and said[2] == "saved"


def test_the_chosen_root_and_the_place_stay_when_the_list_changes(asked: Asked) -> None:
    asked.settings.roots = [f"/srv/{number}" for number in range(60)]
    page = _page(asked)
    rows = the(page, QListWidget, "roots_list")
    rows.setCurrentRow(30)
    rows.verticalScrollBar().setValue(25)
    asked.settings.roots = ["/new", *asked.settings.roots]
    page.refresh()
    assert rows.currentItem().text() == "/srv/30" and rows.verticalScrollBar().value() == 25
    asked.settings.roots = ["/new"]
    page.refresh()
    assert rows.currentItem() is None and not the(page, QPushButton, "roots_remove").isEnabled()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/srv/a", ""),
        ("file:///srv/a", ""),
        ("~", ""),
        ("https://example.com/a", "roots must be file:// URIs"),
        ("docs", "start with a drive or /"),
    ],
)
def test_a_root_that_servers_may_refuse_is_marked(asked: Asked, text: str, words: str) -> None:
    asked.settings.roots = [text]
    page = _page(asked)
    item = the(page, QListWidget, "roots_list").item(0)
    assert item.icon().isNull() == (not words)
    assert words in item.toolTip() and "://" in item.toolTip()


def test_a_folder_is_chosen_in_a_box_that_blocks_nothing(asked: Asked, arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        page = _page(asked)
        the(page, QPushButton, "roots_add_folder").click()
        box = the(page, QFileDialog, "roots_folder")
        assert box.isVisible() and not box.isModal()
        assert box.fileMode() == QFileDialog.FileMode.Directory
        assert box.testOption(QFileDialog.Option.ShowDirsOnly)
        box.fileSelected.emit(str(tmp_path))
        assert asked.settings.roots[2:] == [str(tmp_path)]
        box.fileSelected.emit("")
        assert len(asked.settings.roots) == 3
        box.reject()
        await saving.flush()

    arun(main())


def test_paths_stand_in_the_font_of_code(asked: Asked) -> None:
    page = _page(asked)
    for part in (the(page, QListWidget, "roots_list"), the(page, QLineEdit, "roots_uri")):
        assert part.font().family() == theme.mono_font().family() and part.accessibleName()


def test_the_list_takes_the_height_and_the_line_the_width(asked: Asked) -> None:
    page = _page(asked)
    parts: tuple[Any, ...] = (
        the(page, QListWidget, "roots_list"),
        the(page, QLineEdit, "roots_uri"),
        the(page, QLabel, "roots_note"),
    )
    before = [part.size() for part in parts]
    page.resize(page.width() + 100, page.height() + 100)
    grown = [part.size() - size for part, size in zip(parts, before, strict=True)]
    assert grown[0].height() == 100 and [size.width() for size in grown] == [100, 100, 100]
