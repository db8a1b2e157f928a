"""The chip that names the stretch of time that is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.timeline.overview.range_chip import RangeChip
from inspector.ui.widgets.time_axis import Axis

MS = 10**6
pytestmark = pytest.mark.gui


def test_it_names_the_stretch_as_exactly_as_it_is_long(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.show()
    chip = RangeChip(holder)
    assert not chip.isVisible() and chip.layoutDirection() == Qt.LayoutDirection.RightToLeft
    QCoreApplication.sendEvent(chip, QEvent(QEvent.Type.LanguageChange))
    assert chip.text() == "", "it has nothing to say yet"
    chip.show_range(Axis(1_000 * MS, 1_500 * MS), 400 * MS)
    assert chip.isVisible() and chip.text() == "0.60 s – 1.10 s"
    assert "0.60 s – 1.10 s" in chip.accessibleName() and chip.toolTip()
    chip.show_range(Axis(400 * MS, 3_600_400 * MS), 400 * MS)
    assert chip.text() == "0 s – 1:00:00"
    chip.setText("")
    QCoreApplication.sendEvent(chip, QEvent(QEvent.Type.LanguageChange))
    assert chip.text() == "0 s – 1:00:00"
    chip.show_range(None, 0)
    assert not chip.isVisible()
