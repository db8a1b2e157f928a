"""Questions of a server wait in Inputs, in both eras, and never take the focus."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTabWidget, QWidget

from inspector.core.profiles import demo_profile
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _ask(it: Live, era: str, tool: str) -> int:
    """Connect the demo server in an era and run a tool that asks; the number of the last record before."""
    from dataclasses import replace

    it.window.add_profiles([replace(demo_profile(), era=era)], saved=False)
    await it.connected("demo")
    await it.choose(tool)
    before = it.program.journal.last
    await it.click("run_button")
    inbox = it.program.servers.get("demo").inbox
    await it.until(lambda: inbox.waiting == 1, "the question")
    return before


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_an_elicitation_is_answered_with_a_form(era: str, arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, era, "ask_person")
            tabs = await it.find(QTabWidget, "workspace_tabs")
            texts = partial(map, tabs.tabText)
            await it.until(lambda: "Inputs ● 1" in texts(range(tabs.count())), "the badge")
            await it.click("inputs_show")
            form = await it.find(QWidget, "elicitation_form")
            field = next(edit for edit in form.findChildren(QLineEdit) if edit.isVisible())
            field.setFocus()
            QTest.keyClicks(field, "Ada")
            await it.click("elicitation_accept")
            call = await it.ended_call(before)
            assert call.status == "done"
            answer = it.program.journal.record(call.answer).raw
            assert b"Ada" in answer
            await it.until(lambda: tabs.tabText(tabs.currentIndex()) == "Inputs", "no badge any more")

    arun(main())


def test_a_declined_question_is_told_to_the_server(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_person")
            it.window.workspace.show_panel("inputs")
            await it.click("elicitation_decline")
            call = await it.ended_call(before)
            numbers = it.program.journal.records(before, call.answer)
            assert any(b'"decline"' in record.raw and record.direction == "out" for record in numbers)

    arun(main())


def test_sampling_is_answered_with_a_canned_answer(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_model")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_send")
            call = await it.ended_call(before)
            assert b"written by hand" in it.program.journal.record(call.answer).raw

    arun(main())


def test_a_question_never_takes_the_focus(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("ask_person")
            before = it.program.journal.last
            button = await it.find(QPushButton, "run_button")
            filter_box = await it.find(QLineEdit, "tool_filter")
            button.click()
            filter_box.setFocus()
            QTest.keyClicks(filter_box, " and I go on")
            inbox = it.program.servers.get("demo").inbox
            await it.until(lambda: inbox.waiting == 1, "the question")
            await it.find(QWidget, "inputs_notice")
            assert QApplication.focusWidget() is filter_box
            inbox.settle(inbox.questions[-1], None, "rejected")
            state = await it.find(QLabel, "result_view_state")
            await it.until(lambda: state.text().startswith("⊘"), f"the end: {state.text()}")
            assert it.program.journal.exchange(before + 1).status == "input_required"

    arun(main())


def test_roots_are_answered_from_the_settings(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, roots=["/srv/project", "https://example.com/root"]) as it:
            await it.start_demo()
            await it.choose("list_roots")
            call = await it.run_tool()
            answer = it.program.journal.record(call.answer).raw
            assert b"file:///srv/project" in answer
            assert b"https://example.com/root" in answer

    arun(main())
