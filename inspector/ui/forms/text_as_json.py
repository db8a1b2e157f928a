"""JSON that stands in a text of a form, escaped: edited as JSON and put back as a text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from inspector.render.json_errors import json_error_text
from inspector.schema.document import Document, DocumentError
from inspector.schema.fields import Field
from inspector.schema.shape import initial_lexeme
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import name_buttons
from inspector.ui.widgets.controls import column, muted

__all__ = ["ContentDialog", "content_error", "json_content"]


def json_content(field: Field) -> Field | None:
    """What the JSON in a text is to be; None: the schema does not say that there is JSON in it."""
    kind = field.content_media_type.partition(";")[0].strip().lower()
    return field.content() if kind == "application/json" or kind.endswith("+json") else None


def content_error(text: str) -> str:
    """What keeps a text from being JSON; empty when it is."""
    try:
        Document(text)
    except DocumentError as error:
        return json_error_text(text, error)
    return ""


class ContentDialog(QDialog):
    """`taken`: the text as it is now; not emitted where it is unchanged."""

    taken = Signal(str)

    def __init__(self, name: str, content: Field, text: str, parent: QWidget) -> None:
        """name: of the field. content: what its text should hold."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("content_dialog")
        self.setWindowTitle(self.tr("JSON in {0}").format(name))
        self.editor = JsonEditor()
        self.editor.setObjectName("content_editor")
        self.editor.set_text(text or initial_lexeme(content) or "")
        self.editor.set_schema(content)
        self._before = self.editor.text() if text else ""
        self.editor.submitted.connect(self.accept)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        name_buttons(buttons, "content")
        said = muted(self.tr("It is put back into the text exactly as shown here."), wrap=True)
        margins = (theme.SPACE_WIDE, theme.SPACE, theme.SPACE_WIDE, theme.SPACE)
        layout = column(said, self.editor, buttons, margins=margins)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        zoom.give_room(self, 560, 420)
        self.editor.setFocus()

    def accept(self) -> None:
        """Give the text back."""
        text = self.editor.text()
        if text != self._before:
            self.taken.emit(text)
        super().accept()
