"""What we declare ourselves to be to one server, and the `_meta` that every request to it carries."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from inspector.protocol.era.declared import Declared
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.editor.own_object import OwnObject, read_object, written
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Heading, column, muted

__all__ = ["IdentityPage"]

_FIELDS: Final = ("name", "title", "version")
_META_LINES: Final = 4


class IdentityPage(QWidget):
    """declared: this program's client info; own: the client info a user chose, or None."""

    def __init__(
        self,
        declared: Declared,
        own: dict[str, Any] | None,
        meta: dict[str, Any],
        revision: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._declared = declared
        self._lines: dict[str, QLineEdit] = {}
        self.object = OwnObject(
            "client_info",
            self.tr("Client info"),
            self.tr("Default"),
            self.tr("A custom choice is sent exactly as shown, in every revision."),
            self._make_lines(),
        )
        self.meta = JsonEditor()
        self.meta.setObjectName("edit_meta")
        self.meta.edit.setAccessibleName(self.tr("Extra _meta of every request"))
        self.meta.edit.setProperty("outlined", True)
        zoom.lines(self.meta.edit.setMinimumHeight, _META_LINES, 0)
        self.meta.set_placeholder('{"com.example/tenant": "a"}')
        self.meta.set_text(written(meta) if meta else "")
        layout = column(
            self.object,
            Heading(self.tr("Extra _meta of every request"), bold=False),
            self.meta,
            muted(self.tr("It overrides what the app puts into _meta."), wrap=True),
            margins=(theme.SPACE_WIDE, theme.SPACE, theme.SPACE_WIDE, 0),
        )
        layout.setStretch(0, 3)
        layout.setStretch(2, 2)
        self.setLayout(layout)
        self.object.changed.connect(self._show)
        self.object.start(declared.client_info_in(revision), own)

    def set_revision(self, revision: str) -> None:
        """The revision that the connection will begin with."""
        self.object.set_ours(self._declared.client_info_in(revision))

    def client_info(self) -> dict[str, Any] | None:
        """What is sent, None for ours. Raises ValueError when mistyped."""
        return self.object.value()

    def extra_meta(self) -> dict[str, Any]:
        """Raises ValueError when mistyped."""
        return read_object(self.meta, self.tr("Extra _meta"))

    def _make_lines(self) -> QWidget:
        texts = {"name": self.tr("Name"), "title": self.tr("Title"), "version": self.tr("Version")}
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        for name in _FIELDS:
            line = QLineEdit()
            line.setObjectName(f"client_info_{name}")
            line.setAccessibleName(texts[name])
            line.textEdited.connect(self._edited)
            self._lines[name] = line
            form.addRow(texts[name], line)
        widget = QWidget()
        widget.setLayout(form)
        return widget

    def _show(self) -> None:
        info = self.object.shown()
        for name, line in self._lines.items():
            value = info.get(name, "") if info is not None else line.text()
            text = value if isinstance(value, str) else written(value)
            if text != line.text():
                line.setText(text)

    def _edited(self, text: str) -> None:
        """An empty field leaves its member out."""
        info = self.object.shown()
        if info is None:
            return
        for name, line in self._lines.items():
            if line is self.sender():
                rest = {key: value for key, value in info.items() if key != name}
                self.object.put({**info, name: text} if text else rest)
