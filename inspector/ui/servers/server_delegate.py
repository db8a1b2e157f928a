"""Paints the rows of the server list: state, name, a second line; and the headings of groups."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.ui.locale.right_to_left import placed, write
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_rows import HEAD, SERVER, Head
from inspector.ui.servers.server_words import STATES, shown_state, sub_line, used_words
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import paint_row_ground
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.theme import px

__all__ = ["ServerDelegate"]

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex


class ServerDelegate(QStyledItemDelegate):
    """Two lines a server, one a heading."""

    def __init__(self, servers: Servers, upkeep: ServerSupervisor, parent: QWidget) -> None:
        super().__init__(parent)
        self._servers, self._upkeep = servers, upkeep
        self.show_used = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line = QFontMetrics(QApplication.font()).height()
        return QSize(px(80), line + px(8) if index.data(HEAD) is not None else 2 * line + px(12))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        painter.save()
        paint_row_ground(painter, area, option.state)
        painter.setFont(QFont(QApplication.font()))
        head = index.data(HEAD)
        if isinstance(head, Head):
            self._paint_head(painter, area, head)
        elif (server := index.data(SERVER)) is not None:
            self._paint_server(painter, area, server)
        painter.restore()

    def _paint_head(self, painter: QPainter, area: QRect, head: Head) -> None:
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() - 1)
        font.setBold(True)
        painter.setFont(font)
        side = px(14)
        arrow = theme.icon("chevron-down" if head.open else "chevron-right", "muted")
        arrow.paint(
            painter, placed(QRect(area.left() + px(7), area.center().y() - side // 2 + 1, side, side), area)
        )
        metrics = QFontMetrics(font)
        count = str(head.count)
        room = metrics.horizontalAdvance(count) + px(8)
        painter.setPen(theme.color("muted"))
        write(painter, area.adjusted(0, 0, -px(8), 0), _RIGHT, count, area)
        left = area.left() + px(26)
        width = area.right() - left - room - px(4)
        name = elided(metrics, head.group, Qt.TextElideMode.ElideRight, width)
        painter.setPen(theme.color("text"))
        write(painter, QRect(left, area.top(), width, area.height()), _MIDDLE, name, area)

    def _paint_server(self, painter: QPainter, area: QRect, server: Server) -> None:
        font = painter.font()
        metrics = QFontMetrics(font)
        line, top = metrics.height(), area.top() + px(6)
        now = shown_state(server)
        glyph, role = STATES.get(now, ("○", "muted"))
        waits = self._upkeep.left_s(server.profile.name) > 0 and now != "sign_in"
        glyph, role = ("↻", "pending") if waits else (glyph, role)
        painter.setPen(theme.color(role))
        write(
            painter,
            QRect(area.left() + px(10), top + line // 2, px(16), line),
            Qt.AlignmentFlag.AlignCenter,
            glyph,
            area,
        )
        left, width = area.left() + px(32), area.width() - px(44)
        if (beside := self._beside(server)) is not None:
            text, role = beside
            painter.setPen(theme.color(role))
            room = metrics.horizontalAdvance(text)
            write(painter, QRect(area.right() - room - px(10), top, room, line), _RIGHT, text, area)
            width -= room + px(6)
        painter.setPen(theme.color("text"))
        name = elided(metrics, server.profile.name, Qt.TextElideMode.ElideRight, width)
        write(painter, QRect(left, top, width, line), _MIDDLE, name, area)
        font.setPointSizeF(font.pointSizeF() - 1)
        painter.setFont(font)
        waits = waits or now == "sign_in"
        failed = now == "failed" and not waits
        painter.setPen(theme.color("error" if failed else "pending" if waits else "muted"))
        width = area.width() - px(44)
        words = sub_line(server, self._upkeep)
        below = elided(QFontMetrics(font), words, Qt.TextElideMode.ElideMiddle, width)
        write(painter, QRect(left, top + line, width, line), _MIDDLE, below, area)

    def _beside(self, server: Server) -> tuple[str, str] | None:
        """What stands right of the name: questions, when it was used, or that its files are watched."""
        if waiting := server.inbox.waiting:
            return f"✉ {waiting}", "pending"
        if self.show_used and (used := used_words(self._servers.used_at(server.profile.name))):
            return used, "muted"
        return ("◉", "muted") if self._upkeep.watches(server.profile.name) else None
