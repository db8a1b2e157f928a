"""A server is given to another client: to be copied, or written into its file after a look at the change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFontInfo, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import MemoryStore
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.loop import tasks
from inspector.ui.servers.transfer import export_server as module
from inspector.ui.servers.transfer.export_server import ExportServer
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.parts import the

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
            await it.until(lambda: "choose one" in dialog._problem.text(), "the word")
            dialog.close()

    arun(main())


# -- the dialog by itself ---------------------------------------------------------------------------------


def dialog_of(
    qtbot: QtBot, home: Path, profile: Profile, mode: str = "copy", client: str = "cursor"
) -> ExportServer:
    made = ExportServer(profile, MemoryStore(), (home, "linux", {}), mode)
    qtbot.addWidget(made)
    made.choose(client)
    made.show()
    return made


def button(dialog: ExportServer, name: str = "export_go") -> QPushButton:
    return the(dialog, QPushButton, name)


def said(dialog: ExportServer) -> list[str]:
    """What the strips below the text say."""
    strips = (the(dialog, Notice, f"export_{name}") for name in ("losses", "problem", "done"))
    return [one.text() for one in strips if not one.isHidden()]


PLAIN = Profile("plain", StdioTarget("run-me"))


def test_the_entry_is_only_to_be_read_and_has_the_room(
    qtbot: QtBot, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        dialog = dialog_of(qtbot, tmp_path, PLAIN)
        text = dialog.text
        assert not button(dialog).isEnabled(), "before there is something to copy"
        await until(lambda: button(dialog).isEnabled())
        assert '"command": "run-me"' in text.toPlainText() and button(dialog).text() == "Copy"
        assert text.isReadOnly() and text.tabChangesFocus() and text.property("outlined")
        assert QFontInfo(text.font()).fixedPitch() and text.accessibleName() == "Entry"
        assert text.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap and not dialog._colours.active
        assert text.height() > dialog.height() / 2 and dialog.width() > dialog.height()
        assert not the(dialog, QCheckBox, "export_secrets").isVisible(), "it has none"
        assert not the(dialog, QPushButton, "export_choose").isVisible() and said(dialog) == []
        box, client = dialog.mode, the(dialog, QComboBox, "export_client")
        assert box.x() - (client.x() + client.width()) > 50, "the room is between client and what to do"
        close = button(dialog, "export_close")
        assert not close.autoDefault() and close.x() > button(dialog).x() > dialog.width() / 2
        try:
            theme.set_zoom(200)
            assert text.font() == theme.mono_font()
        finally:
            theme.set_zoom(100)
        button(dialog).click()
        assert said(dialog) == ["Copied."] and "run-me" in QGuiApplication.clipboard().text()
        dialog.choose("zed")
        assert said(dialog) == [] and not button(dialog).isEnabled(), "another entry was not copied"
        await until(lambda: button(dialog).isEnabled())
        close.click()
        assert not dialog.isVisible()

    arun(main())


@pytest.mark.parametrize(("count", "lines"), [(6, 6), (8, 7)])
def test_of_many_losses_the_first_are_told_and_the_rest_counted(
    qtbot: QtBot,
    arun: Runner,
    until: Until,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    lines: int,
) -> None:
    real = module.exported
    losses = tuple(f"loss {number}" for number in range(count))
    monkeypatch.setattr(module, "exported", lambda *what: replace(real(*what), said=losses, secrets=()))

    async def main() -> None:
        dialog = dialog_of(qtbot, tmp_path, PLAIN)
        await until(lambda: said(dialog))
        told = said(dialog)[0].splitlines()
        assert len(told) == lines and told[:6] == list(losses[:6])
        assert told[6:] == (["And 2 more."] if count > 6 else [])

    arun(main())


def test_a_new_file_is_written_once_and_then_has_the_entry(
    qtbot: QtBot, arun: Runner, until: Until, tmp_path: Path
) -> None:
    own, other = tmp_path / ".cursor" / "mcp.json", tmp_path / "other.json"

    async def main() -> None:
        dialog = dialog_of(qtbot, tmp_path, PLAIN, "write")
        where = the(dialog, QLabel, "export_file")
        await until(lambda: button(dialog).isEnabled())
        assert where.text() == str(own) and where.isVisible() and button(dialog).text() == "Write"
        assert dialog.text.lineWrapMode() == QPlainTextEdit.LineWrapMode.WidgetWidth
        assert dialog._colours.active and dialog.text.accessibleName() == "Changes to the file"
        dialog.use_file(other)
        await until(lambda: where.text() == str(other) and button(dialog).isEnabled())
        button(dialog).click()
        assert not button(dialog).isEnabled(), "it is being written"
        await until(lambda: said(dialog) == ["Written."])
        assert "run-me" in other.read_text() and not own.exists()
        dialog.use_file(other)
        await until(lambda: dialog.text.toPlainText() == "The file has this entry already.")
        assert not button(dialog).isEnabled() and said(dialog) == []
        dialog.choose("zed")
        await until(lambda: "zed" in where.text())
        dialog.choose("cursor")
        await until(lambda: where.text() == str(own))
        own.parent.mkdir()
        own.write_text("{ broken")
        dialog.mode.choose("copy")
        await until(lambda: button(dialog).text() == "Copy" and button(dialog).isEnabled())
        dialog.mode.choose("write")
        await until(lambda: len(said(dialog)) == 1)
        assert "mcp.json" in said(dialog)[0] and not button(dialog).isEnabled()

    arun(main())


def test_an_entry_that_comes_late_does_not_take_the_place_of_a_newer_one(
    qtbot: QtBot, arun: Runner, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        late = asyncio.Event()
        begun: list[str] = []
        real = module.offload

        async def slow(work: Callable[..., Any], *what: Any) -> Any:
            begun.append(what[1])
            if what[1] == "codex":
                await late.wait()
            return await real(work, *what)

        monkeypatch.setattr(module, "offload", slow)
        dialog = dialog_of(qtbot, tmp_path, PLAIN, client="codex")
        await until(lambda: begun == ["codex", "codex"])
        dialog.choose("cursor")
        await until(lambda: '"command": "run-me"' in dialog.text.toPlainText())
        late.set()
        await until(lambda: not tasks.under_way([dialog]))
        assert '"command": "run-me"' in dialog.text.toPlainText()

    arun(main())


def test_another_file_is_chosen_that_need_not_be_there(
    qtbot: QtBot, arun: Runner, until: Until, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        asked: list[QFileDialog] = []
        answers = [0, 1]

        async def answer(dialog: QFileDialog) -> int:
            asked.append(dialog)
            assert dialog.fileMode() == QFileDialog.FileMode.AnyFile
            assert dialog.testOption(QFileDialog.Option.DontConfirmOverwrite), "it is not overwritten"
            assert dialog.labelText(QFileDialog.DialogLabel.Accept) == "Choose"
            return answers.pop(0)

        monkeypatch.setattr(module, "ask", answer)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(tmp_path / "mine.json")])
        dialog = dialog_of(qtbot, tmp_path, PLAIN, "write")
        where, choose = the(dialog, QLabel, "export_file"), button(dialog, "export_choose")
        await until(lambda: where.text().endswith(".cursor/mcp.json"))
        choose.click()
        await until(lambda: asked and not tasks.under_way([dialog]))
        assert where.text().endswith(".cursor/mcp.json"), "nothing was chosen"
        choose.click()
        await until(lambda: where.text() == str(tmp_path / "mine.json"))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not any(map(isValid, asked))

    arun(main())
