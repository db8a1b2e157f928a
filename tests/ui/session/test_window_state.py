"""What a window remembers from one start to the next, and what a broken file costs: nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow
from pytestqt.qtbot import QtBot

from inspector.ui.loop import saving
from inspector.ui.session.window_state import WindowState
from tests.conftest import Runner

pytestmark = pytest.mark.gui


class Window(QMainWindow):
    """With two docks."""

    def __init__(self) -> None:
        super().__init__()
        self.docks = {name: QDockWidget(name, self) for name in ("one", "two")}
        for name, dock in self.docks.items():
            dock.setObjectName(name)
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)


@pytest.fixture
def windows(qtbot: QtBot) -> tuple[Window, Window]:
    made = (Window(), Window())
    for window in made:
        qtbot.addWidget(window)
    return made


def test_size_and_docks_come_back_for_windows_of_that_kind(
    windows: tuple[Window, Window], tmp_path: Path, arun: Runner
) -> None:
    first, second = windows
    first.resize(640, 480)
    first.docks["two"].hide()
    first.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.docks["one"])
    state = WindowState(tmp_path / "window.json")
    assert not state.restore(second, "live"), "there is none yet"
    state.remember(first, "live")
    state.set_text("server", "demo")
    state.save()
    arun(saving.flush())
    again = WindowState(tmp_path / "window.json")
    assert not again.restore(second, "session")
    assert again.restore(second, "live")
    assert second.size() == first.size() and second.docks["two"].isHidden()
    assert second.dockWidgetArea(second.docks["one"]) == Qt.DockWidgetArea.RightDockWidgetArea
    assert again.text("server") == "demo" and again.text("other") == "" and again.notes == []


@pytest.mark.parametrize(
    "broken",
    [
        "no dictionary",
        {},
        {"geometry": 1, "docks": None},
        {"geometry": "=", "docks": "=="},
        {"geometry": "a", "docks": "YWJj"},
    ],
)
def test_what_is_broken_is_as_if_it_was_not_there(
    windows: tuple[Window, Window], tmp_path: Path, broken: Any
) -> None:
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"live": broken, "server": 3}))
    state = WindowState(path)
    before = windows[0].size()
    assert state.restore(windows[0], "live") is False
    assert windows[0].size() == before and state.text("server") == ""


def test_a_file_that_is_no_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    path.write_text("{")
    state = WindowState(path)
    assert len(state.notes) == 1 and state.text("server") == ""


def test_what_another_copy_of_the_program_remembered_is_taken_over(tmp_path: Path, arun: Runner) -> None:
    one, other = WindowState(tmp_path / "window.json"), WindowState(tmp_path / "window.json")
    other.set_text("files", "/srv")
    other.save()
    arun(saving.flush())
    assert one.text("files") == ""
    one.refresh()
    assert one.text("files") == "/srv"
    one.set_text("server", "mine")
    one.refresh()
    assert one.text("server") == "mine", "nothing new came"
