"""The URI that a template makes of what is typed, and what is wrong with the template."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.core.client.uri_template import Template
from inspector.errors import UsageError
from inspector.ui.panels.calling.text_arguments import text_arguments
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Notice, column, muted, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["UriLine", "UriPreview"]


class UriLine(QLineEdit):
    """A URI in full that can be selected and copied; a long one is scrolled."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(self.tr("URI"))
        self.setReadOnly(True)
        self.setFrame(False)
        self.setStyleSheet("background: transparent; padding: 0px;")
        self.setTextMargins(-2, 0, 0, 0)  # flush with the labels around it
        self._look()
        theme.notifier().changed.connect(self._look)

    def show_uri(self, uri: str) -> None:
        """Show it from its beginning."""
        if uri != self.text():
            self.setText(uri)
            self.setCursorPosition(0)
            self.setToolTip(tooltip(uri))

    def _look(self) -> None:
        zoom.mono(self, -1)


class UriPreview(QWidget):
    """One line that can be selected and copied. Hidden for what is no template."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template: Template | None = None
        self._notice = Notice("resource_template_note", "warning")
        self._line = UriLine("resource_uri")
        self._line.setAccessibleName(self.tr("The URI that is read"))
        line = row(muted(self.tr("URI")), self._line, margins=(theme.SPACE_WIDE, 4, theme.SPACE, 0))
        line.setStretch(1, 1)
        self.setLayout(column(self._notice, line, spacing=0))
        self.hide()

    def show_template(self, template: Template | None) -> None:
        """Of this template from now on. None: there is none."""
        self._template = template
        problems = template.problems if template is not None else ()
        text = self.tr("This template is malformed: {0}. That part stays as it is.")
        self._notice.set_text(text.format("; ".join(problems)) if problems else "")
        self._notice.setVisible(bool(problems))
        self.setVisible(template is not None)

    def show_arguments(self, text: str) -> None:
        """text: the arguments as JSON, while they are typed."""
        if self._template is None:
            return
        try:
            uri = self._template.expand(text_arguments(text))
        except UsageError as error:
            uri = str(error)
        self._line.show_uri(uri)
