"""What is replaced before records are handed on: the rules, what they find, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.trace.redaction.secret_rules import Rules
from inspector.ui.widgets import theme
from inspector.ui.windows import redaction_box
from inspector.ui.windows.redaction_box import RedactionBox
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story

pytestmark = pytest.mark.gui
SECRET = b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"password":"hunter-22-hunter"}}'


@pytest.fixture
def box(journal: Journal, qtbot: QtBot, qloop: object) -> Iterator[RedactionBox]:
    made = RedactionBox(journal)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    yield made
    made.stop()


def said(box: RedactionBox) -> str:
    return the(box, QLabel, "redact_count").text()


def test_secrets_are_replaced_unless_somebody_says_no(box: RedactionBox) -> None:
    told: list[bool] = []
    box.changed.connect(lambda: told.append(True))
    assert box.rules() == Rules((), False, False)
    the(box, QCheckBox, "redact_emails").click()
    assert box.rules() == Rules((), True, False)
    the(box, QCheckBox, "redact_homes").click()
    line = the(box, QLineEdit, "redact_keys")
    line.setText("pin, badge;  third")
    line.editingFinished.emit()
    assert box.rules() == Rules(("pin", "badge", "third"), True, True) and len(told) == 3
    the(box, QCheckBox, "redact").click()
    assert box.rules() is None and len(told) == 4
    parts = (box.emails, box.homes, box.keys, box.table, box.reveal)
    assert not any(part.isEnabled() for part in parts)
    the(box, QCheckBox, "redact").click()
    assert all(part.isEnabled() for part in parts)


def test_what_would_be_replaced_is_listed_and_counted(
    box: RedactionBox, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        number = story.record("request", SECRET, method="x", valid=True)
        story.journal.sync()
        box.look([number], True)
        assert said(box).startswith("Looking for secrets… ")
        await until(lambda: box.model.rowCount() == 1)
        await until(lambda: said(box) == "1 replacements of 1 secrets.")
        texts = [box.model.index(0, column).data() for column in range(box.model.columnCount())]
        assert not any("hunter" in str(text) for text in texts), "hidden until somebody asks"
        the(box, QCheckBox, "redact_reveal").click()
        texts = [box.model.index(0, column).data() for column in range(box.model.columnCount())]
        assert any("hunter-22" in str(text) for text in texts)
        assert box.kept() == frozenset()
        place = next(
            box.model.index(0, column)
            for column in range(box.model.columnCount())
            if box.model.flags(box.model.index(0, column)) & Qt.ItemFlag.ItemIsUserCheckable
        )
        box.model.setData(place, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
        assert box.kept() == frozenset({"hunter-22-hunter"}) and "Not replaced: 1" in said(box)

    arun(main())


def test_nothing_found_and_nothing_wanted_are_said(
    box: RedactionBox, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        number = story.stderr("plain words")
        story.journal.sync()
        box.look([number], True)
        await until(lambda: said(box) == "No secrets were found.")
        box.on.setChecked(False)
        box.look([number], True)
        assert said(box) == "Nothing is replaced: secrets are exported as is."
        assert box.model.rowCount() == 0

    arun(main())


def test_of_many_only_the_first_are_listed_and_an_older_search_is_given_up(
    box: RedactionBox, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[Any] = []

    class Found:
        def __init__(self, *_what: object) -> None:
            self.found: list[Any] = []
            self.count, self.looked_at, self.secrets = 7, 3, 2
            self.ended = self.stopped = False
            searches.append(self)

        def run(self) -> None:
            self.ended = True

    async def main() -> None:
        monkeypatch.setattr(redaction_box, "Search", Found)
        monkeypatch.setattr(redaction_box, "SHOWN", 5)
        box.look([1], True)
        assert said(box) == "Looking for secrets… 3 records, 7 found"
        box.look([1], True)
        assert searches[0].stopped and not searches[1].stopped
        await until(lambda: said(box) == "7 replacements of 2 secrets. The first 5 are listed.")
        assert not box._timer.isActive()
        monkeypatch.setattr(redaction_box, "SHOWN", 7)
        box._say_count()
        assert said(box) == "7 replacements of 2 secrets."

    arun(main())


def test_the_table_is_of_whole_lines_and_takes_the_room(box: RedactionBox) -> None:
    table = the(box, QTableView, "redact_table")
    assert table.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
    assert not table.showGrid() and not table.wordWrap() and not table.verticalHeader().isVisible()
    header = table.horizontalHeader()
    assert header.stretchLastSection() and not header.highlightSections()
    assert header.sectionSize(2) == 280 and table.accessibleName() == "Every replacement"
    assert table.height() > box.height() * 0.4


def test_the_rules_stand_indented_in_one_line_above_the_table(box: RedactionBox) -> None:
    QApplication.processEvents()
    mails, homes, more = (the(box, QWidget, f"redact_{name}") for name in ("emails", "homes", "keys"))
    assert mails.x() == more.x() == 24 < homes.x() and mails.y() == homes.y() < more.y() < box.table.y()
    width = homes.width()
    count, reveal = the(box, QLabel, "redact_count"), the(box, QCheckBox, "redact_reveal")
    assert count.y() > box.table.y() + box.table.height() and reveal.geometry().right() == box.width() - 1
    box.resize(1000, 400)
    QApplication.processEvents()
    assert homes.width() == width and count.width() > 700
    heads = box.table.horizontalHeader()
    assert [heads.sectionSize(place) for place in (2, 3)] == [280, 190]
    assert heads.sectionResizeMode(0) == QHeaderView.ResizeMode.Interactive
    assert heads.defaultAlignment() & Qt.AlignmentFlag.AlignLeft
    assert box.table.verticalHeader().defaultSectionSize() == theme.row_height()


def test_a_click_on_a_secret_shows_it_and_a_tick_is_counted(
    box: RedactionBox, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        number = story.record("request", SECRET, method="x", valid=True)
        story.journal.sync()
        box.look([number], False)
        assert box._timer.isActive()
        await until(lambda: box.model.rowCount() == 1 and not box._timer.isActive())
        cell = box.model.index(0, 3)
        assert "hunter" not in cell.data()
        QTest.mouseClick(
            box.table.viewport(), Qt.MouseButton.LeftButton, pos=box.table.visualRect(cell).center()
        )
        assert "hunter-22" in cell.data()
        box.stop()
        box.count.setText("")
        box.model.decided.emit()
        box._show_found()
        assert said(box) == "", "a search that was given up says nothing more"

    arun(main())
