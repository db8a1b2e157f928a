"""Sessions and reports that a dead program left: offered one after the other, and what each button does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.protocol.records import Record, SessionInfo
from inspector.trace import storage
from inspector.trace.journal import Journal
from inspector.ui.crash_reports import report_dialog
from inspector.ui.program import recovery
from inspector.ui.program.recovery import CRASH, NAME, Recovery
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner, Until

pytestmark = pytest.mark.gui


class Window(QMainWindow):
    """The strips of a window."""

    def __init__(self) -> None:
        super().__init__()
        holder = QWidget()
        self.strips = QVBoxLayout()
        holder.setLayout(self.strips)
        self.setCentralWidget(holder)
        self.notices: dict[str, Notice] = {}

    def show_notice(self, name: str, text: str, role: str = "error") -> Notice:
        self.hide_notice(name)
        notice = self.notices[name] = Notice(name, role)
        notice.set_text(text)
        self.strips.addWidget(notice)
        return notice

    def hide_notice(self, name: str) -> None:
        if (old := self.notices.pop(name, None)) is not None:
            old.hide()
            old.deleteLater()


class Bench:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder, self.window = folder, Window()
        qtbot.addWidget(self.window)
        self.window.show()
        self.opened: list[Path] = []
        self.said: list[tuple[str, str, str]] = []
        self.target: Path | None = None
        self.asked: list[str] = []
        window: Any = self.window
        self.recovery = Recovery(window, self, self._ask)

    async def _ask(self, name: str) -> Path | None:
        self.asked.append(name)
        return self.target

    def open_file(self, path: Path) -> bool:
        self.opened.append(path)
        return True

    def say(self, name: str, text: str, role: str = "warning") -> None:
        self.said.append((name, text, role))

    def text(self, name: str = NAME) -> str:
        notice = self.window.notices.get(name)
        return notice.text() if notice is not None and notice.isVisible() else ""

    def press(self, name: str) -> None:
        [button] = [one for one in self.window.findChildren(QPushButton, name) if one.isVisible()]
        button.click()

    def buttons(self) -> set[str]:
        return {one.objectName() for one in self.window.findChildren(QPushButton) if one.isVisible()}


def session(path: Path, records: int) -> Path:
    """A session that nobody closed properly."""
    journal = Journal.create(path)
    journal.add_session(SessionInfo(1, "demo", "stdio", "demo-server"))
    for number in range(1, records + 1):
        journal.append([Record(number, 1, number, "in", "stderr", "stderr", raw=b"a line", size=6)])
    journal.close()
    return path


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    folder = tmp_path / "sessions"
    folder.mkdir()
    monkeypatch.setattr(recovery, "recoverable", lambda: sorted(folder.glob("*.mcptrace")))
    monkeypatch.setattr(storage, "put_aside", lambda path: path.rename(tmp_path / path.name))
    monkeypatch.setattr(recovery, "left_behind", list)
    yield Bench(folder, qtbot)


def test_nothing_left_is_nothing_to_say_and_an_empty_session_goes(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        empty = session(bench.folder / "empty.mcptrace", 0)
        bench.recovery.start()
        await until(lambda: not empty.exists())
        assert bench.window.notices == {} and bench.said == []

    arun(main())


def test_each_session_is_offered_with_what_is_in_it(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        one, two = (session(bench.folder / f"{name}.mcptrace", count) for name, count in (("a", 3), ("b", 2)))
        (bench.folder / "c.mcptrace").write_bytes(b"not a session")
        bench.recovery.start()
        await until(bench.text)
        assert bench.text().endswith(" was not closed properly: 3 records. 1 more after this one.")
        expected = {"recovery_open", "recovery_save", "recovery_discard"}
        assert {name for name in bench.buttons() if name.startswith("recovery_")} - {
            "recovery_close"
        } == expected
        bench.press("recovery_open")
        assert bench.opened == [bench.folder.parent / "a.mcptrace"] and not one.exists()
        await until(lambda: bench.text().endswith(": 2 records."), what="the next one, and no other after it")
        bench.press("recovery_discard")
        assert not two.exists() and bench.text() == "" and bench.said == []

    arun(main())


def test_a_saved_session_is_whole_elsewhere_and_gone_here(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = session(bench.folder / "a.mcptrace", 3)
        bench.recovery.start()
        await until(bench.text)
        bench.press("recovery_save")
        await until(lambda: bench.asked == ["a.mcptrace"])
        assert path.exists() and bench.text(), "nobody said where"
        bench.target = bench.folder.parent / "saved.mcptrace"
        bench.press("recovery_save")
        await until(lambda: bench.said)
        assert bench.said == [("saved", f"Saved as {bench.target}", "ok")]
        assert not path.exists() and bench.text() == ""
        journal = Journal.open(bench.target)
        assert journal.last == 3
        journal.close()

    arun(main())


def test_what_cannot_be_saved_stays_and_says_why(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = session(bench.folder / "a.mcptrace", 3)
        bench.target = bench.folder / "no folder" / "x.mcptrace"
        bench.recovery.start()
        await until(bench.text)
        bench.press("recovery_save")
        await until(lambda: bench.said)
        assert bench.said[0][0] == "save_trouble" and path.exists() and bench.text()

    arun(main())


def test_a_session_that_somebody_else_has_now_is_left_alone(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = session(bench.folder / "a.mcptrace", 3)
        bench.recovery.start()
        await until(bench.text)
        lock = storage.SessionLock.take(path)
        assert lock is not None
        bench.press("recovery_discard")
        assert path.exists() and bench.text() == "" and bench.said == []
        lock.release()
        again = storage.SessionLock.take(path)
        assert again is not None, "it is not held either"
        again.release()

    arun(main())


def test_what_cannot_be_removed_is_said_and_not_held(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    async def main() -> None:
        path = session(bench.folder / "a.mcptrace", 3)
        bench.recovery.start()
        await until(bench.text)
        monkeypatch.setattr(storage, "remove_file", refuse)
        bench.press("recovery_discard")
        assert bench.said == [("recovery_trouble", f"{path}: Permission denied", "warning")]
        lock = storage.SessionLock.take(path)
        assert lock is not None
        lock.release()

    arun(main())


def test_the_report_of_a_crash_is_offered_alone_or_with_its_session(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[tuple[str, Path, bool]] = []

    class Dialog:
        def __init__(self, text: str, path: Path, _parent: QWidget, *, ended: bool) -> None:
            self.about = (text, path, ended)

        def open(self) -> None:
            shown.append(self.about)

    async def main() -> None:
        older, report = tmp_path / "older.txt", tmp_path / "crash.txt"
        report.write_bytes(b"it died \xff")
        monkeypatch.setattr(recovery, "left_behind", lambda: [older, report])
        monkeypatch.setattr(report_dialog, "ReportDialog", Dialog)
        bench.recovery.start()
        await until(lambda: bench.text(CRASH))
        assert bench.text(CRASH).startswith("The program ended unexpectedly the last time.")
        bench.press("crash_report")
        assert shown == [("it died \ufffd", report, True)]
        session(bench.folder / "a.mcptrace", 3)
        bench.window.hide_notice(CRASH)
        bench.recovery.start()
        await until(bench.text)
        assert bench.text(CRASH) == "", "one strip is enough"
        bench.press("recovery_report")
        assert len(shown) == 2
        report.unlink()
        bench.press("recovery_report")
        assert len(shown) == 2 and bench.said[0][0] == "recovery_trouble"
        assert str(report) in bench.said[0][1]

    arun(main())


def test_the_strips_are_warnings_that_can_be_closed(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        session(bench.folder / "a.mcptrace", 1)
        bench.recovery.start()
        await until(bench.text)
        close = bench.window.notices[NAME].findChild(QWidget, "recovery_close")
        assert close is not None and close.isVisible()
        assert [one for one in bench.window.findChildren(QLabel) if one.isVisible()]
        close.click()  # type: ignore[attr-defined]
        assert bench.text() == ""

    arun(main())
