"""Go to a line of a text box: `12`, or `12:5` for its fifth character."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QLineEdit

from inspector.json_tokens import narrow, wide
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.keyboard.own_keys import ENTER, keeps
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import muted, row, tool_button

__all__ = ["GoToLine"]

_PLACE: Final = re.compile(r"\s*(\d{1,9})\s*(?:[:, ]\s*(\d{1,9}))?\s*")


class GoToLine(QFrame):
    """The bar. The text follows while a number is typed; Enter stays there, Esc goes back."""

    def __init__(self, edit: CodeEdit) -> None:
        super().__init__()
        self.setObjectName("go_to_line_bar")
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)
        self._edit = edit
        self._before = 0
        self._line = QLineEdit()
        self._line.setObjectName("go_to_line")
        self._line.setAccessibleName(self.tr("Line to go to"))
        self._line.setPlaceholderText(self.tr("Line, or line:column"))
        self._status = muted()
        close = tool_button("go_to_line_close", "close", self.tr("Close (Esc)"))
        close.clicked.connect(self._close)
        half = theme.SPACE // 2
        layout = row(self._line, self._status, close, margins=(half, 2, half, 2), spacing=2)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        self._line.textChanged.connect(self._typed)
        self.hide()

    def open(self) -> None:
        """Show the bar with the place of the cursor."""
        cursor = self._edit.textCursor()
        self._before = cursor.position()
        column = len(narrow(wide(cursor.block().text())[: cursor.positionInBlock()])) + 1
        self._line.blockSignals(True)
        self._line.setText(f"{cursor.blockNumber() + 1}:{column}")
        self._line.blockSignals(False)
        self._status.setText(self.tr("of {}").format(self._edit.blockCount()))
        self.show()
        self._line.selectAll()
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def event(self, event: QEvent) -> bool:
        return keeps(event, Qt.Key.Key_Escape, *ENTER) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._edit.go_to(self._before)
            self._close()
        elif event.key() in ENTER:
            self._close()
        else:
            super().keyPressEvent(event)

    def _typed(self, text: str) -> None:
        found = _PLACE.fullmatch(text)
        if found is None:
            return
        line = min(max(int(found[1]), 1), self._edit.blockCount())
        block = self._edit.document().findBlockByNumber(line - 1)
        column = min(int(found[2] or 1), len(block.text()) + 1) - 1
        self._edit.go_to(block.position() + len(wide(block.text()[: max(column, 0)])))

    def _close(self) -> None:
        self.hide()
        self._edit.setFocus()
