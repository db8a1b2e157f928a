"""The rules that may answer a server's questions: switched on and off, edited, removed."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QListWidget, QPushButton, QSplitter, QWidget

from inspector.core.client.answer_rules import Rule, rule_from
from inspector.errors import UsageError
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.panels import PanelContext
from inspector.ui.widgets.controls import Notice, column, muted, row

__all__ = ["RulesPage", "rule_line"]

_NEW: dict[str, Any] = {"match": {"method": "elicitation/create"}, "answer": "accept"}


def rule_line(rule: Rule) -> str:
    """`elicitation/create · tool=ask_person → accept`"""
    match = rule.match.as_json()
    method = match.pop("method")
    answer = json.dumps(rule.answer, ensure_ascii=False)
    answer = rule.answer if isinstance(rule.answer, str) else answer
    words = " · ".join((method, *(f"{key}={text}" for key, text in match.items())))
    return f"{words} → {answer if len(answer) <= 60 else answer[:59] + '…'}"


class RulesPage(QWidget):
    """The first rule that fits answers, and only while they are switched on. Kept until the program ends."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self._inbox = context.inbox
        self.automatic = QCheckBox(self.tr("Answer this server's requests with these rules"))
        self.automatic.setObjectName("rules_automatic")
        self.list = QListWidget()
        self.list.setObjectName("rules_list")
        self.list.setAccessibleName(self.tr("Rules"))
        self._editor = JsonEditor()
        self._editor.setObjectName("rules_editor")
        self._notice = Notice("rules_notice", "error")
        self._notice.hide()
        about = self.tr(
            "The first matching rule answers; roots are sent, and everything else waits for "
            "you. The same rules work with mcpdi --answer."
        )
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.list)
        splitter.addWidget(self._editor)
        splitter.setSizes([120, 200])
        names = (
            ("rules_apply", self.tr("Apply"), self.apply),
            ("rules_add", self.tr("New rule"), self.add),
            ("rules_remove", self.tr("Remove"), self.remove),
            ("rules_copy", self.tr("Copy all"), self.copy),
        )
        self._buttons: dict[str, QPushButton] = {}
        buttons = row()
        for name, text, pressed in names:
            button = self._buttons[name] = QPushButton(text)
            button.setObjectName(name)
            button.clicked.connect(pressed)
            buttons.addWidget(button)
        buttons.addStretch(1)
        lines = column(
            self.automatic, muted(about, wrap=True), splitter, self._notice, margins=(12, 8, 12, 8)
        )
        lines.addLayout(buttons)
        lines.setStretch(2, 1)
        self.setLayout(lines)
        self._editor.submitted.connect(self.apply)
        self.automatic.toggled.connect(self._inbox.set_automatic)
        self.list.currentRowChanged.connect(self._show)
        self.refresh()

    def refresh(self) -> None:
        """Show the rules as they are now; what is being edited stays."""
        self.automatic.setChecked(self._inbox.automatic)
        texts = [rule_line(rule) for rule in self._inbox.rules]
        if texts != [self.list.item(place).text() for place in range(self.list.count())]:
            place = max(0, self.list.currentRow())
            self.list.clear()
            self.list.addItems(texts)
            self.list.setCurrentRow(min(place, len(texts) - 1))
        self._enable()

    def apply(self) -> None:
        """Put what stands in the editor in the place of the chosen rule."""
        place, rules = self.list.currentRow(), list(self._inbox.rules)
        try:
            rule = rule_from(json.loads(self._editor.text()), self.tr("The rule"))
        except (ValueError, RecursionError):
            self._complain(self.tr("The rule is not JSON."))
            return
        except UsageError as error:
            self._complain(str(error))
            return
        self._notice.hide()
        if 0 <= place < len(rules):
            rules[place] = rule
            self._inbox.set_rules(rules)

    def add(self) -> None:
        """A new rule at the end."""
        self._inbox.set_rules((*self._inbox.rules, rule_from(_NEW, "")))
        self.refresh()
        self.list.setCurrentRow(self.list.count() - 1)

    def remove(self) -> None:
        """Forget the chosen rule."""
        place, rules = self.list.currentRow(), list(self._inbox.rules)
        if 0 <= place < len(rules):
            del rules[place]
            self._inbox.set_rules(rules)

    def copy(self) -> None:
        """All rules as a file for `mcpdi --answer`."""
        QGuiApplication.clipboard().setText(_pretty([rule.as_json() for rule in self._inbox.rules]))

    def _show(self, place: int) -> None:
        known = 0 <= place < len(self._inbox.rules)
        self._editor.set_text(_pretty(self._inbox.rules[place].as_json()) if known else "")
        self._notice.hide()
        self._enable()

    def _enable(self) -> None:
        chosen = self.list.currentRow() >= 0
        self._editor.setEnabled(chosen)
        for name in ("rules_apply", "rules_remove"):
            self._buttons[name].setEnabled(chosen)
        self._buttons["rules_copy"].setEnabled(self.list.count() > 0)

    def _complain(self, text: str) -> None:
        self._notice.set_text(text)
        self._notice.show()


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
