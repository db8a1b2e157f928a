"""Export, import, merge, recent and recovered sessions, in the window and with its own program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QMenu, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.core.storage.settings import Settings
from inspector.trace import storage
from inspector.trace.export import EXPORTS, export_bytes
from inspector.trace.export.entries import Entries
from inspector.trace.journal import Journal
from inspector.ui.loop import tasks
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.controls import Notice, column
from inspector.ui.widgets.notices import Notices
from inspector.ui.windows import session_files as module
from inspector.ui.windows.export_dialog import SESSION, ExportDialog
from inspector.ui.windows.merge_dialog import MergeDialog
from inspector.ui.windows.recent_files import RecentFiles
from inspector.ui.windows.records_window import RecordsWindow
from inspector.ui.windows.session_files import SessionFiles
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner, Until
from tests.hostile_files import make_hostile
from tests.trace.recorded import both
from tests.trace.samples import DEMO, notification, request
from tests.trace.test_storage import killed_session
from tests.ui.live import Live, live

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def _own_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    yield


def secret_session(path: Path) -> Path:
    journal = Journal.create(path)
    journal.add_session(DEMO)
    raw = [json.dumps({"method": "x", "password": f"hunter2-{n}", "n": n}).encode() for n in (1, 2)]
    journal.append(
        [request(1, raw[0]), notification(2, raw[1]), notification(3, b"hunter2-1 again", valid=False)]
    )
    journal.annotations.set_marked([2], True)
    journal.close()
    return path


async def opened(it: Live, path: Path) -> SessionWindow:
    """Open a file and wait for its window."""
    before = len(it.program.windows)
    it.program.take_file(path)
    await it.until(lambda: len(it.program.windows) > before, "the window of the session")
    window = it.program.windows[-1]
    assert isinstance(window, SessionWindow)
    await it.until(lambda: window.timeline.shown > 0, "rows")
    return window


def notice(window: RecordsWindow, name: str) -> str:
    """What a strip says; empty when it is not there."""
    found = [strip for strip in window.findChildren(object, name) if strip.isVisible()]  # type: ignore[attr-defined]
    return found[-1].text() if found else ""  # type: ignore[attr-defined]


def choose_format(dialog: ExportDialog, key: str) -> None:
    """Choose a format by its key."""
    dialog.format.setCurrentIndex(dialog.format.findData(key))


def test_export_dialog_lists_every_replacement_and_writes_without_the_secrets(
    arun: Runner, tmp_path: Path
) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            window.actions_by_key["export_session"].trigger()
            dialog = window.findChild(ExportDialog)
            assert dialog is not None
            model = dialog.redaction.model
            await it.until(lambda: model.rowCount() == 3, "three replacements")
            texts = [model.index(row, 3).data() for row in range(3)]
            assert all("hunter2" not in text for text in texts)
            model.reveal(model.index(1, 3))
            assert model.index(1, 3).data() == "hunter2-2"
            assert "3 replacements of 2 secrets" in dialog.redaction.count.text()
            model.setData(model.index(1, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
            choose_format(dialog, "jsonl")
            out = tmp_path / "out.jsonl"
            dialog.write_to(out)
            await it.until(lambda: "Exported to" in notice(window, "exported"), "the export")
            text = out.read_text()
            assert "hunter2-1" not in text
            assert text.count("«password-1»") == 2
            assert "hunter2-2" in text, "a person unticked it"

    arun(body())


def test_export_of_marked_rows_and_as_a_session_without_secrets(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            dialog = it.program.files.open_export(window)
            button = dialog.findChild(QPushButton, "export_start")
            assert button is not None
            marked = dialog._chosen["marked"]
            assert marked.text() == "Marked 1"
            marked.click()
            dialog.redaction.on.setChecked(False)
            choose_format(dialog, "csv")
            dialog.write_to(tmp_path / "m.csv")
            await it.until(lambda: (tmp_path / "m.csv").exists(), "the table")
            assert len((tmp_path / "m.csv").read_text("utf-8-sig").splitlines()) == 2
            dialog = it.program.files.open_export(window)
            choose_format(dialog, SESSION)
            dialog.write_to(tmp_path / "clean.mcptrace")
            await it.until(lambda: (tmp_path / "clean.mcptrace").exists(), "the copy")
            assert b"hunter2" not in (tmp_path / "clean.mcptrace").read_bytes()
            dialog = it.program.files.open_export(window)
            choose_format(dialog, SESSION)
            dialog._chosen["marked"].click()
            dialog.whole.setChecked(False)
            dialog.redaction.on.setChecked(False)
            dialog.write_to(tmp_path / "part.mcptrace")
            await it.until(lambda: (tmp_path / "part.mcptrace").exists(), "the part")
            part = Journal.open(tmp_path / "part.mcptrace")
            assert part.last == 1
            part.close()

    arun(body())


def test_what_asks_for_a_place_belongs_to_what_asked_and_starts_where_the_last_file_was(
    arun: Runner, tmp_path: Path
) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            (tmp_path / "out").mkdir()
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            dialog = it.program.files.open_export(window)
            await it.click("export_start")
            await it.until(lambda: dialog.findChild(QFileDialog) is not None, "the place is asked")
            chooser = dialog.findChild(QFileDialog)
            assert chooser is not None, "over the live window it would hide the session"
            names = chooser.findChild(QLineEdit)
            assert names is not None
            names.setText(str(tmp_path / "out" / "x.jsonl"))
            chooser.accept()
            await it.until(lambda: "Exported to" in notice(window, "exported"), "the export")
            window.actions_by_key["save_session_action"].trigger()
            await it.until(lambda: window.findChild(QFileDialog) is not None, "saving asks, too")
            chooser = window.findChild(QFileDialog)
            assert chooser is not None
            assert chooser.directory().path() == str(tmp_path / "out")
            chooser.accept()
            await it.until(lambda: "Saved as" in notice(window, "saved"), "told in its own window")

    arun(body())


def test_a_place_that_cannot_be_written_is_explained_where_it_was_asked(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            dialog = it.program.files.open_export(window)
            dialog.write_to(tmp_path / "missing" / "x.jsonl")
            await it.until(lambda: "cannot write" in notice(window, "export_trouble"), "the trouble")

    arun(body())


def test_cancel_stops_a_long_export_and_leaves_the_older_file(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def endless(_entries: Entries, _numbers: Sequence[int]) -> Iterator[bytes]:
        try:
            yield b"a beginning"
            while True:
                yield b""
        finally:
            ended.set()

    monkeypatch.setitem(EXPORTS, "csv", replace(EXPORTS["csv"], write=endless))
    out = tmp_path / "out.csv"
    out.write_text("older")

    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            dialog = it.program.files.open_export(window)
            choose_format(dialog, "csv")
            dialog.write_to(out)
            await it.until(lambda: "11 B" in notice(window, "export_progress"), "how far it is")
            assert not ended.is_set()
            cancel = window.findChild(QPushButton, "export_progress_cancel")
            assert cancel is not None
            QTest.mouseClick(cancel, Qt.MouseButton.LeftButton)
            await it.until(lambda: "Stopped" in notice(window, "exported"), "the end")
            assert notice(window, "export_progress") == ""
            assert ended.is_set()
            assert [path.name for path in tmp_path.glob("out*")] == ["out.csv"]
            assert out.read_text() == "older"

    arun(body())


def test_dropped_recordings_are_read_and_shown_and_go_with_their_window(arun: Runner, tmp_path: Path) -> None:
    source = both(tmp_path / "a.mcptrace")
    har = tmp_path / "a.har"
    har.write_bytes(b"".join(export_bytes(source, range(1, source.last + 1), "har")))
    source.close()
    log = tmp_path / "inspector-protocol-x.json"
    log.write_text(
        json.dumps(
            [
                {
                    "timestamp": "x",
                    "direction": "request",
                    "message": {"method": "ping", "jsonrpc": "2.0", "id": 1},
                }
            ]
        )
    )

    async def body() -> None:
        async with live(tmp_path / "home") as it:
            own = set(storage.sessions_folder().glob("*.mcptrace"))
            window = await opened(it, har)
            assert window.windowTitle().startswith("a.har")
            await it.until(lambda: "HAR containing MCP" in notice(window, "imported"), "what was read")
            assert window.journal.read_only
            second = await opened(it, log)
            assert second.timeline.shown == 1
            window.close()
            second.close()
            await it.until(lambda: set(storage.sessions_folder().glob("*.mcptrace")) == own, "tidied up")

    arun(body())


def test_the_rows_of_a_file_have_most_of_its_window_until_one_is_looked_at(
    arun: Runner, tmp_path: Path
) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            rows = window.bench.stack
            assert window.bench.side.isHidden()
            high = rows.height()
            assert high > window.height() * 0.5
            window.show_detail()
            await it.until(window.detail.isVisible, "the detail")
            assert rows.height() == high, "it stands beside them"

    arun(body())


def test_what_cannot_be_read_is_explained_and_leaves_nothing(arun: Runner, tmp_path: Path) -> None:
    (tmp_path / "x.log").write_text("hello")

    async def body() -> None:
        async with live(tmp_path / "home") as it:
            it.program.open_file(tmp_path / "x.log")
            await it.until(lambda: "supported are" in notice(it.window, "open_trouble"), "the trouble")
            assert len(list(storage.sessions_folder().glob("*.mcptrace"))) == 1

    arun(body())


def test_a_dropped_folder_is_refused_and_not_taken_for_a_server(arun: Runner, tmp_path: Path) -> None:
    async def body() -> None:
        async with live(tmp_path / "home") as it:
            it.program.take_file(tmp_path)
            await it.until(lambda: "is a folder" in notice(it.window, "open_trouble"), "the refusal")
            assert it.window.add_server.isHidden()

    arun(body())


def test_sessions_are_merged_into_a_window_with_a_shift(arun: Runner, tmp_path: Path) -> None:
    both(tmp_path / "b.mcptrace").close()

    async def body() -> None:
        async with live(tmp_path / "home") as it:
            window = await opened(it, secret_session(tmp_path / "s.mcptrace"))
            dialog = MergeDialog(window.journal.path, "This session", window)
            start = dialog.findChild(QPushButton, "merge_start")
            assert start is not None
            assert not start.isEnabled()
            dialog.add([tmp_path / "b.mcptrace", tmp_path / "b.mcptrace"])
            assert start.isEnabled()
            dialog._shifts[1].setValue(1.5)
            found: list[tuple[list[Path], list[int]]] = []
            dialog.merge_wanted.connect(lambda paths, offsets: found.append((paths, offsets)))
            more = dialog.findChild(QPushButton, "merge_add")
            assert more is not None
            dialog.show()
            QTest.keyClick(more, Qt.Key.Key_Return)  # it has the focus when the files are chosen
            assert found == [([tmp_path / "s.mcptrace", tmp_path / "b.mcptrace"], [0, 1_500_000_000])]
            it.program.files._start_merge(window, *found[0])
            await it.until(lambda: len(it.program.windows) == 3, "the merged session")
            merged = it.program.windows[-1]
            await it.until(lambda: merged.timeline.shown > 3, "rows")
            assert {info.name for info in merged.journal.sessions()} == {"demo", "web"}
            assert len(merged.journal.sessions()) == 3

    arun(body())


def test_recent_files_are_remembered_newest_first_and_gone_ones_left_out(
    qtbot: object, tmp_path: Path
) -> None:
    for name in ("a & b.mcptrace", "c.mcptrace", "gone.mcptrace"):
        secret_session(tmp_path / name)
    state = WindowState(tmp_path / "window.json")
    chosen: list[Path] = []
    recent = RecentFiles(state, chosen.append)
    menu = QMenu()
    qtbot.addWidget(menu)  # type: ignore[attr-defined]
    recent.fill(menu)
    assert [action.isEnabled() for action in menu.actions()] == [False]
    for name in ("a & b.mcptrace", "gone.mcptrace", "c.mcptrace", "a & b.mcptrace"):
        recent.add(tmp_path / name)
    (tmp_path / "gone.mcptrace").unlink()
    kept = storage.put_aside(secret_session(storage.sessions_folder() / "k.mcptrace"))
    again = RecentFiles(WindowState(tmp_path / "window.json"), chosen.append)
    assert [path.name for path in again.paths()] == ["a & b.mcptrace", "c.mcptrace"]
    again.fill(menu)
    for action in menu.actions():
        action.trigger()
    assert chosen == [tmp_path / "a & b.mcptrace", tmp_path / "c.mcptrace", kept]


def test_session_that_was_not_saved_is_kept_at_the_end(arun: Runner, tmp_path: Path) -> None:
    async def body(days: int) -> None:
        async with live(tmp_path / "home", keep_sessions_days=days) as it:
            await it.start_demo()

    arun(body(0))
    assert storage.kept() == []
    arun(body(7))
    [path] = storage.kept()
    journal = Journal.open(path)
    assert journal.last > 0
    journal.close()
    assert storage.recoverable() == []


def test_sessions_left_behind_are_offered_one_by_one_and_go_only_on_discard(
    arun: Runner, tmp_path: Path
) -> None:
    folder = storage.sessions_folder()
    for name in ("one", "two"):
        killed_session(folder / f"{name}.mcptrace", 20)  # what is older than 100 ms is in the file
    Journal.create(folder / "empty.mcptrace").close()
    newest = max(folder.glob("*.mcptrace"), key=lambda path: path.stat().st_mtime)

    async def body() -> None:
        async with live(tmp_path / "home") as it:
            it.program.offer_recovery()
            await it.until(lambda: "not closed properly" in notice(it.window, "recovery"), "the strip")
            assert "1 more after this one" in notice(it.window, "recovery")
            assert not (folder / "empty.mcptrace").exists()
            await it.click("recovery_open")
            await it.until(lambda: len(it.program.windows) == 2, "the recovered session")
            recovered = it.program.windows[1].journal
            assert recovered.last >= 600
            assert recovered.path.parent == storage.kept_folder()
            await it.until(lambda: "more after" not in notice(it.window, "recovery"), "the next")
            assert storage.recoverable() != []
            await it.click("recovery_discard")
            await it.until(lambda: not storage.recoverable(), "discarded")
            assert notice(it.window, "recovery") == ""

    assert newest.exists()
    arun(body())


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_after_a_kill_of_the_window_s_program_its_session_is_offered(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "MCPDI_CONFIG_DIR": str(tmp_path / "config")}
    flood = [sys.executable, "-u", "-c", FLOOD]
    program = (
        "from inspector.ui.program.app import run_window;"
        "from inspector.core.transfer.paste import profile_from_words;"
        f"run_window(targets=[profile_from_words({flood!r})])"
    )
    process = subprocess.Popen([sys.executable, "-c", program], env=environment, stderr=subprocess.PIPE)
    folder = storage.sessions_folder()
    try:
        deadline = time.monotonic() + 30
        while _newest(folder) < 2000:
            assert time.monotonic() < deadline, "the flood did not begin"
            assert process.poll() is None, process.stderr.read() if process.stderr else b""
            time.sleep(0.05)
        killed_ns = time.time_ns()
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.communicate()
    [path] = storage.recoverable()
    journal = Journal.open(path)
    # The flood writes the time into each line. That what was read is in the file after 100 ms is tested
    # with the journal alone (tests/trace/test_storage.py); here a busy machine may be late to read it.
    newest = [
        json.loads(record.raw) for record in journal.records(journal.last - 50, journal.last) if record.valid
    ]
    told = max(int(message["params"]["data"]) for message in newest if "params" in message)
    assert killed_ns - told < LATE_NS
    journal.close()


LATE_NS = 1_000_000_000
FLOOD = """
import json, sys, time

