"""Editor of a set: a list without equal items whose items are offered values, as boxes to check."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QCheckBox, QWidget

from inspector.schema.document import Node, Path
from inspector.schema.fields import Field
from inspector.ui import theme
from inspector.ui.controls import column, muted
from inspector.ui.flow import Flow
from inspector.ui.form_choices import option_text
from inspector.ui.form_editor import Editor, widget_name
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import label
from inspector.ui.plain import tooltip

__all__ = ["ChecksEditor", "is_set_of_options"]

_MOST: Final = 24


def is_set_of_options(field: Field, node: Node | None, lexeme: str | None) -> bool:
    """Whether boxes can show the value: each item is offered, none is there twice, as token for token."""
    if field.kind != "list" or not field.bounds.unique_items:
        return False
    options = [option.lexeme for option in field.item(0).options] if field.item(0).kind == "enum" else []
    if not 0 < len(options) <= _MOST:
        return False
    items = _items(node, lexeme)
    return len(set(items)) == len(items) and all(item in options for item in items)


class ChecksEditor(Editor):
    """Checking a box adds the item in the order of the schema; nothing else in the list moves."""

    kind = "set"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        options = field.item(0).options
        self._lexemes = [option.lexeme for option in options]
        self._boxes: list[QCheckBox] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        self._state = muted()
        boxes = QWidget()
        flow = Flow(boxes, gap=theme.SPACE_WIDE, even=True)
        plain = all(lexeme.startswith('"') for lexeme in self._lexemes)
        texts = [option_text(option, plain) for option in options]
        for number, (option, text) in enumerate(zip(options, texts, strict=True)):
            box = QCheckBox(text)
            box.setObjectName(f"{self.objectName()}_{number}")
            box.setAccessibleName(f"{label(field)}: {text}")
            box.setToolTip(tooltip(option.description))
            self._boxes.append(box)
            self._group.addButton(box, number)
            flow.addWidget(box)
        self.setLayout(column(boxes, self._state, spacing=2))
        self._group.buttonClicked.connect(self._clicked)

    def focus_widget(self) -> QWidget:
        return self._boxes[0]

    def show_lexeme(self, lexeme: str | None) -> None:
        items = _items(self.sheet.node(self.path), self.sheet.lexeme(self.path))
        for box, option in zip(self._boxes, self._lexemes, strict=True):
            box.setChecked(option in items)
        words = {None: self.tr("not set"), "null": "null"}
        self._state.setText(words.get(lexeme, self.tr("empty list")))
        self._state.setVisible(not items and (lexeme is not None or not self.field.required))

    def shown(self) -> str | None:
        checked = zip(self._boxes, self._lexemes, strict=True)
        items = [lexeme for box, lexeme in checked if box.isChecked()]
        if items or self._state.isHidden():
            return f"[{', '.join(items)}]" if items else None
        return {self.tr("not set"): None, "null": "null"}.get(self._state.text(), "[]")

    def _clicked(self, button: QAbstractButton) -> None:
        number = self._group.id(button)
        items = _items(self.sheet.node(self.path), self.sheet.lexeme(self.path))
        if button.isChecked():
            later = set(self._lexemes[number + 1 :])
            place = next((n for n, item in enumerate(items) if item in later), len(items))
            self.sheet.insert_item(self.path, place, self._lexemes[number])
        elif self._lexemes[number] in items:
            self.sheet.remove((*self.path, items.index(self._lexemes[number])))


def _items(node: Node | None, lexeme: str | None) -> list[str]:
    """Text of each item of a list, given the node and text of the list."""
    if node is None or lexeme is None or node.kind != "array":
        return []
    return [lexeme[item.start - node.start : item.end - node.start] for item in node.items]
