"""The bytes of a record exactly as they came, with their framing where that is not just a newline."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.protocol.records import Record
from inspector.trace.files import size_text
from inspector.ui.controls import Elided, Switch, column, row
from inspector.ui.hex_view import HexView

__all__ = ["BytesView"]


class BytesView(QWidget):
    """Hexadecimal view of request or response."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_bytes")
        self._records: dict[str, Record | None] = {"left": None, "right": None}
        sides = (("left", self.tr("Request")), ("right", self.tr("Response")))
        self._side = Switch("detail_bytes_side", sides, self)
        self._side.setAccessibleName(self.tr("Bytes of request or response"))
        self._side.chosen.connect(self._show)
        framings = (("raw", self.tr("Message")), ("frame", self.tr("With framing")))
        self._framing = Switch("detail_bytes_framing", framings, self)
        self._framing.setAccessibleName(self.tr("Message alone or with its framing"))
        self._framing.chosen.connect(self._show)
        self._size = Elided(role="muted")
        self.hex = HexView(self)
        self.hex.setObjectName("detail_hex")
        bar = row(self._side, self._framing, self._size, margins=(8, 0, 8, 0))
        self._size.setMinimumHeight(self._side.sizeHint().height())
        bar.setStretch(2, 1)
        layout = column(bar, self.hex, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def show_records(self, left: Record, right: Record | None) -> None:
        """right None: there is one side only."""
        self._records = {"left": left, "right": right}
        self._side.offer("right", right is not None)
        self._side.setVisible(right is not None)
        self._show()

    def _show(self, _key: str = "") -> None:
        record = self._records[self._side.key() or "left"]
        if record is None:
            return
        self._framing.offer("frame", bool(record.frame))
        self._framing.setVisible(bool(record.frame))
        framed = self._framing.key() == "frame"
        data = record.frame if framed else record.raw
        total = len(data) if framed or not record.spool else record.size
        self.hex.set_bytes(data, total, record.spool)
        self._size.setText(f"{size_text(total)} · {total:,} B" if total >= 1000 else f"{total} B")
