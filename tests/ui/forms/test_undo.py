"""Ctrl+Z in a field: its own first, and what is around the form hears of it where it has nothing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.keyboard.own_keys import REDO, UNDO
from tests.ui.form_driving import tool

CONTROL = Qt.KeyboardModifier.ControlModifier
SCHEMA = tool(
    {
        "line": {"type": "string"},
        "area": {"type": "string", "maxLength": 5000},
        "number": {"type": "number"},
        "date": {"type": "string", "format": "date"},
        "bytes": {"type": "string", "contentEncoding": "base64"},
        "search": {"enum": [f"value {number}" for number in range(30)]},
        "box": {"enum": [f"a fairly long value {number}" for number in range(9)]},
        "flag": {"type": "boolean"},
        "fixed": {"const": 1},
    }
)
TEXT = """{"line": "a", "area": "a\\nb", "number": 1, "date": "2026-01-01", "bytes": "YQ==",
"search": "value 1", "box": "a fairly long value 1", "flag": true, "fixed": 1, "extra": "e"}"""


class Around(QWidget):
    """What a form stands in."""

    def __init__(self) -> None:
        super().__init__()
        self.form = Form()
        self.heard: list[QKeyCombination] = []
        QVBoxLayout(self).addWidget(self.form)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.keyCombination() in (*UNDO, *REDO):
            self.heard.append(event.keyCombination())


@pytest.fixture
def around(qtbot: QtBot) -> Around:
    found = Around()
    qtbot.addWidget(found)
    found.resize(500, 700)
    found.form.set_schema(SCHEMA)
    found.form.set_text(TEXT)
    with qtbot.waitActive(found):
        found.show()
        found.activateWindow()
    return found


def press(qtbot: QtBot, keys: QKeyCombination) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, keys.key(), keys.keyboardModifiers())


@pytest.mark.parametrize("key", [*SCHEMA["properties"], "extra"])
def test_a_field_that_nobody_typed_in_leaves_the_keys_to_what_is_around(
    around: Around, qtbot: QtBot, key: str
) -> None:
    around.form.go_to(f"/{key}")
    before = around.form.text()
    for keys in (*UNDO, *REDO):
        press(qtbot, keys)
    assert around.heard == [*UNDO, *REDO] and around.form.text() == before


def test_so_does_the_name_of_a_property(around: Around, qtbot: QtBot) -> None:
    around.form.go_to("/extra", at_key=True)
    press(qtbot, UNDO[0])
    assert around.heard == [*UNDO]


@pytest.mark.parametrize("key", ["line", "area", "number", "date", "bytes"])
def test_what_was_typed_in_a_field_is_undone_there_first(around: Around, qtbot: QtBot, key: str) -> None:
    around.form.go_to(f"/{key}")
    before: Any = around.form.text()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_End, CONTROL)
    qtbot.keyClicks(QApplication.focusWidget(), "7")
    assert around.form.text() != before
    press(qtbot, UNDO[0])
    assert around.form.text() == before and not around.heard
    press(qtbot, UNDO[0])
    assert around.heard == [*UNDO] and around.form.text() == before


def test_what_is_searched_for_is_undone_in_the_search(around: Around, qtbot: QtBot) -> None:
    around.form.go_to("/search")
    box = around.form.findChild(QComboBox, "field_search")
    assert box is not None
    line = box.lineEdit()
    assert line is not None
    line.selectAll()
    qtbot.keyClicks(box, "nowhere")
    press(qtbot, UNDO[0])
    assert not around.heard and line.text() != "nowhere"


def test_a_part_as_json_has_its_own_first_as_well(around: Around, qtbot: QtBot) -> None:
    around.form.go_to("/number")
    row = around.form.row("/number")
    assert row is not None
    next(one for one in row.menu().actions() if one.objectName().endswith("_as_json")).trigger()
    press(qtbot, UNDO[0])
    assert around.heard == [*UNDO]
    qtbot.keyClicks(QApplication.focusWidget(), "2")
    press(qtbot, UNDO[0])
    assert around.form.text() == TEXT and around.heard == [*UNDO]
