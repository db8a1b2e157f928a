"""The doctor's page: the list fills in, the first failure unfolds, a fix mends, saves and connects."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QLineEdit, QMainWindow, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.doctor import fixes
from inspector.core.doctor.checks import Check, Fact
from inspector.core.doctor.fixes import Fix
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.secrets import MemoryStore
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.transport import ENVIRONMENTS, StdioTarget
from inspector.ui.loop import saving, tasks
from inspector.ui.servers.doctor.doctor import Doctor
from inspector.ui.servers.doctor.page import DoctorPage
from inspector.ui.servers.doctor.row import CheckRow
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.slow_notice import SlowNotice
from tests.conftest import Until
from tests.core.doctor.shells import write_shell
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = [pytest.mark.gui, pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")]

# The demo server, under a name that only a terminal finds.
_DEMO = "#!/bin/sh\nexec {python} -m inspector demo-server --transport stdio\n"


@pytest.fixture(autouse=True)
def only_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's login shell: its PATH has one folder more, with a server in it."""
    folder = tmp_path / "terminal"
    folder.mkdir()
    server = folder / "my-server"
    server.write_text(_DEMO.format(python=sys.executable))
    server.chmod(0o755)
    monkeypatch.setenv("SHELL", str(write_shell(tmp_path, f'PATH="{folder}:$PATH"')))
    return folder


def page_of(it: Live) -> DoctorPage:
    [page] = [one for one in it.window.findChildren(DoctorPage) if one.isVisible()]
    return page


async def ended(it: Live) -> DoctorPage:
    button = await it.find(QPushButton, "doctor_copy")
    await it.until(button.isEnabled, "the end of the diagnosis")
    return page_of(it)


def row(page: DoctorPage, name: str) -> CheckRow:
    found = page.findChild(CheckRow, f"check_{name}")
    assert isinstance(found, CheckRow)
    return found


def test_from_a_failure_over_its_diagnosis_and_a_fix_to_a_connection(
    arun: Runner, tmp_path: Path, only_in_a_terminal: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path / "files") as it:
            it.window.add_profiles([Profile("mine", StdioTarget("my-server"))])
            await it.click("action_diagnose")
            page = await ended(it)
            assert row(page, "command").check.state == "failed"
            assert row(page, "start").check.state == "skipped"
            assert row(page, "command").findChild(QWidget, "check_body_command").isVisible()
            assert row(page, "folder").findChild(QWidget, "check_body_folder") is None
            await it.click("fix_command_0")
            server = it.program.servers.get("mine")
            assert server is not None
            mended = StdioTarget(str(only_in_a_terminal / "my-server"))
            await it.until(lambda: server.profile.target == mended, "the profile is mended")
            await it.connected("mine")
            await saving.flush()
            saved = it.program.servers.file.read_text()
            assert str(only_in_a_terminal / "my-server") in saved
            page.close()

    (tmp_path / "files").mkdir()
    arun(main())


def test_the_menu_of_a_server_opens_one_page_and_compares_with_a_client(
    arun: Runner, tmp_path: Path, only_in_a_terminal: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path / "files") as it:
            target = StdioTarget(str(only_in_a_terminal / "my-server"))
            name = it.program.servers.add(Profile("mine", target), saved=False)
            menu = it.window.server_list.menu_for(name)
            [entry] = [one for one in menu.actions() if one.objectName() == "server_diagnose"]
            entry.trigger()
            it.program.servers.select(name)
            page = await ended(it)
            it.window.findChild(QAction, "action_diagnose_server").trigger()
            assert page_of(it) is page
            assert {one.check.state for one in page.findChildren(CheckRow)} == {"ok"}
            page.findChild(QComboBox, "doctor_client").setCurrentIndex(1)
            button = page.findChild(QPushButton, "doctor_copy")
            await it.until(lambda: not button.isEnabled(), "another look")
            await it.until(button.isEnabled, "its end")
            await it.click("doctor_copy")
            text = QGuiApplication.clipboard().text()
            assert text.startswith("# Diagnosis of mine")
            assert "PATH of Claude Desktop" in text
            page.close()

    (tmp_path / "files").mkdir()
    arun(main())


