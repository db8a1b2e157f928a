"""Inputs: what the server asks of the person. Nothing here ever takes the focus by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.errors import InspectorError
from inspector.ui import theme
from inspector.ui.controls import Link, column, empty_state, muted, row
from inspector.ui.form import Form
from inspector.ui.inbox import Question
from inspector.ui.json_editor import JsonEditor
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.primary_button import PrimaryButton

__all__ = ["InputsPanel"]

_CANNED_SAMPLE: Final = {
    "role": "assistant",
    "content": {"type": "text", "text": "This is an answer written by hand in the inspector."},
    "model": "inspector",
    "stopReason": "endTurn",
}
_TITLES: Final = {
    "elicitation/create": "Elicitation",
    "sampling/createMessage": "Sampling",
    "roots/list": "Roots",
}


class InputsPanel(Panel):
    """Questions at the left, newest at the bottom; the chosen one with its answer at the right."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._pages: dict[int, _Page] = {}
        self.list = ItemList(
            "inputs_list",
            "inputs_filter",
            self.tr("Filter questions"),
            self.tr("The server asked nothing yet."),
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(
            empty_state(
                self.tr("The server asks nothing."),
                self.tr("Elicitation, sampling and roots requests wait here until you answer them."),
            )
        )
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self._stack)
        splitter.setSizes([240, 760])
        splitter.setStretchFactor(1, 1)
        self.setLayout(column(splitter))
        self.list.chosen.connect(self._show)
        context.inbox.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        questions = self.context.inbox.questions
        self.list.set_items([self._item(question) for question in questions])
        known = {question.number for question in questions}
        for number in [number for number in self._pages if number not in known]:
            self._pages.pop(number).deleteLater()
        for number, page in self._pages.items():
            question = self.context.inbox.question(number)
            if question is not None:
                page.refresh(question)
        current = self.context.inbox.question(int(self.list.key() or 0))
        if current is None or not current.open:
            waiting = next((question for question in questions if question.open), None)
            if waiting is not None:
                self.list.select(str(waiting.number))

    def focus_main(self) -> None:
        self.list.view.setFocus()

    def run(self) -> None:
        page = self._stack.currentWidget()
        if isinstance(page, _Page):
            page.accept()

    def _item(self, question: Question) -> Item:
        waits = self.tr("waits for your answer")
        badge = ("●", "pending", waits) if question.open else ("✓", "muted", question.outcome)
        words = question.params.get("message") or question.outcome
        return Item(
            key=str(question.number),
            name=_TITLES.get(question.method, question.method),
            title=str(words or waits),
            detail=f"#{question.exchange} {question.method}",
            badges=(badge,),
        )

    def _show(self, key: str) -> None:
        question = self.context.inbox.question(int(key))
        if question is None:
            return
        page = self._pages.get(question.number)
        if page is None:
            page = self._pages[question.number] = _PAGES.get(question.method, _JsonPage)(
                self.context, question
            )
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)


class _Page(QWidget):
    """A question with its answer. Buttons are gone when it is answered."""

    def __init__(self, context: PanelContext, question: Question) -> None:
        super().__init__()
        self._context = context
        self._question = question
        self._buttons = row()
        self._row: list[QPushButton] = []
        self._outcome = muted()
        message = QLabel(str(question.params.get("message") or ""))
        message.setTextFormat(Qt.TextFormat.PlainText)
        message.setWordWrap(True)
        message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        message.setVisible(bool(message.text()))
        self._record = Link("inputs_record", f"#{question.exchange}")
        self._record.setToolTip(self.tr("Show this request in the timeline"))
        self._record.clicked.connect(self._select)
        head = row(muted(f"{context.client.name} · {question.method}"), self._record)
        head.addStretch(1)
        self._layout: QVBoxLayout = column(head, message, margins=(14, 8, 14, 8))
        self.setLayout(self._layout)
        self.fill()
        foot = row(self._buttons, self._outcome)
        foot.addStretch(1)
        self._layout.addLayout(foot)
        self.refresh(question)

    def fill(self) -> None:
        """Add what the answer is made with."""

    def accept(self) -> None:
        """Give the answer."""

    def refresh(self, question: Question) -> None:
        """The question was answered or withdrawn."""
        for button in self._row:
            button.setVisible(question.open)
        self._outcome.setText(question.outcome)

    def button(self, name: str, text: str, pressed: Callable[[], None], primary: bool = False) -> None:
        """One more button at the bottom."""
        button = PrimaryButton(name, text) if primary else QPushButton(text)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        self._buttons.addWidget(button)
        self._row.append(button)

    def settle(self, value: dict[str, Any] | None, outcome: str) -> None:
        """Answer; None refuses."""
        self._context.inbox.settle(self._question, value, outcome)

    def _select(self) -> None:
        self._context.selection.select(self._question.exchange)


