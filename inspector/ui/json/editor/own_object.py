"""A JSON object that is either ours or a user's own: boxes and fields above, the whole as JSON below.

The JSON is what counts. Controls show what it says and change the member they are about; while the JSON is
mistyped they wait, and the text stays.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from inspector.protocol.jsonrpc import decode
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Switch, column, muted, row

__all__ = ["OwnObject", "read_object", "written"]

_LEAST_LINES: Final = 5


def written(value: Any, indented: bool = True) -> str:
    """JSON text of a value, for an editor or on one line."""
    data = msgspec.json.encode(value)
    return (msgspec.json.format(data, indent=2) if indented else data).decode()


def read_object(editor: JsonEditor, what: str) -> dict[str, Any]:
    """The object in an editor; an empty text is {}. Raises ValueError with what is mistyped."""
    text = editor.text().strip()
    if error := editor.error_text():
        raise ValueError(QCoreApplication.translate("OwnObject", "{}: not JSON. {}").format(what, error))
    value = decode(text.encode()) if text else {}
    if not isinstance(value, dict):
        raise ValueError(QCoreApplication.translate("OwnObject", "{}: must be a JSON object.").format(what))
    return value


class OwnObject(QWidget):
    """`changed`: another object, or another side of the switch; `controls` are to show it."""

    changed = Signal()

    def __init__(
        self,
        name: str,
        what: str,
        ours_text: str,
        note: str,
        controls: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        """what: the object's name for people; ours_text: the side of the switch that is not their own."""
        super().__init__(parent)
        self._what = what
        self._ours: dict[str, Any] = {}
        self._own_text = ""
        self._controls = controls
        self._switch = Switch(f"{name}_source", (("ours", ours_text), ("own", self.tr("Custom"))))
        self._switch.setAccessibleName(what)
        self.editor = JsonEditor()
        self.editor.setObjectName(f"{name}_json")
        self.editor.edit.setAccessibleName(self.tr("{} as JSON").format(what))
        self.editor.edit.setProperty("outlined", True)
        zoom.lines(self.editor.edit.setMinimumHeight, _LEAST_LINES, 0)
        head = row(self._switch)
        head.addStretch(1)
        layout = column(head, controls, self.editor, muted(note, wrap=True), spacing=theme.SPACE)
        layout.setStretch(2, 1)
        self.setLayout(layout)
        self._switch.chosen.connect(self._side_chosen)
        self.editor.changed.connect(self._typed)

    def is_own(self) -> bool:
        """Whether the user's own object counts."""
        return self._switch.key() == "own"

    def start(self, ours: dict[str, Any], own: dict[str, Any] | None) -> None:
        """Show ours, or the user's own when there is one."""
        self._ours = ours
        self._own_text = written(own) if own is not None else ""
        self._switch.choose("own" if own is not None else "ours")
        self._show()

    def set_ours(self, ours: dict[str, Any]) -> None:
        """What is sent when the user has no choice of their own."""
        self._ours = ours
        if not self.is_own():
            self._show()

    def shown(self) -> dict[str, Any] | None:
        """The object on screen, None while it is mistyped."""
        try:
            return read_object(self.editor, self._what)
        except ValueError:
            return None

    def put(self, value: dict[str, Any]) -> None:
        """A control changed the object."""
        self.editor.set_text(written(value))

    def value(self) -> dict[str, Any] | None:
        """The user's own object, None for ours. Raises ValueError with what is mistyped."""
        return read_object(self.editor, self._what) if self.is_own() else None

    def _side_chosen(self, side: str) -> None:
        if side == "own":
            self._own_text = self._own_text or written(self._ours)
        self._show()

    def _show(self) -> None:
        own = self.is_own()
        text = self._own_text if own else written(self._ours)
        if text != self.editor.text():
            self.editor.set_text(text)
        self.editor.set_read_only(not own)
        self._controls.setEnabled(own and self.shown() is not None)
        self.changed.emit()

    def _typed(self) -> None:
        if self.is_own():
            self._own_text = self.editor.text()
            self._controls.setEnabled(self.shown() is not None)
            self.changed.emit()
