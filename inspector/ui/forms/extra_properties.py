"""Properties that the schema of an object does not name: key, value, remove."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QCompleter, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from inspector.schema.document import Path, text_of
from inspector.schema.fields import Field, build_fields
from inspector.schema.fold import NEVER
from inspector.schema.patterns import matches
from inspector.translation import translate
from inspector.ui.forms.editors.editor import FormSheet, retire, widget_name
from inspector.ui.forms.layout import Tall, at_once
from inspector.ui.forms.more_rows import A_TURN, More
from inspector.ui.forms.parts import ErrorText
from inspector.ui.forms.row import FieldRow
from inspector.ui.keyboard.own_keys import leaves_undo
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["ExtraRows"]


_DEEP: Final = 3
_ROOM: Final = 120  # px that name and value have beside each other, beyond the least they need


class ExtraRows(Tall):
    """One row a key. What is wrong with a key is said below it; a forbidden property is red, not hidden.

    Of many keys the first ones have rows, others when they come into sight or the user goes to them.
    """

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._field = field
        self._keys = field.key_field()
        self._path = path
        self._rows: dict[str, _ExtraRow] = {}
        self._waiting: list[str] = []
        """All keys; those beyond the leading ones have rows when the user went to them."""
        self._made = A_TURN
        self._wanted: set[str] = set()
        self._more: More | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._layout.setSpacing, 4)

    def show_keys(self, keys: list[str]) -> None:
        """These are the keys, in the order of the document: a row for each of the leading ones."""
        self._waiting = keys
        self._make()

    def want(self, key: str) -> None:
        """Have the row of a key that waits."""
        if key not in self._rows and key in self._waiting:
            self._wanted.add(key)
            self._make()

    def _make_some(self) -> None:
        self._made += A_TURN
        self._make()

    @at_once
    def _make(self) -> None:
        """Rows are made when the end of them comes into sight: those of thousands take seconds."""
        after = self._waiting[self._made :]
        keys = [*self._waiting[: self._made], *(key for key in after if key in self._wanted)]
        shown = set(keys)
        for key in [key for key in self._rows if key not in shown]:
            retire(self._rows.pop(key))
        for number, key in enumerate(keys):
            if key not in self._rows:
                self._sheet.kept.add((*self._path, key))
                row = self._rows[key] = _ExtraRow(self._sheet, self._field, self._keys, self._path, key)
                row.renamed.connect(self._renamed)
                row.removed.connect(self._removed)
            if self._layout.indexOf(self._rows[key]) != number:
                self._layout.insertWidget(number, self._rows[key])
            self._rows[key].refresh()
        self._show_more(len(self._waiting) - len(keys))
        self.setVisible(bool(keys))

    def _show_more(self, waiting: int) -> None:
        if self._more is None and waiting > 0:
            self._more = More("")
            self._more.setObjectName(f"{widget_name(self._path)}_more_keys")
            self._more.seen.connect(self._make_some)
            self._more.clicked.connect(self._make_some)
        if self._more is not None:
            if self._layout.indexOf(self._more) != len(self._rows):
                self._layout.insertWidget(len(self._rows), self._more)
            self._more.setText(translate("ExtraRows", "%Ln more", "", waiting))
            self._more.setVisible(waiting > 0)

    def values(self) -> dict[str, FieldRow]:
        """The rows of the values."""
        return {key: row.value for key, row in self._rows.items()}

    def forget(self) -> None:
        """Show the values anew."""
        for row in self._rows.values():
            row.value.forget()

    def edit_key(self, key: str) -> None:
        """Let a user type the name."""
        self.want(key)
        row = self._rows.get(key)
        if row is not None:
            row.key_line.setFocus()
            row.key_line.selectAll()

    def _renamed(self, key: str, new_key: str) -> None:
        if key not in self._rows:  # the row that loses the keyboard while it goes says it once more
            return
        node = self._sheet.node(self._path)
        if node is None or new_key in node.index:
            self._rows[key].refuse(new_key)
            return
        focus = QApplication.focusWidget()
        held = focus is not None and self._rows[key].isAncestorOf(focus)
        self._sheet.kept.add((*self._path, new_key))
        self._wanted.add(new_key)
        self._sheet.rename((*self._path, key), new_key)
        row = self._rows.get(new_key)
        if row is not None and held:
            row.value.focus_widget().setFocus(Qt.FocusReason.TabFocusReason)

    def _removed(self, key: str) -> None:
        self._sheet.remove((*self._path, key))


class _ExtraRow(Tall):
    """One property: its key can be edited, and the value's schema depends on the key."""

    renamed = Signal(str, str)
    removed = Signal(str)

    def __init__(self, sheet: FormSheet, field: Field, keys: Field, path: Path, key: str) -> None:
        super().__init__()
        self._key = key
        self._keys = keys
        self._marked = ""
        self._verdict = ""
        name = widget_name((*path, key))
        self.key_line = QLineEdit(key)
        self.key_line.setObjectName(f"{name}_key")
        self.key_line.setAccessibleName(self.tr("Name of the property {0}").format(key))
        self.key_line.setPlaceholderText(self.tr("empty name"))
        zoom.mono(self.key_line)
        self.key_line.editingFinished.connect(self._edited)
        self.key_line.textEdited.connect(self._check)
        self.key_line.installEventFilter(self)
        self._offer()
        extra = field.extra(key)
        self._forbidden = field.forbids_more or extra.note == NEVER
        if extra.note == NEVER:  # it is said of the name; the value can be anything
            extra = replace(build_fields(True), key=key, pointer=extra.pointer)
        self.value = FieldRow(sheet, replace(extra, required=True), (*path, key), bare=True)
        self.value.key_widget = self.key_line
        self.value.tell_key = self._tell_verdict
        hint = self.tr("Remove {0}").format(key)
        remove = self._remove_button = tool_button(f"{name}_remove", "close", hint)
        remove.setToolTip(tooltip(hint))
        remove.clicked.connect(self._remove)
        self._wrong = ErrorText()
        self._wrong.setObjectName(f"{name}_key_error")
        self._mark = QAction(theme.icon("alert-outline", "error"), "", self)
        self._below = self._alone = False
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._grid.setSpacing, 4)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 2)
        self._grid.addWidget(remove, 0, 2, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._wrong, 2, 0, 1, 3)
        self._place()
        self._check(key)

    def refuse(self, new_key: str) -> None:
        """The name is taken: the old one stays, and the line below says why."""
        self.key_line.setText(self._key)
        self._tell(self.tr("There is already a property “{0}”.").format(new_key))

    def refresh(self) -> None:
        """Show the value: beside its key, or below it when it has parts of its own, or room is short."""
        self.value.refresh()
        node = self.value.sheet.node(self.value.path)
        parts = node is not None and node.kind in ("object", "array")
        self._alone = self.value.is_section or parts or len(self.value.path) > _DEEP
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        below = self._alone or self._is_narrow()
        if below != self._below:
            self._below = below
            self._grid.removeWidget(self.value)
            self._place()

    def _is_narrow(self) -> bool:
        """Less than what they need beside each other would make the whole form wider than its column."""
        if self.testAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent):
            return False  # it has no place yet
        parts = (self.key_line, self.value, self._remove_button)
        return self.width() < sum(part.minimumSizeHint().width() for part in parts) + _ROOM

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape takes a half-typed name back."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if event.key() == Qt.Key.Key_Escape and self.key_line.text() != self._key:
            self.key_line.setText(self._key)
            self._check(self._key)
            return True
        if leaves_undo(event, self.key_line, always=False):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        self._grid.removeWidget(self.key_line)
        self._grid.addWidget(self.key_line, 0, 0, 1, 2 if self._below else 1, Qt.AlignmentFlag.AlignTop)
        if self._below:
            self._grid.addWidget(self.value, 1, 0, 1, 3)
        else:
            self._grid.addWidget(self.value, 0, 1, Qt.AlignmentFlag.AlignTop)

    def _offer(self) -> None:
        """Names that the schema offers."""
        names = [text_of(option.lexeme) for option in self._keys.options]
        if names:
            completer = QCompleter(names, self)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.key_line.setCompleter(completer)

    def _tell_verdict(self, text: str) -> None:
        self._verdict = text
        self._check(self.key_line.text())

    def _check(self, key: str) -> None:
        """Say what the schema has against a name while it is typed; it can be sent all the same."""
        if self._forbidden:
            self._tell(self.tr("The schema does not allow this property."))
        else:
            self._tell(self._against(key) or (self._verdict if key == self._key else ""))

    def _against(self, key: str) -> str:
        keys, bounds = self._keys, self._keys.bounds
        names = [text_of(option.lexeme) for option in keys.options]
        if names and key not in names:
            return self.tr("The name must be one of: {0}").format(", ".join(names[:12]))
        if keys.pattern and matches(keys.pattern, key) is False:
            return self.tr("The name must match {0}").format(keys.pattern)
        least, most = bounds.min_length, bounds.max_length
        if least is not None and len(key) < least:
            return translate("ExtraRows", "The name must have at least %Ln character(s)", "", least)
        if most is not None and len(key) > most:
            return translate("ExtraRows", "The name must have at most %Ln character(s)", "", most)
        return self.tr("No name is allowed.") if keys.note else ""

    def _tell(self, text: str) -> None:
        self._wrong.tell([text] if text else [])
        self.key_line.setAccessibleDescription(text)
        if bool(text) != bool(self._marked):
            if text:
                self.key_line.addAction(self._mark, QLineEdit.ActionPosition.TrailingPosition)
            else:
                self.key_line.removeAction(self._mark)
        self._marked = text
        self.key_line.setToolTip(tooltip(text))

    def _edited(self) -> None:
        if self.key_line.text() != self._key:
            self.renamed.emit(self._key, self.key_line.text())

    def _remove(self) -> None:
        self.removed.emit(self._key)
