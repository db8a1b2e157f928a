"""Another language while the program runs: nothing typed is lost, nothing is disconnected."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QObject, Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QToolButton,
    QWidget,
)

from inspector import translation
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.locale import language
from inspector.ui.loop.tasks import under_way
from inspector.ui.panels import PANELS
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.program.recovery import NAME as RECOVERY
from inspector.ui.program.recovery import Recovery
from inspector.ui.windows.language_switch import LanguageSwitch
from inspector.ui.windows.workspace import Workspace
from tests.conftest import Runner
from tests.ui.live import Live, live
from tests.ui.pseudo import Pseudo

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Korean is everything in ⟦brackets⟧ here; English again afterwards."""
    real = language._ours

    def ours(code: str) -> QTranslator | None:
        return Pseudo() if code == "ko" else real(code)

    monkeypatch.setattr(language, "_ours", ours)
    language.install("en")
    translation.install(translation.english)  # another test may have left the language, and taken this away
    yield
    language.install("en")
    translation.install(None)


async def switch(it: Live, code: str = "ko") -> None:
    """Choose a language and wait until the window speaks it."""
    old = it.window
    it.program.settings.language = code
    it.program._setting_changed("language")
    await it.until(lambda: it.program.live_window() is not old, "the new window")
    it.window = it.program.live_window()


def workspace(it: Live) -> Workspace:
    shown = it.window.workspace
    assert shown is not None
    return shown


