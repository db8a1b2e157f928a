"""Questions of a server wait in Inputs, in both eras, and never take the focus."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from inspector.core.client.answer_rules import Match, Rule
from inspector.core.servers.profiles import demo_profile
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.loop import saving
from inspector.ui.panels.inputs import link
from inspector.ui.panels.inputs.form import FormPage
from inspector.ui.panels.inputs.inputs import InputsPanel
from inspector.ui.panels.inputs.roots import RootsPage
from inspector.ui.panels.inputs.rules import RulesPage
from inspector.ui.panels.inputs.sampling import SamplingPage
from inspector.ui.panels.listing import Item
from inspector.ui.session.inbox import Inbox
from inspector.ui.timeline.view.cells import status_text
from inspector.ui.widgets.controls import EmptyState
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _connect(it: Live, era: str, saved: bool = False) -> None:
    """Connect the demo server in an era."""
    it.window.add_profiles([replace(demo_profile(), era=era)], saved=saved)
    await it.connected("demo")


async def _run(it: Live, tool: str, waiting: int = 1) -> int:
    """Run a tool that asks so many questions; the number of the last record before."""
    it.window.workspace.show_panel("tools")
    await it.choose(tool)
    before = it.program.journal.last
    await it.click("run_button")
    await it.until(lambda: _inbox(it).waiting == waiting, "the question")
    return before


async def _ask(it: Live, era: str, tool: str, waiting: int = 1) -> int:
    """Connect, run, and show the questions."""
    await _connect(it, era)
    before = await _run(it, tool, waiting)
    it.window.workspace.show_panel("inputs")
    return before


def _inbox(it: Live) -> Inbox:
    server = it.program.servers.get("demo")
    assert server is not None
    return server.inbox


def _sent(it: Live, after: int) -> bytes:
    """All that went out after a record."""
    journal = it.program.journal
    records = journal.records(after + 1, journal.last)
    return b"\n".join(record.raw for record in records if record.direction == "out")


async def _type(it: Live, name: str, text: str) -> None:
    field = next(edit for edit in (await it.find(QWidget, name)).findChildren(QLineEdit) if edit.isVisible())
    field.setFocus()
    QTest.keyClicks(field, text)


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_an_elicitation_is_answered_with_a_form(era: str, arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, era)
            before = await _run(it, "ask_person")
            tabs = await it.find(QTabBar, "drawer_tabs")
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


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_call_says_that_it_waits_for_the_person(era: str, arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, era)
            await _run(it, "ask_person")
            state = await it.find(QLabel, "result_view_state")
            await it.until(lambda: "waiting for your input" in state.text(), "the words")
            words = "The server needs your input (see Inputs)."
            view = await it.find(QWidget, "result_view")
            await it.until(lambda: words in [one.text() for one in view.findChildren(QLabel)], "the body")

    arun(main())


def test_a_declined_question_is_told_to_the_server(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_person")
            await it.click("elicitation_decline")
            call = await it.ended_call(before)
            numbers = it.program.journal.records(before, call.answer)
            assert any(b'"decline"' in record.raw and record.direction == "out" for record in numbers)

    arun(main())


def _chips(it: Live) -> list[str]:
    """What the list says of each question, in words."""
    panel = it.window.workspace.panel("inputs")
    assert isinstance(panel, InputsPanel)
    model = panel.list.view.model()
    items = [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]
    return [item.badges[-1][0] for item in items]


def test_what_became_of_each_question_is_told_apart_in_words(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "legacy")
            for number, button in enumerate(("decline", "cancel"), 1):
                before = await _run(it, "ask_person")
                if number == 1:  # the second question comes in sight of the user
                    await it.click("inputs_show")
                await it.click(f"elicitation_{button}")
                await it.ended_call(before)
                assert len(_inbox(it).questions) == number
            before = await _run(it, "ask_model")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_send")
            await it.ended_call(before)
            await _run(it, "ask_person")  # the call is cancelled: the server takes its question back
            await it.click("cancel_button")
            await it.until(lambda: _inbox(it).waiting == 0, "the question is withdrawn")
            it.window.workspace.show_panel("inputs")
            await it.until(lambda: len(_chips(it)) == 4, "the list")
            assert _chips(it) == ["⊘ declined", "⊘ dismissed", "✓ answered", "↩ withdrawn"]
            assert _inbox(it).questions[3].outcome == "withdrawn by the server"
            journal = it.program.journal
            rows = journal.rows([question.exchange for question in _inbox(it).questions])
            said = [status_text(row)[0] for row in rows]
            assert said == ["⊘ declined", "⊘ dismissed", "✓ answered", "↩ withdrawn"]

    arun(main())


def test_a_refused_model_question_is_called_by_what_it_asks(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_model")
            await it.click("inputs_reject")
            call = await it.ended_call(before)
            assert call.status in ("done", "failed") and _chips(it) == ["✗ refused"]
            panel = it.window.workspace.panel("inputs")
            assert isinstance(panel, InputsPanel)
            item = panel.list.view.model().index(0, 0).data(Qt.ItemDataRole.UserRole)
            assert item.title and "reject" not in item.title and "refuse" not in item.title
            [row] = it.program.journal.rows([_inbox(it).questions[0].exchange])
            assert status_text(row)[0] == "✗ refused"

    arun(main())


def test_a_call_whose_question_is_open_is_cancelled_with_the_button(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "modern")
            await _run(it, "ask_person")
            await it.until(lambda: _inbox(it).waiting == 1, "the question")
            await it.click("cancel_button")
            await it.until(lambda: _inbox(it).waiting == 0, "the question is withdrawn")
            await it.find(QPushButton, "run_button")
            it.window.workspace.show_panel("inputs")
            await it.until(lambda: _chips(it) == ["↩ withdrawn"], "the list says it")

    arun(main())


def test_a_next_round_says_in_the_timeline_what_was_answered(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "modern", "ask_person")
            await it.click("elicitation_decline")
            call = await it.ended_call(before)
            journal = it.program.journal
            rows = journal.rows(range(call.number, call.answer))
            assert [status_text(row)[0] for row in rows if row.role == "retry"] == ["⊘ declined"]

    arun(main())


def test_sampling_is_answered_with_a_canned_answer(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_model")
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
            assert it.calls(before)[0].status == "input_required"

    arun(main())


def test_a_question_leaves_the_filter_of_the_list_as_it_is_typed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "legacy")
            before = await _run(it, "ask_model")
            run = await it.find(QPushButton, "run_button")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_send")
            await it.ended_call(before)
            typed = await it.find(QLineEdit, "inputs_filter")
            typed.setFocus()
            QTest.keyClicks(typed, "xyz")
            before = it.program.journal.last
            run.click()
            await it.until(lambda: _inbox(it).waiting == 1, "the next question")
            assert typed.text() == "xyz" and typed.hasFocus()
            QTest.keyClick(typed, Qt.Key.Key_Escape)
            QTest.keyClick(typed, Qt.Key.Key_Down)
            QTest.keyClick(await it.find(QListView, "inputs_list"), Qt.Key.Key_Down)
            await it.click("inputs_send")
            await it.ended_call(before)

    arun(main())


def test_a_question_leaves_the_roots_as_they_are_edited(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, roots=["/srv/a", "/srv/b"]) as it:
            await _connect(it, "legacy")
            await it.choose("ask_model")
            run = await it.find(QPushButton, "run_button")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_roots")
            (await it.find(QListWidget, "roots_list")).setCurrentRow(1)
            typed = await it.find(QLineEdit, "roots_uri")
            typed.setFocus()
            QTest.keyClicks(typed, "/srv/pro")
            run.click()
            await it.until(lambda: _inbox(it).waiting == 1, "the question")
            QTest.keyClicks(QApplication.focusWidget(), "ject")
            assert typed.isVisible() and typed.text() == "/srv/project"
            it.program.settings.roots = ["/srv/0", "/srv/a", "/srv/b"]
            it.program.servers.touched.emit("demo")
            assert (await it.find(QListWidget, "roots_list")).currentItem().text() == "/srv/b"

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


# -- forms


def test_what_does_not_fit_is_told_at_its_field_and_sent_only_on_purpose(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_person")
            await it.click("elicitation_accept")  # the name is missing
            button = await it.find(QPushButton, "elicitation_accept")
            await it.until(lambda: button.text() == "Accept anyway", "the warning")
            form = await it.find(QWidget, "elicitation_form")
            assert any("required" in label.text() for label in form.findChildren(QLabel) if label.isVisible())
            assert _inbox(it).waiting == 1
            await _type(it, "elicitation_form", "A")
            await it.until(lambda: button.text() == "Accept", "another text is checked anew")
            await _type(it, "elicitation_form", "x" * 50)
            await it.click("elicitation_accept")
            await it.until(lambda: button.text() == "Accept anyway", "the warning")
            await it.click("elicitation_accept")
            await it.ended_call(before)
            assert b"x" * 50 in _sent(it, before)

    arun(main())


def test_a_form_starts_with_the_defaults_and_sends_them(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "modern", "ask_person")
            await _type(it, "elicitation_form", "Ada")
            await it.click("elicitation_accept")
            await it.ended_call(before)
            sent = _sent(it, before)
            assert b'"stars":5' in sent and b'"size":"M"' in sent

    arun(main())


# -- pages


def _watch_browser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    opened: list[str] = []
    monkeypatch.setattr(link, "open_link", opened.append)
    return opened


@pytest.mark.parametrize("era", ["modern", "2025-11-25"])
def test_a_page_is_opened_only_by_a_click_and_that_is_no_answer(
    era: str, arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = _watch_browser(monkeypatch)

    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, era, "open_page")
            address = await it.find(QPlainTextEdit, "elicitation_url")
            assert address.toPlainText() == "https://example.com/mcpdi-demo?step=1"
            assert opened == []
            await it.click("elicitation_open")
            assert opened == ["https://example.com/mcpdi-demo?step=1"]
            assert _inbox(it).waiting == 1
            await it.click("elicitation_accept")
            call = await it.ended_call(before)
            assert b"You chose accept" in it.program.journal.record(call.answer).raw
            assert len(opened) == 1

    arun(main())


def test_a_suspicious_page_is_warned_of_and_an_odd_one_cannot_be_opened(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "modern")
            client = it.program.servers.client("demo")
            assert client is not None
            url = "http://user@xn--pple-43d.com\\@evil.com/"
            call = client.call_tool("open_page", json.dumps({"url": url}).encode())
            task = asyncio.ensure_future(call)
            await it.until(lambda: _inbox(it).waiting == 1, "the question")
            it.window.workspace.show_panel("inputs")
            for key in ("odd", "credentials", "insecure"):
                await it.find(QWidget, f"link_{key}")
            button = it.window.findChild(QPushButton, "elicitation_open")
            assert button is not None and not button.isEnabled()
            await it.click("elicitation_decline")
            await task

    arun(main())


def test_a_call_that_wants_a_page_first_is_retried_by_the_person(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "2025-11-25")
            client = it.program.servers.client("demo")
            assert client is not None
            task = asyncio.ensure_future(client.call_tool("open_page", b'{"first": true}'))
            await it.until(lambda: _inbox(it).waiting == 1, "the question")
            it.window.workspace.show_panel("inputs")
            await it.find(QPushButton, "inputs_retry")
            await it.find(QWidget, "elicitation_completed")  # the server tells a second later
            await it.click("inputs_retry")
            answer = await task
            assert b"You chose accept" in answer.result

    arun(main())


# -- several at once


def test_questions_of_one_result_are_shown_at_once_with_round_and_state(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "modern", "ask_everything", waiting=2)
            label = await it.find(QLabel, "inputs_round")
            assert "Round 1 · key who · one of 3 requests" in label.text()
            await it.click("inputs_state_show")
            state = await it.find(QPlainTextEdit, "inputs_state")
            assert state.isReadOnly()
            assert state.toPlainText() == _inbox(it).questions[0].request.state
            switch = await it.find(QTabBar, "inputs_state_switch")
            switch.setCurrentIndex(1)
            assert '"asked"' in state.toPlainText()
            await it.click("elicitation_accept")
            await it.until(lambda: _inbox(it).waiting == 1, "the answer")
            assert b"inputResponses" not in _sent(it, before)
            await it.click("inputs_send")
            call = await it.ended_call(before)
            assert call.rounds == 2
            assert b"Ada" in it.program.journal.record(call.answer).raw

    arun(main())


def test_one_that_is_not_answered_ends_the_call_without_a_retry(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "modern", "ask_everything", waiting=2)
            await it.click("inputs_reject")
            await it.until(lambda: _inbox(it).waiting == 0, "the other one is withdrawn")
            assert b"inputResponses" not in _sent(it, before)
            assert _inbox(it).questions[1].outcome.endswith("another request of its round was not answered")
            assert _chips(it) == ["✗ refused", "↩ withdrawn", "✓ answered"]

    arun(main())


# -- models


def test_the_answer_of_a_model_is_written_and_kept_for_the_next(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_model")
            text = await it.find(QPlainTextEdit, "inputs_text")
            text.setPlainText("Pipes hum.")
            (await it.find(QLineEdit, "inputs_model")).setText("my-model")
            (await it.find(QCheckBox, "inputs_keep")).setChecked(True)
            await it.click("inputs_send")
            call = await it.ended_call(before)
            answer = it.program.journal.record(call.answer).raw
            assert b"my-model" in answer and b"Pipes hum." in answer
            await _run(it, "ask_model")
            it.window.workspace.show_panel("inputs")
            pages = it.window.findChildren(QPlainTextEdit, "inputs_text")
            await it.until(lambda: any(view.isVisible() for view in pages), "the next page")
            assert [view.toPlainText() for view in pages if view.isVisible()] == ["Pipes hum."]
            await it.click("inputs_reject")
            await saving.flush()
            saved = json.loads((tmp_path / "settings.json").read_text("utf-8"))
            assert saved["canned_answer"] == "Pipes hum."

    arun(main())


def test_a_model_that_may_use_tools_uses_one_and_goes_on(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "2025-11-25", "ask_model_with_tools")
            facts = await it.find(QLabel, "inputs_facts")
            assert "tools add, clock" in facts.text() and "toolChoice auto" in facts.text()
            switch = await it.find(QTabBar, "inputs_answer_switch")
            switch.setCurrentIndex(1)
            form = await it.find(QWidget, "inputs_tool_input")
            fields = [edit for edit in form.findChildren(QLineEdit) if edit.isVisible()]
            for field, number in zip(fields, "23", strict=True):
                field.setFocus()
                QTest.keyClicks(field, number)
            await it.click("inputs_send")
            await it.until(lambda: len(_inbox(it).questions) == 2, "the second turn")
            result = _inbox(it).questions[1].params["messages"][-1]["content"][0]
            assert (result["type"], result["content"][0]["text"]) == ("tool_result", "5")
            await it.find(QPushButton, "inputs_send")
            await it.click("inputs_send")
            call = await it.ended_call(before)
            assert b"After 2 turns" in it.program.journal.record(call.answer).raw

    arun(main())


def test_an_answer_that_is_no_object_is_not_sent(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _ask(it, "legacy", "ask_model")
            (await it.find(QTabBar, "inputs_answer_switch")).setCurrentIndex(1)
            editor = await it.find(JsonEditor, "inputs_answer")
            assert '"role": "assistant"' in editor.text()
            editor.set_text("[1]")
            await it.click("inputs_send")
            await it.find(QWidget, "inputs_page_notice")
            assert _inbox(it).waiting == 1
            await it.click("inputs_reject")

    arun(main())


# -- rules


def test_rules_are_off_at_first_and_one_made_of_an_answer_answers_the_next(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            before = await _ask(it, "legacy", "ask_model")
            assert not _inbox(it).automatic
            (await it.find(QPlainTextEdit, "inputs_text")).setPlainText("by rule")
            await it.click("inputs_make_rule")
            await it.ended_call(before)
            assert not _inbox(it).automatic  # no rule answers before somebody said so
            _inbox(it).set_automatic(True)
            it.window.workspace.show_panel("tools")
            before = it.program.journal.last
            await it.click("run_button")
            call = await it.ended_call(before)
            assert b"by rule" in it.program.journal.record(call.answer).raw
            assert _inbox(it).questions[-1].outcome == "by a rule: text"

    arun(main())


def test_no_rule_is_made_of_a_form_that_does_not_fit(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _ask(it, "legacy", "ask_person")
            await it.click("inputs_make_rule")
            notice = await it.find(QWidget, "inputs_page_notice")
            assert "no rule was made" in notice.text()  # type: ignore[attr-defined]
            inbox = _inbox(it)
            assert (inbox.rules, inbox.automatic, inbox.waiting) == ((), False, 1)
            await it.click("elicitation_decline")

    arun(main())


def test_rules_are_edited_switched_off_and_removed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "legacy")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_rules")
            await it.click("rules_add")
            rules = await it.find(QListWidget, "rules_list")
            assert rules.item(0).text() == "elicitation/create → accept"
            editor = await it.find(JsonEditor, "rules_editor")
            editor.set_text('{"match": {"method": "elicitation/create"}, "answer": "perhaps"}')
            await it.click("rules_apply")
            await it.find(QWidget, "rules_notice")
            editor.set_text('{"match": {"method": "elicitation/create"}, "answer": "decline"}')
            await it.click("rules_apply")
            assert rules.item(0).text() == "elicitation/create → decline"
            assert not _inbox(it).automatic
            (await it.find(QCheckBox, "rules_automatic")).click()
            it.window.workspace.show_panel("tools")
            await it.choose("ask_person")
            call = await it.run_tool()
            assert b"you chose decline" in it.program.journal.record(call.answer).raw
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_rules")
            await it.click("rules_remove")
            assert _inbox(it).rules == ()

    arun(main())


# -- roots


def test_roots_of_one_server_are_saved_with_it_and_told_at_once(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, roots=["/srv/all"]) as it:
            await _connect(it, "legacy", saved=True)
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_roots")
            (await it.find(QTabBar, "roots_whose")).setCurrentIndex(1)
            before = it.program.journal.last
            (await it.find(QLineEdit, "roots_uri")).setText("/srv/mine")
            await it.click("roots_add")
            assert b"notifications/roots/list_changed" in _sent(it, before)
            await saving.flush()
            entry = json.loads((tmp_path / "servers.json").read_text("utf-8"))["mcpServers"]["demo"]
            assert entry["roots"] == ["/srv/all", "/srv/mine"]
            roots = await it.find(QListWidget, "roots_list")
            roots.setCurrentRow(0)
            await it.click("roots_remove")
            it.window.workspace.show_panel("tools")
            await it.choose("list_roots")
            call = await it.run_tool()
            answer = it.program.journal.record(call.answer).raw
            assert b"file:///srv/mine" in answer and b"srv/all" not in answer
            assert it.program.settings.roots == ["/srv/all"]

    arun(main())


def test_a_modern_server_is_not_told_that_roots_changed(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await _connect(it, "modern")
            it.window.workspace.show_panel("inputs")
            await it.click("inputs_roots")
            before = it.program.journal.last
            (await it.find(QLineEdit, "roots_uri")).setText("/srv/x")
            await it.click("roots_add")
            assert it.program.settings.roots == ["/srv/x"]
            assert _sent(it, before) == b""

    arun(main())


# -- the panel by itself -----------------------------------------------------------------------------------

FORM = {
    "message": "Who are you?",
    "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}},
}
MODEL = {"messages": [{"role": "user", "content": {"type": "text", "text": "Say  hi"}}], "maxTokens": 5}


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop)


def _panel(asked: Asked) -> InputsPanel:
    panel = asked.show(InputsPanel(asked.context))
    panel.resize(1000, 500)
    panel.activateWindow()
    return panel


def _page(panel: InputsPanel) -> QWidget | None:
    return panel._stack.currentWidget()


def _rows(panel: InputsPanel) -> list[Item]:
    model = panel.list.view.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]


def _click_row(panel: InputsPanel, row: int) -> None:
    rect = panel.list.view.visualRect(panel.list.view.model().index(row, 0))
    QTest.mouseClick(panel.list.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_a_row_says_what_is_asked_in_which_round_and_what_became_of_it(asked: Asked) -> None:
    panel = _panel(asked)
    assert _rows(panel) == [] and isinstance(_page(panel), EmptyState)
    first = asked.question(params=FORM, exchange=42)
    asked.question("sampling/createMessage", params=MODEL, round=2)
    asked.question(
        "sampling/createMessage", params={**MODEL, "tools": [{"name": "t", "inputSchema": {}}]}, round=1
    )
    asked.question("odd/thing")
    asked.question(params={**FORM, "message": "x" * 600})
    page = asked.question(
        params={"mode": "url", "message": "Go", "url": "https://x.example", "elicitationId": "1"}
    )
    asked.inbox.changed.emit()
    found = _rows(panel)
    kinds = ["Elicitation", "Sampling", "Sampling with tools", "odd/thing", "Elicitation", "Page to open"]
    assert [one.name for one in found] == kinds
    titles = ["Who are you?", "Say hi", "Say hi", "waiting for your answer", "x" * 500, "Go"]
    assert [one.title for one in found] == titles
    assert (found[0].key, found[0].detail) == ("1", "#42 elicitation/create")
    waits = ("●", "pending", "waiting for your answer")
    assert found[0].badges == found[2].badges == (waits,), "of a first round nothing is said"
    assert found[1].badges == (("round 2", "muted", ""), waits)
    asked.inbox.settle(first, {"action": "decline"})
    asked.inbox.settle(page, {"action": "accept"}, "by hand")
    found = _rows(panel)
    assert len(found[0].badges) == 1 and found[0].badges[0][0] != "●" and "declined" in found[0].badges[0][0]
    assert found[5].badges[0][2] == "by hand"


def test_the_oldest_open_question_is_shown_until_it_is_answered(
    asked: Asked, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        panel = _panel(asked)
        first, second = asked.question(params=FORM), asked.question("sampling/createMessage", params=MODEL)
        asked.inbox.changed.emit()
        assert panel.list.key() == "1" and isinstance(_page(panel), FormPage)
        form = _page(panel)
        asked.inbox.changed.emit()
        assert _page(panel) is form, "its page is made once"
        panel.run()
        await until(lambda: not first.open)
        assert panel.list.key() == "2" and isinstance(_page(panel), SamplingPage)
        _click_row(panel, 0)
        assert _page(panel) is form
        asked.inbox.settle(second, None)
        assert panel.list.key() == "1" and _page(panel) is form, "none is left to go on to"

    arun(main())


def test_roots_and_rules_are_counted_and_one_click_away_and_back(asked: Asked) -> None:
    panel = _panel(asked)
    links = [the(panel, QPushButton, f"inputs_{name}") for name in ("roots", "rules")]
    assert [one.text() for one in links] == ["Roots (0)", "Rules (0)"]
    asked.question(params=FORM)
    asked.inbox.own_roots = ("/a", "/b")
    asked.inbox.set_rules([Rule(Match("elicitation/create"), "decline")])
    assert [one.text() for one in links] == ["Roots (2)", "Rules (1)"]
    automatic = the(panel, QLabel, "inputs_automatic")
    assert not automatic.isVisible()
    asked.inbox.set_automatic(True)
    assert automatic.isVisible() and automatic.text() == "Rules answer automatically."
    for button, kind in zip(links, (RootsPage, RulesPage), strict=True):
        button.click()
        assert isinstance(_page(panel), kind)
        panel.run()  # there is nothing to send
        _click_row(panel, 0)
        assert isinstance(_page(panel), FormPage)
        button.click()
        panel.focus_main()
        QTest.keyClick(panel.list.view, Qt.Key.Key_Return)
        assert isinstance(_page(panel), FormPage)


def test_a_question_about_roots_shows_the_roots_and_says_what_was_told(asked: Asked) -> None:
    panel = _panel(asked)
    question = asked.question("roots/list")
    asked.inbox.changed.emit()
    assert isinstance(_page(panel), RootsPage) and _rows(panel)[0].title == "waiting for your answer"
    asked.inbox.settle(question, {"roots": []}, "answered with 0 roots")
    assert (_rows(panel)[0].name, _rows(panel)[0].title) == ("Roots", "answered with 0 roots")


def test_what_is_edited_is_not_left_for_a_question_that_comes(asked: Asked, qtbot: QtBot) -> None:
    panel = _panel(asked)
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_rules()
    inside = next(
        one for one in panel._rules.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus
    )
    inside.setFocus()
    asked.question(params=FORM)
    asked.inbox.changed.emit()
    assert isinstance(_page(panel), RulesPage) and panel.list.key() == ""
    panel.list.filter.setFocus()
    asked.inbox.changed.emit()
    assert isinstance(_page(panel), FormPage) and panel.list.filter.hasFocus()
    line = next(
        one for one in panel.findChildren(QLineEdit) if one.isVisible() and one is not panel.list.filter
    )
    line.setFocus()
    asked.inbox.withdraw_all()
    asked.question("sampling/createMessage", params=MODEL)
    asked.inbox.changed.emit()
    assert isinstance(_page(panel), FormPage), (
        "an answer that the server went away from stays under the hands"
    )


def test_pages_of_questions_that_are_forgotten_go(asked: Asked) -> None:
    panel = _panel(asked)
    first, _second = asked.question(params=FORM), asked.question(params=FORM)
    asked.inbox.changed.emit()
    gone = _page(panel)
    asked.inbox.settle(first, None)
    asked.inbox.questions.remove(first)
    asked.inbox.changed.emit()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert gone is not None and not isValid(gone)
    assert panel.list.key() == "2" and [one.key for one in _rows(panel)] == ["2"]


def test_a_question_of_an_unknown_kind_is_shown_as_json_and_only_refused(asked: Asked, qtbot: QtBot) -> None:
    panel = _panel(asked)
    question = asked.question("odd/thing", params={"a": [1]})
    asked.inbox.changed.emit()
    page = _page(panel)
    assert page is not None
    viewer = the(page, JsonViewer, "inputs_question")
    assert bytes(viewer.data()) == b'{"a":[1]}' and viewer.height() > page.height() / 2
    the(page, QPushButton, "inputs_reject").click()
    assert asked.answer(question)[0] is None and question.state == "refused"


def test_the_answer_that_is_being_written_comes_along_into_another_window(
    asked: Asked, arun: Runner, until: Until
) -> None:
    def typed(panel: InputsPanel) -> str:
        return panel._pages[2].form.text() if isinstance(panel._pages[2], FormPage) else ""

    async def main() -> None:
        panel = _panel(asked)
        for _ in range(2):
            asked.question(params=FORM)
        asked.inbox.changed.emit()
        panel.list.select("2")
        line = next(one for one in panel._pages[2].findChildren(QLineEdit) if one.isVisible())
        line.setFocus()
        QTest.keyClicks(line, "Ada")
        assert "Ada" in typed(panel)
        other = _panel(asked)
        other.resume(panel.memory())
        await until(lambda: "Ada" in typed(other))
        assert other.list.key() == "2" and _page(other) is other._pages[2]
        panel.show_rules()
        third = _panel(asked)
        third.resume(panel.memory())
        await until(lambda: "Ada" in typed(third))
        assert isinstance(_page(third), RulesPage) and third.list.key() == "2"

    arun(main())


def test_list_and_question_share_the_room_and_neither_can_be_lost(asked: Asked) -> None:
    panel = _panel(asked)
    split = panel.findChild(QSplitter)
    assert split is not None and not split.childrenCollapsible()
    list_width, _ = split.sizes()
    assert 250 < list_width < 350
    panel.resize(1300, 500)
    QApplication.processEvents()
    assert abs(split.sizes()[0] - list_width) <= 2, "the question takes what is more"
