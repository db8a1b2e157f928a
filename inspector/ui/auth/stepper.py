"""The steps of one authorization: a list with a sign and a word each, and everything about the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.ui.auth.choices import Choices
from inspector.ui.auth.rows import AuthRow, raw_text, rows_of_step
from inspector.ui.auth.tree import RowTree
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Elided, Heading, Marked, Switch, column, row
from inspector.ui.widgets.plain import tooltip

if TYPE_CHECKING:
    from inspector.core.auth.steps import FlowStep

__all__ = ["STATES", "TOKEN", "StepList", "StepView"]

TOKEN: Final = "(token)"
"""Key of the last line of the list: what came of it."""

STATES: Final[dict[str, tuple[str, Marked, str]]] = {
    "waiting": ("○", QT_TRANSLATE_NOOP("AuthStepper", "waiting"), "muted"),
    "running": ("◌", QT_TRANSLATE_NOOP("AuthStepper", "running"), "pending"),
    "ok": ("✓", QT_TRANSLATE_NOOP("AuthStepper", "done"), "ok"),
    "warning": ("⚠", QT_TRANSLATE_NOOP("AuthStepper", "warning"), "warning"),
    "failed": ("✗", QT_TRANSLATE_NOOP("AuthStepper", "failed"), "error"),
    "skipped": ("–", QT_TRANSLATE_NOOP("AuthStepper", "not needed"), "muted"),
}
"""Step.state → glyph, word, role."""


def state_word(state: str) -> str:
    """What is said of a step."""
    return QCoreApplication.translate("AuthStepper", STATES[state][1])


class StepList(QTreeWidget):
    """`chosen(id)`: of a step, or TOKEN."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("auth_steps")
        self.setAccessibleName(self.tr("Steps of the authorization"))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setColumnCount(3)
        header = self.header()
        zoom.follow(header.setMinimumSectionSize, 20)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: list[tuple[str, str, str]] = []
        self.currentItemChanged.connect(self._current_changed)
        theme.notifier().changed.connect(self._paint)

    def show_steps(self, steps: Sequence[FlowStep], token: str, token_state: str) -> None:
        """token: what the last line says; empty: there is none yet."""
        shown: list[tuple[str, str, str]] = [(step.id, step.title, step.state) for step in steps]
        if token:
            shown.append((TOKEN, token, token_state))
        if shown == self._shown:
            return
        keys = [one[0] for one in shown]
        if keys != [one[0] for one in self._shown]:
            here = self.key()
            self.blockSignals(True)
            self.clear()
            for key in keys:
                item = QTreeWidgetItem(self)
                item.setData(0, Qt.ItemDataRole.UserRole, key)
            self.blockSignals(False)
            self._shown = shown
            self._paint()
            self.choose(here if here in keys else (keys[0] if keys else ""))
            return
        self._shown = shown
        self._paint()

    def key(self) -> str:
        """The chosen step."""
        item = self.currentItem()
        return str(item.data(0, Qt.ItemDataRole.UserRole)) if item is not None else ""

    def choose(self, key: str) -> None:
        """Choose a step; an unknown one changes nothing."""
        root = self.invisibleRootItem()
        for item in (root.child(place) for place in range(root.childCount())):
            if item is not None and item.data(0, Qt.ItemDataRole.UserRole) == key:
                self.setCurrentItem(item)

    def _paint(self) -> None:
        height = theme.row_height()
        for place, (key, title, state) in enumerate(self._shown):
            glyph, _, role = STATES[state]
            word = "" if key == TOKEN else state_word(state)
            item = self.invisibleRootItem().child(place)
            assert item is not None
            told = title if key == TOKEN else f"{place + 1}  {title}"
            for column_, (text, colour) in enumerate(((glyph, role), (told, "text"), (word, role))):
                item.setText(column_, text)
                item.setForeground(column_, QBrush(theme.color(colour)))
            item.setSizeHint(0, QSize(0, height))
            item.setToolTip(1, tooltip(title))
            item.setData(1, Qt.ItemDataRole.AccessibleTextRole, f"{title}: {word}" if word else title)

    def _current_changed(self, *_items: object) -> None:
        self.chosen.emit(self.key())


