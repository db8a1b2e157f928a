"""Tabs that leave out their icons where there is no room for icons and all titles."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

__all__ = ["Tabs"]

_BESIDE_ICON: Final = 6  # pixels between icon and title, before it was measured


class Tabs(QTabWidget):
    """As QTabWidget; `insert` puts a page with its icon, `fit` is called after titles changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._with_icons = True
        self._icon_width = float(self.tabBar().iconSize().width() + _BESIDE_ICON)
        self.setDocumentMode(True)
        self.tabBar().setExpanding(False)
        self.setUsesScrollButtons(True)

    def insert(self, place: int, page: QWidget, icon: QIcon) -> None:
        """A page without a title yet."""
        place = self.insertTab(place, page, icon if self._with_icons else QIcon(), "")
        self.tabBar().setTabData(place, icon)

    def fit(self) -> None:
        """Show icons when they and all titles fit."""
        bar = self.tabBar()
        width, shown = self._width(), sum(bar.isTabVisible(place) for place in range(bar.count()))
        icons = 0 if self._with_icons else shown * self._icon_width
        if (width + icons <= self.width()) == self._with_icons:
            return
        self._with_icons = not self._with_icons
        for place in range(self.count()):
            self.setTabIcon(place, bar.tabData(place) if self._with_icons else QIcon())
        if not self._with_icons and shown:  # of this style; less, and icons would come and go for ever
            self._icon_width = max(self._icon_width, (width - self._width()) / shown)

    def _width(self) -> int:
        bar = self.tabBar()
        return sum(bar.tabRect(place).width() for place in range(bar.count()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
