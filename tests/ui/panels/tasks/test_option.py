"""Run as task: what is offered for a tool, and what of it goes out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from inspector.ui.panels.tasks.option import TaskOption

pytestmark = pytest.mark.gui


@pytest.fixture
def option(qtbot: QtBot) -> TaskOption:
    made = TaskOption()
    qtbot.addWidget(made)
    return made


def parts(option: TaskOption) -> tuple[QCheckBox, QDoubleSpinBox]:
    tick, ttl = option.findChild(QCheckBox, "run_as_task"), option.findChild(QDoubleSpinBox, "task_ttl")
    assert tick is not None and ttl is not None
    return tick, ttl


def test_a_tool_that_cannot_become_a_task_has_no_such_option(option: TaskOption) -> None:
    assert not option.isVisible() and option.value() is None and option.words() == []
    option.set_support("required")
    option.set_support("forbidden")
    assert not option.isVisible() and option.value() is None and option.words() == []


def test_what_is_chosen_goes_out_and_stands_in_the_command_line(option: TaskOption) -> None:
    option.set_support("optional")
    tick, ttl = parts(option)
    assert option.isVisible() and tick.isEnabled() and not ttl.isEnabled()
    assert option.value() is None and option.words() == []
    QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=QPoint(8, tick.height() // 2))
    assert ttl.isEnabled() and option.value() == {"ttl": 300_000}
    assert option.words() == ["--task", "--ttl", "300"]
    ttl.setValue(0)
    assert option.value() == {} and option.words() == ["--task"], "the server decides"
    ttl.setValue(7)
    assert option.value() == {"ttl": 7000}
    option.set_support("optional")
    assert tick.isChecked(), "the same tool leaves it as it was ticked"


def test_a_tool_that_must_become_one_is_ticked_for_good(option: TaskOption) -> None:
    option.set_support("required")
    tick, ttl = parts(option)
    assert (
        tick.isChecked() and not tick.isEnabled() and ttl.isEnabled() and option.value() == {"ttl": 300_000}
    )
    option.set_support("optional")
    assert not tick.isChecked() and tick.isEnabled()
