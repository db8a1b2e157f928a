"""What program this is, of what it consists under which licences, and the way to newer versions.

Nothing is fetched: the page of the releases is shown, and opened in the browser when that is pressed.
"""

from __future__ import annotations

import platform
from typing import Final

import PySide6
from PySide6.QtCore import QEvent, QObject, QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from shiboken6 import isValid

from inspector import RELEASES_PAGE, __version__
from inspector.core.storage.shipped import ShippedPart, own_part, shipped_parts
from inspector.resources import resource
from inspector.ui.locale import language
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.text.text_viewer import TextViewer
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import announce, clearable
from inspector.ui.widgets.controls import DIALOG, Heading, Notice, column, muted, row
from inspector.ui.widgets.outside import open_link
from inspector.ui.widgets.plain import tooltip

__all__ = ["About", "open_about", "version_text"]

_SIZE: Final = QSize(1080, 680)
_LEFT: Final = 380  # px of the list
_ICON: Final = 48  # px
_PART: Final = Qt.ItemDataRole.UserRole


def version_text() -> str:
    """Which versions run here, in English: for a report to the maintainers."""
    return "\n".join(
        (
            f"MCP Desktop Inspector {__version__}",
            f"Python {platform.python_version()}",
            f"Qt {qVersion()}, PySide6 {PySide6.__version__}, {QGuiApplication.platformName()}",
            f"{platform.platform()} ({platform.machine()})",
            f"Language {language.current()}",
        )
    )


def open_about(window: QWidget) -> About:
    """Show the dialog over a window; one that is open already comes to the front."""
    for shown in window.findChildren(About):
        shown.raise_()
        shown.activateWindow()
        return shown
    about = About(window)
    about.show()
    about.load()
    return about


