"""Looks at JSON while it is typed: errors, what does not fit the schema, what is odd; and marks it.

A short text is looked at with each key. A long one after a pause, and in slices, so that no key waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, QTimer, Signal

from inspector.json_tokens import narrow, wide
from inspector.render.exact import to_escapes
from inspector.render.json_errors import JsonError, find_json_error
from inspector.render.json_repair import CHANGES, Repaired, repair_steps
from inspector.render.survey import Finding, Survey, survey_steps
from inspector.schema.problem import Problem
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.marks import Mark
from inspector.ui.loop.slices import Slices
from inspector.ui.widgets.controls import Marked

__all__ = ["JsonChecking", "say_changes"]

_AT_ONCE: Final = 4_000  # characters that are checked at each key; more after a pause
_SURVEYED: Final = 400_000  # characters; in longer text only errors are marked
_PAUSE_MS: Final = 150
_QUIET_MS: Final = 500
_SHOWN: Final = 1_000  # problems of the schema


class JsonChecking(QObject):
    """data(): the bytes that are meant. exact(): whether the text stands for bytes."""

    checked = Signal()

    def __init__(self, edit: CodeEdit, data: Callable[[], bytes], exact: Callable[[], bool]) -> None:
        super().__init__(edit)
        self._edit, self._data, self._exact = edit, data, exact
        self.error: JsonError | None = None
        self.repaired: Repaired | None = None
        self.survey = Survey()
        self._problems: tuple[Problem, ...] = ()
        self._surveyed = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._slices = Slices(self)
        self._slices.finished.connect(self._seen)
        self._repairing = Slices(self)
        self._repairing.finished.connect(self._repaired)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MS)
        self._quiet.timeout.connect(self._repair)
        self._is_stale = False

    def typed(self) -> None:
        """The text is another one."""
        self._is_stale = True
        self._slices.stop()
        self._stop_repairing()
        if self._edit.document().characterCount() <= _AT_ONCE:
            self._look()
        else:
            self._pause.start()

    def now(self) -> None:
        """Know at least about errors before this returns."""
        if self._is_stale:
            self._look()

    def set_problems(self, problems: Iterable[Problem]) -> None:
        """What does not fit the schema; it is marked where it stands."""
        self._problems = tuple(problems)[:_SHOWN]
        self._mark()

    def stop(self) -> None:
        """There is no text to look at."""
        self._pause.stop()
        self._slices.stop()
        self._stop_repairing()
        self.error, self.repaired, self._is_stale = None, None, False

    def _stop_repairing(self) -> None:
        self._quiet.stop()
        self._repairing.stop()

    # -- looking ---------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._pause.stop()
        self._is_stale = False
        data, text = self._data(), self._edit.shown_text()
        before, self.error = self.error, find_json_error(data) if data.strip() else None
        if self.error is None or before is None:
            self.repaired = None
        if len(text) > _SURVEYED:
            self.survey = Survey()
            self._mark()
            return
        self._slices.start(survey_steps(wide(text)))
        if self._slices.running:  # the error is shown at once, the rest when it is known
            said = before.reason if before is not None else None
            kept = [mark for mark in self._edit.marks.all() if mark.text != said]
            self._edit.set_marks(kept + self._errors())
            self.checked.emit()
        if self.error is not None and not self._exact():
            self._quiet.start()

    def _repair(self) -> None:
        """A comma that was just typed is no JSON5: a repair is offered only after a pause in typing."""
        self._repairing.start(repair_steps(self._edit.text()))

    def _seen(self, found: Survey) -> None:
        self.survey = found
        self._edit.take_pairs(found.pairs)
        self._mark()

    def _repaired(self, found: Repaired | None) -> None:
        self.repaired = found
        self.checked.emit()

    # -- marking ---------------------------------------------------------------------------------------

    def _mark(self) -> None:
        if self._slices.running or self._pause.isActive():
            return  # places are being looked for
        marks = [_odd(finding) for finding in self.survey.findings]
        if self.error is None:
            marks += [self._problem(problem) for problem in self._problems if not problem.is_note]
        self._edit.set_marks(marks + self._errors())
        self.checked.emit()

    def _errors(self) -> list[Mark]:
        if self.error is None:
            return []
        place = self.place_of(self.error)
        return [Mark(place, place + 1, "error", self.error.reason)]

    def _problem(self, problem: Problem) -> Mark:
        path = [step.replace("~1", "/").replace("~0", "~") for step in problem.pointer.split("/")[1:]]
        start, end = self.survey.key_span(path) if problem.at_key else self.survey.span(path)
        role = "error" if problem.severity == "error" else "warning"
        missing = problem.keyword in ("required", "dependentRequired") and path
        message = f"{path[-1]}: {problem.message}" if missing else problem.message
        return Mark(start, max(end, start + 1), role, message)

    def place_of(self, error: JsonError) -> int:
        """Where an error is in the text box."""
        before = self._data()[: error.position]
        text = to_escapes(before) if self._exact() else before.decode("utf-8", "replace")
        return len(wide(text))

    def about(self, position: int) -> str:
        """What is said about a place: its error, its problems, what is odd."""
        return "\n".join(dict.fromkeys(mark.text for mark in self._edit.marks.at(position) if mark.text))

    def counts(self) -> tuple[int, int, int]:
        """Errors, warnings and notes that are marked."""
        roles = [mark.role for mark in self._edit.marks.all()]
        return roles.count("error"), roles.count("warning"), roles.count("muted")


_ODD: Final[dict[str, Marked]] = {
    "duplicate": QT_TRANSLATE_NOOP(
        "JsonChecking", "Duplicate key “{0}”: most parsers keep only the last one"
    ),
    "large": QT_TRANSLATE_NOOP(
        "JsonChecking", "Larger than 2^53: JavaScript and others round it. It is sent as is."
    ),
    "inexact": QT_TRANSLATE_NOOP(
        "JsonChecking", "Not exactly a 64-bit number: most parsers round it. It is sent as is."
    ),
    "half": QT_TRANSLATE_NOOP(
        "JsonChecking", "Lone surrogate: valid JSON, but not a character. Many parsers reject it."
    ),
    "bidi": QT_TRANSLATE_NOOP(
        "JsonChecking", "Invisible U+{1}: it changes the direction in which text is shown"
    ),
}


def _odd(finding: Finding) -> Mark:
    words = QCoreApplication.translate("JsonChecking", _ODD[finding.kind])
    code = f"{ord(finding.text[0]):04X}" if finding.text else ""
    role = "warning" if finding.kind in ("duplicate", "bidi") else "muted"
    return Mark(finding.start, finding.end, role, words.format(narrow(finding.text)[:60], code))


_CHANGES: Final[dict[str, Marked]] = {
    "comments": QT_TRANSLATE_NOOP("JsonChecking", "comments removed: {}"),
    "commas too many": QT_TRANSLATE_NOOP("JsonChecking", "commas removed: {}"),
    "commas too few": QT_TRANSLATE_NOOP("JsonChecking", "commas added: {}"),
    "quotes": QT_TRANSLATE_NOOP("JsonChecking", "quotes replaced: {}"),
    "keys without quotes": QT_TRANSLATE_NOOP("JsonChecking", "keys quoted: {}"),
    "words": QT_TRANSLATE_NOOP("JsonChecking", "True, False, None rewritten: {}"),
    "numbers": QT_TRANSLATE_NOOP("JsonChecking", "numbers rewritten: {}"),
    "became null": QT_TRANSLATE_NOOP("JsonChecking", "NaN, Infinity, undefined made null: {}"),
    "blanks": QT_TRANSLATE_NOOP("JsonChecking", "odd spaces replaced: {}"),
    "characters in strings": QT_TRANSLATE_NOOP("JsonChecking", "strings escaped: {}"),
    "brackets": QT_TRANSLATE_NOOP("JsonChecking", "brackets replaced: {}"),
}


def say_changes(repaired: Repaired) -> str:
    """`Comments removed: 2, quotes replaced: 4`."""
    parts = [
        QCoreApplication.translate("JsonChecking", _CHANGES[name]).format(repaired.changes[name])
        for name in CHANGES
        if name in repaired.changes
    ]
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]
