"""An elicitation as a form: it starts with defaults, is checked before it goes, and sends what was typed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.panels.inputs.form import FormPage
from inspector.ui.session.inbox import Question
from tests.conftest import Runner, Until
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "stars": {"type": "integer", "default": 5},
    },
    "required": ["name"],
}


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop)


def _question(asked: Asked, schema: Any = SCHEMA, **request: Any) -> Question:
    return asked.question(params={"requestedSchema": schema}, **request)


def _page(asked: Asked, question: Question) -> FormPage:
    return asked.show(FormPage(asked.context, question))


def _button(page: FormPage, name: str = "elicitation_accept") -> QPushButton:
    return the(page, QPushButton, name)


def _notice(page: FormPage) -> str:
    notice: Any = the(page, QWidget, "inputs_page_notice")
    return str(notice.text()) if notice.isVisible() else ""


def _put(page: FormPage, text: str) -> None:
    page._views.set_text(text)


def _content(question: Question) -> Any:
    sent = question.future.result()
    assert sent is not None and sent["action"] == "accept"
    return bytes(sent["content"])


def test_it_starts_with_the_defaults_of_the_schema(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        page = _page(asked, _question(asked))
        assert json.loads(page.text()) == {"stars": 5}

    arun(main())


@pytest.mark.parametrize("schema", [{}, None, {"type": "object", "properties": {"a": {"type": "string"}}}])
def test_without_defaults_the_form_is_left_as_it_begins(asked: Asked, arun: Runner, schema: Any) -> None:
    async def main() -> None:
        page = _page(asked, _question(asked, schema))
        assert json.loads(page.text() or "{}") == {}

    arun(main())


def test_what_fits_is_sent_token_for_token(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        _put(page, '{"name": "Ada", "stars": 5.0}')
        _button(page).click()
        await until(lambda: not question.open)
        assert _content(question) == b'{"name": "Ada", "stars": 5.0}'
        assert question.outcome == "answered"

    arun(main())


def test_the_key_that_submits_accepts(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        _put(page, '{"name": "Ada"}')
        page._views.submitted.emit()
        await until(lambda: not question.open)

    arun(main())


def test_what_does_not_fit_is_sent_only_by_a_second_press(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        assert _button(page).text() == "Accept"
        _button(page).click()
        await until(lambda: _notice(page))
        assert _notice(page) == "Some values do not match the schema; accept again to send them anyway."
        assert question.open and _button(page).text() == "Accept anyway"
        assert page.form.isAncestorOf(page.focusWidget()), "the keyboard is on what is wrong"
        _button(page).click()
        assert json.loads(_content(question)) == {"stars": 5}

    arun(main())


def test_typing_on_takes_the_warning_away_and_is_checked_anew(
    asked: Asked, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        _button(page).click()
        await until(lambda: _notice(page))
        field = next(edit for edit in page.form.findChildren(QLineEdit) if edit.isVisible())
        QTest.keyClicks(field, "Ada")
        assert _notice(page) == ""
        await until(lambda: _button(page).text() == "Accept")
        assert question.open

    arun(main())


def test_a_second_press_while_the_check_runs_sends_at_once(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        await until(lambda: page.form.faults() or True)
        asked.validator.hold = asyncio.Event()
        _put(page, '{"name": "A"}')
        _button(page).click()
        assert question.open
        _button(page).click()
        assert json.loads(_content(question)) == {"name": "A"}
        asked.validator.hold.set()

    arun(main())


def test_a_verdict_about_another_text_sends_nothing(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        hold = asked.validator.hold = asyncio.Event()
        _put(page, '{"name": "Ada"}')
        _button(page).click()
        await asyncio.sleep(0)
        _put(page, '{"name": "Bob"}')
        hold.set()
        await until(lambda: page._checking is None)
        assert question.open

    arun(main())


@pytest.mark.parametrize(
    ("name", "action", "outcome"),
    [("elicitation_decline", "decline", "declined"), ("elicitation_cancel", "cancel", "dismissed")],
)
def test_no_is_said_without_any_check(
    asked: Asked, arun: Runner, name: str, action: str, outcome: str
) -> None:
    async def main() -> None:
        question = _question(asked)
        _button(_page(asked, question), name).click()
        assert asked.answer(question) == ({"action": action}, outcome)

    arun(main())


def test_only_a_question_of_a_round_can_be_left_without_an_answer(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        legacy, modern = _page(asked, _question(asked)), _page(asked, _question(asked, round=1))
        assert legacy.findChild(QPushButton, "inputs_reject") is None
        assert _button(modern, "inputs_reject").text() == "Do not retry"

    arun(main())


def test_what_is_no_json_cannot_be_sent_at_all(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        page._views.choose_view("json")
        page._views.editor.set_text("{name")
        for _ in range(2):
            _button(page).click()
            await until(lambda: _notice(page))
        assert _notice(page) == "This is not JSON, so it cannot be part of a response."
        assert question.open

    arun(main())


def test_a_rule_is_made_of_what_fits_and_the_answer_is_sent(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        _put(page, '{"name": "Ada"}')
        _button(page, "inputs_make_rule").click()
        await until(lambda: not question.open)
        assert asked.inbox.rules[0].answer == {"accept": {"name": "Ada"}}
        assert _content(question) == b'{"name": "Ada"}'

    arun(main())


def test_no_rule_is_made_of_what_does_not_fit(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        _button(page, "inputs_make_rule").click()
        await until(lambda: _notice(page))
        assert "no rule was made and nothing was sent" in _notice(page)
        assert asked.inbox.rules == () and question.open
        assert page.form.isAncestorOf(page.focusWidget())

    arun(main())


@pytest.mark.parametrize("text", ["[1]x", "7", "{"])
def test_no_rule_is_made_of_what_is_no_object(asked: Asked, arun: Runner, text: str) -> None:
    async def main() -> None:
        page = _page(asked, _question(asked, {}))
        page._views.choose_view("json")
        page._views.editor.set_text(text)
        assert page.rule_answer() is None
        assert _notice(page) == "This is not a JSON object, so no rule can be made from it."

    arun(main())


def test_an_answered_form_can_be_read_and_not_changed(asked: Asked, arun: Runner) -> None:
    async def main() -> None:
        question = _question(asked)
        page = _page(asked, question)
        field = next(edit for edit in page.form.findChildren(QLineEdit) if edit.isVisible())
        QTest.keyClicks(field, "Ada")
        before = page.text()
        assert "Ada" in before
        page.decline()
        page.refresh()
        QTest.keyClicks(field, "x")
        assert page.text() == before
        page.accept()
        page.make_rule()
        assert asked.inbox.rules == () and question.outcome == "declined"

    arun(main())


def test_a_fault_that_is_chosen_leads_to_its_field(asked: Asked, arun: Runner, until: Until) -> None:
    async def main() -> None:
        page = _page(asked, _question(asked))
        page.activateWindow()
        await until(page.isActiveWindow)
        _button(page).click()
        button = the(page, QToolButton, "elicitation_faults_button")
        await until(lambda: _notice(page))
        assert button.isVisible()
        button.setFocus()
        page._faults.chosen.emit(page.form.faults()[0])
        assert page.form.isAncestorOf(page.focusWidget())

    arun(main())


def test_formats_count_as_errors_since_the_server_asks_for_them(
    asked: Asked, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        schema = {"type": "object", "properties": {"mail": {"type": "string", "format": "email"}}}
        question = _question(asked, schema)
        page = _page(asked, question)
        _put(page, '{"mail": "nobody"}')
        await until(lambda: _button(page).text() == "Accept anyway")

    arun(main())