class About(QDialog):
    """Not modal."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("about_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About MCP Desktop Inspector"))
        self._copy = self._button("about_copy", self.tr("Copy version information"))
        self._updates = self._button("about_updates", self.tr("Check for updates"))
        self.news = Notice("about_news", "pending", self)
        if RELEASES_PAGE:
            self.news.add_button("about_open_page", self.tr("Open in the browser"), self._open_page)
        self.news.add_close("about_news_close")
        self.news.hide()
        self.search = QLineEdit()
        self.search.setObjectName("about_find")
        self.search.setPlaceholderText(self.tr("Search components and licences"))
        self.search.setAccessibleName(self.search.placeholderText())
        clearable(self.search)
        self.parts = self._list()
        self._count = muted()
        self.text = TextViewer()
        self.text.setObjectName("about_text")
        self.text.view.setAccessibleName(self.tr("Licence text"))
        self._lay_out()
        self._wire()
        zoom.give_room(self, _SIZE.width(), _SIZE.height())
        self.search.setFocus()

    def _button(self, name: str, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        return button

    def _list(self) -> QTreeWidget:
        parts = QTreeWidget()
        parts.setObjectName("about_parts")
        parts.setAccessibleName(self.tr("Components and licences"))
        parts.setHeaderLabels((self.tr("Component"), self.tr("Version"), self.tr("Licence")))
        parts.setRootIsDecorated(False)
        parts.setUniformRowHeights(True)
        parts.setAllColumnsShowFocus(True)
        parts.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = parts.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        zoom.keep_sections(header, 0, 72, 104)
        return parts

    def _lay_out(self) -> None:
        picture = QLabel()
        icon = QIcon(str(resource("icons/mcp-desktop-inspector.svg")))
        picture.setPixmap(icon.pixmap(QSize(theme.px(_ICON), theme.px(_ICON)), self.devicePixelRatioF()))
        words = column(
            Heading(self.tr("MCP Desktop Inspector {}").format(__version__), 3),
            muted(self.tr("A native inspector for Model Context Protocol servers.")),
            spacing=2,
        )
        head = row(picture, words, self._copy, self._updates, spacing=theme.SPACE_WIDE)
        head.setStretch(1, 1)
        versions = (qVersion(), PySide6.__version__)
        qt = self.tr(
            "Licence: Apache-2.0. The program uses Qt {} and PySide6 {} unmodified under the "
            "GNU Lesser General Public License, version 3; their libraries may be replaced. "
            "Below is everything it contains."
        ).format(*versions)
        left = QWidget()
        left.setLayout(column(self.search, self.parts, self._count, margins=(0, 0, theme.SPACE, 0)))
        both = QSplitter()
        both.setObjectName("about_split")
        both.setChildrenCollapsible(False)
        both.addWidget(left)
        both.addWidget(self.text)
        both.setStretchFactor(1, 1)
        both.setSizes([_LEFT, _SIZE.width() - _LEFT])
        layout = column(head, muted(qt, wrap=True), self.news, both, margins=DIALOG, spacing=theme.SPACE_WIDE)
        layout.setStretch(3, 1)
        self.setLayout(layout)
        zoom.least_room(self, 620, 400)

    def _wire(self) -> None:
        self._copy.clicked.connect(self._copy_versions)
        self._updates.clicked.connect(self._say_page)
        self.search.textChanged.connect(self._narrow)
        self.search.installEventFilter(self)
        self.parts.currentItemChanged.connect(self._chosen)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self.parts, self.search.setFocus)

    # -- parts -----------------------------------------------------------------------------------------

    def load(self) -> None:
        """Look for the parts, beside the loop."""
        spawn(self, self._load(), "parts of the program")

    async def _load(self) -> None:
        parts = [await offload(own_part), *await offload(shipped_parts)]
        if not isValid(self):
            return
        for part in parts:
            item = QTreeWidgetItem([part.name, part.version, part.licence])
            item.setData(0, _PART, part)
            item.setSizeHint(0, QSize(0, theme.row_height()))
            for section in range(3):
                item.setToolTip(section, tooltip(item.text(section)))
            self.parts.addTopLevelItem(item)
        self._narrow(self.search.text())

    def _items(self) -> list[QTreeWidgetItem]:
        numbers = range(self.parts.topLevelItemCount())
        return [item for number in numbers if (item := self.parts.topLevelItem(number)) is not None]

    def _narrow(self, words: str) -> None:
        """Only parts with all of these words in name, version or licence."""
        wanted = words.lower().split()
        shown = []
        for item in self._items():
            line = " ".join(item.text(section) for section in range(3)).lower()
            item.setHidden(not all(word in line for word in wanted))
            shown += [] if item.isHidden() else [item]
        self._count.setText(self.tr("{} of {} components").format(len(shown), len(self._items())))
        current = self.parts.currentItem()
        if current is None or current.isHidden():
            if shown:
                self.parts.setCurrentItem(shown[0])
            else:
                self.parts.clearSelection()
                self.text.set_text("")

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        part = item.data(0, _PART) if item is not None else None
        if isinstance(part, ShippedPart):
            spawn(self, self._show(part), f"licence of {part.name}")
        else:
            self.text.set_text("")

    async def _show(self, part: ShippedPart) -> None:
        text = await offload(part.text)
        current = self.parts.currentItem() if isValid(self) else None
        if current is None or current.data(0, _PART) is not part:
            return  # another was chosen meanwhile
        text = text or self.tr("No licence text is included; the licence is {}.").format(part.licence)
        self.text.set_text("\n\n".join(filter(None, (part.homepage, text))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        keys = (Qt.Key.Key_Down, Qt.Key.Key_Up)
        if watched is self.search and isinstance(event, QKeyEvent) and event.key() in keys:
            if event.type() == QEvent.Type.KeyPress:
                self.parts.setFocus()
            return True
        return super().eventFilter(watched, event)

    # -- versions --------------------------------------------------------------------------------------

    def _copy_versions(self) -> None:
        QGuiApplication.clipboard().setText(version_text())
        self._copy.setText(self.tr("Copied"))
        announce(self, self._copy.text())

    def _say_page(self) -> None:
        text = self.tr("New versions are published at {}. The app never checks by itself.")
        if not RELEASES_PAGE:
            text = self.tr("This build names no download page. Ask whoever gave it to you.")
        self.news.set_text(text.format(RELEASES_PAGE))
        self.news.show()
        announce(self, self.news.text())

    def _open_page(self) -> None:
        open_link(RELEASES_PAGE)
