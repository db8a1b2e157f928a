"""The tables of a checked server: what was found, every requirement, what its tools cost, the suite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QFont

from inspector.translation import shown
from inspector.ui.locale.locale_text import number_text, size_text
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.headed_model import HeadedModel, Index
from inspector.ui.widgets.plain import shortened, tooltip
from inspector.ui.widgets.row_table import RowTable

if TYPE_CHECKING:
    from inspector.core.check.report import Judged

__all__ = [
    "GLYPHS",
    "WORDS",
    "CheckTable",
    "CostModel",
    "FoundModel",
    "Line",
    "RequirementModel",
    "SuiteModel",
    "word_of",
]

GLYPHS: Final = {
    "error": ("✗", "error"),
    "warning": ("⚠", "warning"),
    "info": ("ℹ", "muted"),
    "fail": ("✗", "error"),
    "not tried": ("?", "pending"),
    "pass": ("✓", "ok"),
    "missing fixture": ("○", "muted"),
    "not run": ("?", "pending"),
    "not applicable": ("–", "muted"),
}
"""Severity of a finding, or status of a requirement or scenario → its sign, and the role of its colour."""

WORDS: Final[dict[str, Marked]] = {
    "error": QT_TRANSLATE_NOOP("Check", "Errors"),
    "warning": QT_TRANSLATE_NOOP("Check", "Warnings"),
    "info": QT_TRANSLATE_NOOP("Check", "Info"),
    "fail": QT_TRANSLATE_NOOP("Check", "Failed"),
    "not tried": QT_TRANSLATE_NOOP("Check", "Not tried"),
    "pass": QT_TRANSLATE_NOOP("Check", "Passed"),
    "missing fixture": QT_TRANSLATE_NOOP("Check", "Missing fixture"),
    "not run": QT_TRANSLATE_NOOP("Check", "Not run"),
    "not applicable": QT_TRANSLATE_NOOP("Check", "Not applicable"),
}


_ONE: Final[dict[str, Marked]] = {
    "error": QT_TRANSLATE_NOOP("Check", "Error"),
    "warning": QT_TRANSLATE_NOOP("Check", "Warning"),
}


def word_of(kind: str, *, one: bool = False) -> str:
    """A severity or a status in the language of the window. one: of a single line."""
    return QCoreApplication.translate("Check", {**WORDS, **_ONE}[kind] if one else WORDS[kind])


@dataclass(frozen=True)
class Line:
    """A rule and what is said about it. kind: severity, or status.

    same: the finding in each revision that has it; none of a requirement. revision: of a scenario of the
    official suite, whose name stands in the place of a rule. url: of its page.
    """

    rule: str
    kind: str
    text: str
    same: tuple[Judged, ...] = ()
    why: str = ""
    sentence: str = ""
    fix: str = ""
    page: str = ""
    revision: str = ""
    url: str = ""

    @cached_property
    def family(self) -> str:
        """RPC of RPC-33."""
        return self.rule.partition("-")[0]

    @property
    def times(self) -> int:
        """How often it was found."""
        return sum(one.times for one in self.same)


def _short(text: str) -> str:
    """What a cell has room for: words of a server may be a megabyte."""
    return in_order(shortened(shown(text)))


class CheckTable(RowTable):
    """Headings within the rows stand over the whole width."""

    def span_heads(self) -> None:
        """Let the headings of the model take their line."""
        self.clearSpans()
        model = self.model()
        for place, one in enumerate(getattr(model, "rows", ())):
            if isinstance(one, str):
                self.setSpan(place, 0, 1, model.columnCount())


class _Lines(HeadedModel):
    """Lines in groups, each under a heading with its count."""

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Show these in the order of GLYPHS; a heading stands before each kind."""
        grouped: dict[str, list[Line]] = {}
        for one in lines:
            grouped.setdefault(one.kind, []).append(one)
        self.beginResetModel()
        self.rows = [
            row
            for kind in GLYPHS
            if (some := grouped.get(kind))
            for row in (f"{word_of(kind)}  {number_text(len(some))}", *some)
        ]
        self.endResetModel()

    def line(self, place: int) -> Line | None:
        """The line of a row; None for a heading."""
        one = self.rows[place] if 0 <= place < len(self.rows) else None
        return one if isinstance(one, Line) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.line(index.row()) is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        one = self.rows[index.row()]
        if isinstance(one, str):
            return self._head(one, index.column(), role)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(one, index.column())
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 0:
            return theme.color(GLYPHS[one.kind][1])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join(part for part in (in_order(shown(one.text)), shown(one.why)) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{word_of(one.kind, one=True)} {one.rule}"
        return None

    def _head(self, text: str, column: int, role: int) -> Any:
        if column:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.FontRole:
            font = QFont()
            font.setBold(True)
            return font
        return theme.color("muted") if role == Qt.ItemDataRole.ForegroundRole else None

    def _text(self, one: Line, column: int) -> str:
        raise NotImplementedError


class FoundModel(_Lines):
    """What was found, worst first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = self.tr("Rule"), self.tr("Finding")

    def _text(self, one: Line, column: int) -> str:
        if column == 0:
            return f"{GLYPHS[one.kind][0]}  {one.rule}"
        count = f"  ×{number_text(one.times)}" if one.times > 1 else ""
        return _short(one.text) + count


class RequirementModel(_Lines):
    """Every rule, with what became of it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = self.tr("Rule"), self.tr("Requirement"), self.tr("Why")

    def _text(self, one: Line, column: int) -> str:
        parts = f"{GLYPHS[one.kind][0]}  {one.rule}", _short(one.text), _short(one.why)
        return parts[column]


class SuiteModel(_Lines):
    """What the official suite says of each scenario."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = self.tr("Scenario"), self.tr("What the suite says"), self.tr("Revision")

    def _text(self, one: Line, column: int) -> str:
        return (f"{GLYPHS[one.kind][0]}  {one.rule}", _short(one.text), one.revision)[column]


class CostModel(HeadedModel):
    """What each tool takes of a model's context, the largest first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = self.tr("Tool"), self.tr("Tokens (est.)"), self.tr("Size"), self.tr("Share")
        self._total = 1

    def show_cost(self, cost: dict[str, Any]) -> None:
        """Show what a report says."""
        self.beginResetModel()
        self.rows, self._total = list(cost.get("tools", ())), max(1, int(cost.get("bytes", 1)))
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if index.isValid() and role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        one: dict[str, Any] = self.rows[index.row()]
        texts: Sequence[Callable[[], str]] = (
            lambda: _short(str(one["name"])),
            lambda: number_text(one["tokens"]),
            lambda: size_text(one["bytes"]),
            lambda: f"{one['bytes'] * 100 / self._total:.0f} %",
        )
        return texts[index.column()]()