def test_a_server_that_is_removed_takes_its_page_along(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path / "files") as it:
            name = it.program.servers.add(Profile("mine", StdioTarget("no-such-server")), saved=False)
            it.window.doctor.open(name)
            page = await ended(it)
            it.program.servers.remove(name)
            await it.click("doctor_again")
            await it.until(lambda: not it.window.findChildren(DoctorPage), "the page is gone")
            del page

    (tmp_path / "files").mkdir()
    arun(main())


def test_a_page_that_is_closed_in_the_middle_leaves_nothing_behind(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path / "files") as it:
            words = ("-c", "import sys; sys.stdin.read()")
            name = it.program.servers.add(Profile("silent", StdioTarget(sys.executable, words)), saved=False)
            it.window.doctor.open(name)
            page = page_of(it)
            running = '"check_start" is running'
            await it.until(
                lambda: (
                    [one for one in page.findChildren(CheckRow) if one.check.state == "running"][-1:]
                    and row(page, "start").check.state == "running"
                ),
                running,
            )
            page.close()

    (tmp_path / "files").mkdir()
    arun(main())


def test_a_line_unfolds_with_the_keyboard_and_says_its_state_to_a_screen_reader(qtbot: QtBot) -> None:
    made = CheckRow(
        Check("tls", "Certificate", "failed", "It has expired.", (Fact("Names", "a\nb"),), "Why.")
    )
    qtbot.addWidget(made)
    made.show()
    head = made.findChild(QFrame, "check_head_tls")
    assert head.accessibleName() == "Certificate, failed. It has expired."
    QTest.keyClick(head, Qt.Key.Key_Return)
    body = made.findChild(QWidget, "check_body_tls")
    assert body.isVisible()
    assert "Why." in [label.text() for label in body.findChildren(QLabel)]
    QTest.keyClick(head, Qt.Key.Key_Space)
    assert not body.isVisible()


def test_a_name_read_from_the_right_does_not_turn_a_line_around(qtbot: QtBot) -> None:
    name = "\u05e9\u05dc\u05d5\u05dd"
    said = f"“{name}” and “{name}” are listed twice."
    made = CheckRow(Check("lists", "Lists", "warning", said, (), said))
    qtbot.addWidget(made)
    made.unfold()
    shown = [label.text() for label in made.findChildren(QLabel)]
    assert shown.count("\u200e" + said.replace(name, f"\u2068{name}\u2069")) == 2 and said not in shown
    assert made.check.said == said


def test_a_fix_that_asks_is_told_what_was_typed_and_never_nothing(qtbot: QtBot) -> None:
    fix = Fix("variable", "Set TOKEN", name="TOKEN", asks="TOKEN", secret=True)
    made = CheckRow(Check("start", "Start", "failed", fixes=(fix,)))
    qtbot.addWidget(made)
    made.unfold()
    field = made.findChild(QLineEdit, "fix_value_start_0")
    assert field.echoMode() == QLineEdit.EchoMode.Password
    told: list[tuple[object, str]] = []
    made.fix_wanted.connect(lambda *words: told.append(words))
    made.findChild(QPushButton, "fix_start_0").click()
    assert told == []
    field.setText("abc")
    made.findChild(QPushButton, "fix_start_0").click()
    assert told == [(fix, "abc")]


def test_the_form_of_a_server_offers_to_start_it_as_other_clients_would(qtbot: QtBot) -> None:
    form = EditServer(Profile("mine", StdioTarget("my-server")))
    qtbot.addWidget(form)
    box = form.findChild(QComboBox, "edit_environment")
    assert [box.itemData(place) for place in range(box.count())] == list(ENVIRONMENTS)
    box.setCurrentText("like Claude Desktop")
    with qtbot.waitSignal(form.saved) as told:
        form.save()
    assert told.args[1].target == StdioTarget("my-server", environment="as claude-desktop")


def test_a_slow_connection_offers_the_doctor_and_a_quick_one_does_not(qtbot: QtBot) -> None:
    notice = SlowNotice(wait_ms=1)
    qtbot.addWidget(notice)
    notice.follow("connecting")
    qtbot.waitUntil(notice.isVisible)
    with qtbot.waitSignal(notice.asked) as told:
        notice.findChild(QPushButton, "slow_diagnose").click()
    assert told.args == ["diagnose"]
    notice.follow("connected")
    assert not notice.isVisible()


