"""A sampling request: what a model would be asked, and the answer that the user gives in its place.

Source: MCP client/sampling: "users should be able to deny sampling requests", "review and edit".
"""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from inspector.core.client.answer_rules import CANNED_MODEL, text_sample
from inspector.render.sampling import render_sampling, sampling_facts, sampling_tools
from inspector.ui.content.page import ContentView
from inspector.ui.forms.form import Form
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.loop import saving
from inspector.ui.panels.inputs.page import QuestionPage
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Switch, column, muted, row
from inspector.ui.widgets.outside import open_link, open_media

__all__ = ["SamplingPage"]

_STOP_REASONS = ("endTurn", "stopSequence", "maxTokens", "toolUse")


class SamplingPage(QuestionPage):
    """Asked at the left, the answer at the right: as text, as the use of a tool, or as JSON."""

    def fill(self) -> None:
        self._tools = sampling_tools(self.question.params)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("inputs_splitter")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._asked())
        splitter.addWidget(self._answer())
        splitter.setSizes([400, 400])
        self.body.addWidget(splitter, 1)
        self.button("inputs_send", self.tr("Approve and send"), self.accept, primary=True)
        modern = self.question.request.round > 0
        self.add_refusals(self.tr("Reject (no retry)") if modern else self.tr("Reject"))

    # -- the answer ----------------------------------------------------------------------------------

    def result(self) -> dict[str, Any] | None:
        """The CreateMessageResult as it stands here; None when it is no JSON object (which is said)."""
        view = self._switch.key()
        if view == "json":
            return self._parsed(self._json.text(), self.tr("Answer"))
        more = {"model": self._model.text(), "stopReason": self._reason.currentText()}
        if view == "text":
            return text_sample(self._text.toPlainText(), **{key: text for key, text in more.items() if text})
        given = self._parsed(self._input.text(), self.tr("Tool input"))
        if given is None:
            return None
        use = {
            "type": "tool_use",
            "id": self._call_id.text(),
            "name": self._tool.currentText(),
            "input": given,
        }
        return {"role": "assistant", "content": [use], "model": more["model"], "stopReason": "toolUse"}

    def accept(self) -> None:
        result = self.result() if self.question.open else None
        if result is None:
            return
        if self._keep.isChecked() and self._switch.key() == "text":
            self.context.settings.canned_answer = self._text.toPlainText()
            saving.save(self.context.settings, self._saved)
        self.settle(result)

    def rule_answer(self) -> Any:
        if self._switch.key() == "text":
            return {"text": self._text.toPlainText()}
        return self.result()

    def refresh(self) -> None:
        super().refresh()
        self._views.setEnabled(self.question.open)

    # -- inside --------------------------------------------------------------------------------------

    def _asked(self) -> QWidget:
        view = ContentView()
        view.setObjectName("inputs_question")
        view.open_link.connect(open_link)
        view.open_media.connect(open_media)
        view.show_renderings(render_sampling(self.question.params))
        facts = muted(" · ".join(sampling_facts(self.question.params)), wrap=True)
        facts.setObjectName("inputs_facts")
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        side = QWidget()
        lines = column(
            muted(self.tr("Question")), facts, view, margins=(0, theme.SPACE // 2, theme.SPACE, 0), spacing=2
        )
        lines.setStretch(2, 1)
        side.setLayout(lines)
        return side

    def _answer(self) -> QWidget:
        choices = [("text", self.tr("Text")), ("json", self.tr("JSON"))]
        if self._tools:
            choices.insert(1, ("tool", self.tr("Tool use")))
        self._switch = Switch("inputs_answer_switch", choices)
        self._switch.setAccessibleName(self.tr("Kind of response"))
        self._switch.chosen.connect(self._view_chosen)
        self._views = QStackedWidget()
        self._pages = {"text": self._text_view(), "json": self._json_view()}
        if self._tools:
            self._pages["tool"] = self._tool_view()
        for page in self._pages.values():
            self._views.addWidget(page)
        head = row(muted(self.tr("Your answer")), self._switch)
        head.addStretch(1)
        side = QWidget()
        lines = column(head, self._views, margins=(theme.SPACE, 0, 0, 0), spacing=2)
        lines.setStretch(1, 1)
        side.setLayout(lines)
        return side

    def _text_view(self) -> QWidget:
        self._text = QPlainTextEdit(self.context.settings.canned_answer)
        self._text.setObjectName("inputs_text")
        self._text.setAccessibleName(self.tr("Model response"))
        self._text.setProperty("outlined", True)
        self._text.setTabChangesFocus(True)
        self._model = QLineEdit(CANNED_MODEL)
        self._model.setObjectName("inputs_model")
        self._model.setAccessibleName(self.tr("Model"))
        self._reason = QComboBox()
        self._reason.setObjectName("inputs_stop_reason")
        self._reason.setAccessibleName(self.tr("Stop reason"))
        self._reason.setEditable(True)
        self._reason.addItems(_STOP_REASONS)
        self._keep = QCheckBox(self.tr("Start the next answer with this text"))
        self._keep.setObjectName("inputs_keep")
        page = QWidget()
        about = QFormLayout()
        about.setContentsMargins(0, 0, 0, 0)
        about.addRow(muted(self.tr("Model")), self._model)
        about.addRow(muted(self.tr("Stop reason")), self._reason)
        lines = column(self._text)
        lines.addLayout(about)
        lines.addWidget(self._keep)
        lines.setStretch(0, 1)
        page.setLayout(lines)
        return page

    def _json_view(self) -> QWidget:
        self._json = JsonEditor()
        self._json.setObjectName("inputs_answer")
        self._json.submitted.connect(self.accept)
        return self._json

    def _tool_view(self) -> QWidget:
        self._tool = QComboBox()
        self._tool.setObjectName("inputs_tool")
        self._tool.setAccessibleName(self.tr("Tool"))
        self._tool.addItems([name for name, _about, _schema in self._tools])
        self._call_id = QLineEdit(f"call_{self.question.number}")
        self._call_id.setObjectName("inputs_tool_id")
        self._call_id.setAccessibleName(self.tr("Tool use ID"))
        self._input = Form()
        self._input.setObjectName("inputs_tool_input")
        self._tool.currentIndexChanged.connect(self._tool_chosen)
        self._tool_chosen(0)
        head = row(_named(self.tr("Tool"), self._tool), self._tool, _named(self.tr("ID"), self._call_id))
        head.setStretch(1, 1)
        head.addWidget(self._call_id)
        page = QWidget()
        lines = column(head, self._input)
        lines.setStretch(1, 1)
        page.setLayout(lines)
        return page

    def _tool_chosen(self, place: int) -> None:
        if 0 <= place < len(self._tools):
            self._input.set_schema(self._tools[place][2] if self._tools[place][2] is not None else {})

    def _view_chosen(self, key: str) -> None:
        if key == "json":
            before = "text" if self._views.currentWidget() is self._pages["text"] else "tool"
            self._switch.blockSignals(True)
            self._switch.choose(before)
            result = self.result()
            self._switch.choose(key)
            self._switch.blockSignals(False)
            if result is not None:
                self._json.set_text(json.dumps(result, indent=2, ensure_ascii=False))
        self._views.setCurrentWidget(self._pages[key])

    def _parsed(self, text: str, what: str) -> dict[str, Any] | None:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        self.notice.setVisible(not isinstance(value, dict))
        if not isinstance(value, dict):
            self.notice.set_text(self.tr("{} is not a JSON object.").format(what))
            return None
        return value

    def _saved(self, trouble: str) -> None:
        self.notice.set_text(trouble)
        self.notice.setVisible(bool(trouble))


def _named(text: str, control: QWidget) -> QLabel:
    label = muted(text)
    label.setBuddy(control)
    return label
