"""The help of a program without its windows: one window of pages, one bubble, and another language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.help import help as module
from inspector.ui.help.book import HelpBook
from inspector.ui.help.help import Help
from inspector.ui.help.whats_this import TermBubble
from inspector.ui.help.window import HelpWindow
from inspector.ui.locale import language

pytestmark = pytest.mark.gui


@pytest.fixture
def helped(qtbot: QtBot, qapp: QApplication) -> Iterator[Help]:
    owner = QObject()
    made = Help(qapp, owner)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def windows() -> list[HelpWindow]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, HelpWindow) and one.isVisible()]


def page(window: HelpWindow) -> str:
    return window.browser.page.name if window.browser.page is not None else ""


@pytest.fixture
def kept() -> Iterator[list[QWidget]]:
    """Windows that end as those of the program do: one that Python drops takes the keyboard along."""
    made: list[QWidget] = []
    yield made
    for one in made:
        one.close()
        one.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def on_screen(qtbot: QtBot, kept: list[QWidget], widget: QWidget) -> None:
    kept.append(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()


def test_there_is_one_window_which_the_guide_and_every_page_share(helped: Help) -> None:
    helped.do("guide")
    (window,) = windows()
    assert page(window) == "index" and window.book is helped.book
    assert helped.open_page("tools") is window and page(window) == "tools" and len(windows()) == 1
    wanted: list[bool] = []
    helped.shortcuts_wanted.connect(lambda: wanted.append(True))
    window.shortcuts_wanted.emit()
    assert wanted == [True]
    helped.close()
    assert windows() == []
    helped.close()


def test_the_page_that_is_read_goes_on_in_another_language(
    helped: Help, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = helped.book
    assert helped.book is english
    helped._language_changed()
    assert windows() == [], "nobody reads"
    helped.open_page("timeline")
    (first,) = windows()
    monkeypatch.setattr("inspector.ui.help.book.help_language", lambda: "ko")
    language.notifier().changed.emit()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    (second,) = windows()
    assert second is not first and page(second) == "timeline"
    assert helped.book.language == "ko" and helped.book is not english
    second.close()
    language.notifier().changed.emit()
    assert windows() == [], "who closed it is not shown it again"


def test_a_word_is_explained_in_one_bubble_that_leads_on(
    helped: Help, kept: list[QWidget], qtbot: QtBot
) -> None:
    window, word, other = QMainWindow(), QLabel("Sampling"), QLabel("no word of the protocol")
    inside = QWidget()
    layout = QVBoxLayout(inside)
    layout.addWidget(word)
    layout.addWidget(other)
    window.setCentralWidget(inside)
    on_screen(qtbot, kept, window)
    helped.explain(word, None)
    helped.explain(word, None)
    (bubble,) = [one for one in window.findChildren(TermBubble) if one.isVisible()]
    bubble.more.emit("sampling")
    (pages,) = windows()
    assert page(pages) == "terms"
    bubble.page_wanted.emit()
    assert page(pages) == module._page_of(word)
    bubble.dismiss()
    helped.open_page("tools")
    helped.explain(other, None)
    assert page(pages) == module._page_of(other)
    assert not [one for one in window.findChildren(TermBubble) if one.isVisible()]


def test_what_has_the_keyboard_is_explained_or_its_page_opened(
    helped: Help, kept: list[QWidget], qtbot: QtBot
) -> None:
    window, line = QMainWindow(), QLineEdit()
    window.setCentralWidget(line)
    on_screen(qtbot, kept, window)
    line.setFocus()
    helped.do("whats_this")
    (pages,) = windows()
    assert page(pages) == module._page_of(line)
    line.setObjectName("edit_roots_own")
    line.setFocus()
    with qtbot.waitActive(window):
        window.activateWindow()
    line.setFocus()
    helped.explain_focus()
    assert [one for one in window.findChildren(TermBubble) if one.isVisible()]


def test_a_dialog_gets_the_keys_of_the_help_once_and_a_main_window_has_its_own(
    helped: Help, qtbot: QtBot
) -> None:
    main, dialog = QMainWindow(), QDialog()
    main.setCentralWidget(QLineEdit())
    layout = QVBoxLayout(dialog)
    first, second = QLineEdit(), QLineEdit()
    layout.addWidget(first)
    layout.addWidget(second)
    for window in (main, dialog):
        qtbot.addWidget(window)
    helped._focus_moved(None, None)
    helped._focus_moved(None, main.centralWidget())
    assert main.findChildren(QShortcut) == []
    helped._focus_moved(None, first)
    helped._focus_moved(first, second)
    names = sorted(shortcut.objectName() for shortcut in dialog.findChildren(QShortcut))
    assert names == ["help_key_help", "help_key_shortcuts", "help_key_whats_this"]
    wanted: list[bool] = []
    helped.shortcuts_wanted.connect(lambda: wanted.append(True))
    dialog.findChild(QShortcut, "help_key_shortcuts").activated.emit()  # type: ignore[union-attr]
    assert wanted == [True]


def test_pages_are_read_when_they_are_wanted(helped: Help) -> None:
    assert helped._book is None and helped._window is None
    assert isinstance(helped.book, HelpBook)
