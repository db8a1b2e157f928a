"""What the program has to say about an answer: whether it keeps its schema, how fresh it is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.core.client.cache import Hint
from inspector.core.clock import now_ns
from inspector.ui.session.freshness import freshness
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, column

__all__ = ["Remark", "Remarks"]

_MOST_LINES = 4
_TICK_MS = 1000
_GLYPHS = {"ok": "✓", "error": "✗", "warning": "⚠"}


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence in a role of the theme. details: a line each, the first few are shown.

    hint: a caching hint, whose freshness is said behind the text and ticks.
    """

    text: str
    role: str = "muted"
    details: tuple[str, ...] = ()
    hint: Hint | None = None


class Remarks(QWidget):
    """Lines between the state of an answer and the answer; hidden without any."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._shown: tuple[Remark, ...] = ()
        self._ticking: list[tuple[Elided, Remark]] = []
        self._lines: QVBoxLayout = column(margins=(theme.SPACE, 0, theme.SPACE, 4), spacing=2)
        self.setLayout(self._lines)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self.hide()

    def show_remarks(self, remarks: tuple[Remark, ...]) -> None:
        """Show these instead of what was there."""
        if remarks == self._shown:
            return
        self._shown = remarks
        self._ticking = []
        while (item := self._lines.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for remark in remarks:
            self._add(remark)
        self.setVisible(bool(remarks))
        self._tick()
        (self._timer.start if self._ticking else self._timer.stop)()

    def texts(self) -> list[str]:
        """What is said, line by line."""
        return [label.text() for label in self.findChildren(QLabel) if self._lines.indexOf(label) >= 0]

    def _add(self, remark: Remark) -> None:
        glyph = _GLYPHS.get(remark.role, "")
        line = Elided(f"{glyph} {remark.text}".strip(), role=remark.role)
        line.setAccessibleName(remark.text)
        line.setObjectName(f"{self.objectName()}_line")
        self._lines.addWidget(line)
        if remark.hint is not None:
            self._ticking.append((line, remark))
        rest = len(remark.details) - _MOST_LINES
        shown = [*remark.details[:_MOST_LINES], *([self.tr("and {} more").format(rest)] if rest > 0 else [])]
        for detail in shown:
            label = Elided(f"    {detail}", whole="\n".join(remark.details))
            label.setObjectName(f"{self.objectName()}_detail")
            zoom.mono(label)
            self._lines.addWidget(label)

    def _tick(self) -> None:
        for line, remark in self._ticking:
            assert remark.hint is not None
            text, role = freshness((remark.hint,), now_ns())
            line.setText(" · ".join(part for part in (remark.text, text) if part))
            line.setAccessibleName(line.text())
            line.set_role(role)
