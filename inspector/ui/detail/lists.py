"""Two lists of the detail pane: the records of a call, and what the lint rules say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.lint import rests_on
from inspector.protocol.records import Finding
from inspector.trace.during import Said
from inspector.trace.rows import Row
from inspector.translation import shown
from inspector.ui.detail.related import Related, relation_of
from inspector.ui.detail.subject import Subject
from inspector.ui.locale.locale_text import number_text
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.session.said import said_request, said_text
from inspector.ui.timeline.view.cells import DIRECTION_ROLES, make_cells
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.outside import open_link
from inspector.ui.widgets.plain import tooltip

__all__ = ["FindingList", "RelatedList"]

_NUMBER: Final = int(Qt.ItemDataRole.UserRole)
_CALL: Final = _NUMBER + 1  # whose stderr lines and log messages a line stands for
_PAGES: Final = "https://modelcontextprotocol.io/specification/"
_MESSAGE, _PAGE = 1, 2  # columns of a finding
_SEVERITIES: Final = {"error": ("✗", "error"), "warning": ("⚠", "warning"), "info": ("ℹ", "muted")}


class _List(QTreeWidget):
    """A flat list with columns."""

    asked_record = Signal(int)

    def __init__(self, name: str, label: str, heads: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0  # the record that it is about
        self.setObjectName(name)
        self.setAccessibleName(label)
        self.setItemDelegate(LineDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHeaderLabels(list(heads))
        self.header().setStretchLastSection(True)
        zoom.follow(self.header().setMinimumSectionSize, 28)
        self.itemActivated.connect(self._go)
        self.itemClicked.connect(self._go)

    def _go(self, item: QTreeWidgetItem, column: int) -> None:
        number = item.data(0, _NUMBER)
        if number:
            self.asked_record.emit(int(number))

    def _here(self, number: int) -> tuple[int, int]:
        """The chosen line and how far it is scrolled, before lines of the record of that number come anew.

        Of another record it is that record's own line, from the top.
        """
        same, self._number = number == self._number, number
        current = self.currentItem()
        if not same or current is None:
            return number, 0
        return int(current.data(0, _NUMBER) or number), self.verticalScrollBar().value()

    def _go_back(self, here: tuple[int, int]) -> None:
        number, place = here
        self.select(number)
        if place:
            self.verticalScrollBar().setValue(place)

    def select(self, number: int) -> None:
        """Highlight a record, without telling anybody."""
        for place in range(self.topLevelItemCount()):
            item = self.topLevelItem(place)
            if item is not None and item.data(0, _NUMBER) == number:
                self.setCurrentItem(item)
                return

    def _colour(self, item: QTreeWidgetItem, column: int, role: str) -> None:
        item.setForeground(column, QBrush(theme.color(role)))


class RelatedList(_List):
    """Every record of a call, and what belongs to it: nested requests, the call around it, a second try.

    The last line counts what was said during the call, and leads to it.
    """

    filter_wanted = Signal(object)  # FilterRequest

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("detail_related", "", ("#", "+", "", "", ""), parent)
        self.setAccessibleName(self.tr("Records related to this call"))
        self.setHeaderLabels(["#", self.tr("After"), "", self.tr("Relation"), self.tr("Content")])
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # tips show the rest
        zoom.keep_sections(self.header(), 48, 60, 24, 104)

    def show_rows(self, rows: Sequence[Row], related: Related, subject: Subject) -> None:
        """rows: those of `related`, in order. Times count from the start of the call."""
        outside, left_out = related.outside, related.left_out
        exchange = subject.exchange
        origin_ns = exchange.started_ns if exchange is not None else subject.left.at_ns
        here = self._here(subject.number)
        items = []
        for place, row in enumerate(rows):
            if left_out and place == len(rows) // 2:
                gap = QTreeWidgetItem(["", "", "", self.tr("… {0} more").format(number_text(left_out)), ""])
                items.append(gap)
            word = relation_of(row, exchange.number if exchange is not None else 0, outside)
            items.append(self._item(row, origin_ns, word))
        if related.said and exchange is not None:
            items.append(self._said_item(related.said, exchange.number))
        self.clear()
        self.addTopLevelItems(items)
        self._go_back(here)

    def _said_item(self, said: Said, call: int) -> QTreeWidgetItem:
        text = said_text(said)
        item = QTreeWidgetItem(["", "", "←", self.tr("beside it"), text])
        item.setData(0, _CALL, call)
        item.setToolTip(4, self.tr("Show them in the timeline"))
        item.setSizeHint(0, QSize(0, theme.row_height() - 2))
        self._colour(item, 2, DIRECTION_ROLES["in"])
        self._colour(item, 3, "muted")
        self._colour(item, 4, "accent")
        return item

    def _go(self, item: QTreeWidgetItem, column: int) -> None:
        call = item.data(0, _CALL)
        if call:
            self.filter_wanted.emit(said_request(int(call)))
        else:
            super()._go(item, column)

    def _item(self, row: Row, origin_ns: int, relation: str) -> QTreeWidgetItem:
        cells = make_cells(row, False, origin_ns, {})
        number, after, arrow, _, _, method, target, status = cells.texts[:8]
        content = " ".join(part for part in (status, method, target) if part)
        item = QTreeWidgetItem([number, after, arrow, relation, content])
        item.setData(0, _NUMBER, row.number)
        item.setToolTip(4, tooltip(row.preview or content))
        item.setSizeHint(0, QSize(0, theme.row_height() - 2))
        for column in (0, 1):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._colour(item, column, "muted")
        self._colour(item, 0, "accent")
        self._colour(item, 2, DIRECTION_ROLES.get(row.direction, "muted"))
        self._colour(item, 3, cells.kind_role)
        if cells.ground:
            self._colour(item, 4, cells.status_role)
        return item


class FindingList(_List):
    """What the rules say about the selected record and its call."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("detail_findings", "", ("", "", ""), parent)
        self._revision = ""
        self._findings: list[Finding] = []
        self.setAccessibleName(self.tr("Findings about this record"))
        self.setHeaderLabels([self.tr("Rule"), self.tr("Problem"), self.tr("Page")])
        self.setUniformRowHeights(False)  # there are few, and their sentences are long
        self.setWordWrap(True)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_MESSAGE, QHeaderView.ResizeMode.Stretch)
        zoom.keep_sections(header, 96, 0, 44)
        header.sectionResized.connect(self._wrap)

    def show_findings(self, findings: Sequence[Finding], revision: str) -> None:
        """The worst first. A click on the arrow opens the page of the specification, elsewhere the record.

        revision: of the connection; empty: the newest specification is opened.
        """
        if list(findings) == self._findings and revision == self._revision:
            return
        more = self._findings[:1] == list(findings)[:1]  # about the record that is being read
        current, place = self.currentItem() if more else None, self.verticalScrollBar().value()
        said = (current.text(0), current.text(_MESSAGE)) if current is not None else None
        self.clear()
        self._findings, self._revision = list(findings), revision
        order = {severity: place for place, severity in enumerate(_SEVERITIES)}
        for finding in sorted(findings, key=lambda one: order.get(one.severity, 9)):
            glyph, role = _SEVERITIES.get(finding.severity, ("·", "muted"))
            item = QTreeWidgetItem(
                [
                    f"{glyph} {finding.rule}",
                    in_order(shown(finding.message)),
                    "↗" if finding.page else "",
                ]
            )
            item.setData(0, _NUMBER, finding.record or finding.exchange)
            item.setData(_PAGE, _NUMBER, finding.page)
            item.setToolTip(0, QCoreApplication.translate("findings", finding.severity))
            item.setToolTip(_PAGE, rests_on(finding))
            item.setTextAlignment(_PAGE, Qt.AlignmentFlag.AlignCenter)
            self._colour(item, 0, role)
            self._colour(item, _PAGE, "accent")
            self.addTopLevelItem(item)
            if (item.text(0), item.text(_MESSAGE)) == said:
                self.setCurrentItem(item)
        self._wrap()
        self.executeDelayedItemsLayout()  # the bar goes no farther than the rows that are laid out
        self.verticalScrollBar().setValue(place if more else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()  # a section that stretches says nothing

    def _wrap(self, *_section: int) -> None:
        """Give every sentence the lines that it needs in the width there is."""
        width = max(40, self.columnWidth(_MESSAGE) - theme.SPACE)
        flags = int(Qt.TextFlag.TextWordWrap)
        for place in range(self.topLevelItemCount()):
            item = self.topLevelItem(place)
            if item is not None:
                text = item.text(_MESSAGE)
                height = self.fontMetrics().boundingRect(0, 0, width, 10_000, flags, text).height()
                item.setSizeHint(_MESSAGE, QSize(width, max(theme.row_height() - 2, height + theme.SPACE)))

    def _go(self, item: QTreeWidgetItem, column: int) -> None:
        page = str(item.data(_PAGE, _NUMBER) or "")
        if column == _PAGE and page:
            open_link(f"{_PAGES}{self._revision or 'latest'}/{page}")
        else:
            super()._go(item, column)
