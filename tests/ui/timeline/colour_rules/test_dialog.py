"""The dialog of colour rules: what it shows of a rule, and what each of its buttons does to the order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.trace.annotations import ColourRule, rules_to_json
from inspector.ui.timeline.colour_rules.dialog import ColourRulesDialog
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
A, B, C = (
    ColourRule(name, f"method:{name}", colour) for name, colour in zip("abc", theme.GROUNDS, strict=False)
)


class Rules(QObject):
    """As the timeline has them."""

    changed = Signal()

    def __init__(self, rules: Sequence[ColourRule]) -> None:
        super().__init__()
        self.rules, self.on = tuple(rules), True
        self.told: list[str] = []

    def set_rules(self, rules: Sequence[ColourRule]) -> None:
        self.told.append("rules")
        self.rules = tuple(rules)
        self.changed.emit()

    def set_on(self, on: bool) -> None:
        self.on = on
        self.changed.emit()

    def keep_as_default(self) -> None:
        self.told.append("default")

    def reset(self) -> None:
        self.told.append("reset")


class Hands:
    """The dialog on the screen, over rules that stand in for those of a timeline."""

    def __init__(self, qtbot: QtBot, rules: Sequence[ColourRule]) -> None:
        self.rules = Rules(rules)
        self.host = QWidget()
        qtbot.addWidget(self.host)
        self.dialog = ColourRulesDialog(self.rules, self.host)  # type: ignore[arg-type]
        self.dialog.show()
        self.list = self.dialog.list

    def press(self, key: str) -> None:
        button = self.button(key)
        assert button.isEnabled() and button.isVisible(), key
        button.click()

    def button(self, key: str) -> QPushButton:
        return the(self.dialog, QPushButton, f"colour_rules_{key}")

    def line(self, key: str) -> QLineEdit:
        return the(self.dialog, QLineEdit, f"colour_rule_{key}")

    @property
    def colour(self) -> QComboBox:
        return the(self.dialog, QComboBox, "colour_rule_colour")

    def lines(self) -> list[str]:
        return [self.list.item(at).text() for at in range(self.list.count())]

    def usable(self) -> list[str]:
        return [key for key in ("delete", "up", "down") if self.button(key).isEnabled()]

    def names(self) -> str:
        return " ".join(rule.name for rule in self.rules.rules)


@pytest.fixture
def hands(qtbot: QtBot, qapp: QApplication) -> Hands:
    theme.install(qapp, "light")
    return Hands(qtbot, [A, B, C])


def test_a_rule_is_shown_with_its_colour_and_whether_it_counts(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    off = msgspec.structs.replace(B, enabled=False)
    made = Hands(qtbot, [A, off, ColourRule("", "kind:x", "teal")])
    assert made.lines() == ["a", "b", "kind:x"]
    item, muted = made.list.item(0), made.list.item(1)
    assert "method:a" in item.toolTip() and not item.icon().isNull()
    assert item.background().color() == theme.ground(A.colour)
    assert [one.checkState() for one in (item, muted)] == [Qt.CheckState.Checked, Qt.CheckState.Unchecked]
    assert [one.foreground().color() for one in (item, muted)] == [theme.color("text"), theme.color("muted")]
    assert the(made.dialog, QCheckBox, "colour_rules_on").isChecked()
    ground = item.icon().pixmap(28, 14).toImage().pixelColor(14, 7)
    assert ground == theme.ground(A.colour)


def test_the_chosen_rule_stands_in_the_fields(hands: Hands) -> None:
    assert (hands.line("name").text(), hands.line("filter").text()) == ("a", "method:a")
    hands.list.setCurrentRow(2)
    assert (hands.line("name").text(), hands.line("filter").text()) == ("c", "method:c")
    assert hands.colour.currentData() == C.colour
    assert [hands.colour.itemData(at) for at in range(hands.colour.count())] == list(theme.GROUNDS)


@pytest.mark.parametrize(
    ("row", "usable"), [(0, ["delete", "down"]), (1, ["delete", "up", "down"]), (2, ["delete", "up"])]
)
def test_a_rule_moves_only_where_there_is_room(hands: Hands, row: int, usable: list[str]) -> None:
    hands.list.setCurrentRow(row)
    assert hands.usable() == usable


def test_rules_move_and_stay_chosen(hands: Hands) -> None:
    hands.press("down")
    assert (hands.names(), hands.list.currentRow()) == ("b a c", 1)
    hands.press("down")
    hands.press("up")
    hands.press("up")
    assert (hands.names(), hands.list.currentRow(), hands.line("name").text()) == ("a b c", 0, "a")


def test_a_new_rule_comes_first_in_a_colour_of_its_own_ready_to_be_named(hands: Hands) -> None:
    hands.press("add")
    assert hands.names() == "New rule a b c" and hands.list.currentRow() == 0
    assert hands.rules.rules[0].colour == theme.GROUNDS[3]
    assert hands.line("name").selectedText() == "New rule"
    for _ in range(20):
        hands.press("add")
    assert hands.rules.rules[0].colour == theme.GROUNDS[0]  # all are used


def test_what_is_typed_changes_the_chosen_rule_alone(hands: Hands) -> None:
    hands.list.setCurrentRow(1)
    QTest.keyClicks(hands.line("name"), "!")
    hands.line("filter").setText("is:error")
    hands.colour.setCurrentIndex(hands.colour.findData("pink"))
    hands.colour.activated.emit(hands.colour.currentIndex())
    assert hands.rules.rules == (A, ColourRule("b!", "is:error", "pink"), C)
    assert hands.lines() == ["a", "b!", "c"]
    told = len(hands.rules.told)
    hands.colour.activated.emit(hands.colour.currentIndex())
    assert len(hands.rules.told) == told  # the same as before


def test_the_cursor_stays_where_somebody_types(hands: Hands) -> None:
    name = hands.line("name")
    name.setText("abcd")
    name.setCursorPosition(1)
    QTest.keyClicks(name, "x")
    assert (name.text(), name.cursorPosition(), hands.rules.rules[0].name) == ("axbcd", 2, "axbcd")


def test_a_rule_is_switched_off_and_on_by_its_box(hands: Hands) -> None:
    hands.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert [rule.enabled for rule in hands.rules.rules] == [True, False, True]
    hands.list.item(1).setCheckState(Qt.CheckState.Checked)
    assert [rule.enabled for rule in hands.rules.rules] == [True, True, True]


def test_deleting_the_last_rule_leaves_nothing_to_change(hands: Hands) -> None:
    hands.list.setCurrentRow(1)
    hands.press("delete")
    assert hands.names() == "a c" and hands.list.currentRow() == 1
    hands.press("delete")
    hands.press("delete")
    assert hands.names() == "" and hands.usable() == []
    fields = (hands.line("name"), hands.line("filter"), hands.colour)
    assert [one.isEnabled() for one in fields] == [False, False, False]
    assert hands.line("name").text() == ""
    hands.press("add")
    assert [one.isEnabled() for one in fields] == [True, True, True]


def test_the_list_follows_what_is_changed_elsewhere(hands: Hands) -> None:
    hands.list.setCurrentRow(1)
    hands.rules.set_rules([C, A, B, C])
    assert hands.lines() == ["c", "a", "b", "c"] and hands.line("name").text() == "a"
    hands.rules.set_rules([B])
    assert hands.lines() == ["b"]
    hands.rules.set_on(False)
    box = the(hands.dialog, QCheckBox, "colour_rules_on")
    assert not box.isChecked()
    box.click()
    assert hands.rules.on


def test_the_rules_of_new_sessions_and_the_first_ones_are_a_press_away(hands: Hands) -> None:
    hands.press("default")
    hands.press("reset")
    assert hands.rules.told == ["default", "reset"]


# -- files -----------------------------------------------------------------------------------------------


async def chosen(hands: Hands, until: Until, path: Path) -> QFileDialog:
    """The dialog for a file, answered."""
    await until(lambda: hands.dialog.findChild(QFileDialog) is not None)
    dialog = hands.dialog.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectedFiles = lambda: [str(path)]  # type: ignore[method-assign]
    QDialog.accept(dialog)  # its own asks whether the file is there
    return dialog


def test_rules_are_written_and_read_and_trouble_is_told(
    hands: Hands, arun: Runner, until: Until, tmp_path: Path
) -> None:
    notice = the(hands.dialog, Notice, "colour_rules_notice")

    async def do(key: str, path: Path, then: Any) -> None:
        hands.press(key)
        dialog = await chosen(hands, until, path)
        assert any("*.json" in one for one in dialog.nameFilters())
        await until(then)
        await until(lambda: hands.dialog.findChild(QFileDialog) is None)

    async def main() -> None:
        file = tmp_path / "rules.json"
        await do("export", tmp_path, lambda: notice.isVisible())
        assert notice.text().startswith("The rules cannot be written")
        await do("export", file, lambda: not notice.isVisible() and file.exists())
        await until(lambda: file.read_text("utf-8") == rules_to_json([A, B, C]))
        broken = tmp_path / "broken.json"
        broken.write_text("{")
        await do("import", broken, lambda: notice.isVisible())
        assert notice.text().startswith("These rules cannot be read") and hands.names() == "a b c"
        file.write_text(rules_to_json([C]), "utf-8")
        await do("import", file, lambda: hands.names() == "c" and not notice.isVisible())

    arun(main())


def test_the_list_has_the_room_and_its_buttons_stand_beside_it(hands: Hands) -> None:
    dialog, rules = hands.dialog, hands.list
    box, name = the(dialog, QCheckBox, "colour_rules_on"), hands.line("name")
    parts = [box, rules, name, hands.line("filter"), hands.colour, hands.button("import")]
    tops = [one.y() for one in parts]
    assert tops == sorted(tops) and len(set(tops)) == len(tops)
    beside = [hands.button(key) for key in ("add", "delete", "up", "down")]
    assert all(one.x() > rules.geometry().right() for one in beside)
    steps = {below.y() - above.geometry().bottom() for above, below in pairwise(beside)}
    assert beside[0].y() == rules.y() and steps == {theme.SPACE + 1}, "the room is below them"
    assert box.x() == rules.x() == hands.button("import").x() == 16
    for last in (beside[0], hands.button("reset"), name, hands.colour):
        assert abs(last.geometry().right() - (dialog.width() - 17)) <= 1
    assert hands.button("default").x() - hands.button("export").geometry().right() > theme.SPACE_WIDE
    hint = next(
        one for one in dialog.findChildren(QLabel) if one.text().startswith("The first matching rule")
    )
    assert hint.x() - box.geometry().right() == theme.SPACE_WIDE + 1
    size, place = rules.size(), hands.button("import").y()
    dialog.resize(dialog.width() + 100, dialog.height() + 50)
    QApplication.processEvents()
    assert rules.size() == size + QSize(100, 50) and hands.button("import").y() == place + 50
    labels = {one.text(): one.buddy() for one in dialog.findChildren(QLabel) if one.buddy() is not None}
    assert labels == {"Name": name, "Filter": hands.line("filter"), "Colour": hands.colour}


def test_the_tab_key_goes_from_the_list_to_its_buttons_and_the_fields(hands: Hands) -> None:
    ring: list[QWidget] = [the(hands.dialog, QCheckBox, "colour_rules_on")]
    while (after := ring[-1].nextInFocusChain()) is not ring[0]:
        ring.append(after)
    wanted = [hands.list, hands.button("add"), hands.button("down"), hands.line("name"), hands.colour,
              hands.button("import"), hands.button("reset")]  # fmt: skip
    places = [ring.index(one) for one in wanted]
    assert places == sorted(places)


def test_the_dialog_lets_the_timeline_be_used_and_goes_when_it_closes(hands: Hands) -> None:
    assert not hands.dialog.isModal() and hands.dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    assert hands.dialog.windowTitle() == "Colour rules" and hands.dialog.width() == 720
    assert not any(one.autoDefault() for one in hands.dialog.findChildren(QPushButton)), "Enter ends a field"
    assert hands.list.iconSize() == QSize(28, 14) == hands.colour.iconSize()
    assert all(not hands.colour.itemIcon(at).isNull() for at in range(hands.colour.count()))
    assert hands.list.visualItemRect(hands.list.item(0)).height() == theme.row_height()


def test_a_colour_of_the_theme_reaches_every_rule(hands: Hands, qapp: QApplication) -> None:
    theme.install(qapp, "dark")
    assert hands.list.item(0).background().color() == theme.ground(A.colour)
    theme.install(qapp, "light")
    assert hands.list.item(0).background().color() == theme.ground(A.colour)
