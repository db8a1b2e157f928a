"""A JSON object that is ours or a user's own, and the controls that show it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.own_object import OwnObject, written
from inspector.ui.widgets.controls import Switch
from tests.ui.parts import the

pytestmark = pytest.mark.gui
OURS = {"roots": {}}


class Bench:
    def __init__(self, qtbot: QtBot) -> None:
        self.controls = QWidget()
        self.box = OwnObject("thing", "Capabilities", "From the settings", "A note.", self.controls)
        qtbot.addWidget(self.box)
        self.box.resize(400, 400)
        self.box.show()
        self.told: list[Any] = []
        self.box.changed.connect(lambda: self.told.append(self.box.shown()))

    def choose(self, side: str) -> None:
        the(self.box, Switch, "thing_source").choose(side)

    def type(self, text: str) -> None:
        self.box.editor.edit.setPlainText(text)


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return Bench(qtbot)


def test_ours_is_shown_to_read_and_counts_as_no_choice(bench: Bench) -> None:
    bench.box.start(OURS, None)
    assert not bench.box.is_own() and bench.box.value() is None and bench.box.shown() == OURS
    assert bench.box.editor.text() == written(OURS) and bench.box.editor.edit.isReadOnly()
    assert not bench.controls.isEnabled() and bench.told == [OURS]
    bench.box.set_ours({"sampling": {}})
    assert bench.box.shown() == {"sampling": {}} and bench.told[-1] == {"sampling": {}}


def test_an_own_object_can_be_changed_and_is_what_counts(bench: Bench) -> None:
    bench.box.start(OURS, {"own": 1})
    assert bench.box.is_own() and bench.box.value() == {"own": 1} and bench.controls.isEnabled()
    assert not bench.box.editor.edit.isReadOnly()
    bench.box.set_ours({"other": 2})
    assert bench.box.value() == {"own": 1}, "what is ours is not shown"
    bench.type('{"own": 2}')
    assert bench.box.value() == {"own": 2} and bench.told[-1] == {"own": 2}
    bench.box.put({"own": 3})
    assert bench.box.editor.text() == written({"own": 3}) and bench.box.value() == {"own": 3}


def test_the_first_own_choice_begins_with_ours_and_is_kept_when_somebody_looks_back(bench: Bench) -> None:
    bench.box.start(OURS, None)
    bench.choose("own")
    assert bench.box.value() == OURS and bench.controls.isEnabled()
    bench.type('{"mine": true}')
    bench.choose("ours")
    assert bench.box.value() is None and bench.box.shown() == OURS and not bench.controls.isEnabled()
    bench.choose("own")
    assert bench.box.value() == {"mine": True}
    bench.box.start(OURS, {})
    assert bench.box.value() == {}, "an empty object is a choice, too"


def test_the_controls_wait_while_the_json_is_mistyped(bench: Bench) -> None:
    bench.box.start(OURS, {"own": 1})
    for text, why in (
        ('{"own": ', "Capabilities: not JSON. "),
        ("[1]", "Capabilities: must be a JSON object."),
    ):
        bench.type(text)
        assert bench.box.shown() is None and not bench.controls.isEnabled()
        with pytest.raises(ValueError, match=re.escape(why)):
            bench.box.value()
        assert bench.box.editor.text() == text, "the text stays"
    bench.type("  ")
    assert bench.box.value() == {} and bench.controls.isEnabled()


def test_a_value_is_written_on_lines_or_on_one() -> None:
    assert written({"a": 1}) == '{\n  "a": 1\n}' and written({"a": [1, "ü"]}, False) == '{"a":[1,"ü"]}'


def test_it_says_what_it_is(bench: Bench) -> None:
    assert the(bench.box, Switch, "thing_source").accessibleName() == "Capabilities"
    assert bench.box.editor.edit.accessibleName() == "Capabilities as JSON"
    assert "A note." in [one.text() for one in bench.box.findChildren(QLabel)]
    spacing = bench.box.editor.edit.fontMetrics().lineSpacing()
    assert bench.box.editor.edit.minimumHeight() == 5 * spacing
    assert bench.box.editor.height() > bench.box.height() / 2
