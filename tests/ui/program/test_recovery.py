"""What an earlier run left behind is offered one by one, and goes only when a user says so."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.errors import UsageError
from inspector.trace import storage
from inspector.trace.journal import Journal
from inspector.ui.crash_reports.report_dialog import ReportDialog
from inspector.ui.loop.tasks import under_way
from inspector.ui.program import recovery
from inspector.ui.program.recovery import CRASH, NAME, Recovery
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.strips import Strips

pytestmark = pytest.mark.gui


class Host:
    """The program."""

    def __init__(self) -> None:
        self.opened: list[Path] = []
        self.said: list[tuple[str, ...]] = []

    def open_file(self, path: Path) -> bool:
        self.opened.append(path)
        return True

    def say(self, *what: str) -> None:
        self.said.append(what)


class Bench:
    """A recovery with what was left behind."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.strips, self.host, self.folder = Strips(), Host(), folder
        self.left: list[Path] = []
        self.reports: list[Path] = []
        self.target: Path | None = folder / "saved.mcptrace"
        self.asked: list[str] = []
        patch.setattr(recovery, "recoverable", lambda: list(self.left))
        patch.setattr(recovery, "left_behind", lambda: list(self.reports))
        patch.setattr(storage, "put_aside", lambda path: path.with_suffix(".kept"))
        self.recovery = Recovery(self.strips, self.host, self._ask, self.strips.window)

    async def _ask(self, name: str) -> Path | None:
        self.asked.append(name)
        return self.target

    def leave(self, name: str, records: int) -> Path:
        path = self.folder / f"{name}.mcptrace"
        with contextlib.closing(Journal.create(path)) as journal:
            story = Story(journal)
            for _ in range(records):
                story.stderr("x")
        self.left.append(path)
        return path

    async def start(self, until: Until) -> None:
        self.recovery.start()
        await self.idle(until)

    async def idle(self, until: Until) -> None:
        await until(lambda: not under_way([self.recovery]))

    def text(self, name: str = NAME) -> str:
        return self.strips.text(name)

    def buttons(self, name: str = NAME) -> list[str]:
        return self.strips.buttons(name)

    def press(self, button: str, name: str = NAME) -> None:
        self.strips.press(button, name)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench(tmp_path, monkeypatch)
    qtbot.addWidget(made.strips.window)
    return made


def test_the_first_is_offered_with_its_records_and_how_many_come_after(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.leave("a", 3)
        b = bench.leave("b", 1)
        await bench.start(until)
        assert bench.text().endswith("was not closed properly: 3 records. 1 more after this one.")
        assert bench.buttons() == ["recovery_open", "recovery_save", "recovery_discard"]
        assert bench.strips.roles == [(NAME, "warning")]
        bench.press("recovery_discard")
        assert bench.text().endswith("was not closed properly: 1 records.")
        assert not (bench.folder / "a.mcptrace").exists() and b.exists()
        bench.press("recovery_discard")
        assert bench.text() == "" and not b.exists()
        c = bench.leave("c", 1)
        await bench.start(until)
        bench.press("recovery_close")
        assert bench.text() == "" and c.exists(), "closing it decides nothing"

    arun(main())


def test_one_without_records_goes_and_one_that_cannot_be_read_is_left(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        empty = bench.leave("empty", 0)
        broken = bench.folder / "broken.mcptrace"
        broken.write_bytes(b"no session")
        bench.left.append(broken)
        await bench.start(until)
        assert bench.text() == "" and not empty.exists() and broken.exists()

    arun(main())


def test_an_opened_one_is_put_aside_and_shown(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = bench.leave("a", 1)
        await bench.start(until)
        bench.press("recovery_open")
        assert bench.host.opened == [path.with_suffix(".kept")] and bench.text() == ""
        lock = storage.SessionLock.take(path)  # nobody holds it any more
        assert lock is not None
        lock.release()

    arun(main())


def test_one_that_another_window_has_taken_is_only_offered_no_more(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        taken, gone = bench.leave("a", 1), bench.leave("b", 1)
        await bench.start(until)
        lock = storage.SessionLock.take(taken)
        assert lock is not None
        bench.press("recovery_discard")
        lock.release()
        assert taken.exists() and bench.text().endswith("1 records.")
        gone.unlink()
        bench.press("recovery_open")
        assert bench.host.opened == [] and bench.host.said == [] and bench.text() == ""

    arun(main())


def test_what_cannot_be_removed_is_said(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        path = bench.leave("a", 1)
        await bench.start(until)

        def refused(_path: Path) -> None:
            raise OSError(13, "Permission denied")

        monkeypatch.setattr(storage, "remove_file", refused)
        bench.press("recovery_discard")
        assert bench.host.said == [("recovery_trouble", f"{path}: Permission denied")]
        assert bench.text() == ""

    arun(main())


def test_one_is_saved_where_the_person_says_and_goes_then(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        path = bench.leave("a", 2)
        await bench.start(until)
        bench.press("recovery_save")
        await bench.idle(until)
        assert bench.asked == ["a.mcptrace"] and bench.target is not None
        with contextlib.closing(Journal.open(bench.target)) as saved:
            assert saved.last == 2
        assert not path.exists() and bench.text() == ""
        assert bench.host.said == [("saved", f"Saved as {bench.target}", "ok")]

    arun(main())


def test_who_names_no_place_or_a_bad_one_loses_nothing(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        path = bench.leave("a", 1)
        await bench.start(until)
        target, bench.target = bench.target, None
        bench.press("recovery_save")
        await bench.idle(until)
        assert bench.host.said == []
        bench.target = target

        def full(_journal: Journal, _target: Path) -> None:
            raise UsageError("The disk is full.")

        monkeypatch.setattr(Journal, "save_as", full)
        bench.press("recovery_save")
        await bench.idle(until)
        assert bench.host.said == [("save_trouble", "The disk is full.")]
        assert path.exists() and bench.text()

    arun(main())


def test_the_report_of_a_crash_is_offered_with_a_session_or_alone(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        old, new = bench.folder / "old.txt", bench.folder / "new.txt"
        new.write_bytes(b"it died here \xff")
        bench.reports = [old, new]
        await bench.start(until)
        assert bench.text(CRASH).startswith("The app closed unexpectedly") and bench.text() == ""
        bench.press("crash_report", CRASH)
        dialog = the(bench.strips.window, ReportDialog, "report_dialog")
        assert dialog.isVisible() and "had to close" in the(dialog, QLabel, "report_words").text()
        assert the(dialog, QPlainTextEdit, "report_text").toPlainText() == "it died here \ufffd"
        dialog.close()
        bench.press("crash_close", CRASH)
        assert bench.strips.roles == [(CRASH, "warning")] and bench.text(CRASH) == ""
        bench.leave("a", 1)
        await bench.start(until)
        assert bench.text(CRASH) == "" and bench.buttons()[-1] == "recovery_report"
        new.unlink()
        bench.press("recovery_report")
        assert bench.host.said == [("recovery_trouble", f"{new}: No such file or directory")]

    arun(main())
