"""Eyes of a user at a form: what is where on the screen, and how to get there.

Where a control is, is read from the rows of the form; coming to it takes clicks, by `Hands`.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QMenu, QWidget

from inspector.schema.document import Document, DocumentError, Path, ScanNode, pointer_of
from inspector.ui.forms.editors.editor import Editor, widget_name
from inspector.ui.forms.form import Form
from inspector.ui.forms.parts import FoldButton
from inspector.ui.forms.row import FieldRow
from tests.forms.person_hands import CannotDo, Hands

__all__ = ["Eyes", "same_value"]

_MOST_MORE: Final = 200


class Eyes:
    """Sees one form; opens sections and menus, but changes no value."""

    def __init__(self, form: Form, hands: Hands) -> None:
        self.form = form
        self.hands = hands

    # -- looking -----------------------------------------------------------------------------------------

    def value_at(self, path: Path) -> str | None:
        """JSON text at a place, as the JSON beside the form shows it."""
        try:
            return Document(self.form.text()).lexeme(path)
        except DocumentError:
            return None

    def row(self, path: Path) -> FieldRow | None:
        """The row of a place if it has been made."""
        return self.form._sheet.rows.get(path)

    def editor(self, path: Path) -> Editor:
        """The editor of a place, of the whole with ()."""
        row = self.row(path)
        host = row.host if row is not None else self.form._host
        if host is None or (row is None and path):
            raise CannotDo(f"no row for {pointer_of(path)}")
        return host.editor

    def parts(self, path: Path, name: str, kind: type[QWidget] = QWidget) -> list[Any]:
        """The controls of this name that belong to the row of the path itself and can be seen."""
        row = self.row(path)
        base: QWidget = row if row is not None else self.form
        found = base.findChildren(kind, name)
        return [part for part in found if _row_of(part) is row and part.isVisibleTo(self.form)]

    def part(self, path: Path, suffix: str, kind: type[QWidget] = QWidget) -> Any:
        """The last of those controls."""
        found = self.parts(path, widget_name(path) + suffix, kind)
        if not found:
            raise CannotDo(f"no {suffix[1:] or 'editor'} to be seen at {pointer_of(path)!r}")
        return found[-1]

    # -- going there -------------------------------------------------------------------------------------

    def come_to(self, path: Path) -> Editor:
        """Open what is around a place until its row is there; then its own section."""
        for length in range(len(path) + 1):
            self.make_row(path[:length])
            self.unfold(path[:length])
        return self.editor(path)

    def unfold(self, path: Path) -> None:
        """Open a section that is closed."""
        folds = self.parts(path, widget_name(path) + "_fold", QAbstractButton)
        if folds and folds[0].isEnabled() and not folds[0].opened:
            self.hands.click(folds[0])
        for button in self.parts(path, widget_name(path) + "_fill_in", QAbstractButton):
            self.hands.click(button)

    def make_row(self, path: Path) -> None:
        """Let the rows be made that still wait, until that of the place is there."""
        for _ in range(_MOST_MORE):
            if not path or self.row(path) is not None:
                return
            above = path[:-1]
            self._turn_to(path)
            old = self.parts(above, widget_name(above) + "_deprecated", FoldButton)
            if self.row(path) is None and old and not old[-1].opened:
                self.hands.click(old[-1])
            if self.row(path) is not None:
                return
            name = widget_name(above)
            more = [one for end in ("more_keys", "more") for one in self.parts(above, f"{name}_{end}")]
            if not more:
                raise CannotDo(f"no row for {pointer_of(path)}")
            self.hands.click(more[-1])

    def _turn_to(self, path: Path) -> None:
        """Of a long list, turn to the page that the item is on."""
        name = widget_name(path[:-1])
        for line in self.parts(path[:-1], f"{name}_item", QLineEdit):
            if isinstance(path[-1], int) and path[-1] < self.length(path[:-1]):
                self.hands.fill(line, str(path[-1]))
                self.hands.key(Qt.Key.Key_Return)

    def length(self, path: Path) -> int:
        """How many items the list at a place has."""
        node = self._node(path)
        return len(node.items) if node is not None else 0

    def keys(self, path: Path) -> list[str]:
        """The keys of the object at a place."""
        node = self._node(path)
        return list(node.index) if node is not None else []

    def _node(self, path: Path) -> ScanNode | None:
        try:
            return Document(self.form.text()).node(path)
        except DocumentError:  # something is half typed; the rows are there all the same
            return self.form._sheet.document.node(path)

    # -- the menu of a row -------------------------------------------------------------------------------

    def choose_state(self, path: Path, *keys: str) -> None:
        """Choose the first of these entries that a row's menu has: "null", "empty", "type_array"…"""
        menu = self.open_menu(path)
        wanted = [f"{widget_name(path)}_{key}" for key in keys]
        offered = {action.objectName(): action for action in menu.findChildren(QAction)}
        action = next((offered[name] for name in wanted if name in offered), None)
        if action is None:
            self.hands.close_menu()
            raise CannotDo(f"the menu of {pointer_of(path)!r} does not offer {keys[0]}")
        self.hands.choose_entry(menu, action)

    def open_menu(self, path: Path) -> QMenu:
        """The menu of a row, opened by its button."""
        self.hands.click(self.part(path, "_menu", QAbstractButton))
        return self.hands.menu()


def _row_of(widget: QWidget) -> FieldRow | None:
    around = widget.parentWidget()
    while around is not None and not isinstance(around, FieldRow):
        around = around.parentWidget()
    return around


def same_value(one: str, other: str) -> bool:
    """Whether two JSON texts are the same value: no digit of a number lost, true is not 1."""
    return one == other or _exact(one) == _exact(other)


def _exact(lexeme: str) -> Any:
    def tagged(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: tagged(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [tagged(inner) for inner in value]
        return (type(value).__name__, value)

    try:
        return tagged(json.loads(lexeme, parse_int=Decimal, parse_float=Decimal))
    except ValueError:
        return None
