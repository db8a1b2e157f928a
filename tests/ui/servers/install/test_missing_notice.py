"""A missing program is told with a way to its page and another look."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from inspector.core.install.missing_programs import MissingProgram
from inspector.transport.stdio_clues import PAGES
from inspector.ui.servers.install.missing_notice import MissingNotice
from inspector.ui.widgets.controls import Notice
from tests.ui.parts import the

pytestmark = pytest.mark.gui


def test_each_program_has_its_page_and_another_look(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def take(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", take)
    made = MissingNotice()
    qtbot.addWidget(made)
    uv = MissingProgram(("uvx",), PAGES["uvx"], 2)
    made.show_programs([uv, MissingProgram(("docker",), PAGES["docker"], 1)])
    assert made.isVisible() and the(made, Notice, "missing_uvx").text() == uv.sentence()
    the(made, QPushButton, "missing_docker_install").click()
    assert opened == [PAGES["docker"]]
    again = QSignalSpy(made.again)
    the(made, QPushButton, "missing_uvx_again").click()
    assert again.count() == 1
    made.show_programs([uv])

    def shown() -> list[str]:
        return [one.objectName() for one in made.findChildren(Notice) if one.isVisible()]

    qtbot.waitUntil(lambda: shown() == ["missing_uvx"])
    made.show_programs([])
    assert not made.isVisible()
