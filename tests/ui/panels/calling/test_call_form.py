"""The middle column of a call: its head, its buttons, its options, and the keys of the form as a whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.panels.calling.call_form import CallForm, FormNames
from inspector.ui.widgets.chip import Chip

pytestmark = pytest.mark.gui
CONTROL = Qt.KeyboardModifier.ControlModifier
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
NAMES = FormNames("tool_form", "tool_switch", "run_button", "cancel_button", "Run")
TEXT = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.fixture
def form(qtbot: QtBot) -> CallForm:
    made = CallForm(NAMES, 60.0)
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.set_schema(TEXT)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def button(form: CallForm, name: str) -> QPushButton | QToolButton:
    [found] = [one for kind in (QPushButton, QToolButton) for one in form.findChildren(kind, name)]
    return found


def shown_words(form: CallForm) -> list[str]:
    """The words above the arguments, each that is seen, chips apart."""
    labels = [one for one in form.findChildren(QLabel) if one.isVisible() and one.text()]
    about = form.findChild(QWidget, "tool_form_description_text")
    assert about is not None
    words = [one.text() for one in labels if not isinstance(one, Chip)]
    return words + [about.accessibleName()] * about.isVisible()


def badges(form: CallForm) -> list[tuple[str, str]]:
    QApplication.sendPostedEvents(None, 0)
    chips = [one for one in form.findChildren(Chip) if one.isVisibleTo(form)]
    return [(one.text(), one.toolTip()) for one in chips]


def test_the_head_says_name_title_description_and_what_the_badges_mean(form: CallForm, qtbot: QtBot) -> None:
    form.show_thing("read", "Read a file", "Gives its text.", (("R", "read-only", "ok", "changes nothing"),))
    words = shown_words(form)
    assert words.index("read") < words.index("Read a file") and "Gives its text." in words
    assert badges(form) == [("read-only", "changes nothing")]
    form.show_thing("write", "write", "", (("W", "writes", "warning", "changes things"),))
    qtbot.waitUntil(lambda: badges(form) == [("writes", "changes things")])
    assert shown_words(form).count("write") == 1, "a title that is the name is not said twice"
    assert "Gives its text." not in shown_words(form)


def test_each_button_works_only_while_it_has_something_to_do(form: CallForm) -> None:
    run, cancel = button(form, "run_button"), button(form, "cancel_button")
    of_arguments = [button(form, f"tool_form_{name}") for name in ("copy", "history", "fill")]
    assert not run.isEnabled() and not cancel.isEnabled(), "nothing is connected"
    form.set_connected(True)
    assert run.isEnabled() and not cancel.isEnabled() and all(one.isEnabled() for one in of_arguments)
    form.set_running(True)
    assert run.isEnabled() and cancel.isEnabled()
    form.set_enabled(False)
    assert not run.isEnabled() and cancel.isEnabled() and not any(one.isEnabled() for one in of_arguments)
    form.set_enabled(True)
    form.set_connected(False)
    form.set_running(False)
    assert not run.isEnabled() and not cancel.isEnabled() and all(one.isEnabled() for one in of_arguments)


def test_the_buttons_say_what_was_pressed(form: CallForm, qtbot: QtBot) -> None:
    form.set_connected(True)
    form.set_running(True)
    for name, signal in (("run_button", form.submitted), ("cancel_button", form.cancelled)):
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button(form, name), Qt.MouseButton.LeftButton)


def test_run_says_when_it_is_done_on_purpose(form: CallForm) -> None:
    run = button(form, "run_button")
    assert run.text() == "Run"
    form.show_problems([Problem("/a", "is wrong", "type")], reveal=True)
    assert form.has_errors() and run.text() == "Run anyway"
    form.warn("This tool is excluded.")
    assert run.text() == "Call anyway"
    form.show_problems([])
    assert run.text() == "Call anyway"
    form.warn("")
    assert run.text() == "Run" and "This tool is excluded." not in shown_words(form)


def test_run_puts_the_keyboard_on_the_first_field_that_is_wrong(form: CallForm, qtbot: QtBot) -> None:
    names = [f"f{number}" for number in range(30)]
    properties = {name: {"type": "string"} for name in names}
    form.set_schema({"type": "object", "properties": properties, "required": names})
    problems = [Problem(f"/{name}", "is missing", "required") for name in ("f25", "f20")]
    before = form.focusWidget()
    form.show_problems(problems)
    assert form.focusWidget() is before, "nobody pressed Run"
    form.show_problems(problems, reveal=True)
    area, field = form.findChild(QScrollArea, "form_area"), form.focusWidget()
    assert area is not None and field is not None and field.objectName() == "field_f20"
    qtbot.waitUntil(lambda: area.rect().contains(field.mapTo(area, field.rect().center())))


def test_run_in_the_json_stays_there_and_goes_to_the_first_error(form: CallForm) -> None:
    form.set_text('{"b": 1, "a": 5}')
    form.choose_view("json")
    form.show_problems([Problem("/a", "is wrong", "type")], reveal=True)
    assert form.view() == "json" and form.editor.character() == len('{"b": 1, "a": ')
    assert form.editor.isAncestorOf(form.focusWidget())


def test_the_options_open_on_a_click_and_say_so_when_they_are_changed(form: CallForm) -> None:
    options = button(form, "tool_form_options")
    assert not form.options.isVisible() and form.memory() is False
    QTest.mouseClick(options, Qt.MouseButton.LeftButton)
    assert form.options.isVisible() and form.memory() is True and options.text() == "Options"
    headers = form.findChild(QWidget, "tool_form_timeout")
    assert headers is not None
    QTest.keyClick(headers, Qt.Key.Key_Up)
    assert options.text() == options.accessibleName() == "Options · changed"
    QTest.keyClick(headers, Qt.Key.Key_Down)
    assert options.text() == options.accessibleName() == "Options"
    form.resume(False)
    assert not form.options.isVisible()


def test_keys_of_the_form_work_from_a_field_and_from_the_list_beside_it(form: CallForm, qtbot: QtBot) -> None:
    beside = QLineEdit()
    qtbot.addWidget(beside)
    form.answer_keys_of(beside)
    field = form.form.findChild(QLineEdit) or form.form
    presses: list[str] = []
    form.history_button.clicked.connect(lambda: presses.append("history"))
    form.paste_wanted.connect(lambda: presses.append("paste"))
    for widget in (field, beside):
        window = widget.window()
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_H, BOTH)
        QTest.keyClick(widget, Qt.Key.Key_V, BOTH)
    assert presses == ["history", "paste"] * 2
    form.set_enabled(False)
    QTest.keyClick(form, Qt.Key.Key_V, BOTH)
    assert presses == ["history", "paste"] * 2, "nothing is chosen that could be filled in"


def test_undo_and_redo_of_what_was_filled_in_have_their_keys(form: CallForm) -> None:
    wanted: list[str] = []
    form.undo_wanted.connect(lambda: wanted.append("undo"))
    form.redo_wanted.connect(lambda: wanted.append("redo"))
    for key, modifiers in ((Qt.Key.Key_Z, CONTROL), (Qt.Key.Key_Z, BOTH), (Qt.Key.Key_Y, CONTROL)):
        QTest.keyClick(form, key, modifiers)
    assert wanted == ["undo", "redo", "redo"]


def test_what_was_filled_in_is_said_with_a_way_back(form: CallForm) -> None:
    notice = form.findChild(QWidget, "tool_form_filled")
    assert notice is not None and not notice.isVisible()
    form.say_filled("Pasted.")
    assert notice.isVisible() and button(form, "tool_form_undo").isVisible()
    wanted: list[int] = []
    form.undo_wanted.connect(lambda: wanted.append(1))
    QTest.mouseClick(button(form, "tool_form_undo"), Qt.MouseButton.LeftButton)
    assert wanted == [1]
    form.say_filled("No arguments in it.", "warning")
    assert notice.isVisible() and not button(form, "tool_form_undo").isVisible(), "nothing was changed"
    QTest.mouseClick(button(form, "tool_form_filled_close"), Qt.MouseButton.LeftButton)
    assert not notice.isVisible()
    form.say_filled("Again.")
    form.say_filled("")
    assert not notice.isVisible()


def test_a_text_that_is_dropped_is_given_on_unless_nothing_is_chosen(form: CallForm, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setText('{"a": "dropped"}')
    assert drop(form, data) == ['{"a": "dropped"}']
    assert drop(form, QMimeData()) == [], "there is nothing to read in it"
    form.set_enabled(False)
    assert drop(form, data) == []


def drop(form: CallForm, data: QMimeData) -> list[str]:
    """What the form says of it when it lets the data be dropped."""
    dropped: list[str] = []
    form.arguments_dropped.connect(dropped.append)
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), action, data, left, none)
    enter.ignore()
    QApplication.sendEvent(form, enter)
    if enter.isAccepted():
        QApplication.sendEvent(form, QDropEvent(QPointF(50, 50), action, data, left, none))
    form.arguments_dropped.disconnect(dropped.append)
    return dropped


def test_a_narrow_form_keeps_the_room_of_the_copy_button_for_the_faults(form: CallForm, qtbot: QtBot) -> None:
    copy = button(form, "tool_form_copy")
    assert "Copy" in copy.text()
    form.resize(form.minimumWidth(), 500)
    qtbot.waitUntil(lambda: "Copy" not in copy.text())
    assert copy.accessibleName()


def test_the_text_that_is_replaced_is_told_and_stands_in_both_views(form: CallForm, qtbot: QtBot) -> None:
    with qtbot.waitSignal(form.text_replaced), qtbot.assertNotEmitted(form.text_changed):
        form.set_text('{"a": "x"}')
    assert form.text() == '{"a": "x"}'
    assert form.view() == "form"
    form.choose_view("both")
    assert form.view() == "both" and form.editor.isVisible() and form.editor.text() == '{"a": "x"}'
    form.choose_view("json")
    form.focus_first()
    QTest.keyClicks(form.editor.edit, " ")
    assert form.unfinished() is None and form.text() == form.editor.text() != '{"a": "x"}'


def test_call_options_are_those_that_are_typed(form: CallForm) -> None:
    assert form.call_options()["timeout_s"] == 60.0 and not form.call_options()["extras"].meta
    form.options.insert("token")
    assert form.call_options()["extras"].meta == {"progressToken": "my-token"}


def test_tab_goes_through_the_form_from_above_to_below(form: CallForm) -> None:
    form.set_connected(True)
    form.form.focus_first()
    first = QApplication.focusWidget()
    seen: list[QWidget] = []
    while (at := QApplication.focusWidget()) is not None and at not in seen:
        seen.append(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
    assert first is not None and form.run_button in seen
    assert seen.index(form.run_button) < seen.index(form.copy_button)
    below = [one.mapTo(form, QPoint(0, 0)).y() for one in seen[: seen.index(form.copy_button) + 1]]
    assert below == sorted(below)
