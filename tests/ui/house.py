"""What of a window breaks the rules of the house: distances off the grid, parts nobody laid out, markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from itertools import pairwise
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QBoxLayout,
    QCalendarWidget,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QStatusBar,
    QTabBar,
    QTabWidget,
    QToolBar,
    QWidget,
)

from inspector.ui.widgets.overlay import Overlay
from tests.conftest import ROOT

__all__ = ["breaches", "off_the_grid", "widgets_of"]

STEPS: Final = frozenset({0, 2, 4, 6, 8, 12, 16, 24, 32})
"""Distances in px at 100 %: between things, around them, and how far they are set in."""
ICONS: Final = frozenset({10, 14, 16, 20})
"""Sides of an icon on a button: in a title, in a line of text, anywhere else, where it is the whole sign."""
HAIRLINE: Final = 1
"""What paints a frame of its own around its parts leaves a pixel for it."""

_ARRANGED_BY_QT: Final = (
    *(QMainWindow, QStackedWidget, QTabWidget, QToolBar, QCalendarWidget, QDialogButtonBox),
    *(QAbstractScrollArea, QAbstractSpinBox, QComboBox, QLineEdit, QSplitter, QMenu, QStatusBar),
)
_INPUTS: Final = (QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit)
_ROWS: Final = 200
_LONG: Final = 60
_KEYS: Final = re.compile(r" \([\w+]+\)$")


def breaches(window: QWidget) -> Iterator[str]:
    """Where, and which rule; of all that is visible."""
    for widget in widgets_of(window):
        yield from off_the_grid(widget)
        if widget.isVisible():
            for rule in _RULES:
                yield from (f"{fault}: {_place(widget)}" for fault in rule(widget))


def widgets_of(window: QWidget) -> Iterator[QWidget]:
    """The window and all in it that was made by us, hidden parts as well."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget.window() is window and not _is_part(widget):
            yield widget


def _is_part(widget: QWidget) -> bool:
    """Whether Qt put it into a widget of its own."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QDialogButtonBox | QCalendarWidget | QMenu):
        above = above.parentWidget()
    return above is not None or widget.objectName().startswith("qt_")


def _place(widget: QWidget) -> str:
    names, one = [], widget
    while one is not None and len(names) < 4:
        names.append(one.objectName() or type(one).__name__)
        one = one.parentWidget()
    return " < ".join(names)


# -- distances -----------------------------------------------------------------------------------------


def off_the_grid(widget: QWidget, scale: int = 1) -> Iterator[str]:
    """Distances of a widget's layouts that are no step of the grid. scale: of the zoom."""
    steps = {step * scale for step in STEPS} | {HAIRLINE, HAIRLINE * scale}
    if not isinstance(widget, _ARRANGED_BY_QT):
        for layout in _layouts(widget.layout()):
            if isinstance(layout, QStackedLayout):
                continue  # it knows neither
            for what, distances in (("margins", _margins(layout)), ("spacing", _spacing(layout))):
                if not steps.issuperset(distances):
                    yield f"{what} of {distances} px: {_place(widget)}"


def _layouts(layout: QLayout | None) -> Iterator[QLayout]:
    if layout is not None:
        yield layout
        for item in _items(layout):
            yield from _layouts(item.layout())


def _items(layout: QLayout) -> Iterator[Any]:
    for place in range(layout.count()):
        if (item := layout.itemAt(place)) is not None:
            yield item


def _margins(layout: QLayout) -> tuple[int, ...]:
    around = layout.contentsMargins()
    return around.left(), around.top(), around.right(), around.bottom()


def _spacing(layout: QLayout) -> tuple[int, ...]:
    if layout.count() < 2:
        return ()
    if isinstance(layout, QGridLayout):
        return tuple(
            distance
            for distance, count in (
                (layout.horizontalSpacing(), layout.columnCount()),
                (layout.verticalSpacing(), layout.rowCount()),
            )
            if count > 1
        )
    if isinstance(layout, QFormLayout):
        return layout.horizontalSpacing(), layout.verticalSpacing()
    return (layout.spacing(),) if isinstance(layout, QBoxLayout) else ()  # a flow has its own


# -- what is visible -----------------------------------------------------------------------------------


def _left_out(widget: QWidget) -> Iterator[str]:
    """Parts that lie in a corner, over others, because nobody put them into the layout of their parent."""
    above = widget.parentWidget()
    if (
        above is None
        or widget.isWindow()
        or isinstance(widget, Overlay)
        or widget.objectName() == "focus_ring"
    ):
        return
    if isinstance(above, _ARRANGED_BY_QT) or above.layout() is None or not above.testAttribute(_VISIBLE):
        return
    if above.layout().indexOf(widget) < 0 and not any(
        layout.indexOf(widget) >= 0 for layout in _layouts(above.layout())
    ):
        yield "in no layout"