# -- which page for which server, without the program ------------------------------------------------------


class Desk:
    def __init__(self, folder: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        profiles, settings = Profiles(folder / "servers.json"), Settings(path=folder / "settings.json")
        self.store = MemoryStore()
        self.servers = Servers(profiles, journal, settings, secrets=self.store)
        self.window = QMainWindow()
        self.acts: list[str] = []
        self.restarted: list[str] = []
        self.looked: list[str] = []
        monkeypatch.setattr(self.servers, "restart", self.restarted.append)
        monkeypatch.setattr(DoctorPage, "look", lambda page: self.looked.append(page.server))
        self.doctor = Doctor(self.servers, settings, self.window, self.acts.append)

    def pages(self) -> list[DoctorPage]:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return [one for one in self.window.findChildren(DoctorPage) if one.isVisible()]

    async def done(self, until: Until) -> None:
        await until(lambda: not tasks.under_way([self.window, self.servers]))


@pytest.fixture
def desk(
    tmp_path: Path, journal: Journal, qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    made = Desk(tmp_path, journal, monkeypatch)
    qtbot.addWidget(made.window)
    for name in ("a", "b"):
        made.servers.add(Profile(name, StdioTarget("run")), saved=False)
    return made


def test_each_server_has_one_page_that_looks_at_once(desk: Desk) -> None:
    for name in ("a", "b", "a", "gone"):
        desk.doctor.open(name)
    assert [page.server for page in desk.pages()] == ["a", "b"] and desk.looked == ["a", "b"]
    for page in desk.pages():
        page.close()
    desk.doctor.open("a")
    assert [page.server for page in desk.pages()] == ["a"]
    desk.pages()[0].close()


def test_signing_in_is_done_at_its_server_and_the_page_goes(desk: Desk) -> None:
    desk.servers.select("b")
    desk.doctor.open("a")
    desk.pages()[0].fix_wanted.emit(Fix("sign_in", "Sign in"), "")
    assert desk.acts == ["sign_in"] and desk.servers.current == "a" and desk.pages() == []


def test_a_fix_changes_the_server_and_connects_it_when_nothing_fails_any_more(
    desk: Desk, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apply(profile: Profile, fix: Fix, typed: str, taken: object) -> Any:
        assert typed == "t0ken" and list(taken) == []  # type: ignore[call-overload]
        return SimpleNamespace(profile=replace(profile, group="mended"), secrets={"server/a/KEY": typed})

    async def main() -> None:
        monkeypatch.setattr(fixes, "apply_fix", apply)
        desk.doctor.open("a")
        [page] = desk.pages()
        page.healthy.emit()
        assert desk.restarted == [], "nothing was mended"
        page.fix_wanted.emit(Fix("secret", "Give it"), "t0ken")
        await desk.done(until)
        server = desk.servers.get("a")
        assert server is not None and server.profile.group == "mended"
        assert desk.store.get("server/a/KEY") == "t0ken" and desk.looked == ["a", "a"]
        page.healthy.emit()
        page.healthy.emit()
        assert desk.restarted == ["a"]
        page.close()

    arun(main())


def test_what_cannot_be_changed_is_said_on_the_page_and_a_server_that_is_gone_closes_it(
    desk: Desk, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_what: object) -> None:
        raise OSError("read-only")

    async def main() -> None:
        monkeypatch.setattr(fixes, "apply_fix", refuse)
        desk.doctor.open("a")
        [page] = desk.pages()
        said: list[str] = []
        monkeypatch.setattr(page, "say_trouble", said.append)
        page.fix_wanted.emit(Fix("launch", "Use it"), "")
        await desk.done(until)
        assert said == ["Could not change this: read-only"] and desk.looked == ["a"]
        desk.servers.remove("a")
        page.fix_wanted.emit(Fix("launch", "Use it"), "")
        await desk.done(until)
        assert desk.pages() == []

    arun(main())


def test_a_case_is_of_the_server_as_it_is_now(desk: Desk) -> None:
    case = desk.doctor._case("a", "cursor")
    assert case is not None and case.profile == desk.servers.get("a").profile  # type: ignore[union-attr]
    desk.store.set("server/a/KEY", "t0ken")
    assert case.lookup.secrets("server/a/KEY") == "t0ken"
    assert desk.doctor._case("gone", "") is None
