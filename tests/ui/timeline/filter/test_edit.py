"""The line of a filter: it judges while a user types, and never moves what is below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from inspector.trace.query.language import Compiled
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.timeline.filter.edit import FilterEdit
from tests.conftest import Runner, Until


class Bench:
    """A line in a window, and what it applied."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.line = FilterEdit("filter", self.window)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.line)
        layout.addStretch(1)
        self.window.resize(500, 200)
        self.applied: list[str | None] = []
        self.line.applied.connect(self._hear)
        self.window.show()
        self.line.setFocus()

    def _hear(self, where: Compiled | None) -> None:
        self.applied.append(where.text if where is not None else None)

    def message(self) -> str:
        frame = self.window.findChild(QFrame, "filter_message")
        return frame.accessibleName() if frame is not None and frame.isVisible() else ""


def committed(text: str) -> QInputMethodEvent:
    """What an input method sends when a user is done with a word."""
    event = QInputMethodEvent()
    event.setCommitString(text)
    return event


@pytest.fixture
def bench(qloop: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    made.window.close()
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_what_is_typed_is_used_without_enter(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        QTest.keyClicks(bench.line, "tool == ")
        QCoreApplication.sendEvent(bench.line, committed("한글"))  # as an input method does
        assert bench.line.verdict.state == "used"
        await until(lambda: bench.applied[-1:] == ["tool == 한글"])

    arun(main())


def test_a_mistake_says_its_column_and_nothing_is_applied(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.window.activateWindow()
        await until(bench.line.hasFocus)
        QTest.keyClicks(bench.line, "is:error and duration > fast")
        assert (bench.line.verdict.state, bench.line.verdict.column) == ("wrong", 24)
        await until(lambda: bench.message().startswith("column 25:"))
        assert bench.line.accessibleDescription() == bench.message()
        QTest.keyClick(bench.line, Qt.Key.Key_Return)
        assert bench.applied == []
        bench.line.selectAll()
        QTest.keyClicks(bench.line, "x")
        assert bench.message() == ""

    arun(main())


def test_a_prepared_filter_waits_for_enter_while_it_is_changed(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.line.use("tool == echo")
        bench.line.take(FilterRequest("is:error", "and not", apply=False))
        QTest.keyClicks(bench.line, " or x")
        assert bench.line.verdict.state == "prepared"
        assert "Enter" in bench.line.accessibleDescription()
        assert not bench.line._apply_timer.isActive()
        assert bench.applied == ["tool == echo"]
        QTest.keyClick(bench.line, Qt.Key.Key_Return)
        assert bench.applied == ["tool == echo", "tool == echo and not is:error or x"]
        assert bench.line.verdict.state == "used"

    arun(main())


def test_escape_gives_back_what_is_used_then_clears_then_leaves(bench: Bench) -> None:
    left: list[int] = []

    def hear() -> None:
        left.append(1)

    bench.line.left.connect(hear)
    bench.line.use("tool == echo")
    bench.line.prepare("is:error")
    QTest.keyClick(bench.line, Qt.Key.Key_Escape)
    assert (bench.line.text(), bench.line.verdict.state) == ("tool == echo", "used")
    QTest.keyClick(bench.line, Qt.Key.Key_Escape)
    assert (bench.line.text(), bench.applied[-1], left) == ("", None, [])
    QTest.keyClick(bench.line, Qt.Key.Key_Escape)
    assert left == [1]


def test_a_wish_replaces_what_cannot_be_read(bench: Bench) -> None:
    bench.line.setText('tool == "')
    bench.line.take(FilterRequest("is:error"))
    assert bench.applied == ["is:error"]


def test_the_sign_of_a_prepared_filter_applies_it(bench: Bench) -> None:
    bench.line.prepare("is:error")
    sign = next(action for action in bench.line.actions() if action.objectName() == "filter_sign")
    assert sign.isVisible()
    sign.trigger()
    assert bench.applied == ["is:error"]
