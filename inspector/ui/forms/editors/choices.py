"""Editors that offer few values instead of taking text: true or false, a constant; and the box of choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from inspector.schema.document import Document, Path
from inspector.schema.fields import Field
from inspector.schema.kinds import Option
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.scalar import ScalarEditor
from inspector.ui.forms.editors.segments import Segments
from inspector.ui.forms.texts import label, short
from inspector.ui.widgets import theme, zoom

__all__ = ["BooleanEditor", "ChoiceBox", "ConstEditor", "option_text", "same"]

_UNSET: Final = ""


class BooleanEditor(ScalarEditor):
    """True, false, and (where the field may be absent or null) not set and null, side by side."""

    kind = "boolean"
    own_null = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self._states: list[str] = []
        self._row = Segments(self._chosen, self.take_key)
        self.fill(self._row)
        self._fill()

    def focus_widget(self) -> QWidget:
        return self._row.button()

    def show_lexeme(self, lexeme: str | None) -> None:
        if lexeme == "null" and "null" not in self._states:
            self._fill(null=True)
        wanted = _UNSET if lexeme is None else lexeme
        self._row.check(self._states.index(wanted) if wanted in self._states else -1)
        self.tell(lexeme)

    def shown(self) -> str | None:
        number = self._row.checked()
        return (self._states[number] or None) if number >= 0 else None

    def take_key(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Space:
            self._row.go_on()
            return True
        if plain and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            return self.unset_by_key()
        return super().take_key(event)

    def _fill(self, *, null: bool = False) -> None:
        field, name = self.field, self.objectName()
        states: list[tuple[str, str]] = []
        if not field.required and not self.must_stay:
            default = self.tr("not set (default {0})").format(field.default)
            states.append((_UNSET, default if field.default is not None else self.tr("not set")))
        states += [("true", "true"), ("false", "false")]
        if field.nullable or null:
            states.append(("null", "null"))
        self._row.clear()
        self._states = [lexeme for lexeme, _ in states]
        for lexeme, text in states:
            spoken = f"{label(field)}: {text}"
            self._row.add(f"{name}_{lexeme or 'unset'}", text, spoken, quiet=lexeme == _UNSET)

    def _chosen(self, number: int) -> None:
        lexeme = self._states[number]
        if lexeme == (self._seen or _UNSET):
            return
        if lexeme == _UNSET:
            self.unset()
        else:
            self.write(lexeme)


class ChoiceBox(QComboBox):
    """A combo box that leaves the wheel to the form around it: scrolling must not change values.

    takes: is offered every key first.
    """

    def __init__(self, takes: Callable[[QKeyEvent], bool] | None = None) -> None:
        super().__init__()
        self._takes = takes
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Room for some characters, not for the longest choice.

        A size policy of Qt's says the same, and makes the whole list to choose from at once: eight more
        widgets for each box of a form.
        """
        metrics = self.fontMetrics()
        width = max(
            self.minimumContentsLength() * metrics.horizontalAdvance("X"),
            metrics.horizontalAdvance(self.placeholderText()),
        )
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        inside = QSize(width, max(metrics.height(), 14) + 2)
        return self.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, inside, self)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F4:
            event.ignore()  # Qt would open the list, as Alt+Down does; here it leads to the JSON
        elif self._takes is None or not self._takes(event):
            super().keyPressEvent(event)


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


class ConstEditor(ScalarEditor):
    """The one value that is allowed: shown, and included or left out."""

    kind = "const"
    own_null = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._option = field.options[0] if field.options else Option("null")
        self._value = self._option.lexeme
        self._named = self._value
        self.box = _Check(self.take_key)
        zoom.mono(self.box)
        self.named(self.box)
        self.fill(self.box)
        self.box.setToolTip(self.tr("The only value the schema allows. It is sent when checked."))
        self.box.clicked.connect(self._clicked)
        theme.notifier().changed.connect(self._font_changed)

    def focus_widget(self) -> QWidget:
        return self.box

    def show_lexeme(self, lexeme: str | None) -> None:
        self.box.setChecked(lexeme is not None)
        self.box.setEnabled(lexeme is None or not self.must_stay)
        self._named = lexeme or self._value
        named = option_text(self._option, True) if self._named == self._value else short(self._named)
        self.box.setText(named.replace("&", "&&"))
        self.tell(lexeme)

    def shown(self) -> str | None:
        return self._named if self.box.isChecked() else None

    def take_key(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            return self.unset_by_key()
        return super().take_key(event)

    def _clicked(self, checked: bool) -> None:
        if checked:
            self.write(self.sheet.spelled(self.path, self._value))
            self.show_again()
        else:
            self.unset()

    def _font_changed(self) -> None:
        zoom.mono(self.box)


class _Check(QCheckBox):
    """Offers its keys to the editor first."""

    def __init__(self, takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._takes = takes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)
