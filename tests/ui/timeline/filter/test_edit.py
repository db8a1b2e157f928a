"""The line of a filter: it judges while a user types, and never moves what is below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from inspector.trace.query.language import Compiled
from inspector.ui.loop.tasks import under_way
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip
from tests.conftest import Runner, Until
from tests.ui.strokes import strokes


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
def bench(qloop: object, qapp: QApplication) -> Iterator[Bench]:
    theme.install(qapp, "light")
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


def shown_actions(bench: Bench) -> set[str]:
    return {action.objectName() for action in bench.line.actions() if action.isVisible()}


def ground(bench: Bench) -> str:
    picture = bench.line.grab().toImage()
    return picture.pixelColor(picture.width() // 2, 4).name()


@pytest.mark.parametrize(
    ("text", "state", "role", "description", "signs"),
    [
        ("", "empty", "", "", set()),
        ("   ", "empty", "", "", {"filter_clear"}),
        ("is:error", "used", "ok", "Filter applied", {"filter_clear", "filter_sign"}),
        ("is:err", "wrong", "error", "column ", {"filter_clear", "filter_sign"}),
    ],
)
def test_ground_sign_and_words_say_what_is_thought_of_a_text(
    bench: Bench, text: str, state: str, role: str, description: str, signs: set[str]
) -> None:
    bench.line.setPlaceholderText("Filter the rows")
    bench.line.setText(text or "x")
    bench.line.setText(text)
    assert bench.line.verdict.state == state and shown_actions(bench) == signs
    assert bench.line.accessibleDescription().startswith(description)
    wanted = theme.tint(role, 0.12) if role else theme.color("base")
    assert ground(bench) == wanted.name()
    assert bool(bench.line.error_text()) is (state == "wrong")
    tip = bench.line.toolTip()
    assert ("Filter the rows" in tip) is (text == "") and ("column" in tip) is (state == "wrong")


def test_a_prepared_filter_looks_like_nothing_that_is_used_and_says_enter(bench: Bench) -> None:
    bench.line.prepare("is:error")
    assert ground(bench) == theme.color("base").name()
    [hint] = [one for one in strokes(bench.line) if one.how == "text"]
    assert hint.text == "Enter applies" and hint.side == "right"
    bench.line.prepare("is:error" + " and is:error" * 10)
    assert not [one for one in strokes(bench.line) if one.how == "text"], "there is no room for it"
    bench.line.clear()
    assert bench.line.verdict.state == "empty", "nothing is left to wait with"
    QTest.keyClicks(bench.line, "is:pending")
    assert bench.line.verdict.state == "used"


def test_a_wave_stands_under_the_place_that_is_wrong(bench: Bench) -> None:
    bench.line.setText("is:error and duration > fast")
    waves = [one for one in strokes(bench.line) if one.how == "line"]
    metrics = bench.line.fontMetrics()
    left = bench.line.place_of(24)
    width = metrics.horizontalAdvance("fast")
    assert abs(bench.line.place_of(24) - bench.line.place_of(0) - metrics.horizontalAdvance(
        "is:error and duration > "
    )) <= 2  # fmt: skip
    xs = [x for one in waves for x, _ in one.points]
    ys = {y for one in waves for _, y in one.points}
    assert min(xs) == left and left + width - 2 <= max(xs) <= left + width + 2 and len(ys) == 2
    bench.line.setText("is:error")
    assert not [one for one in strokes(bench.line) if one.how == "line"]


def test_names_that_a_session_has_not_seen_make_a_filter_doubtful(
    bench: Bench, arun: Runner, until: Until
) -> None:
    asked: list[str] = []

    def unseen(where: Compiled) -> str:
        asked.append(where.text)
        return "" if "echo" in where.text else "no such tool here"

    async def main() -> None:
        bench.window.activateWindow()
        await until(bench.line.hasFocus)
        bench.line.unseen = unseen
        bench.line.use("is:error")
        bench.line.use("")
        assert not under_way([bench.line]), "there is no name in it"
        bench.line.use("tool == echo")
        await until(lambda: asked == ["tool == echo"] and not under_way([bench.line]))
        assert bench.line.verdict.state == "used"
        bench.line.use("tool == nosuch")
        await until(lambda: bench.line.verdict.state == "doubtful")
        assert ground(bench) == theme.tint("warning", 0.12).name() and "filter_sign" in shown_actions(bench)
        assert bench.line.accessibleDescription() == "no such tool here"
        await until(lambda: bench.message() == "no such tool here")
        bench.line.use("tool == other")
        bench.line.use("is:error")
        await until(lambda: not under_way([bench.line]))
        assert bench.line.verdict.state == "used", "that was about another text"

    arun(main())


def test_what_is_meant_is_told_apart_from_what_is_on_the_way_to_it(bench: Bench) -> None:
    settled: list[str] = []
    entered: list[bool] = []
    bench.line.settled.connect(settled.append)
    bench.line.entered.connect(entered.append)
    bench.line.setText(" is:error ")
    assert (settled, entered) == ([], [])
    QTest.keyClick(bench.line, Qt.Key.Key_Return)
    QTest.keyClick(bench.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert settled == ["is:error"] * 2 and entered == [True, False]
    bench.line.setText("is:err")
    QTest.keyClick(bench.line, Qt.Key.Key_Return)
    bench.line.clear_filter()
    assert len(settled) == len(entered) == 2, "what is wrong, and nothing, is not meant"
    bench.line.setText("is:pending")
    QCoreApplication.sendEvent(bench.line, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.TabFocusReason))
    assert settled[2:] == ["is:pending"] and len(entered) == 2


def test_the_sign_says_what_is_wrong_and_nothing_is_said_over_something_else(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.window.activateWindow()
        await until(bench.line.hasFocus)
        sign = next(action for action in bench.line.actions() if action.objectName() == "filter_sign")
        bench.line.setText("is:err")
        sign.trigger()
        assert bench.message().startswith("column "), "at once"
        bench.line.keep_quiet(True)
        assert bench.message() == ""
        sign.trigger()
        assert bench.message() == ""
        bench.line.keep_quiet(False)
        await until(lambda: bench.message().startswith("column "))
        theme.notifier().changed.emit()
        assert bench.message() == "", "it was measured for another font"

    arun(main())


def hints(bench: Bench) -> list[str]:
    return [one.text for one in strokes(bench.line) if one.how == "text"]


def test_a_prepared_filter_says_enter_only_where_there_is_room(bench: Bench) -> None:
    bench.line.prepare("is:error")
    (hint,) = [one for one in strokes(bench.line) if one.how == "text"]
    assert (hint.text, hint.side, hint.colour) == ("Enter applies", "right", theme.color("accent").name())
    assert hint.rect.right() <= bench.line.width() - 40, "the signs stand at the end"
    bench.line.prepare("is:error and " * 10 + "is:call")
    assert hints(bench) == []
    bench.line.use("is:error")
    assert hints(bench) == []
    metrics, text = bench.line.fontMetrics(), "a"
    while metrics.horizontalAdvance(f"{text}a  Enter applies") < hint.rect.width():
        text += "a"
    for written, said in ((text, ["Enter applies"]), (f"{text}a", [])):
        bench.line.prepare(written)
        assert hints(bench) == said


def test_a_wish_is_used_or_waits_for_enter(bench: Bench) -> None:
    bench.line.use("is:error")
    bench.line.take(FilterRequest("is:call", "and"))
    assert bench.line.text() == "is:error and is:call" and bench.applied[-1] == "is:error and is:call"
    count = len(bench.applied)
    bench.line.take(FilterRequest("is:late", "or", apply=False))
    assert bench.line.text() == "is:error and is:call or is:late" and len(bench.applied) == count
    assert bench.line.verdict.state == "prepared"
    assert bench.line.cursorPosition() == len(bench.line.text()) and not bench.line.hasSelectedText()
    bench.line.setText("")
    assert bench.line.verdict.state == "empty", "an empty text waits for nothing"
    bench.line.setText("is:pending")
    assert bench.line.verdict.state == "used"


def test_what_is_wrong_is_told_to_others_and_what_is_used_has_a_tooltip_of_none(bench: Bench) -> None:
    bench.line.setPlaceholderText("for example")
    assert bench.line.error_text() == "" and bench.line.toolTip() == tooltip("")
    bench.line.setText("is:err")
    words = bench.line.error_text()
    assert words.startswith("column ") and bench.line.toolTip() == tooltip(words)
    assert bench.line.accessibleDescription() == words and not bench.line._apply_timer.isActive()
    bench.line.setText("is:error")
    assert (bench.line.error_text(), bench.line.toolTip()) == ("", tooltip(""))
    assert bench.line.accessibleDescription() == "Filter applied"
    assert bench.line._apply_timer.isActive()
    bench.line.setText("")
    assert bench.line.toolTip() == tooltip("for example")
    bench.line.use("")
    assert not bench.line._apply_timer.isActive() and bench.applied[-1] is None


def test_a_place_in_the_text_is_where_its_character_is(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.line.setText("is:error and is:call")
    metrics = bench.line.fontMetrics()
    start = bench.line.place_of(0)
    for column in (3, 9, 20):
        expected = start + metrics.horizontalAdvance(bench.line.text()[:column])
        assert bench.line.place_of(column) == expected
        bench.line.setCursorPosition(column)
        assert abs(bench.line.place_of(column) - expected) <= 1, "wherever the cursor is"
    bench.line.setText("x" * 500)
    bench.line.end(False)
    monkeypatch.setattr(bench.line, "cursorRect", lambda: QRect(bench.line.width() - 4, 2, 1, 20))
    assert bench.line.place_of(0) == 1, "it is scrolled away"
