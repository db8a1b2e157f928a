"""Strips that say what servers, their supervision and calls in two servers could not do."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.error_strips import TroubleStrips

pytestmark = pytest.mark.gui


class Troubled(QObject):
    troubled = Signal(str)


class Strips:
    """Keeps the strips that it is to show."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str, str]] = []
        self.notice = Notice("trouble", "warning")

    def show(self, name: str, text: str, role: str) -> Notice:
        self.shown.append((name, text, role))
        return self.notice


def test_each_trouble_has_a_strip_of_its_own_that_can_be_closed(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    servers: Any = Troubled()
    supervisor: Any = Troubled()
    notices: Any = Strips()
    qtbot.addWidget(notices.notice)
    strips = TroubleStrips(servers, supervisor, notices, window)
    servers.troubled.emit("not saved")
    supervisor.troubled.emit("gave up")
    strips.of_twins("no response")
    strips.tell("own", "something else")
    assert notices.shown == [
        ("servers_trouble", "not saved", "warning"),
        ("upkeep_trouble", "gave up", "warning"),
        ("twin_trouble", "no response", "warning"),
        ("own", "something else", "warning"),
    ]
    for name in ("servers_trouble", "upkeep_trouble", "twin_trouble", "own"):
        assert notices.notice.findChild(QObject, f"{name}_close") is not None
