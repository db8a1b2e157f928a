"""What the palette finds first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.windows.palette import Palette, PaletteEntry, best, score
from tests.ui.parts import the
from tests.ui.strokes import strokes


def _nothing() -> None:
    pass


def _entries(*names: str) -> list[PaletteEntry]:
    return [PaletteEntry("tool", name, "demo", _nothing) for name in names]


def _found(words: str, *names: str) -> list[str]:
    return [entry.name for entry in best(words, _entries(*names))]


def test_letters_must_be_there_in_order() -> None:
    assert _found("gti", "get-tiny-image", "image-get") == ["get-tiny-image"]
    assert score("xyz", "abc") == 0


def test_beginnings_of_words_count_more_than_letters_inside() -> None:
    assert _found("ti", "initiate", "get-tiny-image")[0] == "get-tiny-image"


def test_the_words_as_they_are_win() -> None:
    assert _found("echo", "each-of-our", "my echo tool", "echo")[0] == "echo"


def test_without_words_everything_is_there_in_its_order() -> None:
    assert _found("", "b", "a") == ["b", "a"]


def test_the_server_or_kind_is_found_too() -> None:
    assert _found("demo", "a") == ["a"]


def test_settings_come_last_and_are_found_by_the_beginnings_of_their_words() -> None:
    settings = [
        PaletteEntry("setting", "Keep secrets", "Where each one of them is stored", _nothing, last=True),
        PaletteEntry("setting", "Echo", "Show what is typed", _nothing, last=True),
    ]
    entries = [*settings, *_entries("echo", "each-of-our")]
    assert [entry.name for entry in best("echo", entries)] == ["echo", "each-of-our", "Echo"]
    assert [entry.name for entry in best("stor secr", settings)] == ["Keep secrets"]
    assert [entry.name for entry in best("keep", settings)] == ["Keep secrets"]
    assert not best("tored", settings)


# -- on the screen -----------------------------------------------------------------------------------------


class Bench:
    """A window with a palette over it, and a line that had the keyboard before."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.names = ["echo", "each-of-our", "other"]
        self.window = QWidget()
        self.window.resize(900, 600)
        self.line = QLineEdit(self.window)
        self.palette = Palette(self._gather, self.window)
        self.view = the(self.palette, QListView, "palette_list")
        self.edit = the(self.palette, QLineEdit, "palette_text")
        self.window.show()
        self.window.activateWindow()

    def _gather(self) -> list[PaletteEntry]:
        return [PaletteEntry("tool", name, "demo", partial(self.ran.append, name)) for name in self.names]

    def shown(self) -> list[str]:
        model = self.view.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def current(self) -> int:
        return self.view.currentIndex().row()


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench()
    qtbot.addWidget(made.window)
    qtbot.waitUntil(made.window.isActiveWindow)
    made.line.setFocus()
    yield made


@pytest.mark.gui
def test_letters_narrow_it_arrows_walk_and_enter_runs(bench: Bench) -> None:
    bench.palette.open()
    assert bench.edit.hasFocus() and bench.current() == 0
    assert bench.shown() == ["tool: echo", "tool: each-of-our", "tool: other"]
    QTest.keyClicks(bench.edit, "o")
    QTest.keyClick(bench.edit, Qt.Key.Key_Down)
    assert bench.current() == 1 and bench.edit.hasFocus() and bench.edit.text() == "o"
    QTest.keyClick(bench.edit, Qt.Key.Key_Up)
    assert bench.current() == 0
    QTest.keyClick(bench.edit, Qt.Key.Key_PageDown)
    assert bench.current() == 2
    wanted = bench.shown()[2].removeprefix("tool: ")
    QTest.keyClick(bench.edit, Qt.Key.Key_Return)
    assert bench.ran == [wanted] and not bench.palette.isVisible() and bench.line.hasFocus()


@pytest.mark.gui
def test_it_opens_empty_with_what_there_is_now(bench: Bench) -> None:
    bench.palette.open()
    QTest.keyClicks(bench.edit, "echo")
    QTest.keyClick(bench.edit, Qt.Key.Key_Escape)
    assert bench.ran == [] and not bench.palette.isVisible()
    bench.names = ["new"]
    bench.palette.open()
    assert bench.edit.text() == "" and bench.shown() == ["tool: new"]
    QTest.keyClick(bench.edit, Qt.Key.Key_Enter)
    assert bench.ran == ["new"]


@pytest.mark.gui
def test_what_is_not_found_is_said_and_enter_runs_nothing(bench: Bench) -> None:
    bench.palette.open()
    nothing = the(bench.palette, QLabel, "palette_nothing")
    assert not nothing.isVisible()
    QTest.keyClicks(bench.edit, "qq ")
    assert nothing.isVisible() and nothing.text() == "No results for “qq”" and bench.shown() == []
    QTest.keyClick(bench.edit, Qt.Key.Key_Return)
    assert bench.ran == [] and bench.palette.isVisible()
    bench.edit.clear()
    assert not nothing.isVisible() and bench.current() == 0


@pytest.mark.gui
def test_a_click_runs_and_going_elsewhere_closes_it(bench: Bench) -> None:
    bench.palette.open()
    rect = bench.view.visualRect(bench.view.model().index(1, 0))
    QTest.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert bench.ran == ["each-of-our"]
    bench.palette.open()
    bench.line.setFocus()
    assert not bench.palette.isVisible()


@pytest.mark.gui
def test_a_row_has_its_kind_its_name_and_what_it_belongs_to(bench: Bench) -> None:
    bench.names = ["echo", "n" * 200]
    bench.palette.open()
    row = theme.row_height() + 2
    assert bench.view.height() == 12 * row
    painted = [one for one in strokes(bench.view.viewport()) if one.how == "text"]
    first, second = painted[:3], painted[3:6]
    assert [one.text for one in first] == ["tool", "echo", "demo"]
    assert [one.colour for one in first] == [theme.color(role).name() for role in ("muted", "text", "muted")]
    lefts = [one.rect.left() for one in first]
    assert lefts[0] == theme.px(12) and lefts[1] == theme.px(100) < lefts[2] and first[2].side == "right"
    assert second[1].text.endswith("…") and second[1].rect.top() == first[1].rect.top() + row
    fills = [one for one in strokes(bench.view.viewport()) if one.how == "fill"]
    assert [one.colour for one in fills] == [theme.color("selection").name()], "the first is chosen"


def test_scores_by_hand() -> None:
    assert score("", "anything") == 1.0
    assert score("a", "ab") == (4 + 8) / (1 + 2 / 80)
    assert score("b", "ab") == (1 + 4) / (1 + 2 / 80)
    assert score("ac", "abc") == (4 + 1) / (1 + 3 / 80)
    assert score("a c", "abc") == (4 + 1) / (1 + 3 / 80)
    assert score("bc", "a bc") == (4 + 3 + 16) / (1 + 4 / 80)


def test_a_name_counts_more_than_where_it_belongs_and_so_many_are_shown() -> None:
    entries = [PaletteEntry("tool", "x", "echo", _nothing), PaletteEntry("tool", "echo", "demo", _nothing)]
    assert [entry.name for entry in best(" ECHO ", entries)] == ["echo", "x"]
    assert len(best("", _entries(*map(str, range(150))))) == 100
    assert [entry.name for entry in best("", _entries("b", "a", "c"), limit=2)] == ["b", "a"]
