"""An elicitation: a form made from requestedSchema, checked before it is sent, wrong values sent on purpose.

Source: MCP client/elicitation: "provide clear decline and cancel options"; SEP-1034: fields start with the
defaults of the schema.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton

from inspector.core.answer_rules import defaults_of
from inspector.protocol.jsonrpc import one_line
from inspector.schema.problem import faults, told
from inspector.ui.controls import row
from inspector.ui.panels.argument_views import ArgumentViews, ViewNames
from inspector.ui.panels.input_page import Page
from inspector.ui.tasks import spawn

__all__ = ["FormPage"]

_CHECK_MS = 250


class FormPage(Page):
    """Accept, Decline, Cancel. The form and the JSON show the same text; the text is what is sent."""

    def fill(self) -> None:
        self._schema: Any = self.question.params.get("requestedSchema", {})
        self._wrong_text = ""  # what was checked last and does not fit
        names = ViewNames("elicitation_form", "elicitation_json", "elicitation_switch")
        self._views = ArgumentViews(names, self.tr("Answer"))
        self.form = self._views.form
        self._views.set_schema(self._schema)
        self._fill_defaults()
        switches = row(self._views.switch)
        switches.addStretch(1)
        self.body.addLayout(switches)
        self.body.addWidget(self._views, 1)
        self._accept: QPushButton = self.button(
            "elicitation_accept", self.tr("Accept"), self.accept, primary=True
        )
        self.button("elicitation_decline", self.tr("Decline"), self.decline)
        self.button("elicitation_cancel", self.tr("Cancel"), self.cancel)
        modern = self.question.request.round > 0
        self.add_refusals(self.tr("Do not retry") if modern else "")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_CHECK_MS)
        self._timer.timeout.connect(self._check_soon)
        self._views.changed.connect(self._text_changed)
        self._views.submitted.connect(self.accept)

    def text(self) -> str:
        """The JSON text of the content."""
        return self._views.text()

    def accept(self) -> None:
        """Check, and send when it fits; a second time sends what does not fit."""
        if not self.question.open:
            return
        if self.text() == self._wrong_text:
            self._send()
        else:
            spawn(self, self._check(self.text(), send=True), "check an answer")

    def decline(self) -> None:
        """The person says no."""
        self.settle({"action": "decline"}, self.tr("declined"))

    def cancel(self) -> None:
        """The person does not want to answer now."""
        self.settle({"action": "cancel"}, self.tr("cancelled"))

    def rule_answer(self) -> Any:
        try:
            return {"accept": dict(json.loads(self.text()))}
        except (ValueError, TypeError, RecursionError):
            self._say(self.tr("What stands here is no JSON object: no rule can be made of it."))
            return None

    def refresh(self) -> None:
        super().refresh()
        self.form.set_read_only(not self.question.open)
        self._views.editor.set_read_only(not self.question.open)

    # -- inside --------------------------------------------------------------------------------------

    def _fill_defaults(self) -> None:
        defaults = defaults_of(self._schema)
        try:
            begun = json.loads(self.text() or "{}")
        except (ValueError, RecursionError):
            return
        if defaults and isinstance(begun, dict):
            self._views.set_text(json.dumps({**begun, **defaults}, indent=2, ensure_ascii=False))

    def _text_changed(self) -> None:
        self._wrong_text = ""
        self._accept.setText(self.tr("Accept"))
        self.notice.hide()
        self._timer.start()

    def _check_soon(self) -> None:
        spawn(self, self._check(self.text(), send=False), "check an answer")

    async def _check(self, text: str, send: bool) -> None:
        problems = await self.context.validator.check(self._schema, text, assert_formats=True)
        if text != self.text() or not self.question.open:
            return
        wrong = faults(problems)
        self.form.show_errors([(one.pointer, one.message) for one in wrong], reveal=send)
        self._views.editor.show_problems(told(problems))
        if not send:
            return
        if wrong:
            self._wrong_text = text
            self._accept.setText(self.tr("Accept anyway"))
            self._say(self.tr("Not everything fits the schema; accept once more to send it on purpose."))
        else:
            self._send()

    def _send(self) -> None:
        text = self.text()
        try:
            msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            self._say(self.tr("What stands here is no JSON, so it cannot be a part of an answer."))
            return
        content = msgspec.Raw(one_line(text.encode("utf-8", "replace")))  # token for token
        self.settle({"action": "accept", "content": content}, self.tr("accepted"))

    def _say(self, text: str) -> None:
        self.notice.set_text(text)
        self.notice.show()
