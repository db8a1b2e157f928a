"""What has to be installed before servers can start: a sentence each, its page, and another look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.core.install.missing_programs import MissingProgram
from inspector.ui.widgets.controls import Notice, column
from inspector.ui.widgets.outside import open_link

__all__ = ["MissingNotice"]


class MissingNotice(QWidget):
    """`again`: look for the programs once more."""

    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("missing_programs")
        self._layout = column(spacing=2)
        self.setLayout(self._layout)
        self._shown: list[MissingProgram] = []
        self.hide()

    def show_programs(self, missing: Sequence[MissingProgram]) -> None:
        """Show these; none hides it."""
        if list(missing) == self._shown:
            return
        self._shown = list(missing)
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for one in missing:
            name = one.commands[0]
            notice = Notice(f"missing_{name}", "warning")
            notice.set_text(one.sentence())
            notice.add_button(f"missing_{name}_install", self.tr("How to install"), partial(_open, one.page))
            notice.add_button(f"missing_{name}_again", self.tr("Look again"), self.again.emit)
            self._layout.addWidget(notice)
        self.setVisible(bool(missing))


def _open(page: str, *_checked: bool) -> None:
    open_link(page)
