"""The rules that answer in a user's place: a line each, edited as JSON, off until somebody says so."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.answer_rules import Match, Rule
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.panels.inputs.rules import RulesPage, rule_line
from tests.conftest import Runner
from tests.ui.panels.asked import Asked
from tests.ui.parts import the

pytestmark = pytest.mark.gui

FORM = Rule(Match("elicitation/create", mode="form"), "decline")
MODEL = Rule(Match("sampling/createMessage", tool="ask_model"), {"text": "Pipes hum."})
ROOTS = Rule(Match("roots/list"), ["/srv"])


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, qloop: asyncio.AbstractEventLoop) -> Asked:
    return Asked(tmp_path, qtbot, qloop)


def _page(asked: Asked, *rules: Rule) -> RulesPage:
    asked.inbox.set_rules(rules)
    page = asked.show(RulesPage(asked.context))
    asked.inbox.changed.connect(page.refresh)
    return page


def _lines(page: RulesPage) -> list[str]:
    rows = the(page, QListWidget, "rules_list")
    return [rows.item(at).text() for at in range(rows.count())]


def _editor(page: RulesPage) -> JsonEditor:
    return the(page, JsonEditor, "rules_editor")


def _enabled(page: RulesPage) -> set[str]:
    return {
        name.removeprefix("rules_")
        for name in ("rules_apply", "rules_add", "rules_remove", "rules_copy")
        if the(page, QPushButton, name).isEnabled()
    }


def _click(page: RulesPage, name: str) -> None:
    the(page, QPushButton, f"rules_{name}").click()


def _notice(page: RulesPage) -> str:
    notice: Any = the(page, QWidget, "rules_notice")
    return str(notice.text()) if notice.isVisible() else ""


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (FORM, "elicitation/create · mode=form → decline"),
        (MODEL, 'sampling/createMessage · tool=ask_model → {"text": "Pipes hum."}'),
        (Rule(Match("roots/list"), "ü" * 60), f"roots/list → {'ü' * 60}"),
        (Rule(Match("roots/list"), "ü" * 61), f"roots/list → {'ü' * 59}…"),
        (Rule(Match("roots/list"), ["ü"]), 'roots/list → ["ü"]'),
    ],
)
def test_a_rule_is_a_line(rule: Rule, line: str) -> None:
    assert rule_line(rule) == line


def test_without_rules_there_is_only_a_new_one_to_make(asked: Asked) -> None:
    page = _page(asked)
    assert _lines(page) == [] and _enabled(page) == {"add"}
    assert _editor(page).text() == "" and not _editor(page).isEnabled()


def test_rules_are_listed_and_the_first_one_is_shown(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL)
    assert _lines(page) == [rule_line(FORM), rule_line(MODEL)]
    assert json.loads(_editor(page).text()) == FORM.as_json()
    assert _enabled(page) == {"apply", "add", "remove", "copy"} and _editor(page).isEnabled()


def test_another_rule_that_is_chosen_is_shown(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL)
    the(page, QListWidget, "rules_list").setCurrentRow(1)
    assert _editor(page).text() == json.dumps(MODEL.as_json(), indent=2, ensure_ascii=False)


def test_what_is_edited_stays_when_the_questions_change(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL)
    the(page, QListWidget, "rules_list").setCurrentRow(1)
    _editor(page).set_text("half typed")
    asked.inbox.changed.emit()
    assert _editor(page).text() == "half typed"


def test_a_rule_that_was_edited_takes_the_place_of_the_chosen_one(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL, ROOTS)
    the(page, QListWidget, "rules_list").setCurrentRow(1)
    _editor(page).set_text('{"match": {"method": "roots/list"}, "answer": "reject"}')
    _click(page, "apply")
    assert asked.inbox.rules == (FORM, Rule(Match("roots/list"), "reject"), ROOTS)
    assert the(page, QListWidget, "rules_list").currentRow() == 1
    assert _lines(page)[1] == "roots/list → reject"


def test_the_key_that_submits_applies(asked: Asked) -> None:
    page = _page(asked, FORM)
    _editor(page).set_text('{"match": {"method": "roots/list"}, "answer": "reject"}')
    _editor(page).submitted.emit()
    assert asked.inbox.rules == (Rule(Match("roots/list"), "reject"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "The rule is not JSON."),
        ("[" * 100_000, "The rule is not JSON."),
        ('{"match": {"method": "roots/list"}}', "The rule: must be an object"),
        ('{"match": {"method": "x"}, "answer": 1}', "The rule, match.method: must be one of"),
    ],
)
def test_what_is_no_rule_is_said_and_changes_nothing(asked: Asked, text: str, words: str) -> None:
    page = _page(asked, FORM)
    _editor(page).set_text(text)
    _click(page, "apply")
    assert words in _notice(page) and asked.inbox.rules == (FORM,)
    _editor(page).set_text(json.dumps(ROOTS.as_json()))
    _click(page, "apply")
    assert _notice(page) == "" and asked.inbox.rules == (ROOTS,)


def test_a_complaint_goes_with_the_rule_that_it_is_about(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL)
    _editor(page).set_text("{")
    _click(page, "apply")
    the(page, QListWidget, "rules_list").setCurrentRow(1)
    assert _notice(page) == ""


def test_a_new_rule_is_the_last_one_and_chosen(asked: Asked) -> None:
    page = _page(asked, FORM)
    _click(page, "add")
    assert _lines(page) == [rule_line(FORM), "elicitation/create → accept"]
    assert the(page, QListWidget, "rules_list").currentRow() == 1


def test_the_chosen_rule_is_removed_and_its_neighbour_chosen(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL, ROOTS)
    the(page, QListWidget, "rules_list").setCurrentRow(1)
    _click(page, "remove")
    assert asked.inbox.rules == (FORM, ROOTS)
    assert the(page, QListWidget, "rules_list").currentRow() == 1
    _click(page, "remove")
    assert asked.inbox.rules == (FORM,)
    assert the(page, QListWidget, "rules_list").currentRow() == 0
    _click(page, "remove")
    assert asked.inbox.rules == () and _enabled(page) == {"add"}
    assert _editor(page).text() == ""


def test_with_no_rule_chosen_nothing_is_applied_or_removed(asked: Asked) -> None:
    page = _page(asked, FORM)
    the(page, QListWidget, "rules_list").setCurrentRow(-1)
    _editor(page).set_text(json.dumps(ROOTS.as_json()))
    page.apply()
    page.remove()
    assert asked.inbox.rules == (FORM,) and _enabled(page) == {"add", "copy"}


def test_all_rules_are_copied_as_a_file_for_the_command_line(asked: Asked) -> None:
    page = _page(asked, FORM, MODEL)
    _click(page, "copy")
    text = QGuiApplication.clipboard().text()
    assert json.loads(text) == [FORM.as_json(), MODEL.as_json()]
    assert text.startswith("[\n  {")


def test_the_box_switches_them_on_and_shows_when_something_else_did(asked: Asked) -> None:
    page = _page(asked, FORM)
    box = the(page, QCheckBox, "rules_automatic")
    assert not box.isChecked() and not asked.inbox.automatic
    box.click()
    assert asked.inbox.automatic
    asked.inbox.set_automatic(False)
    assert not box.isChecked()


def test_list_and_editor_share_the_room_and_neither_goes(asked: Asked, arun: Runner) -> None:
    page = _page(asked, FORM)
    page.resize(600, 500)
    rows, editor = the(page, QListWidget, "rules_list"), _editor(page)
    assert rows.height() > 80 and editor.height() > rows.height()
    assert rows.height() + editor.height() > 300


def test_the_tick_stands_above_the_rules_and_the_buttons_below_the_editor(asked: Asked, arun: Runner) -> None:
    page = _page(asked, FORM)
    page.resize(700, 500)
    arun(asyncio.sleep(0))
    QApplication.processEvents()
    tick, rows = the(page, QCheckBox, "rules_automatic"), the(page, QListWidget, "rules_list")
    buttons = [the(page, QPushButton, f"rules_{name}") for name in ("apply", "add", "remove", "copy")]
    assert [one.text() for one in buttons] == ["Apply", "New rule", "Remove", "Copy all"]
    places = [one.x() for one in buttons]
    assert places == sorted(places) and places[0] == tick.x() == 12
    assert buttons[3].geometry().right() < page.width() * 0.75, "buttons are as wide as their words"
    editor = _editor(page)
    tops = [one.mapTo(page, QPoint()).y() for one in (tick, rows, editor, buttons[0])]
    assert tops == sorted(tops) and tops[0] == 8
    assert rows.height() < editor.height() and rows.accessibleName() == "Rules"
