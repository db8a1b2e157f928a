"""The settings as a user sees them: a fitting editor each, whose change counts at once and is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.storage.settings import SECTIONS, Settings, describe
from inspector.ui.loop import saving
from inspector.ui.widgets.controls import EmptyState
from inspector.ui.windows.preferences import Preferences
from tests.ui.parts import the

pytestmark = pytest.mark.gui


class Bench:
    """The dialog, what it tells and what it saves."""

    def __init__(self, folder: Path, qtbot: QtBot, patch: pytest.MonkeyPatch, **settings: Any) -> None:
        self.settings = Settings(path=folder / "settings.json", **settings)
        self.saved: list[Any] = []
        patch.setattr(saving, "save", lambda thing, told: self.saved.append((thing, told)))
        self.dialog = Preferences(self.settings)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.changed: list[str] = []
        self.dialog.changed.connect(self.changed.append)

    def complaint(self) -> str:
        notice: Any = the(self.dialog, QWidget, "preferences_problem")
        return str(notice.text()) if notice.isVisible() else ""


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, qtbot, monkeypatch)


def test_every_setting_has_an_editor_of_its_kind_that_shows_its_value(bench: Bench) -> None:
    for setting in describe():
        editor = the(bench.dialog, QWidget, f"setting_{setting.name}")
        value = getattr(bench.settings, setting.name)
        match editor:
            case QComboBox():
                assert setting.choices and editor.currentData() == value
                assert editor.isEditable() == setting.open_choices
            case QCheckBox():
                assert setting.kind is bool and editor.isChecked() is value
            case QSpinBox() | QDoubleSpinBox():
                assert editor.value() == value
                assert (editor.minimum(), editor.maximum()) == setting.limits
                assert editor.suffix() == (f" {setting.unit}" if setting.unit else "")
            case QPlainTextEdit():
                assert setting.kind is list and editor.toPlainText().splitlines() == value
            case QLineEdit():
                assert setting.kind is str and editor.text() == value
            case _:
                pytest.fail(f"{setting.name}: {editor}")
        assert editor.accessibleName() == setting.label and editor.accessibleDescription() == setting.help
    assert bench.changed == bench.saved == [] and bench.complaint() == ""


def test_a_setting_has_its_name_at_the_left_and_its_meaning_below(bench: Bench) -> None:
    [form] = bench.dialog.findChildren(QFormLayout)
    labels, helps = set(), set()
    for row in range(form.rowCount()):
        item = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        label: Any = item.widget() if item is not None else None
        labels.add(label.text() if label is not None else "")
        field = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        helps |= {one.text() for one in field.widget().findChildren(QLabel)} if field is not None else set()
    assert labels - {""} == {setting.label for setting in describe() if setting.kind is not bool}
    assert {setting.help for setting in describe()} <= helps
    box = the(bench.dialog, QCheckBox, "setting_follow")
    assert box.text() == box.accessibleName(), "a check box says itself what it is"


def test_each_change_counts_at_once_is_saved_and_told(bench: Bench) -> None:
    the(bench.dialog, QSpinBox, "setting_zoom").setValue(150)
    the(bench.dialog, QDoubleSpinBox, "setting_timeout_s").setValue(7.5)
    the(bench.dialog, QCheckBox, "setting_follow").click()
    theme = the(bench.dialog, QComboBox, "setting_theme")
    theme.setCurrentIndex(theme.findText("Dark"))
    the(bench.dialog, QPlainTextEdit, "setting_roots").setPlainText(" /a \n\n/b\n")
    line = the(bench.dialog, QLineEdit, "setting_canned_answer")
    line.setText("half")
    assert bench.settings.canned_answer != "half", "a line counts when it is left"
    QTest.keyClick(line, Qt.Key.Key_Return)
    now = bench.settings
    assert (now.zoom, now.timeout_s, now.follow, now.theme) == (150, 7.5, False, "dark")
    assert (now.roots, now.canned_answer) == (["/a", "/b"], "half")
    assert bench.changed == ["zoom", "timeout_s", "follow", "theme", "roots", "canned_answer"]
    assert len(bench.saved) == 6 and all(thing is now for thing, _ in bench.saved)


def test_choices_are_called_what_they_are(bench: Bench) -> None:
    def names(setting: str) -> list[str]:
        box = the(bench.dialog, QComboBox, f"setting_{setting}")
        return [box.itemText(place) for place in range(box.count())]

    assert names("theme") == ["System", "Light", "Dark"]
    assert names("language")[0] == "System" and "한국어" in names("language")
    assert names("secrets")[0] == "In the system's keychain"
    assert names("era")[:4] == ["Automatic", "Modern", "Legacy", "2026-07-28"]


def test_a_revision_that_is_not_in_the_list_can_be_typed_and_is_shown_again(
    bench: Bench, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = the(bench.dialog, QComboBox, "setting_era")
    box.setEditText("2027-01-01")
    assert bench.settings.era == "2027-01-01"
    box.setEditText("Legacy")
    assert bench.settings.era == "legacy"
    line = box.lineEdit()
    assert line is not None and line.accessibleName() == box.accessibleName()
    assert line.objectName() == "setting_era_text"
    again = Bench(tmp_path, qtbot, monkeypatch, era="2027-01-01")
    box = the(again.dialog, QComboBox, "setting_era")
    assert box.currentText() == "2027-01-01" and box.count() == len(_choices("era")) + 1


def _choices(name: str) -> tuple[str, ...]:
    return next(setting.choices for setting in describe() if setting.name == name)


def test_what_cannot_be_set_or_saved_is_said_until_it_can(bench: Bench) -> None:
    zoom = the(bench.dialog, QSpinBox, "setting_zoom")
    zoom.setRange(1, 1000)
    zoom.setValue(900)
    assert bench.complaint() == "zoom must be 75 to 200 %, not 900"
    assert bench.settings.zoom == 100 and bench.changed == bench.saved == []
    zoom.setValue(120)
    assert bench.complaint() == "" and bench.changed == ["zoom"]
    told = bench.saved[-1][1]
    told("The disk is full.")
    assert bench.complaint() == "The disk is full."
    told("")
    assert bench.complaint() == ""


def test_what_the_file_said_wrong_is_said_when_it_opens(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = ["zoom is not a number", "no such setting"]
    assert Bench(tmp_path, qtbot, monkeypatch, notes=notes).complaint() == "\n".join(notes)


def test_one_setting_is_brought_into_sight_with_the_keyboard_in_it(bench: Bench, qtbot: QtBot) -> None:
    bench.dialog.activateWindow()
    qtbot.waitUntil(bench.dialog.isActiveWindow)
    area = the(bench.dialog, QScrollArea, "preferences_list")
    roots = the(bench.dialog, QPlainTextEdit, "setting_roots")
    assert area.verticalScrollBar().maximum() > 0
    bench.dialog.go_to("roots")
    assert roots.hasFocus() and area.verticalScrollBar().value() > 0
    assert area.viewport().rect().contains(roots.mapTo(area.viewport(), roots.rect().center()))
    bench.dialog.go_to("theme")
    assert the(bench.dialog, QComboBox, "setting_theme").hasFocus()


def test_paths_are_of_one_width_and_tab_leaves_them(bench: Bench) -> None:
    roots = the(bench.dialog, QPlainTextEdit, "setting_roots")
    assert QFontInfo(roots.font()).fixedPitch() and roots.tabChangesFocus()
    lines = roots.height() / roots.fontMetrics().lineSpacing()
    assert 3 <= lines < 5, "room for three"
    assert the(bench.dialog, QAbstractSpinBox, "setting_timeout_s").text() == "60.0 s"


def test_settings_are_under_headings_that_a_list_leads_to(bench: Bench) -> None:
    titles = the(bench.dialog, QListWidget, "preferences_sections")
    assert [titles.item(n).text() for n in range(titles.count())] == list(SECTIONS.values())
    assert {setting.section for setting in describe()} == set(SECTIONS)
    area = the(bench.dialog, QScrollArea, "preferences_list")
    titles.setCurrentRow(4)
    heading = bench.dialog.sections._sections[4].heading
    assert heading.mapTo(area.viewport(), QPoint(0, 0)).y() == 0
    area.verticalScrollBar().setValue(0)
    assert titles.currentRow() == 0, "the list follows"


def test_a_search_leaves_what_fits_by_name_or_description_and_says_when_nothing_does(bench: Bench) -> None:
    bench.dialog.activateWindow()
    search = the(bench.dialog, QLineEdit, "preferences_search")
    QTest.keyClick(bench.dialog.sections.area, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bench.dialog.focusWidget() is search
    QTest.keyClicks(search, "stdin")
    assert the(bench.dialog, QWidget, "setting_close_grace_s").isVisible()
    assert not the(bench.dialog, QWidget, "setting_theme").isVisible()
    search.setText("no such thing")
    nothing = the(bench.dialog, EmptyState, "preferences_nothing")
    assert nothing.isVisible()
    assert "no such thing" in " ".join(one.text() for one in nothing.findChildren(QLabel))
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert bench.dialog.isVisible() and search.text() == "" and not nothing.isVisible()
    assert the(bench.dialog, QWidget, "setting_theme").isVisible()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not bench.dialog.isVisible()


def test_esc_in_a_field_ends_the_search_first_and_a_setting_that_is_wanted_ends_it_too(bench: Bench) -> None:
    search = the(bench.dialog, QLineEdit, "preferences_search")
    search.setText("zoom")
    QTest.keyClick(the(bench.dialog, QSpinBox, "setting_zoom"), Qt.Key.Key_Escape)
    assert bench.dialog.isVisible() and search.text() == ""
    search.setText("zoom")
    bench.dialog.go_to("roots")
    assert the(bench.dialog, QWidget, "setting_roots").isVisible()


def test_there_is_a_button_to_close_it_and_enter_in_a_line_does_not(bench: Bench) -> None:
    QTest.keyClick(the(bench.dialog, QLineEdit, "setting_editor"), Qt.Key.Key_Return)
    assert bench.dialog.isVisible()
    the(bench.dialog, QPushButton, "preferences_close").click()
    assert not bench.dialog.isVisible()


def test_boxes_for_numbers_are_as_tall_as_those_with_choices(bench: Bench) -> None:
    number = the(bench.dialog, QAbstractSpinBox, "setting_timeout_s")
    assert number.height() == the(bench.dialog, QComboBox, "setting_theme").height()


def test_the_dialog_goes_when_it_is_closed(tmp_path: Path, qtbot: QtBot) -> None:
    dialog = Preferences(Settings(path=tmp_path / "settings.json"))
    gone: list[bool] = []
    dialog.destroyed.connect(lambda: gone.append(True))
    dialog.show()
    assert dialog.windowTitle() == "Settings" and not dialog.isModal()
    dialog.close()
    qtbot.waitUntil(lambda: bool(gone))
