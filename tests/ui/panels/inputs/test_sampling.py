"""A sampling request: what a model would be asked, and the answer that a user gives in its place."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.content.page import ContentView
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.loop import saving
from inspector.ui.panels.inputs import sampling
from inspector.ui.panels.inputs.sampling import SamplingPage
from inspector.ui.session.inbox import Question
from tests.conftest import Runner
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui

ASKS: dict[str, Any] = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "Write about pipes."}}],
    "maxTokens": 100,
}
TOOLS: dict[str, Any] = {
    **ASKS,
    "tools": [
        {"name": "add", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}},
        {"name": "clock", "inputSchema": {"type": "object", "properties": {"zone": {"type": "string"}}}},
    ],
}


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop, canned_answer="Pipes hum.")


def _question(asked: Asked, params: dict[str, Any] = ASKS, **request: Any) -> Question:
    return asked.question("sampling/createMessage", params=params, **request)


def _page(asked: Asked, question: Question) -> SamplingPage:
    return asked.show(SamplingPage(asked.context, question))


def _choose(page: SamplingPage, view: str) -> None:
    switch = the(page, QTabBar, "inputs_answer_switch")
    texts = [switch.tabText(at) for at in range(switch.count())]
    switch.setCurrentIndex(texts.index(view))


def _send(page: SamplingPage) -> None:
    the(page, QPushButton, "inputs_send").click()


def _notice(page: SamplingPage) -> str:
    notice: Any = the(page, QWidget, "inputs_page_notice")
    return str(notice.text()) if notice.isVisible() else ""


def _shown(page: SamplingPage, kind: type[QWidget], name: str) -> bool:
    part = page.findChild(kind, name)
    return part is not None and part.isVisible()


def test_what_is_asked_stands_beside_the_answer(asked: Asked) -> None:
    page = _page(asked, _question(asked))
    facts = the(page, QLabel, "inputs_facts")
    assert "100" in facts.text() and facts.wordWrap()
    assert facts.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    assert the(page, ContentView, "inputs_question").isVisible()
    sides = the(page, QSplitter, "inputs_splitter")
    assert sides.orientation() == Qt.Orientation.Horizontal and not sides.childrenCollapsible()
    first, second = sides.sizes()
    assert abs(first - second) <= sides.handleWidth() + 2


def test_a_text_is_sent_as_a_model_says_it(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    text = the(page, QPlainTextEdit, "inputs_text")
    assert text.toPlainText() == "Pipes hum." and text.tabChangesFocus()
    text.setPlainText("Pipes sing.")
    _send(page)
    assert asked.answer(question) == (
        {
            "role": "assistant",
            "content": {"type": "text", "text": "Pipes sing."},
            "model": "inspector",
            "stopReason": "endTurn",
        },
        "answered",
    )


def test_model_and_stop_reason_can_be_any(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    reason = the(page, QComboBox, "inputs_stop_reason")
    offered = [reason.itemText(at) for at in range(reason.count())]
    assert offered == ["endTurn", "stopSequence", "maxTokens", "toolUse"]
    reason.setEditText("tired")
    the(page, QLineEdit, "inputs_model").setText("my-model")
    _send(page)
    sent = asked.answer(question)[0]
    assert sent is not None and (sent["model"], sent["stopReason"]) == ("my-model", "tired")


def test_what_is_left_empty_is_what_it_was(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    the(page, QLineEdit, "inputs_model").clear()
    the(page, QComboBox, "inputs_stop_reason").setEditText("")
    _send(page)
    sent = asked.answer(question)[0]
    assert sent is not None and (sent["model"], sent["stopReason"]) == ("inspector", "endTurn")


def test_a_text_is_kept_for_the_next_answer_only_when_wanted(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        for kept, begin in ((False, "Pipes hum."), (True, "Pipes sing.")):
            page = _page(asked, _question(asked))
            the(page, QPlainTextEdit, "inputs_text").setPlainText("Pipes sing.")
            the(page, QCheckBox, "inputs_keep").setChecked(kept)
            _send(page)
            assert asked.settings.canned_answer == begin
            next_page = _page(asked, _question(asked))
            assert the(next_page, QPlainTextEdit, "inputs_text").toPlainText() == begin
        await saving.flush()

    arun(main())


def test_an_answer_in_json_keeps_no_text(asked: Asked) -> None:
    page = _page(asked, _question(asked))
    the(page, QPlainTextEdit, "inputs_text").setPlainText("Pipes sing.")
    the(page, QCheckBox, "inputs_keep").setChecked(True)
    _choose(page, "JSON")
    _send(page)
    assert asked.settings.canned_answer == "Pipes hum."


def test_trouble_with_keeping_is_said(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "save", lambda thing, told: told("the disk is full"))
    page = _page(asked, _question(asked))
    the(page, QCheckBox, "inputs_keep").setChecked(True)
    _send(page)
    assert _notice(page) == "the disk is full"
    page._saved("")
    assert _notice(page) == ""


def test_the_json_begins_with_what_was_made_otherwise(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    the(page, QPlainTextEdit, "inputs_text").setPlainText("Pipes “sing”.")
    _choose(page, "JSON")
    editor = the(page, JsonEditor, "inputs_answer")
    assert editor.isVisible() and not _shown(page, QPlainTextEdit, "inputs_text")
    assert json.loads(editor.text())["content"]["text"] == "Pipes “sing”."
    assert "“" in editor.text() and editor.text().startswith("{\n  ")
    editor.set_text('{"anything": true}')
    _send(page)
    assert asked.answer(question)[0] == {"anything": True}


def test_the_key_that_submits_the_json_sends_it(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    _choose(page, "JSON")
    the(page, JsonEditor, "inputs_answer").submitted.emit()
    assert not question.open


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000])
def test_what_is_no_json_object_is_not_sent(asked: Asked, text: str) -> None:
    question = _question(asked)
    page = _page(asked, question)
    _choose(page, "JSON")
    editor = the(page, JsonEditor, "inputs_answer")
    editor.set_text(text)
    _send(page)
    assert _notice(page) == "Answer is not a JSON object." and question.open
    assert page.rule_answer() is None
    editor.set_text("{}")
    _send(page)
    assert _notice(page) == "" and asked.answer(question)[0] == {}


def test_tools_are_offered_only_where_the_server_gives_some(asked: Asked) -> None:
    without, with_tools = _page(asked, _question(asked)), _page(asked, _question(asked, TOOLS))
    for page, texts in ((without, ["Text", "JSON"]), (with_tools, ["Text", "Tool use", "JSON"])):
        switch = the(page, QTabBar, "inputs_answer_switch")
        assert [switch.tabText(at) for at in range(switch.count())] == texts
        assert switch.accessibleName() == "Kind of response" and _shown(page, QPlainTextEdit, "inputs_text")


def test_the_use_of_a_tool_is_sent_with_its_input(asked: Asked) -> None:
    question = _question(asked, TOOLS)
    page = _page(asked, question)
    _choose(page, "Tool use")
    form = the(page, Form, "inputs_tool_input")
    assert form.isVisible() and the(page, QLineEdit, "inputs_tool_id").text() == f"call_{question.number}"
    form.set_text('{"a": 2}')
    _send(page)
    assert asked.answer(question)[0] == {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": f"call_{question.number}", "name": "add", "input": {"a": 2}}],
        "model": "inspector",
        "stopReason": "toolUse",
    }


def test_another_tool_has_another_form(asked: Asked) -> None:
    question = _question(asked, TOOLS)
    page = _page(asked, question)
    _choose(page, "Tool use")
    box, form = the(page, QComboBox, "inputs_tool"), the(page, Form, "inputs_tool_input")
    assert [box.itemText(at) for at in range(box.count())] == ["add", "clock"]
    box.setCurrentIndex(1)
    form.set_text('{"zone": "UTC"}')
    the(page, QLineEdit, "inputs_tool_id").setText("mine")
    _send(page)
    sent = asked.answer(question)[0]
    assert sent is not None and sent["content"][0] == {
        "type": "tool_use", "id": "mine", "name": "clock", "input": {"zone": "UTC"},
    }  # fmt: skip


def test_an_input_that_is_no_object_is_not_sent(asked: Asked) -> None:
    question = _question(asked, TOOLS)
    page = _page(asked, question)
    _choose(page, "Tool use")
    the(page, Form, "inputs_tool_input").set_text("[2]")
    _send(page)
    assert _notice(page) == "Tool input is not a JSON object." and question.open


def test_the_use_of_a_tool_can_go_on_as_json(asked: Asked) -> None:
    page = _page(asked, _question(asked, TOOLS))
    _choose(page, "Tool use")
    the(page, Form, "inputs_tool_input").set_text('{"a": 2}')
    _choose(page, "JSON")
    made = json.loads(the(page, JsonEditor, "inputs_answer").text())
    assert made["content"][0]["input"] == {"a": 2}
    _choose(page, "Text")
    assert _shown(page, QPlainTextEdit, "inputs_text") and not _shown(page, JsonEditor, "inputs_answer")


@pytest.mark.parametrize(
    ("round_", "refusal", "outcome"),
    [(0, "Reject", "refused"), (1, "Reject (no retry)", "rejected, not retried")],
)
def test_it_can_be_rejected(asked: Asked, round_: int, refusal: str, outcome: str) -> None:
    question = _question(asked, round=round_)
    button = the(_page(asked, question), QPushButton, "inputs_reject")
    assert button.text() == refusal
    button.click()
    assert asked.answer(question) == (None, outcome)


def test_a_rule_says_the_text_or_what_the_json_is(asked: Asked) -> None:
    page = _page(asked, _question(asked))
    assert page.rule_answer() == {"text": "Pipes hum."}
    _choose(page, "JSON")
    the(page, JsonEditor, "inputs_answer").set_text('{"anything": true}')
    assert page.rule_answer() == {"anything": True}


def test_once_answered_nothing_can_be_changed_or_sent_again(asked: Asked) -> None:
    question = _question(asked)
    page = _page(asked, question)
    assert the(page, QPlainTextEdit, "inputs_text").isEnabled()
    asked.inbox.settle(question, None, "rejected")
    page.refresh()
    assert not the(page, QPlainTextEdit, "inputs_text").isEnabled()
    the(page, QCheckBox, "inputs_keep").setChecked(True)
    the(page, QPlainTextEdit, "inputs_text").setPlainText("late")
    page.accept()
    assert question.outcome == "rejected" and asked.settings.canned_answer == "Pipes hum."


def test_links_and_media_of_the_question_open_outside(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(sampling, "open_link", lambda url: opened.append(("link", url)))
    monkeypatch.setattr(sampling, "open_media", lambda media, name: opened.append(("media", name)))
    view = the(_page(asked, _question(asked)), ContentView, "inputs_question")
    view.open_link.emit("https://example.com")
    view.open_media.emit(b"", "a.png")
    assert opened == [("link", "https://example.com"), ("media", "a.png")]


def test_the_labels_lead_to_their_fields(asked: Asked) -> None:
    page = _page(asked, _question(asked, TOOLS))
    buddies = {
        label.text(): label.buddy() for label in page.findChildren(QLabel) if label.buddy() is not None
    }
    assert buddies["Tool"] is the(page, QComboBox, "inputs_tool")
    assert buddies["ID"] is the(page, QLineEdit, "inputs_tool_id")
