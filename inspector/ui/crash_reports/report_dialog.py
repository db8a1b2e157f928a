"""A crash report: all that it says, before anybody sends it anywhere. Sending is the user's."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QWidget

from inspector import ISSUES_PAGE
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import DIALOG, column
from inspector.ui.widgets.outside import open_folder, open_link

__all__ = ["ReportDialog"]


class ReportDialog(QDialog):
    """path: of the file that holds it; None: there is none. ended: the program could not go on."""

    def __init__(
        self, text: str, path: Path | None, parent: QWidget | None = None, *, ended: bool = False
    ) -> None:
        super().__init__(parent)
        self.setObjectName("report_dialog")
        self.setWindowTitle(self.tr("Error Report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._path = path
        self._text = QPlainTextEdit(text, self)
        self._text.setObjectName("report_text")
        self._text.setAccessibleName(self.tr("Report"))
        self._text.setReadOnly(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        zoom.mono(self._text)
        layout = column(
            self._words("report_words", self._ended() if ended else self._about()),
            self._text,
            self._words("report_where", self._where()),
            self._buttons(),
            spacing=theme.SPACE_WIDE,
            margins=DIALOG,
        )
        self.setLayout(layout)
        zoom.give_room(self, 760, 520)

    def _about(self) -> str:
        return self.tr(
            "An internal error occurred. The app keeps running and nothing is lost: records "
            "are written as they come, what you typed is still there, and settings are "
            "saved.\n\nThe report contains no server responses, no secrets and none of your folder "
            "names. Nothing is sent unless you do it."
        )

    def _ended(self) -> str:
        return self.tr(
            "An internal error occurred and the app had to close. What was recorded is "
            "offered at the next start, and settings are saved.\n\nThe report contains no "
            "server responses, no secrets and none of your folder names. Nothing is sent unless you do it."
        )

    def _where(self) -> str:
        if not ISSUES_PAGE:
            words = self.tr("Please send it to whoever gave you this app.")
            if self._path is None:
                return words
            return self.tr("The report is in {0}. Please send it to whoever gave you this app.").format(
                self._path
            )
        if self._path is None:
            return self.tr("Report… opens {0} in your browser.").format(ISSUES_PAGE)
        return self.tr("The report is in {0}. Report… opens {1} in your browser.").format(
            self._path, ISSUES_PAGE
        )

    def _words(self, name: str, text: str) -> QLabel:
        words = QLabel(text)
        words.setObjectName(name)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return words

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(self)  # Qt takes a default button only of what lies in a dialog
        box.setObjectName("report_buttons")
        made = [("report_copy", self.tr("Copy"), self._copy)]
        if self._path is not None:
            made.append(("report_folder", self.tr("Open folder"), self._open_folder))
        if ISSUES_PAGE:
            made.append(("report_send", self.tr("Report…"), self._open_page))
        for name, text, pressed in made:
            button = box.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
            button.setObjectName(name)
            button.clicked.connect(pressed)
        close = box.addButton(self.tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setObjectName("report_close")
        close.setDefault(True)
        box.rejected.connect(self.reject)
        return box

    def _copy(self, *_checked: bool) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())

    def _open_folder(self, *_checked: bool) -> None:
        if self._path is not None:
            open_folder(self._path.parent)

    def _open_page(self, *_checked: bool) -> None:
        self._copy()
        open_link(ISSUES_PAGE)
