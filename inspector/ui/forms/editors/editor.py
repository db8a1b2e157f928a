"""What the parts of a form share: the base of editors and rows, the host of an editor, the sheet they are on.

An editor and a row are made for a sheet, which knows them: what they ask of it is here;
how they look, elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from inspector.schema.document import Path, ScanNode, pointer_of
from inspector.schema.fields import Field
from inspector.ui.forms.document import Sheet
from inspector.ui.forms.layout import Tall, at_once
from inspector.ui.forms.texts import label

__all__ = [
    "Chooser",
    "Editor",
    "EditorHost",
    "FormSheet",
    "Leaving",
    "Row",
    "is_roomy",
    "retire",
    "widget_name",
]

_UNKNOWN = object()
_ROOMY: Final = 3
_MOST_LEVELS: Final = 40  # each takes room on the screen and a dozen calls on the stack


def widget_name(path: Path) -> str:
    """objectName of the editor of a place: `field_message`, nested `field_address/city`."""
    return "field_" + pointer_of(path)[1:]


def is_roomy(path: Path) -> bool:
    """Whether the heading of a place has room for words on its buttons: deep inside signs must do."""
    return len(path) < _ROOMY


def _is_item(path: Path) -> bool:
    return bool(path) and isinstance(path[-1], int)


def retire(widget: QWidget) -> None:
    """Hide a widget and delete it later; it cannot be found by name meanwhile.

    It may be in the middle of one of its own events, so it cannot die at once.
    """
    widget.hide()
    for child in (widget, *widget.findChildren(QWidget)):
        child.setObjectName("")
        if isinstance(child, Leaving):
            child.leave()
        elif isinstance(child, Editor):
            child.gone = True
    widget.deleteLater()


class Leaving(Tall):
    """A widget that others know of: it says goodbye before it dies."""

    def leave(self) -> None:
        """Take the widget's names away, so that it is not found any more."""
        raise NotImplementedError


class FormSheet(Sheet):
    """The sheet of a form: which editor shows a value, and which row shows a place."""

    rearranged = Signal()
    """A row came, went, opened or closed, or shows another shape."""

    def __init__(self, choose: Chooser, as_json: type[Editor], parent: QObject | None = None) -> None:
        """as_json: the editor of what is too deep for widgets of its own."""
        super().__init__(parent)
        self.choose = choose
        self.as_json = as_json
        self.rows: dict[Path, Row] = {}

    def row_for(self, path: Path) -> tuple[Row | None, Path]:
        """The row that shows the path or the nearest one around it, and what of the path is left below it."""
        for length in range(len(path), -1, -1):
            row = self.rows.get(path[:length])
            if row is not None:
                return row, path[length:]
        return None, path

    def row_of(self, widget: QWidget | None) -> Row | None:
        """The row that a widget is part of."""
        rows = {id(row): row for row in self.rows.values()}
        while widget is not None and id(widget) not in rows:
            widget = widget.parentWidget()
        return rows[id(widget)] if widget is not None else None

    def add_row(self, row: Row) -> None:
        """A row was made, perhaps in place of another one."""
        self.rows[row.path] = row
        self.rearranged.emit()

    def drop_row(self, row: Row) -> None:
        """A row is about to die."""
        if self.rows.get(row.path) is row:
            del self.rows[row.path]
            self.rearranged.emit()

    def rows_in_order(self) -> Iterator[Row]:
        """All rows that have been made, as they were made: from top to bottom within each section."""
        yield from list(self.rows.values())


