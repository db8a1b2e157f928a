"""Korean is composed letter by letter in every place that takes text: nothing checks, runs or rewrites before
a syllable is done, whatever a server tells meanwhile."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeySequence, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from tests.conftest import Runner
from tests.ui.live import live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
_STEPS = (("ㅎ", ""), ("하", ""), ("한", ""), ("", "한"), ("ㄱ", ""), ("그", ""), ("글", ""), ("", "글"))
_IM = Qt.InputMethodQuery


def compose(widget: QWidget, composed: str, done: str = "", replaced: tuple[int, int] = (0, 0)) -> None:
    """What an input method sends: the syllable in work, or one that is done."""
    look = QTextCharFormat()
    look.setFontUnderline(True)
    kind = QInputMethodEvent.AttributeType
    parts = [QInputMethodEvent.Attribute(kind.TextFormat, 0, len(composed), look)] if composed else []
    event = QInputMethodEvent(composed, parts)
    if done:
        event.setCommitString(done, *replaced)
    QApplication.sendEvent(widget, event)


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()  # type: ignore[attr-defined]


def _sent(form: Form) -> object:
    return json.loads(form.text())


def _typed_into(window: QWidget) -> list[QWidget]:
    found: list[QWidget] = [*window.findChildren(QLineEdit), *window.findChildren(QPlainTextEdit)]
    return [
        one
        for one in found
        if one.isVisible()
        and one.isEnabled()
        and not one.isReadOnly()  # type: ignore[attr-defined]
        and not isinstance(one.parentWidget(), QAbstractSpinBox)  # numbers alone
    ]


def test_korean_can_be_written_wherever_text_is_taken(arun: Runner, tmp_path: Path) -> None:
    async def write() -> None:
        known: set[str] = set()
        async with live(tmp_path) as it:
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    window.activateWindow()
                    await it.until(window.isActiveWindow, "the focus")
                    for widget in _typed_into(window):
                        if widget.objectName() in known or widget.objectName() == "field_seconds":
                            continue
                        known.add(widget.objectName())
                        widget.setFocus()
                        assert widget.hasFocus(), f"{name}: {widget.objectName()}"
                        before = _text(widget)
                        widget.selectAll()  # type: ignore[attr-defined]
                        for step in _STEPS:
                            compose(widget, *step)
                            it.program.servers.touched.emit("demo")  # something came from the server
                            await asyncio.sleep(0.002)
                        assert _text(widget) == "한글", f"{name}: {widget.objectName()}"
                        assert widget.inputMethodQuery(_IM.ImSurroundingText) == "한글"
                        place = QRectF(widget.inputMethodQuery(_IM.ImCursorRectangle)).toAlignedRect()
                        assert widget.rect().adjusted(-4, -4, 4, 4).contains(place), widget.objectName()
                        write_back = getattr(widget, "setPlainText", None) or widget.setText
                        write_back(before)
        assert len(known) > 30

    arun(write())


def test_a_form_waits_for_the_syllable(form: Form, qtbot: QtBot) -> None:
    form.set_schema({"properties": {"name": {"type": "string", "minLength": 2}, "n": {"type": "integer"}}})
    name, number = form.findChildren(QLineEdit)[:2]
    name.setFocus()
    compose(name, "ㅎ")
    compose(name, "한")
    assert _sent(form) == {} and name.text() == ""
    compose(name, "", "한")
    assert _sent(form) == {"name": "한"}
    compose(name, "ㄱ")
    compose(name, "", "글")
    assert _sent(form) == {"name": "한글"}
    number.setFocus()
    compose(number, "ㅁ")
    assert number.text() == "" and _sent(form) == {"name": "한글"}
    compose(number, "")
    QTest.keyClicks(number, "7")
    assert '"n": 7' in form.text()


def test_enter_while_composing_sends_nothing(arun: Runner, tmp_path: Path) -> None:
    """An input method takes Enter for itself; what comes is the syllable alone."""

    async def write() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            form = await it.find(QWidget, "tool_form")
            field = form.findChildren(QLineEdit)[0]
            field.setFocus()
            before = it.program.journal.last
            compose(field, "한")
            compose(field, "", "한")
            await asyncio.sleep(0.1)
            assert not it.calls(before) and field.text() == "한"
            call = await it.run_tool()
            assert "한".encode() in it.program.journal.record(call.number).raw

    arun(write())


def test_the_editor_composes_between_quotes_and_takes_it_back(editor: JsonEditor, qtbot: QtBot) -> None:
    edit = editor.edit
    editor.set_text('{"name": ""}')
    cursor = edit.textCursor()
    cursor.setPosition(10)
    edit.setTextCursor(cursor)
    compose(edit, "ㅎ")
    compose(edit, "한")
    qtbot.wait(200)  # checked and marked meanwhile
    layout = edit.textCursor().block().layout()
    assert layout.preeditAreaText() == "한" and edit.toPlainText() == '{"name": ""}'
    compose(edit, "", "한")
    assert edit.toPlainText() == '{"name": "한"}'
    QTest.keySequence(edit, QKeySequence.StandardKey.Undo)
    assert edit.toPlainText() == '{"name": ""}'


def test_a_syllable_is_taken_apart_again(form: Form) -> None:
    """Backspace in a Korean input method replaces what was done: 한 becomes 하, then ㅎ."""
    form.set_schema({"properties": {"name": {"type": "string"}}})
    name = form.findChildren(QLineEdit)[0]
    name.setFocus()
    compose(name, "", "한")
    compose(name, "", "하", (-1, 1))
    assert name.text() == "하" and _sent(form) == {"name": "하"}
    compose(name, "", "ㅎ", (-1, 1))
    QTest.keyClick(name, Qt.Key.Key_Backspace)
    assert name.text() == ""


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.sampled_from(["한", "글", "ㅎ", "a", "😀", " ", "값"]), min_size=1, max_size=8))
def test_what_was_composed_is_what_is_sent(form: Form, syllables: list[str]) -> None:
    form.set_schema({"properties": {"name": {"type": "string"}}, "required": ["name"]})
    name = form.findChildren(QLineEdit)[0]
    name.setFocus()
    for one in syllables:
        compose(name, one[:1])
        compose(name, "", one)
    assert name.text() == "".join(syllables) and "".join(syllables) in form.text()
