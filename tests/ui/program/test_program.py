"""The program: what becomes of a dropped file, of a changed setting, of a sentence; and how it ends."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.loop import saving
from inspector.ui.program import program
from inspector.ui.program.program import Program
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import motion, theme
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.preferences import Preferences
from inspector.ui.windows.session_files import SessionFiles
from tests.conftest import Runner
from tests.trace.samples import notification
from tests.ui.live import live
from tests.ui.parts import the
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@asynccontextmanager
async def started(folder: Path, **settings: Any) -> AsyncIterator[Program]:
    """A program without a window."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.install(app, "light")
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    own = Settings(path=folder / "settings.json", **settings)
    made = Program(own, profiles, WindowState(folder / "window.json"))
    try:
        yield made
    finally:
        made.quit()
        await made.finished.wait()
        made.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Drops:
    """Where a dropped file went."""

    def __init__(self, of: Program, patch: pytest.MonkeyPatch) -> None:
        self.went: list[tuple[str, str]] = []

        def to(place: str) -> Callable[[object], None]:
            return lambda what: self.went.append((place, str(what)))

        window = SimpleNamespace(
            offers=SimpleNamespace(open_file=to("offer")),
            importing=SimpleNamespace(open_file=to("import")),
            add_server=SimpleNamespace(open_with=to("box")),
        )
        patch.setattr(of, "live_window", lambda: window)
        patch.setattr(of.files, "open_file", to("session"))
        patch.setattr(of, "say", lambda name, text, role="warning": self.went.append((name, text)))


async def dropped(folder: Path, patch: pytest.MonkeyPatch, path: Path) -> list[tuple[str, str]]:
    async with started(folder) as made:
        with patch.context() as now:
            found = Drops(made, now)
            made.take_file(path)
        return found.went