class StepView(QWidget):
    """One step: state, verdict, source of the rule, what can be decided, values and requests."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: object = None
        self._key = ""
        self._title = Heading(delta=1)
        self._state = Chip("")
        self._verdict = QLabel()
        self._verdict.setObjectName("auth_verdict")
        self._verdict.setTextFormat(Qt.TextFormat.PlainText)
        self._verdict.setWordWrap(True)
        self._verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._rule = Elided(role="muted")
        self._rule.setObjectName("auth_rule")
        self.choices = Choices()
        self.switch = Switch("auth_switch", (("parsed", self.tr("Parsed")), ("raw", self.tr("As sent"))))
        self.switch.setAccessibleName(self.tr("How requests and responses are shown"))
        self._reveal = QPushButton(self.tr("Show secret"))
        self._reveal.setObjectName("auth_reveal")
        self._reveal.setToolTip(self.tr("Shows or hides the secret of the selected row"))
        self.tree = RowTree("auth_values", self.tr("Values, requests and responses"))
        self._raw = QPlainTextEdit()
        self._raw.setObjectName("auth_raw")
        self._raw.setAccessibleName(self.tr("Requests and responses as sent, without secrets"))
        self._raw.setReadOnly(True)
        self._raw.setFrameShape(QFrame.Shape.NoFrame)
        self._raw.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._raw)
        self._lay_out()
        self.switch.chosen.connect(self._switched)
        self._reveal.clicked.connect(self.tree.toggle_secret)
        self.tree.secret_chosen.connect(self._secret_chosen)
        self._reveal.setEnabled(False)
        theme.notifier().changed.connect(self._look)
        self._look()

    def _lay_out(self) -> None:
        head = row(self._title, self._state)
        head.addStretch(1)
        words = column(head, self._verdict, self._rule, self.choices, margins=(12, 8, 12, 4), spacing=4)
        bar = row(self.switch, margins=(8, 0, 8, 2))
        bar.addStretch(1)
        bar.addWidget(self._reveal)
        self._reveal.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        layout = column(words, bar, self._pages, spacing=0)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def show_step(self, step: FlowStep) -> None:
        """A step of the flow, or a renewal or revocation."""
        glyph, _, role = STATES[step.state]
        fresh = self._head(step.id, step.title, f"{glyph} {state_word(step.state)}", role, step.verdict)
        self._rule.setText(self.tr("Source: {}").format(step.rule))
        self._rule.setVisible(bool(step.rule))
        if fresh or step != self._shown:
            self._shown = step
            self._fill(rows_of_step(step), raw_text(step), fresh)

    def show_token(self, title: str, state: str, role: str, rows: tuple[AuthRow, ...]) -> None:
        """What came of it. role: of the state's colour."""
        fresh = self._head(TOKEN, title, state, role, "")
        self._rule.hide()
        self.choices.hide()
        if fresh or rows != self._shown:
            self._shown = rows
            self._fill(rows, "", fresh)

    def _head(self, key: str, title: str, state: str, role: str, verdict: str) -> bool:
        """Whether it is about something else than before."""
        self._title.setText(title)
        self._state.setText(state)
        self._state.set_role(role)
        self._state.setVisible(bool(state))
        self._verdict.setText(verdict)
        self._verdict.setVisible(bool(verdict))
        fresh, self._key = key != self._key, key
        return fresh

    def _fill(self, rows: tuple[AuthRow, ...], raw: str, fresh: bool) -> None:
        self.switch.offer("raw", bool(raw))
        self.tree.show_rows(rows, fresh)
        if raw != self._raw.toPlainText():
            self._raw.setPlainText(raw)

    def _switched(self, key: str) -> None:
        self._pages.setCurrentIndex(1 if key == "raw" else 0)
        self._reveal.setVisible(key != "raw")

    def _secret_chosen(self, secret: bool) -> None:
        hidden = self.tree.is_hidden() or not secret
        self._reveal.setText(self.tr("Show secret") if hidden else self.tr("Hide secret"))
        self._reveal.setEnabled(secret)

    def _look(self) -> None:
        zoom.mono(self._raw)
