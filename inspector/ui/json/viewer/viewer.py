"""JSON of any size as a tree or as text, read-only, over the bytes as they came.

The text is indented in slices while its beginning is on the screen already; the tree reads what is opened.
Every token stays as it came: numbers, escapes, key order, duplicate keys. What is no JSON is shown as it
came, with the place and the reason.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.render.json_errors import JsonError, find_json_error
from inspector.render.pretty import DEPTH, pretty_steps
from inspector.render.tree import JsonTree, way_of
from inspector.ui.json.viewer.branches import Branches
from inspector.ui.json.viewer.menu import JsonMenu
from inspector.ui.json.viewer.spots import Spot, SpotFinder
from inspector.ui.json.viewer.tables import TableFinder
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.json.viewer.value_pane import ValuePane
from inspector.ui.keyboard.own_keys import keeps
from inspector.ui.locale.locale_text import say_size
from inspector.ui.loop.slices import Slices
from inspector.ui.text.big_text import BigText
from inspector.ui.text.find_bar import FindBar, Finder
from inspector.ui.text.highlight import viewer_spans
from inspector.ui.text.text_viewer import COPY_LIMIT, copy_text
from inspector.ui.widgets.controls import Elided, Notice, Switch, column, row, tool_button

if TYPE_CHECKING:
    from inspector.ui.json.viewer.table_view import JsonTableView

__all__ = ["JsonViewer"]

_CHECKED: Final = 8 << 20  # bytes of a text that is said to be no JSON, in which the error is looked for
_OPEN_LEVELS: Final = 2  # of the tree, as far as they are small
_SIZED: Final = 100_000  # bytes; from here on the size is worth a word


class JsonViewer(QWidget):
    """Tree | Text over bytes. `path_selected` carries the JSONPath of what a user chose.

    `spots` knows the bytes of what is chosen, and of what the mouse is over.
    """

    path_selected = Signal(str)
    menu_opening = Signal(object, object)  # QMenu to add to, and the Spot that it is about
    mode_changed = Signal(str)
    ready = Signal()  # all of the text is there, and the tree

    def __init__(self, parent: QWidget | None = None, mode: str = "text") -> None:
        super().__init__(parent)
        self.setObjectName("json_viewer")
        self._source = b""
        self._indented = bytearray()
        self._levels = 1 << 30
        self._marked = ""  # a JSON Pointer, until the document is read
        self._preferred = mode
        self.text_view = BigText()
        self.text_view.setObjectName("json_text")
        self.text_view.setAccessibleName(self.tr("JSON as text"))
        self.tree_view = JsonTreeView()
        self._switch = Switch(
            "json_viewer_mode",
            (("text", self.tr("Text")), ("tree", self.tr("Tree")), ("table", self.tr("Table"))),
        )
        self._switch.offer("table", False)
        self._switch.setAccessibleName(self.tr("Show the JSON as"))
        self._status = Elided(role="muted")
        self._status.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._wrap = tool_button("json_viewer_wrap", "wrap", self.tr("Wrap long lines"))
        self._wrap.setCheckable(True)
        self._wrap.setChecked(True)
        self._find = tool_button("json_viewer_find", "magnify", self.tr("Find (Ctrl+F)"))
        self._reason = Notice("json_viewer_reason", "warning")
        self._reason.hide()
        self._bar = FindBar()
        self._finder = Finder(self._bar, self.text_view)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.text_view)
        self._pages.addWidget(self.tree_view)
        self._slices = Slices(self)
        self._json_error: JsonError | None = None
        self._branches: Branches | None = None
        self._menu_place = QPoint()
        self._tables = TableFinder(self.tree_view, self._pages.addWidget)
        self.value = ValuePane()
        self.spots = SpotFinder(self.tree_view, self.text_view)
        self._lay_out()
        self._connect()
        self._actions()
        self.set_mode(mode)

    def _lay_out(self) -> None:
        self._head = QWidget()
        self._head.setBackgroundRole(QPalette.ColorRole.Window)
        self._head.setAutoFillBackground(True)
        head = row(self._switch, self._status, self._wrap, self._find, margins=(0, 0, 2, 0), spacing=2)
        self._head.setLayout(head)
        layout = column(self._head, self._reason, self._bar, self._pages, self.value, spacing=0)
        layout.setStretch(3, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.text_view)

    def _connect(self) -> None:
        self._switch.chosen.connect(self._mode_chosen)
        self._wrap.toggled.connect(self.text_view.set_wrapped)
        self._find.clicked.connect(self._finder.open)
        self._slices.advanced.connect(self._grew)
        self._slices.finished.connect(self._indented_all)
        self._finder.found.connect(self._found)
        self.text_view.pressed_at.connect(self.tree_view.locate)
        self.tree_view.path_selected.connect(self.path_selected)
        self.tree_view.shown_in_text.connect(self._show_in_text)
        self._tables.wanted.connect(self._show_table)
        self._tables.revealed.connect(self._reveal)
        self.spots.menu_ready.connect(self._open_menu)
        self.spots.selected.connect(self._look_inside)
        self.tree_view.expansion.ended.connect(self._expanded)
        self._reason.add_button("json_viewer_goto", self.tr("Show"), self.show_error)

    def _actions(self) -> None:
        table = (
            ("copy", self.tr("Copy"), QKeySequence.StandardKey.Copy, self.copy),
            ("select_all", self.tr("Select all"), QKeySequence.StandardKey.SelectAll, self._select_all),
            ("find", self.tr("Find…"), QKeySequence.StandardKey.Find, self._finder.open),
        )
        for name, text, keys, slot in table:
            action = QAction(text, self)
            action.setObjectName(f"json_viewer_{name}")
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(slot)
            self.addAction(action)

    def event(self, event: QEvent) -> bool:
        return keeps(event, Qt.Key.Key_F3) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F3 and Shift+F3: the next match and the one before."""
        if event.key() == Qt.Key.Key_F3:
            self._finder.find(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    # -- content ----------------------------------------------------------------------------------------

    def set_bytes(self, data: bytes, valid: bool = True, branches: Branches | None = None) -> None:
        """Show JSON from its beginning. valid False: it is known to be no JSON and shown as it came.

        branches: what was open and chosen the last time; what a user does now is noted there.
        """
        self._slices.stop()
        self._branches = branches
        self.spots.set_texts(b"", None)
        self._finder.forget()
        self._source, self._json_error = data, None
        self._levels = 1 << 30
        self._marked = ""
        self._reason.hide()
        self.tree_view.set_tree(None)
        self.value.set_value(b"")
        self._offer_table(self._tables.forget())
        self._switch.setTabEnabled(1, True)
        self._choose(self._preferred)
        if not valid or not data.strip():
            error = find_json_error(data[:_CHECKED]) if data.strip() else None
            self._show_as_it_came(error)
            return
        self._indented = bytearray()
        self.text_view.set_text(self._indented, viewer_spans)
        self._slices.start(self._indent(data))

    def clear(self) -> None:
        """Show nothing."""
        self.set_bytes(b"")

    def data(self) -> bytes:
        """The bytes as they came."""
        return self._source

    def text(self) -> str:
        """What the text view shows, at most 32 MB of it."""
        return bytes(self.text_view.data()[:COPY_LIMIT]).decode("utf-8", "backslashreplace")

    def json_error(self) -> JsonError | None:
        """What makes the bytes no JSON."""
        return self._json_error

    def is_ready(self) -> bool:
        """Whether all of the text is indented and the tree is there."""
        return not self._slices.running

    def height_of(self, lines: int) -> int:
        """px for the switch and the first lines of the text."""
        above = self._head.sizeHint().height() if not self._head.isHidden() else 0
        above += self._reason.sizeHint().height() if not self._reason.isHidden() else 0
        return above + self.text_view.height_of(lines)

    def mark(self, pointer: str) -> None:
        """Choose the value at a JSON Pointer and bring it into sight, as soon as the document is read."""
        self._marked = pointer
        if self.is_ready():
            self._mark()

    def _mark(self) -> None:
        pointer, self._marked = self._marked, ""
        if pointer and (way := way_of(self._source, pointer)):
            self.tree_view.go_to(way)
            QTimer.singleShot(0, self, self._to_chosen)  # a pane that was just opened has its size then

    def _to_chosen(self) -> None:
        if self.spots.current is not None:
            self.text_view.scroll_to(self.spots.current.shown[0])

    # -- mode -------------------------------------------------------------------------------------------

    @property
    def table_view(self) -> JsonTableView:
        """The table; made when the user asks for it."""
        return self._tables.view

    def has_table(self) -> bool:
        """Whether something in the document can be shown as a table, as far as is known."""
        return self._switch.isTabVisible(2)

    def mode(self) -> str:
        """text, tree or table."""
        return self._switch.key()

    def preferred(self) -> str:
        """The mode that a user chose, also while something is shown that has no tree."""
        return self._preferred

    def set_mode(self, mode: str) -> None:
        """text, tree or table, as far as the document has them."""
        there = {"tree": self._switch.isTabEnabled(1), "table": self.has_table()}.get(mode, True)
        if not there:
            self._preferred = mode  # as soon as there is one
            return
        self._switch.choose(mode)
        self._mode_chosen(self._switch.key())

    def set_header_visible(self, visible: bool) -> None:
        """Hide the switch where the surrounding view has one of its own."""
        self._head.setVisible(visible)

    def _mode_chosen(self, mode: str) -> None:
        self._preferred = mode
        page: QWidget = self.tree_view if mode == "tree" else self.text_view
        page = self.table_view if mode == "table" else page
        self._pages.setCurrentWidget(page)
        self.setFocusProxy(page)
        self._wrap.setVisible(mode == "text")
        if mode == "text" and self.spots.current is not None:
            self.text_view.scroll_to(self.spots.current.shown[0])
        if mode == "table":
            self._tables.open_first()
        self.mode_changed.emit(mode)

    def _choose(self, mode: str) -> None:
        """Show a mode without changing the preferred one: whether there is a table is known later."""
        self._switch.choose("text" if mode == "table" else mode)
        self._preferred = mode

    def _look_inside(self, spot: Spot) -> None:
        whole = memoryview(self._source)[spot.start : spot.end]
        self.value.set_value(whole if spot.kind == "string" else b"")

    def _expanded(self, whole: bool) -> None:
        if not whole:
            self._status.setText(self.tr("too large to open all of it"))

    def _offer_table(self, offered: bool) -> None:
        preferred = self._preferred
        self._switch.offer("table", offered)
        self._preferred = preferred
        if offered and preferred == "table":
            self._switch.choose("table")

    def _show_table(self) -> None:
        self._switch.offer("table", True)
        self.set_mode("table")

    def _reveal(self, offset: int, mode: str) -> None:
        """Show a value of the table elsewhere."""
        self.set_mode(mode)
        self.tree_view.locate(offset, "select")
        if mode == "text":
            self.text_view.scroll_to(offset)

    # -- indenting --------------------------------------------------------------------------------------

    def _indent(self, data: bytes) -> Generator[None, None, JsonError | None]:
        steps = pretty_steps(data)
        while True:
            try:
                piece = next(steps)
            except StopIteration as end:
                error: JsonError | None = end.value
                break
            if not piece:  # starts over, without the help of msgspec
                self._indented = bytearray()
                self._levels = DEPTH - 1
                self.text_view.set_text(self._indented, viewer_spans)
            self._indented += piece
            yield
        if error is None:
            while self.text_view.grow(growing=True):
                yield
            self.text_view.settle()
        return error

    def _grew(self) -> None:
        self.text_view.grow(growing=True)
        done = len(self._indented) / max(1, len(self._source))
        self._status.setText(self.tr("{0} · reading…").format(say_size(len(self._source))) if done else "")

    def _indented_all(self, error: JsonError | None) -> None:
        if error is not None:
            self._show_as_it_came(error)
            return
        if not self._indented:
            self.ready.emit()  # the text as it came is in the index
            return
        size = len(self._source)
        self._status.setText(say_size(size) if size >= _SIZED else "")
        tree = JsonTree(self._indented, self._levels)
        self.tree_view.set_tree(tree)
        self.tree_view.open_levels(_OPEN_LEVELS)
        self._offer_table(self._tables.find(tree) if self._levels > DEPTH else False)
        self.spots.set_texts(self._source, self._indented)
        if self._branches is not None:
            self.tree_view.open_as(self._branches)
        self._mark()
        self.ready.emit()

    def _show_as_it_came(self, error: JsonError | None) -> None:
        self._json_error = error
        self._indented = bytearray()
        self.text_view.set_text(self._source, viewer_spans)
        self._slices.start(self.text_view.index_rest())
        self.spots.set_texts(self._source, None)
        self._status.setText(say_size(len(self._source)) if len(self._source) >= _SIZED else "")
        preferred = self._preferred
        self._switch.choose("text")
        self._preferred = preferred  # comes back with the next document that has a tree
        self._switch.setTabEnabled(1, False)
        if error is not None:
            self.text_view.set_marks([(error.position, error.position + 1, "error")])
            self._reason.set_text(self.tr("Not JSON. {0}").format(error))
            self._reason.show()

    def show_error(self) -> None:
        """Scroll to what makes the bytes no JSON."""
        if self._json_error is not None:
            self.text_view.scroll_to(self._json_error.position)
            self.text_view.setFocus()

    # -- what a user does -----------------------------------------------------------------------------

    def copy(self) -> None:
        """Copy the selected text, or the value of the selected row of the tree."""
        if self.mode() == "tree":
            self.tree_view.copy_value()
            return
        if self.mode() == "table":
            self.table_view.copy("tsv")
            return
        copy_text(self.text_view.selected(COPY_LIMIT))

    def _select_all(self) -> None:
        if self.mode() == "text":
            self.text_view.select_all()
        elif self.mode() == "table":
            self.table_view.table.selectAll()

    def _found(self, start: int, _end: int) -> None:
        self.tree_view.locate(start)

    def _show_in_text(self, start: int, end: int) -> None:
        self.set_mode("text")
        self.text_view.select(start, end)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self._menu_place = event.globalPos()
        if self.mode() == "tree" and by_key:
            self._menu_place = self.tree_view.menu_place()
        if self.mode() == "tree" or by_key or self.tree_view.tree() is None:
            self._open_menu()
        else:
            text = self.text_view
            self.tree_view.locate(text.offset_at(text.viewport().mapFromGlobal(event.globalPos())), "menu")

    def _open_menu(self) -> None:
        menu = JsonMenu(self)
        if self.spots.current is not None and self.spots.current.path:
            self.menu_opening.emit(menu, self.spots.current)
        if self.mode() == "tree":
            self.tree_view.fill_menu(menu)
        else:
            copy, select_all, find = self.actions()[:3]
            start, end = self.text_view.selection()
            menu.add_text(copy, [select_all, find], self.tree_view, end > start, self._copy_all)
            if self.tree_view.current_path():
                menu.addAction(self.tr("Show in the tree"), self._show_in_tree)
        menu.open_at(self._menu_place)

    def _show_in_tree(self) -> None:
        self.set_mode("tree")

    def _copy_all(self) -> None:
        copy_text(bytes(self.text_view.data()[:COPY_LIMIT]))
