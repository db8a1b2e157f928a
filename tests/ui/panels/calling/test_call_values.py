"""Arguments from history, samples, the clipboard and a drop; form and JSON beside each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from inspector.core.storage import value_history
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.calling.value_overlay import ValueOverlay
from inspector.ui.session.dragged import message_mime
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui
CONTROL = Qt.KeyboardModifier.ControlModifier
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def tools(it: Live) -> CallingPanel:
    panel = it.window.workspace.current_panel()
    assert isinstance(panel, CallingPanel)
    return panel


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifiers)


async def started(it: Live, tool: str = "echo") -> CallingPanel:
    await it.start_demo()
    await it.choose(tool)
    return tools(it)


async def open_history(it: Live) -> ValueOverlay:
    press(Qt.Key.Key_H, BOTH)
    overlay = it.window.findChild(ValueOverlay)
    assert overlay is not None
    await it.until(overlay.edit.hasFocus, "the search")
    return overlay


def test_what_was_called_comes_back_from_the_history(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            for text in ("one", "two"):
                panel.form.set_text(f'{{"message": "{text}"}}')
                await it.run_tool()
            panel.form.set_text('{"message": "typed"}')
            panel.form.focus_first()
            overlay = await open_history(it)
            QTest.keyClicks(overlay.edit, "ONE")
            press(Qt.Key.Key_Return)
            assert panel.form.text() == '{"message": "one"}'
            await it.click("tool_form_undo")
            assert panel.form.text() == '{"message": "typed"}'

    arun(main())


def test_a_click_on_used_arguments_fills_them_in(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            for text in ("one", "two", "three"):
                panel.form.set_text(f'{{"message": "{text}"}}')
                await it.run_tool()
            panel.form.focus_first()
            overlay = await open_history(it)
            row = overlay.view.visualRect(overlay.view.model().index(2, 0))
            QTest.mouseClick(
                overlay.view.viewport(),
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
                row.center(),
            )
            assert panel.form.text() == '{"message": "one"}' and not overlay.isVisible()

    arun(main())


def test_what_was_called_gets_into_its_file_beside_the_window(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(value_history, "_LOGGED", 1)
    file = tmp_path / "values.sqlite"

    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.set_text(json.dumps({"message": "seven seas " * 1000}))
            assert b"seven seas" not in file.read_bytes()
            await it.run_tool()
            await it.until(lambda: b"seven seas" in file.read_bytes(), "the arguments in the file")

    arun(main())


def test_keys_undo_what_was_filled_in_and_bring_it_back(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            await it.fill("mine")
            mine = panel.form.text()
            QGuiApplication.clipboard().setText('{"message": "pasted"}')
            press(Qt.Key.Key_V, BOTH)
            assert panel.form.text() == '{"message": "pasted"}'
            notice = await it.find(QWidget, "tool_form_filled")
            press(Qt.Key.Key_Z, CONTROL)
            assert panel.form.text() == mine and not notice.isVisible()
            for redo in ((Qt.Key.Key_Z, BOTH), (Qt.Key.Key_Y, CONTROL)):
                press(*redo)
                assert panel.form.text() == '{"message": "pasted"}' and notice.isVisible()
                press(Qt.Key.Key_Z, CONTROL)
                assert panel.form.text() == mine

    arun(main())


def test_keys_for_arguments_work_in_the_list_where_a_tool_was_chosen(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            chosen = panel.list.findChild(QWidget, "tool_list")
            assert chosen is not None
            chosen.setFocus()
            QGuiApplication.clipboard().setText('{"message": "pasted"}')
            press(Qt.Key.Key_V, BOTH)
            assert panel.form.text() == '{"message": "pasted"}'
            chosen.setFocus()
            assert (await open_history(it)).isVisible()

    arun(main())


def test_ctrl_z_undoes_what_was_typed_in_the_field_before_the_fill(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.set_text('{"message": "first"}')
            panel.form.focus_first()
            QGuiApplication.clipboard().setText('{"message": "pasted"}')
            press(Qt.Key.Key_V, BOTH)
            QTest.keyClicks(QApplication.focusWidget(), "!")
            assert "!" in panel.form.text()
            press(Qt.Key.Key_Z, CONTROL)
            assert panel.form.text() == '{"message": "pasted"}'
            press(Qt.Key.Key_Z, CONTROL)
            assert panel.form.text() == '{"message": "first"}'
            press(Qt.Key.Key_Z, CONTROL)  # nothing more
            assert panel.form.text() == '{"message": "first"}'

    arun(main())


def test_undo_loses_nothing_that_was_typed_after_the_fill(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            for said in ("one", "two"):
                QGuiApplication.clipboard().setText(f'{{"message": "{said}"}}')
                press(Qt.Key.Key_V, BOTH)
            await it.fill("typed")
            typed = panel.form.text()
            await it.click("tool_form_undo")
            assert panel.form.text() == '{"message": "one"}'
            panel.form.focus_first()
            press(Qt.Key.Key_Z, BOTH)
            assert panel.form.text() == typed
            await it.click("tool_form_undo")
            panel.form.focus_first()
            press(Qt.Key.Key_Z, CONTROL)
            assert "one" not in panel.form.text()

    arun(main())


def test_the_history_outlives_the_program(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.set_text('{"message": "yesterday"}')
            await it.run_tool()
        async with live(tmp_path) as it:
            panel = await started(it)
            await open_history(it)
            press(Qt.Key.Key_Return)
            assert panel.form.text() == '{"message": "yesterday"}'

    arun(main())


def test_a_value_is_named_pinned_and_forgotten_by_keys(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            for text in ("a", "b"):
                panel.form.set_text(f'{{"message": "{text}"}}')
                await it.run_tool()
            panel.form.focus_first()
            overlay = await open_history(it)
            press(Qt.Key.Key_Down)
            press(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
            press(Qt.Key.Key_F2)
            editor = overlay.findChild(QLineEdit, "value_name")
            assert editor is not None
            QTest.keyClicks(editor, "smoke test")
            QTest.keyClick(editor, Qt.Key.Key_Return)
            await it.until(overlay.edit.hasFocus, "the search again")
            place = panel._values._place()
            kept = it.program.history.values(place)
            assert [(one.arguments, one.name, one.pinned) for one in kept] == [
                ('{"message": "a"}', "smoke test", True),
                ('{"message": "b"}', "", False),
            ]
            press(Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
            assert [one.arguments for one in it.program.history.values(place)] == ['{"message": "b"}']
            press(Qt.Key.Key_Escape)
            assert not overlay.isVisible()

    arun(main())


def test_a_sample_fills_the_form(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it, "add")
            names = [one.objectName() for one in panel.form.fill_button.choices.actions()]
            assert names == ["fill_sample", "fill_sample_all", "fill_paste", "fill_start"]
            panel.form.fill_button.choices.actions()[0].trigger()
            call = await it.run_tool()
            assert call.status == "done"
            panel.form.fill_button.choices.actions()[3].trigger()
            assert panel.form.text() == "{}"

    arun(main())


def test_arguments_are_pasted_from_a_log_line_for_their_own_tool(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            QGuiApplication.clipboard().setText(
                '12:00 [info] {"jsonrpc":"2.0","id":1,"method":"tools/call",'
                '"params":{"name":"add","arguments":{"a":1.0,"b":2}}}'
            )
            press(Qt.Key.Key_V, BOTH)
            assert panel._key == "add"
            assert panel.form.text() == '{"a":1.0,"b":2}'
            QGuiApplication.clipboard().setText("b=3 a=4")
            press(Qt.Key.Key_V, BOTH)
            assert panel.form.text() == '{"b": 3, "a": 4}'

    arun(main())


def test_a_text_without_arguments_is_told_and_changes_nothing(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            await it.fill("mine")
            QGuiApplication.clipboard().setText("nothing of the kind")
            press(Qt.Key.Key_V, BOTH)
            assert '"mine"' in panel.form.text()
            notice = await it.find(QWidget, "tool_form_filled")
            assert "Paste" in notice.accessibleName()
            assert not panel.form.findChild(QPushButton, "tool_form_undo").isVisible()

    arun(main())


def test_a_row_of_the_timeline_is_dropped_on_the_form(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.set_text('{"message": "first"}')
            call = await it.run_tool()
            panel.form.set_text('{"message": "second"}')
            drop(panel.form, message_mime(it.program.journal.record(call.number).raw))
            assert panel.form.text().replace(" ", "") == '{"message":"first"}'

    arun(main())


def drop(widget: QWidget, data: QMimeData) -> None:
    """What Qt does when something is dragged in and let go."""
    place, copy = widget.rect().center(), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, copy, data, left, none)
    QApplication.sendEvent(widget, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(widget, QDropEvent(QPointF(place), copy, data, left, none))


def test_form_and_json_follow_each_other_side_by_side(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.choose_view("both")
            await it.fill("ab")
            editor, form = panel.form.editor, panel.form.form
            assert editor.text() == form.text() == '{\n  "message": "ab"\n}'
            text = '{"message": "typed as JSON", "n": 1.10}'
            edit = editor.edit
            edit.setFocus()
            edit.selectAll()
            QTest.keyClicks(edit, text)
            assert panel.form.text() == editor.text()
            await it.until(lambda: form.text() == editor.text(), "the form follows")

    arun(main())


def test_f4_goes_to_the_json_and_back(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.focus_first()
            press(Qt.Key.Key_F4)
            assert panel.form.view() == "json"
            assert panel.form.editor.isAncestorOf(QApplication.focusWidget())
            press(Qt.Key.Key_F4)
            assert panel.form.view() == "form"
            assert panel.form.form.isAncestorOf(QApplication.focusWidget())

    arun(main())


def test_nothing_is_kept_when_a_person_wants_it_so(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, keep_arguments=False) as it:
            panel = await started(it)
            panel.form.set_text('{"message": "private"}')
            await it.run_tool()
            assert it.program.history.values(panel._values._place()) == []

    arun(main())


def test_a_name_that_is_still_being_typed_is_sent(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.set_text('{"message": "a", "more": 1}')
            key = panel.form.findChild(QLineEdit, "field_more_key")
            assert key is not None
            key.setFocus()
            QTest.keyClicks(key, "2")
            press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            await it.ended_call(0)  # the tool takes what nobody asks for
            assert panel.form.text() == '{"message": "a", "more2": 1}'

    arun(main())


def test_who_types_goes_on_when_the_schema_is_another_one(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            await it.fill("ad")
            field = QApplication.focusWidget()
            press(Qt.Key.Key_Left)
            before = panel.shown("echo")
            assert before is not None
            news = replace(before, schema={**before.schema, "title": "news"})
            monkeypatch.setattr(panel, "shown", lambda _key: news)
            panel.refresh()
            assert QApplication.focusWidget() is not field
            QTest.keyClicks(QApplication.focusWidget(), "bc")
            assert panel.form.text() == '{\n  "message": "abcd"\n}'

    arun(main())


def test_arguments_that_were_cleared_stay_so_beside_another_tool(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            panel = await started(it)
            panel.form.choose_view("json")
            panel.form.editor.set_text("")
            panel.form.editor.changed.emit()
            await it.choose("add")
            await it.choose("echo")
            assert panel.form.text() == ""

    arun(main())
