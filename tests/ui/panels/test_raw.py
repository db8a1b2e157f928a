"""The raw editor sends what is there and shows what comes back."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QTabWidget

from inspector.ui.panels.raw import RawPanel
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _raw(it: Live) -> RawPanel:
    await it.start_demo()
    it.window.workspace.show_panel("raw")
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, RawPanel)
    return panel


def test_a_template_is_answered(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.use_template("tools_call")
            before = it.program.journal.last
            await it.click("raw_send")
            call = await it.ended_call(before)
            assert call.status == "done"
            state = await it.find(QLabel, "raw_result_state")
            await it.until(lambda: state.text().startswith("✓"), "the header")

    arun(main())


def test_line_breaks_between_tokens_are_left_out_unless_bytes_are_exact(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.editor.set_text('{"jsonrpc": "2.0",\n "id": 77,\n "method": "ping", "x": 1.10}')
            await it.click("raw_send")
            await it.until(lambda: it.window.selection.record, "what was sent")
            sent = it.program.journal.record(it.window.selection.record).raw
            assert b"\n" not in sent and b"1.10" in sent

    arun(main())


def test_several_messages_are_offered_to_be_sent_as_lines(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            journal = it.program.journal
            assert not panel.as_lines.isVisible()
            first, second = (f'{{"jsonrpc":"2.0","id":{one},"method":"tools/list"}}' for one in (901, 902))
            panel.editor.set_exact(True)
            panel.editor.set_text(f"{first}\n{second}\n")
            await it.until(panel.as_lines.isVisible, "the offer")
            before = journal.last
            await it.click("raw_as_lines")

            def told() -> list[tuple[str, str, str]]:
                """Of what is our own: the program lists what the server has meanwhile."""
                records = journal.records(before + 1, journal.last)
                own = ((one.id, one.direction, one.kind) for one in records if one.id in ("901", "902"))
                return sorted(own)

            await it.until(lambda: len(told()) == 4, "two requests and two answers")
            assert [kind for _, way, kind in told() if way == "out"] == ["request", "request"]
            panel.editor.set_text(first)
            assert not panel.as_lines.isVisible()

    arun(main())


def test_what_is_no_message_is_sent_all_the_same(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.use_template("broken")
            await it.click("raw_send")
            await it.until(lambda: it.window.selection.record, "what was sent")
            record = it.program.journal.record(it.window.selection.record)
            assert record.kind == "malformed"
            assert record.direction == "out"
            state = await it.find(QLabel, "raw_result_state")
            await it.until(lambda: "answered" in state.text(), "the error that names no request")

    arun(main())


def test_of_a_batch_the_first_call_is_followed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await _raw(it)
            panel.editor.set_text(
                '[{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":5,"method":"ping"}]'
            )
            await it.click("raw_send")
            await it.until(lambda: panel.result.exchange, "the call in the batch")
            assert it.program.journal.exchange(panel.result.exchange).method == "ping"

    arun(main())


def test_a_call_goes_to_the_raw_editor(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("as raw")
            it.window.workspace.current_panel()._edit_raw()
            tabs = await it.find(QTabWidget, "workspace_tabs")
            assert tabs.tabText(tabs.currentIndex()) == "Raw"
            assert '"as raw"' in it.window.workspace.current_panel().editor.text()

    arun(main())
