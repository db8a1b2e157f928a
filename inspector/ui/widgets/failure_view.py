"""An explanation for a user: what happened, what was tried, the likely cause, the next step as buttons."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from inspector.errors import Explanation
from inspector.printable import without_escapes
from inspector.protocol.era.declared import named
from inspector.translation import shown
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked, Notice, column, muted, row

__all__ = ["ACTION_TEXTS", "FailureView", "Strip", "path_words"]

_EVIDENCE_LINES = 12

ACTION_TEXTS: Final[dict[str, Marked]] = {
    "show_stderr": QT_TRANSLATE_NOOP("Failure", "Show stderr"),
    "fill_in": QT_TRANSLATE_NOOP("Failure", "Fill in…"),
    "edit_server": QT_TRANSLATE_NOOP("Failure", "Edit server"),
    "retry": QT_TRANSLATE_NOOP("Failure", "Try again"),
    "retry_legacy": QT_TRANSLATE_NOOP("Failure", "Try legacy protocol"),
    "retry_modern": QT_TRANSLATE_NOOP("Failure", "Try modern protocol"),
    "retry_sse": QT_TRANSLATE_NOOP("Failure", "Try HTTP+SSE"),
    "retry_auto": QT_TRANSLATE_NOOP("Failure", "Detect transport"),
    "declare": QT_TRANSLATE_NOOP("Failure", "Declare {} and try again"),
    "diagnose": QT_TRANSLATE_NOOP("Failure", "Diagnose…"),
    "sign_in": QT_TRANSLATE_NOOP("Failure", "Sign in"),
    "install_hint": QT_TRANSLATE_NOOP("Failure", "How to install"),
}
"""Explanation.actions → what the button says; {}: the capabilities it is about."""


_PATH: Final = re.compile(r"(?<![A-Za-z_])PATH(?![A-Za-z_])")  # a particle of Korean may follow


def path_words(*texts: str) -> str:
    """What PATH is, in one sentence; "" where none of the texts names it."""
    if not any(_PATH.search(text) for text in texts):
        return ""
    return QCoreApplication.translate(
        "Failure", "The list of folders in which your system looks for a program that is called by its name."
    )


class _Action(QPushButton):
    """A button that says its action's name when it is pressed."""

    asked = Signal(str)

    def __init__(self, action: str, about: str = "") -> None:
        super().__init__(QCoreApplication.translate("Failure", ACTION_TEXTS[action]).replace("{}", about))
        self.setObjectName(f"action_{action}")
        self._action = action
        self.clicked.connect(self._ask)

    def _ask(self) -> None:
        self.asked.emit(self._action)


class FailureView(QFrame):
    """The whole explanation, with evidence in monospace. `asked`: the action of a pressed button."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("failure")
        self._happened = QLabel()
        self._happened.setTextFormat(Qt.TextFormat.PlainText)
        self._happened.setWordWrap(True)
        self._happened.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        font = self._happened.font()
        font.setBold(True)
        self._happened.setFont(font)
        self._facts = QGridLayout()
        self._facts.setColumnStretch(1, 1)
        zoom.follow(self._facts.setHorizontalSpacing, theme.SPACE_WIDE)
        zoom.follow(self._facts.setVerticalSpacing, 4)
        self._evidence = QPlainTextEdit()
        self._evidence.setObjectName("failure_evidence")
        self._evidence.setAccessibleName(self.tr("Evidence"))
        self._evidence.setReadOnly(True)
        self._evidence.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._buttons = row()
        self.setLayout(column(self._happened, self._facts_widget(), self._buttons, self._evidence))
        theme.notifier().changed.connect(self._look)
        self._look()

    def _facts_widget(self) -> QWidget:
        widget = QWidget()
        self._facts.setContentsMargins(0, 0, 0, 0)
        widget.setLayout(self._facts)
        return widget

    def show_explanation(self, explanation: Explanation) -> None:
        """Show one, in the language of now; actions that have no meaning here are left out."""
        explanation = explanation.retranslated()
        self._happened.setText(f"⚠  {explanation.happened}")
        self.setAccessibleName(explanation.happened)
        _empty(self._facts)
        facts = (
            (self.tr("Tried"), explanation.tried),
            (self.tr("Likely cause"), explanation.cause),
            (self.tr("Next step"), explanation.next_step),
            ("PATH", path_words(explanation.tried, explanation.cause, explanation.next_step)),
        )
        for line, (name, text) in enumerate((name, text) for name, text in facts if text):
            label = QLabel(text)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addWidget(muted(name), line, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(label, line, 1)
        self._evidence.setPlainText(without_escapes(explanation.evidence))
        self._evidence.setVisible(bool(explanation.evidence))
        self._fit_evidence()
        _empty(self._buttons)
        for action in explanation.actions:
            if action in ACTION_TEXTS:
                button = _Action(action, named(explanation.requires))
                if action == "retry" and "install_hint" in explanation.actions:
                    button.setText(self.tr("Look again"))  # it only has to be found
                button.asked.connect(self.asked)
                self._buttons.addWidget(button)
        self._buttons.addStretch(1)

    def _fit_evidence(self) -> None:
        lines = min(_EVIDENCE_LINES, max(2, self._evidence.blockCount()))
        bar = self._evidence.horizontalScrollBar().sizeHint().height()  # it must not hide the last line
        height = self._evidence.fontMetrics().lineSpacing() * lines + 14
        self._evidence.setFixedHeight(height + bar)

    def _look(self) -> None:
        zoom.mono(self._evidence)
        self._fit_evidence()


class Strip(Notice):
    """One line over the workspace while a connection is broken: what happened, and what to do now."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("failure_strip", "error", parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._shown: Explanation | None = None
        for name, action, text in (
            ("strip_sign_in", "sign_in", self.tr("Sign in")),
            ("strip_restart", "retry", self.tr("Restart")),
            ("strip_stderr", "show_stderr", self.tr("Show stderr")),
            ("strip_details", "details", self.tr("Details")),
        ):
            button = self.add_button(name, text, self._pressed)
            button.setProperty("action", action)
        self.hide()

    def show_explanation(self, explanation: Explanation | None, has_stderr: bool, stdio: bool = True) -> None:
        """None hides the strip. stdio: there is a process of ours to start again, not only a connection."""
        restart = self.findChild(QPushButton, "strip_restart")
        if isinstance(restart, QPushButton):
            restart.setText(self.tr("Restart") if stdio else self.tr("Reconnect"))
        self.setVisible(explanation is not None)
        if explanation is not None and explanation is not self._shown:
            self.set_text(shown(explanation.happened))
        self._shown = explanation
        wants_sign_in = explanation is not None and "sign_in" in explanation.actions
        for name, offered in (("strip_stderr", has_stderr), ("strip_sign_in", wants_sign_in)):
            button = self.findChild(QPushButton, name)
            if isinstance(button, QPushButton):
                button.setVisible(offered)

    def _pressed(self) -> None:
        button = self.sender()
        if button is not None:
            self.asked.emit(str(button.property("action")))


def _empty(layout: QLayout) -> None:
    """Remove what a layout holds."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.deleteLater()
