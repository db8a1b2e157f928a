"""Every place of the program a user can get to, one after the other, filled by the demo server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from inspector.core.servers.inputs import Input
from inspector.core.servers.profiles import Profile
from inspector.core.storage.encrypted_file import EncryptedStore
from inspector.core.storage.saved_filters import SavedFilter
from inspector.transport import HttpTarget
from inspector.ui.auth.passphrase import PassphraseDialog
from inspector.ui.panels import PANELS
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.servers.fill_in import FillIn
from inspector.ui.timeline.columns.add_column import AddColumn
from inspector.ui.timeline.filter.dialogs import FilterManager, SaveFilter
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.windows.merge_dialog import MergeDialog
from tests.ui.live import Live

__all__ = ["dialogs", "places"]

_WINDOWS: Final = (
    "settings",
    "columns",
    "colour_rules",
    "export_session",
    "edit_server_action",
    "diagnose_server",
    "import_servers_action",
    "record_window",
)
"""Actions that open a window of its own."""
_BOXES: Final = ("palette", "add_server_action", "shortcuts", "filter_language", "note", "highlight_timeline")
"""Actions that open a box in the main window."""


async def places(it: Live) -> AsyncIterator[tuple[str, QWidget]]:
    """What it is and the window it is in: welcome, panels, the detail and its neighbours, boxes, windows.

    What opens is closed.
    """
    yield "welcome", it.window
    await it.start_demo()
    await it.choose("slow_report")
    await it.fill("1")
    call = await it.run_tool()
    async for place in _panels(it):
        yield place
    it.window.workspace.show_panel("tools")
    it.window.selection.select(call.number)
    async for place in _beside(it):
        yield place
    async for place in _boxes(it):
        yield place
    async for place in _windows(it):
        yield place
    await it.until(lambda: it.window.timeline.view.model().rowCount() > 3, "rows")
    _choose_two_rows(it)
    it.window.actions_by_key["compare_rows"].trigger()
    await _settled(it)
    yield "compare_rows", it.window
    it.window.bench.close_beside("compare")


async def _panels(it: Live) -> AsyncIterator[tuple[str, QWidget]]:
    for spec in PANELS:
        if spec.wants(it.window.workspace.context):
            it.window.workspace.show_panel(spec.key)
            await _settled(it)
            yield f"panel {spec.key}", it.window


async def _beside(it: Live) -> AsyncIterator[tuple[str, QWidget]]:
    await _settled(it)
    yield "detail", it.window
    for name in ("show_ladder", "show_statistics"):
        it.window.actions_by_key[name].trigger()
        await _settled(it)
        yield name, it.window
        it.window.actions_by_key[name].trigger()


async def _boxes(it: Live) -> AsyncIterator[tuple[str, QWidget]]:
    for name in _BOXES:
        it.window.actions_by_key[name].trigger()
        await _settled(it)
        yield name, it.window
        for box in it.window.findChildren(Overlay):
            box.dismiss()


async def _windows(it: Live) -> AsyncIterator[tuple[str, QWidget]]:
    for name in _WINDOWS:
        before = set(_tops())
        it.window.actions_by_key[name].trigger()
        await it.until(lambda known=before: set(_tops()) - known, f"the window of {name}")
        await _settled(it)
        opened = next(iter(set(_tops()) - before))
        yield name, opened
        opened.close()


async def dialogs(it: Live, folder: Path) -> AsyncIterator[tuple[str, QWidget]]:
    """Windows that need more than an action to open."""
    asked = (Input("token", description="A token", secret=True), Input("era", options=("a", "b")))
    made: tuple[QDialog, ...] = (
        AddColumn(it.window),
        EditServer(Profile("far", HttpTarget("https://example.com/mcp")), it.window),
        FillIn("github", asked, it.window),
        FilterManager([SavedFilter("Failed", "is:error")], it.window),
        SaveFilter("is:error", it.window),
        MergeDialog(folder / "a.mcptrace", "a", it.window),
        PassphraseDialog(EncryptedStore(folder / "secrets"), it.window),
    )
    for dialog in made:
        dialog.show()
        await _settled(it)
        yield dialog.objectName(), dialog
        dialog.close()
        dialog.deleteLater()


def _choose_two_rows(it: Live) -> None:
    view, model = it.window.timeline.view, it.window.timeline.view.model()
    kind = QItemSelectionModel.SelectionFlag
    view.selectionModel().select(
        QItemSelection(model.index(0, 0), model.index(1, 0)), kind.ClearAndSelect | kind.Rows
    )


def _tops() -> list[QWidget]:
    return [top for top in QApplication.topLevelWidgets() if top.isVisible() and top.isWindow()]


async def _settled(it: Live) -> None:
    """What was started is done: layouts, lists, details."""
    for _ in range(12):
        await asyncio.sleep(0.01)
