"""Two records side by side: requests or answers as one tree, with what differs marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QMenu,
    QSplitter,
    QTreeView,
    QWidget,
)

from inspector.errors import UsageError
from inspector.render.diff import compare
from inspector.render.diff_noise import generalized, suggestions
from inspector.render.diff_text import as_lines, as_markdown, as_patch
from inspector.render.diff_tree import Comparison, Pair, value_text
from inspector.render.structured import pretty
from inspector.ui.analysis.compare_ignore import IgnoreBar
from inspector.ui.analysis.compare_model import CompareModel
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.text.text_viewer import TextViewer
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, MenuButton, Switch, column, row, tool_button
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import menu_text, tooltip

__all__ = ["ComparePane", "Side"]

_NAMES_WIDTH: Final = 210  # px
_MOST_TITLE: Final = 260  # px; longer titles are cut
_TEXTS_FROM, _IGNORE_FROM = 14, 8  # lines of height
_MOST_BYTES: Final = 24 << 20  # of one side; as values of Python it takes ten times as much
_OPENED: Final = 1500  # rows with differences inside that are opened at first
_PARTS: Final = ("request", "answer", "message")
_SHOWN: Final = 1 << 16  # characters of a value; more would be felt when walking the differences


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two. parts: key ("request", "answer", "message") → bytes."""

    title: str
    parts: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class _Found:
    comparison: Comparison
    differences: list[Pair]
    noise: list[str]
    ignored: int


def _work(left: bytes, right: bytes, ignore: list[str]) -> _Found:
    comparison = compare(left, right, ignore)
    differences = comparison.differences()
    return _Found(comparison, differences, suggestions(differences), comparison.ignored())


