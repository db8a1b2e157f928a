"""What every window with records does by itself: the detail comes when a row is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.trace.journal import Journal
from inspector.ui.timeline_columns import METHOD
from tests.conftest import Runner
from tests.ui.story import Story
from tests.ui.test_analysis_docks import on_screen, until

pytestmark = pytest.mark.gui

LEFT = Qt.MouseButton.LeftButton


def test_the_first_click_chooses_its_row_and_the_detail_comes_after_it(
    arun: Runner, tmp_path: Path, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        for _ in range(60):
            story.answer(story.ask())
        async with on_screen(tmp_path, journal, story) as window:
            view, detail = window.timeline.view, window.docks["detail"]
            view.scrollToBottom()
            place = view.visualRect(view.model().index(view.model().rowCount() - 1, METHOD)).center()
            monkeypatch.setattr(QApplication, "mouseButtons", lambda: LEFT)  # events of a test do not tell it
            QTest.mousePress(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
            assert view.selected_numbers() == [window.selection.record]
            assert detail.isHidden()  # or the second press of a double click meets another row
            monkeypatch.undo()
            QTest.mouseRelease(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
            await until(detail.isVisible)
            assert view.selected_numbers() == [window.selection.record]

    arun(main())
