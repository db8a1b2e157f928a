"""The help in a window of its own: contents at the left, pages at the right, a search over all of it.

It is never modal and asks nothing of the network; a link to elsewhere is opened when it is pressed, by the
browser of the system.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.ui.help.book import FIRST, HelpBook
from inspector.ui.help.browser import HelpBrowser
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import Link, column, muted, row, tool_button
from inspector.ui.widgets.outside import open_link
from inspector.ui.widgets.plain import tooltip

__all__ = ["HelpWindow"]

_SIZE: Final = QSize(1000, 680)
_LEFT: Final = 270  # px of the contents
_PLACE: Final = Qt.ItemDataRole.UserRole  # (page, anchor, words) of a line
_KEPT: Final = 200  # pages to go back to


class HelpWindow(QWidget):
    """`shortcuts_wanted`: the page of all keys, which floats over a window of the program."""

    shortcuts_wanted = Signal()

    def __init__(self, book: HelpBook) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("help_window")
        self.setWindowTitle(self.tr("Help"))
        self.book = book
        self._path: list[tuple[str, str]] = []  # pages shown, with their places
        self._here = -1
        self._row = QSize()
        self.search = QLineEdit()
        self.search.setObjectName("help_find")
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.search.placeholderText())
        clearable(self.search)
        self.contents = QTreeWidget()
        self.contents.setObjectName("help_contents")
        self.contents.setAccessibleName(self.tr("Help contents"))
        self.contents.setHeaderHidden(True)
        self.contents.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.contents.setRootIsDecorated(False)
        self.contents.setIndentation(10)
        self.contents.setExpandsOnDoubleClick(False)
        self.browser = HelpBrowser("help_page")
        self.back = tool_button("help_back", "arrow-left", self.tr("Back (Alt+Left)"))
        self.forward = tool_button("help_forward", "arrow-right", self.tr("Forward (Alt+Right)"))
        self.home = tool_button("help_home", "home-outline", self.tr("First page (Alt+Home)"))
        self._where = muted()
        self.keys = Link("help_shortcuts", self.tr("All keyboard shortcuts (Ctrl+F1)"))
        self._lay_out()
        self._wire()
        self.fill()
        zoom.give_room(self, _SIZE.width(), _SIZE.height())

    def _lay_out(self) -> None:
        left = QWidget()
        left.setLayout(column(self.search, self.contents, margins=(8, 8, 4, 8)))
        bar = row(self.back, self.forward, self.home, self._where, self.keys, margins=(8, 4, 8, 4), spacing=4)
        bar.insertStretch(4, 1)
        right = QWidget()
        layout = column(bar, self.browser, spacing=0)
        layout.setStretch(1, 1)
        right.setLayout(layout)
        both = QSplitter()
        both.setObjectName("help_split")
        both.setChildrenCollapsible(False)
        both.addWidget(left)
        both.addWidget(right)
        both.setStretchFactor(1, 1)
        both.setSizes([_LEFT, _SIZE.width() - _LEFT])
        self.setLayout(column(both))
        zoom.least_room(self, 640, 400)

    def _wire(self) -> None:
        self.search.textChanged.connect(self.fill)
        self.contents.currentItemChanged.connect(self._chosen)
        self.contents.itemClicked.connect(self._open_item)
        self.browser.followed.connect(self.follow)
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.home.clicked.connect(self.open_first)
        self.keys.clicked.connect(self.shortcuts_wanted)
        for keys, done in (
            ("Alt+Left", self.go_back),
            ("Alt+Right", self.go_forward),
            ("Alt+Home", self.open_first),
            ("Ctrl+F", self.search.setFocus),
            ("Ctrl+L", self.search.setFocus),
            ("Ctrl+F1", self.shortcuts_wanted.emit),
            ("F6", self._other_side),
            ("Esc", self._escape),
            ("Ctrl+W", self.close),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(done)

    # -- pages ---------------------------------------------------------------------------------------

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page and remember the way to it; an unknown one leads to the first."""
        name = name if self.book.page(name) is not None else FIRST
        if self._here < 0 or self._path[self._here] != (name, anchor):
            self._path = [*self._path[: self._here + 1], (name, anchor)][-_KEPT:]
            self._here = len(self._path) - 1
        self._show()

    def open_first(self) -> None:
        """The page that leads to all others."""
        self.open_page(FIRST)

    def go_back(self) -> None:
        """The page before."""
        self._step(-1)

    def go_forward(self) -> None:
        """The page that was left by going back."""
        self._step(1)

    def _step(self, step: int) -> None:
        if 0 <= self._here + step < len(self._path):
            self._here += step
            self._show()

    def _show(self) -> None:
        name, anchor = self._path[self._here]
        page = self.book.page(name)
        if page is None:
            return
        self.browser.show_page(page, anchor)
        self.setWindowTitle(self.tr("{} – Help").format(page.title))
        self._where.setText(page.title)
        self.back.setEnabled(self._here > 0)
        self.forward.setEnabled(self._here < len(self._path) - 1)
        if not self.search.text():
            self._mark(name)

    def follow(self, link: str) -> None:
        """Where a link of a page leads: another page, a place in this one, or out of the program."""
        name, _, anchor = link.partition("#")
        if not name and self._path:
            self.open_page(self._path[self._here][0], anchor)
        elif name.endswith(".md"):
            self.open_page(name.removesuffix(".md"), anchor)
        else:
            open_link(link)

    # -- contents and search -------------------------------------------------------------------------

    def fill(self, *_text: object) -> None:
        """The contents; while something is searched for, what was found."""
        words = self.search.text().strip()
        self._row = QSize(0, theme.row_height() - 2)
        self.contents.blockSignals(True)
        self.contents.clear()
        if words:
            self._fill_hits(words)
        else:
            self._fill_contents()
        self.contents.blockSignals(False)
        if not words and self._path:
            self._mark(self._path[self._here][0])

    def _fill_contents(self) -> None:
        for title, pages in self.book.groups():
            group = self._line(title, None)
            for page in pages:
                group.addChild(self._line(page.title, (page.name, "", "")))
            group.setExpanded(True)

    def _fill_hits(self, words: str) -> None:
        hits = self.book.search(words)
        for hit in hits:
            title = hit.page.title
            if hit.section.level > 1:
                title = f"{title}: {hit.section.title}"
            item = self._line(title, (hit.page.name, hit.section.anchor, words))
            item.setToolTip(0, tooltip(hit.excerpt))
            self.contents.addTopLevelItem(item)
        if not hits:
            self._line(self.tr("No results."), None)

    def _line(self, text: str, place: tuple[str, str, str] | None) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setData(0, _PLACE, place)
        item.setSizeHint(0, self._row)
        if place is None:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = self.font()
            font.setBold(True)
            item.setFont(0, font)
            item.setForeground(0, theme.color("muted"))
            self.contents.addTopLevelItem(item)
        return item

    def _mark(self, name: str) -> None:
        """The line of the page that is shown."""
        self.contents.blockSignals(True)
        for at in range(self.contents.topLevelItemCount()):
            group = self.contents.topLevelItem(at)
            for line in range(group.childCount() if group is not None else 0):
                item = group.child(line) if group is not None else None
                place = item.data(0, _PLACE) if item is not None else None
                if item is not None and place and place[0] == name:
                    self.contents.setCurrentItem(item)
                    self.contents.scrollToItem(item)
        self.contents.blockSignals(False)

    def _chosen(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if item is not None and not self.search.hasFocus():
            self._open_item(item)

    def _open_item(self, item: QTreeWidgetItem, _column: int = 0) -> None:
        place = item.data(0, _PLACE)
        if place:
            name, anchor, words = place
            self.open_page(name, anchor)
            if words:
                self.browser.find(words) or self.browser.find(words.split()[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From the search: ↓ into what was found, Enter to the first of it."""
        first = self.contents.topLevelItem(0)
        if self.search.hasFocus() and first is not None and self.search.text():
            if event.key() in ENTER:
                self._open_item(first)
                return
            if event.key() == Qt.Key.Key_Down:
                self.contents.setFocus()
                self.contents.setCurrentItem(first)
                return
        super().keyPressEvent(event)

    def _escape(self) -> None:
        if self.search.text():
            self.search.clear()
        else:
            self.close()

    def _other_side(self) -> None:
        target = self.contents if self.browser.hasFocus() else self.browser
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        """The fonts of the lines follow the zoom."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and QApplication.instance() is not None:
            self.fill()
