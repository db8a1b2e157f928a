"""The filter language on one page, made from its own tables. A click on an example writes it down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.trace.query.help import help_sections
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import DIALOG, Heading, column, muted, row, tool_button
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import tooltip

__all__ = ["FilterHelp"]

WRITTEN, MEANING, EXAMPLE = range(3)
_WIDTH: Final = 860  # px
_FRAME: Final = 48  # px around a text that is typed: margins, button to clear it
_HEIGHT: Final = 460  # px
_CHARACTERS: Final = 23  # of the first column; the longest field and the usual forms fit


class FilterHelp(Overlay):
    """`chosen(example)`: to be written into the filter, not used yet."""

    chosen = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__("filter_help_panel", _WIDTH, window)
        self.setAccessibleName(self.tr("The filter language"))
        self._find = QLineEdit()
        self._find.setObjectName("filter_help_find")
        self._find.setPlaceholderText(self.tr("Search the help"))
        self._find.setAccessibleName(self._find.placeholderText())
        clearable(self._find)
        self._fit_find()
        self._find.textChanged.connect(self._narrow)
        close = tool_button("filter_help_close", "close", self.tr("Close (Esc)"))
        close.clicked.connect(self.dismiss)
        self.tree = QTreeWidget()
        self.tree.setObjectName("filter_help_list")
        self.tree.setAccessibleName(self.tr("The filter language"))
        self.tree.setHeaderLabels((self.tr("Syntax"), self.tr("Meaning"), self.tr("Example")))
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.tree.header().setSectionsMovable(False)
        self.tree.itemClicked.connect(self._take)
        head = row(Heading(self.tr("The filter language"), 1), spacing=theme.SPACE)
        head.addStretch(1)
        head.addWidget(self._find)
        head.addWidget(close)
        words = muted(
            self.tr(
                "Click a line or press Enter to insert its example. Ctrl+Space in the filter "
                "suggests what fits."
            ),
            wrap=True,
        )
        layout = column(head, words, self.tree, margins=DIALOG)
        layout.setStretch(2, 1)
        self.setLayout(layout)
        self.keep_height(_HEIGHT)
        theme.notifier().changed.connect(self._look)

    def open(self) -> None:
        if not self.tree.topLevelItemCount():
            self._fill()
        self._find.clear()
        super().open()

    def focus_first(self) -> None:
        self._find.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            item = self.tree.currentItem()
            if item is not None:
                self._take(item)
        elif event.key() == Qt.Key.Key_Down and self._find.hasFocus():
            self.tree.setFocus()
        else:
            super().keyPressEvent(event)

    def _fill(self) -> None:
        for section in help_sections():
            heading = QTreeWidgetItem([section.title])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(heading)
            heading.setFirstColumnSpanned(True)
            for entry in section.entries:
                item = QTreeWidgetItem([entry.text, entry.doc, entry.example])
                for part, text in ((WRITTEN, entry.text), (MEANING, entry.doc), (EXAMPLE, entry.example)):
                    item.setToolTip(part, tooltip(text))
                heading.addChild(item)
            heading.setExpanded(True)
        header = self.tree.header()
        header.setSectionResizeMode(EXAMPLE, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(MEANING, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        self._look()

    def _fit_find(self) -> None:
        words = self._find.fontMetrics().horizontalAdvance(self._find.placeholderText())
        self._find.setFixedWidth(max(theme.px(220), words + theme.px(_FRAME)))

    def _look(self) -> None:
        """Fonts and colours of the theme; an item keeps its own."""
        self._fit_find()
        mono, bold = theme.mono_font(), QFont(self.font())
        self.tree.setColumnWidth(WRITTEN, QFontMetrics(mono).horizontalAdvance("m" * _CHARACTERS))
        bold.setBold(True)
        for heading, item in self._items():
            if item is None:
                heading.setFont(0, bold)
                heading.setSizeHint(0, QSize(0, theme.row_height() - 2))  # all rows are as high as the first
                heading.setForeground(0, QBrush(theme.color("muted")))
                continue
            for part, role in ((WRITTEN, "text"), (EXAMPLE, "accent")):
                item.setFont(part, mono)
                item.setForeground(part, QBrush(theme.color(role)))

    def _items(self) -> Iterator[tuple[QTreeWidgetItem, QTreeWidgetItem | None]]:
        for at in range(self.tree.topLevelItemCount()):
            heading = self.tree.topLevelItem(at)
            if heading is not None:
                yield heading, None
                yield from ((heading, heading.child(line)) for line in range(heading.childCount()))

    def _narrow(self, text: str) -> None:
        """Only lines with this text, and the headings of those."""
        wanted = text.strip().lower()
        left: dict[int, bool] = {}
        for heading, item in self._items():
            if item is not None:
                words = " ".join(item.text(part) for part in range(3)).lower()
                item.setHidden(wanted not in words)
                left[id(heading)] = left.get(id(heading), False) or wanted in words
        for heading, item in self._items():
            if item is None:
                heading.setHidden(not left.get(id(heading), False))

    def _take(self, item: QTreeWidgetItem, _column: int = 0) -> None:
        example = item.text(EXAMPLE)
        if example:
            self.dismiss()
            self.chosen.emit(example)
