"""Run as task: a line under the arguments of a tool that allows it (2025-11-25)."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QWidget

from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import muted, row
from inspector.ui.widgets.spin_boxes import NumberBox

__all__ = ["TaskOption"]

_USUAL_TTL_S = 300.0


class TaskOption(QWidget):
    """A tick and how long the task is to be kept. Hidden for tools that cannot become one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tick = QCheckBox(self.tr("Run as task"))
        self._tick.setObjectName("run_as_task")
        self._tick.setToolTip(self.tr("The call returns a task at once, which is then polled"))
        self._ttl = NumberBox()
        self._ttl.setObjectName("task_ttl")
        self._ttl.setAccessibleName(self.tr("Seconds the server should keep the task"))
        self._ttl.setToolTip(self.tr("A request; the server decides. 0: not specified"))
        self._ttl.setRange(0, 1e9)
        self._ttl.setDecimals(0)
        self._ttl.setSuffix(" s")
        self._ttl.setValue(_USUAL_TTL_S)
        self._keep = muted(self.tr("keep for"))
        layout = row(self._tick, self._keep, self._ttl, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0))
        layout.addStretch(1)
        self.setLayout(layout)
        self._support = ""
        self._tick.toggled.connect(self._update)
        self.set_support("forbidden")

    def set_support(self, support: str) -> None:
        """forbidden | optional | required, of the tool on screen."""
        if support == self._support:
            return
        self._support = support
        self.setVisible(support != "forbidden")
        self._tick.setEnabled(support == "optional")
        self._tick.setChecked(support == "required")
        self._update()

    def value(self) -> dict[str, Any] | None:
        """`params.task` of the call; None: it is an ordinary one."""
        if self._support == "forbidden" or not self._tick.isChecked():
            return None
        return {"ttl": round(self._ttl.value() * 1000)} if self._ttl.value() else {}

    def words(self) -> list[str]:
        """The same as options of mcpdi."""
        value = self.value()
        if value is None:
            return []
        return ["--task", "--ttl", f"{value['ttl'] / 1000:g}"] if value else ["--task"]

    def _update(self) -> None:
        for part in (self._keep, self._ttl):
            part.setEnabled(self._tick.isChecked())
