"""The one row of tabs over a result, with *Copy* and *Save* for what is shown at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.controls import Switch, row, tool_button
from inspector.ui.widgets.save_button import SaveButton

__all__ = ["ViewBar"]

_SAID_MS: Final = 2000


class ViewBar(QWidget):
    """Controls and nothing more. The buttons are words where there is room."""

    def __init__(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.switch = Switch(f"{name}_switch", choices)
        self.copy = tool_button(f"{name}_copy", "content-copy", self.tr("Copy this view"), self.tr("Copy"))
        self.save = SaveButton(b"", "")
        self.save.setObjectName(f"{name}_save")
        self.save.setText(self.tr("Save"))
        self.save.setAccessibleName(self.tr("Save this view"))
        self.save.setToolTip(self.tr("Save this view"))
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(_SAID_MS)
        self._copied.timeout.connect(self._show_copy)
        layout = row(self.switch, self.copy, self.save, margins=(0, 0, 4, 0), spacing=0)
        layout.setStretch(0, 1)
        self.setLayout(layout)

    def say_copied(self) -> None:
        """A check mark for a moment; a screen reader says it."""
        self.copy.setIcon(theme.icon("check", "ok"))
        announce(self.copy, self.tr("Copied"))
        self._copied.start()

    def _show_copy(self) -> None:
        self.copy.setIcon(theme.icon("content-copy"))

    def minimumSizeHint(self) -> QSize:
        """Narrow: the tabs scroll."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """A tab came or went, or the font is another one."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        words, icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        metrics = self.fontMetrics()
        own = sum(metrics.horizontalAdvance(one.text()) + 40 for one in (self.copy, self.save))
        style = words if self.switch.sizeHint().width() + own <= self.width() else icon
        for button in (self.copy, self.save):
            if button.toolButtonStyle() != style:
                button.setToolButtonStyle(style)
