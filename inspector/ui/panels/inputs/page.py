"""One question of a server with its answer: what all kinds of questions have in common.

The head names the server, the call and the round; a modern server's requestState can be looked into.
Buttons are gone when the question is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.client.answer_rules import Match, Rule, mode_of
from inspector.render.peek import peek
from inspector.translation import shown, translate
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.panels import PanelContext
from inspector.ui.session.inbox import Question
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, Link, Notice, Switch, column, muted, row
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.primary_button import PrimaryButton

__all__ = ["QuestionPage", "plain_text"]

_STATE_LINES = 4


class QuestionPage(QWidget):
    """A subclass fills in what the answer is made with (`fill`) and says what is sent."""

    def __init__(self, context: PanelContext, question: Question) -> None:
        super().__init__()
        self.context = context
        self.question = question
        self._buttons: list[QPushButton] = []
        self._round: QLabel | None = None
        self._state: QWidget | None = None
        self._foot = QWidget()
        self._bar = Flow(self._foot, gap=theme.SPACE, line_gap=theme.SPACE // 2)
        self._outcome = muted()
        self._outcome.setObjectName("inputs_outcome")
        self.notice = Notice("inputs_page_notice", "warning")
        self.notice.hide()
        message = plain_text(str(question.params.get("message") or ""))
        message.setVisible(bool(message.text()))
        self.body: QVBoxLayout = column(self._head(), margins=(12, 8, 12, 8))
        self._add_round()
        self._add_undeclared()
        self.body.addWidget(message)
        self.setLayout(self.body)
        self.fill()
        self.body.addWidget(self.notice)
        self.body.addWidget(self._outcome)
        self.body.addWidget(self._foot)
        self.refresh()

    # -- what a subclass says ------------------------------------------------------------------------

    def fill(self) -> None:
        """Add what the answer is made with, and the buttons."""

    def accept(self) -> None:
        """Ctrl+Enter and the first button."""

    def rule_answer(self) -> Any:
        """The answer of a rule that would say what stands here now; None: nothing that could be kept."""
        return None

    # -- what subclasses use -------------------------------------------------------------------------

    def refresh(self) -> None:
        """The question was answered or withdrawn, or another one of its round was."""
        question = self.question
        self._foot.setVisible(question.open)
        self._outcome.setText(self._standing())
        self._outcome.setVisible(bool(self._outcome.text()))

    def button(self, name: str, text: str, pressed: Callable[[], None], primary: bool = False) -> QPushButton:
        """One more button at the bottom."""
        button = PrimaryButton(name, text) if primary else QPushButton(text)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        self._bar.addWidget(button)
        self._buttons.append(button)
        return button

    def add_refusals(self, text: str) -> None:
        """The buttons that every question ends with: make a rule, and (with a text) do not answer at all."""
        rule = self.button("inputs_make_rule", self.tr("Auto-answer…"), self.make_rule)
        rule.setToolTip(
            self.tr("Sends this answer and saves it as a rule; rules apply once they are turned on")
        )
        if text:
            self.button("inputs_reject", text, self.reject)

    def settle(self, value: dict[str, Any] | None, outcome: str = "") -> None:
        """Answer; None refuses. outcome: what there is to say beyond the word for it."""
        self.context.inbox.settle(self.question, value, outcome)

    def reject(self) -> None:
        """No answer: an error (legacy), or no retry (modern)."""
        modern = self.question.request.round > 0 or self.question.request.retry
        self.settle(None, translate("QuestionPage", "rejected, not retried") if modern else "")

    def make_rule(self) -> None:
        """Keep this answer as a rule, and answer."""
        if self.keep_rule():
            self.accept()

    def keep_rule(self) -> bool:
        """Make a rule of what stands here. It answers nothing before a user has switched the rules on."""
        answer = self.rule_answer()
        if answer is None:
            return False
        request, inbox = self.question.request, self.context.inbox
        match = Match(
            request.method,
            tool=request.target if request.call == "tools/call" else "",
            target=request.target if request.call != "tools/call" else "",
            mode=mode_of(request.method, request.params),
        )
        inbox.set_rules((Rule(match, answer), *(rule for rule in inbox.rules if rule.match != match)))
        return True

    # -- inside --------------------------------------------------------------------------------------

    def _head(self) -> QWidget:
        request = self.question.request
        words = [self.context.client.name, request.method]
        if request.call:
            words.append(self.tr("for {}").format(isolated(f"{request.call} {request.target}".strip())))
        self._record = Link("inputs_record", f"#{request.exchange}")
        self._record.setToolTip(self.tr("Show this request in the timeline"))
        self._record.clicked.connect(self._select)
        head = QWidget()
        line = row(Elided(" · ".join(words), Qt.TextElideMode.ElideRight, "muted"), self._record)
        line.setStretch(0, 1)
        head.setLayout(line)
        return head

    def _add_round(self) -> None:
        request = self.question.request
        if not request.round:
            return
        self._round = muted(wrap=True)
        self._round.setObjectName("inputs_round")
        self._state_link = Link("inputs_state_show")
        self._state_link.clicked.connect(self._toggle_state)
        line = row(self._round, self._state_link)
        line.setStretch(0, 1)
        self.body.addLayout(line)
        self._state = self._state_box() if request.state is not None else None
        self._state_link.setVisible(self._state is not None)
        if self._state is not None:
            self._state_link.setText(self.tr("Show requestState"))
            self._state.hide()
            self.body.addWidget(self._state)

    def _state_box(self) -> QWidget:
        """The state as it came, and what it may say; nothing of it can be changed."""
        text = str(self.question.request.state)
        self._state_texts = {"sent": text, "inside": peek(text)}
        self._state_view = _read_only("inputs_state", text)
        said = self.tr("As sent, {} characters").format(len(text))
        switch = Switch("inputs_state_switch", (("sent", said), ("inside", self.tr("Decoded"))))
        switch.setAccessibleName(self.tr("requestState as sent or decoded"))
        switch.offer("inside", bool(self._state_texts["inside"]))
        switch.chosen.connect(self._show_state)
        self._state_note = muted()
        self._show_state("sent")
        box = QWidget()
        box.setLayout(column(row(switch, self._state_note), self._state_view, spacing=2))
        return box

    def _show_state(self, key: str) -> None:
        local = self.tr("decoded here only; it is returned as received")
        self._state_note.setText(self.tr("returned unchanged") if key == "sent" else local)
        self._state_view.setPlainText(self._state_texts[key])
        self._state_view.setAccessibleName(self._state_note.text())

    def _add_undeclared(self) -> None:
        missing = self.question.request.undeclared
        if missing:
            notice = Notice("inputs_undeclared", "warning")
            said = self.tr("The client did not declare {}, so the server should not ask this.")
            notice.set_text(said.format(missing))
            self.body.addWidget(notice)

    def _standing(self) -> str:
        """What became of the question, and what the round still waits for."""
        question = self.question
        if self._round is not None:
            self._round.setText(self._round_words())
        if not question.open and question.request.round and question.value is not None:
            left = sum(one.open for one in self.context.inbox.round_of(question))
            if left:
                waits = self.tr("{0}; the call continues when {1} more are answered")
                return waits.format(shown(question.outcome), left)
        return shown(question.outcome)

    def _round_words(self) -> str:
        request = self.question.request
        together = len(self.context.inbox.round_of(self.question))
        parts = [self.tr("Round {}").format(request.round), self.tr("key {}").format(request.key)]
        if together > 1:
            parts.append(self.tr("one of {} requests in this round").format(together))
        if request.state is None:
            parts.append(self.tr("no requestState"))
        return " · ".join(parts)

    def _toggle_state(self) -> None:
        if self._state is not None:
            shown = self._state.isHidden()
            self._state.setVisible(shown)
            self._state_link.setText(self.tr("Hide requestState") if shown else self.tr("Show requestState"))

    def _select(self) -> None:
        self.context.selection.select(self.question.exchange)


def plain_text(text: str) -> QLabel:
    """Text of a server: as it is, selectable, in as many lines as it needs."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _read_only(name: str, text: str) -> QPlainTextEdit:
    view = QPlainTextEdit(text)
    view.setObjectName(name)
    view.setReadOnly(True)
    zoom.mono(view)
    view.setFixedHeight(_STATE_LINES * view.fontMetrics().lineSpacing() + 12)
    return view
