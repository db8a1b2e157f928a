"""A form lays itself out once for all that is added to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from inspector.ui.forms.form import Form
from inspector.ui.forms.help import HelpText
from inspector.ui.forms.row import FieldRow
from inspector.ui.keyboard.tab_order import put_in_order
from inspector.ui.widgets.flow import Flow


@pytest.fixture
def form(form: Form) -> Form:
    """As narrow as forms are."""
    form.resize(440, 600)
    return form


class _Resized(QObject):
    """Counts how often rows get another size."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, FieldRow):
            self.count += 1
        return False


_ASKED: list[int] = []
_HEIGHT = Flow.heightForWidth


def _counted(flow: Flow, width: int) -> int:
    """Stays for good: layouts that live on for a moment after their test still call it."""
    _ASKED.append(width)
    return _HEIGHT(flow, width)


def test_a_section_of_many_rows_is_laid_out_once_when_it_opens(form: Form, qapp: QApplication) -> None:
    text = "A description that needs more lines than the two that are shown of it at first. " * 3
    part = {"type": "string", "description": text}
    section = {"type": "object", "properties": {f"p{number}": part for number in range(50)}}
    form.set_schema({"type": "object", "properties": {"s": section}})
    qapp.processEvents()
    watcher = _Resized()
    qapp.installEventFilter(watcher)
    row = form.row("/s")
    assert row is not None
    row.unfold()
    for _ in range(3):
        qapp.processEvents()
    qapp.removeEventFilter(watcher)
    assert len(form.rows()) == 22  # the first ones
    assert watcher.count <= 4 * 52  # each new row laid out for all would be 50 * 50


def test_a_long_help_text_is_cut_after_two_lines_and_whole_after_a_click(form: Form, qtbot: QtBot) -> None:
    long: Any = {"type": "string", "description": "word " * 200}
    form.set_schema({"type": "object", "properties": {"a": long, "b": {"type": "string"}}})
    form.grab()
    (found,) = form.findChildren(HelpText)
    assert found.shown_text().endswith("… ▾") and len(found.shown_text()) < 200
    cut = found.height()
    assert cut <= 2 * found.fontMetrics().lineSpacing() + 4
    found.mousePressEvent(None)  # type: ignore[arg-type]  # where does not matter
    assert found.shown_text() == found.text()
    qtbot.waitUntil(lambda: found.height() > 2 * cut)


def test_what_stands_deep_inside_is_asked_for_its_height_a_few_times(
    form: Form, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    part: dict[str, Any] = {"type": "boolean"}
    value: Any = True
    for _ in range(8):
        part = {"type": "object", "properties": {"in": part}}
        value = {"in": value}
    form.set_schema(part)
    form.set_text(json.dumps(value))
    monkeypatch.setattr(Flow, "heightForWidth", _counted)
    _ASKED.clear()
    for depth in range(1, 9):
        row = form.row("/in" * depth)
        assert row is not None
        row.unfold()
    for _ in range(3):
        qapp.processEvents()
    assert 0 < len(_ASKED) <= 18  # twice a level; as Qt does it, with the square of their number


def test_no_item_of_a_layout_is_left_to_be_taken_for_something_else(form: Form) -> None:
    """Once Python has seen one it keeps it for as long as the layout lives. When its widget dies, what is
    made next at its address is that item for Python: a crash some time later.
    Layouts of ours let go of theirs."""
    before = Shiboken.getAllValidWrappers()  # windows of other tests may be there still
    others = set(map(id, before))
    item = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"enum": [1, 2]}}}
    form.set_schema({"type": "object", "properties": {"l": {"type": "array", "items": item}}})
    form.set_text('{"l": [{"a": "x", "b": 1}, {"a": "y"}]}')
    put_in_order(form, QDialog)
    wrappers = Shiboken.getAllValidWrappers()
    flows = [flow for flow in wrappers if isinstance(flow, Flow)]
    ours = {id(flow.itemAt(number)) for flow in flows for number in range(flow.count())}
    made = [one for one in wrappers if id(one) not in others]
    assert made and not [one for one in made if isinstance(one, QWidgetItem) and id(one) not in ours]
