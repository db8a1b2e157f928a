"""What was done last is known by names of our code, counted where it repeats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.loop import breadcrumbs
from tests.ui.form_driving import find, tool


@pytest.fixture
def heard(qapp: QApplication) -> Iterator[list[str]]:
    """The steps from now on."""
    made: list[str] = []
    breadcrumbs._steps.clear()
    breadcrumbs.follow(qapp, made.append)
    yield made
    breadcrumbs.leave(qapp)


def last() -> list[str]:
    return [step.partition(" s ago: ")[2] for step in breadcrumbs.steps()]


def test_steps_that_repeat_or_take_turns_are_counted(heard: list[str]) -> None:
    for name in ("a", "a", "b", "a", "b", "c"):
        breadcrumbs.note("action", name)
    assert last() == ["action a (3 times)", "action b (2 times)", "action c"]
    assert heard == ["action a", "action b", "action c"]
    breadcrumbs.note("action", "a")
    assert last()[-1] == "action a", "it was longer ago"
    for number in range(60):
        breadcrumbs.note("work", str(number))
    assert len(last()) == 40 and last()[-1] == "work 59"
    assert all(0 <= float(step.split(" s ago")[0]) < 60 for step in breadcrumbs.steps())


def test_the_way_of_the_keyboard_is_told_by_classes_of_ours(heard: list[str], qtbot: QtBot) -> None:
    form, line = Form(), QLineEdit()
    qtbot.addWidget(form)
    qtbot.addWidget(line)
    form.set_schema(tool({"secret name": {"type": "string"}}))
    for window in (form, line):
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
    breadcrumbs._steps.clear()
    line.setFocus()
    assert last() == []
    form.activateWindow()
    find(form, QLineEdit, "secret name").setFocus()
    qtbot.waitUntil(lambda: "focus ValueLine in TextEditor in EditorHost" in heard)
    assert not any("secret" in one for one in heard)


def test_who_has_left_hears_no_more(qapp: QApplication) -> None:
    heard: list[str] = []
    breadcrumbs.follow(qapp, heard.append)
    breadcrumbs.note("action", "x")
    breadcrumbs.leave(qapp)
    assert breadcrumbs.steps() == []
    breadcrumbs._moved(None, QWidget())
    breadcrumbs.note("action", "y")
    assert heard == ["action x"] and last() == ["action y"]
    breadcrumbs._steps.clear()
