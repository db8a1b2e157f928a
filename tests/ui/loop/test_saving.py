"""What a user changes in the windows is in memory at once, and in the file whatever ends the program."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPlainTextEdit, QSpinBox

from inspector.core.servers import saved_servers
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage import deferred_writer, shared_files
from inspector.core.storage.settings import Settings
from inspector.transport import StdioTarget
from inspector.ui.loop import saving
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.preferences import Preferences
from tests.conftest import Runner
from tests.ui.live import live

pytestmark = pytest.mark.gui


def _names(folder: Path) -> list[str]:
    profiles = Profiles(folder / "servers.json")
    profiles.load()
    return profiles.names()


def _put_in_the_way(settings: Settings, place: Path) -> None:
    """Its folder cannot be made: there is a file."""
    settings.path, settings._file = place / "settings.json", None
    place.write_text("a file in the way")


@pytest.fixture
def threads_that_write(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    found: list[threading.Thread] = []
    write = shared_files.write_object

    def noted(path: Path, value: dict[str, object]) -> None:
        found.append(threading.current_thread())
        write(path, value)

    monkeypatch.setattr(shared_files, "write_object", noted)
    return found


def test_typing_roots_into_the_settings_is_one_write_beside_the_windows(
    arun: Runner, tmp_path: Path, threads_that_write: list[threading.Thread]
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.open_preferences()
            edit = await it.find(QPlainTextEdit, "setting_roots")
            await saving.flush()
            threads_that_write.clear()
            for character in "/srv/project":
                edit.insertPlainText(character)
            assert it.program.settings.roots == ["/srv/project"]
            assert threads_that_write == []
            await it.until((tmp_path / "settings.json").exists, "the file, by itself")
            await saving.flush()
            assert Settings.load(tmp_path / "settings.json").roots == ["/srv/project"]
            assert len(threads_that_write) == 1 and threading.main_thread() not in threads_that_write
            (await it.find(Preferences, "preferences")).close()

    arun(main())


def test_what_is_changed_last_is_in_the_files_when_the_program_has_ended(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.open_preferences()
            (await it.find(QSpinBox, "setting_zoom")).setValue(125)
            it.program.servers.add(Profile("new", StdioTarget("new")))
            (await it.find(Preferences, "preferences")).close()
        assert Settings.load(tmp_path / "settings.json").zoom == 125
        assert _names(tmp_path) == ["new"]
        assert "server" in (tmp_path / "window.json").read_text()

    arun(main())


def test_a_change_just_before_another_language_is_kept(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.program.servers.add(Profile("new", StdioTarget("new")))
            it.program.settings.zoom = 110
            it.program._save_settings()
            window = it.program.windows[0]
            it.program._language.wish("ko")
            await it.until(lambda: window not in it.program.windows, "the window in Korean")
            it.program._language.wish("en")
            await it.until(lambda: it.program.windows[0].isVisible(), "the window in English")
            await saving.flush()
            assert Settings.load(tmp_path / "settings.json").zoom == 110
            assert _names(tmp_path) == ["new"]

    arun(main())


def test_a_mistake_of_the_program_has_written_what_waits(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(saving, "QUIET_S", 1000.0)
    monkeypatch.setattr(deferred_writer, "LONGEST_S", 1000.0)

    async def main() -> None:
        async with live(tmp_path) as it:
            it.program._zoom(1)
            error = RuntimeError("ours")
            it.program.crash_reporter.hook(RuntimeError, error, None)
            await it.until((tmp_path / "settings.json").exists, "the file")

    arun(main())
    assert "RuntimeError" in capsys.readouterr().err


def test_what_cannot_be_written_is_told_where_it_was_changed_and_written_when_it_can_be(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deferred_writer, "AGAIN_S", 0.05)
    place = tmp_path / "place"

    async def main() -> None:
        async with live(tmp_path) as it:
            _put_in_the_way(it.program.settings, place)
            it.program.open_preferences()
            box = await it.find(QCheckBox, "setting_follow")
            box.click()
            notice = await it.find(Notice, "preferences_problem")
            assert "place" in notice.text()
            place.unlink()
            await it.until(lambda: not notice.isVisible(), "no trouble any more")
            assert Settings.load(place / "settings.json").follow is False
            (await it.find(Preferences, "preferences")).close()

    arun(main())


def test_trouble_reaches_the_window_when_the_dialog_is_closed(arun: Runner, tmp_path: Path) -> None:
    place = tmp_path / "place"

    async def main() -> None:
        async with live(tmp_path) as it:
            _put_in_the_way(it.program.settings, place)
            dialog = it.program.open_preferences()
            (await it.find(QCheckBox, "setting_follow")).click()
            dialog.close()
            notice = await it.find(Notice, "work_trouble")
            assert "place" in notice.text()

    arun(main())


def test_servers_that_cannot_be_saved_are_told_of_and_stay(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            (tmp_path / "servers.json").mkdir()
            it.program.servers.add(Profile("new", StdioTarget("new")))
            notice = await it.find(Notice, "servers_trouble")
            assert "The server list could not be saved" in notice.text()
            (tmp_path / "servers.json").rmdir()
            assert it.program.servers.names() == ["new"]
        assert _names(tmp_path) == ["new"]

    arun(main())


def test_secrets_stay_until_no_file_names_them(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deferred_writer, "AGAIN_S", 0.02)
    file, tried = tmp_path / "servers.json", 0
    write = saved_servers.write_object

    def full(path: Path, value: dict[str, object]) -> None:
        nonlocal tried
        tried += 1
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    async def main() -> None:
        async with live(tmp_path, secrets="memory") as it:
            servers = it.program.servers
            servers.add(Profile("mine", StdioTarget("mine", env={"TOKEN": "${secret:server/mine/TOKEN}"})))
            servers.secrets.set("server/mine/TOKEN", "hunter-22")
            await saving.flush()
            monkeypatch.setattr(saved_servers, "write_object", full)
            servers.remove("mine")
            await it.until(lambda: tried > 2, "some attempts")
            assert _names(tmp_path) == ["mine"]
            assert servers.secrets.get("server/mine/TOKEN") == "hunter-22"
            monkeypatch.setattr(saved_servers, "write_object", write)
            await it.until(lambda: servers.secrets.get("server/mine/TOKEN") is None, "they go")
            assert "mine" not in file.read_text()

    arun(main())


def test_what_is_not_saved_at_the_end_is_told(
    arun: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            _put_in_the_way(it.program.settings, tmp_path / "place")
            it.program._zoom(1)

    arun(main())
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Could not save: ")]
    assert len(told) == 1 and "place" in told[0]


def test_a_root_that_cannot_be_kept_is_not_called_kept(arun: Runner, tmp_path: Path) -> None:
    place = tmp_path / "place"

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            _put_in_the_way(it.program.settings, place)
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_roots")
            (await it.find(QLineEdit, "roots_uri")).setText("/srv/mine")
            await it.click("roots_add")
            note = await it.find(QLabel, "roots_note")
            await it.until(lambda: "place" in note.text(), "the reason")
            assert it.program.settings.roots == ["/srv/mine"]

    arun(main())


_CHANGES = """
import asyncio, os, signal, sys
from pathlib import Path
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.ui.program.app import _quit_on_signals, run_program
from inspector.ui.session.window_state import WindowState

folder, how = Path(sys.argv[1]), sys.argv[2]

async def main(program):
    _quit_on_signals(program)
    program.live_window().show()
    program._zoom(1)
    if how == "raise":
        raise RuntimeError("unforeseen")
    os.kill(os.getpid(), signal.SIGTERM)
    await program.finished.wait()
    return 0

settings = Settings.load(folder / "settings.json")
sys.exit(run_program(main, settings, Profiles(folder / "servers.json"), WindowState(folder / "window.json")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM ends a process there without asking it")
@pytest.mark.parametrize(("how", "code"), [("term", 0), ("raise", 1)])
def test_a_signal_and_a_mistake_that_end_the_program_lose_nothing(
    tmp_path: Path, how: str, code: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHANGES, str(tmp_path), how],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    assert Settings.load(tmp_path / "settings.json").zoom > 100
    assert (tmp_path / "window.json").exists()
