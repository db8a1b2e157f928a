"""Editor of a set: a list without equal items whose items are offered values, as boxes to check."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QCheckBox, QLineEdit, QScrollArea, QWidget

from inspector.schema.document import Path, ScanNode
from inspector.schema.fields import Field
from inspector.ui.forms.editors.choices import option_text
from inspector.ui.forms.editors.editor import Editor, FormSheet, widget_name
from inspector.ui.forms.editors.lists import ListEditor
from inspector.ui.forms.texts import label
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import column, muted
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.plain import tooltip

__all__ = ["ChecksEditor", "is_set_of_options"]

_MOST: Final = 300
_UNFILTERED: Final = 24
_HEIGHT: Final = 180


def is_set_of_options(field: Field, node: ScanNode | None, lexeme: str | None) -> bool:
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

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
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
            box = QCheckBox(text.replace("&", "&&"))
            box.setObjectName(f"{self.objectName()}_{number}")
            box.setAccessibleName(f"{label(field)}: {text}")
            box.setToolTip(tooltip(option.description))
            self._boxes.append(box)
            self._group.addButton(box, number)
            flow.addWidget(box)
        self._area = boxes if len(options) <= _UNFILTERED else self._scrolled(boxes)
        self._filter = self._make_filter() if len(options) > _UNFILTERED else None
        parts = [part for part in (self._filter, self._area, self._state) if part is not None]
        self.setLayout(column(*parts, spacing=2))
        self._group.buttonClicked.connect(self._clicked)

    def _scrolled(self, boxes: QWidget) -> QScrollArea:
        area = QScrollArea(self)
        area.setObjectName(f"{self.objectName()}_area")
        area.setWidgetResizable(True)
        zoom.follow(area.setMaximumHeight, _HEIGHT)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(boxes)
        return area

    def _make_filter(self) -> QLineEdit:
        """Of many values those are shown that hold what is typed; a checked one stays in sight."""
        line = QLineEdit(self)
        line.setObjectName(f"{self.objectName()}_filter")
        line.setPlaceholderText(self.tr("Filter"))
        line.setAccessibleName(self.tr("Filter the values of {0}").format(label(self.field)))
        clearable(line)
        line.textChanged.connect(self._show_some)
        return line

    def _show_some(self, typed: str) -> None:
        for box in self._boxes:
            box.setVisible(box.isChecked() or typed.casefold() in box.text().replace("&&", "&").casefold())

    @classmethod
    def others(cls) -> list[tuple[str, str, type[Editor]]]:
        text = QCoreApplication.translate("ChecksEditor", "One row for each item")
        return [("as_list", text, ListEditor)]

    def focus_widget(self) -> QWidget:
        return self._boxes[0] if self._filter is None else self._filter

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


def _items(node: ScanNode | None, lexeme: str | None) -> list[str]:
    """Text of each item of a list, given the node and text of the list."""
    if node is None or lexeme is None or node.kind != "array":
        return []
    return [lexeme[item.start - node.start : item.end - node.start] for item in node.items]
