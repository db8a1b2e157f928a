"""What an editor remarks below itself about its value: warnings, counts, what else is sent with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from inspector.ui.widgets import theme
from inspector.ui.widgets.chip import paint_chip
from inspector.ui.widgets.controls import Link
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.plain import elided, tooltip

__all__ = ["FieldNote", "Notes"]

_MARGIN = 6  # px left and right of the text of a chip


@dataclass(frozen=True, slots=True)
class FieldNote:
    """text: what is said. role: of theme. hint: more words on hover. click: it is a link that does this;
    name: objectName of the link."""

    text: str
    role: str = "muted"
    hint: str = ""
    click: Callable[[], None] | None = None
    name: str = ""


class Notes(QWidget):
    """Small remarks side by side, in several lines where they do not fit."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._shown: tuple[FieldNote, ...] = ()
        self._flow = Flow(self, gap=6)
        self.setMinimumWidth(1)  # a long remark is cut, it does not widen the form
        self.hide()

    def say(self, notes: tuple[FieldNote, ...]) -> None:
        """Show these remarks and no others."""
        if notes == self._shown:
            return
        self._shown = notes
        while (item := self._flow.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.setObjectName("")
                old.deleteLater()
        for note in notes:
            if note.click is not None:
                link = Link(note.name, note.text)
                link.setAccessibleName(note.text)
                link.clicked.connect(note.click)
                self._flow.addWidget(link)
            else:
                self._flow.addWidget(_Remark(note))
        self.setVisible(bool(notes))
        self.updateGeometry()

    def words(self) -> str:
        """All remarks, for a screen reader."""
        return ". ".join(note.text for note in self._shown if note.click is None)


class _Remark(QLabel):
    """One remark: a chip in the colours of its role, cut where it is longer than the form is wide."""

    def __init__(self, note: FieldNote) -> None:
        super().__init__(note.text)
        self._role = note.role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(note.text)
        self.setToolTip(tooltip(note.hint or note.text))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * _MARGIN + 1, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = elided(
            QFontMetrics(self.font()),
            self.text(),
            Qt.TextElideMode.ElideRight,
            self.width() - 2 * _MARGIN + 1,
        )
        paint_chip(painter, QRectF(self.rect()), text, theme.color(self._role), theme.tint(self._role))
        painter.end()
