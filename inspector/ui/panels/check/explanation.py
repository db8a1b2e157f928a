"""Beside the table: what one line means, what the specification says, and what to change."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QStackedWidget, QWidget

from inspector.translation import shown
from inspector.ui.locale.locale_text import number_text
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.panels.check.tables import GLYPHS, Line, word_of
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import DIALOG, Heading, Link, column, empty_state, muted, row
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.outside import open_link
from inspector.ui.widgets.plain import shortened, tooltip

__all__ = ["Explanation"]

_COPIED_MS: Final = 1500
_MOST: Final = 1000  # characters of a sentence with words of a server


class _Words(QLabel):
    """Sentences to read and to copy, plain whatever a server put into them."""

    def __init__(self, name: str, role: QPalette.ColorRole = QPalette.ColorRole.WindowText) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setForegroundRole(role)

    def minimumSizeHint(self) -> QSize:
        """The height follows from the width there is; Qt would take that of a narrow column."""
        return QSize(theme.px(80), self.fontMetrics().height())


class Explanation(QStackedWidget):
    """`rule_wanted(rule)`: its place in the guide. `issue_wanted(Line)`: copy it."""

    rule_wanted = Signal(str)
    issue_wanted = Signal(object)
    place_wanted = Signal(int, str)  # record, JSON Pointer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("check_explanation")
        self.setAccessibleName(self.tr("Explanation"))
        self._scroll = QScrollArea()
        self._scroll.setObjectName("check_explained")
        self._scroll.setAccessibleName(self.accessibleName())
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._line: Line | None = None
        self._url = ""
        self._chip = Chip("", "muted")
        self._rule = Heading("", 1)
        self._record = Link("check_record")
        self._record.setToolTip(self.tr("Show the record, with the place marked"))
        self._record.clicked.connect(self._show_place)
        self._facts = _Words("check_facts", QPalette.ColorRole.PlaceholderText)
        self._text = _Words("check_text")
        self._parts = {
            "seen": (muted(self.tr("Seen")), _Words("check_evidence")),
            "says": (muted(self.tr("The specification")), _Words("check_sentence")),
            "fix": (muted(self.tr("How to fix it")), _Words("check_fix")),
            "why": (muted(self.tr("Why")), _Words("check_why")),
        }
        zoom.mono(self._parts["seen"][1])  # before it has a parent: under a style sheet it would be lost
        self._copy = QPushButton(self.tr("Copy as an issue"))
        self._copy.setObjectName("check_issue")
        self._copy.clicked.connect(self._copy_issue)
        self._open = Link("check_page", self.tr("Open page ↗"))
        self._open.clicked.connect(self._open_page)
        self._guide = Link("check_rule", self.tr("Rule in the guide"))
        self._guide.clicked.connect(self._open_rule)
        self._lay_out()
        self.show_line(None)

    def _lay_out(self) -> None:
        head = row(self._rule, self._chip, self._record)
        head.addStretch(1)
        bar = QWidget()
        line = Flow(bar, gap=theme.SPACE, line_gap=4)
        for part in (self._copy, self._guide):
            line.addWidget(part)
        heads = {name: row(title) for name, (title, _words) in self._parts.items()}
        heads["says"].addWidget(self._open)
        for one in heads.values():
            one.addStretch(1)
        pairs = [column(heads[name], words, spacing=2) for name, (_title, words) in self._parts.items()]
        whole = column(head, self._text, self._facts, bar, *pairs, margins=DIALOG)
        whole.addStretch(1)
        body = QWidget()
        body.setLayout(whole)
        self._scroll.setWidget(body)
        self.addWidget(empty_state(self.tr("Select a line to see how to fix it.")))
        self.addWidget(self._scroll)

    # -- one line ------------------------------------------------------------------------------------

    def show_line(self, line: Line | None, url: str = "") -> None:
        """Explain a line; None: nothing. url: of the page that it rests on."""
        self._line, self._url = line, url
        self.setCurrentIndex(0 if line is None else 1)
        if line is None:
            return
        first = line.same[0] if line.same else None
        self._rule.setText(line.rule)
        self._rule.setVisible(bool(line.rule))
        self._chip.setText(word_of(line.kind, one=True))
        self._chip.set_role(GLYPHS[line.kind][1])
        self._chip.adjustSize()
        own = line.text != line.sentence  # a requirement says no more than its rule
        self._text.setText(shortened(in_order(shown(line.text)), _MOST) if own else "")
        self._text.setVisible(bool(self._text.text()))
        self._facts.setText(self._facts_of(line))
        self._facts.setVisible(bool(self._facts.text()))
        says = (first.evidence if first else "", line.sentence, line.fix, in_order(shown(line.why)))
        for (title, words), text in zip(self._parts.values(), says, strict=True):
            words.setText(shortened(in_order(text), _MOST))
            for part in (title, words):
                part.setVisible(bool(text))
        self._record.setText(self.tr("record #{}").format(first.record) if first else "")
        self._record.setVisible(first is not None and first.record > 0)
        self._record.updateGeometry()
        self._copy.setVisible(first is not None)
        self._guide.setVisible(bool(line.rule) and not line.revision)
        self._open.setVisible(bool(url))
        self._open.setToolTip(tooltip(url))
        self._scroll.verticalScrollBar().setValue(0)

    def _facts_of(self, line: Line) -> str:
        if not line.same:
            return line.revision
        first = line.same[0]
        revisions = ", ".join(one.revision for one in line.same if one.revision)
        return "  ·  ".join(
            part
            for part in (
                in_order(shortened(first.pointer, _MOST)),
                revisions,
                self.tr("{} times").format(number_text(line.times)) if line.times > 1 else "",
            )
            if part
        )

    def _show_place(self) -> None:
        if self._line is not None and self._line.same:
            self.place_wanted.emit(self._line.same[0].record, self._line.same[0].pointer)

    def _copy_issue(self) -> None:
        if self._line is not None:
            self.issue_wanted.emit(self._line)
            self._copy.setText(self.tr("Copied"))
            QTimer.singleShot(_COPIED_MS, self, partial(self._copy.setText, self.tr("Copy as an issue")))

    def _open_page(self) -> None:
        open_link(self._url)

    def _open_rule(self) -> None:
        if self._line is not None:
            self.rule_wanted.emit(self._line.rule)
