"""Find and replace in a text box: a bar with two lines, and the search behind it.

The patterns are those of Qt (PCRE2, with its limits): one that a user mistypes ends as "not found".
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRegularExpression, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget

from inspector.json_tokens import narrow, wide
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.text.find_bar import SearchBar
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import column, row, tool_button

__all__ = ["JsonFind", "ReplaceBar"]

_MOST: Final = 10_000  # matches that are counted and marked
_PAUSE_MS: Final = 150
_GROUP: Final = re.compile(r"[\\$](\d)|\\([nt\\])")
_WRITTEN: Final = {"n": "\n", "t": "\t", "\\": "\\"}

Match = tuple[int, int]


class ReplaceBar(SearchBar):
    """What to look for in a text box, how, and what to put in its place."""

    changed = Signal()
    replace_wanted = Signal(bool)  # all of them

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("json_find_bar", parent)
        zoom.follow(self.line.setMinimumWidth, 60)
        self._other = QLineEdit()
        self._other.setObjectName("replace_text")
        self._other.setPlaceholderText(self.tr("Replace with"))
        self._other.setAccessibleName(self._other.placeholderText())
        self.case = _switch("find_case", "format-letter-case", self.tr("Match case (Alt+C)"))
        self.regex = _switch("find_regex", "regex", self.tr("Regular expression (Alt+R)"))
        self.inside = _switch("find_inside", "selection", self.tr("Only in the selection (Alt+L)"))
        one = QPushButton(self.tr("Replace"))
        one.setObjectName("replace_one")
        one.setToolTip(self.tr("Replace this match and go to the next (Enter in this field)"))
        every = QPushButton(self.tr("All"))
        every.setObjectName("replace_all")
        every.setAccessibleName(self.tr("Replace all"))
        every.setToolTip(self.tr("Replace all, undone in one step (Alt+Enter)"))
        first = row(self.line, self.case, self.regex, self.inside, self.status, *self.buttons, spacing=2)
        first.setStretch(0, 3)
        first.setStretch(4, 1)
        self._second = QWidget()
        second = row(self._other, one, every, spacing=4)
        second.setStretch(0, 1)
        self._second.setLayout(second)
        half = theme.SPACE // 2
        self.setLayout(column(first, self._second, margins=(half, 2, half, 2), spacing=2))
        self.line.textChanged.connect(self.changed)
        self.line.installEventFilter(self)
        self._other.installEventFilter(self)
        for switch in (self.case, self.regex, self.inside):
            switch.toggled.connect(self.changed)
        order = (self.line, self._other, one, every, self.case, self.regex, self.inside, *self.buttons)
        for before, after in pairwise(order):  # Tab goes from what to find to what to put there
            self.setTabOrder(before, after)
        one.clicked.connect(self._replace_one)
        every.clicked.connect(self._replace_all)

    def other(self) -> str:
        """What is put in its place."""
        return self._other.text()

    def open_as(self, prefill: str, replacing: bool) -> None:
        """Show the bar with or without the line of what is put in its place."""
        self._second.setVisible(replacing)
        self.open(prefill)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A line would write the letter of Alt and a letter."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            switches = {Qt.Key.Key_C: self.case, Qt.Key.Key_R: self.regex, Qt.Key.Key_L: self.inside}
            if event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in switches:
                switches[Qt.Key(event.key())].toggle()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the second line replaces; with Alt all."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if event.key() in ENTER and (alt or self._other.hasFocus()):
            self.replace_wanted.emit(alt)
        else:
            super().keyPressEvent(event)

    def _replace_one(self) -> None:
        self.replace_wanted.emit(False)

    def _replace_all(self) -> None:
        self.replace_wanted.emit(True)


class JsonFind(QObject):
    """Searches one text box as the bar says."""

    def __init__(self, bar: ReplaceBar, edit: CodeEdit) -> None:
        super().__init__(edit)
        self._bar, self._edit = bar, edit
        self._range: Match | None = None  # the search is limited to this
        self._matches: list[Match] = []
        self._is_stale = True
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        bar.changed.connect(self._typed)
        bar.wanted.connect(self.go)
        bar.replace_wanted.connect(self._replace)
        bar.closed.connect(self._closed)
        edit.edited.connect(self._edited)

    def open(self, replacing: bool = False) -> None:
        """Show the bar with what is selected; a selection of several lines limits the search."""
        cursor = self._edit.textCursor()
        chosen = cursor.selectedText().replace("\u2029", "\n")
        lines = "\n" in chosen
        self._range = (cursor.selectionStart(), cursor.selectionEnd()) if lines else None
        self._bar.inside.setChecked(lines)
        self._bar.open_as(chosen, replacing and not self._edit.isReadOnly())
        self._look()

    def go(self, forward: bool = True) -> None:
        """Select the next or previous match, around the end."""
        if self._is_stale:
            self._look()
        if not self._matches:
            return
        cursor = self._edit.textCursor()
        if forward:
            place = cursor.selectionEnd()
            found = next((one for one in self._matches if one[0] >= place), self._matches[0])
        else:
            place = cursor.selectionStart()
            found = next((one for one in reversed(self._matches) if one[1] <= place), self._matches[-1])
        self._choose(found)

    def _choose(self, match: Match) -> None:
        self._edit.go_to(*match)
        number, count = self._matches.index(match) + 1, len(self._matches)
        more = "+" if count >= _MOST else ""
        self._bar.say(self.tr("{0} of {1}").format(number, f"{count}{more}"))

    def _typed(self) -> None:
        cursor = self._edit.textCursor()
        if self._bar.inside.isChecked() and self._range is None and cursor.hasSelection():
            self._range = cursor.selectionStart(), cursor.selectionEnd()
        if not self._bar.inside.isChecked():
            self._range = None
        self._look()
        if self._matches:
            place = cursor.selectionStart()
            self._choose(next((one for one in self._matches if one[0] >= place), self._matches[0]))

    def _edited(self) -> None:
        self._is_stale = True
        if self._bar.isVisible():
            self._pause.start()

    def _closed(self) -> None:
        self._pause.stop()
        self._range = None
        self._edit.set_matches(())
        self._edit.setFocus()

    def _pattern(self) -> QRegularExpression:
        text = self._bar.text()
        made = QRegularExpression(text if self._bar.regex.isChecked() else QRegularExpression.escape(text))
        options = QRegularExpression.PatternOption.MultilineOption
        if not self._bar.case.isChecked():
            options |= QRegularExpression.PatternOption.CaseInsensitiveOption
        made.setPatternOptions(options)
        return made

    def _look(self) -> None:
        self._pause.stop()
        self._is_stale = False
        self._matches = []
        pattern = self._pattern()
        if self._bar.text() and not pattern.isValid():
            self._bar.say(pattern.errorString())
        elif self._bar.text():
            start, end = self._range or (0, self._edit.document().characterCount())
            found = pattern.globalMatch(self._edit.shown_text(), start)
            while found.hasNext() and len(self._matches) < _MOST:
                match = found.next()
                if match.capturedEnd() > end:
                    break
                if match.capturedLength():
                    self._matches.append((match.capturedStart(), match.capturedEnd()))
            count = len(self._matches)
            one = self.tr("1 match") if count == 1 else self.tr("{} matches").format(count)
            self._bar.say(one if count else self.tr("not found"))
        else:
            self._bar.say("")
        self._edit.set_matches(self._matches)

    # -- replacing -------------------------------------------------------------------------------------

    def _replace(self, every: bool) -> None:
        if self._edit.isReadOnly():
            return
        if self._is_stale:
            self._look()
        if every:
            self._replace_all()
            return
        cursor = self._edit.textCursor()
        chosen = cursor.selectionStart(), cursor.selectionEnd()
        if chosen in self._matches:
            text = wide(self._edit.shown_text())
            written = self._written(text, chosen)
            self._edit.replace_range(*chosen, narrow(written))
            self._move_range(len(written) - (chosen[1] - chosen[0]))
            self._edit.go_to(chosen[0] + len(written))
            self._look()
        self.go(True)

    def _replace_all(self) -> None:
        matches = self._matches
        if not matches:
            return
        text = wide(self._edit.shown_text())
        cursor = QTextCursor(self._edit.document())
        cursor.beginEditBlock()
        for match in reversed(matches):
            written = self._written(text, match)
            self._edit.replace_range(*match, narrow(written))
            self._move_range(len(written) - (match[1] - match[0]))
        cursor.endEditBlock()
        self._look()
        self._bar.say(self.tr("{} replaced").format(len(matches)))

    def _move_range(self, by: int) -> None:
        if self._range is not None:
            self._range = self._range[0], self._range[1] + by

    def _written(self, text: str, match: Match) -> str:
        """What comes in the place of a match; with a regular expression \\1 or $1 is its first group."""
        other = self._bar.other()
        if not self._bar.regex.isChecked():
            return wide(other)
        found = self._pattern().match(narrow(text), match[0])
        groups = [found.captured(number) for number in range(found.lastCapturedIndex() + 1)]

        def put(one: re.Match[str]) -> str:
            if one[2]:
                return _WRITTEN[one[2]]
            return groups[int(one[1])] if int(one[1]) < len(groups) else ""

        return wide(_GROUP.sub(put, other))


def _switch(name: str, icon: str, hint: str) -> QToolButton:
    made = tool_button(name, icon, hint)
    made.setCheckable(True)
    return made
