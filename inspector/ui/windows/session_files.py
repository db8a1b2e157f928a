"""What is done with session files: opened, imported, saved, exported, merged, and offered again.

Work on a file runs in a worker thread; a strip shows how far it is and can stop it (`long_work.py`).
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Coroutine
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError, DamagedError, UsageError
from inspector.trace import storage
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import SUFFIX
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text, size_text
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.session.window_state import WindowState
from inspector.ui.windows.long_work import LongWork
from inspector.ui.windows.recent_files import RecentFiles
from inspector.ui.windows.records_window import RecordsWindow

if TYPE_CHECKING:
    from inspector.trace.imports import Imported
    from inspector.ui.windows.export_dialog import ExportDialog, Wanted
    from inspector.ui.windows.merge_dialog import MergeDialog
    from inspector.ui.windows.session_comparing import SessionComparing
    from inspector.ui.windows.session_window import SessionWindow

__all__ = ["SessionFiles"]

_FOLDER_KEY: Final = "files_folder"
_RECORDINGS: Final = "*.jsonl *.har *.log *.json"


class SessionFilesHost(Protocol):
    """What this needs of the program."""

    def front(self) -> RecordsWindow:
        """The window in front."""

    def adopt(self, window: RecordsWindow) -> None:
        """A new window."""

    def take_file(self, path: Path) -> None:
        """A file was dropped."""

    def show_live(self) -> None:
        """Bring the window of the live servers to the front."""

    def say(self, name: str, text: str, role: str = "warning") -> None:
        """Tell one sentence."""


class SessionFiles(QObject):
    """Opens files in windows of their own, and closes what was opened with them."""

    def __init__(
        self, settings: Settings, state: WindowState, host: SessionFilesHost, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._settings, self._state, self._host = settings, state, host
        self._opened: dict[int, tuple[str, Path, ExitStack]] = {}
        self.recent = RecentFiles(state, self.open_file)

    # -- windows -------------------------------------------------------------------------------------

    def open_file(self, path: Path) -> bool:
        """Open a session file in a window of its own; False when there is none yet.

        A recording of another program is read first, which a strip shows. What cannot be read is explained.
        """
        return self.open_window(path) is not None

    def open_window(self, path: Path) -> SessionWindow | None:
        """The same; the window, if there is one yet."""
        if storage.may_be_recording(path):
            self.start_import(path)
            return None
        stack = ExitStack()
        try:
            journal = Journal.open(path)
        except DamagedError as error:
            self._offer_readable(path, str(error))
            return None
        except UsageError as error:
            self._host.say("open_trouble", str(error))
            return None
        stack.callback(journal.close)
        window = self._show(path.name, path, journal, stack)
        self.recent.add(path)
        if journal.unsure:
            self._start(window, self._look_through(window, path), "look through a large file")
        return window

    async def _look_through(self, window: RecordsWindow, path: Path) -> None:
        """The values of a large file are looked at while it is shown already."""
        try:
            await offload(window.journal.look_through)
        except DamagedError as error:
            self._offer_readable(path, str(error), window)
        except ClosedError:
            return

    def _offer_readable(self, path: Path, why: str, window: RecordsWindow | None = None) -> None:
        window = window or self._host.front()
        notice = window.show_notice("open_trouble", why, "warning")
        notice.add_button(
            "open_readable", self.tr("Open what can be read"), partial(self._read_part, window, path)
        )
        notice.add_close("open_trouble_close")

    def _read_part(self, window: RecordsWindow, path: Path, *_checked: bool) -> None:
        window.hide_notice("open_trouble")
        self._start(window, self._salvage(window, path), f"read what can be read of {path.name}")

    async def _salvage(self, window: RecordsWindow, path: Path) -> None:
        from inspector.trace.salvage import salvage

        with ExitStack() as stack:
            journal = stack.enter_context(_Temporary())
            text = self.tr("Reading {}…").format(path.name)
            work = LongWork(window.strips, window, "salvage_progress", text, number_text)
            try:
                found = await work.run(salvage, path, journal, work.told)
            except UsageError as error:
                _tell(window, "open_trouble", str(error), "warning")
                return
            if found is None:
                return
            opened = self._show_temporary(path.name, path, journal, stack.pop_all())
        records = found.records
        text = translate(
            "SessionFiles",
            "Recovered from {}: %Ln record(s). The file is not changed.",
            "",
            records,
        )
        _tell(opened, "salvaged", text.format(path.name), "warning")

    def _show(self, name: str, path: Path, journal: Journal, stack: ExitStack) -> SessionWindow:
        from inspector.ui.windows.session_window import SessionWindow

        window = SessionWindow(path, journal, self._settings, self._state, self._host.show_live)
        window.setWindowTitle(f"{name} – MCP Desktop Inspector")
        window.file_dropped.connect(self._host.take_file)
        self._opened[id(window)] = (name, path, stack)
        self._host.adopt(window)
        window.show()
        return window

    def window_closed(self, window: RecordsWindow) -> None:
        """Close what was opened for a window."""
        opened = self._opened.pop(id(window), None)
        if opened is not None:
            opened[2].close()

    def show_again(self, window: RecordsWindow) -> RecordsWindow | None:
        """A new window of the file that is open in an old one; None when no file is."""
        opened = self._opened.pop(id(window), None)
        if opened is None:
            return None
        name, path, stack = opened
        return self._show(name, path, window.journal, stack)

    def _start(self, owner: QObject, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        spawn(owner, coroutine, name)

    # -- import and merge ----------------------------------------------------------------------------

    def start_import(self, path: Path) -> None:
        """Read a recording into a new, temporary session and show it."""
        window = self._host.front()
        self._start(window, self._import(window, path), f"import {path.name}")

    async def _import(self, window: RecordsWindow, path: Path) -> None:
        from inspector.trace.imports import import_file

        with ExitStack() as stack:
            journal = stack.enter_context(_Temporary())
            work = LongWork(
                window.strips, window, "import_progress", self.tr("Reading {}…").format(path.name)
            )
            try:
                imported = await work.run(import_file, path, journal, work.told)
            except UsageError as error:
                _tell(window, "open_trouble", str(error), "warning")
                return
            if imported is None:
                return
            opened = self._show_temporary(path.name, path, journal, stack.pop_all())
        self.recent.add(path)
        self._tell_imported(opened, path, imported)

    def _show_temporary(self, name: str, path: Path, journal: Journal, stack: ExitStack) -> RecordsWindow:
        """Show a session that was made just now: for reading, and gone with its window."""
        reading = Journal.open(journal.path)
        stack.callback(reading.close)
        return self._show(name, path, reading, stack)

    def _tell_imported(self, window: RecordsWindow, path: Path, imported: Imported) -> None:
        parts = [self.tr("Read from {} ({}).").format(path.name, imported.title)]
        if imported.problems:
            parts.append(self.tr("Unreadable, shown as malformed: {}.").format(imported.problems))
        if imported.left_out:
            parts.append(self.tr("Left out (not MCP): {}.").format(imported.left_out))
        role = "warning" if imported.problems else "ok"
        _tell(window, "imported", " ".join(parts), role)

    def open_merge(self, window: RecordsWindow) -> None:
        """Ask what to merge with the session of a window."""
        from inspector.ui.windows.merge_dialog import MergeDialog

        dialog = MergeDialog(window.journal.path, self.tr("This session"), window)
        dialog.files_wanted.connect(partial(self._ask_more, dialog))
        dialog.merge_wanted.connect(partial(self._start_merge, window))
        dialog.open()
        self._ask_more(dialog)

    def _ask_more(self, dialog: MergeDialog) -> None:
        self._start(dialog, self._add_to(dialog), "choose files to merge")

    async def _add_to(self, dialog: MergeDialog) -> None:
        filters = [self.tr("Session files (*.mcptrace)"), self.tr("All files (*)")]
        dialog.add(await self._ask_files(dialog, self.tr("Merge with"), filters))

    def _start_merge(self, window: RecordsWindow, paths: list[Path], offsets_ns: list[int]) -> None:
        self._start(window, self._merge(window, paths, offsets_ns), "merge")

    async def _merge(self, window: RecordsWindow, paths: list[Path], offsets_ns: list[int]) -> None:
        with ExitStack() as stack:
            journal = stack.enter_context(_Temporary())
            text = self.tr("Merging {} sessions…").format(len(paths))
            work = LongWork(window.strips, window, "merge_progress", text, number_text)
            window.journal.flush()
            try:
                count = await work.run(_merged, window.journal, journal, paths, offsets_ns, work)
            except UsageError as error:
                _tell(window, "merge_trouble", str(error), "warning")
                return
            if count:
                name = self.tr("{} merged sessions").format(len(paths))
                self._show_temporary(name, journal.path, journal, stack.pop_all())

    def open_comparison(self, window: RecordsWindow) -> None:
        """Ask for a session file and compare the session of a window with it."""
        from inspector.ui.windows.session_comparing import SessionComparing

        self._start(window, self._compare(SessionComparing(self, window)), "compare with a session")

    async def _compare(self, comparing: SessionComparing) -> None:
        filters = [self.tr("Session files (*.mcptrace)"), self.tr("All files (*)")]
        for path in (await self._ask_files(comparing.window, self.tr("Compare with session"), filters))[:1]:
            await comparing.compare_with(path)

    def title_of(self, window: RecordsWindow) -> str:
        """The name of the file that a window shows; of the live one, what it is."""
        opened = self._opened.get(id(window))
        return opened[0] if opened is not None else self.tr("This session")

    # -- open and save -------------------------------------------------------------------------------

    def ask_open(self, *, recordings: bool = False) -> None:
        """Ask for files to open. recordings: those of other programs are listed first."""
        window = self._host.front()
        self._start(window, self._open(window, recordings), "open")

    async def _open(self, window: RecordsWindow, recordings: bool) -> None:
        filters = [
            self.tr("Session files (*.mcptrace)"),
            self.tr("Recordings of other programs ({})").format(_RECORDINGS),
            self.tr("All files (*)"),
        ]
        first = [filters.pop(1)] if recordings else []
        title = self.tr("Import") if recordings else self.tr("Open a session file")
        for path in await self._ask_files(window, title, first + filters):
            self.open_file(path)

    async def _ask_files(self, parent: Any, title: str, filters: list[str]) -> list[Path]:
        dialog = QFileDialog(parent, title, self._folder())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(filters)
        return await self._chosen(dialog)

    async def ask_save_path(
        self, name: str, suffix: str = SUFFIX, parent: QWidget | None = None
    ) -> Path | None:
        """Ask where to write a file. parent: what asks, when it is not the window in front."""
        dialog = QFileDialog(parent or self._host.front(), self.tr("Save"), self._folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"*{suffix}", self.tr("All files (*)")])
        dialog.setDefaultSuffix(suffix.lstrip("."))
        dialog.selectFile(name)
        chosen = await self._chosen(dialog)
        return chosen[0] if chosen else None

    async def _chosen(self, dialog: QFileDialog) -> list[Path]:
        chosen = [Path(name) for name in dialog.selectedFiles()] if await ask(dialog) else []
        dialog.deleteLater()
        if chosen:
            self._state.set_text(_FOLDER_KEY, str(chosen[0].parent))
        return chosen

    def _folder(self) -> str:
        """Where the last file was; "" for the folder that the program was started in."""
        folder = self._state.text(_FOLDER_KEY)
        return folder if folder and Path(folder).is_dir() else ""

    def ask_save(self, window: RecordsWindow) -> None:
        """Save the session of a window under a name."""
        self._start(window, self._ask_save(window), "save")

    async def _ask_save(self, window: RecordsWindow) -> None:
        path = await self.ask_save_path(time.strftime("session-%Y%m%d-%H%M.mcptrace"), parent=window)
        if path is not None:
            await self.save(window, path)

    async def save(self, window: RecordsWindow, path: Path) -> None:
        """Write the session of a window to a file of its own, and say so there."""
        window.journal.flush()
        work = LongWork(window.strips, window, "save_progress", self.tr("Saving {}…").format(path.name))
        try:
            await work.run(window.journal.save_as, path)
        except UsageError as error:
            _tell(window, "save_trouble", str(error), "warning")
        else:
            self.recent.add(path)
            _tell(window, "saved", self.tr("Saved as {}").format(path), "ok")

    # -- export --------------------------------------------------------------------------------------

    def open_export(self, window: RecordsWindow) -> ExportDialog:
        """Ask what to export of a window's session."""
        from inspector.ui.windows.export_dialog import ExportDialog

        window.journal.flush()
        timeline, journal = window.timeline, window.journal
        numbers = {
            "all": lambda: range(1, journal.last + 1),
            "shown": lambda: array("q", timeline.rows.numbers),
            "selected": timeline.view.chosen.numbers,
            "marked": journal.annotations.marked,
        }
        dialog = ExportDialog(journal, numbers, window)
        dialog.file_wanted.connect(partial(self._ask_export_place, dialog))
        dialog.accepted_with.connect(partial(self._start_export, window))
        dialog.open()
        return dialog

    def _ask_export_place(self, dialog: ExportDialog, suffix: str) -> None:
        self._start(dialog, self._place_of(dialog, suffix), "choose where to export")

    async def _place_of(self, dialog: ExportDialog, suffix: str) -> None:
        name = time.strftime(f"session-%Y%m%d-%H%M{suffix}")
        path = await self.ask_save_path(name, suffix, dialog)
        if path is not None:
            dialog.write_to(path)

    def _start_export(self, window: RecordsWindow, wanted: Wanted) -> None:
        self._start(window, self._export(window, wanted), f"export {wanted.path.name}")

    async def _export(self, window: RecordsWindow, wanted: Wanted) -> None:
        from inspector.ui.windows.export_dialog import SESSION

        in_words = number_text if wanted.key == SESSION else size_text
        text = self.tr("Exporting to {}…").format(wanted.path.name)
        work = LongWork(window.strips, window, "export_progress", text, in_words)
        try:
            await work.run(_exported, window.journal, wanted, work)
        except UsageError as error:
            _tell(window, "export_trouble", str(error), "warning")
            return
        if work.stopped:
            _tell(window, "exported", self.tr("Stopped; nothing was exported."), "warning")
        else:
            _tell(window, "exported", self.tr("Exported to {}").format(wanted.path), "ok")


