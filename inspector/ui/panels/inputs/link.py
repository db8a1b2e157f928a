"""An elicitation in URL mode: the whole address with its host marked, opened only by a click.

Source: MCP 2025-11-25, client/elicitation, "Safe URL Handling". Nothing is fetched before, and opening the
page is no answer: that is given with a button of its own.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from inspector.core.client.elicitation_page import AskedPage, asked_page
from inspector.translation import translate
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.panels.inputs.page import QuestionPage
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked, Notice, muted, row
from inspector.ui.widgets.outside import open_link

__all__ = ["LinkPage"]

_WARNINGS: Final[dict[str, Marked]] = {
    "no_url": QT_TRANSLATE_NOOP("LinkPage", "This is not a web address; it cannot be opened."),
    "odd": QT_TRANSLATE_NOOP(
        "LinkPage",
        "The address contains spaces or backslashes, which browsers interpret differently: it is not opened.",
    ),
    "not_web": QT_TRANSLATE_NOOP("LinkPage", "Only http and https addresses can be opened."),
    "foreign": QT_TRANSLATE_NOOP("LinkPage", "The host name mixes alphabets and can imitate another name."),
    "credentials": QT_TRANSLATE_NOOP(
        "LinkPage", "The address contains a user name or password: the part before @ is not the host."
    ),
    "insecure": QT_TRANSLATE_NOOP(
        "LinkPage",
        "The address is not HTTPS: others can read and change what is sent.",
    ),
}
_LINES = 5


class LinkPage(QuestionPage):
    """Open in browser, then Accept, Decline or Cancel; a call that was refused for it is retried instead."""

    def fill(self) -> None:
        self._page = asked_page(self.question.params.get("url"))
        host = self._page.host or self.tr("an unknown host")
        asks = self.tr("{0} asks you to open this page of {1} in your browser:")
        self.body.addWidget(muted(asks.format(isolated(self.context.client.name), isolated(host)), wrap=True))
        self._address = _address(self._page)
        self._address.setAccessibleName(self.tr("Address of the page"))
        self.body.addWidget(self._address)
        if self._page.reading:
            reads = muted(self.tr("The host decodes to {}").format(self._page.reading), wrap=True)
            reads.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.body.addWidget(reads)
        for key in self._page.warnings:
            notice = Notice(f"link_{key}", "warning")
            notice.set_text(QCoreApplication.translate("LinkPage", _WARNINGS[key]))
            self.body.addWidget(notice)
        self._open = QPushButton(theme.icon("open-in-new"), self.tr("Open in browser"))
        self._open.setObjectName("elicitation_open")
        zoom.icons(self._open)
        self._open.setToolTip(
            self.tr("Nothing has been opened or fetched yet, and no response has been sent")
        )
        self._open.setEnabled(self._page.openable)
        self._open.clicked.connect(self.open_page)
        self._opened = muted()
        line = row(self._open, self._opened)
        line.addStretch(1)
        self.body.addLayout(line)
        self._completed = Notice("elicitation_completed", "ok")
        self._completed.set_text(self.tr("The server reports that this is done."))
        self._completed.hide()
        self.body.addWidget(self._completed)
        self.body.addStretch(1)
        self._add_buttons()

    def _add_buttons(self) -> None:
        if self.question.request.retry:
            self.button("inputs_retry", self.tr("Retry the call"), self.accept, primary=True)
            self.button("inputs_reject", self.tr("Do not retry"), self.reject)
            return
        self.button("elicitation_accept", self.tr("Accept"), self.accept, primary=True)
        self.button("elicitation_decline", self.tr("Decline"), self.decline)
        self.button("elicitation_cancel", self.tr("Cancel"), self.cancel)
        modern = self.question.request.round > 0
        self.add_refusals(self.tr("Do not retry") if modern else "")

    def open_page(self) -> None:
        """Hand the page to the system's browser."""
        if self._page.openable:
            opened = open_link(self._page.url)
            self._opened.setText(
                self.tr("opened in the browser")
                if opened
                else self.tr("no browser could be started; copy the address and open it yourself")
            )

    def accept(self) -> None:
        """The user agrees; URL mode has no content."""
        retry = self.question.request.retry
        self.settle({"action": "accept"}, translate("LinkPage", "answered, retried") if retry else "")

    def decline(self) -> None:
        """The user says no."""
        self.settle({"action": "decline"})

    def cancel(self) -> None:
        """The user does not want to answer now."""
        self.settle({"action": "cancel"})

    def rule_answer(self) -> str:
        return "accept"

    def refresh(self) -> None:
        super().refresh()
        self._completed.setVisible(self.question.completed)


def _address(page: AskedPage) -> QPlainTextEdit:
    """The whole address, to be read and copied; the host stands out."""
    view = QPlainTextEdit()
    view.setObjectName("elicitation_url")
    view.setReadOnly(True)
    zoom.mono(view)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
    plain, marked = QTextCharFormat(), QTextCharFormat()
    marked.setFontWeight(QFont.Weight.Bold)
    marked.setForeground(theme.color("accent"))
    marked.setBackground(theme.tint("accent", 0.15))
    cursor = QTextCursor(view.document())
    for text, look in ((page.before, plain), (page.host, marked), (page.after, plain)):
        cursor.insertText(text, look)
    view.setFixedHeight(min(_LINES, 2 + len(page.url) // 60) * view.fontMetrics().lineSpacing() + 10)
    return view
