"""Which lines of a table are shown: chips of severities or statuses, and of families of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.panels.check.tables import GLYPHS, Line, word_of
from inspector.ui.widgets.chip import Pill
from inspector.ui.widgets.controls import MenuButton
from inspector.ui.widgets.flow import Flow

__all__ = ["LineChips"]

_GAP = 4  # px


class LineChips(QWidget):
    """`changed`: other lines are to be shown. Of each kind of chip none means all."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = Flow(self, gap=_GAP)
        self._kinds: dict[str, Pill] = {}
        self._families: dict[str, Pill] = {}
        self._more = MenuButton("check_families", "", self.tr("More families of rules"), parent=self)
        self._more.set_label(self.tr("More"))
        self._more.pressed.connect(self._fill_more)
        self._lines: tuple[Line, ...] = ()

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Offer what these have, the most frequent families first; what was chosen is forgotten."""
        self._lines = tuple(lines)
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None and widget is not self._more:
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        kinds = Counter(one.kind for one in self._lines)
        families = Counter(one.family for one in self._lines if one.rule)
        self._kinds = {
            kind: self._pill(f"check_kind_{kind.replace(' ', '_')}", f"{sign} {word_of(kind)}", count)
            for kind, (sign, _role) in GLYPHS.items()
            if (count := kinds[kind])
        }
        self._families = {
            name: self._pill(f"check_family_{name}", name, count) for name, count in families.most_common()
        }
        for pill in (*self._kinds.values(), *self._families.values(), self._more):
            self._flow.addWidget(pill)
        self._arrange()

    def shown(self) -> list[Line]:
        """The lines that are wanted."""
        kinds = {kind for kind, pill in self._kinds.items() if pill.isChecked()}
        families = {name for name, pill in self._families.items() if pill.isChecked()}
        return [
            one
            for one in self._lines
            if (not kinds or one.kind in kinds) and (not families or one.family in families)
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """One line of chips: families that have no room in it are in the menu, unless they are on."""
        room = self.width() - self._more.sizeHint().width()
        hidden = False
        for pill in (*self._kinds.values(), *self._families.values()):
            room -= pill.sizeHint().width() + _GAP
            fits = room >= 0 or pill.isChecked() or pill in self._kinds.values()
            hidden = hidden or not fits
            pill.setVisible(fits)
        self._more.setVisible(hidden)
        self._flow.invalidate()
        self.updateGeometry()

    def _pill(self, name: str, text: str, count: int) -> Pill:
        pill = Pill(name, f"{text}  {number_text(count)}")
        pill.setParent(self)
        pill.setCheckable(True)
        pill.setAccessibleName(pill.text())
        pill.toggled.connect(self._toggled)
        return pill

    def _toggled(self, _on: bool) -> None:
        self._arrange()
        self.changed.emit()

    def _fill_more(self) -> None:
        self._more.choices.clear()
        for name, pill in self._families.items():
            if pill.isHidden():
                action = self._more.choices.addAction(pill.text())
                action.setObjectName(f"check_more_{name}")
                action.triggered.connect(pill.click)
