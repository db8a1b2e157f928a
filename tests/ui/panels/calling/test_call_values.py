"""Arguments from history, samples, the clipboard and a drop; form and JSON beside each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.storage import value_history
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.ui.panels.calling.call_form import CallForm, FormNames
from inspector.ui.panels.calling.call_values import CallValues
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.calling.value_overlay import ValueOverlay
from inspector.ui.session.dragged import message_mime
from inspector.ui.widgets.controls import Notice
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
            assert names[:4] == ["fill_sample", "fill_sample_all", "fill_paste", "fill_start"]
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


# -- without the program -----------------------------------------------------------------------------------

SAID = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}


class Desk:
    def __init__(self, qtbot: QtBot) -> None:
        self.form = CallForm(FormNames("tool_form", "switch", "run", "cancel", "Run"), 60.0)
        qtbot.addWidget(self.form)
        self.history = ValueHistory()
        client: Any = SimpleNamespace(profile=SimpleNamespace(name="demo"))
        self.settings: Any = SimpleNamespace(keep_arguments=True)
        self.values = CallValues(self.form, self.history, client, "ToolsPanel", self.settings)
        self.form.set_schema(SAID)
        self.form.set_enabled(True)
        self.values.show("echo", SAID)
        self.form.show()

    def said(self) -> str:
        notice = self.form.findChild(Notice, "tool_form_filled")
        assert notice is not None
        return notice.text() if notice.isVisible() else ""

    def entry(self, name: str) -> QAction:
        found = self.form.fill_button.choices.findChild(QAction, name)
        assert found is not None
        return found


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(qtbot)
    yield made
    made.history.close()


def test_the_menu_fills_in_samples_pastes_and_starts_over(desk: Desk) -> None:
    names = [one.objectName() for one in desk.form.fill_button.choices.actions()]
    assert names == ["fill_sample", "fill_sample_all", "fill_paste", "fill_start", "", "form_add_property"]
    assert desk.entry("fill_paste").text().endswith("\tCtrl+Shift+V")
    desk.entry("fill_sample").trigger()
    assert list(json.loads(desk.form.text())) == ["a"]
    assert desk.said() == "Filled with sample values from the schema."
    desk.entry("fill_sample_all").trigger()
    assert list(json.loads(desk.form.text())) == ["a", "b"]
    QGuiApplication.clipboard().setText('{"a": "pasted"}')
    desk.entry("fill_paste").trigger()
    assert json.loads(desk.form.text()) == {"a": "pasted"} and desk.said().startswith("Filled in from: ")
    desk.entry("fill_start").trigger()
    assert json.loads(desk.form.text()) == {} and desk.said() == "Form cleared."
    desk.values.show("other", SAID)
    assert desk.said() == "", "it is about another one"


def test_twenty_fills_are_undone_one_by_one_and_redone(desk: Desk) -> None:
    texts = [json.dumps({"a": str(number)}) for number in range(25)]
    changed = QSignalSpy(desk.form.text_changed)
    for text in texts:
        desk.values.fill(text, "filled")
    assert changed.count() == 25
    desk.values.fill(texts[-1], "again")
    assert changed.count() == 25 and desk.said() == "filled", "the same is no fill"
    for text in reversed(texts[4:-1]):
        desk.form.undo_wanted.emit()
        assert desk.form.text() == text and desk.said() == ""
    desk.form.undo_wanted.emit()
    assert desk.form.text() == texts[4], "so many are kept"
    desk.form.redo_wanted.emit()
    assert desk.form.text() == texts[5] and desk.said() == "Restored."
    desk.form.undo_wanted.emit()
    desk.form.set_text('{"a": "typed"}')
    desk.form.redo_wanted.emit()
    assert desk.form.text() == '{"a": "typed"}', "what was typed since is not lost"
    desk.values.show("other", SAID)
    desk.form.undo_wanted.emit()
    assert desk.form.text() == '{"a": "typed"}', "fills of another one"


def test_arguments_of_another_tool_go_there(desk: Desk) -> None:
    told = QSignalSpy(desk.values.other_tool)
    for name in ("echo", "other"):
        call = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": name, "arguments": {"a": name}},
        }
        desk.form.arguments_dropped.emit(json.dumps(call))
    assert json.loads(desk.form.text()) == {"a": "echo"}
    assert told.count() == 1 and told.at(0)[0] == "other" and json.loads(told.at(0)[1]) == {"a": "other"}
    before = desk.form.text()
    QGuiApplication.clipboard().setText("nothing of the kind")
    desk.form.paste_wanted.emit()
    assert desk.form.text() == before and desk.said() != ""


@pytest.mark.parametrize(
    ("item", "arguments", "kept"),
    [("echo", '{"a": "x"}', True), ("echo", " {} ", False), ("echo", "  ", False), ("", '{"a": "x"}', False)],
)
def test_what_was_called_is_kept_unless_it_is_nothing(
    desk: Desk, item: str, arguments: str, kept: bool
) -> None:
    desk.values.show(item, SAID)
    desk.values.used(arguments)
    assert bool(desk.history.values(ArgumentsPlace("demo", "ToolsPanel", item))) is kept


def test_the_history_opens_once_and_only_for_something(desk: Desk) -> None:
    desk.values.show("", None)
    desk.form.history_button.click()
    assert desk.form.findChildren(ValueOverlay) == []
    desk.values.show("echo", SAID)
    desk.values.used('{"a": "x"}')
    for _ in range(2):
        desk.form.history_button.click()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        [overlay] = desk.form.findChildren(ValueOverlay)
    assert overlay.isVisible()
    overlay.chosen.emit('{"a": "used"}')
    assert desk.form.text() == '{"a": "used"}' and desk.said() == "Filled in from recent arguments."
