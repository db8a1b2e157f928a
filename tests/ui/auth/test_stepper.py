"""The steps of a sign-in as a list, and everything about the chosen one beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.auth.ports import Request, Response
from inspector.core.auth.steps import FlowStep, HttpExchange, Value
from inspector.ui.auth.rows import AuthRow
from inspector.ui.auth.stepper import STATES, TOKEN, StepList, StepView, state_word
from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Heading
from tests.ui.parts import the

pytestmark = pytest.mark.gui
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
PKCE = FlowStep("pkce", "Check PKCE", "RFC 7636", "ok", verdict="It is used.")
GET = FlowStep("token", "Get a token")
ASKED = HttpExchange(Request("POST", "https://as.example/token"), Response(200, (), b"{}"))


@pytest.fixture
def steps(qtbot: QtBot, qapp: QApplication) -> StepList:
    theme.install(qapp, "light")
    made = StepList()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> StepView:
    theme.install(qapp, "light")
    made = StepView()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def lines(steps: StepList) -> list[tuple[str, str, str]]:
    items = [steps.topLevelItem(at) for at in range(steps.topLevelItemCount())]
    return [(one.text(0), one.text(1), one.text(2)) for one in items if one is not None]


def told(spy: QSignalSpy) -> list[str]:
    return [spy.at(at)[0] for at in range(spy.count())]


# -- the list --------------------------------------------------------------------------------------------


def test_steps_are_numbered_and_the_token_comes_last_without_a_number(steps: StepList) -> None:
    steps.show_steps([PKCE, GET], "Token", "warning")
    assert lines(steps) == [
        ("✓", "1  Check PKCE", "done"),
        ("○", "2  Get a token", "waiting"),
        ("⚠", "Token", ""),
    ]
    spoken = [steps.topLevelItem(at).data(1, SPOKEN) for at in range(3)]  # type: ignore[union-attr]
    assert spoken == ["Check PKCE: done", "Get a token: waiting", "Token"]
    steps.show_steps([PKCE, GET], "", "")
    assert len(lines(steps)) == 2


def test_each_state_has_its_glyph_word_and_colour(steps: StepList) -> None:
    for state, (glyph, word, role) in STATES.items():
        steps.show_steps([replace(GET, state=state)], "", "")  # type: ignore[arg-type]
        item = steps.topLevelItem(0)
        assert item is not None
        assert (item.text(0), item.text(2), state_word(state)) == (glyph, word, word)
        colours = [item.foreground(column).color() for column in range(3)]
        assert colours == [theme.color(role), theme.color("text"), theme.color(role)]
        assert "Get a token" in item.toolTip(1)
        assert item.sizeHint(0).height() == theme.row_height()


def test_the_first_step_is_chosen_and_a_chosen_one_stays_so_over_a_new_list(steps: StepList) -> None:
    chosen = QSignalSpy(steps.chosen)
    assert steps.key() == ""
    steps.show_steps([PKCE, GET], "", "")
    assert steps.key() == "pkce" and told(chosen) == ["pkce"]
    steps.choose("token")
    steps.choose("no such step")
    assert steps.key() == "token" and told(chosen) == ["pkce", "token"]
    steps.show_steps([PKCE, GET], "Token", "ok")
    assert steps.key() == "token"
    steps.choose(TOKEN)
    assert steps.key() == TOKEN
    steps.show_steps([PKCE, GET], "", "")
    assert steps.key() == "pkce"
    steps.show_steps([], "", "")
    assert steps.key() == "" and lines(steps) == []


def test_a_step_that_goes_on_changes_its_line_and_nothing_is_chosen_anew(steps: StepList) -> None:
    steps.show_steps([PKCE, GET], "", "")
    steps.choose("token")
    chosen, item = QSignalSpy(steps.chosen), steps.topLevelItem(1)
    steps.show_steps([PKCE, replace(GET, state="running")], "", "")
    assert lines(steps)[1] == ("◌", "2  Get a token", "running")
    assert steps.topLevelItem(1) is item and chosen.count() == 0


def test_the_lines_follow_other_colours(steps: StepList, qapp: QApplication) -> None:
    steps.show_steps([PKCE], "", "")
    theme.install(qapp, "dark")
    try:
        item = steps.topLevelItem(0)
        assert item is not None and item.foreground(1).color() == theme.color("text")
    finally:
        theme.install(qapp, "light")


# -- the chosen step -------------------------------------------------------------------------------------


def test_a_step_shows_its_title_state_verdict_and_source(view: StepView) -> None:
    view.show_step(PKCE)
    assert view.findChild(Heading).text() == "Check PKCE"  # type: ignore[union-attr]
    chip = view.findChild(Chip)
    assert chip is not None and chip.text() == "✓ done" and chip.isVisible()
    verdict, rule = the(view, QLabel, "auth_verdict"), the(view, Elided, "auth_rule")
    assert verdict.isVisible() and verdict.text() == "It is used."
    assert rule.isVisible() and rule.text() == "Source: RFC 7636"
    view.show_step(GET)
    assert not verdict.isVisible() and not rule.isVisible()


def test_the_token_has_no_source_and_no_raw_text(view: StepView) -> None:
    view.show_step(replace(PKCE, exchanges=(ASKED,)))
    view.choices.show()
    view.show_token("Token", "valid", "ok", (AuthRow("granted scopes", "user"),))
    assert not the(view, Elided, "auth_rule").isVisible() and not view.choices.isVisible()
    item = view.tree.topLevelItem(0)
    assert item is not None and (item.text(0), item.text(1)) == ("granted scopes", "user")
    assert the(view, QPlainTextEdit, "auth_raw").toPlainText() == ""
    chip = view.findChild(Chip)
    assert chip is not None and chip.text() == "valid"
    view.show_token("Token", "", "ok", (AuthRow("granted scopes", "admin"),))
    assert not chip.isVisible() and view.tree.topLevelItem(0).text(1) == "admin"  # type: ignore[union-attr]


def test_what_was_sent_is_shown_as_it_was_sent_where_something_was(view: StepView) -> None:
    pages, reveal = view.findChild(QStackedWidget), the(view, QPushButton, "auth_reveal")
    assert pages is not None
    view.show_step(replace(PKCE, exchanges=(ASKED,)))
    view.switch.choose("raw")
    raw = the(view, QPlainTextEdit, "auth_raw")
    assert pages.currentWidget() is raw and not reveal.isVisible()
    assert "POST https://as.example/token" in raw.toPlainText() and raw.isReadOnly()
    view.switch.choose("parsed")
    assert pages.currentWidget() is view.tree and reveal.isVisible()
    view.switch.choose("raw")
    view.show_step(GET)  # nothing was sent yet
    assert view.switch.key() == "parsed" and pages.currentWidget() is view.tree


def test_the_button_shows_and_hides_the_secret_of_the_chosen_row(view: StepView) -> None:
    reveal = the(view, QPushButton, "auth_reveal")
    view.show_step(replace(GET, values=(Value("code", "s3cret", secret=True), Value("who", "me"))))
    assert not reveal.isEnabled()
    view.tree.setCurrentItem(view.tree.topLevelItem(0))
    assert reveal.isEnabled() and reveal.text() == "Show secret"
    reveal.click()
    assert view.tree.topLevelItem(0).text(1) == "s3cret"  # type: ignore[union-attr]
    assert reveal.text() == "Hide secret"
    view.tree.setCurrentItem(view.tree.topLevelItem(1))
    assert not reveal.isEnabled() and reveal.text() == "Show secret"


def test_a_shown_secret_stays_shown_while_it_is_about_the_same_step(view: StepView) -> None:
    secret = replace(GET, values=(Value("code", "s3cret", secret=True),))
    view.show_step(secret)
    view.tree.setCurrentItem(view.tree.topLevelItem(0))
    view.tree.toggle_secret()
    view.show_step(replace(secret, values=(*secret.values, Value("who", "me"))))
    assert view.tree.topLevelItem(0).text(1) == "s3cret"  # type: ignore[union-attr]
    assert view.tree.topLevelItem(1).text(1) == "me"  # type: ignore[union-attr]
    view.show_step(PKCE)
    view.show_step(secret)
    assert "s3cret" not in view.tree.topLevelItem(0).text(1)  # type: ignore[union-attr]


def test_a_text_that_is_the_same_is_not_put_in_anew(view: StepView) -> None:
    """What is marked in it, and where it is scrolled to, stays."""
    step = replace(PKCE, exchanges=(ASKED,))
    view.show_step(step)
    raw = the(view, QPlainTextEdit, "auth_raw")
    raw.selectAll()
    view.show_step(replace(step, verdict="More."))
    assert raw.textCursor().hasSelection()


def test_the_list_has_no_head_and_its_titles_take_the_room(steps: StepList) -> None:
    steps.resize(400, 200)
    steps.show()
    steps.show_steps([PKCE, GET], "Token", "ok")
    assert steps.isHeaderHidden() and not steps.rootIsDecorated() and steps.indentation() == 0
    assert steps.uniformRowHeights() and steps.allColumnsShowFocus() and steps.columnCount() == 3
    assert steps.frameShape() == QFrame.Shape.NoFrame
    assert steps.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    header = steps.header()
    fits, rest = QHeaderView.ResizeMode.ResizeToContents, QHeaderView.ResizeMode.Stretch
    assert [header.sectionResizeMode(at) for at in range(3)] == [fits, rest, fits]
    assert header.minimumSectionSize() == 20 and not header.stretchLastSection()
    widths = [header.sectionSize(at) for at in range(3)]
    assert sum(widths) == steps.viewport().width() and widths[1] > widths[0] + widths[2]
    assert steps.accessibleName() == "Steps of the authorization"


def test_the_words_stand_above_the_switch_and_the_values_have_the_room(view: StepView) -> None:
    view.show_step(replace(PKCE, exchanges=(ASKED,)))
    QApplication.processEvents()
    verdict, rule = the(view, QLabel, "auth_verdict"), the(view, Elided, "auth_rule")
    title, chip = view.findChild(Heading), view.findChild(Chip)
    reveal, pages = the(view, QPushButton, "auth_reveal"), view.findChild(QStackedWidget)
    assert title is not None and chip is not None and pages is not None
    tops = [one.mapTo(view, QPoint()).y() for one in (title, verdict, rule, view.switch, pages)]
    assert tops == sorted(set(tops)) and title.x() == verdict.x() == 12
    assert title.geometry().right() < chip.x() < view.width() // 2, "the state stands beside the title"
    assert reveal.geometry().right() == view.width() - 9 and view.switch.x() == 8
    assert pages.width() == view.width() and pages.geometry().bottom() == view.height() - 1
    height = pages.height()
    view.resize(600, 500)
    assert pages.height() == height + 100
    assert verdict.wordWrap() and verdict.textFormat() == Qt.TextFormat.PlainText
    assert verdict.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse


def test_what_was_sent_is_written_as_code_on_long_lines(view: StepView) -> None:
    raw = the(view, QPlainTextEdit, "auth_raw")
    assert raw.frameShape() == QFrame.Shape.NoFrame
    assert raw.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    assert raw.font().family() == theme.mono_font().family()
    assert "without secrets" in raw.accessibleName()