def say(**members):
    print(json.dumps({"jsonrpc": "2.0", **members}), flush=members.get("method") is None)

for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        about = {"capabilities": {}, "serverInfo": {"name": "f", "version": "1"}}
        say(id=message["id"], result={"protocolVersion": "2025-06-18", **about})
        break
    if "id" in message:
        say(id=message["id"], error={"code": -32601, "message": "no"})
while True:
    for _ in range(100):
        say(method="notifications/message", params={"level": "info", "data": str(time.time_ns())})
    sys.stdout.flush()
    time.sleep(0.005)
"""


def _newest(folder: Path) -> int:
    """Records in the session of the program that runs."""
    import sqlite3

    for path in folder.glob("*.mcptrace"):
        try:
            connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            number = connection.execute("SELECT max(number) FROM record").fetchone()[0]
            connection.close()
            return int(number or 0)
        except sqlite3.Error:
            return 0
    return 0


def test_what_can_be_read_of_a_damaged_file_is_offered_and_opened(tmp_path: Path, arun: Runner) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a method of bytes", path)

    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.take_file(path)
            button = await it.find(QPushButton, "open_readable")
            assert "record.method has invalid values" in notice(it.window, "open_trouble")
            assert len(it.program.windows) == 1, "nothing is opened unasked"
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            await it.until(lambda: len(it.program.windows) == 2, "the window of what can be read")
            window = it.program.windows[-1]
            assert isinstance(window, SessionWindow)
            await it.until(lambda: window.timeline.shown > 0, "rows")
            assert "240 records" in notice(window, "salvaged")
            window.timeline.view.viewport().repaint()

    arun(main())


@pytest.mark.parametrize("name", ["a session of long words", "a session of brackets"])
def test_a_connection_that_is_named_without_end_is_shown_by_the_beginning(
    tmp_path: Path, arun: Runner, name: str
) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile(name, path)

    async def main() -> None:
        async with live(tmp_path) as it:
            window = await opened(it, path)
            card = window.findChild(QScrollArea, "session_card")
            assert card is not None
            texts = [label.text() for label in card.findChildren(QLabel)]
            assert any(len(text) > 2_000 for text in texts)
            assert all(len(text) < 6_000 for text in texts)

    arun(main())


@pytest.mark.parametrize(
    ("hostile", "why"), [("every method of bytes", "record.method"), ("a page of zeros", "malformed")]
)
def test_a_large_damaged_file_is_shown_and_then_said_to_be_damaged(
    hostile: str, why: str, tmp_path: Path, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal.open.__func__, "__defaults__", (0,))  # any file is a large one
    path = tmp_path / "x.mcptrace"
    make_hostile(hostile, path)

    async def main() -> None:
        async with live(tmp_path) as it:
            window = await opened(it, path)
            window.timeline.view.viewport().repaint()
            await it.until(lambda: why in notice(window, "open_trouble"), "what is wrong")

    arun(main())


@pytest.mark.parametrize(
    "hostile",
    [
        "a time of text",
        "an exchange of bytes",
        "times of exchanges of text",
        "ends of exchanges of bytes",
        "bodies of nothing",
        "a session of bytes",
        "a page of zeros",
        "no page of calls",
        "tables that share their pages",
    ],
)
def test_what_is_wrong_in_a_large_file_is_no_error_of_the_program(
    hostile: str, tmp_path: Path, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal.open.__func__, "__defaults__", (0,))  # any file is a large one
    path = tmp_path / "x.mcptrace"
    make_hostile(hostile, path)

    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.take_file(path)
            window = it.program.windows[-1]
            assert isinstance(window, SessionWindow)
            await it.until(lambda: notice(window, "open_trouble"), "what is wrong")
            window.timeline.filter.setText("$.params.name == 'echo'")
            QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
            await it.until(lambda: not window.timeline.busy, "the rows that pass")
            for name in ("statistics", "ladder"):
                window.bench.show_beside(name)
                await it.until(lambda: not tasks.under_way([window]), "it is counted")
                window.grab()

    arun(main())
    assert list(tmp_path.rglob("reports/*.md")) == []


# -- without the program -----------------------------------------------------------------------------------


class Front(QWidget):
    """A window of a session, as far as files need one."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self.journal = journal
        self.strips = Notices(column())
        self.told: dict[str, Notice] = {}

    def show_notice(self, name: str, text: str, role: str = "error") -> Notice:
        self.told[name] = notice = Notice(name, role, self)
        notice.set_text(text)
        return notice

    def hide_notice(self, name: str) -> None:
        self.told.pop(name)

    def said(self, name: str) -> str:
        return self.told[name].text() if name in self.told else ""


