"""Icons in a panel with a list: of the chosen thing in its details, of all of them in the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from inspector.core.servers.icons import Icon, best_icon, icons_of
from inspector.ui.content.icon_bar import IconBar, where_from
from inspector.ui.content.icon_store import IconStore
from inspector.ui.panels.listing import ItemList
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column, row, tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["ItemIcons"]

Entries = Callable[[], dict[str, dict[str, Any]]]


class ItemIcons(QObject):
    """entries: key of the list → the thing as the server declared it."""

    def __init__(self, name: str, items: ItemList, entries: Entries, server_url: str) -> None:
        super().__init__(items)
        self._list = items
        self._entries = entries
        self._server_url = server_url
        self._icons: dict[str, tuple[Icon, ...]] = {}
        self._store = IconStore(self)
        self.bar = IconBar(name, self._store)
        self._button = tool_button(f"{name}_show_icons", "image-outline", self.tr("Show icons in the list"))
        self._button.setCheckable(True)
        self._button.toggled.connect(self._toggled)
        self._question = _Question(name)
        self._question.load.clicked.connect(self._allow)
        items.add_tool(self._button)
        items.add_notice(self._question)
        self._store.changed.connect(self._draw)
        theme.notifier().changed.connect(self._draw)
        self.refresh()

    def refresh(self) -> None:
        """The list may have changed."""
        icons = {key: found for key, item in self._entries().items() if (found := icons_of(item))}
        if icons != self._icons:
            self._icons = icons
            self._toggled(self._button.isChecked())
        self._button.setVisible(bool(icons))

    def show_item(self, key: str) -> None:
        """Another one is chosen."""
        self.bar.show_icons(icons_of(self._entries().get(key)), self._server_url)

    def _best(self) -> dict[str, Icon]:
        dark = theme.is_dark()
        found = {key: best_icon(icons, dark) for key, icons in self._icons.items()}
        return {key: icon for key, icon in found.items() if icon is not None}

    def _toggled(self, shown: bool) -> None:
        self._question.answered = False
        if shown:
            self._store.show(self._best().values())
        self._draw()

    def _allow(self) -> None:
        self._store.allow(self._store.waiting(self._best().values()))

    def _draw(self) -> None:
        best = self._best() if self._button.isChecked() else {}
        self._question.ask(self._store.waiting(best.values()), self._server_url)
        pictures: dict[str, QPixmap] = {}
        for key, icon in best.items():
            drawn = self._store.drawn(icon)
            if drawn is not None and drawn.picture is not None:
                pictures[key] = drawn.picture
        self._list.set_pictures(pictures)


class _Question(QFrame):
    """Which hosts the icons of a list come from, in a narrow column."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"{name}_icons_question")
        self.answered = False
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.load = QPushButton(self.tr("Load"))
        self.load.setObjectName(f"{name}_icons_allow")
        close = tool_button(f"{name}_icons_refuse", "close", self.tr("Do not load them"))
        close.clicked.connect(self._close)
        buttons = row(self.load, close)
        buttons.addStretch(1)
        self.setLayout(column(self._text, buttons, margins=(8, 4, 6, 4), spacing=4))
        self.hide()

    def ask(self, waiting: tuple[Icon, ...], server_url: str) -> None:
        """Nothing is asked when nothing waits, or when the question was closed."""
        hosts = "\n".join(dict.fromkeys(icon.host for icon in waiting))
        self._text.setText(self.tr("Icons come from {0}").format(hosts))
        self.setToolTip(tooltip(where_from(waiting, server_url)))
        self.setAccessibleName(where_from(waiting, server_url))
        self.setVisible(bool(waiting) and not self.answered)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.tint("pending", 0.12))
        painter.fillRect(0, 0, 3, self.height(), theme.color("pending"))
        painter.end()

    def _close(self) -> None:
        self.answered = True
        self.hide()
