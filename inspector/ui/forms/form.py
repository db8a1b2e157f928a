"""A form for any JSON Schema. The JSON text is the truth; the form shows it and changes it in single places.

`text()` is exactly what is sent. Optional fields are absent until touched; not set, empty and null are three
states. A text that is no JSON is kept and sent as it is, and the form shows the last good one, disabled.
"""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from inspector.schema.document import Path, pointer_of
from inspector.schema.fields import Field, build_fields
from inspector.schema.problem import Problem
from inspector.schema.shape import initial_text
from inspector.translation import shown
from inspector.ui.forms.document import Unfinished
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.forms.editors.editor import Editor, EditorHost, FormSheet, Row, retire
from inspector.ui.forms.editors.table import choose_editor
from inspector.ui.forms.errors import Fault, FaultBoard, next_fault
from inspector.ui.forms.layout import settle
from inspector.ui.forms.texts import kind_word
from inspector.ui.keyboard.focus_in_sight import FocusInSight
from inspector.ui.keyboard.own_keys import keeps
from inspector.ui.keyboard.tab_order import TabOrder
from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Notice, muted

__all__ = ["Form"]

_AT_ONCE: Final = 150_000  # characters; reading more takes over 50 ms


class Form(QWidget):
    """Shows one value of one schema. `changed`: a user changed the text. `faults_changed`: see `faults`."""

    changed = Signal()
    faults_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Form"))
        self.add_property_action = QAction(self)
        """To the whole; in the menus of who shows the form as well."""
        self.add_property_action.setObjectName("form_add_property")
        self.add_property_action.triggered.connect(self._add_property)
        self._placing = QTimer(self)
        self._placing.setSingleShot(True)
        self._placing.setInterval(0)
        self._placing.timeout.connect(self._place_faults)
        self._sheet = self._new_sheet()
        self._host: EditorHost | None = None
        self._guests: list[QWidget] = []
        self._drafted: set[Path] = set()
        self._board: FaultBoard | None = None
        self._visited = ""
        self._told: list[str] = []
        """What is wrong with the whole, or has no row."""
        self._read_only = False
        self._tab_order = TabOrder(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # its place in the order of the window: see focusInEvent
        self._notice = Notice("form_notice", "error")
        self._notice.hide()
        self._withheld = ""
        self._large = Notice("form_large", "warning")
        show = self._large.add_button("form_show_large", self.tr("Show it here"), self.show_withheld)
        self._large.setFocusProxy(show)
        self._large.hide()
        self._area = QScrollArea()
        self._area.setObjectName("form_area")
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._notice)
        layout.addWidget(self._large)
        layout.addWidget(self._area, 1)
        self._in_sight = FocusInSight(self._area)
        self.set_schema({"type": "object"})

    # -- the text ----------------------------------------------------------------------------------------

    def set_schema(self, schema: Any) -> None:
        """schema: any decoded JSON Schema. The text starts with what is required and known, nothing else."""
        self._withhold("")
        self._sheet.changed.disconnect(self._sheet_changed)
        self._sheet.deleteLater()
        self._sheet = self._new_sheet()
        self._told = []
        root = build_fields(schema)
        self._sheet.load(initial_text(root))
        self._build(root)
        self._show_notice()

    def set_text(self, text: str) -> None:
        """Show another text; nothing is added to it. Not JSON: it stays as it is and the form says where."""
        if text == self.text():
            return
        self._withhold(text if len(text) > _AT_ONCE else "")
        self._load("" if self._withheld else text)

    def show_withheld(self) -> None:
        """A user wants to see a large text in the form, and waits for it."""
        text = self._withheld
        if text:
            self._withhold("")
            self._load(text)

    def _withhold(self, text: str) -> None:
        """Keep a large text as it is, without reading it: that takes longer than a window may stand still."""
        self._withheld = text
        size = self.tr("{0} characters").format(number_text(len(text)))
        said = self.tr("{0} of JSON are kept and sent as is. The form can show them.")
        self._large.set_text(said.format(size))
        self._large.setVisible(bool(text))
        self._area.setVisible(not text)

    def _load(self, text: str) -> None:
        self._placing.start()
        if self._sheet.load(text) and self._host is not None:
            self._host.forget()
            self._host.refresh()
            settle(self._host)
        self._show_notice()

    def unfinished(self) -> Unfinished | None:
        """What is half typed in fields; `go_on` shows it again in a form of the same schema."""
        return self._sheet.unfinished() if self._sheet.error is None else None

    def go_on(self, left: Unfinished) -> None:
        """Show what was left half typed: the fields around it can be used as before."""
        if self._sheet.load(left.text, left.drafts) and self._host is not None:
            self._host.forget()
            self._host.refresh()
            settle(self._host)
        self._sheet_changed()

    def text(self) -> str:
        """The JSON text, exactly what is sent."""
        return self._withheld or self._sheet.text()

    @property
    def whole(self) -> Editor:
        """The editor of the whole value, which has no row."""
        assert self._host is not None
        return self._host.editor

    def set_read_only(self, read_only: bool) -> None:
        """Show only."""
        self._read_only = read_only
        self._enable()

    # -- errors ------------------------------------------------------------------------------------------

    def show_problems(self, problems: list[Problem], *, reveal: bool = False) -> None:
        """What the validator says about the text. Each is told at its row, or the nearest one around it.

        What is required is not told of untouched fields until the first reveal: an empty form
        is no error.
        """
        if self._board is not None:
            self._board.set_problems(problems)
            self._board.revealed = self._board.revealed or reveal
        self._place_faults()

    def faults(self) -> list[Fault]:
        """What is wrong, as a list for a user: texts that are no JSON first, then in the order of the form,
        notes last."""
        no_json = [Fault(pointer_of(path), error, "error") for path, error in self._no_json()]
        return [*no_json, *(self._board.faults if self._board is not None else ())]

    def errors(self) -> dict[str, list[str]]:
        """JSON pointer to what is shown as wrong there; texts that are no JSON are among it."""
        found: dict[str, list[str]] = {}
        for fault in self.faults():
            if fault.severity == "error":
                found.setdefault(fault.pointer, []).append(fault.message)
        return found

    def rows(self) -> list[tuple[str, str]]:
        """JSON pointer and kind of editor of the whole and of each row made so far."""
        rows = self._sheet.rows_in_order()
        kinds = [(pointer_of(row.path), row.host.editor.innermost().kind) for row in rows]
        return [("", self.whole.innermost().kind), *kinds]

    def focus_first(self) -> None:
        """The first required field without a value, else the first field.

        What is required of something that is itself not there is not asked for.
        """
        if self._withheld:
            self._large.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        rows, node = list(self._sheet.rows_in_order()), self._sheet.node
        required = [row for row in rows if row.field.required and node(row.path[:-1]) is not None]
        empty = [row for row in required if node(row.path) is None]
        for row in [*empty, *rows][:1]:
            row.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def row(self, pointer: str) -> Row | None:
        """The row of a JSON pointer, rows that still wait are made; None when it is not shown."""
        path = self._sheet.path_of(pointer)
        for length in range(len(path)):
            self._reach(path[:length], path[length])
        return self._sheet.rows.get(path)

    def pointer_here(self) -> str | None:
        """JSON pointer of the field that has the keyboard."""
        row = self._sheet.row_of(QApplication.focusWidget())
        return pointer_of(row.path) if row is not None else None

    def offset_of(self, pointer: str) -> int:
        """Where in the text the value of a JSON pointer is, or what is around it."""
        return self._sheet.document.offset_of(self._sheet.path_of(pointer))

    def pointer_at(self, offset: int) -> str:
        """JSON pointer of the innermost value around a character of the text."""
        return pointer_of(self._sheet.document.path_at(offset))

    def go_to(self, pointer: str, *, at_key: bool = False) -> None:
        """Put the keyboard on the field of a JSON pointer, or the nearest around it; sections open.

        at_key: on its name, where that can be typed.
        """
        self._visited = pointer
        path = self._sheet.path_of(pointer)
        for length in range(len(path)):
            row = self._sheet.rows.get(path[:length])
            if row is not None:
                row.unfold()
            self._reach(path[:length], path[length])
        row, _ = self._sheet.row_for(path)
        if row is not None:
            row.unfold()
            key = row.key_widget if at_key else None
            (key or row.focus_widget()).setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._host is not None:
            self._host.editor.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, self, self._show_visited)  # rows just made have no place yet

    def _show_visited(self) -> None:
        row, _ = self._sheet.row_for(self._sheet.path_of(self._visited))
        if row is not None:
            self._area.ensureWidgetVisible(row, 0, 20)

    def _reach(self, path: Path, step: str | int) -> None:
        """Make the row of a part of the value at the path, if it waits to be seen."""
        row = self._sheet.rows.get(path)
        host = row.host if row is not None else self._host if not path else None
        if host is not None:
            host.editor.reach(step)

    # -- inside ------------------------------------------------------------------------------------------

    def _new_sheet(self) -> FormSheet:
        """A sheet a schema: rows of the last one that are about to die must not reach this one."""
        sheet = FormSheet(choose_editor, JsonFieldEditor, self)
        sheet.changed.connect(self._sheet_changed)
        sheet.rearranged.connect(self._placing.start)
        return sheet

    def _build(self, root: Field) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        zoom.margins(layout, theme.SPACE_WIDE, theme.SPACE, theme.SPACE_WIDE, theme.SPACE)
        zoom.follow(layout.setSpacing, theme.SPACE)
        if root.note:
            layout.addWidget(muted(shown(root.note), wrap=True))
        self._host = EditorHost(self._sheet, root, (), page)
        self._board = FaultBoard(self._sheet, self._host)
        self._host.exchanged.connect(self._root_exchanged)
        self._above = QHBoxLayout()
        layout.addLayout(self._above)
        if root.kind == "object" and not root.properties() and root.forbids_more:
            layout.addWidget(muted(self.tr("No arguments")))
        layout.addWidget(self._host)
        layout.addStretch(1)
        self._guests = []
        self._root_exchanged()
        self._host.refresh()
        old = self._area.takeWidget()
        if old is not None:
            retire(old)
        settle(page)
        self._area.setWidget(page)
        self._tab_order.watch(page)
        self._enable()

    def _root_exchanged(self) -> None:
        if self._host is None:
            return
        for guest in self._guests:
            retire(guest)
        self._host.editor.open()
        editor = self._host.editor
        self._guests = editor.header_widgets()
        self._name_addition()
        if self._guests and (before := self._before_guests(editor.field)):
            self._guests.insert(0, muted(before))
        for number, guest in enumerate(self._guests):
            self._above.insertWidget(number, guest)
        if self._above.count() == len(self._guests):
            self._above.addStretch(1)

    def _name_addition(self) -> None:
        """Another shape may be chosen."""
        text = self._host.editor.innermost().addition() if self._host is not None else ""
        self.add_property_action.setText(text)
        self.add_property_action.setVisible(bool(text))

    def _add_property(self) -> None:
        if self._host is not None:
            self._host.editor.innermost().add_property()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the whole; fields have menus of their own."""
        if self.add_property_action.isVisible() and not self._read_only:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self.add_property_action)
            menu.popup(event.globalPos())

    def _before_guests(self, field: Field) -> str:
        """What stands before the controls of the whole, for instance before Add."""
        if field.kind == "union":
            return kind_word(field)
        named = field.kind not in ("object", "map") or field.properties()
        return "" if named else self.tr("Any argument can be added.")

    def _sheet_changed(self) -> None:
        self._name_addition()
        if self._host is not None:
            self._host.refresh()
        drafted = set(self._sheet.drafts())
        for path in drafted | self._drafted:
            row = self._sheet.rows.get(path)
            if row is not None:
                row.refresh_errors()
            if not path:
                self._show_notice()
        self._drafted = drafted
        self.changed.emit()

    def _place_faults(self) -> None:
        if self._board is None:
            return
        before = self._board.faults
        self._told = self._board.place()
        self._show_notice()
        if self._board.faults != before:
            self.faults_changed.emit()

    def _no_json(self) -> list[tuple[Path, str]]:
        """Places whose text is no JSON, and why."""
        error = self._sheet.error
        if error is not None:
            text = self.tr("The JSON has an error at {0}: {1}. It is sent as is.")
            return [((), text.format(f"{error.line}:{error.column}", error.reason))]
        found: list[tuple[Path, str]] = []
        for path in self._sheet.drafts():
            row = self._sheet.rows.get(path)
            host = row.host if row is not None else self._host
            found.append((path, (host.editor.error() if host is not None else "") or self.tr("not JSON")))
        return found

    def _root_errors(self) -> list[str]:
        """What the notice above the form says."""
        return [*(error for path, error in self._no_json() if not path), *self._told]

    def _show_notice(self) -> None:
        text = "; ".join(self._root_errors())
        self._notice.set_text(text)
        self._notice.setVisible(bool(text))
        self._enable()

    def _enable(self) -> None:
        page = self._area.widget()
        if page is not None:
            page.setEnabled(self._sheet.error is None and not self._read_only)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The form only stands for its fields: Tab goes on to the first, or, backwards, to what is before."""
        super().focusInEvent(event)
        steps = {Qt.FocusReason.TabFocusReason: True, Qt.FocusReason.BacktabFocusReason: False}
        forward = steps.get(event.reason())
        if forward is not None:
            self.focusNextPrevChild(forward)

    def focusNextPrevChild(self, forward: bool) -> bool:
        self._tab_order.settle()
        return super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        """F8 within the form is ours before it is the window's, which goes to the next row with it."""
        return keeps(event, Qt.Key.Key_F8) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F8: to the next field with an error; Shift+F8: to the one before."""
        if event.key() == Qt.Key.Key_F8:
            self.step_fault(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def step_fault(self, by: int) -> None:
        """Go to the next fault of a field (1) or the one before (-1), from where the keyboard is."""
        fault = next_fault(self.faults(), self._sheet, self._visited, by)
        if fault is not None:
            self.go_to(fault.pointer, at_key=fault.at_key)
