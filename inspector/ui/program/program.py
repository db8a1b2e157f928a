"""What runs: the windows and what they share, opened, told of trouble and shut down in order.

Program ──► Journal, Settings, Servers, Validator ──► MainWindow (live)
        └─► Journal.open(file) ─────────────────────► SessionWindow (one a file)
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from inspector.core.client.pinned_calls import PinnedCalls
from inspector.core.crash_reports.crash_reports import program_error_of
from inspector.core.install.offers import is_offer_file
from inspector.core.servers.profiles import demo_profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ValueHistory
from inspector.core.validation.validation import Validator
from inspector.trace import storage
from inspector.trace.journal import Journal
from inspector.ui.crash_reports.crash_reports import CrashReporter
from inspector.ui.help.help import Help
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import cancel_all, offload, reporter, spawn
from inspector.ui.program.crash_report_strip import CrashReportStrip
from inspector.ui.program.recovery import NAME as RECOVERY
from inspector.ui.program.recovery import Recovery
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.shared_watch import SharedWatch
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import motion, theme
from inspector.ui.widgets.notices import Notices
from inspector.ui.widgets.wheel_zoom import WheelZoom
from inspector.ui.windows.language_switch import LanguageSwitch
from inspector.ui.windows.main_window import MainWindow
from inspector.ui.windows.records_window import RecordsWindow
from inspector.ui.windows.session_files import SessionFiles

if TYPE_CHECKING:
    from inspector.core.client.checking import Checker
    from inspector.core.validation.contents import ContentChecker

__all__ = ["Program"]

_SHUTDOWN_LIMIT_S = 12.0
_SERVER_FILES = (".json", ".jsonc", ".json5", ".txt")
_CONFIGURATIONS = (".yaml", ".yml", ".toml")  # of clients; those in JSON are read by the box
_DROP_LIMIT_BYTES = 1_000_000


class Program(QObject):
    """Owns the windows and what they share. `finished` is set when everything is closed."""

    def __init__(
        self,
        settings: Settings,
        profiles: Profiles,
        state: WindowState,
        crash_reporter: CrashReporter | None = None,
    ) -> None:
        """crash_reporter: one that is installed already."""
        super().__init__()
        self.crash_reporter = crash_reporter or CrashReporter()
        self.settings = settings
        self.state = state
        self.journal = Journal.create()
        self.journal.leave_free(settings.floor_bytes)
        self.validator = Validator()
        self.history = ValueHistory(state.path.with_name("values.sqlite"))
        self._checkers: tuple[Checker | ContentChecker, ...] = ()  # made for the first record
        self.servers = Servers(profiles, self.journal, settings, self)
        self.finished = asyncio.Event()
        self.windows: list[RecordsWindow] = []
        self.files = SessionFiles(settings, state, self, self)
        self.supervisor = ServerSupervisor(self.servers, PinnedCalls(self.journal, self.history), self)
        self._language = LanguageSwitch(self, self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._wheel = WheelZoom(app, self)
        self._wheel.stepped.connect(self._zoom)
        self.help = Help(app, self)
        self.help.shortcuts_wanted.connect(self._show_shortcuts)
        folders = [file.parent for file in (settings.path, profiles.path, state.path) if file is not None]
        self._watch = SharedWatch(folders, self)
        self._watch.changed.connect(self._take_over)
        self._ending = False
        self.crash_reporter.set_facts(self._facts)
        self.crash_reporter.interrupted.connect(self.quit)
        self.crash_reporter.told.connect(saving.hurry)
        self._strip = CrashReportStrip(self.crash_reporter, self._front_strips, self._in_memory, self)
        reporter().failed.connect(self.crash_reporter.take)
        reporter().said.connect(self._say_of_work)

    # -- windows -------------------------------------------------------------------------------------

    def live_window(self) -> MainWindow:
        """The window of the live servers, made when there is none."""
        for window in self.windows:
            if isinstance(window, MainWindow):
                return window
        main = MainWindow(
            self.servers,
            self.journal,
            self.settings,
            self.validator,
            self.history,
            self.state,
            self.supervisor,
        )
        main.demo_wanted.connect(self.open_demo)
        main.file_dropped.connect(self.take_file)
        main.feed.grew.connect(self._check)
        self.adopt(main)
        return main

    def _check(self, first: int, last: int) -> None:
        if not self._checkers:
            from inspector.core.client.checking import Checker
            from inspector.core.validation.contents import ContentChecker

            self._checkers = (Checker(self.journal), ContentChecker(self.journal, self.validator))
        for checker in self._checkers:
            checker.wake()

    def _stop_checking(self) -> None:
        for checker in self._checkers:
            checker.stop()

    def show_live(self) -> None:
        """Bring the live window to the front."""
        window = self.live_window()
        window.show()
        window.raise_()
        window.activateWindow()

    def open_demo(self) -> None:
        """Connect the demo server that is part of this program."""
        known = self.servers.get("demo")
        if known is None:
            self.live_window().add_profiles([demo_profile()], saved=False)
        else:
            self.servers.select("demo")
            self.servers.connect_server("demo")

    def open_file(self, path: Path) -> bool:
        """Open a session file in a window of its own; False when there is none yet."""
        return self.files.open_file(path)

    def take_file(self, path: Path) -> None:
        """A file was dropped: a recording or session is opened, the rest is offered as a server."""
        try:
            self._take(path)
        except OSError as error:  # it went meanwhile, or is not for us to read
            self.say("open_trouble", f"{path}: {error.strerror or error}")

    def _take(self, path: Path) -> None:
        if path.is_dir():
            self.say("open_trouble", self.tr("{} is a folder; drop a file.").format(path))
        elif path.is_file() and storage.may_be_recording(path) and _is_recording(path):
            self.open_file(path)
        elif is_offer_file(path) and path.is_file():
            self.live_window().offers.open_file(path)
        elif path.suffix.lower() in _CONFIGURATIONS:
            self.live_window().importing.open_file(path)
        elif path.suffix.lower() in _SERVER_FILES and path.stat().st_size < _DROP_LIMIT_BYTES:
            self.live_window().add_server.open_with(path.read_text("utf-8", "replace"))
        elif path.suffix.lower() in (".py", ".js", ".mjs", ".ts", ".sh", ".exe") or os.access(path, os.X_OK):
            self.live_window().add_server.open_with(_command_for(path))
        else:
            self.open_file(path)

    def adopt(self, window: RecordsWindow) -> None:
        """Take charge of a new window."""
        self.windows.append(window)
        window.closed.connect(self._window_closed)
        window.zoomed.connect(self._zoom)
        window.theme_chosen.connect(self._choose_theme)
        window.open_wanted.connect(self.files.ask_open)
        menu = window.file_menu
        menu.import_wanted.connect(partial(self.files.ask_open, recordings=True))
        window.save_wanted.connect(partial(self.files.ask_save, window))
        menu.export_wanted.connect(partial(self.files.open_export, window))
        menu.merge_wanted.connect(partial(self.files.open_merge, window))
        menu.compare_wanted.connect(partial(self.files.open_comparison, window))
        menu.recent.aboutToShow.connect(partial(self.files.recent.fill, menu.recent))
        window.quit_wanted.connect(self.quit)
        window.settings_wanted.connect(self.open_preferences)
        if isinstance(window, MainWindow):
            window.setting_wanted.connect(self.open_preferences)
        window.help_wanted.connect(self.help.do)
        self._language.look_for_texts(window)

    def _window_closed(self, window: RecordsWindow) -> None:
        if window in self.windows:
            self.windows.remove(window)
        window.feed.leave()
        window.deleteLater()
        self.files.window_closed(window)
        if not self.windows:
            self.quit()

    def remake(self, window: RecordsWindow) -> RecordsWindow:
        """The same window again, in the language of now; the old one goes without being closed."""
        strip = window.findChild(QWidget, RECOVERY)
        recovering = strip is not None and not strip.isHidden()  # one that was closed stays closed
        window.keep_layout()
        window.feed.leave()
        self.windows.remove(window)
        new = self.files.show_again(window) or self.live_window()
        new.show()
        window.hide()
        for part in window.parts():
            part.deleteLater()
        if recovering:
            Recovery(new.strips, self, self.files.ask_save_path, new).start()
        return new

    def _show_shortcuts(self) -> None:
        self.show_live()
        self.live_window().shortcuts_box.open()

    # -- settings ------------------------------------------------------------------------------------

    def open_preferences(self, name: str = "") -> QWidget:
        """Show the settings, beside the window in front. name: the one to go to."""
        from inspector.ui.windows.preferences import Preferences

        dialog = Preferences(self.settings, self._front())
        dialog.changed.connect(self._setting_changed)
        dialog.show()
        if name:
            dialog.go_to(name)
        return dialog

    def notes(self) -> list[str]:
        """What was wrong with our files at the start, for the user: one sentence each."""
        found = [*self.settings.notes, *self.state.notes, *self.servers.uses.notes, *self.servers.tasks.notes]
        for window in self.windows:
            found += [*window.timeline.bar.shelf.book.notes, *window.timeline.rules.notes]
        return [*found, *filter(None, (self.history.note, storage.folder_trouble()))]

    def _take_over(self) -> None:
        """Another copy of the program changed something. What is typed here stays."""
        for name in () if self._ending else self.settings.refresh():
            self._setting_changed(name)
        if not self._ending:
            self.servers.refresh()
        if saving.writes():  # what is being written takes nothing over
            self._watch.again()

    def _setting_changed(self, name: str) -> None:
        if name == "theme":
            theme.set_mode(self.settings.theme)
        elif name == "zoom":
            theme.set_zoom(self.settings.zoom)
        elif name == "motion":
            motion.install(self.settings.motion)
        elif name == "roots":
            self.servers.tell_shared_roots()
        elif name == "language":
            self._language.wish(self.settings.language)

    def _choose_theme(self, mode: str) -> None:
        theme.set_mode(mode)
        self.settings.theme = theme.mode()
        self._save_settings()

    def _zoom(self, step: int) -> None:
        theme.zoom(step)
        self.settings.zoom = theme.zoom_level()
        self._save_settings()

    def _save_settings(self) -> None:
        saving.save(self.settings, self._settings_saved)

    def _settings_saved(self, trouble: str) -> None:
        for window in () if trouble else self.windows:
            window.hide_notice("settings_trouble")
        if trouble:
            self.say("settings_trouble", self.tr("The settings could not be saved: {}").format(trouble))

    # -- trouble -------------------------------------------------------------------------------------

    def _front(self) -> RecordsWindow | None:
        active = QApplication.activeWindow()
        while active is not None and not isinstance(active, RecordsWindow):
            active = active.parentWidget()  # a dialog speaks for the window it belongs to
        return active if active is not None else next(iter(self.windows), None)

    def front(self) -> RecordsWindow:
        """The window in front; that of the live servers when there is none."""
        return self._front() or self.live_window()

    def _front_strips(self) -> tuple[QWidget, Notices] | None:
        window = self._front()
        return (window, window.strips) if window is not None else None

    def _in_memory(self) -> bool:
        return bool(self.journal.failure)

    def offer_recovery(self) -> None:
        """Offer what an earlier run left behind, and remove what was kept long enough."""
        with contextlib.suppress(OSError):
            storage.remove_old(self.settings.keep_sessions_days)
        spawn(self, self._remove_bundles(), "remove unused bundles")
        front = self.front()
        Recovery(front.strips, self, self.files.ask_save_path, front).start()

    async def _remove_bundles(self) -> None:
        await offload(_remove_bundles, self.servers.file, self.settings.keep_sessions_days)

    def _say_of_work(self, text: str) -> None:
        self.say("work_trouble", text)

    def say(self, name: str, text: str, role: str = "warning") -> None:
        """Tell the user one sentence in a strip over the window in front."""
        window = self._front()
        if window is None:
            if sys.stderr is not None:  # a window program of Windows has none
                sys.stderr.write(f"{text}\n")
            return
        window.show_notice(name, text, role).add_close(f"{name}_close")

    def _facts(self) -> dict[str, str]:
        """What is open, for the crash report: names that stand in our code."""
        panes = {window: ", ".join(window.bench.open_panes()) for window in self.windows}
        spaces = [one.workspace for one in self.windows if isinstance(one, MainWindow)]
        panel = next((space.current_key() for space in spaces if space is not None), "")
        return {
            "Open": "; ".join(f"{type(window).__name__} ({names})" for window, names in panes.items()),
            "Panel": panel,
            "Theme": f"{theme.mode()}, zoom {theme.zoom_level()} %",
            "Language": self.settings.language,
            "Servers": f"{len(self.servers.names())}, records {self.journal.last}",
        }

    # -- the end -------------------------------------------------------------------------------------

    def quit(self) -> None:
        """Close everything in order; safe to call again."""
        if not self._ending:
            self._ending = True
            spawn(self, self._shut_down(), "shut down")

    async def _shut_down(self) -> None:
        self._strip.end()
        self.state.set_text("server", self.servers.current)
        closing = [window.close for window in list(self.windows)]
        for step in (self.help.close, *closing, self.state.save):
            self._end(step)
        # Tasks last: what begins to check something meanwhile is told at once that the validator is gone.
        # And what was changed last is written before anything that may take long.
        closing_all = (self.servers.close_all, self.validator.close, cancel_all)
        for ending in (saving.flush, *closing_all, self._save_the_rest):
            try:
                async with asyncio.timeout(_SHUTDOWN_LIMIT_S):
                    await ending()
            except TimeoutError:
                pass
            except Exception as error:  # noqa: BLE001 - the program ends all the same
                self.crash_reporter.happened(program_error_of(error, "shutdown"))
        # Nothing is lost by accident: what was not saved stays for some days (File, Recent sessions).
        keep = self.journal.unsaved and self.settings.keep_sessions_days > 0
        for step in (
            self.journal.sync,
            self.history.close,
            self._stop_checking,
            partial(self.journal.close, keep=keep),
        ):
            self._end(step)
        self.finished.set()

    async def _save_the_rest(self) -> None:
        """What the end itself changed, and what could not be written before."""
        for text in await saving.flush():
            self.say("not_saved", self.tr("Could not save: {}").format(text))

    def _end(self, step: Callable[[], object]) -> None:
        """A step of the end that fails keeps none of the others from being done."""
        try:
            step()
        except Exception as error:  # noqa: BLE001
            self.crash_reporter.happened(program_error_of(error, "shutdown"))


def _remove_bundles(servers: Path, days: float) -> None:
    from inspector.core.install.bundles.unpacking import remove_unused  # few starts have bundles to look at

    remove_unused(servers, days)


def _is_recording(path: Path) -> bool:
    from inspector.trace.imports import format_of

    return format_of(path) is not None


def _command_for(path: Path) -> str:
    """How a dropped script is started."""
    starters = {".py": "python3", ".js": "node", ".mjs": "node", ".ts": "npx tsx", ".sh": "sh"}
    starter = starters.get(path.suffix.lower(), "")
    return f'{starter} "{path}"'.strip()
