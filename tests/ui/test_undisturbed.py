"""Whatever a server tells, and whatever another program changes, leaves what the user is doing as it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.transport import StdioTarget
from inspector.ui.forms.form import Form
from inspector.ui.forms.place import place_in
from inspector.ui.forms.row import FieldRow
from inspector.ui.loop import saving
from inspector.ui.panels.tools import ToolsPanel
from tests.conftest import Runner
from tests.ui.forms.test_composing import compose
from tests.ui.live import Live, live
from tests.ui.places import places
from tests.ui.seen import as_seen, settle_in

pytestmark = pytest.mark.gui

_TOLD = (
    ("toggle_tool", b"{}"),
    ("touch_resource", b"{}"),
    ("log_messages", b'{"count": 12}'),
    ("long_running", b'{"duration_s": 0.02, "steps": 4}'),
)
_TWICE = ("panel tools", "panel subscriptions", "panel tasks", "panel console")
"""Looked at with all rows, and with a filter half typed."""


async def tell(it: Live, folder: Path, turn: int) -> None:
    """The server tells of lists, a resource, progress; it logs, writes and asks. So does another program."""
    client = it.program.servers.client("demo")
    assert client is not None
    await asyncio.gather(*(client.call_tool(name, sent) for name, sent in _TOLD))
    if turn % 8 == 0:
        asking = asyncio.ensure_future(client.call_tool("ask_model", b'{"prompt": "x"}'))
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())
    other = Profiles(folder / "servers.json")
    other.load()
    other.add(Profile(f"a {turn}", StdioTarget("other")))
    other.save()
    it.program.servers.refresh()
    it.program.servers.touched.emit("demo")
    it.program.servers.changed.emit()
    await asyncio.sleep(0.15)


async def still(window: QWidget) -> dict[str, Any]:
    """What is seen when nothing moves any more that the user moved."""
    seen: dict[str, Any] = {}
    for _ in range(20):
        await asyncio.sleep(0.12)  # longer than a scrolled table needs to come to a whole row
        before, seen = seen, as_seen(window)
        if before == seen:
            break
    return seen


def _differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [f"{key}: {seen} → {after.get(key)}" for key, seen in before.items() if seen != after.get(key)]


def test_what_a_server_tells_leaves_everything_where_it_is(arun: Runner, tmp_path: Path) -> None:
    disturbed: dict[str, list[str]] = {}

    async def walk() -> None:
        async with live(tmp_path) as it:
            it.window.resize(1024, 640)
            for number in range(20):
                it.program.servers.add(Profile(f"m {number}", StdioTarget("other")))
            await saving.flush()
            turn, panels, rows = 0, True, it.window.timeline.rows
            async for name, window in places(it):
                if name == "welcome":
                    continue
                if panels and not name.startswith("panel"):
                    panels = False
                    it.window.timeline.filter.clear()
                    await it.until(lambda: rows.where is None and not rows.busy, "all rows")
                for edit in it.window.findChildren(QLineEdit, "tool_filter"):
                    edit.clear()
                for typing in (False, True) if name in _TWICE else (turn % 2 == 0,):
                    # what the timeline's filter does to the panes comes later, and a user did it
                    settle_in(window, typing, "" if panels else "timeline_filter")
                    before = await still(window)
                    await tell(it, tmp_path, turn)
                    turn += 1
                    if changed := _differences(before, as_seen(window)):
                        disturbed[f"{name} {typing}"] = changed

    arun(walk())
    assert not disturbed, "\n".join(f"{name}: {one}" for name, all_ in disturbed.items() for one in all_)


async def back(it: Live) -> None:
    """The connection is lost and there again, with all its lists."""
    client = it.program.servers.client("demo")
    assert client is not None
    await it.until(lambda: client.state != "connected", "the loss")
    await it.until(lambda: client.state == "connected" and client.catalog.fetched("prompts"), "the return")
    await asyncio.sleep(0.2)


def test_a_restart_leaves_everything_where_it_is(arun: Runner, tmp_path: Path) -> None:
    disturbed: dict[str, list[str]] = {}

    async def walk() -> None:
        async with live(tmp_path) as it:
            it.window.resize(1024, 640)
            async for name, window in places(it):
                if name == "welcome":
                    continue
                if not name.startswith("panel"):
                    break
                for edit in it.window.findChildren(QLineEdit, "tool_filter"):
                    edit.clear()
                settle_in(window, False)
                panel = it.window.workspace.panel(name.removeprefix("panel "))
                kinds = (QLineEdit, QAbstractButton, QAbstractItemView, QPlainTextEdit)
                for focus in [one for kind in kinds for one in panel.findChildren(kind)]:
                    if (
                        focus.isVisible()
                        and focus.isEnabled()
                        and focus.focusPolicy() != Qt.FocusPolicy.NoFocus
                    ):
                        focus.setFocus()
                        break
                before = await still(window)
                it.program.servers.restart("demo")
                await back(it)
                if changed := _differences(before, await still(window)):
                    disturbed[name] = changed

    arun(walk())
    assert not disturbed, "\n".join(f"{name}: {one}" for name, all_ in disturbed.items() for one in all_)


def test_a_schema_that_changes_leaves_the_form_as_it_is_filled_in(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.resize(1024, 640)
            await it.choose("book_table")
            panel = it.window.workspace.panel("tools")
            assert isinstance(panel, ToolsPanel)
            form = panel.form.form
            await it.until(form.rows, "the form")
            section = next(row for one, _ in form.rows() if (row := form.row(one)) and _is_open_section(row))
            section.unfold(False)
            lines = [one for one, kind in form.rows() if kind == "text" and _line_of(form, one)]
            line = _line_of(form, lines[-1])
            assert line is not None
            line.setText("some words")
            line.setSelection(9, -4)
            await asyncio.sleep(0.1)
            place = place_in(form)
            assert place.pointer == lines[-1] and place.scrolled > 0
            _change_schema(panel)
            panel.refresh()
            await asyncio.sleep(0.1)
            assert QApplication.focusWidget() is not line and place_in(form) == place
            compose(QApplication.focusWidget(), "ㅎ")
            line = QApplication.focusWidget()
            _change_schema(panel)
            panel.refresh()
            compose(line, "", "한")
            assert QApplication.focusWidget() is line and line.text() == "some 한s"
            await it.until(lambda: QApplication.focusWidget() is not line, "the other form")
            assert QApplication.focusWidget().text() == "some 한s"

    arun(main())


def _is_open_section(row: FieldRow) -> bool:
    row.unfold(False)
    folded = row.is_folded
    row.unfold()
    return folded


def _line_of(form: Form, pointer: str) -> QLineEdit | None:
    form.go_to(pointer)
    focus = QApplication.focusWidget()
    return focus if isinstance(focus, QLineEdit) and form.pointer_here() == pointer else None


def _change_schema(panel: ToolsPanel) -> None:
    tool = panel.entries()["book_table"]
    count = len(tool["inputSchema"]["properties"])
    more = {**tool["inputSchema"]["properties"], f"new_{count}": {"type": "string"}}
    tool["inputSchema"] = {**tool["inputSchema"], "properties": more}
