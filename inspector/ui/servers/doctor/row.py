"""One line of the doctor's list: what was looked at, what came of it; its details unfold below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from inspector.core.doctor.checks import Check, Fact
from inspector.core.doctor.fixes import Fix
from inspector.printable import without_escapes
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, Heading, column, muted, row
from inspector.ui.widgets.failure_view import path_words

__all__ = ["CheckRow"]

_GLYPHS: Final = {
    "waiting": ("circle-outline", "muted"),
    "running": ("progress-clock", "pending"),
    "ok": ("check-circle-outline", "ok"),
    "warning": ("alert-outline", "warning"),
    "failed": ("alert-circle-outline", "error"),
    "skipped": ("minus-circle-outline", "muted"),
}
"""State → icon and role."""

_SPOKEN: Final = {
    "waiting": QT_TRANSLATE_NOOP("CheckRow", "waiting"),
    "running": QT_TRANSLATE_NOOP("CheckRow", "running"),
    "ok": QT_TRANSLATE_NOOP("CheckRow", "OK"),
    "warning": QT_TRANSLATE_NOOP("CheckRow", "warning"),
    "failed": QT_TRANSLATE_NOOP("CheckRow", "failed"),
    "skipped": QT_TRANSLATE_NOOP("CheckRow", "skipped"),
}
"""State → what a screen reader says for the icon."""

_MOST_LINES: Final = 10
_NAME_WIDTH: Final = 180  # px
_LEFT: Final = 32  # px: where the texts begin, right of the icon


class _Head(QFrame):
    """The line itself. Click, Enter and Space unfold."""

    pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(theme.color("accent"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()


class CheckRow(QWidget):
    """`fix_wanted(Fix, what was typed)`."""

    fix_wanted = Signal(object, str)

    def __init__(self, check: Check, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"check_{check.id}")
        self.check = check
        self._open = False
        self._icon = QLabel()
        zoom.follow(self._icon.setFixedWidth, 18)
        self._fold = QLabel()
        zoom.follow(self._fold.setFixedWidth, 14)
        self._title = Heading(check.title)
        self._title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._said = Elided()
        self._took = muted()
        self._head = _Head(f"check_head_{check.id}")
        head = row(self._icon, self._title, self._said, self._took, self._fold, margins=(8, 4, 8, 4))
        head.setStretch(2, 1)
        self._head.setLayout(head)
        self._head.pressed.connect(self.toggle)
        self._body: QWidget | None = None
        self._layout = column(self._head, spacing=0)
        self.setLayout(self._layout)
        theme.notifier().changed.connect(self._look)
        self.show_check(check)

    def show_check(self, check: Check) -> None:
        """Show another state of the same check, folded."""
        self.check = check
        if self._body is not None:
            self._layout.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
            self._body = None
        self._open = False
        self._said.setText(in_order(check.said))
        self._took.setText(_duration(check.duration_ns))
        self._look()

    @property
    def has_details(self) -> bool:
        """Whether there is something to unfold."""
        return bool(self.check.facts or self.check.explanation or self.check.fixes)

    def toggle(self) -> None:
        """Fold or unfold."""
        self.unfold(not self._open)

    def unfold(self, open_: bool = True) -> None:
        """Show the details, or hide them."""
        if not self.has_details:
            return
        if open_ and self._body is None:
            cut = bool(self._said.toolTip())  # the line has no room for all of it
            self._body = _body(self.check, cut, self._ask)
            self._layout.addWidget(self._body)
        if self._body is not None:
            self._body.setVisible(open_)
        self._open = open_
        self._look()

    def _ask(self, fix: Fix, typed: QLineEdit | None) -> None:
        text = typed.text().strip() if typed is not None else ""
        if typed is not None and not text:
            typed.setFocus()
            return
        self.fix_wanted.emit(fix, text)

    def _look(self) -> None:
        name, role = _GLYPHS[self.check.state]
        self._icon.setPixmap(theme.icon(name, role).pixmap(theme.px(16), theme.px(16)))
        self._said.set_role(role if self.check.state in ("failed", "warning") else "muted")
        fold = ("chevron-down" if self._open else "chevron-right") if self.has_details else ""
        if fold:
            self._fold.setPixmap(theme.icon(fold, "muted").pixmap(theme.px(14), theme.px(14)))
        else:
            self._fold.clear()
        state = translate("CheckRow", _SPOKEN[self.check.state])
        self._head.setAccessibleName(f"{self.check.title}, {state}. {self.check.said}".strip())


def _duration(ns: int) -> str:
    if ns < 1_000_000:
        return ""
    return duration_text(ns)


def _body(check: Check, cut: bool, ask: Callable[[Fix, QLineEdit | None], None]) -> QWidget:
    """What it means, the ways out, and then what was seen. cut: the line above could not say all it says."""
    layout = column(margins=(_LEFT, 0, 12, 8), spacing=theme.SPACE)
    for text in filter(None, (check.said if cut else "", check.explanation)):
        layout.addWidget(_plain(in_order(text)))
    for place, fix in enumerate(check.fixes):
        layout.addWidget(_fix(f"{check.id}_{place}", fix, ask))
    facts = check.facts
    titles = (fix.title for fix in check.fixes)
    if words := path_words(check.said, check.explanation, *titles, *(fact.name for fact in facts)):
        facts = (*facts, Fact("PATH", words))
    if facts:
        layout.addWidget(_facts(facts))
    body = QWidget()
    body.setObjectName(f"check_body_{check.id}")
    body.setLayout(layout)
    return body


def _plain(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _fix(name: str, fix: Fix, ask: Callable[[Fix, QLineEdit | None], None]) -> QWidget:
    button = QPushButton(fix.title)
    button.setObjectName(f"fix_{name}")
    button.setAutoDefault(False)
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    parts: list[QWidget] = [button]
    typed: QLineEdit | None = None
    if fix.asks:
        typed = QLineEdit()
        typed.setObjectName(f"fix_value_{name}")
        typed.setAccessibleName(fix.asks)
        typed.setPlaceholderText(fix.asks)
        if fix.secret:
            typed.setEchoMode(QLineEdit.EchoMode.Password)
        typed.returnPressed.connect(button.click)
        parts.insert(0, typed)
    button.clicked.connect(partial(_pressed, ask, fix, typed))
    layout = row(*parts)
    if typed is None:
        layout.addStretch(1)
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def _pressed(
    ask: Callable[[Fix, QLineEdit | None], None], fix: Fix, typed: QLineEdit | None, _checked: bool = False
) -> None:
    ask(fix, typed)


def _facts(facts: tuple[Fact, ...]) -> QWidget:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setColumnStretch(1, 1)
    zoom.follow(grid.setHorizontalSpacing, theme.SPACE_WIDE)
    zoom.follow(grid.setVerticalSpacing, 4)
    line = 0
    for fact in facts:
        name = muted(fact.name)
        if "\n" in fact.text:
            grid.addWidget(name, line, 0, 1, 2)
            grid.addWidget(_Several(fact), line + 1, 0, 1, 2)
            line += 2
            continue
        if name.sizeHint().width() > _NAME_WIDTH:
            name.setWordWrap(True)
            zoom.follow(name.setFixedWidth, _NAME_WIDTH)
        label = _plain(fact.text or "–")
        label.setAccessibleName(f"{fact.name}: {fact.text}")
        grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label, line, 1)
        line += 1
    widget = QWidget()
    widget.setLayout(grid)
    return widget


class _Several(QPlainTextEdit):
    """Lines in monospace, as many as there are up to a limit."""

    def __init__(self, fact: Fact) -> None:
        super().__init__(without_escapes(fact.text))
        self.setObjectName("check_output")
        self.setAccessibleName(fact.name)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        theme.notifier().changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        zoom.mono(self)
        lines = min(_MOST_LINES, self.blockCount())
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 14 + bar)
