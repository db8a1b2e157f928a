"""Editor of an object: a row for each declared property, a table of those that are not declared."""

from __future__ import annotations

from itertools import islice
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from inspector.schema.document import Path, lexeme_of, text_of
from inspector.schema.fields import Field
from inspector.schema.shape import fresh_lexeme, is_typed_anew
from inspector.translation import translate
from inspector.ui.forms.editors.editor import Editor, FormSheet, is_roomy, retire, widget_name
from inspector.ui.forms.extra_properties import ExtraRows
from inspector.ui.forms.layout import at_once
from inspector.ui.forms.more_rows import A_TURN, More
from inspector.ui.forms.parts import FoldButton
from inspector.ui.forms.row import FieldRow
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import muted, tool_button

__all__ = ["ObjectEditor"]

_CROWDED: Final = 150
"""Also what an object inside another begins with: there may be many of them."""
_ROW_GAP: Final = 12


class ObjectEditor(Editor):
    """Rows are made when the section opens: the first ones at once, others when the end comes into sight.

    Making all of a thousand rows takes seconds, and laying them out again grows with their number. Which
    properties there are may depend on the value: then rows come and go as it changes. A value that lost its
    row stays in the document and moves to the other properties: what is sent is what is shown.
    """

    kind = "object"
    is_section = True

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.setObjectName(widget_name(path))
        self._opened = False
        self._empty: str | None = None
        self._now: Field | None = None
        """The field as its value makes it."""
        self._fields: tuple[Field, ...] = ()
        self._known: frozenset[str] = frozenset()
        self._retired: tuple[Field, ...] = ()
        """Deprecated properties that are not set: at the end, folded."""
        self._made = 0
        self._wanted: set[str] = set()
        """Properties beyond the leading ones that have rows, too: those that are set, or were gone to."""
        self._rows: dict[str, FieldRow] = {}
        self._old: _Deprecated | None = None
        self._extras: ExtraRows | None = None
        self._count: QLabel | None = None
        self._add: QToolButton | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(self._layout.setSpacing, _ROW_GAP)
        self._more: More | None = None

    @property
    def is_hollow(self) -> bool:
        node = self.sheet.node(self.path)
        return self.field.kind == "map" and (node is None or not node.members)

    def open(self) -> None:
        if self._opened:
            return
        self._opened = True
        self._made = self._first_rows()
        self.forget()
        self.refresh()

    def _first_rows(self) -> int:
        """How many rows there are at once. Where there are many already: those in use, others when seen."""
        if not self.path or len(self.sheet.rows) <= _CROWDED:
            return A_TURN
        node = self.sheet.node(self.path)
        self._wanted.update(islice(node.index, A_TURN) if node is not None else ())
        return 0

    def show_lexeme(self, lexeme: str | None) -> None:
        node = self.sheet.node(self.path)
        self._empty = "{}" if node is not None and node.kind == "object" else lexeme
        self._show_count(len(node.index) if node is not None else 0)
        if not self._opened:
            return
        self._look()
        for row in list(self._rows.values()):
            row.refresh()
        self._show_extras()

    def shown(self) -> str | None:
        rows = {**self._rows, **(self._extras.values() if self._extras else {})}
        values = {key: row.host.editor.shown() for key, row in rows.items()}
        members = [f"{lexeme_of(key)}: {value}" for key, value in values.items() if value is not None]
        return f"{{{', '.join(members)}}}" if members else self._empty

    def forget(self) -> None:
        super().forget()
        for row in self._rows.values():
            row.forget()
        if self._extras is not None:
            self._extras.forget()

    def reach(self, step: str | int) -> None:
        self.open()
        if step in self._known and step not in self._rows:
            if self._old is not None and any(field.key == step for field in self._retired):
                self._old.set_opened(True)
            self._want(str(step))
        elif step not in self._known and self._extras is not None:
            self._extras.want(str(step))

    def focus_widget(self) -> QWidget:
        if self._rows:
            return next(iter(self._rows.values())).focus_widget()
        return self if self._add is None else self._add

    # -- the heading and what is not declared ------------------------------------------------------------

    def _invites(self) -> bool:
        return self.field.takes_more or self.field.kind == "map"

    def addition(self) -> str:
        if self._invites():
            return ""
        if self.field.forbids_more:
            return self.tr("Add a property that the schema does not allow")
        return self.tr("Add a property that the schema does not list")

    def header_widgets(self) -> list[QWidget]:
        found: list[QWidget] = [self._add_button()] if self._invites() else []
        bounds = self.field.bounds
        if bounds.min_properties is None and bounds.max_properties is None:
            return found
        self._count = muted()
        self._count.setObjectName(f"{widget_name(self.path)}_count")
        node = self.sheet.node(self.path)
        self._show_count(len(node.index) if node is not None else 0)
        return [self._count, *found]

    def add_property(self) -> None:
        """Add a property under a name that is free, ready to be renamed."""
        node = self.sheet.node(self.path)
        taken = set(node.index) if node is not None and node.kind == "object" else set()
        number = 1
        while (key := f"key{number}") in taken | self._known:
            number += 1
        names = [text_of(option.lexeme) for option in self.field.key_field().options]
        key = next((name for name in names if name not in taken | self._known), key)
        path = (*self.path, key)
        self.sheet.kept.add(path)
        field = self.field.extra(key)
        if is_typed_anew(field):
            self.sheet.write_draft(path, "")
        else:
            self.sheet.write(path, fresh_lexeme(field))
        row = self.sheet.rows.get(self.path)
        if row is not None:
            row.unfold()
        heir = self.heir()
        if isinstance(heir, ObjectEditor):
            heir.edit_key(key)

    def edit_key(self, key: str) -> None:
        """Let a user type the name of a property."""
        self.open()
        if self._extras is not None:
            self._extras.edit_key(key)

    def _add_button(self) -> QWidget:
        text, hint = self.tr("Add") if is_roomy(self.path) else "", self.tr("Add a property")
        self._add = tool_button(f"{widget_name(self.path)}_add", "plus", hint, text)
        self._add.setAccessibleName(self.tr("{0}: add a property").format(self.spoken()))
        self._add.clicked.connect(self.add_property)
        return self._add

    def _show_count(self, members: int) -> None:
        """`2 / 1…5` where the schema limits their number."""
        least, most = self.field.bounds.min_properties, self.field.bounds.max_properties
        if self._count is not None:
            self._count.setText(f"{members} / {least or 0}…{'' if most is None else most}")

    def _show_extras(self) -> None:
        node = self.sheet.node(self.path)
        keys = [key for key in node.index if key not in self._known] if node is not None else []
        if self._extras is None and keys:
            self._extras = ExtraRows(self.sheet, self.field, self.path, self)
            beside = self._more is not None, self._old is not None
            self._layout.insertWidget(len(self._rows) + sum(beside), self._extras)
        if self._extras is not None:
            self._extras.show_keys(keys)

    # -- rows --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Which properties there are now."""
        # decoding what is large takes its time
        value = self.sheet.document.value(self.path) if self.field.is_conditional else {}
        now = self.field.seen(value if isinstance(value, dict) else {})
        if now is not self._now:
            self._now = now
            fields = now.properties()
            self._known = frozenset(field.key for field in fields)
            self.sheet.set_order(self.path, tuple(field.key for field in fields))
            self._arrange(fields)
            self._make(0)
        elif any(self._is_set(field) for field in self._retired if field.key not in self._rows):
            self._arrange((*self._fields, *self._retired))
            self._make(0)
        self._want_set(A_TURN - len(self._wanted))

    def _arrange(self, fields: tuple[Field, ...]) -> None:
        """Deprecated properties without a value go to the end."""
        shown = {field.key for field in self._retired} & self._rows.keys()
        self._retired = tuple(
            field
            for field in fields
            if field.deprecated and not field.required and (not self._is_set(field) or field.key in shown)
        )
        names = {field.key for field in self._retired}
        self._fields = tuple(field for field in fields if field.key not in names)

    def _is_set(self, field: Field) -> bool:
        return self.sheet.node((*self.path, field.key)) is not None

    def _want_set(self, most: int) -> None:
        """What is set is not to be looked for among a thousand properties that are not."""
        node = self.sheet.node(self.path)
        if most > 0 and node is not None and self._more is not None:
            waiting = (key for key in node.index if key in self._known and key not in self._rows)
            found = set(islice(waiting, most))
            if found:
                self._wanted |= found
                self._make(0)

    def _want(self, key: str) -> None:
        """Have the row of a property that waits; of those around it only the ones that are set, a few."""
        keys = [field.key for field in self._fields]
        place = keys.index(key) if key in keys else len(keys)
        around = self._fields[max(0, place - A_TURN) : place + A_TURN]
        self._wanted |= {key, *(field.key for field in around if self._is_set(field))}
        self._make(0)

    def _make_some(self) -> None:
        self._make(A_TURN)

    def _regroup(self) -> None:
        """The group was opened or closed: what was set in it stays in sight."""
        if self._now is not None and self._old is not None and not self._old.opened:
            for field in self._retired:
                if field.key in self._rows:
                    retire(self._rows.pop(field.key))
            self._arrange(self._now.properties())
        self._make(0)

    @at_once
    def _make(self, more: int) -> None:
        """Have rows for the leading fields, `more` of them than before, and those of an opened group."""
        self._made = min(self._made + more, max(len(self._fields), self._made))
        leading = (*self._fields[: self._made], *self._wanted_after(self._made))
        grouped = self._retired if self._old is not None and self._old.opened else ()
        names = {field.key for field in (*leading, *grouped)}
        for key in [key for key in self._rows if key not in names]:
            retire(self._rows.pop(key))
        first, last = self._rows_of(leading), self._rows_of(grouped)
        self._rows = {str(row.path[-1]): row for row in (*first, *last)}
        self._show_more(len(self._fields) - len(leading))
        parts = [*first, self._more, self._old, *last]
        for place, part in enumerate(part for part in parts if part is not None):
            if self._layout.indexOf(part) != place:
                self._layout.insertWidget(place, part)

    def _wanted_after(self, made: int) -> tuple[Field, ...]:
        return tuple(field for field in self._fields[made:] if field.key in self._wanted)

    def _rows_of(self, fields: tuple[Field, ...]) -> list[FieldRow]:
        found = []
        for field in fields:
            row = self._rows.get(field.key)
            if row is None:
                row = FieldRow(self.sheet, field, (*self.path, field.key), self)
                row.refresh()
            else:
                row.set_field(field)
            found.append(row)
        return found

    def _show_more(self, waiting: int) -> None:
        """The lines below the rows: how many wait, and how many are deprecated."""
        if self._more is not None:
            retire(self._more)
            self._more = None
        if waiting > 0:
            self._more = More(translate("ObjectEditor", "%Ln more", "", waiting))
            self._more.setObjectName(f"{widget_name(self.path)}_more")
            self._more.seen.connect(self._make_some)
            self._more.clicked.connect(self._make_some)
        if self._retired and self._old is None:
            self._old = _Deprecated(f"{widget_name(self.path)}_deprecated", self)
            self._old.toggled.connect(self._regroup)
        if self._old is not None:
            self._old.show_count(len(self._retired))


class _Deprecated(QWidget):
    """The line above deprecated properties, which folds them away."""

    toggled = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._fold = FoldButton(name, self.tr("deprecated"), False)
        self._fold.toggled_by_user.connect(self.toggled)
        self._text = muted()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        zoom.follow(line.setSpacing, 4)
        line.addWidget(self._fold)
        line.addWidget(self._text, 1)

    @property
    def opened(self) -> bool:
        """Whether the properties are shown."""
        return self._fold.opened

    def set_opened(self, opened: bool) -> None:
        """Show or hide them."""
        self._fold.set_opened(opened)
        self.toggled.emit()

    def show_count(self, count: int) -> None:
        """How many there are; none: nothing is shown."""
        self.setVisible(count > 0)
        self._text.setText(translate("ObjectEditor", "Deprecated (%Ln)", "", count))
