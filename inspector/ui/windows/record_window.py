"""One record in a window of its own, so that two can be looked at side by side."""

from __future__ import annotations

import json

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from inspector.trace.journal import Journal
from inspector.ui.detail.pane import DetailPane
from inspector.ui.keyboard.tab_stops import TabStops
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.view.cells import translated
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Elided, column, row

__all__ = ["RecordWindow"]

_SIZE = QSize(960, 460)


class RecordWindow(TabStops, QWidget):
    """A detail pane with a selection of its own: links are followed here, the timeline stays where it is."""

    filter_wanted = Signal(object)  # FilterRequest
    column_wanted = Signal(str)
    colour_wanted = Signal(str)
    highlight_wanted = Signal(str)

    def __init__(self, journal: Journal, feed: Feed, number: int, like: DetailPane) -> None:
        """like: the pane whose look is taken over; its window is the parent of this one."""
        super().__init__(like.window(), Qt.WindowType.Window)
        self.setObjectName("record_window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._journal = journal
        self._selection = Selection(self)
        self._selection.changed.connect(self._name)
        self.detail = DetailPane(journal, feed, self._selection, self)
        self.detail.note.forbid_editing()
        self.detail.tabs.buttons.hide()
        self.detail.restore_text(json.dumps(like.state()))
        self._path = Elided(role="muted")
        zoom.mono(self._path)
        self._path.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.detail.path_selected.connect(self._path.setText)
        self.detail.filter_wanted.connect(self.filter_wanted)
        self.detail.column_wanted.connect(self.column_wanted)
        self.detail.colour_wanted.connect(self.colour_wanted)
        self.detail.highlight_wanted.connect(self.highlight_wanted)
        layout = column(self.detail, row(self._path, margins=(8, 2, 8, 2)), spacing=0)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        shut = QAction(self)
        shut.setShortcuts([QKeySequence(Qt.Key.Key_Escape), QKeySequence(QKeySequence.StandardKey.Close)])
        shut.triggered.connect(self.close)
        self.addAction(shut)
        zoom.give_room(self, _SIZE.width(), _SIZE.height())
        self._selection.select(number)

    def _name(self, number: int) -> None:
        """Say in the title which record it is."""
        found = self._journal.rows([number])
        what = f"{found[0].method or translated(found[0].kind)} {found[0].target}".strip() if found else ""
        self.setWindowTitle(f"#{number} {what}")
