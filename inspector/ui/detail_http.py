"""HTTP heads of a call as they went over the wire, secrets hidden until somebody asks for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QCheckBox, QFrame, QPlainTextEdit, QWidget

from inspector.protocol.records import Record
from inspector.ui import theme
from inspector.ui.controls import column, row

__all__ = ["HttpView", "masked"]

_SECRET: Final = re.compile(
    r"^(authorization|proxy-authorization|cookie|set-cookie|mcp-session-id|x-api-key"
    r"|[\w-]*(?:token|secret|api-?key)[\w-]*)(\s*:\s*)(.+)$",
    re.IGNORECASE,
)
_SCHEME: Final = re.compile(r"^(Bearer|Basic|Digest|Token)\s+", re.IGNORECASE)
_DOT: Final = "•"


def masked(head: str) -> str:
    """A head with the values of secret headers replaced by dots; name, scheme and length stay."""
    return "\n".join(_masked_line(line) for line in head.splitlines())


def _masked_line(line: str) -> str:
    match = _SECRET.match(line)
    if match is None:
        return line
    name, colon, value = match.groups()
    scheme = _SCHEME.match(value)
    shown = scheme[0] if scheme else ""
    return f"{name}{colon}{shown}{_DOT * 8} ({len(value) - len(shown)})"


class HttpView(QWidget):
    """Request and response heads below each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_http")
        self._heads: list[tuple[str, str]] = []
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("detail_http_text")
        self._text.setAccessibleName(self.tr("HTTP heads"))
        self._text.setReadOnly(True)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._reveal = QCheckBox(self.tr("Show secrets"), self)
        self._reveal.setObjectName("detail_http_reveal")
        self._reveal.setAccessibleName(self.tr("Show the values of secret headers"))
        self._reveal.toggled.connect(self._show)
        bar = row(self._reveal, margins=(8, 2, 8, 2))
        bar.addStretch(1)
        layout = column(self._text, bar, spacing=0)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        theme.notifier().changed.connect(self._restyle)
        self._restyle()

    def show_heads(self, heads: Sequence[Record], transport: str) -> None:
        """heads: records of kind head in order. transport: of the connection, for the empty case."""
        self._reveal.setChecked(False)  # what was revealed is hidden again with the next call
        arrows = {"out": "→", "in": "←"}
        self._heads = [
            (f"{arrows.get(head.direction, '·')} #{head.number}", head.raw.decode("utf-8", "replace"))
            for head in heads
        ]
        secret = any(masked(text) != "\n".join(text.splitlines()) for _, text in self._heads)
        self._reveal.setVisible(secret)
        self._text.setPlaceholderText(
            {
                "stdio": self.tr("No HTTP here: this connection is a pipe (stdio)."),
                "websocket": self.tr("No HTTP here but the handshake, in the first rows of this WebSocket."),
            }.get(transport, self.tr("No HTTP head belongs to this record."))
        )
        self._show()

    def _show(self, _revealed: bool = False) -> None:
        plain = self._reveal.isChecked()
        parts = [f"{title}\n{text if plain else masked(text)}" for title, text in self._heads]
        self._text.setPlainText("\n\n".join(part.replace("\r\n", "\n") for part in parts))

    def _restyle(self) -> None:
        self._text.setFont(theme.mono_font())
