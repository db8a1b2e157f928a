"""The line under a comparison that says which paths may differ, with suggestions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import MenuButton, muted, row
from inspector.ui.widgets.plain import menu_text

__all__ = ["IgnoreBar"]

_PATH: Final = re.compile(r"(?:\[[^\]]*\]?|[^,\[])+")  # a comma within brackets belongs to the path
_AFTER_TYPING_MS: Final = 400


class IgnoreBar(QWidget):
    """Paths with commas between them. `changed` comes a moment after the last key, or at once with Enter."""

    changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit(text)
        self.edit.setObjectName("compare_ignore")
        self.edit.setAccessibleName(self.tr("Paths to ignore"))
        example = "$..id, $.result.items[*].at"
        self.edit.setPlaceholderText(self.tr("Paths that may differ, for example: {}").format(example))
        clearable(self.edit)
        hint = self.tr("Values that look like IDs or times")
        self.noise = MenuButton("compare_noise", self.tr("Suggestions"), hint)
        layout = row(muted(self.tr("Ignore")), self.edit, self.noise, margins=(8, 2, 8, 6), spacing=8)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_AFTER_TYPING_MS)
        self._typing.timeout.connect(self._tell)
        self.edit.textEdited.connect(self._typed)
        self.edit.returnPressed.connect(self._tell)
        self.noise.choices.triggered.connect(self._chosen)

    def text(self) -> str:
        """As it is written."""
        return self.edit.text()

    def paths(self) -> list[str]:
        """The paths, as they are written."""
        return [part.strip() for part in _PATH.findall(self.edit.text()) if part.strip()]

    def add(self, path: str) -> None:
        """From now on this may differ."""
        if path not in self.paths():
            self.edit.setText(", ".join([*self.paths(), path]))
            self._tell()

    def suggest(self, paths: Iterable[str]) -> None:
        """What the menu offers."""
        menu = self.noise.choices
        menu.clear()
        for path in paths:
            menu.addAction(self.tr("Ignore {}").format(menu_text(path))).setData(path)
        self.noise.setEnabled(not menu.isEmpty())

    def _typed(self, _text: str) -> None:
        self._typing.start()

    def _tell(self) -> None:
        self._typing.stop()
        self.changed.emit()

    def _chosen(self, action: QAction) -> None:
        self.add(str(action.data()))
