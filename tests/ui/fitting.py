"""What is wrong with the room that things have: cut texts, controls out of reach, things over each other."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from inspector.ui.widgets.controls import Elided

__all__ = ["misfits"]

_CONTROLS = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QTabBar, QPlainTextEdit, QLabel)
_SLACK = 2  # px that nobody misses


def misfits(window: QWidget, room: QSize) -> list[str]:
    """Every fault of what is visible in a window on a screen of this size, in words."""
    found = [*_too_large(window, room)]
    shown = [one for one in window.findChildren(QWidget) if _on_screen(one, window)]
    for widget in shown:
        if isinstance(widget, _CONTROLS) and not _in_a_view(widget):
            found += [f"{_name(widget)}: {fault}" for fault in (*_clipped(widget), *_cut(widget))]
        found += _overlapping(widget)
    return found


def _on_screen(widget: QWidget, window: QWidget) -> bool:
    return widget.isVisible() and widget.window() is window


def _name(widget: QWidget) -> str:
    names, one = [], widget
    while one is not None and len(names) < 3:
        if name := one.objectName():
            names.append(name)
        elif one is widget:
            names.append(type(widget).__name__)
        one = one.parentWidget()
    text = getattr(widget, "text", None)
    words = str(text())[:30] if callable(text) and not isinstance(widget, QWidget | QTabBar) else ""
    if isinstance(widget, QAbstractButton | QLabel):
        words = widget.text()[:30]
    return " < ".join(names) + (f" “{words}”" if words else "")


def _in_a_view(widget: QWidget) -> bool:
    """Editors and heads inside of lists are the list's affair."""
    one = widget.parentWidget()
    while one is not None:
        if isinstance(one, QAbstractItemView | QComboBox | QAbstractSpinBox | QTabBar | QLineEdit):
            return True
        one = one.parentWidget()
    return False


def _too_large(window: QWidget, room: QSize) -> Iterator[str]:
    if window.width() > room.width() or window.height() > room.height():
        yield f"{_name(window)}: {window.width()}x{window.height()} on {room.width()}x{room.height()}"


def _clipped(widget: QWidget) -> Iterator[str]:
    """Out of a parent's area, which is no area that scrolls."""
    if isinstance(widget, QLabel) and not widget.text():
        return
    one = widget
    while not one.isWindow() and (above := one.parentWidget()) is not None:
        if isinstance(above.parentWidget(), QAbstractScrollArea):
            area = above.parentWidget()
            if above is area.viewport():  # type: ignore[union-attr]
                return
        place = QRect(widget.mapTo(above, QPoint(0, 0)), widget.size())
        lost = place.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK)
        if not above.rect().contains(lost):
            yield f"{_box(place)} is out of {_name(above)} {above.width()}x{above.height()}"
            return
        one = above


def _cut(widget: QWidget) -> Iterator[str]:
    needed = _needed(widget)
    if needed is not None and (needed[0] > widget.width() + _SLACK or needed[1] > widget.height() + _SLACK):
        yield f"needs {needed[0]}x{needed[1]}, has {widget.width()}x{widget.height()}"


def _needed(widget: QWidget) -> tuple[int, int] | None:
    """The least width and height with which all of its text is seen."""
    metrics = widget.fontMetrics()
    if isinstance(widget, Elided) or type(widget).paintEvent is not getattr(
        _kind(widget), "paintEvent", None
    ):
        return None  # it paints itself, and shortens what it has to say
    if isinstance(widget, QLabel):
        if widget.pixmap().width():
            return widget.pixmap().deviceIndependentSize().toSize().toTuple()  # type: ignore[return-value]
        if not widget.text() or "<" in widget.text():
            return None
        if widget.wordWrap():
            return 0, widget.heightForWidth(widget.width())
        lines = widget.text().splitlines()
        return max(map(metrics.horizontalAdvance, lines)), metrics.height() * len(lines)
    if isinstance(widget, QCheckBox | QRadioButton):
        return widget.sizeHint().width(), metrics.height()
    if isinstance(widget, QPushButton | QToolButton):
        icon = widget.iconSize() if not widget.icon().isNull() else None
        words = metrics.horizontalAdvance(widget.text().replace("&", "")) if widget.text() else 0
        side = icon.width() if icon is not None else 0
        if isinstance(widget, QToolButton) and side and not widget.toolButtonStyle().value & 3:
            words = 0
        return words + side, max(metrics.height() if words else 0, icon.height() if icon is not None else 0)
    if isinstance(widget, QLineEdit | QComboBox | QAbstractSpinBox):
        return 0, metrics.height()
    return None


def _kind(widget: QWidget) -> type:
    return (
        next(one for one in _CONTROLS if isinstance(widget, one))
        if not isinstance(widget, QPushButton | QToolButton | QCheckBox | QRadioButton)
        else next(
            one for one in (QPushButton, QToolButton, QCheckBox, QRadioButton) if isinstance(widget, one)
        )
    )


def _overlapping(parent: QWidget) -> Iterator[str]:
    """Children of one layout that lie over each other."""
    layout = parent.layout()
    if layout is None:
        return
    # Never by `itemAt`: a status bar makes its layout anew at each change, and Python keeps the old spacers.
    children = parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    parts = sorted((place, one) for one in children if (place := layout.indexOf(one)) >= 0)
    shown = [one for _, one in parts if one.isVisible() and not one.size().isEmpty()]
    for place, one in enumerate(shown):
        for other in shown[place + 1 :]:
            both = one.geometry().intersected(other.geometry())
            if both.width() > _SLACK and both.height() > _SLACK:
                yield f"{_name(one)} {_box(one.geometry())} over {_name(other)} {_box(other.geometry())}"


def _box(place: QRect) -> str:
    return f"{place.width()}x{place.height()} at {place.x()},{place.y()}"
