"""Which lines of a table are shown: chips of severities or statuses, and of families of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.panels.check.tables import GLYPHS, Line, word_of
from inspector.ui.widgets.chip import Pill
from inspector.ui.widgets.controls import MenuButton
from inspector.ui.widgets.flow import Flow

__all__ = ["LineChips"]

_MOST: Final = 7  # families that have a chip; the rest is in a menu


class LineChips(QWidget):
    """`changed`: other lines are to be shown. Of each kind of chip none means all."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Filter of the lines"))
        self._flow = Flow(self, gap=4, line_gap=2)
        self._kinds: dict[str, Pill] = {}
        self._families: dict[str, Pill] = {}
        self._more = MenuButton("check_families", "", self.tr("More families of rules"), parent=self)
        self._lines: tuple[Line, ...] = ()

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Offer what these have, the most frequent families first; what was chosen is forgotten."""
        self._lines = tuple(lines)
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None and widget is not self._more:
                widget.hide()
                widget.deleteLater()
        kinds = Counter(one.kind for one in self._lines)
        families = Counter(one.family for one in self._lines if one.rule)
        self._kinds = {
            kind: self._pill(
                f"check_kind_{kind.replace(' ', '_')}", f"{GLYPHS[kind][0]} {word_of(kind)}", count
            )
            for kind in GLYPHS
            if (count := kinds[kind])
        }
        self._families = {
            name: self._pill(f"check_family_{name}", name, count) for name, count in families.most_common()
        }
        for place, pill in enumerate((*self._kinds.values(), *self._families.values())):
            if place - len(self._kinds) < _MOST:
                self._flow.addWidget(pill)
                pill.show()
        self._fill_more()
        self._flow.invalidate()
        self.updateGeometry()

    def shown(self) -> list[Line]:
        """The lines that are wanted."""
        kinds = {kind for kind, pill in self._kinds.items() if pill.isChecked()}
        families = {name for name, pill in self._families.items() if pill.isChecked()}
        return [
            one
            for one in self._lines
            if (not kinds or one.kind in kinds) and (not families or one.family in families)
        ]

    def _pill(self, name: str, text: str, count: int) -> Pill:
        pill = Pill(name, f"{text}  {number_text(count)}")
        pill.setParent(self)
        pill.hide()
        pill.setCheckable(True)
        pill.setAccessibleName(pill.text())
        pill.toggled.connect(self._toggled)
        return pill

    def _toggled(self, _on: bool) -> None:
        self.changed.emit()

    def _fill_more(self) -> None:
        rest = list(self._families.items())[_MOST:]
        self._more.setVisible(bool(rest))
        self._more.choices.clear()
        if not rest:
            return
        self._more.set_label(self.tr("More"))
        for name, pill in rest:
            action = self._more.choices.addAction(pill.text())
            action.setObjectName(f"check_more_{name}")
            action.setCheckable(True)
            action.toggled.connect(partial(self._chosen_in_menu, name))
        self._flow.addWidget(self._more)

    def _chosen_in_menu(self, name: str, on: bool) -> None:
        """It is a chip as well while it is on."""
        pill = self._families[name]
        pill.setChecked(on)
        if on and self._flow.indexOf(pill) < 0:
            self._flow.addWidget(pill)
        pill.setVisible(on)
        self._flow.invalidate()
        self.updateGeometry()