# -- dropped files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "place", "what"),
    [
        ("servers.json", '{"mcpServers": {}}', "box", '{"mcpServers": {}}'),
        ("note.txt", "npx server", "box", "npx server"),
        ("client.TOML", "a = 1", "import", "{path}"),
        ("client.yaml", "a: 1", "import", "{path}"),
        ("tool.py", "print()", "box", 'python3 "{path}"'),
        ("tool.mjs", "", "box", 'node "{path}"'),
        ("tool.ts", "", "box", 'npx tsx "{path}"'),
        ("tool.sh", "", "box", 'sh "{path}"'),
        ("tool.exe", "", "box", '"{path}"'),
        ("one.har", '{"log": {"version": "1.2", "entries": []}}', "session", "{path}"),
        ("x.mcptrace", "", "session", "{path}"),
        ("unknown.bin", "x", "session", "{path}"),
    ],
)
def test_a_dropped_file_goes_where_its_kind_is_at_home(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, place: str, what: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert arun(dropped(tmp_path, monkeypatch, path)) == [(place, what.replace("{path}", str(path)))]


def test_a_program_without_an_ending_is_offered_as_a_server(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "server"
    path.write_text("#!/bin/sh")
    path.chmod(0o755)
    assert arun(dropped(tmp_path, monkeypatch, path)) == [("box", f'"{path}"')]


def test_a_folder_and_what_is_too_long_for_a_list_of_servers(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / "long.json"
    long.write_text("[" + " " * 999_999)
    went = arun(dropped(tmp_path, monkeypatch, long))
    assert went == [("session", str(long))]
    [(name, text)] = arun(dropped(tmp_path, monkeypatch, tmp_path))
    assert name == "open_trouble" and text == f"{tmp_path} is a folder; drop a file."


def test_a_file_that_is_gone_is_said_and_no_mistake_of_ours(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone.json"
    [(name, text)] = arun(dropped(tmp_path, monkeypatch, gone))
    assert name == "open_trouble" and text == f"{gone}: No such file or directory"


def test_a_file_that_may_not_be_read_is_said_and_no_mistake_of_ours(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut = tmp_path / "shut.txt"
    shut.write_text("npx server")

    def refused(_path: Path, *_how: str) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refused)
    assert arun(dropped(tmp_path, monkeypatch, shut)) == [("open_trouble", f"{shut}: Permission denied")]


# -- settings --------------------------------------------------------------------------------------------


def test_a_changed_setting_counts_at_once(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, object]] = []

    def to(name: str) -> Callable[..., None]:
        return lambda *what: done.append((name, *what))

    async def main() -> None:
        async with started(tmp_path, theme="dark", zoom=120) as made:
            with monkeypatch.context() as patch:
                patch.setattr(theme, "set_mode", to("theme"))
                patch.setattr(theme, "set_zoom", to("zoom"))
                patch.setattr(motion, "install", to("motion"))
                patch.setattr(made.servers, "tell_shared_roots", to("roots"))
                patch.setattr(made._language, "wish", to("language"))
                for name in ("theme", "zoom", "motion", "roots", "language", "timeout_s"):
                    made._setting_changed(name)
            given = made.settings
            assert done == [
                *(("theme", "dark"), ("zoom", 120), ("motion", given.motion), ("roots",)),
                ("language", given.language),
            ]

    arun(main())


def test_the_chosen_theme_and_zoom_are_kept(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            made._choose_theme("dark")
            made._zoom(1)
            zoomed = theme.zoom_level()
            made._zoom(-1)
            assert theme.zoom_level() < zoomed
            made._zoom(1)
            await saving.flush()
            kept = Settings.load(tmp_path / "settings.json")
            assert (kept.theme, kept.zoom) == ("dark", zoomed)
            made._zoom(-1)
            made._choose_theme("light")

    arun(main())


def test_settings_that_are_not_saved_are_told_of_until_they_are(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program._settings_saved("the disk is full")
            notice = await it.find(Notice, "settings_trouble")
            assert notice.text() == "The settings could not be saved: the disk is full"
            it.program._settings_saved("")
            await it.until(lambda: not it.window.findChildren(Notice, "settings_trouble"), "no strip")

    arun(main())


def test_what_another_program_changed_counts_here_until_the_end(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            changed: list[str] = []
            monkeypatch.setattr(made, "_setting_changed", changed.append)
            other, servers = Settings(path=tmp_path / "settings.json"), Profiles(tmp_path / "servers.json")
            other.zoom = 130
            other.save()
            servers.add(Profile("new", StdioTarget("true")))
            servers.save()
            made._take_over()
            assert changed == ["zoom"] and made.servers.names() == ["new"]
            servers.add(Profile("late", StdioTarget("true")))
            servers.save()
            other.zoom = 140
            other.save()
            made.quit()
            made._take_over()
            assert changed == ["zoom"] and made.servers.names() == ["new"]

    arun(main())


# -- windows ---------------------------------------------------------------------------------------------


def test_there_is_one_live_window_and_a_dialog_speaks_for_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            made = it.program
            assert made.live_window() is it.window and made.windows == [it.window]
            assert made.front() is it.window
            dialog = QDialog(it.window)
            dialog.show()
            dialog.activateWindow()
            await it.until(dialog.isActiveWindow, "the dialog")
            assert made._front() is it.window
            made.say("a", "careful")
            made.say("b", "fine", "ok")
            notices = [await it.find(Notice, name) for name in ("a", "b")]
            assert [(one.text(), one._role) for one in notices] == [("careful", "warning"), ("fine", "ok")]
            assert notices[0].window() is it.window
            made._say_of_work("it took long")
            assert (await it.find(Notice, "work_trouble")).text() == "it took long"
            dialog.deleteLater()

    arun(main())


def test_settings_open_at_the_one_that_was_asked_for(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            gone: list[str] = []
            dialog = it.program.open_preferences("zoom")
            assert isinstance(dialog, Preferences) and dialog.isVisible()
            assert dialog.parentWidget() is it.window
            here = dialog.focusWidget()
            assert here is not None and "zoom" in here.objectName()
            it.program._setting_changed = gone.append  # type: ignore[method-assign]
            dialog.close()

    arun(main())


def test_without_a_window_a_sentence_goes_to_the_terminal(
    arun: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            made.say("x", "nobody sees a strip")
            with monkeypatch.context() as patch:
                patch.setattr(sys, "stderr", None)
                made._say_of_work("nobody sees this")

    arun(main())
    assert capsys.readouterr().err == "nobody sees a strip\n"


def test_the_demo_server_is_added_once_and_then_connected_again(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            given: list[tuple[str, bool]] = []
            window = SimpleNamespace(
                add_profiles=lambda profiles, saved: given.append((profiles[0].name, saved))
            )
            again: list[str] = []
            with monkeypatch.context() as patch:
                patch.setattr(made, "live_window", lambda: window)
                made.open_demo()
                assert given == [("demo", False)]
                patch.setattr(made.servers, "connect_server", again.append)
                made.servers.add(Profile("demo", StdioTarget("true")), saved=False)
                made.open_demo()
            assert again == ["demo"] and made.servers.current == "demo" and len(given) == 1

    arun(main())


def test_closing_the_last_window_ends_the_program_and_what_was_selected_is_kept(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.servers.add(Profile("a", StdioTarget("true")))
            it.program.servers.select("a")
            it.window.close()
            await it.until(it.program.finished.is_set, "the end")
            assert it.program.windows == []
        assert WindowState(tmp_path / "window.json").text("server") == "a"

    arun(main())


def test_a_report_of_a_mistake_names_what_is_open(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.servers.add(Profile("a", StdioTarget("true")))
            facts = it.program._facts()
            assert facts["Open"].startswith("MainWindow (") and "servers" in facts["Open"]
            assert facts["Panel"] == "" and facts["Servers"] == "1, records 0"
            assert facts["Theme"] == f"light, zoom {theme.zoom_level()} %"
            assert facts["Language"] == it.program.settings.language

    arun(main())


def test_what_was_wrong_with_our_files_is_one_list(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            made.settings.notes = ["settings"]
            made.state._file.notes = ["window"]
            made.servers.uses._file.notes = ["uses"]
            made.servers.tasks._file.notes = ["tasks"]
            made.history.note = "values"
            assert made.notes() == ["settings", "window", "uses", "tasks", "values"]

    arun(main())


# -- the end ---------------------------------------------------------------------------------------------


def spied_end(made: Program, patch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the journal is kept at the end; it is not, all the same."""
    closed: list[bool] = []
    close = made.journal.close

    def spy(keep: bool) -> None:
        closed.append(keep)
        close(keep=False)

    patch.setattr(made.journal, "close", spy)
    return closed


def test_a_step_of_the_end_that_fails_stops_none_of_the_others(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            heard: list[Any] = []
            monkeypatch.setattr(made.crash_reporter, "happened", heard.append)

            def broken(*_what: object) -> None:
                raise RuntimeError("broken")

            async def broken_later() -> None:
                raise RuntimeError("broken too")

            monkeypatch.setattr(made.state, "save", broken)
            monkeypatch.setattr(made.servers, "close_all", broken_later)
            closed = spied_end(made, monkeypatch)
            made.quit()
            made.quit()
            await made.finished.wait()
            assert len(heard) == 2 and closed == [False]

    arun(main())


@pytest.mark.parametrize(("unsaved", "days", "kept"), [(True, 7, True), (True, 0, False), (False, 7, False)])
def test_what_was_recorded_is_kept_for_some_days_when_it_was_not_saved(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unsaved: bool, days: int, kept: bool
) -> None:
    async def main() -> None:
        async with started(tmp_path, keep_sessions_days=days) as made:
            closed = spied_end(made, monkeypatch)
            monkeypatch.setattr(Journal, "unsaved", unsaved)
            made.quit()
            await made.finished.wait()
            assert closed == [kept]

    arun(main())


def test_a_step_that_never_ends_does_not_keep_the_program(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        import asyncio

        async with started(tmp_path) as made:
            monkeypatch.setattr(program, "_SHUTDOWN_LIMIT_S", 0.01)
            monkeypatch.setattr(made.servers, "close_all", asyncio.Event().wait)
            made.quit()
            await made.finished.wait()

    arun(main())


def test_old_sessions_and_unused_bundles_go_at_the_start(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path, keep_sessions_days=5) as it:
            asked: list[tuple[object, ...]] = []

            def full(days: float) -> None:
                asked.append((days,))
                raise OSError("the folder is gone")

            monkeypatch.setattr(program.storage, "remove_old", full)
            monkeypatch.setattr(program, "_remove_bundles", lambda *what: asked.append(what))
            offered: list[tuple[object, ...]] = []

            class Offer:
                def __init__(self, *given: object) -> None:
                    offered.append(given)

                def start(self) -> None:
                    offered.append(("started",))

            monkeypatch.setattr(program, "Recovery", Offer)
            it.program.offer_recovery()
            await it.until(lambda: len(asked) == 2, "the bundles")
            assert asked == [(5,), (tmp_path / "servers.json", 5)]
            assert offered[0][:2] == (it.window.strips, it.program) and offered[0][3] is it.window
            assert offered[1] == ("started",)

    arun(main())


def test_what_the_end_itself_could_not_write_is_said(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        async with started(tmp_path) as made:
            asked: list[int] = []

            async def flush() -> list[str]:
                asked.append(len(asked))
                return [] if len(asked) == 1 else ["servers.json: the disk is full"]

            monkeypatch.setattr(saving, "flush", flush)
            made.quit()
            await made.finished.wait()
            assert len(asked) == 2, "before what may take long, and after it"
            monkeypatch.undo()

    arun(main())
    assert capsys.readouterr().err == "Could not save: servers.json: the disk is full\n"


def test_what_is_recorded_is_looked_at_while_a_window_shows_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            journal = it.program.journal
            story = Story(journal)
            story.malformed(b"{", "not JSON")
            await it.until(lambda: sum(journal.finding_count().values()) > 0, "a finding")

    arun(main())


def test_a_window_that_is_closed_is_gone_and_its_file_with_it(arun: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.mcptrace"
    journal = Journal.create(path)
    Story(journal).stderr("x")
    journal.close()

    async def main() -> None:
        async with live(tmp_path / "home") as it:
            assert it.program.open_file(path)
            window = it.program.windows[-1]
            gone: list[object] = []
            window.destroyed.connect(lambda: gone.append(None))
            opened = window.journal
            assert len(opened.rows([1])) == 1
            window.close()
            await it.until(lambda: gone, "the window is gone")
            assert it.program.windows == [it.window]
            with pytest.raises(ClosedError):
                opened.rows([2])
            assert not it.program.finished.is_set(), "there is another window"

    arun(main())


def test_a_disk_at_its_floor_is_told_and_a_lower_floor_counts_at_once(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=0))

    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.journal.append([notification(1)])
            await it.until(lambda: it.window.findChild(Notice, "journal_trouble"), "the strip")
            strip = the(it.window, Notice, "journal_trouble")
            assert strip.text().startswith("Less than 512 MB of free disk space")
            it.program.settings.set("free_disk_mb", 0)
            await it.until(lambda: it.program.journal.written == 1, "the record in the file")
            await it.until(lambda: not it.window.findChild(Notice, "journal_trouble"), "no strip")

    arun(main())


def test_what_a_window_asks_for_is_done_for_that_window(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    for name in ("ask_open", "ask_save", "open_export", "open_merge"):

        def note(_self: object, *of: object, name: str = name, **more: object) -> None:
            asked.append((name, *of, *more.items()))

        monkeypatch.setattr(SessionFiles, name, note)

    async def main() -> None:
        async with live(tmp_path) as it:
            window, menu = it.window, it.window.file_menu
            for wish in (
                window.open_wanted,
                window.save_wanted,
                menu.import_wanted,
                menu.export_wanted,
                menu.merge_wanted,
            ):
                wish.emit()
            assert asked == [
                ("ask_open",),
                ("ask_save", window),
                ("ask_open", ("recordings", True)),
                ("open_export", window),
                ("open_merge", window),
            ]
            menu.recent.aboutToShow.emit()
            assert menu.recent.actions(), "the menu says at least that there is none"
            before = theme.zoom_level()
            window.zoomed.emit(1)
            assert theme.zoom_level() > before == 100
            window.zoomed.emit(0)
            window.setting_wanted.emit("zoom")
            dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, Preferences))
            focused = dialog.focusWidget()
            assert focused is not None and "zoom" in focused.objectName()
            dialog.close()
            window.quit_wanted.emit()
            await it.until(it.program.finished.is_set, "the end")

    arun(main())


def test_the_keys_are_shown_over_the_window_of_the_servers(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.hide()
            it.program.help.shortcuts_wanted.emit()
            assert it.window.isVisible() and it.window.shortcuts_box.isVisible()
            it.window.shortcuts_box.close()

    arun(main())


@pytest.mark.parametrize("is_open", [True, False])
def test_a_window_made_again_has_its_session_and_offers_what_was_left_behind_when_it_did(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_open: bool
) -> None:
    path = tmp_path / "a.mcptrace"
    journal = Journal.create(path)
    Story(journal).stderr("x")
    journal.close()
    offered: list[object] = []
    monkeypatch.setattr(program.Recovery, "start", lambda self: offered.append(self.parent()))

    async def main() -> None:
        async with live(tmp_path / "home") as it:
            made, old = it.program, it.window
            assert made.open_file(path)
            other = made.windows[-1]
            gone: list[object] = []
            other.destroyed.connect(lambda: gone.append(None))
            kept: list[object] = []
            monkeypatch.setattr(old, "keep_layout", lambda: kept.append(old))
            old.show_notice(program.RECOVERY, "A session was not closed.").setVisible(is_open)
            again, it.window = made.remake(other), made.remake(old)  # type: ignore[assignment]
            assert kept == [old] and made.windows == [again, it.window]
            assert type(again) is type(other) and again.journal is other.journal
            assert again.isVisible() and not other.isVisible() and not old.isVisible()
            assert offered == ([it.window] if is_open else [])
            assert it.window is made.live_window() is not old
            await it.until(lambda: gone, "the old window is gone")

    arun(main())


def test_offers_of_servers_are_read_as_such_when_they_are_dropped(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tool.mcpb", "server.json"):
        path = tmp_path / name
        path.write_text("{}")
        assert arun(dropped(tmp_path, monkeypatch, path)) == [("offer", str(path))]
    gone = tmp_path / "gone.mcpb"
    assert arun(dropped(tmp_path, monkeypatch, gone)) == [("session", str(gone))]
