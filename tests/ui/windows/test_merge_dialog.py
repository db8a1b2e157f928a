"""The dialog that merges sessions: which files, and what is added to their times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLabel, QPushButton
from shiboken6 import isValid

from inspector.ui.windows.merge_dialog import MergeDialog
from tests.ui.parts import the

pytestmark = pytest.mark.gui
OWN, A, B = Path("/s/own.mcptrace"), Path("/s/a.mcptrace"), Path("/s/b.mcptrace")


@pytest.fixture
def dialog(qapp: object) -> Iterator[MergeDialog]:
    made = MergeDialog(OWN, "This session")
    made.show()
    yield made
    if isValid(made):
        made.close()


def test_one_alone_cannot_be_merged_and_none_is_there_twice(dialog: MergeDialog) -> None:
    go = the(dialog, QPushButton, "merge_start")
    assert not go.isEnabled()
    dialog.add([OWN])
    assert not go.isEnabled()
    dialog.add([A, B, A])
    assert go.isEnabled() and len(dialog.findChildren(QDoubleSpinBox)) == 3
    names = [one.accessibleName() for one in dialog.findChildren(QDoubleSpinBox)]
    assert names == [f"Seconds to add to the times in {name}" for name in ("This session", A.name, B.name)]
    tips = {one.text(): one.toolTip() for one in dialog.findChildren(QLabel) if one.toolTip()}
    assert str(A) in tips[A.name]


def test_the_times_are_told_in_ns_and_the_dialog_goes(dialog: MergeDialog) -> None:
    wanted: list[object] = []
    dialog.merge_wanted.connect(lambda *what: wanted.append(what))
    dialog.add([A])
    shift = the(dialog, QDoubleSpinBox, "merge_shift_2")
    assert (shift.decimals(), shift.suffix(), shift.minimum()) == (3, " s", -shift.maximum())
    assert shift.maximum() == 3650 * 86_400
    shift.setValue(-1.25)
    assert dialog.focusWidget() is the(dialog, QPushButton, "merge_start"), "Enter merges"
    enter = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(the(dialog, QPushButton, "merge_start"), enter)
    assert wanted == [([OWN, A], [0, -1_250_000_000])]
    assert not dialog.isVisible()


def test_more_files_are_asked_for_and_cancel_merges_nothing(dialog: MergeDialog) -> None:
    merged, files = QSignalSpy(dialog.merge_wanted), QSignalSpy(dialog.files_wanted)
    the(dialog, QPushButton, "merge_add").click()
    assert files.count() == 1 and not the(dialog, QPushButton, "merge_add").autoDefault()
    the(dialog, QPushButton, "merge_cancel").click()
    assert merged.count() == 0 and not dialog.isVisible()


def test_files_stand_in_lines_with_their_times_at_the_right(dialog: MergeDialog) -> None:
    dialog.add([A])
    QApplication.processEvents()
    names = [one for one in dialog.findChildren(QLabel) if one.text() in ("This session", A.name)]
    shifts = [the(dialog, QDoubleSpinBox, f"merge_shift_{place}") for place in (1, 2)]
    heads = [one for one in dialog.findChildren(QLabel) if one.text() in ("Session", "Time offset")]
    assert heads[0].y() == heads[1].y() < names[0].y() < names[1].y()
    for name, shift in zip(names, shifts, strict=True):
        assert (
            name.buddy() is shift and abs(name.geometry().center().y() - shift.geometry().center().y()) <= 1
        )
    assert heads[0].x() == names[0].x() and heads[1].x() == shifts[0].x() == shifts[1].x()
    width = names[0].width()
    dialog.resize(dialog.width() + 100, dialog.height() + 100)
    QApplication.processEvents()
    assert names[0].width() == width + 100, "the names take the room"
    add, go, cancel = (the(dialog, QPushButton, f"merge_{name}") for name in ("add", "start", "cancel"))
    assert add.x() < go.x() < cancel.x() and go.x() - add.geometry().right() > 100
    assert go.isDefault() and not cancel.autoDefault() and dialog.minimumWidth() == 560
    assert add.y() - shifts[1].geometry().bottom() > 80, "what is left is above the buttons"
