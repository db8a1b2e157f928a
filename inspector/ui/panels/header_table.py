"""Arguments that go out as HTTP headers too: argument → header → value as it is sent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.protocol.era.param_headers import ParamHeader
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import column, muted
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["HeaderTable"]

_MOST_ROWS = 5


class HeaderTable(QWidget):
    """Hidden while there is nothing to show."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[ParamHeader] = []
        self._table = QTreeWidget()
        self._table.setItemDelegate(LineDelegate(self._table))
        self._table.setObjectName(name)
        self._table.setAccessibleName(self.tr("Arguments also sent as headers"))
        self._table.setHeaderLabels([self.tr("Argument"), self.tr("Header"), self.tr("Sent value")])
        self._table.setRootIsDecorated(False)
        self._table.setUniformRowHeights(True)
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self._table.header()
        head.setStretchLastSection(True)
        for section in (0, 1):
            head.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        self._caption = muted()
        zoom.margins(self._caption, theme.SPACE_WIDE, 4, 4, 0)
        self._caption.setText(self.tr("Also sent as headers"))
        self.setLayout(column(self._caption, self._table, margins=(0, 0, 0, 2), spacing=2))
        theme.notifier().changed.connect(self._look)
        self.hide()

    def show_rows(self, rows: list[ParamHeader]) -> None:
        """Show these; the same number of rows only gets other texts."""
        if rows == self._rows:
            return
        fewer_or_more = len(rows) != len(self._rows)
        self._rows = rows
        if fewer_or_more:
            self._table.clear()
            self._table.addTopLevelItems([QTreeWidgetItem() for _ in rows])
        self.setVisible(bool(rows))
        self._look()

    def _fill(self, item: QTreeWidgetItem, one: ParamHeader) -> None:
        value = self.tr("not sent") if one.value is None else one.value or self.tr("(empty)")
        for section, text in enumerate((".".join(one.path), one.header, value)):
            item.setText(section, text)
            item.setToolTip(section, tooltip(text))
        faint = one.value is None or not one.value
        item.setForeground(2, theme.color("muted" if faint else "text"))

    def _look(self) -> None:
        zoom.mono(self._table)
        items = self._table.findItems("", Qt.MatchFlag.MatchContains)
        for item, one in zip(items, self._rows, strict=True):
            self._fill(item, one)
        shown = min(len(self._rows), _MOST_ROWS)
        line = self._table.sizeHintForRow(0) if self._rows else 0
        self._table.setFixedHeight(self._table.header().sizeHint().height() + shown * line + 4)