class Editor(Tall):
    """Shows the value of one place and writes it when, and only when, a user edits.

    `show_lexeme` shows the JSON text of the value, None when it is not set; it must never write. A user's
    edit calls `write` or `unset`. `focus_widget` takes the keyboard and carries name and accessible texts.
    """

    kind: ClassVar[str] = ""
    """One word for what shows the value: "text", "number", "list", "json"…"""
    takes_drafts: ClassVar[bool] = False
    """What is typed may be no JSON yet."""
    is_section: ClassVar[bool] = False
    """The editor holds rows of its own: its row gets a heading that folds."""

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.field = field
        self.path = path
        self._seen: object = _UNKNOWN
        self._typed: str | None = None
        self.gone = False
        """Another editor has taken the place, as happens while a user's edit is written."""

    def refresh(self) -> None:
        """Look at the document again; does nothing while the own value is the one already shown."""
        if self.gone:
            return
        lexeme = self.sheet.lexeme(self.path)
        if lexeme != self._seen:
            self._seen = lexeme
            self.show_lexeme(lexeme)

    def forget(self) -> None:
        """Show the value anew at the next refresh, even if it looks the same."""
        self._seen = _UNKNOWN
        self._typed = None

    def keeps(self, lexeme: str | None) -> bool:
        """Whether a user typed this value here: then no other editor takes the place under the hand."""
        return lexeme is not None and self._typed == lexeme

    @classmethod
    def others(cls) -> list[tuple[str, str, type[Editor]]]:
        """Other editors that a user may have in this one's place: name, words for the menu, which."""
        return []

    def holds(self, widget: QWidget) -> bool:
        """Whether a widget is part of this editor, its controls in the heading included."""
        return self.isAncestorOf(widget)

    @property
    def is_hollow(self) -> bool:
        """A section with nothing inside to show."""
        return False

    def reach(self, step: str | int) -> None:
        """Make the row of a part if it still waits to be seen."""

    def open(self) -> None:
        """The editor is about to be seen. What holds rows makes them now: a recursive schema has no end."""

    def show_lexeme(self, lexeme: str | None) -> None:
        """Show a value; never write."""
        raise NotImplementedError

    def shown(self) -> str | None:
        """JSON text of the value that the widgets show now, read back from them; None: not set."""
        raise NotImplementedError

    def judge(self, faulty: bool) -> None:
        """Below the editor stands what is wrong with its value, or no longer."""

    def innermost(self) -> Editor:
        """The editor that shows the value: of a choice of shapes, that of the chosen shape."""
        return self

    def shape(self) -> Field:
        """The field that is shown: of a choice of shapes, the chosen one."""
        return self.field

    def heir(self) -> Editor:
        """The editor that shows the place now: this one, or the one that has taken its place."""
        row = self.sheet.rows.get(self.path) if self.gone else None
        return row.host.editor.innermost() if row is not None else self

    def error(self) -> str:
        """What keeps the text in the editor from being JSON; empty when it is JSON."""
        return ""

    def write(self, lexeme: str) -> None:
        """A user changed the value to this JSON text."""
        self._seen = self._typed = lexeme
        self.sheet.write(self.path, lexeme)

    def unset(self) -> None:
        """A user cleared the value. An item of a list cannot be absent: it becomes the empty text."""
        if self.must_stay:
            self.write('""')
        else:
            self._seen = None
            self.sheet.remove(self.path)

    @property
    def must_stay(self) -> bool:
        """The place is an item or a property a user added: clearing it must not remove it."""
        return self.path in self.sheet.kept or _is_item(self.path)

    def focus_widget(self) -> QWidget:
        """The widget that takes the keyboard."""
        return self

    def addition(self) -> str:
        """What the menu calls adding something that the schema does not list; "": nothing can be added so."""
        return ""

    def add_property(self) -> None:
        """Do what `addition` says."""

    def header_widgets(self) -> list[QWidget]:
        """Small controls to stand in the heading of the row."""
        return []

    def make(self, widget: QWidget) -> None:
        """Let one widget fill this editor and carry its name."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(widget)
        widget.setObjectName(widget_name(self.path))
        widget.setAccessibleName(self.spoken())

    def spoken(self) -> str:
        """What a screen reader calls the place."""
        return label(self.field) or pointer_of(self.path) or self.tr("The whole value")


class EditorHost(Tall):
    """Holds the editor of one place and exchanges it when the value needs another one."""

    exchanged = Signal()

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self._field = field
        self._path = path
        self._forced: type[Editor] | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.editor = self._exchange(self._chosen())

    def refresh(self) -> None:
        """Show the value of now, in another editor if it no longer fits this one."""
        self._show(self._wanted())

    def _show(self, wanted: type[Editor]) -> None:
        if type(self.editor) is not wanted:
            self._put(wanted)
        self.editor.refresh()

    @at_once
    def _put(self, kind: type[Editor]) -> None:
        """Exchange the editor; the keyboard stays where it was."""
        focus = QApplication.focusWidget()
        held = focus is not None and self.editor.holds(focus)
        self._layout.removeWidget(self.editor)
        retire(self.editor)
        self.editor = self._exchange(kind)
        self.exchanged.emit()
        if held:
            self.editor.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Show everything anew at the next refresh."""
        self.editor.forget()

    def set_field(self, field: Field) -> None:
        """The schema of the place is another one. An editor with the keyboard stays, others are made anew."""
        self._field = field
        focus = QApplication.focusWidget()
        if focus is not None and self.editor.holds(focus):
            self.editor.field = field
        else:
            self._put(self._chosen())
        self.editor.refresh()

    def force(self, kind: type[Editor] | None) -> None:
        """Keep to one kind of editor, or (None) choose by the value again."""
        self._forced = kind
        self._show(kind or self._chosen())

    def usual(self) -> type[Editor]:
        """The kind of editor for the value unless the user chose another."""
        return self._chosen()

    @property
    def forced(self) -> type[Editor] | None:
        """The kind of editor a user asked for."""
        return self._forced

    def _wanted(self) -> type[Editor]:
        if self._forced is not None:
            return self._forced
        typing = self._sheet.draft(self._path) is not None and self.editor.innermost().takes_drafts
        if typing or self.editor.keeps(self._sheet.lexeme(self._path)):
            return type(self.editor)
        return self._chosen()

    def _chosen(self) -> type[Editor]:
        if len(self._path) > _MOST_LEVELS:
            return self._sheet.as_json
        if self._sheet.draft(self._path) is not None:  # null only holds its place
            kind = self._sheet.choose(self._field, None, None)
            return kind if kind.takes_drafts else self._sheet.as_json
        node = self._sheet.node(self._path)
        return self._sheet.choose(self._field, node, self._sheet.lexeme(self._path))

    def _exchange(self, kind: type[Editor]) -> Editor:
        editor = kind(self._sheet, self._field, self._path, self)
        self._layout.addWidget(editor)
        return editor


Chooser = Callable[[Field, ScanNode | None, str | None], type[Editor]]
"""Which editor shows a field with this value (node and text; None: no value)."""


class Row(Leaving):
    """What others ask of the row of a field; see `forms.row.FieldRow`."""

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.field = field
        self.path = path
        self.key_widget: QWidget | None = None
        """Where the name of the property is typed, if it can be."""
        self.host = EditorHost(sheet, field, path, self)

    def leave(self) -> None:
        self.sheet.drop_row(self)

    def focus_widget(self) -> QWidget:
        """What takes the keyboard."""
        return self.host.editor.focus_widget()

    @property
    def is_folded(self) -> bool:
        """A section whose inside cannot be seen."""
        raise NotImplementedError

    def unfold(self, opened: bool = True) -> None:
        """Show what is inside a section, or no longer."""
        raise NotImplementedError

    def show_errors(
        self, errors: list[str], warnings: list[str] | None = None, at_key: list[str] | None = None
    ) -> None:
        """What is wrong here; empty: nothing. at_key: what is wrong with the name."""
        raise NotImplementedError

    def refresh_errors(self) -> None:
        """Look again whether the editor holds a text that is no JSON."""
        raise NotImplementedError