_VISIBLE: Final = Qt.WidgetAttribute.WA_WState_Visible


def _icon(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QAbstractButton) and not widget.icon().isNull():
        side = widget.iconSize()
        if side.width() not in ICONS or side.width() != side.height():
            yield f"icon of {side.width()} x {side.height()} px"


def _buddies(widget: QWidget) -> Iterator[str]:
    """The label before a field belongs to it: a click and its letter lead there, a screen reader names it."""
    for layout in _layouts(widget.layout()):
        for label, field in _pairs(layout):
            inputs = [one for one in (field, *field.findChildren(QWidget)) if isinstance(one, _INPUTS)]
            led = label.buddy()
            if inputs and (led is None or not (led is field or field.isAncestorOf(led))):
                yield f"label “{label.text()}” leads to no field"


def _pairs(layout: QLayout) -> Iterator[tuple[QLabel, QWidget]]:
    if isinstance(layout, QFormLayout):
        for row in range(layout.rowCount()):
            label, field = (
                layout.itemAt(row, role)
                for role in (QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole)
            )
            if label is not None and field is not None:
                yield from _pair(label.widget(), field.widget())
    elif isinstance(layout, QGridLayout):
        for row in range(layout.rowCount()):
            label, field = layout.itemAtPosition(row, 0), layout.itemAtPosition(row, 1)
            if label is not None and field is not None:
                yield from _pair(label.widget(), field.widget())
    elif isinstance(layout, QBoxLayout) and layout.direction() == QBoxLayout.Direction.LeftToRight:
        parts = [item.widget() for item in _items(layout)]
        for label, field in pairwise(parts):
            if isinstance(field, QComboBox | QAbstractSpinBox):
                yield from _pair(label, field)


def _pair(label: QWidget | None, field: QWidget | None) -> Iterator[tuple[QLabel, QWidget]]:
    if isinstance(label, QLabel) and field is not None and label.isVisible() and field.isVisible():
        if label.text().strip() and not label.text().startswith("<"):
            yield label, field


# -- plain text ----------------------------------------------------------------------------------------


@cache
def _own_words() -> frozenset[str]:
    """Every text that stands in the program."""
    listed = (ROOT / "resources" / "translations" / "mcpdi_ko.ts").read_text(encoding="utf-8")
    found = re.findall(r"<source>(.*?)</source>", listed, re.DOTALL)
    return frozenset(map(unescape, found))


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """Those with places for something."""
    texts = (re.split(r"\{\w*\}", text) for text in _own_words() if "{" in text and len(text) < _LONG)
    return tuple(re.compile("(.*)".join(map(re.escape, parts)), re.DOTALL) for parts in texts)


@cache
def _is_ours(text: str) -> bool:
    """Whether all of a text stands in the program: “Close {}” with “Servers”, “Run” with its keys."""
    if text in _own_words() or not text or _KEYS.sub("", text) in _own_words():
        return True
    found = (form.fullmatch(text) for form in _forms())
    return any(all(len(part) < len(text) and _is_ours(part) for part in one.groups()) for one in found if one)


def _plain(widget: QWidget) -> Iterator[str]:
    """Qt guesses whether a text is HTML. What came from a server or a file must not be guessed at."""
    if isinstance(widget, QLabel) and widget.textFormat() == Qt.TextFormat.AutoText:
        if not _is_ours(widget.text()):
            yield f"text that Qt may take for HTML “{widget.text()[:60]}”"
    for kind, text in _guessed(widget):
        if not text.startswith("<qt>") and not _is_ours(text):
            yield f"{kind} that Qt may take for HTML “{text[:60]}”"


def _guessed(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Texts that Qt takes for HTML when they look like it."""
    yield "tooltip", widget.toolTip()
    if isinstance(widget, QTabBar):
        for place in range(widget.count()):
            yield "tooltip of a tab", widget.tabToolTip(place)
    if isinstance(widget, QComboBox):
        for place in range(min(widget.count(), _ROWS)):
            yield "tooltip of a choice", widget.itemData(place, Qt.ItemDataRole.ToolTipRole) or ""
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView) and widget.model():
        yield from (("tooltip of a row", tip) for tip in _tips(widget.model(), QModelIndex()))
    if isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        for place in range(widget.count() if widget.model() else 0):
            tip = widget.model().headerData(place, widget.orientation(), Qt.ItemDataRole.ToolTipRole)
            yield "tooltip of a head", tip or ""


def _tips(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), _ROWS)):
        for column in range(columns):
            tip = model.data(model.index(row, column, parent), Qt.ItemDataRole.ToolTipRole)
            yield tip if isinstance(tip, str) else ""


_RULES: Final[tuple[Callable[[QWidget], Iterator[str]], ...]] = (_left_out, _icon, _buddies, _plain)
