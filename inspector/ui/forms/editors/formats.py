"""Editors of texts that can be made or chosen instead of typed: UUIDs and colours. The text stays exact."""

from __future__ import annotations

import os
import re
import time
import uuid
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QColorDialog, QMenu, QToolButton, QWidget

from inspector.ui.forms.editors.editor import widget_name
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.notes import FieldNote
from inspector.ui.forms.texts import label
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import ToolButton

__all__ = ["ColourEditor", "UuidEditor", "colour_of", "uuid7"]

_HEX: Final = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_UUID: Final = re.compile(
    r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-([0-9a-fA-F])[0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
)


def uuid7() -> str:
    """A UUID that sorts by the time it was made (RFC 9562); Python 3.11 has none."""
    number = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10))
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=number & (1 << 128) - 1))


class UuidEditor(TextEditor):
    """A UUID, typed or made."""

    grows = False

    def beside(self) -> tuple[QWidget, ...]:
        button = ToolButton()
        button.setObjectName(f"{widget_name(self.path)}_generate")
        button.setIcon(theme.icon("dice-5-outline", "muted"))
        button.setAutoRaise(True)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.setToolTip(self.tr("New random UUID (v4)"))
        button.setAccessibleName(self.tr("{0}: make a new UUID").format(label(self.field)))
        button.clicked.connect(self._make_random)
        menu = QMenu(button)
        random = menu.addAction(self.tr("Random (v4)"))
        random.triggered.connect(self._make_random)
        timed = menu.addAction(self.tr("By time (v7)"))
        timed.triggered.connect(self._make_timed)
        button.setMenu(menu)
        return (button,)

    def format_notes(self, text: str) -> tuple[FieldNote, ...]:
        found = _UUID.fullmatch(text)
        if found is None:
            return self.guesses(FieldNote(self.tr("not a UUID"), "warning")) if text else ()
        return (FieldNote(f"v{int(found[1], 16)}", "muted", self.tr("Version stated by the UUID.")),)

    def _make_random(self) -> None:
        self.enter(str(uuid.uuid4()))

    def _make_timed(self) -> None:
        self.enter(uuid7())


def colour_of(text: str) -> QColor | None:
    """The colour that a text of CSS names: `#RGB`, `#RRGGBB`, with alpha at the end, or a name."""
    if _HEX.fullmatch(text):
        digits = text[1:]
        digits = "".join(2 * one for one in digits) if len(digits) < 6 else digits
        alpha = int(digits[6:] or "ff", 16)
        return QColor(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16), alpha)
    named = text.strip().lower()
    return QColor(named) if named.isalpha() and QColor.isValidColorName(named) else None


class _Swatch(ToolButton):
    """Shows a colour, or crossed out that the text is none."""

    def __init__(self) -> None:
        super().__init__()
        self.colour: QColor | None = None
        self.setAutoRaise(True)
        zoom.follow(self.setFixedWidth, 34)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(5, 5, -5, -5)
        painter.setPen(theme.outline())
        painter.setBrush(self.colour if self.colour is not None else theme.color("base"))
        painter.drawRoundedRect(place, 3, 3)
        if self.colour is None:
            painter.drawLine(place.bottomLeft(), place.topRight())
        painter.end()


class ColourEditor(TextEditor):
    """A colour as exact text, with a swatch that opens the dialog of colours."""

    grows = False

    def beside(self) -> tuple[QWidget, ...]:
        self._swatch = _Swatch()
        self._swatch.setObjectName(f"{widget_name(self.path)}_swatch")
        self._swatch.setToolTip(self.tr("Choose a colour"))
        self._swatch.setAccessibleName(self.tr("Choose a colour for {0}").format(label(self.field)))
        self._swatch.clicked.connect(self._choose)
        return (self._swatch,)

    def tell(self, lexeme: str | None) -> None:
        super().tell(lexeme)
        self._swatch.colour = colour_of(self.line.text())
        self._swatch.update()

    def format_notes(self, text: str) -> tuple[FieldNote, ...]:
        if not text or colour_of(text) is not None or "(" in text:
            return ()
        return (FieldNote(self.tr("not a CSS colour"), "warning"),)

    def _choose(self) -> None:
        now = self._swatch.colour
        dialog = QColorDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setObjectName("colour_dialog")
        dialog.setOption(
            QColorDialog.ColorDialogOption.ShowAlphaChannel, now is not None and now.alpha() < 255
        )
        dialog.setCurrentColor(now or QColor(Qt.GlobalColor.white))  # only now it may be see-through
        dialog.colorSelected.connect(self._chosen)
        dialog.open()

    def _chosen(self, colour: QColor) -> None:
        alpha = f"{colour.alpha():02x}" if colour.alpha() < 255 else ""
        self.enter(colour.name(QColor.NameFormat.HexRgb) + alpha)
