"""One line of the doctor's list: its head, what unfolds below it, and what its fixes ask."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.doctor.checks import Check, Fact
from inspector.core.doctor.fixes import Fix
from inspector.ui.servers.doctor.row import CheckRow
from inspector.ui.widgets import theme
from tests.ui.parts import the
from tests.ui.tints import tinted

pytestmark = pytest.mark.gui
LEFT = Qt.MouseButton.LeftButton


class Bench:
    def __init__(self, qtbot: QtBot, check: Check, width: int = 600) -> None:
        self.row = CheckRow(check)
        qtbot.addWidget(self.row)
        self.row.resize(width, 300)
        self.row.show()
        self.row.activateWindow()
        qtbot.waitUntil(self.row.isActiveWindow)
        self.wanted: list[tuple[Fix, str]] = []
        self.row.fix_wanted.connect(lambda fix, typed: self.wanted.append((fix, typed)))

    @property
    def head(self) -> QWidget:
        return the(self.row, QWidget, f"check_head_{self.row.check.id}")

    def body(self) -> QWidget | None:
        found = [
            one
            for one in self.row.findChildren(QWidget, f"check_body_{self.row.check.id}")
            if one.isVisible()
        ]
        return found[0] if found else None

    def words(self) -> list[str]:
        return [one.text() for one in self.row.findChildren(QLabel) if one.isVisible() and one.text()]


def check(**fields: Any) -> Check:
    return Check(**{"id": "path", "title": "The command", "state": "ok", "said": "it is there", **fields})


def fix(**fields: Any) -> Fix:
    return Fix(**{"kind": "launch", "title": "Use it", **fields})


def test_the_line_says_what_was_looked_at_what_came_of_it_and_how_long_it_took(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check(duration_ns=1_500_000_000))
    assert bench.words() == ["The command", "it is there", "1.50 s"]
    assert bench.head.accessibleName() == "The command, OK. it is there"
    bench.row.show_check(check(duration_ns=999_999))
    assert bench.words() == ["The command", "it is there"], "what took no time says none"
    bench.row.show_check(check(duration_ns=1_000_000))
    assert bench.words()[-1] == "1.0 ms"


@pytest.mark.parametrize(
    ("state", "spoken", "role"),
    [
        ("waiting", "waiting", "muted"),
        ("running", "running", "muted"),
        ("ok", "OK", "muted"),
        ("warning", "warning", "warning"),
        ("failed", "failed", "error"),
        ("skipped", "skipped", "muted"),
    ],
)
def test_a_state_is_seen_and_spoken(qtbot: QtBot, state: str, spoken: str, role: str) -> None:
    bench = Bench(qtbot, check(state=state))
    assert f"The command, {spoken}." in bench.head.accessibleName()
    [said] = [one for one in bench.row.findChildren(QLabel) if one.text() == "it is there"]
    assert tinted(said, role)


def test_what_has_no_details_does_not_unfold(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check())
    assert not bench.row.has_details
    QTest.mouseClick(bench.head, LEFT)
    bench.row.unfold()
    assert bench.body() is None
    for more in ({"facts": (Fact("a", "b"),)}, {"explanation": "why"}, {"fixes": (fix(),)}):
        bench.row.show_check(check(**more))
        assert bench.row.has_details


def test_a_press_unfolds_and_another_folds_and_a_new_state_is_folded(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check(explanation="why it is so"))
    signs = [one.pixmap().cacheKey() for one in bench.row.findChildren(QLabel) if not one.pixmap().isNull()]
    for press in (
        lambda: QTest.mouseClick(bench.head, LEFT),
        lambda: QTest.keyClick(bench.head, Qt.Key.Key_Return),
        lambda: QTest.keyClick(bench.head, Qt.Key.Key_Space),
    ):
        press()
        assert bench.body() is not None and "why it is so" in bench.words()
        press()
        assert bench.body() is None
    QTest.mouseClick(bench.head, Qt.MouseButton.RightButton)
    QTest.keyClick(bench.head, Qt.Key.Key_A)
    assert bench.body() is None
    bench.row.unfold()
    now = [one.pixmap().cacheKey() for one in bench.row.findChildren(QLabel) if not one.pixmap().isNull()]
    assert now != signs, "the sign at the end says that it is open"
    bench.row.show_check(check(explanation="another"))
    assert bench.body() is None
    bench.row.toggle()
    assert "another" in bench.words() and "why it is so" not in bench.words()


def test_only_what_the_line_had_to_cut_is_said_again_below(qtbot: QtBot) -> None:
    said = "a long sentence that has no room in a narrow line " * 3
    bench = Bench(qtbot, check(said=said, explanation="why"), width=300)
    qtbot.waitUntil(lambda: bench.row._said.toolTip() != "")
    bench.row.unfold()
    assert bench.words().count(said) == 2
    wide = Bench(qtbot, check(explanation="why"))
    wide.row.unfold()
    assert wide.words().count("it is there") == 1


def test_facts_are_named_and_lines_of_output_stand_alone(qtbot: QtBot) -> None:
    facts = (
        Fact("Place", "/bin/true"),
        Fact("Empty", ""),
        Fact("Output", "\n".join(f"\x1b[31mline {number}\x1b[0m" for number in range(30))),
        Fact("A name that is far too long to stand in a column of names at the left", "x"),
    )
    bench = Bench(qtbot, check(facts=facts))
    bench.row.unfold()
    words = bench.words()
    assert words[words.index("Place") + 1] == "/bin/true" and "–" in words
    [value] = [one for one in bench.row.findChildren(QLabel) if one.text() == "/bin/true"]
    assert value.accessibleName() == "Place: /bin/true"
    assert value.textFormat() == Qt.TextFormat.PlainText and value.wordWrap()
    output = the(bench.row, QPlainTextEdit, "check_output")
    assert output.toPlainText().splitlines()[0] == "line 0" and output.isReadOnly()
    assert output.accessibleName() == "Output" and output.tabChangesFocus()
    assert QFontInfo(output.font()).fixedPitch()
    lines = output.height() / output.fontMetrics().lineSpacing()
    assert 10 < lines < 13, "ten of them, and a bar"
    [long] = [one for one in bench.row.findChildren(QLabel) if one.text() == facts[3].name]
    assert long.wordWrap() and long.width() == theme.px(180)


def test_a_fix_is_wanted_at_once_or_with_what_it_asks(qtbot: QtBot) -> None:
    plain, asking = fix(), fix(title="Give it", asks="A token", secret=True)
    bench = Bench(qtbot, check(fixes=(plain, asking)))
    bench.row.unfold()
    the(bench.row, QPushButton, "fix_path_0").click()
    assert bench.wanted == [(plain, "")]
    line, button = the(bench.row, QLineEdit, "fix_value_path_1"), the(bench.row, QPushButton, "fix_path_1")
    assert line.echoMode() == QLineEdit.EchoMode.Password and line.placeholderText() == "A token"
    assert line.accessibleName() == "A token"
    line.setText("  ")
    button.click()
    assert len(bench.wanted) == 1 and line.hasFocus()
    line.setText(" t0ken ")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert bench.wanted[1:] == [(asking, "t0ken")]
    assert not button.autoDefault() and button.x() > line.x()
    open_text = Bench(qtbot, check(fixes=(fix(asks="A path"),)))
    open_text.row.unfold()
    assert the(open_text.row, QLineEdit, "fix_value_path_0").echoMode() == QLineEdit.EchoMode.Normal


def test_the_line_is_cut_before_its_time_and_stands_in_columns(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check(said="a sentence " * 30, duration_ns=1_500_000_000, explanation="why"))
    QApplication.processEvents()
    title, said, took = (
        next(one for one in bench.row.findChildren(QLabel) if one.text().startswith(text))
        for text in ("The command", "a sentence", "1.50 s")
    )
    assert title.x() < said.x() < took.x() and title.width() == title.sizeHint().width()
    width, right = said.width(), bench.row.width() - took.geometry().right()
    bench.row.resize(800, 300)
    QApplication.processEvents()
    assert said.width() == width + 200 and bench.row.width() - took.geometry().right() == right
    assert title.font().bold()
    assert bench.head.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert bench.head.cursor().shape() == Qt.CursorShape.PointingHandCursor
    bench.row.unfold()
    body = bench.body()
    assert body is not None and body.y() >= bench.head.geometry().bottom()
    [why] = [one for one in body.findChildren(QLabel) if one.text() == "why"]
    assert why.x() == theme.px(32) and why.wordWrap()
    assert why.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse


def test_the_line_with_the_keyboard_has_a_frame(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check())
    bench.head.clearFocus()
    corner = bench.head.grab().toImage().pixelColor(0, 0).name()
    bench.head.setFocus()
    qtbot.waitUntil(bench.head.hasFocus)
    framed = bench.head.grab().toImage()
    assert corner != framed.pixelColor(0, 0).name() == theme.color("accent").name()
    edge = framed.pixelColor(bench.head.width() - 1, bench.head.height() - 1).name()
    assert edge == theme.color("accent").name()
    QTest.keyClick(bench.head, Qt.Key.Key_Enter)
    assert bench.body() is None, "there is nothing to unfold"


def test_a_fix_without_a_question_is_a_small_button_and_one_with_a_line_fills_it(qtbot: QtBot) -> None:
    bench = Bench(qtbot, check(fixes=(fix(), fix(title="Give it", asks="A token"))))
    bench.row.unfold()
    QApplication.processEvents()
    small, give = (the(bench.row, QPushButton, f"fix_path_{place}") for place in range(2))
    line = the(bench.row, QLineEdit, "fix_value_path_1")
    assert small.x() == 0 and small.width() == small.sizeHint().width()
    assert line.x() == 0 and line.width() > 300 and give.geometry().right() == give.parentWidget().width() - 1
    body = bench.body()
    assert body is not None and [one.y() for one in (small.parentWidget(), give.parentWidget())] == sorted(
        {small.parentWidget().y(), give.parentWidget().y()}
    )


def test_facts_stand_in_two_columns_below_what_to_do(qtbot: QtBot) -> None:
    facts = (Fact("A", "x"), Fact("Longer", "y"), Fact("Out", "1\n2"), Fact("Last", "z"))
    bench = Bench(qtbot, check(facts=facts, fixes=(fix(),)))
    bench.row.unfold()
    QApplication.processEvents()
    places = {
        one.text(): one.geometry()
        for one in bench.row.findChildren(QLabel)
        if one.text() in ["A", "Longer", "x", "y", "Out", "Last", "z"]
    }
    assert places["x"].left() == places["y"].left() == places["z"].left() > places["Longer"].right()
    assert (
        places["A"].top() == places["x"].top() < places["y"].top() < places["Out"].top() < places["z"].top()
    )
    output = the(bench.row, QPlainTextEdit, "check_output")
    assert output.x() == 0 and output.width() == output.parentWidget().width()
    assert places["Out"].bottom() < output.y() < places["Last"].top()
    assert output.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    button = the(bench.row, QPushButton, "fix_path_0").parentWidget()
    assert button is not None and button.y() < output.parentWidget().y()
    lines = output.height() / output.fontMetrics().lineSpacing()
    assert 2 < lines < 5, "no more room than it needs"


def test_path_is_explained_where_a_check_names_it(qtbot: QtBot) -> None:
    def labels(check: Check) -> list[str]:
        bench = Bench(qtbot, check)
        bench.row.toggle()
        return [label.text() for label in bench.row.findChildren(QLabel)]

    fix = Fix("variable", "Use the PATH of the login shell", name="PATH", value="/bin")
    assert "PATH" in labels(Check("found", "Found", "failed", "It is missing.", fixes=(fix,)))
    assert "PATH" not in labels(
        Check("found", "Found", "failed", "It is missing.", explanation="Install it.")
    )
