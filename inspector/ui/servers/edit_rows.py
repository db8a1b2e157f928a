"""One row of a form for one parameter of a server: what is typed, and how it is read back.

To add a kind of parameter: its name in `transport.parameters.KINDS`, a class here, a line in `_ROWS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from inspector.core.servers.profiles import URL_SCHEMES
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport.parameters import Parameter
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import column, row, tool_button
from inspector.ui.widgets.spin_boxes import NumberBox

__all__ = ["ParameterRow", "edit_name", "parameter_row"]

_LINES: Final = {"lines": 5, "variables": 4, "headers": 5, "paths": 3, "roots": 3}
_FLAT: Final = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
_CHOICES: Final = {
    "auto": QT_TRANSLATE_NOOP("EditServer", "automatic"),
    "own": QT_TRANSLATE_NOOP("EditServer", "inherit mine"),
    "restricted": QT_TRANSLATE_NOOP("EditServer", "restricted"),
    "as claude-desktop": QT_TRANSLATE_NOOP("EditServer", "like Claude Desktop"),
    "as cursor": QT_TRANSLATE_NOOP("EditServer", "like Cursor"),
    "as vscode": QT_TRANSLATE_NOOP("EditServer", "like VS Code"),
}
"""Words of a file that are no names → what is shown."""
_SEPARATORS: Final = {"variables": "=", "headers": ":"}


def edit_name(parameter: Parameter) -> str:
    """objectName of the control of a parameter."""
    return f"edit_{parameter.name.removesuffix('_s')}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("EditServer", text)


class ParameterRow:
    """`widget` goes into the form beside `label`; `value()` raises ValueError with what to type instead."""

    def __init__(self, parameter: Parameter, value: Any) -> None:
        self.parameter = parameter
        self.label = _tr(parameter.label)
        self.widget: QWidget = self._make(value)

    def _make(self, value: Any) -> QWidget:
        raise NotImplementedError

    def value(self) -> Any:
        """What is typed, as the field keeps it."""
        raise NotImplementedError

    def _named(self, control: QWidget) -> None:
        control.setObjectName(edit_name(self.parameter))
        control.setAccessibleName(self.label)
        if self.parameter.help:
            control.setToolTip(_tr(self.parameter.help))

    def _line(self, text: str) -> QLineEdit:
        line = QLineEdit(text)
        self._named(line)
        return line


class _Text(ParameterRow):
    def _make(self, value: Any) -> QWidget:
        self._edit = self._line(value)
        self._edit.setPlaceholderText(_tr(self.parameter.help))
        return self._edit

    def value(self) -> Any:
        return self._edit.text().strip()


class _Required(_Text):
    def value(self) -> Any:
        if not (text := super().value()):
            raise ValueError(_tr(self.parameter.help))
        return text


class _Url(_Text):
    def value(self) -> Any:
        url = super().value()
        if not url.lower().startswith(URL_SCHEMES):
            raise ValueError(
                translate("EditServer", "The URL must start with http://, https://, ws:// or wss://.")
            )
        return url


class _Path(_Text):
    """A line with a button that asks for a folder or a file; the dialog does not block."""

    folder = False

    def _make(self, value: Any) -> QWidget:
        line = super()._make(value)
        hint = (
            translate("EditServer", "Choose a folder…")
            if self.folder
            else translate("EditServer", "Choose a file…")
        )
        name = f"{edit_name(self.parameter)}_browse"
        button = tool_button(name, "folder-open-outline", hint)
        button.clicked.connect(self._browse)
        self._holder = QWidget()
        layout = row(line, button, spacing=2)
        layout.setStretch(0, 1)
        self._holder.setLayout(layout)
        self._holder.setSizePolicy(_FLAT)
        return self._holder

    def _browse(self) -> None:
        dialog = QFileDialog(self._holder, self.label)
        dialog.setFileMode(
            QFileDialog.FileMode.Directory if self.folder else QFileDialog.FileMode.ExistingFile
        )
        if (here := Path(self._edit.text())).exists() and self._edit.text():
            dialog.setDirectory(str(here if here.is_dir() else here.parent))
        dialog.fileSelected.connect(self._edit.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class _Folder(_Path):
    folder = True


class _Trust(_Path):
    """A file to trust, and whether anything is checked at all."""

    def _make(self, value: Any) -> QWidget:
        line = super()._make(value if isinstance(value, str) else "")
        self._check = QCheckBox(translate("EditServer", "Verify the server's certificate"))
        self._check.setObjectName(f"{edit_name(self.parameter)}_check")
        self._check.setAccessibleName(self._check.text())
        self._check.setChecked(value is not False)
        self._edit.setEnabled(value is not False)
        self._check.toggled.connect(self._edit.setEnabled)
        both = QWidget()
        both.setLayout(column(line, self._check, spacing=2))
        both.setSizePolicy(_FLAT)
        return both

    def value(self) -> Any:
        return (self._edit.text().strip() or True) if self._check.isChecked() else False


class _Lines(ParameterRow):
    def _make(self, value: Any) -> QWidget:
        hint = _tr(self.parameter.help)
        self._edit = QPlainTextEdit("\n".join(self._written(value)))
        self._named(self._edit)
        self._edit.setProperty("outlined", True)
        self._edit.setPlaceholderText(hint)
        self._edit.setTabChangesFocus(True)
        zoom.mono(self._edit)
        lines = _LINES[self.parameter.kind]
        zoom.lines(self._edit.setFixedHeight, lines, 14)
        return self._edit

    def _written(self, value: Any) -> Iterable[str]:
        return tuple(value)

    def value(self) -> Any:
        return tuple(line for line in self._edit.toPlainText().split("\n") if line.strip())


class _Paths(_Lines):
    def value(self) -> Any:
        return tuple(line.strip() for line in super().value())


class _Pairs(_Lines):
    def _written(self, value: Any) -> Iterable[str]:
        between = {"=": "=", ":": ": "}[_SEPARATORS[self.parameter.kind]]
        return (f"{name}{between}{text}" for name, text in value.items())

    def value(self) -> Any:
        separator = _SEPARATORS[self.parameter.kind]
        pairs = {}
        for line in super().value():
            name, found, text = line.partition(separator)
            if not found or not name.strip():
                raise ValueError(translate("EditServer", "“{}” has no {}").format(line, separator))
            pairs[name.strip()] = text.strip() if separator == ":" else text
        return pairs


class _Roots(_Lines):
    """None: those of the settings."""

    def _make(self, value: Any) -> QWidget:
        lines = super()._make(value or ())
        self._own = QCheckBox(translate("EditServer", "Custom roots instead of those in the settings"))
        self._own.setObjectName("edit_roots_own")
        self._own.setAccessibleName(self._own.text())
        self._own.setChecked(value is not None)
        self._edit.setEnabled(value is not None)
        self._own.toggled.connect(self._edit.setEnabled)
        both = QWidget()
        both.setLayout(column(self._own, lines, spacing=2))
        both.setSizePolicy(_FLAT)
        return both

    def value(self) -> Any:
        return tuple(line.strip() for line in super().value()) if self._own.isChecked() else None


class _Choice(ParameterRow):
    def _make(self, value: Any) -> QWidget:
        self.box = QComboBox()
        self._named(self.box)
        choices = self.parameter.choices
        for choice in choices if value in choices else (*choices, value):
            self.box.addItem(self._shown(choice), choice)
        self.box.setEditable(self.parameter.kind == "open_choice")
        self.box.setCurrentText(self._shown(value))
        if (line := self.box.lineEdit()) is not None:
            line.setObjectName(f"{self.box.objectName()}_text")
            line.setAccessibleName(self.box.accessibleName())
        return self.box

    def _shown(self, choice: str) -> str:
        """What is typed stays as the file has it."""
        if self.parameter.kind == "open_choice" or choice not in _CHOICES:
            return choice
        return _tr(_CHOICES[choice])

    def value(self) -> Any:
        if self.box.isEditable():
            return self.box.currentText().strip() or self.parameter.default
        return self.box.currentData()


class _Seconds(ParameterRow):
    def _make(self, value: Any) -> QWidget:
        self._box = NumberBox()
        self._named(self._box)
        self._box.setRange(*self.parameter.limits)
        self._box.setDecimals(1)
        self._box.setSuffix(" s")
        self._box.setValue(value)
        return self._box

    def value(self) -> Any:
        return self._box.value()


class _Switch(ParameterRow):
    def _make(self, value: Any) -> QWidget:
        self._box = QCheckBox(self.label)
        self._named(self._box)
        self._box.setChecked(value)
        self.label = ""  # a check box has its own text
        return self._box

    def value(self) -> Any:
        return self._box.isChecked()


_ROWS: Final[dict[str, type[ParameterRow]]] = {
    "text": _Text,
    "required": _Required,
    "url": _Url,
    "lines": _Lines,
    "paths": _Paths,
    "variables": _Pairs,
    "headers": _Pairs,
    "folder": _Folder,
    "file": _Path,
    "choice": _Choice,
    "open_choice": _Choice,
    "seconds": _Seconds,
    "switch": _Switch,
    "trust": _Trust,
    "roots": _Roots,
}


def parameter_row(parameter: Parameter, value: Any) -> ParameterRow:
    """The row that edits this value."""
    return _ROWS[parameter.kind](parameter, value)
