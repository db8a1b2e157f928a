"""What one server is told of us is chosen with boxes and fields, or written as JSON; both stay in step."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.transport import StdioTarget
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.servers.edit_server import EditServer
from inspector.ui.widgets.controls import Notice, Switch

pytestmark = pytest.mark.gui


class Dialog:
    """The dialog as a user uses it."""

    def __init__(self, qtbot: QtBot, **members: Any) -> None:
        self.qtbot = qtbot
        self.dialog = EditServer(Profile("x", StdioTarget("x"), **members), None, Settings())
        qtbot.addWidget(self.dialog)
        self.dialog.show_page("declare")
        self.dialog.show()

    def find(self, kind: type[Any], name: str) -> Any:
        widget = self.dialog.findChild(kind, name)
        assert widget is not None, name
        return widget

    def json(self, name: str = "declare_json") -> Any:
        text = self.find(JsonEditor, name).text()
        return json.loads(text)

    def tick(self, name: str) -> None:
        box = self.find(QCheckBox, name)
        assert box.isEnabled()
        box.click()

    def own(self, name: str = "declare_source") -> None:
        self.find(Switch, name).choose("own")

    def saved(self) -> Profile:
        with self.qtbot.waitSignal(self.dialog.saved) as told:
            self.find(QPushButton, "edit_save").click()
        profile: Profile = told.args[1]
        return profile


def test_what_is_not_touched_stays_as_in_the_settings(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot)
    assert dialog.json()["roots"] == {} and not dialog.find(QCheckBox, "declare_roots").isEnabled()
    assert dialog.saved() == Profile("x", StdioTarget("x"))


def test_the_settings_are_shown_for_the_chosen_revision(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot)
    dialog.find(QComboBox, "edit_era").setCurrentText("2025-03-26")
    assert dialog.json() == {"roots": {"listChanged": True}, "sampling": {}}
    assert not dialog.find(QCheckBox, "declare_elicitation").isChecked()
    assert "title" not in dialog.json("client_info_json")


def test_boxes_change_the_json_and_the_json_changes_the_boxes(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={"x": [1]})
    dialog.tick("declare_sampling_tools")
    assert dialog.json() == {"x": [1], "sampling": {"tools": {}}}
    assert dialog.find(QCheckBox, "declare_sampling").isChecked()
    dialog.find(JsonEditor, "declare_json").set_text('{"elicitation": {"url": {}}}')
    assert dialog.find(QCheckBox, "declare_elicitation_url").isChecked()
    assert not dialog.find(QCheckBox, "declare_sampling").isChecked()
    assert dialog.saved().capabilities == {"elicitation": {"url": {}}}


def test_an_extension_is_typed_by_its_identifier(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={})
    line = dialog.find(QLineEdit, "declare_extension")
    QTest.keyClicks(line, "vendor.example/x")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dialog.json() == {"extensions": {"vendor.example/x": {}}}
    assert line.text() == "" and dialog.dialog.isVisible()


def test_an_own_choice_begins_with_what_is_sent_and_survives_a_look_at_the_other_side(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot)
    dialog.own()
    dialog.tick("declare_sampling")
    switch = dialog.find(Switch, "declare_source")
    switch.choose("ours")
    assert "sampling" in dialog.json()
    switch.choose("own")
    assert "sampling" not in dialog.json() and "roots" in dialog.json()


def test_mistyped_json_is_said_and_kept_and_not_saved(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={})
    editor = dialog.find(JsonEditor, "declare_json")
    editor.set_text('{"roots": ')
    assert "Line 1" in dialog.find(QLabel, "json_editor_error").text() or editor.error_text()
    assert not dialog.find(QCheckBox, "declare_roots").isEnabled()
    dialog.find(QTabWidget, "edit_tabs").setCurrentIndex(0)
    with qtbot.assertNotEmitted(dialog.dialog.saved):
        dialog.find(QPushButton, "edit_save").click()
    assert "Capabilities: not JSON" in dialog.find(Notice, "edit_problem").text()
    tabs = dialog.find(QTabWidget, "edit_tabs")
    assert tabs.tabText(tabs.currentIndex()) == "Client capabilities"
    dialog.find(Switch, "declare_source").choose("ours")
    dialog.own()
    assert editor.text() == '{"roots": '


@pytest.mark.parametrize("name", ["declare_json", "client_info_json", "edit_meta"])
def test_what_is_no_object_is_not_saved(qtbot: QtBot, name: str) -> None:
    dialog = Dialog(qtbot, capabilities={}, client_info={})
    dialog.find(JsonEditor, name).set_text("[]")
    with qtbot.assertNotEmitted(dialog.dialog.saved):
        dialog.find(QPushButton, "edit_save").click()
    assert "must be a JSON object" in dialog.find(Notice, "edit_problem").text()


def test_client_info_is_typed_in_fields_and_keeps_other_members(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, client_info={"name": "me", "extra": 1})
    line = dialog.find(QLineEdit, "client_info_version")
    QTest.keyClicks(line, "2.0")
    name = dialog.find(QLineEdit, "client_info_name")
    name.selectAll()
    QTest.keyClick(name, Qt.Key.Key_Delete)
    assert dialog.saved().client_info == {"extra": 1, "version": "2.0"}


def test_extra_meta_is_saved_and_an_empty_one_is_none(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, meta={"a": 1})
    assert dialog.json("edit_meta") == {"a": 1}
    dialog.find(JsonEditor, "edit_meta").set_text('{"b": [2]}')
    assert dialog.saved().meta == {"b": [2]}
    dialog = Dialog(qtbot, meta={"a": 1})
    dialog.find(JsonEditor, "edit_meta").set_text(" ")
    assert dialog.saved().meta == {}


def test_every_box_and_field_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot)
    parts = [*dialog.dialog.findChildren(QCheckBox), *dialog.dialog.declare.findChildren(QLineEdit)]
    assert all(part.objectName() and part.accessibleName() for part in parts)
    assert isinstance(dialog.dialog.declare, QWidget)


def test_boxes_stand_in_lines_of_what_belongs_together(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={})
    place = {name: _place(dialog, f"declare_{name}") for name in _BOXES}
    tops = sorted({one.y() for one in place.values()})
    rows = [[name for name in _BOXES if place[name].y() == top] for top in tops]
    assert rows == [
        ["roots", "roots_changes"],
        ["sampling", "sampling_tools", "sampling_context"],
        ["elicitation", "elicitation_form", "elicitation_url"],
        ["tasks", "apps"],
    ]
    second = {place[name].x() for name in ("roots_changes", "sampling_tools", "elicitation_form", "tasks")}
    assert len(second) == 1, "they stand below each other"
    page = dialog.dialog.declare
    [heading] = [one for one in page.findChildren(QLabel) if one.text() == "Extensions"]
    top = heading.mapTo(page, heading.rect().center()).y()
    assert abs(top - place["tasks"].y() - dialog.find(QCheckBox, "declare_tasks").height() / 2) < 4
    tools = dialog.find(QCheckBox, "declare_sampling_tools")
    assert "sampling.tools" in tools.toolTip() and tools.accessibleName() == "with tools: sampling.tools"
    width = tools.width()
    dialog.dialog.resize(dialog.dialog.width() + 300, dialog.dialog.height())
    qtbot.waitUntil(lambda: page.width() > 700)
    assert tools.width() == width, "what is left is at the right"


_BOXES = (
    *("roots", "roots_changes", "sampling", "sampling_tools", "sampling_context"),
    *("elicitation", "elicitation_form", "elicitation_url", "tasks", "apps"),
)


def _place(dialog: Dialog, name: str) -> QPoint:
    box = dialog.find(QCheckBox, name)
    place: QPoint = box.mapTo(dialog.dialog.declare, QPoint())
    return place


def test_a_box_that_is_unticked_takes_its_member_away_alone(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={"sampling": {"tools": {}, "x": 1}, "roots": {}})
    dialog.tick("declare_sampling_tools")
    assert dialog.json() == {"sampling": {"x": 1}, "roots": {}}
    dialog.tick("declare_sampling")
    assert dialog.json() == {"roots": {}}
    dialog.tick("declare_roots_changes")
    assert dialog.json() == {"roots": {"listChanged": True}}


def test_an_extension_is_added_by_the_button_once_and_never_without_a_name(qtbot: QtBot) -> None:
    there = {"extensions": {"a.example/x": {"kept": 1}}}
    dialog = Dialog(qtbot, capabilities=there)
    line, add = dialog.find(QLineEdit, "declare_extension"), dialog.find(QPushButton, "declare_extension_add")
    assert not add.autoDefault() and add.x() > line.x()
    for typed in ("", "  ", "a.example/x"):
        line.setText(typed)
        add.click()
        assert dialog.json() == there
    assert line.text() == "", "it is there already"
    line.setText(" b.example/y ")
    add.click()
    assert dialog.json() == {"extensions": {"a.example/x": {"kept": 1}, "b.example/y": {}}}
    dialog.find(JsonEditor, "declare_json").set_text("{")
    line.setText("c.example/z")
    line.returnPressed.emit()
    assert line.text() == "c.example/z", "there is no object to add it to yet"


def test_another_revision_changes_what_is_declared_but_not_an_own_choice(qtbot: QtBot) -> None:
    dialog = Dialog(qtbot, capabilities={"x": {}})
    dialog.dialog.declare.set_revision("2025-03-26")
    assert dialog.json() == {"x": {}}
    dialog.find(Switch, "declare_source").choose("ours")
    assert dialog.json() == {"roots": {"listChanged": True}, "sampling": {}}
    assert dialog.find(QCheckBox, "declare_sampling").isChecked()
    assert dialog.dialog.declare.value() is None
