"""The lines of a unified diff in the colours of what comes and goes."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from inspector.ui.widgets import theme

__all__ = ["DiffColours"]

_ROLES: Final = {"+": "ok", "-": "error", "@": "muted"}


class DiffColours(QSyntaxHighlighter):
    """Colours a document as long as it is told to."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.active = False
        theme.notifier().changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        role = "muted" if text.startswith(("---", "+++")) else _ROLES.get(text[:1])
        if not self.active or role is None:
            return
        form = QTextCharFormat()
        form.setForeground(theme.color(role))
        self.setFormat(0, len(text), form)
