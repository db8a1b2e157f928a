"""Editor of an enum: a few short values side by side, a box for more, a box to search in for many."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from inspector.schema.document import Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.choices import ChoiceBox, option_text, same
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.scalar import ScalarEditor
from inspector.ui.forms.editors.segments import Segments
from inspector.ui.forms.texts import label, short
from inspector.ui.widgets.plain import tooltip

__all__ = ["EnumEditor"]

_SIDE_BY_SIDE: Final = 7
_ROOM: Final = 42  # characters of all values that fit side by side in a narrow form
_EACH: Final = 4  # characters that the edges of one take
_SEARCH: Final = 20  # values from which a user searches


class _SearchLine(QLineEdit):
    """A click into it selects the value that is shown: what is typed then is what is searched for."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if not self.isModified() and not self.hasSelectedText():
            self.selectAll()


class EnumEditor(ScalarEditor):
    """One of the values of the schema, of any JSON type; known by number, shown by its words."""

    kind = "enum"
    own_null = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._lexemes: list[str | None] = []
        self._row: Segments | None = None
        self._box: ChoiceBox | None = None
        if self._fits_in_a_row():
            self._row = Segments(self._activated, self.take_key)
            self.setObjectName(widget_name(path))
            self.fill(self._row)
        else:
            self._box = self._make_box()
            self.named(self._box)
            self.fill(self._box)
        self._fill()

    def focus_widget(self) -> QWidget:
        if self._row is not None:
            return self._row.button()
        return self._box if self._box is not None else self

    def show_lexeme(self, lexeme: str | None) -> None:
        number = self._index(lexeme)
        if self._row is not None:
            self._row.check(number)
        elif self._box is not None:
            self._box.setCurrentIndex(number)
            if number < 0 and self._box.isEditable():
                self._box.setEditText("")
        self.tell(lexeme)

    def shown(self) -> str | None:
        number = self._row.checked() if self._row is not None else -1
        if self._box is not None:
            number = self._box.currentIndex()
            if number >= 0 and self._box.currentText() != self._box.itemText(number):
                return None  # what is being searched for
        return self._lexemes[number] if number >= 0 else None

    def _fits_in_a_row(self) -> bool:
        options = self.field.options
        if len(options) > _SIDE_BY_SIDE:
            return False
        texts = [option_text(option, True) for option in options]
        texts += [] if self.field.required else [self._unset_text()]
        texts += ["null"] if self.field.nullable else []
        return sum(len(text) + _EACH for text in texts) <= _ROOM

    def _make_box(self) -> ChoiceBox:
        box = ChoiceBox(self.take_key)
        box.activated.connect(self._activated)
        if len(self.field.options) <= _SEARCH:
            return box
        box.setEditable(True)
        line = _SearchLine()
        line.setObjectName(f"{widget_name(self.path)}_search")
        line.setPlaceholderText(self.tr("Search in {0} values…").format(len(self.field.options)))
        line.setAccessibleName(line.placeholderText())
        line.editingFinished.connect(self._searched)
        box.setLineEdit(line)
        box.setInsertPolicy(ChoiceBox.InsertPolicy.NoInsert)
        completer = QCompleter(box.model(), box)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(12)
        box.setCompleter(completer)
        return box

    def _searched(self) -> None:
        """What was typed is none of the values: show again what is set."""
        box = self._box
        completer = box.completer() if box is not None else None
        found = completer.popup() if completer is not None else None
        if found is not None and found.isVisible():
            return  # Enter is for what was found
        if box is not None and box.currentText() != box.itemText(box.currentIndex()):
            self.show_again()

    def _index(self, lexeme: str | None) -> int:
        for index, known in enumerate(self._lexemes):
            if known == lexeme or (known is not None and lexeme is not None and same(known, lexeme)):
                return index
        return -1  # required and not set

    def _unset_text(self) -> str:
        if self.field.default is None:
            return self.tr("not set")
        return self.tr("not set (default {0})").format(short(self.field.default))

    def _fill(self) -> None:
        if not self.field.required and not self.must_stay:
            self._add(None, self._unset_text(), "")
        elif self._box is not None and not self._box.isEditable():
            self._box.setPlaceholderText(self.tr("Choose…"))
        plain = all(option.lexeme.startswith('"') for option in self.field.options)
        for option in self.field.options:
            self._add(option.lexeme, option_text(option, plain), option.description)
        if self.field.nullable and not any(option.lexeme == "null" for option in self.field.options):
            self._add("null", "null", "")

    def _add(self, lexeme: str | None, text: str, hint: str) -> None:
        number = len(self._lexemes)
        self._lexemes.append(lexeme)
        if self._row is not None:
            name = f"{widget_name(self.path)}_{number}"
            spoken = f"{label(self.field)}: {text}"
            self._row.add(name, text, spoken, tooltip(hint), quiet=lexeme is None)
        elif self._box is not None:
            self._box.addItem(text)
            if hint:
                self._box.setItemData(number, tooltip(hint), Qt.ItemDataRole.ToolTipRole)

    def _activated(self, index: int) -> None:
        lexeme = self._lexemes[index]
        if lexeme is None:
            self.unset()
        else:
            self.write(self.sheet.spelled(self.path, lexeme))
