"""Bundles and entries of the registry in the window: dropped, filled in, added, connected, edited."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.core.install.bundles.bundle import open_bundle
from inspector.core.install.bundles.offer import BundleOffer
from inspector.core.install.bundles.unpacking import bundles_folder
from inspector.core.install.offer_protocol import Made
from inspector.core.install.offers import read_offer, read_offer_text
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.secrets import MemoryStore
from inspector.core.storage.settings import Settings
from inspector.core.validation.validation import Validator
from inspector.errors import SecretsUnavailable
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.loop import saving, tasks
from inspector.ui.program import app
from inspector.ui.servers.install import offers
from inspector.ui.servers.install.offer_dialog import OfferDialog
from inspector.ui.servers.install.offer_preview import sentences
from inspector.ui.servers.install.offers import Offers
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets.controls import Notice
from tests.conftest import Until
from tests.core.install.bundles.packing import manifest, pack, served
from tests.ui.live import Live, live
from tests.ui.panels.asked import Checking

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

_ROOT = str(Path(__file__).resolve().parents[4])
_PROGRAM = (
    "import os, runpy, sys\n"
    f"sys.path.insert(0, {_ROOT!r})\n"
    "sys.argv = ['inspector', 'demo-server', '--transport', 'stdio']\n"
    "assert os.environ['KEY'] == 's3cret', os.environ['KEY']\n"
    "runpy.run_module('inspector', run_name='__main__')\n"
)
_REGISTRY = {
    "name": "io.github.ann/notes",
    "packages": [
        {
            "registryType": "npm",
            "identifier": "@ann/notes",
            "version": "1.0.0",
            "environmentVariables": [{"name": "KEY", "isRequired": True, "isSecret": True}],
        },
        {"registryType": "mcpb", "identifier": "https://example.com/a.mcpb", "fileSha256": "0" * 64},
    ],
    "remotes": [{"type": "streamable-http", "url": "https://notes.example/mcp"}],
}


def _bundle(path: Path) -> Path:
    config = {
        "command": sys.executable,
        "args": ["${__dirname}/main.py", "${user_config.extra}"],
        "env": {"KEY": "${user_config.key}"},
    }
    options = {
        "key": {"type": "string", "title": "Key", "description": "d", "sensitive": True, "required": True},
        "extra": {"type": "string", "title": "Extra", "description": "d"},
    }
    tools = [{"name": "echo"}, {"name": "vanished"}]
    value = {**served("python", "main.py", **config), "user_config": options, "tools": tools}
    return pack(path, value, {"main.py": _PROGRAM.encode()})


def _drop(window: QWidget, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(9, 9), actions, data, buttons, keys))
    QApplication.sendEvent(window, QDropEvent(QPoint(9, 9), actions, data, buttons, keys))


async def _dialog(it: Live) -> OfferDialog:
    await it.find(QLineEdit, "offer_name")
    return it.window.findChildren(OfferDialog)[-1]


def _fill(dialog: OfferDialog, **values: Any) -> None:
    dialog.form.set_text(json.dumps(values))
    dialog.form.changed.emit()


def _unpacked() -> set[Path]:
    return set(bundles_folder().iterdir()) if bundles_folder().exists() else set()


def test_dropped_bundle_is_filled_in_added_and_connected(arun: Runner, tmp_path: Path) -> None:
    path = _bundle(tmp_path / "notes.mcpb")

    async def run() -> None:
        before = _unpacked()
        async with live(tmp_path) as it:
            _drop(it.window, path)
            dialog = await _dialog(it)
            assert _unpacked() == before
            assert "main.py" in dialog.preview.text.toPlainText()
            await it.click("offer_connect")
            problem = await it.find(QWidget, "offer_problem")
            assert isinstance(problem, Notice) and "Key" in problem.text()
            assert it.program.servers.names() == []
            _fill(dialog, key="s3cret")
            await it.click("offer_connect")
            await it.until(lambda: it.program.servers.names() == ["notes"], "added")
            await it.connected("notes")
            server = it.program.servers.get("notes")
            assert server is not None and isinstance(server.profile.target, StdioTarget)
            assert server.profile.target.env == {"KEY": "${secret:server/notes/key}"}
            assert Path(server.profile.target.cwd).parent == bundles_folder()
            await saving.flush()
            assert "s3cret" not in (tmp_path / "servers.json").read_text()
            promises = it.window.findChild(Notice, "server_promises")
            assert promises is not None
            await it.until(lambda: "“vanished”" in promises.text(), "what is promised and not there")
            assert "not in the manifest: " in promises.text()  # and what is there and not promised
            store = it.program.servers.secrets
            assert store.get("server/notes/key") == "s3cret"
            it.program.servers.remove("notes")
            await it.until(lambda: store.get("server/notes/key") is None, "its secret goes with it")

    arun(run())


def test_values_of_a_saved_bundle_are_edited_in_its_form(arun: Runner, tmp_path: Path) -> None:
    path = _bundle(tmp_path / "notes.mcpb")

    async def run() -> None:
        async with live(tmp_path) as it:
            it.window.offers.open_file(path)
            dialog = await _dialog(it)
            _fill(dialog, key="s3cret")
            await it.click("offer_add")
            await it.until(lambda: it.program.servers.names() == ["notes"], "added")
            await it.until(lambda: not it.window.findChildren(OfferDialog), "closed")
            it.window.edit("notes")
            await it.click("edit_offer")
            await it.find(QPushButton, "offer_add")
            dialog = it.window.findChildren(OfferDialog)[-1]
            assert json.loads(dialog.form.text()) == {"key": "${secret:server/notes/key}"}
            _fill(dialog, key="${secret:server/notes/key}", extra="more")
            await it.click("offer_connect")

            def changed() -> bool:
                server = it.program.servers.get("notes")
                target = server.profile.target if server is not None else None
                return isinstance(target, StdioTarget) and target.args[-1] == "more"

            await it.until(changed, "changed")
            await it.connected("notes")  # with the secret of before

    arun(run())


def test_pasted_server_json_is_looked_at(arun: Runner, tmp_path: Path) -> None:
    async def run() -> None:
        async with live(tmp_path) as it:
            box = it.window.welcome.box
            box.set_text(json.dumps(_REGISTRY))
            assert await it.find(QPushButton, "welcome_add_confirm")
            box.confirm()
            await _dialog(it)
            choice = await it.find(QComboBox, "offer_choice")
            choice.setCurrentIndex(2)
            await it.click("offer_add")
            await it.until(lambda: it.program.servers.names() == ["notes"], "added")
            server = it.program.servers.get("notes")
            assert server is not None and server.profile.target == HttpTarget("https://notes.example/mcp")
            assert server.state == "new"  # only added

    arun(run())


def test_pasted_path_of_a_bundle_is_looked_at(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a b.mcpb")

    async def run() -> None:
        async with live(tmp_path) as it:
            it.window.welcome.box.set_text(f'"{path}"')
            it.window.welcome.box.confirm()
            assert (await _dialog(it)).windowTitle() == "Add Notes"

    arun(run())


def test_file_that_offers_nothing_is_explained_in_a_strip(arun: Runner, tmp_path: Path) -> None:
    path = tmp_path / "server.json"
    path.write_text('{"name": "package"}')

    async def run() -> None:
        async with live(tmp_path) as it:
            _drop(it.window, path)
            strip = await it.find(QWidget, "offer_trouble")
            assert isinstance(strip, Notice) and "not a server.json" in strip.text()

    arun(run())


def test_file_is_chosen_from_the_menu(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb")

    async def run() -> None:
        async with live(tmp_path) as it:
            it.window.actions_by_key["add_offer_action"].trigger()
            await it.until(lambda: it.window.findChildren(QFileDialog), "file dialog")
            dialog = it.window.findChildren(QFileDialog)[0]
            names = dialog.findChild(QLineEdit)
            assert names is not None
            names.setText(str(path))
            dialog.accept()
            assert await _dialog(it)

    arun(run())


def test_file_on_the_command_line_is_looked_at(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb")

    async def run() -> None:
        async with live(tmp_path) as it:
            app._open_windows(it.program, False, [path], [])
            assert (await _dialog(it)).windowTitle() == "Add Notes"

    arun(run())


# -- the dialog alone --------------------------------------------------------------------------------------


@asynccontextmanager
async def _shown(offer: Any, **options: Any) -> AsyncIterator[OfferDialog]:
    validator = Validator()
    dialog = OfferDialog(validator, **options)
    dialog.show_offer(offer)
    dialog.show()
    try:
        yield dialog
    finally:
        if isValid(dialog):
            dialog.close()
        await validator.close()


def _visible(dialog: QWidget, name: str) -> bool:
    found = dialog.findChild(QWidget, name)
    return found is not None and found.isVisible()


def _text(dialog: QWidget, name: str) -> str:
    found = dialog.findChild(QWidget, name)
    assert isinstance(found, Notice)
    return found.text()


async def _until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


def test_hostile_bundle_is_shown_with_its_reasons_alone(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb", files={"../evil": b"x"})

    async def run() -> None:
        async with _shown(read_offer(path)) as dialog:
            assert "points outside the bundle" in _text(dialog, "offer_refused")
            for name in ("offer_add", "offer_connect", "offer_name", "offer_command", "form_area"):
                assert not _visible(dialog, name)

    arun(run())


def test_secret_is_dots_in_what_would_run(arun: Runner, tmp_path: Path) -> None:
    value = served("node", "server/index.js", command="node", args=["--key=${user_config.key}"])
    option = {"key": {"type": "string", "title": "Key", "description": "d", "sensitive": True}}
    path = pack(tmp_path / "a.mcpb", {**value, "user_config": option})

    async def run() -> None:
        async with _shown(read_offer(path)) as dialog:
            _fill(dialog, key="s3cret")
            edit = dialog.findChild(QPlainTextEdit, "offer_command")
            await _until(lambda: "•••" in edit.toPlainText())
            text = edit.toPlainText()
            assert "--key=•••" in text and "s3cret" not in text and "secret:" not in text

    arun(run())


def test_warnings_and_facts_are_told(arun: Runner, tmp_path: Path) -> None:
    value = manifest(manifest_version="7", license="MIT", compatibility={"platforms": ["aix"]})
    path = pack(tmp_path / "a.mcpb", value)

    async def run() -> None:
        async with _shown(read_offer(path)) as dialog:
            assert "version 7" in _text(dialog, "offer_warnings")
            assert "supports aix" in _text(dialog, "offer_notes")
            assert not _visible(dialog, "offer_facts")
            QTest.mouseClick(dialog.findChild(QPushButton, "offer_details"), Qt.MouseButton.LeftButton)
            assert _visible(dialog, "offer_facts")

    arun(run())


def test_texts_of_any_length_leave_the_window_usable(arun: Runner, tmp_path: Path) -> None:
    long = "word " * 100_000
    options = {f"o{number}": "no object" for number in range(500)}
    value = manifest(display_name=long, description=long, author={"name": long}, user_config=options)
    path = pack(tmp_path / "a.mcpb", value)

    async def run() -> None:
        async with _shown(read_offer(path)) as dialog:
            assert "and 492 more." in _text(dialog, "offer_warnings").splitlines()[-1].lower()
            labels = [label.text() for label in dialog.findChildren(QLabel)]
            assert max(map(len, labels)) < 4_000 and len(dialog.windowTitle()) < 200

    arun(run())


def test_doubt_is_told_before_anything_is_unpacked_and_the_next_press_goes_on(
    arun: Runner, tmp_path: Path
) -> None:
    offer = BundleOffer(open_bundle(pack(tmp_path / "a.mcpb")), tmp_path / "root")
    offer.doubts = lambda choice: ("it wants Node.js >=99",)  # type: ignore[method-assign]

    async def run() -> None:
        async with _shown(offer) as dialog:
            added: list[bool] = []
            dialog.accepted_offer.connect(lambda made, connect: added.append(connect))
            dialog.findChild(QPushButton, "offer_add").click()
            await _until(lambda: "Press again" in _text(dialog, "offer_problem"))
            assert "It wants Node.js >=99." in _text(dialog, "offer_problem")
            assert not (tmp_path / "root").exists() and not added
            dialog.findChild(QPushButton, "offer_add").click()
            await _until(lambda: added)
            assert added == [False] and len(list((tmp_path / "root").iterdir())) == 1

    arun(run())


def test_name_of_another_server_is_not_taken(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb")

    async def run() -> None:
        async with _shown(read_offer(path), taken=["notes"]) as dialog:
            name = dialog.findChild(QLineEdit, "offer_name")
            assert name.text() == "notes 2"
            name.setText("notes")
            dialog.findChild(QPushButton, "offer_add").click()
            await _until(lambda: _visible(dialog, "offer_problem"))
            assert "named “notes” already exists" in _text(dialog, "offer_problem")

    arun(run())


def test_bundle_of_the_registry_is_opened_from_a_file_of_that_hash(arun: Runner, tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb")
    other = pack(tmp_path / "b.mcpb", manifest(name="other"))
    digest = dict(read_offer(path).facts)["SHA-256"]
    package = {"registryType": "mcpb", "identifier": "https://example.com/a.mcpb", "fileSha256": digest}
    entry = json.dumps({"name": "io.github.ann/notes", "packages": [package]})

    async def run() -> None:
        async with _shown(read_offer_text(entry)) as dialog:
            assert "https://example.com/a.mcpb" in _text(dialog, "offer_download")
            add = dialog.findChild(QPushButton, "offer_add")
            assert not add.isEnabled()
            await dialog.take_download(other)
            assert "not the file in the registry" in _text(dialog, "offer_problem")
            await dialog.take_download(path)
            assert dialog.windowTitle() == "Add Notes" and add.isEnabled()

    arun(run())


def test_what_is_told_begins_with_a_capital_but_names_of_files_stay_as_they_are() -> None:
    told = sentences(["manifest.json is missing", "it has no tools", "manifest.json이 없습니다."])
    assert told == "manifest.json is missing.\nIt has no tools.\nmanifest.json이 없습니다."


# -- without the program -----------------------------------------------------------------------------------


class Desk:
    """What a window of offers gets: servers, and one sentence for the user."""

    def __init__(self, folder: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        settings = Settings(path=folder / "settings.json")
        profiles = Profiles(folder / "servers.json")
        self.store = MemoryStore()
        self.servers = Servers(profiles, journal, settings, secrets=self.store)
        self.window = QMainWindow()
        self.said: list[tuple[str, str]] = []
        self.started: list[str] = []
        monkeypatch.setattr(
            self.servers, "connect_server", lambda name: self.started.append(f"connect {name}")
        )
        monkeypatch.setattr(self.servers, "restart", lambda name: self.started.append(f"restart {name}"))
        validator: Any = Checking()
        self.offers = Offers(self.servers, validator, self.window, lambda *what: self.said.append(what))

    def dialogs(self) -> list[OfferDialog]:
        return self.window.findChildren(OfferDialog)

    async def done(self, until: Until) -> None:
        await until(lambda: not tasks.under_way([self.window, self.servers]))


@pytest.fixture
def desk(
    tmp_path: Path, journal: Journal, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    made = Desk(tmp_path, journal, monkeypatch)
    qtbot.addWidget(made.window)
    return made


def _made(name: str, *words: str) -> Made:
    return Made(Profile(name, StdioTarget("run", words)))


@pytest.mark.parametrize("connect", [False, True])
def test_what_is_accepted_is_added_selected_and_connected_when_that_was_pressed(
    desk: Desk, arun: Runner, until: Until, connect: bool
) -> None:
    async def main() -> None:
        desk.servers.add(Profile("first", StdioTarget("x")))
        desk.offers._accepted(_made("notes"), connect)
        await desk.done(until)
        assert desk.servers.names() == ["first", "notes"] and desk.servers.current == "notes"
        assert desk.started == (["connect notes"] if connect else [])

    arun(main())


@pytest.mark.parametrize("connect", [False, True])
def test_an_edited_one_keeps_what_its_form_does_not_ask(
    desk: Desk, arun: Runner, until: Until, connect: bool
) -> None:
    async def main() -> None:
        desk.servers.add(Profile("notes", StdioTarget("old"), group="Work", timeout_s=5))
        desk.offers._edited("notes", _made("other", "new"), connect)
        desk.offers._edited("gone", _made("gone"), connect)
        await desk.done(until)
        server = desk.servers.get("notes")
        assert server is not None and desk.servers.names() == ["notes"]
        assert (server.profile.group, server.profile.timeout_s) == ("Work", 5)
        assert isinstance(server.profile.target, StdioTarget) and server.profile.target.args == ("new",)
        assert desk.started == (["restart notes"] if connect else [])

    arun(main())


def test_secrets_that_cannot_be_kept_are_said_and_nothing_is_added(
    desk: Desk, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_what: object, **_more: object) -> Profile:
        raise SecretsUnavailable("locked")

    async def main() -> None:
        monkeypatch.setattr(offers, "settled", refuse)
        desk.offers._accepted(_made("notes"), True)
        desk.servers.add(Profile("there", StdioTarget("x")))
        desk.offers._edited("there", _made("there"), True)
        await desk.done(until)
        assert desk.servers.names() == ["there"] and desk.started == []
        assert [text for _name, text in desk.said] == ["Secrets could not be saved: locked"] * 2

    arun(main())


def test_what_is_no_offer_is_said_and_one_is_shown_beside_the_names_that_are_taken(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        desk.offers.open_text("{")
        desk.offers.open_file(tmp_path / "gone.mcpb")
        await desk.done(until)
        assert [name for name, _text in desk.said] == ["offer_trouble"] * 2 and desk.dialogs() == []
        desk.servers.add(Profile("notes", StdioTarget("x")))
        desk.offers.open_text(json.dumps(_REGISTRY))
        await until(lambda: desk.dialogs())
        [dialog] = desk.dialogs()
        assert dialog.isVisible() and not dialog.isModal()
        assert dialog.findChild(QLineEdit, "offer_name").text() == "notes 2"
        dialog.close()
        await desk.done(until)

    arun(main())


def test_only_a_server_that_was_offered_has_its_form_again(desk: Desk, arun: Runner, until: Until) -> None:
    async def main() -> None:
        desk.servers.add(Profile("plain", StdioTarget("x")))
        for name in ("plain", "gone"):
            desk.offers.edit(name)
        await desk.done(until)
        assert desk.dialogs() == [] and desk.said == []

    arun(main())


@pytest.mark.parametrize("chosen", [False, True])
def test_a_file_is_asked_for(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    opened: list[Path] = []

    async def answer(dialog: QFileDialog) -> int:
        assert dialog.fileMode() == QFileDialog.FileMode.ExistingFile and dialog.parent() is desk.window
        assert dialog.nameFilters()[0].endswith("(*.mcpb *.dxt *.json)")
        return int(chosen)

    async def main() -> None:
        monkeypatch.setattr(offers, "ask", answer)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(tmp_path / "a.mcpb")])
        monkeypatch.setattr(desk.offers, "open_file", opened.append)
        desk.offers.ask_file()
        await desk.done(until)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert desk.window.findChildren(QFileDialog) == []

    arun(main())
    assert opened == ([tmp_path / "a.mcpb"] if chosen else [])