class ComparePane(QWidget):
    """Its window title says of what. `ignored` says what is to be remembered as not worth a look."""

    ignored = Signal(str)

    def __init__(self, left: Side, right: Side, ignore: str, facts: str = "") -> None:
        """facts: a line about both, above the differences."""
        super().__init__()
        self.setObjectName("compare_pane")
        self._left, self._right = left, right
        self._name()
        self._turn = 0
        self._found: _Found | None = None
        self._place = -1
        self.facts = Elided(facts)
        self.facts.setObjectName("compare_facts")
        self.facts.setVisible(bool(facts))
        self._controls(ignore)
        self._lay_out()
        self._wire()
        both = [key for key in _PARTS if key in left.parts and key in right.parts]
        both = [key for key in both if key != "message" or "request" not in both]
        for key in _PARTS:
            self.part.offer(key, key in both)
        self.part.setVisible(len(both) > 1)
        self.part.choose("answer" if "answer" in both else both[0] if both else "message")
        self.compare()

    @property
    def sides(self) -> tuple[Side, Side]:
        """Left and right, as they stand now."""
        return self._left, self._right

    def _name(self) -> None:
        left, right = isolated(self._left.title), isolated(self._right.title)
        self.setWindowTitle(self.tr("Compare {} and {}").format(left, right))

    # -- building ------------------------------------------------------------------------------------

    def _controls(self, ignore: str) -> None:
        names = (
            ("request", self.tr("Requests")),
            ("answer", self.tr("Responses")),
            ("message", self.tr("Messages")),
        )
        self.part = Switch("compare_part", names)
        self.part.setAccessibleName(self.tr("Compare"))
        self.previous = tool_button(
            "compare_previous_difference", "arrow-up", self.tr("Previous difference (Alt+Up)")
        )
        self.next = tool_button(
            "compare_next_difference", "arrow-down", self.tr("Next difference (Alt+Down)")
        )
        self.count = Elided(role="muted")
        self.count.setObjectName("compare_count")
        self.only = QCheckBox(self.tr("Only differences"))
        self.only.setObjectName("compare_only")
        self.only.setChecked(True)
        self.swap = tool_button("compare_swap", "swap-horizontal", self.tr("Swap left and right"))
        self.copy = MenuButton(
            "compare_copy", self.tr("Copy"), self.tr("Copy the differences"), "content-copy"
        )
        self.ignore = IgnoreBar(ignore)
        self.model = CompareModel(self)
        self.tree = QTreeView()
        self.tree.setItemDelegate(LineDelegate(self.tree))
        self.tree.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as JSON is
        self.tree.setObjectName("compare_tree")
        self.tree.setAccessibleName(self.tr("Differences"))
        self.tree.setModel(self.model)
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setMinimumHeight(1)  # its own would squeeze the controls above it
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setFrameShape(QTreeView.Shape.NoFrame)
        zoom.follow(self.tree.setIndentation, 16)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        zoom.mono(self.tree)
        header = self.tree.header()
        header.setFont(self.font())
        header.setStretchLastSection(False)
        zoom.keep_sections(header, _NAMES_WIDTH)
        for side in (1, 2):
            header.setSectionResizeMode(side, QHeaderView.ResizeMode.Stretch)
        self.texts = (TextViewer(), TextViewer())
        for text, name in zip(self.texts, ("compare_left", "compare_right"), strict=True):
            text.setObjectName(name)

    def _lay_out(self) -> None:
        bar = QWidget(self)
        line = Flow(bar, gap=theme.SPACE)
        for part in (self.part, self.previous, self.next, self.only, self.swap, self.copy):
            line.addWidget(part)
        top = row(bar, margins=(8, 2, 8, 2))
        said = column(self.count, self.facts, margins=(12, 2, 12, 2), spacing=2)
        self._both = both = QSplitter(Qt.Orientation.Horizontal)
        both.setObjectName("compare_texts")
        both.setChildrenCollapsible(False)
        for text in self.texts:
            both.addWidget(text)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setObjectName("compare_splitter")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.tree)
        splitter.addWidget(both)
        splitter.setSizes([420, 120])
        splitter.setStretchFactor(0, 1)
        layout = column(top, said, self.ignore, splitter, spacing=0)
        layout.setStretch(3, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.tree)

    def _wire(self) -> None:
        self.ignore.changed.connect(self._ignore_changed)
        self.part.chosen.connect(self._part_chosen)
        self.only.toggled.connect(self._only_toggled)
        self.previous.clicked.connect(self.previous_difference)
        self.next.clicked.connect(self.next_difference)
        self.swap.clicked.connect(self._swap)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        self.tree.selectionModel().currentChanged.connect(self._current_changed)
        for keys, then in (("Alt+Up", self.previous_difference), ("Alt+Down", self.next_difference)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(then)
        for name, title, then in (
            ("markdown", self.tr("As Markdown table"), self._copy_markdown),
            ("lines", self.tr("As text lines"), self._copy_lines),
            ("patch", self.tr("As JSON Patch"), self._copy_patch),
        ):
            action = self.copy.choices.addAction(title)
            action.setObjectName(f"compare_copy_{name}")
            action.triggered.connect(then)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The texts give way where the height is needed, then what is ignored."""
        super().resizeEvent(event)
        lines = self.height() / self.fontMetrics().height()
        self._both.setVisible(lines > _TEXTS_FROM)
        self.ignore.setVisible(lines > _IGNORE_FROM)

    # -- comparing -----------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compare anew, in a worker thread."""
        key = self.part.key()
        left, right = self._left.parts.get(key, b""), self._right.parts.get(key, b"")
        self._turn += 1
        if max(len(left), len(right)) > _MOST_BYTES:
            text = self.tr("Larger than {} MB: compare them with mcpdi diff.").format(_MOST_BYTES >> 20)
            self.count.setText(text)
            return
        self.count.setText(self.tr("Comparing…"))
        spawn(self, self._run(self._turn, left, right, self.ignore.paths()), "compare")

    async def _run(self, turn: int, left: bytes, right: bytes, ignore: list[str]) -> None:
        try:
            found = await offload(_work, left, right, ignore)
        except UsageError as error:
            if turn == self._turn:
                self.count.setText(str(error))
            return
        if turn == self._turn:
            self._show(found)

    def _show(self, found: _Found) -> None:
        self._found, self._place = found, -1
        self.model.show(found.comparison, (self._left.title, self._right.title))
        header = self.tree.header()
        widths = [header.sectionSizeHint(side) for side in (1, 2)]
        header.setMinimumSectionSize(min(max(widths), theme.px(_MOST_TITLE)))  # it scrolls sideways instead
        words = self._words(found)
        self.count.setText(words)
        self.count.setToolTip(tooltip(words))
        for button in (self.previous, self.next):
            button.setEnabled(bool(found.differences))
        self.copy.choices.actions()[-1].setEnabled(not found.comparison.text)
        self.ignore.suggest(found.noise)
        self._open_rows()
        if found.differences:
            self.next_difference()
        else:
            self._show_texts(None)

    def _words(self, found: _Found) -> str:
        """How many differences there are of each kind, and what else is to be known."""
        kinds = [pair.kind for pair in found.differences]
        names = {
            "added": self.tr("{} added"),
            "removed": self.tr("{} removed"),
            "changed": self.tr("{} changed"),
            "moved": self.tr("{} moved"),
        }
        counts = [text.format(kinds.count(kind)) for kind, text in names.items() if kind in kinds]
        parts = [*counts] or [self.tr("no differences")]
        if ignored := found.ignored:
            parts.append(self.tr("{} ignored").format(ignored))
        if found.comparison.reordered:
            parts.append(self.tr("key order differs"))
        if found.comparison.text:
            parts.append(self.tr("compared line by line ({})").format(found.comparison.text))
        return " · ".join(parts)

    def _open_rows(self) -> None:
        self.tree.expand(self.model.index(0, 0))
        if self._found is None:
            return
        opened: set[Pair] = set()
        for pair in self._found.differences:
            at = pair.parent
            while at is not None and at not in opened and len(opened) < _OPENED:
                opened.add(at)
                at = at.parent
        for pair in opened:
            self.tree.expand(self.model.index_of(pair))

    # -- differences ---------------------------------------------------------------------------------

    def next_difference(self) -> None:
        """Go to the difference after the current one; after the last comes the first."""
        self._go(1)

    def previous_difference(self) -> None:
        """Go to the difference before the current one."""
        self._go(-1)

    def _go(self, step: int) -> None:
        if self._found is None or not self._found.differences:
            return
        differences = self._found.differences
        current = self.model.pair(self.tree.currentIndex())
        if current is not None and current.kind != "inside" and current in differences:
            self._place = differences.index(current)
        elif self._place < 0 and step < 0:
            self._place = 0
        self._place = (self._place + step) % len(differences)
        index = self.model.index_of(differences[self._place])
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._show_texts(self.model.pair(current))

    def _show_texts(self, pair: Pair | None) -> None:
        for text, value in zip(self.texts, (pair.left, pair.right) if pair else ("", ""), strict=True):
            if isinstance(value, str):  # as it is to be read, not as it is escaped
                text.set_text(value)
            else:
                text.set_bytes(pretty(value_text(value, _SHOWN).encode("utf-8", "backslashreplace")))

    def _ignore_changed(self) -> None:
        self.ignored.emit(self.ignore.text())
        self.compare()

    # -- menu and copy -------------------------------------------------------------------------------

    def _open_menu(self, place: QPoint) -> None:
        # A click of the mouse was on the line; the place of the menu key would be a line below.
        pair = self.model.pair(self.tree.currentIndex())
        if pair is None:
            return
        menu = QMenu(self)
        menu.setObjectName("compare_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        steps = pair.steps()
        if steps:
            paths = [pair.path(), generalized(pair)]
            name = next((step for step in reversed(steps) if isinstance(step, str)), "")
            if isinstance(steps[-1], str) and name:
                paths.append(f"$..{name}" if name.isidentifier() else f'$..["{name}"]')
            for path in dict.fromkeys(paths):
                menu.addAction(self.tr("Ignore {}").format(menu_text(path))).setData(path)
            menu.addSeparator()
        menu.addAction(self.tr("Copy path {}").format(menu_text(pair.path())), _copying(pair.path()))
        for title, value in ((self.tr("Copy left"), pair.left), (self.tr("Copy right"), pair.right)):
            menu.addAction(title, _copying(value_text(value)))
        menu.triggered.connect(self._menu_chosen)
        menu.popup(self.tree.viewport().mapToGlobal(place))

    def _menu_chosen(self, action: QAction) -> None:
        if isinstance(action.data(), str):
            self.ignore.add(str(action.data()))

    def _copy_markdown(self) -> None:
        if self._found is not None:
            text = as_markdown(self._found.comparison, self._left.title, self._right.title)
            QGuiApplication.clipboard().setText(text)

    def _copy_lines(self) -> None:
        if self._found is not None:
            QGuiApplication.clipboard().setText("\n".join(as_lines(self._found.comparison)))

    def _copy_patch(self) -> None:
        if self._found is not None:
            QGuiApplication.clipboard().setText(as_patch(self._found.comparison))

    # -- views ---------------------------------------------------------------------------------------

    def _part_chosen(self, _key: str) -> None:
        self.compare()

    def _only_toggled(self, only: bool) -> None:
        current = self.model.pair(self.tree.currentIndex())
        self.model.set_only_differences(only)
        self._open_rows()
        if current is not None and (index := self.model.index_of(current)).isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    def _swap(self) -> None:
        self._left, self._right = self._right, self._left
        self._name()
        self.compare()


def _copying(text: str) -> Callable[[], None]:
    def copy() -> None:
        QGuiApplication.clipboard().setText(text)

    return copy
