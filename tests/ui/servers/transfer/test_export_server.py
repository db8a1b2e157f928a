"""A server is given to another client: to be copied, or written into its file after a look at the change."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QPlainTextEdit, QWidget

from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.transfer.export_server import ExportServer
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

GITHUB = Profile("gh", StdioTarget("npx", ("-y", "gh"), {"TOKEN": "${secret:server/gh/TOKEN}"}, "/w"))


async def opened(it: Live, home: Path, entry: str, client: str, profile: Profile = GITHUB) -> ExportServer:
    it.window.exporting.home = (home, "linux", {})
    name = it.program.servers.add(profile)
    [action] = [one for one in it.window.server_list.menu_for(name).actions() if one.objectName() == entry]
    action.trigger()
    edit = await it.find(QPlainTextEdit, "export_text")
    dialog = edit.window()
    assert isinstance(dialog, ExportServer)
    dialog.choose(client)
    return dialog


async def shown(it: Live, dialog: ExportServer, words: str) -> None:
    await it.until(lambda: words in dialog.text.toPlainText(), words)


def test_an_entry_is_copied_with_its_losses_told(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            dialog = await opened(it, tmp_path / "home", "server_copy_as", "claude-code")
            await shown(it, dialog, '"TOKEN": "${GH_TOKEN}"')
            assert "/w" in (await it.find(QWidget, "export_losses")).accessibleName()
            await it.click("export_go")
            assert '"TOKEN": "${GH_TOKEN}"' in QGuiApplication.clipboard().text()
            it.program.servers.secrets.set("server/gh/TOKEN", "hunter-22")
            (await it.find(QCheckBox, "export_secrets")).click()
            await shown(it, dialog, '"TOKEN": "hunter-22"')
            dialog.close()

    arun(main())


def test_a_file_is_written_after_a_look_at_what_changes(arun: Runner, tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = home / ".cursor" / "mcp.json"
    file.parent.mkdir(parents=True)
    before = '{\n  "mcpServers": {\n    "a": {"command": "a"} // mine\n  }\n}\n'
    file.write_text(before)

    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            dialog = await opened(it, home, "server_write_into", "cursor")
            await shown(it, dialog, '+    "gh": {')
            assert file.read_text() == before
            file.write_text(before + "\n")  # somebody else was faster
            await it.click("export_go")
            assert "in the meantime" in (await it.find(QWidget, "export_problem")).accessibleName()
            assert file.read_text() == before + "\n"
            dialog.use_file(file)
            await it.click("export_go")
            done = await it.find(QWidget, "export_done")
            assert "mcp.json.backup-" in done.accessibleName()
            assert '"gh": {' in file.read_text() and "// mine" in file.read_text()
            dialog.close()

    arun(main())


def test_what_a_client_cannot_have_is_said_and_cannot_be_copied(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            far = Profile("far", HttpTarget("https://h.example/"))
            dialog = await opened(it, tmp_path, "server_copy_as", "claude-desktop", far)
            problem = await it.find(QWidget, "export_problem")
            assert "Claude Desktop" in problem.accessibleName()
            assert not dialog.findChild(QWidget, "export_go").isEnabled()
            dialog.choose("jetbrains")
            await shown(it, dialog, "https://h.example/")
            dialog.mode.choose("write")
            await it.until(lambda: "choose the file" in dialog._problem.text(), "the word")
            dialog.close()

    arun(main())
