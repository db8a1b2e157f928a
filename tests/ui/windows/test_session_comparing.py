"""Compare with session…: the tree of differences, and what its rows open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from inspector.ui.analysis.compare_pane import ComparePane
from inspector.ui.analysis.sessions_pane import SessionsPane
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.records_window import RecordsWindow
from inspector.ui.windows.session_comparing import SessionComparing
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner
from tests.core.comparison.samples import new_session, old_session
from tests.ui.live import Live, live

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def _own_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))


async def opened(it: Live, path: Path) -> SessionWindow:
    it.program.take_file(path)
    await it.until(lambda: isinstance(it.program.windows[-1], SessionWindow), "the window of the session")
    window = it.program.windows[-1]
    assert isinstance(window, SessionWindow)
    return window


async def compared(it: Live, window: RecordsWindow, path: Path) -> SessionsPane:
    await SessionComparing(it.program.files, window).compare_with(path)
    shown = window.findChildren(SessionsPane)[-1]
    assert shown.isVisible()
    return shown


def rows(shown: SessionsPane) -> list[str]:
    """What is open, each row with its level and what differs."""
    found, index = [], shown.model.index(0, 0)
    while index.isValid():
        level, above = 0, index.parent()
        while above.isValid():
            level, above = level + 1, above.parent()
        found.append("  " * level + f"{index.data()} {index.siblingAtColumn(1).data()}".strip())
        index = shown.tree.indexBelow(index)
    return found


def row(shown: SessionsPane, text: str) -> QModelIndex:
    index = shown.model.index(0, 0)
    while index.isValid() and text not in index.data():
        index = shown.tree.indexBelow(index)
    assert index.isValid(), f"no row says {text}"
    return index


def test_the_older_session_is_left_and_only_differences_are_shown(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        old, new = old_session(tmp_path / "old.mcptrace"), new_session(tmp_path / "new.mcptrace")
        async with live(tmp_path / "home") as it:
            window = await opened(it, new)
            shown = await compared(it, window, old)
            assert shown.windowTitle() == "Compare old.mcptrace and new.mcptrace"
            assert rows(shown) == [
                "Offers: 4 of 6 differ",
                "  Server: 1 of 3 differ",
                "    ~ serverInfo changed: version",
                "  Tools: 3 of 3 differ",
                "    ~ echo changed: description",
                "    − gone removed",
                "    + fresh added",
                "Calls: 2 of 5 have a different result",
                '  ~ echo {"message":"two"} changed: $.result.content[0].text: "two" → "TWO"',
                '  ✗ echo {"message":"three"} fails on the right: tool error',
                '  echo {"message":"slow"} 10 times slower',
                "Calls only in one session: 2",
                "  Only in old.mcptrace: 1",
                "    − gone",
                "  Only in new.mcptrace: 1",
                "    + fresh",
            ]
            shown.only.click()
            assert "  · stamp same but for ids and times" in rows(shown)
            assert '  echo {"message":"one"} same' in rows(shown)

    arun(body())


def test_a_row_opens_the_two_calls_the_two_offers_or_the_row(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        old, new = old_session(tmp_path / "old.mcptrace"), new_session(tmp_path / "new.mcptrace")
        async with live(tmp_path / "home") as it:
            window = await opened(it, new)
            shown = await compared(it, window, old)
            shown.tree.setCurrentIndex(row(shown, '"two"'))
            await it.until(shown.tree.hasFocus, "the keyboard")
            QTest.keyClick(shown.tree, Qt.Key.Key_Return)
            call = window.bench.beside_pane("compare")
            assert isinstance(call, ComparePane)
            await it.until(lambda: "1 changed" in call.count.text(), "the calls compared")
            assert "old.mcptrace: #9 echo" in call.windowTitle()
            shown.open(row(shown, "~ echo"))
            offer = window.bench.beside_pane("compare")
            assert (
                isinstance(offer, ComparePane)
                and offer is not call
                and "old.mcptrace: echo" in offer.windowTitle()
            )
            await it.until(lambda: "1 changed" in offer.count.text(), "the offers compared")
            shown.open(row(shown, "+ fresh").siblingAtColumn(2))
            only = row(shown, "Only in new.mcptrace")
            shown.open(shown.model.index(0, 0, only))
            assert window.selection.record == 17
            gone = shown.model.index(0, 0, row(shown, "Only in old.mcptrace"))
            shown.open(gone)
            other = it.program.windows[-1]
            assert other is not window and other.selection.record == 17
            shown.open(gone)
            assert it.program.windows[-1] is other, "it is not opened twice"

    arun(body())


def test_the_menu_copies_and_shows_rows_and_sides_can_be_swapped(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        old, new = old_session(tmp_path / "old.mcptrace"), new_session(tmp_path / "new.mcptrace")
        async with live(tmp_path / "home") as it:
            window = await opened(it, new)
            shown = await compared(it, window, old)
            shown.tree.setCurrentIndex(row(shown, '"two"'))
            shown.tree.customContextMenuRequested.emit(shown.tree.rect().center())
            menu = shown.findChild(QMenu, "sessions_menu")
            assert menu is not None
            texts = [action.text() for action in menu.actions()]
            assert texts == [
                "Compare left and right",
                "Show #9 in old.mcptrace",
                "Show #9 in new.mcptrace",
                "Copy row",
            ]
            menu.actions()[2].trigger()
            assert window.selection.record == 9
            menu.actions()[3].trigger()
            assert (
                QGuiApplication.clipboard().text().startswith('~ echo {"message":"two"}\tchanged: $.result')
            )
            menu.close()
            shown.copy.click()
            assert "+ tool fresh" in QGuiApplication.clipboard().text().splitlines()
            shown.swap.click()
            await it.until(lambda: shown.windowTitle() == "Compare new.mcptrace and old.mcptrace", "swapped")
            assert "  Only in new.mcptrace: 1" in rows(shown)

    arun(body())


def test_the_running_session_is_compared_and_what_is_no_session_is_refused(
    arun: Runner, tmp_path: Path
) -> None:
    async def body() -> None:
        old = old_session(tmp_path / "old.mcptrace")
        (tmp_path / "no.mcptrace").write_bytes(b"SQLite format 3\0 but not")
        (tmp_path / "log.jsonl").write_text('{"jsonrpc": "2.0", "method": "x"}\n')
        async with live(tmp_path / "home") as it:
            comparing = SessionComparing(it.program.files, it.window)
            for name in ("no.mcptrace", "log.jsonl"):
                await comparing.compare_with(tmp_path / name)
                assert it.window.findChild(Notice, "compare_trouble") is not None
                assert not it.window.findChildren(SessionsPane)
            shown = await compared(it, it.window, old)
            assert shown.windowTitle() in (
                "Compare old.mcptrace and This session",
                "Compare This session and old.mcptrace",
            )
            assert rows(shown)[0] == "Offers: 3 of 3 differ"

    arun(body())


def test_the_menu_asks_for_a_file(arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        old, new = old_session(tmp_path / "old.mcptrace"), new_session(tmp_path / "new.mcptrace")
        async with live(tmp_path / "home") as it:

            async def chosen(*_asked: object) -> list[Path]:
                return [old]

            monkeypatch.setattr(it.program.files, "_ask_files", chosen)
            window = await opened(it, new)
            window.actions_by_key["compare_sessions"].trigger()
            await it.until(lambda: window.findChildren(SessionsPane), "the comparison")
            QTest.keyClick(window.bench.side.currentWidget(), Qt.Key.Key_Escape)
            await it.until(lambda: not window.findChildren(SessionsPane), "the end of it")

    arun(body())
