"""What another program writes into the folders of settings is told, once for a burst."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.servers import shared_watch
from inspector.ui.servers.shared_watch import SharedWatch

pytestmark = pytest.mark.gui


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> SharedWatch:
    monkeypatch.setattr(shared_watch, "PAUSE_MS", 50)
    return SharedWatch([tmp_path, tmp_path, tmp_path / "not there"])


def test_a_file_that_is_replaced_is_told_and_again_the_next_time(
    watch: SharedWatch, tmp_path: Path, qtbot: QtBot
) -> None:
    for text in ("a", "b"):
        with qtbot.waitSignal(watch.changed):
            (tmp_path / "new").write_text(text)
            (tmp_path / "new").replace(tmp_path / "settings.json")


def test_a_window_that_comes_to_the_front_looks_and_who_could_not_look_is_told_again(
    watch: SharedWatch, qtbot: QtBot
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    told: list[None] = []
    watch.changed.connect(lambda: told.append(None))
    app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    qtbot.wait(120)
    assert told == []
    app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert told == []
    qtbot.waitUntil(lambda: len(told) == 1)
    watch.again()
    qtbot.waitUntil(lambda: len(told) == 2)
