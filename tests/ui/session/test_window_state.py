"""What a window remembers from one start to the next, and what a broken file costs: nothing."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.loop import saving
from inspector.ui.session.window_state import WindowState
from tests.conftest import Runner

pytestmark = pytest.mark.gui


@pytest.fixture
def windows(qtbot: QtBot) -> tuple[QWidget, QWidget]:
    made = (QWidget(), QWidget())
    for window in made:
        qtbot.addWidget(window)
    return made


def test_size_and_layout_come_back_for_windows_of_that_kind(
    windows: tuple[QWidget, QWidget], tmp_path: Path, arun: Runner
) -> None:
    first, second = windows
    first.resize(640, 480)
    state = WindowState(tmp_path / "window.json")
    assert not state.restore(second, "live") and state.layout("live") is None, "there is none yet"
    state.remember(first, "live", {"view": "traffic"})
    state.set_text("server", "demo")
    state.save()
    arun(saving.flush())
    again = WindowState(tmp_path / "window.json")
    assert not again.restore(second, "session")
    assert again.restore(second, "live") and again.layout("live") == {"view": "traffic"}
    assert second.size() == first.size()
    assert again.text("server") == "demo" and again.text("other") == "" and again.notes == []


def test_of_the_version_before_only_the_size_is_taken_over(
    windows: tuple[QWidget, QWidget], tmp_path: Path
) -> None:
    first, second = windows
    first.resize(700, 500)
    before = base64.b64encode(first.saveGeometry().data()).decode()
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"live": {"geometry": before, "docks": "AAAA"}}))
    state = WindowState(path)
    assert state.restore(second, "live") and state.layout("live") is None
    assert second.size() == first.size()


@pytest.mark.parametrize(
    "broken",
    [
        "no dictionary",
        {},
        {"geometry": 1, "layout": None},
        {"geometry": "=", "layout": "=="},
        {"geometry": "a", "layout": []},
    ],
)
def test_what_is_broken_is_as_if_it_was_not_there(
    windows: tuple[QWidget, QWidget], tmp_path: Path, broken: Any
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
