"""What all questions have in common: who asks, in which round, with which state, and what became of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.answer_rules import Match, Rule
from inspector.ui.panels.inputs.page import QuestionPage, plain_text
from inspector.ui.session.inbox import Question
from inspector.ui.widgets.controls import Elided
from inspector.ui.widgets.primary_button import PrimaryButton
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui

STATE = "eyJzdGVwIjogMSwgIm5hbWUiOiAiQWRhIn0="


class _Plain(QuestionPage):
    """A page as small as can be: its answer is a text."""

    text: Any = "mine"

    def fill(self) -> None:
        self.button("send", "Send", self.accept, primary=True)
        self.add_refusals("Reject")

    def accept(self) -> None:
        self.settle({"said": self.text}, "sent")

    def rule_answer(self) -> Any:
        return self.text


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop)


def _page(asked: Asked, question: Question, kind: type[QuestionPage] = _Plain) -> QuestionPage:
    return asked.show(kind(asked.context, question))


def _shown(page: QuestionPage, kind: type[QWidget], name: str) -> bool:
    part = page.findChild(kind, name)
    return part is not None and part.isVisible()


def _outcome(page: QuestionPage) -> str:
    label = the(page, QLabel, "inputs_outcome")
    assert label.isVisible() == bool(label.text())
    return label.text()


# -- the head


def test_the_head_says_who_asks_and_for_which_call(asked: Asked) -> None:
    question = asked.question(call="tools/call", target="ask_person")
    head = _page(asked, question).findChildren(Elided)[0]
    said = head.text().replace("\u2068", "").replace("\u2069", "")
    assert said == "demo · elicitation/create · for tools/call ask_person"
    alone = _page(asked, asked.question()).findChildren(Elided)[0]
    assert alone.text() == "demo · elicitation/create"


def test_its_link_selects_the_request_in_the_timeline(asked: Asked) -> None:
    page = _page(asked, asked.question(exchange=42))
    link = the(page, QPushButton, "inputs_record")
    assert link.text() == "#42"
    link.click()
    assert asked.selection.record == 42


def test_the_link_stands_at_the_edge_and_the_words_take_the_room(asked: Asked) -> None:
    page = _page(asked, asked.question())
    link, words = the(page, QPushButton, "inputs_record"), page.findChildren(Elided)[0]
    width = words.width()
    page.resize(800, 400)
    assert words.width() == width + 200 and link.width() == link.sizeHint().width()


def test_the_message_is_shown_as_it_is_and_can_be_copied(asked: Asked) -> None:
    text = "<b>Who</b> are you? " * 20
    page = _page(asked, asked.question(params={"message": text}))
    label = next(one for one in page.findChildren(QLabel) if one.text() == text)
    assert label.isVisible() and label.wordWrap()
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse


def test_without_a_message_no_room_is_left_for_one(asked: Asked) -> None:
    page = _page(asked, asked.question())
    assert not [one for one in page.findChildren(QLabel) if one.isVisible() and not one.text()]


def test_a_text_of_a_server_is_as_high_as_its_lines(qtbot: QtBot) -> None:
    label = plain_text("word " * 50)
    qtbot.addWidget(label)
    assert label.heightForWidth(100) > 3 * label.fontMetrics().lineSpacing()


def test_who_asks_without_being_allowed_to_is_named(asked: Asked) -> None:
    page = _page(asked, asked.question(undeclared="elicitation.url"))
    notice: Any = the(page, QWidget, "inputs_undeclared")
    assert notice.isVisible() and "did not declare elicitation.url" in notice.text()
    assert not _shown(_page(asked, asked.question()), QWidget, "inputs_undeclared")


# -- buttons and answers


def test_the_first_button_answers_and_stands_out(asked: Asked) -> None:
    question = asked.question()
    page = _page(asked, question)
    send, rule = the(page, QPushButton, "send"), the(page, QPushButton, "inputs_make_rule")
    assert isinstance(send, PrimaryButton) and not isinstance(rule, PrimaryButton)
    assert (send.text(), rule.text()) == ("Send", "Auto-answer…")
    send.click()
    assert asked.answer(question) == ({"said": "mine"}, "sent")


def test_the_buttons_are_gone_once_it_is_answered(asked: Asked) -> None:
    page = _page(asked, asked.question())
    assert _shown(page, QPushButton, "send") and _outcome(page) == ""
    the(page, QPushButton, "send").click()
    page.refresh()
    assert not _shown(page, QPushButton, "send") and _outcome(page) == "sent"


@pytest.mark.parametrize(
    ("request_of", "outcome"),
    [({}, "refused"), ({"round": 1}, "rejected, not retried"), ({"retry": True}, "rejected, not retried")],
)
def test_who_refuses_sends_no_result(asked: Asked, request_of: dict[str, Any], outcome: str) -> None:
    question = asked.question(**request_of)
    the(_page(asked, question), QPushButton, "inputs_reject").click()
    assert asked.answer(question) == (None, outcome)


def test_a_page_may_have_no_button_that_refuses(asked: Asked) -> None:
    class Mild(_Plain):
        def fill(self) -> None:
            self.add_refusals("")

    page = _page(asked, asked.question(), Mild)
    assert _shown(page, QPushButton, "inputs_make_rule") and not _shown(page, QPushButton, "inputs_reject")


# -- rules


def test_an_answer_becomes_a_rule_for_questions_of_the_same_tool(asked: Asked) -> None:
    question = asked.question(call="tools/call", target="ask_person")
    the(_page(asked, question), QPushButton, "inputs_make_rule").click()
    made = Rule(Match("elicitation/create", tool="ask_person", mode="form"), "mine")
    assert asked.inbox.rules == (made,)
    assert asked.answer(question)[1] == "sent"
    assert not asked.inbox.automatic, "it answers nothing before somebody says so"


def test_a_rule_for_another_kind_of_call_names_its_target(asked: Asked) -> None:
    question = asked.question(call="prompts/get", target="summarize", params={"mode": "url"})
    the(_page(asked, question), QPushButton, "inputs_make_rule").click()
    assert asked.inbox.rules[0].match == Match("elicitation/create", target="summarize", mode="url")


def test_a_new_rule_comes_first_and_replaces_the_one_for_the_same_questions(asked: Asked) -> None:
    other = Rule(Match("sampling/createMessage"), "reject")
    asked.inbox.set_rules((other, Rule(Match("elicitation/create", mode="form"), "old")))
    the(_page(asked, asked.question()), QPushButton, "inputs_make_rule").click()
    assert asked.inbox.rules == (Rule(Match("elicitation/create", mode="form"), "mine"), other)


def test_what_cannot_be_kept_is_neither_a_rule_nor_sent(asked: Asked) -> None:
    question = asked.question()
    page = _page(asked, question)
    assert isinstance(page, _Plain)
    page.text = None
    the(page, QPushButton, "inputs_make_rule").click()
    assert asked.inbox.rules == () and question.open


def test_a_bare_page_offers_nothing(asked: Asked) -> None:
    question = asked.question()
    page = _page(asked, question, QuestionPage)
    page.accept()
    page.make_rule()
    assert question.open and asked.inbox.rules == ()


# -- rounds and state


def test_a_round_is_told_with_its_key_and_what_comes_with_it(asked: Asked) -> None:
    alone = _page(asked, asked.question(round=2, key="who", exchange=3))
    assert the(alone, QLabel, "inputs_round").text() == "Round 2 · key who · no requestState"
    assert not _shown(alone, QPushButton, "inputs_state_show")
    both = [asked.question(round=1, key=key, exchange=4, state="s") for key in "ab"]
    said = the(_page(asked, both[0]), QLabel, "inputs_round").text()
    assert said == "Round 1 · key a · one of 2 requests in this round"


def test_a_request_of_its_own_has_no_round(asked: Asked) -> None:
    page = _page(asked, asked.question(state="s"))
    assert page.findChild(QLabel, "inputs_round") is None
    assert page.findChild(QPlainTextEdit, "inputs_state") is None


def test_what_the_round_still_waits_for_is_said_after_an_answer(asked: Asked) -> None:
    first, second, third = (asked.question(round=1, key=key, exchange=4) for key in "abc")
    page = _page(asked, first)
    the(page, QPushButton, "send").click()
    page.refresh()
    assert _outcome(page) == "sent; the call continues when 2 more are answered"
    asked.inbox.settle(second, {}, "sent")
    asked.inbox.settle(third, {}, "sent")
    page.refresh()
    assert _outcome(page) == "sent"


def test_a_refused_one_waits_for_no_other(asked: Asked) -> None:
    first, _second = (asked.question(round=1, key=key, exchange=4) for key in "ab")
    page = _page(asked, first)
    page.reject()
    page.refresh()
    assert _outcome(page) == "rejected, not retried"


def test_the_state_is_looked_into_on_demand_and_cannot_be_changed(asked: Asked) -> None:
    page = _page(asked, asked.question(round=1, key="who", state=STATE))
    link, view = the(page, QPushButton, "inputs_state_show"), the(page, QPlainTextEdit, "inputs_state")
    assert not view.isVisible() and link.text() == "Show requestState"
    link.click()
    assert view.isVisible() and link.text() == "Hide requestState"
    assert view.toPlainText() == STATE and view.isReadOnly()
    assert view.accessibleName() == "returned unchanged"
    link.click()
    assert not view.isVisible() and link.text() == "Show requestState"


def test_the_state_decoded_is_a_local_view(asked: Asked) -> None:
    page = _page(asked, asked.question(round=1, key="who", state=STATE))
    the(page, QPushButton, "inputs_state_show").click()
    view, switch = the(page, QPlainTextEdit, "inputs_state"), the(page, QTabBar, "inputs_state_switch")
    assert [switch.tabText(at) for at in range(2)] == [f"As sent, {len(STATE)} characters", "Decoded"]
    switch.setCurrentIndex(1)
    assert '"step"' in view.toPlainText()
    note = "decoded here only; it is returned as received"
    assert view.accessibleName() == note
    assert any(label.text() == note and label.isVisible() for label in page.findChildren(QLabel))
    switch.setCurrentIndex(0)
    assert view.toPlainText() == STATE


def test_a_state_that_says_nothing_is_not_offered_decoded(asked: Asked) -> None:
    page = _page(asked, asked.question(round=1, key="who", state="?"))
    switch = the(page, QTabBar, "inputs_state_switch")
    assert [switch.isTabVisible(at) for at in range(2)] == [True, False]


def test_four_lines_of_the_state_are_in_sight(asked: Asked) -> None:
    page = _page(asked, asked.question(round=1, key="who", state=STATE * 40))
    the(page, QPushButton, "inputs_state_show").click()
    view = the(page, QPlainTextEdit, "inputs_state")
    assert 4 <= (view.height() - 2 * view.document().documentMargin()) / view.fontMetrics().lineSpacing() < 5
