"""Editors that offer few values instead of taking text: true or false, a constant; and the box of choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from inspector.schema.document import Document, Path
from inspector.schema.fields import Field, Option
from inspector.ui import theme
from inspector.ui.flow import Flow
from inspector.ui.form_editor import widget_name
from inspector.ui.form_scalar import ScalarEditor
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import label, short

__all__ = ["BooleanEditor", "ChoiceBox", "ConstEditor", "RadioRow", "option_text", "same"]

_UNSET: Final = ""
_ARROWS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}


class RadioRow(QWidget):
    """A few values side by side, one of them chosen or none.

    Space goes on to the next value, Backspace asks for not set; arrow keys choose the next and the one
    before, however the values are laid out, and where nothing is chosen yet the first or the last.
    chosen: is called with the number of the value that a person chose.
    """

    def __init__(self, chosen: Callable[[int], None], takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._chosen = chosen
        self._takes = takes
        self._group = QButtonGroup(self)
        self._buttons: list[QRadioButton] = []
        self._flow = Flow(self, gap=theme.SPACE_WIDE)
        self._group.idClicked.connect(self._clicked)

    def add(self, name: str, text: str, spoken: str, hint: str = "", *, mono: bool = False) -> None:
        """One more value. spoken: for a screen reader."""
        button = _Radio(text.replace("&", "&&"), self._takes_key)
        button.setObjectName(name)
        button.setAccessibleName(spoken)
        button.setToolTip(hint)
        if mono:
            button.setFont(theme.mono_font())
        self._group.addButton(button, len(self._buttons))
        self._buttons.append(button)
        self._flow.addWidget(button)

    def clear(self) -> None:
        """No values."""
        for button in self._buttons:
            self._group.removeButton(button)
            self._flow.removeWidget(button)
            button.hide()
            button.setObjectName("")
            button.deleteLater()
        self._buttons = []

    def check(self, number: int) -> None:
        """Show one as chosen; -1: none."""
        if 0 <= number < len(self._buttons):
            self._buttons[number].setChecked(True)
        else:
            self._group.setExclusive(False)
            for button in self._buttons:
                button.setChecked(False)
            self._group.setExclusive(True)
        # Qt sees to it that Tab stops once a group only when the keyboard has been in it
        stop = self.button()
        for button in self._buttons:
            here = button is stop
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    def checked(self) -> int:
        """Number of the chosen one; -1: none."""
        return self._group.checkedId()

    def go_on(self) -> None:
        """Choose the next value, after the last one the first."""
        number = (self.checked() + 1) % len(self._buttons)
        self._buttons[number].setChecked(True)
        self._buttons[number].setFocus(Qt.FocusReason.OtherFocusReason)
        self._chosen(number)

    def _takes_key(self, event: QKeyEvent) -> bool:
        if self._takes(event):
            return True
        by = _ARROWS.get(Qt.Key(event.key()))
        if by is None:
            return False
        here, last = self.checked(), len(self._buttons) - 1
        start = 0 if by > 0 else last
        button = self._buttons[max(0, min(here + by, last)) if here >= 0 else start]
        button.setFocus(Qt.FocusReason.OtherFocusReason)
        button.click()
        return True

    def button(self) -> QWidget:
        """The button that takes the keyboard."""
        checked = self._group.checkedButton()
        return checked if checked is not None else self._buttons[0]

    def _clicked(self, number: int) -> None:
        self._chosen(number)


class _Radio(QRadioButton):
    """Offers its keys to the editor first."""

    def __init__(self, text: str, takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__(text)
        self._takes = takes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)


class BooleanEditor(ScalarEditor):
    """True, false, and (where the field may be absent or null) not set and null, side by side."""

    kind = "boolean"
    own_null = True

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self._states: list[str] = []
        self._row = RadioRow(self._chosen, self.take_key)
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
            self._row.add(f"{name}_{lexeme or 'unset'}", text, f"{label(field)}: {text}")

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

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._value = field.options[0].lexeme if field.options else "null"
        self._named = self._value
        self.box = _Check(self.take_key)
        self.box.setFont(theme.mono_font())
        self.named(self.box)
        self.fill(self.box)
        self.box.setToolTip(self.tr("The only value the schema allows. Checked: it is sent."))
        self.box.clicked.connect(self._clicked)
        theme.notifier().changed.connect(self._font_changed)

    def focus_widget(self) -> QWidget:
        return self.box

    def show_lexeme(self, lexeme: str | None) -> None:
        self.box.setChecked(lexeme is not None)
        self.box.setEnabled(lexeme is None or not self.must_stay)
        self._named = lexeme or self._value
        self.box.setText(short(self._named).replace("&", "&&"))
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
        self.box.setFont(theme.mono_font())


class _Check(QCheckBox):
    """Offers its keys to the editor first."""

    def __init__(self, takes: Callable[[QKeyEvent], bool]) -> None:
        super().__init__()
        self._takes = takes

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)