class Host:
    """The program, as far as files need it; windows of sessions are only noted down."""

    def __init__(self, front: Front) -> None:
        self.window = front
        self.says: list[tuple[str, str]] = []

    def front(self) -> Front:
        return self.window

    def say(self, name: str, text: str, role: str = "warning") -> None:
        self.says.append((name, text))


class Desk:
    """Files that are asked for are those of `chosen`; files that are shown are in `shown`."""

    def __init__(self, folder: Path, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
        host: Any = Host(front)
        self.host: Host = host
        self.front = front
        self.state = WindowState(folder / "window.json")
        self.files = SessionFiles(Settings(path=folder / "settings.json"), self.state, host, front)
        self.shown: list[tuple[str, Path, int]] = []
        self.asked: list[dict[str, Any]] = []
        self.dialogs: list[QFileDialog] = []
        self.chosen: list[Path] = []
        monkeypatch.setattr(self.files, "_show", self._note)
        monkeypatch.setattr(module, "ask", self._answer)
        monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(one) for one in self.chosen])

    def _note(self, name: str, path: Path, journal: Journal, stack: ExitStack) -> Any:
        self.shown.append((name, path, journal.last))
        stack.close()
        return self.front

    async def _answer(self, dialog: QFileDialog) -> int:
        self.dialogs.append(dialog)
        self.asked.append({
            "title": dialog.windowTitle(),
            "of": dialog.parent(),
            "many": dialog.fileMode() == QFileDialog.FileMode.ExistingFiles,
            "save": dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave,
            "kinds": [one.split(" (")[0] for one in dialog.nameFilters()],
            "suffix": dialog.defaultSuffix(),
        })  # fmt: skip
        return int(bool(self.chosen))

    async def done(self, until: Until) -> None:
        await until(lambda: not tasks.under_way([self.front]))


