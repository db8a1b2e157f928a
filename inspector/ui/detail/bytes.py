"""The bytes of a record exactly as they came, with their framing where that is not just a newline."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from inspector.protocol.records import Record
from inspector.render.event_lines import Framing
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.locale.locale_text import size_text
from inspector.ui.text.hex_view import HexView
from inspector.ui.widgets.controls import Elided, Switch, column, row

__all__ = ["BytesView", "bytes_text"]


def bytes_text(start: int, end: int) -> str:
    """How long a stretch of bytes is, and where it starts."""
    return f"{end - start:,} B @ 0x{start:x}"


class BytesView(QWidget):
    """Hexadecimal view of request or response. The value that is chosen or under the mouse is tinted."""

    hovered = Signal(str, object)  # side, and the byte of its message under the mouse or None
    pressed = Signal(str, object)  # side, and the byte of its message that was pressed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_bytes")
        self._records: dict[str, Record | None] = {"left": None, "right": None}
        self._spots: dict[str, Spot | None] = {"left": None, "right": None}
        self._framings: Framing | None = None
        self._framed = True  # what a user wants where there is a framing
        sides = (("left", self.tr("Request")), ("right", self.tr("Response")))
        self._side = Switch("detail_bytes_side", sides, self)
        self._side.setAccessibleName(self.tr("Bytes of request or response"))
        self._side.chosen.connect(self._show)
        self._framing = QCheckBox(self.tr("Framing"), self)
        self._framing.setObjectName("detail_bytes_framing")
        self._framing.setAccessibleName(self.tr("Show the message with its framing"))
        self._framing.setToolTip(self.tr("Show the lines of the event around the message, muted"))
        self._framing.setChecked(True)
        self._framing.toggled.connect(self._framing_chosen)
        self._size = Elided(role="muted")
        self._size.setObjectName("detail_bytes_size")
        self.hex = HexView(self)
        self.hex.setObjectName("detail_hex")
        self.hex.hovered.connect(self._hovered)
        self.hex.pressed_at.connect(self._pressed)
        bar = row(self._side, self._framing, margins=(8, 0, 8, 0))
        bar.insertStretch(1, 1)
        self._bar = QWidget(self)
        self._bar.setLayout(bar)
        foot = row(self._size, margins=(8, 2, 8, 2))
        layout = column(self._bar, self.hex, foot, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)

    def show_records(self, left: Record, right: Record | None) -> None:
        """right None: there is one side only. What is shown already stays as it is."""
        if (left, right) == (self._records["left"], self._records["right"]):
            return
        self._records = {"left": left, "right": right}
        self._spots = {"left": None, "right": None}
        self._side.offer("right", right is not None)
        self._side.setVisible(right is not None)
        self._show()

    def set_value(self, side: str, spot: Spot) -> None:
        """A value was chosen: show its side and its bytes."""
        self._spots = {"left": None, "right": None, side: spot}
        if self._turn_to(side):
            self.hex.set_value(*self._range(spot))
            self._say_size()

    def set_hover(self, side: str, spot: Spot | None) -> None:
        """The mouse is over a value, here or in another view; None: over none."""
        if spot is None:
            self.hex.set_hover(0, 0)
            self._say_size()
        elif self._turn_to(side):
            # Under the mouse nothing moves.
            self.hex.set_hover(*self._range(spot), reveal=not self.hex.underMouse())
            self._size.setText(f"{bytes_text(*self._range(spot))} · {spot.path}")

    def framed(self) -> bool:
        """Whether messages are shown with their framing."""
        return self._framed

    def set_framed(self, framed: bool) -> None:
        """Show messages with their framing where there is one, or without."""
        self._framing.setChecked(framed)

    # -- inside ------------------------------------------------------------------------------------------

    def _turn_to(self, side: str) -> bool:
        """Show a side; False: there is nothing on it."""
        if self._records[side] is None:
            return False
        self._side.choose(side)
        return True

    def _show(self, _key: str = "") -> None:
        record = self._records[self._side.key() or "left"]
        if record is None:
            return
        self._framing.setVisible(bool(record.frame))
        self._bar.setVisible(bool(record.frame) or self._records["right"] is not None)
        framed = bool(record.frame) and self._framed
        data = record.frame if framed else record.raw
        total = len(data) if framed or not record.spool else record.size
        self.hex.set_bytes(data, total, record.spool)
        self._framings = Framing(record.frame, record.raw) if framed else None
        # A pipe's newline is not in the record; a carriage return before it is, and means nothing.
        ending = [(len(data) - 1, len(data))] if data.endswith(b"\r") and not record.spool else []
        self.hex.set_quiet(ending if self._framings is None else self._framings.framing())
        spot = self._spots[self._side.key() or "left"]
        if spot is not None:
            self.hex.set_value(*self._range(spot))
        self._say_size()

    def _framing_chosen(self, framed: bool) -> None:
        self._framed = framed
        self._show()

    def _say_size(self) -> None:
        """How much there is, and where in it the chosen value lies."""
        total = self.hex.size_shown()
        whole = f"{size_text(total)} · {total:,} B" if total >= 1000 else f"{total} B"
        start, end = self.hex.value()
        chosen = self.tr("{0} of {1}").format(bytes_text(start, end), size_text(total))
        self._size.setText(chosen if end > start else whole)

    def _range(self, spot: Spot) -> tuple[int, int]:
        """Where the bytes of a value are in what is shown."""
        if self._framings is None or spot.end <= spot.start:
            return spot.start, spot.end
        return self._framings.to_frame(spot.start), self._framings.to_frame(spot.end - 1) + 1

    def _hovered(self, offset: int | None) -> None:
        at = offset if offset is None or self._framings is None else self._framings.to_raw(offset)
        if at is not None and at < 0:
            at = None
        self.hovered.emit(self._side.key() or "left", at)
        if at is None and offset is not None:
            self._size.setText(self.tr("0x{0}: framing of the event").format(f"{offset:x}"))

    def _pressed(self, offset: int) -> None:
        at = offset if self._framings is None else self._framings.to_raw(offset)
        if at >= 0:
            self.pressed.emit(self._side.key() or "left", at)
