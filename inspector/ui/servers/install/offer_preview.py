"""What an offer would run: the command line word by word, variables by name, and what to know."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from inspector.core.install.offer_protocol import Made
from inspector.translation import translate
from inspector.transport import StdioTarget
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Notice, column, muted

__all__ = ["OfferPreview", "cut", "sentences"]

_LEAST_LINES: Final = 2
_MOST_LINES: Final = 6
_MOST_SENTENCES: Final = 8
_LONGEST_LINE: Final = 400
_LONGEST_COMMAND: Final = 20_000
_SECRET: Final = re.compile(r"\$\{secret:[^}]*\}")


class OfferPreview(QWidget):
    """Read only; a secret is shown as dots."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = muted(self.tr("Would run"))
        self.text = QPlainTextEdit()
        self.text.setObjectName("offer_command")
        self.text.setProperty("outlined", True)
        self.text.setAccessibleName(self.tr("What would run"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self._notes = Notice("offer_notes", "warning")
        self._notes.hide()
        self.setLayout(column(self._head, self.text, self._notes, spacing=4))
        theme.notifier().changed.connect(self._fit)
        self._fit()

    def show_made(self, made: Made | None) -> None:
        """None: nothing."""
        self.setVisible(made is not None)
        if made is None:
            return
        target = made.profile.target
        stdio = isinstance(target, StdioTarget)
        self._head.setText(self.tr("Would run") if stdio else self.tr("Would connect to"))
        if isinstance(target, StdioTarget):
            lines = [shlex.join([_masked(word) for word in (target.command, *target.args)])]
            if target.env:
                lines.append(self.tr("with variables {}").format(", ".join(target.env)))
            if target.cwd:
                lines.append(self.tr("in {}").format(target.cwd))
        else:
            lines = [_masked(target.url)]
            if target.headers:
                lines.append(self.tr("with headers {}").format(", ".join(target.headers)))
        self.text.setPlainText(cut("\n".join(lines), _LONGEST_COMMAND))
        self._say_notes(sentences(made.notes))
        self._fit()

    def say(self, trouble: str) -> None:
        """Why nothing can be run."""
        self.show()
        self.text.setPlainText("")
        self._say_notes(cut(trouble, _LONGEST_LINE))
        self._fit()

    def _say_notes(self, text: str) -> None:
        self._notes.set_text(text)
        self._notes.setVisible(bool(text))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """As high as its lines, wrapped ones included, within limits."""
        zoom.mono(self.text)
        metrics = self.text.fontMetrics()
        across = max(20, (self.text.viewport().width() - 12) // max(1, metrics.averageCharWidth()))
        lines = sum(1 + len(line) // across for line in self.text.toPlainText().split("\n"))
        shown = min(_MOST_LINES, max(_LEAST_LINES, lines))
        self.text.setFixedHeight(metrics.lineSpacing() * shown + 14)


def sentences(texts: Sequence[str]) -> str:
    """As sentences, a line each; of very much the beginning."""
    lines = [cut(text, _LONGEST_LINE) for text in texts[:_MOST_SENTENCES]]
    if len(texts) > _MOST_SENTENCES:
        lines.append(translate("OfferPreview", "and {} more").format(len(texts) - _MOST_SENTENCES))
    ends = (text if text.endswith((".", ")", "…")) else f"{text}." for text in lines)
    return "\n".join(map(_begun, ends))


def _begun(text: str) -> str:
    """With a capital, unless it begins with the name of a file."""
    return text if "." in text.partition(" ")[0].rstrip(".") else text[:1].upper() + text[1:]


def cut(text: str, most: int) -> str:
    """What a file says of itself may be of any length."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _masked(text: str) -> str:
    return _SECRET.sub("•••", text)
