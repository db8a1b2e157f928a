"""The settings, one row a field of `Settings`. Every change counts at once and is saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from inspector.core.settings import Setting, Settings, describe
from inspector.errors import UsageError
from inspector.ui import theme
from inspector.ui.controls import Notice, column, muted

__all__ = ["Preferences"]


class Preferences(QDialog):
    """`changed(name)`: this setting has another value now. Not modal."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preferences")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.resize(560, 560)
        self._settings = settings
        self._read: dict[QWidget, tuple[Setting, Callable[[], Any]]] = {}
        form = QFormLayout()
        form.setContentsMargins(16, 14, 16, 14)
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(theme.SPACE_WIDE)
        for setting in describe():
            label = "" if setting.kind is bool else self.tr(setting.label)  # a check box has its own text
            form.addRow(label, self._row(setting))
        page = QWidget()
        page.setLayout(form)
        scroll = QScrollArea()
        scroll.setObjectName("preferences_list")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        self._problem = Notice("preferences_problem", "warning")
        self._problem.hide()
        self.setLayout(column(scroll, self._problem, spacing=0))
        if settings.notes:
            self._complain("\n".join(settings.notes))

    def _row(self, setting: Setting) -> QWidget:
        editor = self._editor(setting, getattr(self._settings, setting.name))
        editor.setObjectName(f"setting_{setting.name}")
        editor.setAccessibleName(self.tr(setting.label))
        editor.setAccessibleDescription(self.tr(setting.help))
        holder = QWidget()
        holder.setLayout(column(editor, muted(self.tr(setting.help), wrap=True), spacing=2))
        return holder

    def _editor(self, setting: Setting, value: Any) -> QWidget:
        if setting.choices:
            return self._choice(setting, str(value))
        return {bool: self._check, int: self._spin, float: self._spin, list: self._lines}.get(
            setting.kind, self._line
        )(setting, value)

    def _choice(self, setting: Setting, value: str) -> QWidget:
        box = QComboBox()
        box.addItems([*setting.choices, *([] if value in setting.choices else [value])])
        box.setEditable(setting.open_choices)
        box.setCurrentText(value)
        self._read[box] = (setting, box.currentText)
        box.currentTextChanged.connect(self._edited)
        return box

    def _check(self, setting: Setting, value: Any) -> QWidget:
        box = QCheckBox(self.tr(setting.label))
        box.setChecked(bool(value))
        self._read[box] = (setting, box.isChecked)
        box.toggled.connect(self._edited)
        return box

    def _spin(self, setting: Setting, value: Any) -> QWidget:
        low, high = setting.limits or (0, 1_000_000)
        suffix = f" {setting.unit}" if setting.unit else ""
        if setting.kind is int:
            whole = QSpinBox()
            whole.setRange(int(low), int(high))
            whole.setSuffix(suffix)
            whole.setValue(value)
            self._read[whole] = (setting, whole.value)
            whole.valueChanged.connect(self._edited)
            return whole
        number = QDoubleSpinBox()
        number.setDecimals(1)
        number.setRange(low, high)
        number.setSuffix(suffix)
        number.setValue(value)
        self._read[number] = (setting, number.value)
        number.valueChanged.connect(self._edited)
        return number

    def _lines(self, setting: Setting, value: Any) -> QWidget:
        edit = QPlainTextEdit("\n".join(value))
        edit.setFont(theme.mono_font())
        edit.setTabChangesFocus(True)
        edit.setFixedHeight(edit.fontMetrics().lineSpacing() * 3 + 14)
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
            self._settings.save()
        except (UsageError, OSError) as error:
            self._complain(str(error))
        else:
            self._problem.hide()
            self.changed.emit(setting.name)

    def _complain(self, text: str) -> None:
        self._problem.set_text(text)
        self._problem.show()


class _LinesOf:
    """The lines of an editor that are not empty."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        self._edit = edit

    def __call__(self) -> list[str]:
        return [line.strip() for line in self._edit.toPlainText().splitlines() if line.strip()]
