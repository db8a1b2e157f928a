"""Says beside the filter which stretch of time is shown; a click shows all of it again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.time_axis import Axis, moment_text

__all__ = ["RangeChip"]


class RangeChip(QPushButton):
    """Visible only while a stretch is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_range")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setIcon(theme.icon("close", "muted"))
        zoom.icons(self)
        self._words = ""
        self.hide()

    def show_range(self, chosen: Axis | None, origin_ns: int) -> None:
        """Name a stretch by its times since the origin; None: there is none."""
        if chosen is not None:
            start, end = chosen.start_ns - origin_ns, chosen.end_ns - origin_ns
            step = max(1, chosen.length_ns // 50)
            self._words = f"{moment_text(start, step)} – {moment_text(end, step)}"
            self._say()
        self.setVisible(chosen is not None)

    def _say(self) -> None:
        self.setText(self._words)
        self.setAccessibleName(self.tr("Show the whole session, not only {0}").format(self._words))
        self.setToolTip(self.tr("Only this time range is shown. Click to show everything."))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._words:
            self._say()
