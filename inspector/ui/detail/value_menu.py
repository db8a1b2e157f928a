"""What can be done with any JSON value of a record: filter by it, make it a column, colour rows with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.trace.query.text import equals, quoted
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.plain import menu_text

__all__ = ["ValueMenu", "condition_of"]

_LONG: Final = 300  # bytes of a value; a longer text is looked for by its beginning
_BEGIN: Final = 80  # characters of that
_JOINS: Final[tuple[tuple[str, Marked], ...]] = (
    ("replace", QT_TRANSLATE_NOOP("ValueMenu", "Selected")),
    ("not", QT_TRANSLATE_NOOP("ValueMenu", "Not selected")),
    ("and", QT_TRANSLATE_NOOP("ValueMenu", "… and selected")),
    ("or", QT_TRANSLATE_NOOP("ValueMenu", "… or selected")),
    ("and not", QT_TRANSLATE_NOOP("ValueMenu", "… and not selected")),
    ("or not", QT_TRANSLATE_NOOP("ValueMenu", "… or not selected")),
)
"""How a condition joins the filter that is there."""


def condition_of(spot: Spot) -> str:
    """The condition that a record has this value at this path; empty for what has no path of its own.

    Numbers keep the digits that they came with. Of a long text its beginning is looked for; what cannot be
    written as text, and objects and arrays, are asked for by their being there.
    """
    if spot.path in ("", "$"):
        return ""
    try:
        token = spot.token.decode()
        if spot.kind == "string" and spot.end - spot.start > _LONG:
            begin = json.loads(_closed(token))
            begin = begin[:-1] if "\ud800" <= begin[-1] <= "\udbff" else begin  # its other half was cut off
            begin.encode()
            return f"{spot.path} contains {quoted(begin)}"
        if spot.end - spot.start > len(spot.token):
            return f"{spot.path} exists"
        condition = equals(spot.path, token)
        condition.encode()  # half a surrogate pair is a value, but no text
    except ValueError:
        return f"{spot.path} exists"
    return condition


def _closed(token: str) -> str:
    """The beginning of a JSON string as a JSON string; an escape is never cut."""
    begin = token[: _BEGIN + 1]
    cut = begin.rfind("\\", len(begin) - 6)
    while cut > 0 and begin[cut - 1] == "\\":
        cut -= 1
    return (begin[:cut] if cut > 0 else begin) + '"'


class ValueMenu(QObject):
    """Adds its entries to the menu of a value, and says what the user chose."""

    filter_wanted = Signal(object)  # FilterRequest
    column_wanted = Signal(str)  # JSON path
    colour_wanted = Signal(str)  # condition
    highlight_wanted = Signal(str)  # condition

    def fill(self, menu: QMenu, spot: Spot) -> None:
        """Add to a menu that is about to open."""
        condition = condition_of(spot)
        if not condition:
            return
        for name, title, apply in (
            ("apply_filter", self.tr("Apply as filter"), True),
            ("prepare_filter", self.tr("Prepare as filter"), False),
        ):
            below = menu.addMenu(title)
            below.setObjectName(f"value_{name}")
            shown = below.addAction(menu_text(condition))
            shown.setEnabled(False)
            below.addSeparator()
            for join, text in _JOINS:
                action = below.addAction(QCoreApplication.translate("ValueMenu", text))
                action.setObjectName(f"value_{name}_{join.replace(' ', '_')}")
                action.setData(FilterRequest(condition, join, apply))
                if join == "not":
                    below.addSeparator()
        for name, title, told in (
            ("column", self.tr("Apply as column") + "\tCtrl+Shift+I", self.column_wanted.emit),
            ("highlight", self.tr("Highlight rows with this value"), self.highlight_wanted.emit),
            ("colour", self.tr("Colour rows with this value"), self.colour_wanted.emit),
            ("copy_filter", self.tr("Copy as filter"), _copy),
        ):
            self._add(menu, name, title, spot.path if name == "column" else condition, told)
        menu.addSeparator()
        menu.triggered.connect(self._triggered)

    def _add(self, menu: QMenu, name: str, title: str, text: str, told: Callable[[str], object]) -> None:
        action = menu.addAction(title)
        action.setObjectName(f"value_{name}")
        action.setData((told, text))

    def _triggered(self, action: QAction) -> None:
        request = action.data()
        if isinstance(request, FilterRequest):
            self.filter_wanted.emit(request)
        elif isinstance(request, tuple):
            told, text = request
            told(text)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
