"""Editors that offer values instead of taking text: true or false, an enum, a constant."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QRadioButton,
    QSizePolicy,
    QWidget,
)

from inspector.schema.document import Document, Path
from inspector.schema.fields import Field, Option
from inspector.ui import theme
from inspector.ui.flow import Flow
from inspector.ui.form_editor import Editor, widget_name
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import short
from inspector.ui.plain import tooltip

__all__ = ["BooleanEditor", "ChoiceBox", "ConstEditor", "EnumEditor", "option_text", "same"]

_UNSET: Final = ""


class BooleanEditor(Editor):
    """True, false, and (where the field may be absent or null) not set and null, side by side."""

    kind = "boolean"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        states = [("true", "true"), ("false", "false")]
        if field.nullable:
            states.append(("null", "null"))
        if not field.required:
            default = self.tr("not set (default {0})").format(field.default)
            states.append((_UNSET, default if field.default is not None else self.tr("not set")))
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QRadioButton] = {}
        layout = Flow(self, gap=theme.SPACE_WIDE)
        for lexeme, text in states:
            button = QRadioButton(text)
            button.setObjectName(f"{self.objectName()}_{lexeme or 'unset'}")
            button.setAccessibleName(f"{field.title or field.key}: {text}")
            self._buttons[lexeme] = button
            self._group.addButton(button)
            layout.addWidget(button)
        self._group.buttonClicked.connect(self._clicked)

    def focus_widget(self) -> QWidget:
        checked = self._group.checkedButton()
        return checked if checked is not None else next(iter(self._buttons.values()))

    def show_lexeme(self, lexeme: str | None) -> None:
        button = self._buttons.get(_UNSET if lexeme is None else lexeme)
        if button is not None:
            button.setChecked(True)
            return
        self._group.setExclusive(False)  # required and not set: none of them is chosen
        for other in self._buttons.values():
            other.setChecked(False)
        self._group.setExclusive(True)

    def shown(self) -> str | None:
        checked = (lexeme for lexeme, button in self._buttons.items() if button.isChecked())
        return next(checked, _UNSET) or None

    def _clicked(self, clicked: QAbstractButton) -> None:
        for lexeme, button in self._buttons.items():
            if button is clicked and lexeme != self._seen:
                if lexeme == _UNSET:
                    self.unset()
                else:
                    self.write(lexeme)


class ChoiceBox(QComboBox):
    """A combo box that leaves the wheel to the form around it: scrolling must not change values."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class EnumEditor(Editor):
    """One of the values of the schema, of any JSON type; known by number, shown by its words.

    A value of the document that is none of them is shown too, as an entry of its own.
    """

    kind = "enum"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.box = ChoiceBox()
        self.make(self.box)
        self._lexemes: list[str | None] = []
        self._foreign: str | None = None
        self._fill(None)
        self.box.activated.connect(self._activated)

    def focus_widget(self) -> QWidget:
        return self.box

    def show_lexeme(self, lexeme: str | None) -> None:
        known = lexeme is None or any(same(lexeme, option.lexeme) for option in self.field.options)
        foreign = None if known or (lexeme == "null" and self.field.nullable) else lexeme
        if foreign != self._foreign:
            self._fill(foreign)
        self.box.setCurrentIndex(self._index(lexeme))

    def shown(self) -> str | None:
        index = self.box.currentIndex()
        return self._lexemes[index] if index >= 0 else None

    def _index(self, lexeme: str | None) -> int:
        for index, known in enumerate(self._lexemes):
            if known == lexeme or (known is not None and lexeme is not None and same(known, lexeme)):
                return index
        return -1  # required and not set

    def _fill(self, foreign: str | None) -> None:
        self._foreign = foreign
        self.box.clear()
        self._lexemes = []
        if not self.field.required:
            default = self.field.default
            text = (
                self.tr("not set")
                if default is None
                else self.tr("not set (default {0})").format(short(default))
            )
            self._add(None, text, "")
        else:
            self.box.setPlaceholderText(self.tr("Choose…"))
        plain = all(option.lexeme.startswith('"') for option in self.field.options)
        for option in self.field.options:
            self._add(option.lexeme, option_text(option, plain), option.description)
        if self.field.nullable and not any(option.lexeme == "null" for option in self.field.options):
            self._add("null", "null", "")
        if foreign is not None:
            self._add(foreign, self.tr("{0} (not offered)").format(short(foreign)), "")

    def _add(self, lexeme: str | None, text: str, hint: str) -> None:
        self._lexemes.append(lexeme)
        self.box.addItem(text)
        if hint:
            self.box.setItemData(self.box.count() - 1, tooltip(hint), Qt.ItemDataRole.ToolTipRole)

    def _activated(self, index: int) -> None:
        lexeme = self._lexemes[index]
        if lexeme is None:
            self.unset()
        else:
            self.write(lexeme)


def option_text(option: Option, plain: bool) -> str:
    """Title and value; texts keep their quotes where a value of another type could look the same."""
    value = short(option.lexeme) if plain else option.lexeme
    return f"{option.title} — {value}" if option.title and option.title != value else value


def same(one: str, other: str) -> bool:
    """The same JSON value, however its string is escaped or its object laid out."""
    return one == other or (
        _kind(one) == _kind(other) and Document(one).value(()) == Document(other).value(())
    )


def _kind(lexeme: str) -> str:
    root = Document(lexeme).root
    return root.kind if root is not None else ""


class ConstEditor(Editor):
    """The one value that is allowed: shown, and included or left out."""

    kind = "const"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._value = field.options[0].lexeme if field.options else "null"
        self._named = self._value
        self.box = QCheckBox(short(self._value))
        self.box.setFont(theme.mono_font())
        self.make(self.box)
        self.box.setToolTip(self.tr("The only value the schema allows. Checked: it is sent."))
        self.box.clicked.connect(self._clicked)
        theme.notifier().changed.connect(self._font_changed)

    def focus_widget(self) -> QWidget:
        return self.box

    def show_lexeme(self, lexeme: str | None) -> None:
        self.box.setChecked(lexeme is not None)
        self.box.setEnabled(lexeme is None or not self.must_stay)
        self._named = lexeme or self._value
        self.box.setText(short(self._named))

    def shown(self) -> str | None:
        return self._named if self.box.isChecked() else None

    def _clicked(self, checked: bool) -> None:
        if checked:
            self.write(self._value)
        else:
            self.unset()

    def _font_changed(self) -> None:
        self.box.setFont(theme.mono_font())
