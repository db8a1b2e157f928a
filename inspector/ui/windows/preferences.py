"""The settings, one row a field of `Settings`. Every change counts at once and is saved a moment later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from inspector.core.storage.settings import SECTIONS, Setting, Settings, describe
from inspector.errors import UsageError
from inspector.ui.locale import language
from inspector.ui.loop import saving
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, Heading, Marked, Notice, column, muted
from inspector.ui.widgets.sections import Section, Sections
from inspector.ui.widgets.spin_boxes import NumberBox, WholeNumberBox

__all__ = ["Preferences"]

_CHOICE_WIDTH: Final = 240  # px of a box with a choice or a number

_CHOICES: Final[dict[str, Marked]] = {
    "system": QT_TRANSLATE_NOOP("Preferences", "System"),
    "light": QT_TRANSLATE_NOOP("Preferences", "Light"),
    "dark": QT_TRANSLATE_NOOP("Preferences", "Dark"),
    "auto": QT_TRANSLATE_NOOP("Preferences", "Automatic"),
    "modern": QT_TRANSLATE_NOOP("Preferences", "Modern"),
    "legacy": QT_TRANSLATE_NOOP("Preferences", "Legacy"),
    "calls": QT_TRANSLATE_NOOP("Preferences", "Calls"),
    "messages": QT_TRANSLATE_NOOP("Preferences", "Messages"),
    "memory": QT_TRANSLATE_NOOP("Preferences", "Until the app closes"),
    "encrypted": QT_TRANSLATE_NOOP("Preferences", "In a file with a passphrase"),
    "full": QT_TRANSLATE_NOOP("Preferences", "Always"),
    "reduced": QT_TRANSLATE_NOOP("Preferences", "None"),
    "refused": QT_TRANSLATE_NOOP("Preferences", "Do not store"),
}
"""Value of a setting → how it is called. A revision of the protocol is called what it is."""
_OTHERWISE: Final[dict[tuple[str, str], Marked]] = {
    ("secrets", "system"): QT_TRANSLATE_NOOP("Preferences", "In the system's keychain"),
}


def _called(setting: Setting, value: str) -> str:
    """The name of a choice; languages are called in themselves."""
    if setting.name == "language" and value in language.LANGUAGES:
        return language.LANGUAGES[value]
    marked = _OTHERWISE.get((setting.name, value)) or _CHOICES.get(value)
    return QCoreApplication.translate("Preferences", str(marked)) if marked else value


def _of_core(text: str) -> str:
    return QCoreApplication.translate("Settings", text)


def _chosen(box: QComboBox) -> str:
    """The value that is chosen, or the text that was typed instead."""
    place = box.findText(box.currentText())
    return str(box.itemData(place)) if place >= 0 else box.currentText()


class Preferences(QDialog):
    """`changed(name)`: this setting has another value now. Not modal."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preferences")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        zoom.give_room(self, 760, 600)
        self._settings = settings
        self._read: dict[QWidget, tuple[Setting, Callable[[], Any]]] = {}
        self.sections = Sections(
            "preferences",
            self.tr("Settings"),
            self.tr("Search settings"),
            self.tr("No settings match “{}”."),
        )
        self._fill()
        self._problem = Notice("preferences_problem", "warning")
        self._problem.hide()
        buttons = QDialogButtonBox()
        close = buttons.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setObjectName("preferences_close")
        close.setAutoDefault(False)  # Enter in a line keeps what was typed, and closes nothing
        buttons.rejected.connect(self.close)
        layout = column(self.sections, self._problem, buttons, margins=DIALOG, spacing=theme.SPACE_WIDE)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        self.sections.search.setFocus()
        if settings.notes:
            self._complain("\n".join(settings.notes))

    def _fill(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        zoom.margins(form, 0, 0, theme.SPACE, 0)
        zoom.follow(form.setVerticalSpacing, theme.SPACE_WIDE)
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        sections: list[Section] = []
        for key, title in SECTIONS.items():
            heading = Heading(_of_core(title), 1)
            zoom.margins(heading, 0, theme.SPACE if sections else 0, 0, 0)
            section = Section(heading.text(), heading, partial(form.setRowVisible, heading))
            sections.append(section)
            form.addRow(heading)
            for setting in (one for one in describe() if one.section == key):
                label = (
                    "" if setting.kind is bool else _of_core(setting.label)
                )  # a check box has its own text
                editor = self._row(setting)
                form.addRow(label, editor)
                words = f"{_of_core(setting.label)} {_of_core(setting.help)} {setting.name}"
                section.rows.append((words, partial(form.setRowVisible, editor)))
        page = QWidget()
        self.sections.show_page(page, sections)
        layout = column()
        layout.addLayout(form)
        layout.addStretch(1)
        page.setLayout(layout)  # now that it has its place: Qt styles all in it anew when it gets one

    def go_to(self, name: str) -> None:
        """Bring one setting into sight, with the keyboard in it."""
        editor = next(editor for editor, (setting, _read) in self._read.items() if setting.name == name)
        self.sections.search.clear()
        self.sections.area.ensureWidgetVisible(editor.parentWidget() or editor)
        editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _row(self, setting: Setting) -> QWidget:
        editor = self._editor(setting, getattr(self._settings, setting.name))
        editor.setObjectName(f"setting_{setting.name}")
        editor.setAccessibleName(_of_core(setting.label))
        editor.setAccessibleDescription(_of_core(setting.help))
        if isinstance(editor, QComboBox) and (line := editor.lineEdit()) is not None:
            line.setObjectName(f"setting_{setting.name}_text")
            line.setAccessibleName(editor.accessibleName())
        holder = QWidget()
        around = column(editor, muted(_of_core(setting.help), wrap=True), spacing=2)
        if isinstance(editor, (QComboBox, QAbstractSpinBox)):
            zoom.follow(editor.setFixedWidth, _CHOICE_WIDTH)
            around.setAlignment(editor, Qt.AlignmentFlag.AlignLeft)
        around.addStretch(1)
        holder.setLayout(around)
        return holder

    def _editor(self, setting: Setting, value: Any) -> QWidget:
        if setting.choices:
            return self._choice(setting, str(value))
        return {bool: self._check, int: self._spin, float: self._spin, list: self._lines}.get(
            setting.kind, self._line
        )(setting, value)

    def _choice(self, setting: Setting, value: str) -> QWidget:
        box = QComboBox()
        for choice in (*setting.choices, *([] if value in setting.choices else [value])):
            box.addItem(_called(setting, choice), choice)
        box.setEditable(setting.open_choices)
        box.setCurrentIndex(box.findData(value))
        self._read[box] = (setting, partial(_chosen, box))
        box.currentTextChanged.connect(self._edited)
        return box

    def _check(self, setting: Setting, value: Any) -> QWidget:
        box = QCheckBox(_of_core(setting.label))
        box.setChecked(bool(value))
        self._read[box] = (setting, box.isChecked)
        box.toggled.connect(self._edited)
        return box

    def _spin(self, setting: Setting, value: Any) -> QWidget:
        low, high = setting.limits or (0, 1_000_000)
        suffix = f" {_of_core(setting.unit)}" if setting.unit else ""
        if setting.kind is int:
            whole = WholeNumberBox()
            whole.setRange(int(low), int(high))
            whole.setSuffix(suffix)
            whole.setValue(value)
            self._read[whole] = (setting, whole.value)
            whole.valueChanged.connect(self._edited)
            return whole
        number = NumberBox()
        number.setDecimals(1)
        number.setRange(low, high)
        number.setSuffix(suffix)
        number.setValue(value)
        self._read[number] = (setting, number.value)
        number.valueChanged.connect(self._edited)
        return number

    def _lines(self, setting: Setting, value: Any) -> QWidget:
        edit = QPlainTextEdit("\n".join(value))
        zoom.mono(edit)
        edit.setTabChangesFocus(True)
        zoom.lines(edit.setFixedHeight, 3, 14)
        self._read[edit] = (setting, _LinesOf(edit))
        edit.textChanged.connect(self._edited)
        return edit

    def _line(self, setting: Setting, value: Any) -> QWidget:
        edit = QLineEdit(str(value))
        self._read[edit] = (setting, edit.text)
        edit.editingFinished.connect(self._edited)
        return edit

    def _edited(self, *_value: object) -> None:
        editor = self.sender()
        if not isinstance(editor, QWidget):
            return
        setting, read = self._read[editor]
        try:
            self._settings.set(setting.name, read())
        except UsageError as error:
            self._complain(str(error))
        else:
            self._problem.hide()
            saving.save(self._settings, self._saved)
            self.changed.emit(setting.name)

    def _saved(self, trouble: str) -> None:
        if trouble:
            self._complain(trouble)
        else:
            self._problem.hide()

    def _complain(self, text: str) -> None:
        self._problem.set_text(text)
        self._problem.show()


class _LinesOf:
    """The lines of an editor that are not empty."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        self._edit = edit

    def __call__(self) -> list[str]:
        return [line.strip() for line in self._edit.toPlainText().splitlines() if line.strip()]
