"""The bar above the timeline: what is shown (filter, mode), whether it follows, and how much there is."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from inspector.ui.controls import Switch, column, muted, row
from inspector.ui.filter_edit import FilterEdit

__all__ = ["TimelineBar"]

_EXAMPLE: Final = 'method == "tools/call" and duration > 100ms'


class TimelineBar(QWidget):
    """Controls and nothing more: the pane connects them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_bar")
        self.filter = FilterEdit("timeline_filter", self)
        self.filter.setAccessibleName(self.tr("Filter of the timeline"))
        self.filter.setPlaceholderText(self.tr("Filter, for example: {0}").format(_EXAMPLE))
        choices = (("calls", self.tr("Calls")), ("messages", self.tr("Messages")))
        self.mode = Switch("timeline_mode", choices, self)
        self.mode.setAccessibleName(self.tr("One row a call, or one row a message"))
        self.follow = QCheckBox(self.tr("Follow"), self)
        self.follow.setObjectName("timeline_follow")
        self.follow.setAccessibleName(self.tr("Follow new records"))
        self.follow.setToolTip(self.tr("Keep the newest record in view"))
        self.follow.setChecked(True)
        self.count: QLabel = muted()
        self.count.setObjectName("timeline_count")
        line = row(self.filter, self.mode, self.follow, self.count, margins=(8, 4, 8, 4), spacing=12)
        line.setStretch(0, 1)
        self.setLayout(column(line, spacing=0))
