"""Editing a server, the settings, and the bar that tells of our own errors."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPlainTextEdit, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings, describe
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.add_server import AddServerBox
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.windows.preferences import Preferences
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def test_a_command_is_edited_line_by_line(qtbot: QtBot) -> None:
    target = StdioTarget("npx", ("-y", "package"), {"TOKEN": "a=b"}, "/srv")
    dialog = EditServer(Profile("mine", target))
    qtbot.addWidget(dialog)
    assert dialog.findChild(QPlainTextEdit, "edit_env").toPlainText() == "TOKEN=a=b"
    dialog.findChild(QLineEdit, "edit_name").setText("renamed")
    dialog.findChild(QPlainTextEdit, "edit_args").setPlainText("-y\npackage with space\n")
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.findChild(QPushButton, "edit_save").click()
    name, profile, connect = told.args
    assert (name, profile.name, connect) == ("mine", "renamed", False)
    assert profile.target == StdioTarget("npx", ("-y", "package with space"), {"TOKEN": "a=b"}, "/srv")


def test_a_url_is_edited_with_its_headers(qtbot: QtBot) -> None:
    dialog = EditServer(Profile("far", HttpTarget("https://example.com/mcp", {"X-Key": "1"})))
    qtbot.addWidget(dialog)
    dialog.findChild(QPlainTextEdit, "edit_headers").setPlainText("Authorization: Bearer x:y")
    dialog.findChild(QComboBox, "edit_transport").setCurrentText("sse")
    dialog.findChild(QComboBox, "edit_era").setCurrentText("2025-03-26")
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.findChild(QPushButton, "edit_connect").click()
    profile = told.args[1]
    assert profile.target.headers == {"Authorization": "Bearer x:y"}
    assert (profile.transport, profile.era, told.args[2]) == ("sse", "2025-03-26", True)


def test_a_websocket_can_be_typed_and_chosen(qtbot: QtBot) -> None:
    dialog = EditServer(Profile("far", HttpTarget("https://example.com/mcp")))
    qtbot.addWidget(dialog)
    dialog.findChild(QLineEdit, "edit_url").setText("wss://example.com/ws")
    dialog.findChild(QComboBox, "edit_transport").setCurrentText("websocket")
    with qtbot.waitSignal(dialog.saved) as told:
        dialog.findChild(QPushButton, "edit_save").click()
    profile = told.args[1]
    assert (profile.target.url, profile.transport) == ("wss://example.com/ws", "websocket")


def test_what_cannot_be_saved_is_explained_and_nothing_is_lost(qtbot: QtBot) -> None:
    dialog = EditServer(Profile("far", HttpTarget("https://example.com/mcp")))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.findChild(QLineEdit, "edit_url").setText("example.com")
    with qtbot.assertNotEmitted(dialog.saved):
        dialog.findChild(QPushButton, "edit_save").click()
    assert "http://" in dialog.findChild(QWidget, "edit_problem").text()
    dialog.close()


def test_every_setting_has_its_row_and_counts_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "settings.json")
    dialog = Preferences(settings)
    qtbot.addWidget(dialog)
    for setting in describe():
        assert dialog.findChild(QWidget, f"setting_{setting.name}") is not None
    told: list[str] = []
    dialog.changed.connect(told.append)
    dialog.findChild(QComboBox, "setting_theme").setCurrentText("Dark")
    dialog.findChild(QSpinBox, "setting_zoom").setValue(120)
    dialog.findChild(QCheckBox, "setting_follow").setChecked(False)
    dialog.findChild(QPlainTextEdit, "setting_roots").setPlainText("/srv/a\n\n/srv/b")
    assert told == ["theme", "zoom", "follow", "roots"]
    again = Settings.load(tmp_path / "settings.json")
    assert (again.theme, again.zoom, again.follow, again.roots) == ("dark", 120, False, ["/srv/a", "/srv/b"])


def test_the_box_says_at_once_what_it_understood(qtbot: QtBot) -> None:
    box = AddServerBox("add_server")
    qtbot.addWidget(box)
    box.show()
    preview, problem = (
        box.findChild(QWidget, "add_server_preview"),
        box.findChild(QWidget, "add_server_problem"),
    )
    box.set_text('{"mcpServers": {"a": {"command": "x"}, "b": {"url": "https://example.com"}}}')
    assert preview.text().splitlines() == ["✓ a   x", "✓ b   https://example.com"]
    box.set_text("ftp://example.com")
    assert problem.isVisible() and not preview.isVisible()
    assert not box.findChild(QPushButton, "add_server_confirm").isEnabled()
    box.close()


def test_a_mistake_of_ours_is_told_in_a_bar_and_the_program_goes_on(
    arun: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fails() -> None:
        raise ZeroDivisionError("something of ours")

    async def main() -> None:
        async with live(tmp_path) as it:
            spawn(it.window, fails(), "a task")
            bar = await it.find(QWidget, "error_bar")
            assert "something of ours" in bar.text()
            await it.click("error_copy")
            await it.start_demo()

    arun(main())
    assert "ZeroDivisionError" in capsys.readouterr().err
