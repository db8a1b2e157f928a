"""The faults of a form in a list that leads to each of them, and the button that opens it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from inspector.ui.forms.errors import Fault
from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import ToolButton, column
from inspector.ui.widgets.plain import tooltip

__all__ = ["FaultList"]

_MOST_SHOWN: Final = 5
_MOST: Final = 200
_ICONS: Final = {"error": "alert-circle-outline", "warning": "alert-outline", "note": "information-outline"}
_ROLES: Final = {"error": "error", "warning": "warning", "note": "warning"}
_SEVERITIES: Final = tuple(_ICONS)
_FAULT: Final = Qt.ItemDataRole.UserRole


class FaultList(QWidget):
    """`chosen`: a user wants to go to a fault. `button` stands elsewhere and opens and closes the list."""

    chosen = Signal(object)  # Fault

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faults: list[Fault] = []
        self._brief = False
        self.button = ToolButton()
        self.button.setObjectName(f"{name}_faults_button")
        self.button.setAutoRaise(True)
        self.button.setCheckable(True)
        zoom.follow(self.button.setIconSize, QSize(16, 16))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.toggled.connect(self._open)
        self.button.clicked.connect(self._enter)
        self.button.hide()
        self._list = QListWidget()
        self._list.setObjectName(f"{name}_faults")
        self._list.setAccessibleName(self.tr("Schema problems"))
        self._list.setWordWrap(False)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setUniformItemSizes(True)
        zoom.follow(self._list.setIconSize, QSize(14, 14))
        self._list.itemClicked.connect(self._chosen)
        self._list.itemActivated.connect(self._chosen)
        self.setLayout(column(self._list, spacing=0))
        self.hide()
        theme.notifier().changed.connect(self._look)
        theme.notifier().resized.connect(self._look)  # when its icons have their size

    def show_faults(self, faults: list[Fault]) -> None:
        """The faults of now; the list stays open or closed as a user left it."""
        faults = sorted(
            (one for one in faults if not one.follows), key=_severity
        )  # in the order of the form, but errors are seen first
        if faults == self._faults:
            return
        self._faults = faults
        self._look()

    def set_brief(self, brief: bool) -> None:
        """The button has room for a number only."""
        if brief != self._brief:
            self._brief = brief
            self._look()

    def close_list(self) -> None:
        """Show the button only."""
        self.button.setChecked(False)

    def _open(self, opened: bool) -> None:
        self.setVisible(opened and bool(self._faults))

    def _enter(self, opened: bool) -> None:
        """Opening the list puts the keyboard into it."""
        if opened:
            self._list.setCurrentRow(0)
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _look(self) -> None:
        counts = {kind: sum(one.severity == kind for one in self._faults) for kind in _ICONS}
        worst = next((kind for kind, count in counts.items() if count), "error")
        self.button.setIcon(theme.icon(_ICONS[worst], _ROLES[worst]))
        text = self._words(counts)
        self.button.setText(number_text(counts[worst]) if self._brief else text)
        self.button.setAccessibleName(text)
        lines = [f"{_place(one)}{one.message}" for one in self._faults[:20]]
        hint = self.tr("F8 goes to the next")
        self.button.setToolTip(tooltip("\n".join([text, *lines, hint])) if self._faults else "")
        self.button.setVisible(bool(self._faults))
        self._fill()
        self._open(self.button.isChecked())

    def _words(self, counts: dict[str, int]) -> str:
        errors, warnings = counts["error"], counts["warning"]
        if errors:
            return self.tr("1 problem") if errors == 1 else self.tr("{} problems").format(errors)
        if warnings:
            return self.tr("1 warning") if warnings == 1 else self.tr("{} warnings").format(warnings)
        return self.tr("Not checked") if counts["note"] else ""

    def _fill(self) -> None:
        current = self._list.currentRow()
        self._list.clear()
        for fault in self._faults[:_MOST]:
            item = QListWidgetItem(theme.icon(_ICONS[fault.severity], _ROLES[fault.severity]), "")
            item.setText(" ".join(f"{_place(fault)}{fault.message}".split()))
            item.setToolTip(tooltip(item.text()))
            item.setData(_FAULT, fault)
            self._list.addItem(item)
        if len(self._faults) > _MOST:
            self._list.addItem(self.tr("and {0} more").format(len(self._faults) - _MOST))
        if 0 <= current < self._list.count():
            self._list.setCurrentRow(current)
        lines = min(self._list.count(), _MOST_SHOWN)
        self._list.setFixedHeight(self._list.sizeHintForRow(0) * lines + 2 * self._list.frameWidth())

    def _chosen(self, item: QListWidgetItem) -> None:
        fault = item.data(_FAULT)
        if fault is not None and fault.severity != "note":
            self.chosen.emit(fault)


def _severity(fault: Fault) -> int:
    return _SEVERITIES.index(fault.severity)


def _place(fault: Fault) -> str:
    return f"{fault.pointer[1:]}: " if fault.pointer else ""