class _ElicitationPage(_Page):
    """A form made from requestedSchema, or a page to open in the browser."""

    def fill(self) -> None:
        params = self._question.params
        self._form: Form | None = None
        if params.get("mode") == "url" or "url" in params:
            self._fill_url(str(params.get("url", "")))
        else:
            self._form = Form()
            self._form.setObjectName("elicitation_form")
            self._form.set_schema(params.get("requestedSchema", {}))
            self._layout.addWidget(self._form, 1)
            self.button("elicitation_accept", self.tr("Accept"), self.accept, primary=True)
        self.button("elicitation_decline", self.tr("Decline"), self.decline)
        self.button("elicitation_cancel", self.tr("Cancel"), self.cancel)

    def _fill_url(self, url: str) -> None:
        """Source: MCP client/elicitation: show the full URL and its host, open it only on a click."""
        host = QUrl(url).host()
        note = self.tr("The server asks you to open this page of {} in your browser:").format(host or "?")
        self._layout.addWidget(muted(note, wrap=True))
        shown = QLabel(url)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setWordWrap(True)
        shown.setFont(theme.mono_font())
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout.addWidget(shown)
        if host.startswith("xn--") or ".xn--" in host:
            self._layout.addWidget(
                muted(self.tr("Careful: this host name imitates letters of another alphabet."))
            )
        self._layout.addStretch(1)
        self.button(
            "elicitation_open", self.tr("Open in the browser and accept"), self.open_url, primary=True
        )

    def open_url(self) -> None:
        """Hand the page to the system's browser."""
        url = QUrl(str(self._question.params.get("url", "")))
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            self.settle({"action": "accept"}, self.tr("accepted, page opened"))

    def accept(self) -> None:
        if self._form is None:
            self.open_url()
            return
        try:
            content = msgspec.json.decode(self._form.text())
        except msgspec.DecodeError:
            return  # the form marks the place itself
        self.settle({"action": "accept", "content": content}, self.tr("accepted"))

    def decline(self) -> None:
        """The person says no."""
        self.settle({"action": "decline"}, self.tr("declined"))

    def cancel(self) -> None:
        """The person does not want to answer now."""
        self.settle({"action": "cancel"}, self.tr("cancelled"))

    def refresh(self, question: Question) -> None:
        super().refresh(question)
        if self._form is not None:
            self._form.set_read_only(not question.open)


class _JsonPage(_Page):
    """Any result, written as JSON."""

    canned: ClassVar[dict[str, Any]] = {}

    def fill(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        asked, self._editor = JsonEditor(), JsonEditor()
        asked.setObjectName("inputs_question")
        asked.set_read_only(True)
        asked.set_text(_pretty(self._question.params))
        self._editor.setObjectName("inputs_answer")
        self._editor.set_text(_pretty(self.canned))
        for text, editor in ((self.tr("Asked"), asked), (self.tr("Your answer"), self._editor)):
            side = QWidget()
            side.setLayout(column(muted(text), editor, spacing=2))
            splitter.addWidget(side)
        self._layout.addWidget(splitter, 1)
        self._editor.submitted.connect(self.accept)
        self.button("inputs_send", self.tr("Send"), self.accept, primary=True)
        self.button("inputs_reject", self.tr("Reject"), self.reject)

    def accept(self) -> None:
        try:
            value = msgspec.json.decode(self._editor.text())
        except msgspec.DecodeError:
            return  # the editor marks the place itself
        if isinstance(value, dict):
            self.settle(value, self.tr("answered"))

    def reject(self) -> None:
        """Refuse with an error."""
        self.settle(None, self.tr("rejected"))

    def refresh(self, question: Question) -> None:
        super().refresh(question)
        self._editor.set_read_only(not question.open)


class _SamplingPage(_JsonPage):
    """What a model would have said."""

    canned: ClassVar[dict[str, Any]] = _CANNED_SAMPLE


class _RootsPage(_Page):
    """roots/list is answered at once; here is what with, for this question and the next."""

    def fill(self) -> None:
        self._editor = QPlainTextEdit("\n".join(self._context.settings.roots))
        self._editor.setObjectName("roots_editor")
        self._editor.setAccessibleName(self.tr("Roots, one folder or URI a line"))
        self._editor.setPlaceholderText(self.tr("One folder or URI a line, for instance /home/me/project"))
        self._editor.setFont(theme.mono_font())
        self._save = PrimaryButton("roots_save", self.tr("Save and tell the server"))
        self._save.clicked.connect(self.accept)
        self._note = muted(wrap=True)
        foot = row(self._save, self._note)
        foot.addStretch(1)
        self._layout.addWidget(muted(self.tr("Roots that every server is told when it asks:")))
        self._layout.addWidget(self._editor, 1)
        self._layout.addLayout(foot)

    def accept(self) -> None:
        lines = [line.strip() for line in self._editor.toPlainText().splitlines()]
        self._context.settings.roots = [line for line in lines if line]
        client = self._context.client
        try:
            self._context.settings.save()
            if client.state == "connected" and client.info is not None and client.info.era == "legacy":
                client.notify("notifications/roots/list_changed")
        except (OSError, InspectorError) as error:
            self._note.setText(str(error))
        else:
            self._note.setText(self.tr("saved"))


_PAGES: Final[dict[str, type[_Page]]] = {
    "elicitation/create": _ElicitationPage,
    "sampling/createMessage": _SamplingPage,
    "roots/list": _RootsPage,
}


def _pretty(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
