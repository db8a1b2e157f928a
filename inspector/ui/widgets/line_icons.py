"""Signs and crosses inside a line of text follow the zoom; Qt asks a style for their size and nobody else."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QProxyStyle, QStyle, QStyleOption, QWidget

from inspector.ui.widgets import theme

__all__ = ["scale_icons"]

_SIZE: Final = 16  # px


class _Sizes(QProxyStyle):
    """Only for lines with icons: each question of a style costs more than its answer."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric == QStyle.PixelMetric.PM_LineEditIconSize:
            return theme.px(_SIZE)
        return super().pixelMetric(metric, option, widget)


@cache
def _sizes() -> _Sizes:
    made = _Sizes("Fusion")
    made.setParent(QApplication.instance())
    return made


def _style(edit: QLineEdit) -> None:
    """Under a sheet a line with another style gets back the palette that it began with.

    Qt puts the sheet over a style of a widget's own when that is set, and no later sheet.
    """
    own_palette = edit.testAttribute(Qt.WidgetAttribute.WA_SetPalette)
    palette = edit.palette()
    edit.setStyle(_sizes())
    if own_palette:
        edit.setPalette(palette)


class _Scaling(QObject):
    """Gives its line the style as soon as the program is zoomed."""

    def __init__(self, edit: QLineEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._has_style = False
        theme.notifier().resized.connect(self._look)
        self._look()

    def _look(self) -> None:
        edit = self._edit
        if theme.zoom_level() != 100 and not self._has_style:
            self._has_style = True
            _style(edit)
        if self._has_style:  # they are placed anew when the line is another size, which it need not be
            QApplication.sendEvent(edit, QResizeEvent(edit.size(), edit.size()))


def scale_icons(edit: QLineEdit) -> None:
    """Let the icons in a line grow and shrink with the program, from now on; again is the same as once."""
    if edit.findChild(_Scaling) is None:
        _Scaling(edit)