def test_window_speaks_it_and_the_server_stays_connected(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            client = it.program.servers.client("demo")
            assert client is not None
            await it.until(lambda: not under_way([it.window]), "all lists")
            pid, sessions = client.pid, len(it.program.journal.sessions())
            await switch(it)
            assert it.window.findChild(QToolButton, "add_server").toolTip().startswith("⟦")
            tabs = it.window.findChild(QTabWidget, "workspace_tabs")
            assert all(tabs.tabText(place).startswith("⟦") for place in range(tabs.count()))
            assert it.program.servers.client("demo") is client
            assert (client.state, client.pid) == ("connected", pid)
            assert len(it.program.journal.sessions()) == sessions
            assert it.program.windows == [it.window]

    arun(main())


def test_a_language_that_is_not_compiled_is_told_once(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_ours", lambda code: None)

    async def main() -> None:
        async with live(tmp_path) as it:
            assert it.window.findChild(QWidget, "language_missing") is None
            await switch(it)
            strip = it.window.findChild(QWidget, "language_missing")
            assert (
                "한국어" in strip.accessibleName()
                and "dev.py translations --compile" in strip.accessibleName()
            )
            assert not strip.isHidden()
            await switch(it, "en")
            await switch(it)
            assert it.window.findChild(QWidget, "language_missing") is None

    arun(main())


def test_typed_arguments_result_and_options_of_each_tool_stay(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("slow_report")
            await it.fill("3")
            await it.choose("echo")
            await it.fill("hello")
            call = await it.run_tool()
            await it.until(lambda: not workspace(it).panel("tools").running(), "the end of the call")  # type: ignore[union-attr]
            await it.fill(" and more")
            await switch(it)
            panel = workspace(it).panel("tools")
            assert isinstance(panel, CallingPanel)
            assert panel.list.key() == "echo"
            assert json.loads(panel.form.text()) == {"message": "hello and more"}
            assert panel.result.exchange == call.number
            await it.choose("slow_report")
            assert "3" in panel.form.text()

    arun(main())


def test_text_that_is_no_json_stays_in_the_raw_editor(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            workspace(it).show_panel("raw")
            editor = it.window.findChild(JsonEditor, "raw_editor")
            assert editor is not None
            editor.set_text('{"half": ')
            await switch(it)
            assert workspace(it).current_key() == "raw"
            again = it.window.findChild(JsonEditor, "raw_editor")
            assert again is not None and again is not editor
            assert again.text() == '{"half": '

    arun(main())


def test_filter_selection_and_place_in_the_timeline_stay(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.until(lambda: it.window.timeline.shown > 3, "rows")
            it.window.timeline.filter.use("method == tools/list")
            await it.until(lambda: it.window.timeline.shown == 1, "the filtered row")
            last = it.program.journal.last  # more may come
            it.window.selection.select(last)
            await switch(it)
            assert it.window.timeline.filter.text() == "method == tools/list"
            await it.until(lambda: it.window.timeline.shown == 1, "the filtered row again")
            assert it.window.selection.record == last

    arun(main())


def test_strips_beside_the_timeline_show_what_is_recorded(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.until(lambda: not under_way([it.window]), "all lists")
            await switch(it)
            surveyor = it.window.timeline.stage.surveyor
            await it.until(lambda: bool(surveyor.codes), "the overview, though nothing new is recorded")

    arun(main())


@pytest.mark.parametrize("key", [spec.key for spec in PANELS])
def test_panel_goes_on_and_speaks_it(key: str, arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            spec = next(one for one in PANELS if one.key == key)
            if not spec.wants(workspace(it).context):
                assert key == "authorization"  # of servers with a URL
                return
            workspace(it).show_panel(key)
            panel = workspace(it).panel(key)
            assert panel is not None
            await it.until(lambda: panel.isVisible() and not under_way([it.window]), "rest")
            before = shape(it, key)
            for code in ("ko", "en"):
                await switch(it, code)
                assert it.window.sees_panel(key)
                await it.until(lambda: before.items() <= shape(it, key).items(), "the panel as it was")
                assert bool(said(it)) == (code == "ko")

    arun(main())


def shape(it: Live, key: str) -> dict[str, Any]:
    """Name → text of what can be typed into, in a panel."""
    panel = workspace(it).panel(key)
    assert panel is not None
    return {line.objectName(): line.text() for line in panel.findChildren(QLineEdit) if line.isVisible()}


def said(it: Live) -> list[str]:
    """Texts in brackets in the window."""
    texts: list[str] = [label.text() for label in it.window.findChildren(QLabel)]
    texts += [button.text() for button in it.window.findChildren(QPushButton)]
    return [text for text in texts if "⟦" in text]


def test_other_servers_take_their_part_over_when_they_are_shown(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("first")
            it.add("second", *demo_words(it))
            await it.connected("second")
            it.program.servers.select("second")
            await switch(it)
            it.program.servers.select("demo")
            panel = workspace(it).panel("tools")
            assert isinstance(panel, CallingPanel)
            assert json.loads(panel.form.text()) == {"message": "first"}

    arun(main())


def demo_words(it: Live) -> tuple[str, ...]:
    server = it.program.servers.get("demo")
    assert server is not None
    target: Any = server.profile.target
    return (target.command, *target.args)


def test_open_dialog_is_waited_for_and_said(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.edit("demo")
            old = it.window
            it.program.settings.language = "ko"
            it.program._setting_changed("language")
            strip = await it.find(QWidget, "language_waits")
            assert "Edit demo" in " ".join(label.text() for label in strip.findChildren(QLabel))
            assert it.program.live_window() is old and language.current() == "en"
            dialog = await it.find(QWidget, "edit_server")
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
            await it.until(lambda: it.program.live_window() is not old, "the new window")
            assert language.current() == "ko"

    arun(main())


def test_the_view_and_the_folded_drawer_come_along(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.bench.fold()
            it.window.bench.set_view("traffic")
            await switch(it)
            assert it.window.bench.view == "traffic" and it.window.bench.folded

    arun(main())


def test_old_windows_go_and_nothing_calls_them(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            old: list[weakref.ref[QWidget]] = []
            for code in ("ko", "en"):
                await it.until(lambda: not under_way(it.window.parts()), "rest")
                old += [weakref.ref(it.window), weakref.ref(workspace(it))]
                await switch(it, code)
            await it.until(lambda: gc.collect() >= 0 and not any(one() for one in old), "the end of the old")
            it.program.servers.troubled.emit("The list could not be saved.")
            strip = await it.find(QWidget, "servers_trouble")
            assert "could not be saved" in " ".join(label.text() for label in strip.findChildren(QLabel))
            assert it.program.crash_reporter.count == 0

    arun(main())


@pytest.mark.parametrize("is_open", [True, False])
def test_a_strip_of_lost_sessions_that_was_closed_stays_closed(
    is_open: bool, arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(Recovery, "start", lambda self: started.append(self))

    async def main() -> None:
        async with live(tmp_path) as it:
            strip = it.window.show_notice(RECOVERY, "A session was not closed.")
            strip.setVisible(is_open)
            await switch(it)

    arun(main())
    assert bool(started) is is_open


@pytest.mark.usefixtures("qapp")
def test_a_wish_that_comes_after_the_last_window_is_forgotten() -> None:
    class Closed:
        windows: ClassVar[list[Any]] = []

    owner = QObject()
    asked = LanguageSwitch(Closed(), owner)  # type: ignore[arg-type]
    asked.wish("ko")
    QTest.qWait(0)
    assert not asked.waits and language.current() == "en"


def test_running_call_is_waited_for(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("long_running")
            before = it.program.journal.last
            await it.click("run_button")
            await it.until(lambda: it.calls(before), "the call")
            old = it.window
            it.program.settings.language = "ko"
            it.program._setting_changed("language")
            await it.find(QWidget, "language_waits")
            assert it.program.live_window() is old
            await it.click("cancel_button")
            await it.until(lambda: it.program.live_window() is not old, "the new window")
            it.window = it.program.live_window()
            assert language.current() == "ko"

    arun(main())


def test_it_is_chosen_in_the_settings_which_stay_open(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            old = it.window
            first = it.program.open_preferences()
            box = await it.find(QComboBox, "setting_language")
            box.setCurrentIndex(box.findData("ko"))
            await it.until(lambda: it.program.live_window() is not old, "the new window")
            it.window = it.program.live_window()
            again = await it.find(QWidget, "preferences")
            assert again is not first and again.windowTitle().startswith("⟦")
            await it.until(again.isActiveWindow, "the settings in front")
            assert QApplication.focusWidget() is again.findChild(QWidget, "setting_language")
            again.close()

    arun(main())


def test_window_of_a_file_comes_along(arun: Runner, tmp_path: Path) -> None:
    from inspector.trace.journal import Journal
    from tests.ui.story import Story

    async def main() -> None:
        async with live(tmp_path) as it:
            journal = Journal.create(tmp_path / "one.mcptrace")
            story = Story(journal)
            story.answer(story.ask())
            journal.close()
            assert it.program.open_file(tmp_path / "one.mcptrace")
            it.program.windows[-1].timeline.filter.use("kind == request")
            await switch(it)
            window = it.program.windows[-1]
            assert len(it.program.windows) == 2
            assert window.timeline.filter.text() == "kind == request"
            assert "one.mcptrace" in window.windowTitle()
            window.close()

    arun(main())
