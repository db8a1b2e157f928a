"""The window that imports servers is opened once, and what it adds is selected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMainWindow
from pytestqt.qtbot import QtBot

from inspector.ui.servers.transfer import import_servers
from inspector.ui.servers.transfer.importing import Importing

pytestmark = pytest.mark.gui


class Window(QDialog):
    """Stands in for the window that imports."""

    added = Signal(list)
    registry_wanted = Signal(dict)

    def __init__(self, servers: object, new_servers: object, look: object, parent: QMainWindow) -> None:
        super().__init__(parent)
        self.given = (servers, new_servers, look)
        self.looks = 0
        self.files: list[Path] = []

    def look(self) -> None:
        self.looks += 1

    def open_file(self, path: Path) -> None:
        self.files.append(path)


class Bench:
    """A main window with it."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.selected: list[str] = []
        self.offered: list[Any] = []
        self.servers: Any = SimpleNamespace(select=self.selected.append)
        self.new_servers: Any = QObject()
        offers: Any = SimpleNamespace(open_text=lambda text: self.offered.append(json.loads(text)))
        self.importing = Importing(self.servers, self.new_servers, offers, self.window)

    def open(self) -> Window:
        made: Any = self.importing.open()
        assert isinstance(made, Window)
        return made


@pytest.fixture
def bench(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(import_servers, "ImportServers", Window)
    made = Bench()
    qtbot.addWidget(made.window)
    yield made


def test_it_is_opened_once_and_looks_around(bench: Bench) -> None:
    dialog = bench.open()
    assert dialog.isVisible() and dialog.looks == 1
    assert dialog.given == (bench.servers, bench.new_servers, import_servers.look_around)
    assert bench.open() is dialog and dialog.looks == 1
    dialog.hide()
    bench.importing.look = lambda _folders: []
    other = bench.open()
    assert other is not dialog and other.given[2] is bench.importing.look
    other.close()


def test_a_file_is_shown_in_it(bench: Bench, tmp_path: Path) -> None:
    bench.importing.open_file(tmp_path)
    assert bench.open().files == [tmp_path]
    bench.open().close()


def test_the_first_that_was_added_is_selected(bench: Bench) -> None:
    bench.open().added.emit(["b", "a"])
    assert bench.selected == ["b"]
    bench.open().close()


def test_an_entry_of_the_registry_is_looked_at_in_its_own_window(bench: Bench) -> None:
    dialog = bench.open()
    dialog.registry_wanted.emit({"name": "io.example/x"})
    assert bench.offered == [{"name": "io.example/x"}] and not dialog.isVisible()
