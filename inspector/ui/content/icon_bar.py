"""The icons of one thing in its details: a word first, the pictures on request."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from inspector.core.servers.icons import Icon, same_origin
from inspector.ui.content.icon_store import Drawn, IconStore
from inspector.ui.forms.editors.editor import retire
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, Link, Notice, column
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.plain import tooltip

__all__ = ["IconBar", "where_from"]

_SIDE: Final = 40  # px


class IconBar(QWidget):
    """A link *Show icons*, then pictures, failures in words, and the question before anything is fetched."""

    def __init__(self, name: str, store: IconStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._name = name
        self._icons: tuple[Icon, ...] = ()
        self._server_url = ""
        self._opened = False
        self._link = Link(f"{name}_icons")
        self._link.clicked.connect(self._open)
        self._pictures = QWidget()
        self._pictures.setObjectName(f"{name}_icon_pictures")
        self._flow = Flow(self._pictures, gap=theme.SPACE, line_gap=4)
        self._notice = Notice(f"{name}_icon_question", "pending")
        self._notice.add_button(f"{name}_icons_load", self.tr("Load"), self._allow)
        self.setLayout(column(self._link, self._pictures, self._notice, spacing=4))
        store.changed.connect(self._refresh)
        self.hide()

    def show_icons(self, icons: tuple[Icon, ...], server_url: str) -> None:
        """Of another thing: closed again. server_url: to tell icons from elsewhere; "" for a process."""
        if icons == self._icons and server_url == self._server_url:
            return
        self._icons, self._server_url, self._opened = icons, server_url, False
        count = len(icons)
        self._link.setText(
            self.tr("Show its icon") if count == 1 else self.tr("Show its {0} icons").format(count)
        )
        self.setVisible(bool(icons))
        self._refresh()

    def _open(self) -> None:
        self._opened = True
        self._store.show(self._icons)
        self._refresh()

    def _allow(self) -> None:
        self._store.allow(self._store.waiting(self._icons))

    def _refresh(self) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                retire(widget)
        waiting = self._store.waiting(self._icons) if self._opened else ()
        self._link.setVisible(not self._opened)
        self._pictures.setVisible(self._opened)
        self._notice.setVisible(bool(waiting))
        if not self._opened:
            return
        self._notice.set_text(where_from(waiting, self._server_url))
        for icon in self._icons:
            drawn = self._store.drawn(icon)
            if drawn is not None:
                self._flow.addWidget(_Thumb(drawn, self._name) if drawn.picture else _Failed(drawn))
        self._pictures.setVisible(bool(self._flow.count()))


def where_from(icons: tuple[Icon, ...], server_url: str) -> str:
    """What a user is asked before icons are fetched: the hosts, and that they are not the server's."""
    translate = QCoreApplication.translate
    hosts = ", ".join(dict.fromkeys(icon.host for icon in icons))
    text = translate("Icons", "Showing icons fetches them from {0}, without cookies or credentials.")
    if server_url and not all(same_origin(icon, server_url) for icon in icons):
        other = translate("Icons", "That is not the server's host.")
        return f"{text.format(hosts)} {other}"
    return text.format(hosts)


class _Thumb(QWidget):
    """One picture on a plain ground, with the facts as its tooltip."""

    def __init__(self, drawn: Drawn, name: str) -> None:
        super().__init__()
        assert drawn.picture is not None
        self._picture = (
            drawn.picture.scaled(
                _SIDE, _SIDE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            if max(drawn.picture.width(), drawn.picture.height()) > _SIDE
            else drawn.picture
        )
        self.setObjectName(f"{name}_icon")
        self.setAccessibleName(drawn.words)
        self.setToolTip(tooltip(drawn.words))
        self.setFixedSize(_SIDE + 4, _SIDE + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("base"))
        picture = self._picture
        painter.drawPixmap(
            (self.width() - picture.width()) // 2, (self.height() - picture.height()) // 2, picture
        )
        painter.end()


class _Failed(Elided):
    def __init__(self, drawn: Drawn) -> None:
        super().__init__(self.tr("⚠ no icon: {0}").format(drawn.words), role="warning")
        self.setToolTip(tooltip(drawn.words))
