"""Help is where the keyboard is: F1 opens the page of the place, Shift+F1 explains the word."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTabWidget, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.help import window as help_window
from inspector.ui.help.book import HelpBook
from inspector.ui.help.browser import HelpBrowser
from inspector.ui.help.whats_this import TermBubble
from inspector.ui.help.window import HelpWindow
from inspector.ui.panels import PANELS
from inspector.ui.session.terms import term_at
from inspector.ui.windows.preferences import Preferences
from tests.ui.live import Live, live
from tests.ui.parts import the

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def window(qtbot: QtBot) -> HelpWindow:
    made = HelpWindow(HelpBook("en"))
    qtbot.addWidget(made)
    made.open_page("index")
    made.show()
    return made


def shown(window: HelpWindow) -> str:
    page = window.browser.page
    return page.name if page is not None else ""


# -- the window -------------------------------------------------------------------------------------------


def test_links_lead_to_pages_and_back_leads_back(window: HelpWindow) -> None:
    window.follow("tools.md")
    window.follow("terms.md#annotations")
    assert shown(window) == "terms" and window.windowTitle() == "Protocol terms – Help"
    window.go_back()
    assert shown(window) == "tools"
    window.go_back()
    assert shown(window) == "index" and not window.back.isEnabled()
    window.go_forward()
    assert shown(window) == "tools" and window.forward.isEnabled()


def test_a_link_with_a_place_scrolls_to_it(window: HelpWindow) -> None:
    window.follow("terms.md#pkce")
    block = window.browser.cursorForPosition(QPoint(40, 20)).block()
    assert "PKCE" in (block.text(), block.next().text())


def test_every_place_of_a_page_is_found_in_the_drawn_page(window: HelpWindow) -> None:
    window.open_page("terms")
    page = window.book.page("terms")
    assert page is not None
    assert window.browser.anchors() == [part.anchor for part in page.sections() if part.anchor]
    assert "\N{WORD JOINER}" not in window.browser.toPlainText()


def test_an_unknown_page_is_the_first_one(window: HelpWindow) -> None:
    for link in ("nothing.md", "../../README.md", "/etc/hostname.md"):
        window.follow(link)
        assert shown(window) == "index"


def test_the_search_finds_words_of_all_pages(window: HelpWindow) -> None:
    window.search.setFocus()
    QTest.keyClicks(window.search, "revoke token")
    first = window.contents.topLevelItem(0)
    assert first is not None and "Authorization" in first.text(0)
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert shown(window) == "authorization"
    window.search.setText("xyzzy")
    nothing = window.contents.topLevelItem(0)
    assert nothing is not None and nothing.text(0) == "No results."
    window.search.clear()
    assert window.contents.topLevelItemCount() == 6


def test_a_line_of_the_contents_opens_its_page(window: HelpWindow) -> None:
    group = window.contents.topLevelItem(3)
    assert group is not None
    window.contents.setFocus()
    window.contents.setCurrentItem(group.child(0))
    assert shown(window) == "timeline"


def test_a_link_to_elsewhere_is_opened_by_the_system_when_it_is_pressed(
    window: HelpWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(help_window, "open_link", opened.append)
    window.browser.followed.emit("https://modelcontextprotocol.io")
    assert opened == ["https://modelcontextprotocol.io"]
    assert shown(window) == "index"


def test_pages_read_nothing_but_pictures_of_the_help(qtbot: QtBot) -> None:
    browser = HelpBrowser("help_page")
    qtbot.addWidget(browser)
    for name in ("file:///etc/hostname", "https://example.com/a.png", "../../../README.md"):
        assert bytes(browser.loadResource(2, name).data()) == b" "


def test_a_picture_takes_its_own_height_and_no_more_than_the_width_of_the_page(window: HelpWindow) -> None:
    window.open_page("tools")
    document, picture = window.browser.document(), None
    block = document.begin()
    while picture is None:
        block = block.next()
        at = block.begin()
        name = at.fragment().charFormat().toImageFormat().name() if not at.atEnd() else ""
        picture = window.browser.loadResource(2, name) if name else None
    height = document.documentLayout().blockBoundingRect(block).height()
    assert picture.height() <= height < 1.1 * picture.height()
    assert window.browser.horizontalScrollBar().maximum() == 0


def test_keys_of_the_page_are_in_its_tables(window: HelpWindow) -> None:
    window.open_page("forms")
    text = window.browser.toPlainText()
    assert "In a list" in text and QKeySequence("Alt+Up").toString() in text
    window.open_page("filter")
    assert "method" in window.browser.toPlainText()


def test_escape_clears_the_search_then_closes(window: HelpWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search.setText("token")
    QTest.keyClick(window.search, Qt.Key.Key_Escape)
    assert window.search.text() == "" and window.isVisible()
    QTest.keyClick(window.search, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_buttons_and_keys_walk_the_pages(window: HelpWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert not window.back.isEnabled() and not window.forward.isEnabled()
    window.open_page("tools")
    window.open_page("tools")
    window.back.click()
    assert shown(window) == "index", "the same page again is no step"
    window.forward.click()
    assert shown(window) == "tools"
    for press in (window.home.click, lambda: QTest.keySequence(window, QKeySequence("Alt+Home"))):
        window.open_page("forms")
        press()
        assert shown(window) == "index"
    QTest.keySequence(window, QKeySequence("Alt+Left"))
    assert shown(window) == "forms" and window.forward.isEnabled()
    QTest.keySequence(window, QKeySequence("Alt+Right"))
    assert shown(window) == "index" and not window.forward.isEnabled()
    window.go_forward()
    assert shown(window) == "index"
    wanted: list[bool] = []
    window.shortcuts_wanted.connect(lambda: wanted.append(True))
    window.keys.click()
    QTest.keySequence(window, QKeySequence("Ctrl+F1"))
    assert wanted == [True, True]


def test_f6_goes_to_the_other_side_and_ctrl_f_to_the_search(window: HelpWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.browser.setFocus()
    QTest.keySequence(window, QKeySequence("F6"))
    assert window.contents.hasFocus()
    QTest.keySequence(window, QKeySequence("F6"))
    assert window.browser.hasFocus()
    for keys in ("Ctrl+F", "Ctrl+L"):
        window.browser.setFocus()
        QTest.keySequence(window, QKeySequence(keys))
        assert window.search.hasFocus()
    QTest.keyClicks(window.search, "token")
    QTest.keyClick(window.search, Qt.Key.Key_Down)
    item = window.contents.currentItem()
    assert window.contents.hasFocus() and item is window.contents.topLevelItem(0)


def test_the_page_that_is_shown_is_marked_in_the_contents(window: HelpWindow) -> None:
    for name in ("timeline", "tools"):
        window.open_page(name)
        item, page = window.contents.currentItem(), window.book.page(name)
        assert item is not None and page is not None and item.text(0) == page.title
    group = window.contents.topLevelItem(0)
    assert group is not None and group.isExpanded() and group.font(0).bold()
    assert not group.flags() & Qt.ItemFlag.ItemIsSelectable


# -- from the program -------------------------------------------------------------------------------------


async def help_page(it: Live) -> str:
    """Press F1 where the keyboard is, and close the help again."""
    QTest.keySequence(it.window, QKeySequence("F1"))
    help_shown = await it.find(QWidget, "help_page")
    window = help_shown.window()
    assert isinstance(window, HelpWindow)
    found = shown(window)
    it.program.help.close()
    it.window.activateWindow()
    await it.until(it.window.isActiveWindow, "the window in front")
    return found


@pytest.mark.gui
def test_f1_opens_the_page_of_the_place(arun: Runner, tmp_path: Path) -> None:
    async def everywhere() -> None:
        async with live(tmp_path) as it:
            assert await help_page(it) == "welcome"
            await it.start_demo()
            places = {
                "tool_list": "tools",
                "tool_filter": "tools",
                "timeline": "timeline",
                "timeline_filter": "filter",
                "server_list": "servers",
            }
            for name, page in places.items():
                (await it.find(QWidget, name)).setFocus()
                assert await help_page(it) == page, name
            tabs = await it.find(QTabWidget, "workspace_tabs")
            tabs.tabBar().setFocus()
            workspace = it.window.workspace
            assert workspace is not None
            for spec in PANELS:
                if spec.wants(workspace.context):
                    workspace.show_panel(spec.key)
                    (it.window.bench.tabs if spec.drawer else tabs.tabBar()).setFocus()
                    assert await help_page(it) == spec.key

    arun(everywhere())


@pytest.mark.gui
def test_a_dialog_has_the_keys_of_the_help_too(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.settings_wanted.emit()
            dialog = it.window.findChild(Preferences)
            assert dialog is not None
            dialog.activateWindow()
            await it.until(dialog.isActiveWindow, "the dialog in front")
            dialog.findChildren(QWidget, "setting_theme")[0].setFocus()
            QTest.keySequence(dialog, QKeySequence("F1"))
            help_shown = await it.find(QWidget, "help_page")
            window = help_shown.window()
            assert isinstance(window, HelpWindow) and shown(window) == "settings"
            dialog.close()

    arun(main())


@pytest.mark.gui
def test_all_keys_are_one_press_from_every_page(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.help.open_page("tools")
            await it.click("help_shortcuts")
            assert it.window.shortcuts_box.isVisible()
            it.window.shortcuts_box.dismiss()

    arun(main())


# -- what is this -----------------------------------------------------------------------------------------


@pytest.mark.gui
def test_shift_f1_explains_what_has_the_keyboard(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            button = await it.find(QPushButton, "run_button")
            button.setFocus()
            QTest.keySequence(it.window, QKeySequence("Shift+F1"))
            bubble = await it.find(TermBubble, "term_bubble")
            assert bubble.accessibleName() == "tools/call"
            assert "isError" in bubble.accessibleDescription()
            QTest.keyClick(bubble, Qt.Key.Key_Escape)
            assert not bubble.isVisible() and button.hasFocus()

    arun(main())


@pytest.mark.gui
def test_a_term_leads_to_its_place_among_all_terms(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            (await it.find(QPushButton, "run_button")).setFocus()
            it.program.help.explain_focus()
            await it.click("term_more")
            window = (await it.find(QWidget, "help_page")).window()
            assert isinstance(window, HelpWindow) and shown(window) == "terms"

    arun(main())


@pytest.mark.gui
def test_a_click_says_what_is_meant(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.program.help.choose()
            button = await it.find(QPushButton, "run_button")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            bubble = await it.find(TermBubble, "term_bubble")
            assert bubble.accessibleName() == "tools/call"
            assert not it.program.journal.exchange(it.program.journal.last) or not it.calls(0)
            bubble.dismiss()

    arun(main())


@pytest.mark.gui
def test_words_of_the_protocol_lead_to_their_terms_wherever_they_stand(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.resize(1600, 800)
            it.window.bench.set_view("traffic")  # the drawer has no column of kinds
            view = it.window.timeline.view
            await it.until(lambda: view.model().rowCount() > 2, "rows")
            header = view.horizontalHeader()
            for column, term in (("Method", "method"), ("Kind", "message"), ("Status", "error")):
                place = next(
                    at
                    for at in range(header.count())
                    if view.model().headerData(at, Qt.Orientation.Horizontal) == column
                )
                spot = QPoint(header.sectionViewportPosition(place) + 4, 4)
                assert term_at(header.viewport(), spot) == term
            rows = {
                term_at(view.viewport(), view.visualRect(view.model().index(row, 5)).center())
                for row in range(3)
            }
            assert rows & {"server-discover", "tools", "resource", "template", "prompt", "subscription"}
            assert it.window.workspace is not None
            it.window.workspace.show_panel("server")
            tree = await it.find(QTreeWidget, "capability_tree")
            tools = tree.findItems("tools", Qt.MatchFlag.MatchStartsWith)[0]
            assert term_at(tree.viewport(), tree.visualItemRect(tools).center()) == "tools"
            era = next(one for one in it.window.findChildren(QLabel) if one.text().startswith("modern · "))
            assert term_at(era) == "era"
            it.window.workspace.show_panel("tools")
            assert term_at(await it.find(QLabel, "annotation_badge")) == "annotations"

    arun(main())


def test_where_there_is_no_term_the_page_is_opened(qtbot: QtBot) -> None:
    line = QLineEdit()
    qtbot.addWidget(line)
    assert term_at(line) == ""
    assert the(HelpWindow(HelpBook("en")), QTreeWidget, "help_contents").topLevelItemCount() == 6


def test_a_finding_leads_to_its_rule(window: HelpWindow) -> None:
    window.open_page("rules", "RPC-33")
    assert shown(window) == "rules"
    cursor = window.browser.textCursor()
    assert cursor.block().text() == "RPC-33"
    window.search.setText("rpc-33")
    first = window.contents.topLevelItem(0)
    assert first is not None and first.text(0) == "Rules: RPC-33"
