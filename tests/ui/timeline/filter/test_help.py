"""The help of the filter language is made from its tables, and writes examples into the filter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.trace.query.fields import FIELDS
from inspector.ui.timeline.filter.help import FilterHelp
from inspector.ui.timeline.filter.shelf import FilterShelf


@pytest.fixture
def window(qloop: object) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1024, 640)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_line_writes_its_example_into_the_filter_without_using_it(window: QWidget) -> None:
    shelf = FilterShelf(window)
    shelf.resize(900, 30)
    shelf.show()
    QTest.mouseClick(shelf.help_button, Qt.MouseButton.LeftButton)
    panel = window.findChild(FilterHelp)
    assert panel is not None
    find = panel.findChild(QLineEdit, "filter_help_find")
    assert find is not None
    QTest.keyClicks(find, "answer complete")
    shown = [item for _, item in panel._items() if item is not None and not item.isHidden()]
    assert [item.text(0) for item in shown] == ["duration"]
    panel.tree.setCurrentItem(shown[0])
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert not panel.isVisible()
    assert shelf.line.text() == FIELDS["duration"].example
    assert shelf.line.verdict.state == "prepared"
    assert shelf.line._used == ""