def _tell(window: RecordsWindow, name: str, text: str, role: str) -> None:
    """Say it in the window that asked."""
    window.show_notice(name, text, role).add_close(f"{name}_close")


class _Temporary:
    """A temporary journal that goes at the end."""

    def __enter__(self) -> Journal:
        self._journal = Journal.create()
        return self._journal

    def __exit__(self, *_error: object) -> None:
        self._journal.close()


def _merged(own: Journal, target: Journal, paths: list[Path], offsets_ns: list[int], work: LongWork) -> int:
    from inspector.trace.copying import merge_into

    own.wait_written()
    return merge_into(target, paths, offsets_ns, work.told)


def _exported(journal: Journal, wanted: Wanted, work: LongWork) -> None:
    """In a worker thread."""
    from inspector.trace.copying import save_copy
    from inspector.trace.export import export_to_file
    from inspector.trace.export.entries import whole_exchanges
    from inspector.trace.redaction.redact import Redactor
    from inspector.ui.windows.export_dialog import SESSION

    journal.wait_written()
    redactor = Redactor(wanted.rules, wanted.kept) if wanted.rules is not None else None
    numbers = whole_exchanges(journal, wanted.numbers) if wanted.whole else wanted.numbers
    everything = len(numbers) >= journal.written
    if wanted.key != SESSION:
        export_to_file(journal, numbers, wanted.key, wanted.path, redactor, work.told)
    elif redactor is None and everything:
        journal.save_as(wanted.path)
    else:
        save_copy(journal, wanted.path, redactor, work.told, None if everything else numbers)
