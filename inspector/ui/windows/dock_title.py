"""The title of a dock."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QWidget

from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Heading, row, tool_button

__all__ = ["DockTitle"]


class DockTitle(QWidget):
    """A narrow title: drag it to move the dock, double-click it to float."""

    def __init__(self, name: str, title: str, dock: QDockWidget, extra: tuple[QWidget, ...]) -> None:
        super().__init__(dock)
        close = tool_button(f"{name}_close", "close", self.tr("Close {}").format(title))
        zoom.follow(close.setIconSize, QSize(10, 10))
        zoom.follow(close.setFixedHeight, 18)
        close.clicked.connect(dock.close)
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = row(Heading(title, -1, bold=False, role="muted"), margins=(8, 0, 2, 0), spacing=2)
        layout.addStretch(1)
        for part in (*extra, close):
            layout.addWidget(part)
        self.setLayout(layout)