@pytest.fixture
def desk(
    tmp_path: Path, journal: Journal, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    front = Front(journal)
    qtbot.addWidget(front)
    return Desk(tmp_path, front, monkeypatch)


def test_a_session_file_is_opened_and_remembered_and_others_are_refused(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until
) -> None:
    path = secret_session(tmp_path / "s.mcptrace")
    assert desk.files.open_file(path)
    assert desk.shown == [("s.mcptrace", path, 3)] and desk.files.recent.paths() == [path]
    assert not desk.files.open_file(tmp_path / "gone.mcptrace")
    assert desk.host.says[0][0] == "open_trouble" and len(desk.shown) == 1

    async def main() -> None:
        (tmp_path / "x.log").write_text("hello")
        assert not desk.files.open_file(tmp_path / "x.log")
        await desk.done(until)
        assert "supported are" in desk.front.said("open_trouble")
        assert len(desk.shown) == 1 and desk.files.recent.paths() == [path]

    arun(main())


@pytest.mark.parametrize("recordings", [False, True])
def test_files_are_asked_for_and_the_folder_is_remembered(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until, recordings: bool
) -> None:
    first, second = secret_session(tmp_path / "a.mcptrace"), secret_session(tmp_path / "b.mcptrace")

    async def main() -> None:
        desk.files.ask_open(recordings=recordings)
        await desk.done(until)
        assert desk.shown == [] and desk.state.text("files_folder") == ""
        desk.chosen = [first, second]
        desk.files.ask_open(recordings=recordings)
        await desk.done(until)
        assert [name for name, *_ in desk.shown] == ["a.mcptrace", "b.mcptrace"]
        assert desk.state.text("files_folder") == str(tmp_path)
        asked = desk.asked[0]
        assert asked["many"] and asked["title"] == ("Import" if recordings else "Open a session file")
        names = asked["kinds"]
        wanted = ["Session files", "Recordings of other programs", "All files"]
        assert names == ([wanted[1], wanted[0], wanted[2]] if recordings else wanted)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not any(map(isValid, desk.dialogs)), "none is left behind"

    arun(main())


def test_a_session_is_saved_under_the_time_of_now_and_says_where(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until
) -> None:
    front: Any = desk.front

    async def main() -> None:
        desk.files.ask_save(front)
        await desk.done(until)
        assert desk.front.told == {} and desk.files.recent.paths() == []
        desk.state.set_text("files_folder", str(tmp_path / "gone"))
        desk.chosen = [tmp_path / "mine.mcptrace"]
        desk.files.ask_save(front)
        await desk.done(until)
        asked = desk.asked[-1]
        assert asked["save"] and asked["suffix"] == "mcptrace" and asked["of"] is desk.front
        assert asked["kinds"][0] == "*.mcptrace"
        assert desk.front.said("saved") == f"Saved as {tmp_path / 'mine.mcptrace'}"
        assert desk.files.recent.paths() == [tmp_path / "mine.mcptrace"]
        desk.chosen = [tmp_path / "missing" / "x.mcptrace"]
        desk.files.ask_save(front)
        await desk.done(until)
        assert desk.front.said("save_trouble") and len(desk.files.recent.paths()) == 1
        assert (tmp_path / "mine.mcptrace").exists()

    arun(main())


def test_what_is_merged_is_asked_for_at_once_and_again(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until
) -> None:
    front: Any = desk.front
    more = secret_session(tmp_path / "more.mcptrace")

    async def main() -> None:
        desk.chosen = [more]
        desk.files.open_merge(front)
        [dialog] = desk.front.findChildren(MergeDialog)
        assert dialog.isVisible()
        start = dialog.findChild(QPushButton, "merge_start")
        assert start is not None
        await until(start.isEnabled)
        assert desk.asked[0]["of"] is dialog and desk.asked[0]["title"] == "Merge with"
        dialog.files_wanted.emit()
        await until(lambda: len(desk.asked) == 2)
        start.click()
        await until(lambda: desk.shown)
        assert desk.shown[0][0] == "2 merged sessions" and desk.shown[0][2] == 3
        (tmp_path / "broken.mcptrace").write_text("no session")
        desk.files._start_merge(front, [desk.front.journal.path, tmp_path / "broken.mcptrace"], [0, 0])
        await until(lambda: desk.front.said("merge_trouble"))
        await desk.done(until)
        assert len(desk.shown) == 1

    arun(main())


def test_what_a_recording_left_out_is_counted_where_it_is_shown(desk: Desk, tmp_path: Path) -> None:
    front: Any = desk.front
    for problems, left_out, words in (
        (0, 0, "Read from a.har (HAR)."),
        (2, 0, "Read from a.har (HAR). Unreadable, shown as malformed: 2."),
        (0, 3, "Read from a.har (HAR). Left out (not MCP): 3."),
    ):
        imported: Any = SimpleNamespace(title="HAR", problems=problems, left_out=left_out)
        desk.files._tell_imported(front, tmp_path / "a.har", imported)
        assert desk.front.said("imported") == words
        assert desk.front.told["imported"]._role == ("warning" if problems else "ok")


def test_a_damaged_file_is_read_only_when_that_is_pressed_and_the_offer_goes(
    desk: Desk, tmp_path: Path, arun: Runner, until: Until
) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a method of bytes", path)

    async def main() -> None:
        assert not desk.files.open_file(path)
        offer = desk.front.told["open_trouble"].findChild(QPushButton, "open_readable")
        assert offer is not None and desk.shown == []
        offer.click()
        assert "open_trouble" not in desk.front.told
        await desk.done(until)
        assert desk.shown == [("x.mcptrace", path, 240)] and "240 records" in desk.front.said("salvaged")
        assert desk.files.recent.paths() == [], "it is no file of ours"

    arun(main())
