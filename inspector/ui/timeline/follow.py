"""Following: the newest row stays in view while the view is at its end, as the eye expects it.

Whoever scrolls away stays where they are, whoever comes back to the end follows again. The check box says
which of both it is, and a pill counts what came meanwhile.

Sorted rows have no end where new ones come: following is off, and the pill counts what has no place yet.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu, QPushButton

from inspector.ui.locale.locale_text import number_text
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme, zoom

__all__ = ["Follower"]

_MENU_MS = 100
"""How often it is looked whether a menu is still open."""


class Follower(QObject):
    """Moves a view to its end, or does not."""

    sort_again = Signal()  # the pill was pressed while the rows are sorted

    def __init__(self, view: TimelineView, box: QCheckBox) -> None:
        super().__init__(view)
        self._view, self._box = view, box
        self._unseen = 0
        self.following = True
        self._wanted: bool | None = None  # while the rows are sorted: whether it follows afterwards
        self._tip = box.toolTip()
        self._menu = QTimer(self)
        self._menu.setSingleShot(True)
        self._menu.setInterval(_MENU_MS)
        self._menu.timeout.connect(self._go_on)
        self.pill = QPushButton(view)
        self.pill.setObjectName("timeline_new")
        self.pill.setIcon(theme.icon("arrow-down", "accent"))
        zoom.icons(self.pill)
        self.pill.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.pill.setCursor(Qt.CursorShape.PointingHandCursor)
        self.pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pill.hide()
        self.pill.clicked.connect(self._to_end)
        box.toggled.connect(self.set)
        view.navigated.connect(self.navigated)
        view.viewport().installEventFilter(self)

    def set(self, follow: bool) -> None:
        """Keep the newest row in view, or leave the view where it is; of sorted rows: afterwards."""
        if self._wanted is not None:
            self._wanted, follow = follow, False
        self.following = follow
        if self._box.isChecked() != follow:
            self._box.setChecked(follow)
        if follow:
            self._unseen = 0
            self._view.scrollToBottom()
        self._show_pill()

    @property
    def wanted(self) -> bool:
        """Whether it follows, or will when the rows are no longer sorted."""
        return self.following if self._wanted is None else self._wanted

    def set_sorted(self, column: str) -> None:
        """The rows are sorted by this column; "": they are in the order of recording."""
        if column and self._wanted is None:
            wanted = self.following
            self.set(False)
            self._wanted = wanted
        elif not column and self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.set(wanted)
        self._box.setEnabled(not column)
        off = self.tr("Off while sorted by {}: new records are not at the end").format(column)
        self._box.setToolTip(off if column else self._tip)

    def show_late(self, count: int) -> None:
        """So many records came since the rows were sorted."""
        if self._wanted is not None:
            self._unseen = count
            self._show_pill()

    def navigated(self) -> None:
        """The user moved the view: at its end means follow, anywhere else means stay."""
        if self._wanted is not None:
            return
        at_end = self._view.at_end()
        if at_end != self.following and self._view.verticalScrollBar().maximum() > 0:
            self.set(at_end)

    def extended(self, count: int) -> None:
        """So many rows came at the end. What an open menu is about stays beside it."""
        if self.following:
            self._go_on()
        elif self._wanted is None:
            self._unseen += count
            self._show_pill()

    def _go_on(self) -> None:
        if isinstance(QApplication.activePopupWidget(), QMenu):
            self._menu.start()
        elif self.following:
            self._view.scrollToBottom()

    def forget(self) -> None:
        """Other rows altogether: nothing of them is new."""
        self._unseen = 0
        self._show_pill()

    def _to_end(self) -> None:
        if self._wanted is None:
            self.set(True)
        else:
            self.sort_again.emit()

    def _show_pill(self) -> None:
        wanted = not self.following and self._unseen > 0
        if wanted:
            text = self.tr("{0} new") if self._wanted is None else self.tr("{0} new: sort again")
            self.pill.setText(text.format(number_text(self._unseen)))
            self._place_pill()
        self.pill.setVisible(wanted)

    def _place_pill(self) -> None:
        self.pill.adjustSize()
        viewport = self._view.viewport().geometry()
        x = viewport.center().x() - self.pill.width() // 2
        self.pill.move(x, viewport.bottom() - self.pill.height() - theme.SPACE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place_pill()
        return super().eventFilter(watched, event)
