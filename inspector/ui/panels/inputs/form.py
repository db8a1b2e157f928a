"""An elicitation: a form made from requestedSchema, checked before it is sent, wrong values sent on purpose.

Source: MCP client/elicitation: "provide clear decline and cancel options"; SEP-1034: fields start with the
defaults of the schema.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
from PySide6.QtWidgets import QPushButton

from inspector.core.client.answer_rules import defaults_of
from inspector.protocol.jsonrpc import one_line
from inspector.ui.forms.error_list import FaultList
from inspector.ui.forms.place import finish_typing
from inspector.ui.json.editor.live_check import LiveCheck
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels.argument_views import ArgumentViews, ViewNames
from inspector.ui.panels.inputs.page import QuestionPage
from inspector.ui.widgets.controls import row

__all__ = ["FormPage"]


class FormPage(QuestionPage):
    """Accept, Decline, Cancel. The form and the JSON show the same text; the text is what is sent."""

    def fill(self) -> None:
        self._schema: Any = self.question.params.get("requestedSchema", {})
        self._checking: asyncio.Task[None] | None = None
        names = ViewNames("elicitation_form", "elicitation_json", "elicitation_switch")
        self._views = ArgumentViews(names, self.tr("Answer"))
        self._views.setObjectName("elicitation_answer")  # it is remembered by its name
        self.form = self._views.form
        self._views.set_schema(self._schema)
        self._fill_defaults()
        switches = row(self._views.switch)
        switches.addStretch(1)
        self._faults = FaultList("elicitation")
        switches.addWidget(self._faults.button)
        self.body.addLayout(switches)
        self.body.addWidget(self._views, 1)
        self.body.addWidget(self._faults)
        self._accept: QPushButton = self.button(
            "elicitation_accept", self.tr("Accept"), self.accept, primary=True
        )
        self.button("elicitation_decline", self.tr("Decline"), self.decline)
        self.button("elicitation_cancel", self.tr("Cancel"), self.cancel)
        modern = self.question.request.round > 0
        self.add_refusals(self.tr("Do not retry") if modern else "")
        self._live = LiveCheck(self.context.validator, self.text, self)
        self._live.set_schema(self._schema, assert_formats=True)  # they are what the server asks for
        self._live.checked.connect(self._views.show_problems)
        self.form.faults_changed.connect(self._show_faults)
        self._faults.chosen.connect(self._views.go_to_fault)
        self._views.changed.connect(self._text_changed)
        self._views.submitted.connect(self.accept)

    def text(self) -> str:
        """The JSON text of the content."""
        return self._views.text()

    def accept(self) -> None:
        """Check, and send when it fits; a second time sends what does not fit."""
        if not self.question.open:
            return
        finish_typing(self.form)
        checking, self._checking = self._checking, None
        if checking is not None:
            checking.cancel()
        if checking is not None or self._views.has_errors():
            self._send()
        else:
            self._checking = spawn(self, self._check_and_send(self.text()), "check an answer")

    def decline(self) -> None:
        """The user says no."""
        self.settle({"action": "decline"})

    def cancel(self) -> None:
        """The user does not want to answer now."""
        self.settle({"action": "cancel"})

    def make_rule(self) -> None:
        """A rule answers unasked: only what fits becomes one."""
        if self.question.open:
            finish_typing(self.form)
            spawn(self, self._check_and_keep(self.text()), "check a rule")

    def rule_answer(self) -> Any:
        try:
            return {"accept": dict(json.loads(self.text()))}
        except (ValueError, TypeError, RecursionError):
            self._say(self.tr("This is not a JSON object, so no rule can be made from it."))
            return None

    def refresh(self) -> None:
        super().refresh()
        self._views.set_read_only(not self.question.open)

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
        self.notice.hide()
        self._live.text_changed()

    def _show_faults(self) -> None:
        self._faults.show_faults(self.form.faults())
        self._accept.setText(self.tr("Accept anyway") if self._views.has_errors() else self.tr("Accept"))

    async def _check_and_send(self, text: str) -> None:
        problems = await self._live.verdict()
        self._checking = None
        if text != self.text() or not self.question.open:
            return
        self._views.show_problems(problems, reveal=True)
        if self._views.has_errors():
            self._say(self.tr("Some values do not match the schema; accept again to send them anyway."))
        else:
            self._send()

    async def _check_and_keep(self, text: str) -> None:
        problems = await self._live.verdict()
        if text != self.text() or not self.question.open:
            return
        self._views.show_problems(problems, reveal=True)
        if self._views.has_errors():
            self._say(self.tr("Some values do not match the schema: no rule was made and nothing was sent."))
        elif self.keep_rule():
            self._send()

    def _send(self) -> None:
        text = self.text()
        try:
            msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            self._say(self.tr("This is not JSON, so it cannot be part of a response."))
            return
        content = msgspec.Raw(one_line(text.encode("utf-8", "replace")))  # token for token
        self.settle({"action": "accept", "content": content})

    def _say(self, text: str) -> None:
        self.notice.set_text(text)
        self.notice.show()
