"""Values from the server in the text lines of a form: when they are asked for, and what keys do then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.completion import Completion
from inspector.errors import ClosedError
from inspector.ui.forms import completion
from inspector.ui.forms.completion import ArgumentCompletion
from inspector.ui.forms.form import Form
from inspector.ui.widgets.completion_popup import CompletionPopup
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class Bench:
    """A form of two lines whose server the test is."""

    def __init__(self, qtbot: QtBot) -> None:
        self.offers = True
        self.asked: list[tuple[str, str]] = []
        self.found: Any = self.values("alpha", "beta")
        self.go = asyncio.Event()
        self.go.set()
        self.form = Form()
        self.form.set_schema({"type": "object", "properties": {key: {"type": "string"} for key in "ab"}})
        qtbot.addWidget(self.form)
        self.form.resize(400, 500)
        self.form.show()
        self.form.activateWindow()
        qtbot.waitUntil(self.form.isActiveWindow)
        self.line = the(self.form, QLineEdit, "field_a")
        self.other = the(self.form, QLineEdit, "field_b")
        self.other.setFocus()  # it is told of lines that get the keyboard from now on
        self.completion = ArgumentCompletion(self.form, self)

    @staticmethod
    def values(*values: str, **fields: Any) -> Completion:
        return Completion(
            values=values, **{"total": -1, "has_more": False, "answer": Answer(1, 2, b"{}"), **fields}
        )

    def offers_completion(self) -> bool:
        return self.offers

    async def propose(self, name: str, value: str) -> Completion:
        self.asked.append((name, value))
        await self.go.wait()
        if isinstance(self.found, Exception):
            raise self.found
        return self.found  # type: ignore[no-any-return]

    def popup(self) -> CompletionPopup | None:
        found = [one for one in self.form.window().findChildren(CompletionPopup) if one.isVisible()]
        return found[0] if found else None

    def shown(self) -> list[str]:
        popup = self.popup()
        return list(popup.values()) if popup is not None else []

    def marks(self) -> list[str]:
        actions = (one for line in (self.line, self.other) for one in line.actions())
        return [one.objectName() for one in actions if one.data() == "completion"]


@pytest.fixture
def bench(qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(completion, "_QUIET_MS", 0)
    made = Bench(qtbot)
    yield made
    made.completion.dismiss()


def test_lines_are_marked_where_the_server_completes(bench: Bench) -> None:
    assert bench.marks() == []
    bench.completion.adopt()
    bench.completion.adopt()
    assert bench.marks() == ["field_a_complete", "field_b_complete"], "each once"
    bench.offers = False
    bench.completion.adopt()
    assert bench.marks() == []
    bench.offers = True
    bench.line.setFocus()
    assert bench.marks() == ["field_a_complete"], "the one with the keyboard, too"


def test_typing_asks_and_enter_takes_what_is_chosen(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.line.setFocus()
        QTest.keyClicks(bench.line, "al")
        await until(bench.popup)
        assert bench.asked[-1] == ("a", "al") and bench.shown() == ["alpha", "beta"]
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        QTest.keyClick(bench.line, Qt.Key.Key_Up)
        QTest.keyClick(bench.line, Qt.Key.Key_Return)
        assert bench.line.text() == "alpha" and bench.popup() is None
        asked = len(bench.asked)
        QTest.keyClicks(bench.other, "x")
        assert len(bench.asked) == asked, "only the line with the keyboard asks"

    arun(main())


def test_a_server_that_does_not_complete_is_asked_on_purpose_only(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.offers = False
        bench.line.setFocus()
        QTest.keyClicks(bench.line, "al")
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        assert bench.asked == [] and not bench.completion._timer.isActive()
        for key, modifier in ((Qt.Key.Key_Space, CONTROL), (Qt.Key.Key_Down, ALT)):
            bench.asked.clear()
            QTest.keyClick(bench.line, key, modifier)
            await until(bench.shown)
            assert bench.asked == [("a", "al")]
            bench.completion.dismiss()
        assert bench.line.text() == "al"

    arun(main())


def test_down_opens_and_escape_closes(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.go.clear()
        bench.line.setFocus()
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        await until(lambda: bench.asked)
        assert bench.popup() is not None and bench.shown() == [], "it says that it asks"
        QTest.keyClick(bench.line, Qt.Key.Key_Escape)
        assert bench.popup() is None and bench.completion._asking is None
        bench.go.set()
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        await until(bench.shown)
        bench.other.setFocus()
        assert bench.popup() is None, "it goes with the keyboard"

    arun(main())


def test_an_answer_for_another_text_is_not_shown(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.go.clear()
        bench.line.setFocus()
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        await until(lambda: bench.asked)
        asking = bench.completion._asking
        assert asking is not None
        bench.line.blockSignals(True)  # nobody typed it, so nothing is asked for it
        bench.line.setText("changed")
        bench.line.blockSignals(False)
        bench.go.set()
        await until(asking.done)
        assert bench.shown() == []

    arun(main())


def test_nothing_found_and_a_refusal_are_told_to_who_asked_and_not_to_who_types(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        words: list[str] = []
        bench.line.setFocus()
        error = Answer(1, 2, error=b'{"code": -32602, "message": "no"}')
        for found in (bench.values(), bench.values(answer=error), ClosedError("gone")):
            bench.found = found
            bench.asked.clear()
            QTest.keyClick(bench.line, Qt.Key.Key_Space, CONTROL)
            asking = bench.completion._asking
            assert asking is not None
            await until(asking.done)
            popup = bench.popup()
            assert popup is not None
            words += [one.text() for one in popup.findChildren(QLabel) if one.text()]
            QTest.keyClicks(bench.line, "x")
            await until(lambda: len(bench.asked) == 2)
            await until(lambda: bench.popup() is None, what="the end of the drop-down")
        assert words == ["No suggestions from the server.", "✗ no (-32602)", "gone"]

    arun(main())


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Bench.values("a"), ("1 value", "muted")),
        (Bench.values("a", "b"), ("2 values", "muted")),
        (Bench.values("a", "b", total=2), ("2 values", "muted")),
        (Bench.values("a", "b", total=9), ("2 of 9", "muted")),
        (Bench.values("a", "b", has_more=True), ("2, more available", "muted")),
        (Bench.values("a", notes=("odd",)), ("1 value · ⚠ odd", "warning")),
        (Bench.values(), ("No suggestions from the server.", "muted")),
    ],
)
def test_what_came_is_counted(bench: Bench, found: Completion, words: tuple[str, str]) -> None:
    assert bench.completion._about(found) == words


def test_the_mark_opens_for_its_line_and_closes_again(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.completion.adopt()
        mark = the(bench.form, QAction, "field_b_complete")
        bench.line.setFocus()
        mark.trigger()
        await until(bench.shown)
        assert QApplication.focusWidget() is bench.other and bench.asked == [("b", "")]
        mark.trigger()
        assert bench.popup() is None

    arun(main())


def test_a_click_takes_a_value_and_the_keyboard_stays_in_the_line(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.line.setFocus()
        QTest.keyClick(bench.line, Qt.Key.Key_Down)
        await until(lambda: bench.shown() == ["alpha", "beta"])
        popup = bench.popup()
        assert popup is not None
        place = popup.view.visualRect(popup.view.model().index(1, 0)).center()
        QTest.mouseClick(popup.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert (
            bench.line.text() == "beta"
            and json.loads(bench.form.text()) == {"a": "beta"}
            and bench.popup() is None
        )
        assert bench.line.hasFocus() and len(bench.asked) == 1

    arun(main())


def test_pages_step_by_eight_and_other_chords_are_not_of_the_list(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.found = bench.values(*(f"v{number}" for number in range(20)))
        bench.line.setFocus()
        QTest.keyClick(bench.line, Qt.Key.Key_Space, CONTROL)
        await until(lambda: len(bench.shown()) == 20)
        popup = bench.popup()
        assert popup is not None
        seen = []
        for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Up):
            QTest.keyClick(bench.line, key)
            seen.append(popup.current())
        assert seen == ["v0", "v8", "v0", "v19"]
        QTest.keyClick(bench.line, Qt.Key.Key_Up, CONTROL)
        assert popup.current() == "v19"
        bench.form.resize(300, 400)
        await until(lambda: bench.popup() is None)

    arun(main())
