"""Which rule of colour fits the rows on screen. No other rows are ever asked about.

Rules on columns are asked at once, which costs part of a millisecond a page; rules that look into the
bytes are asked in a worker thread. The two rules there are at first are known from the row itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Signal

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled, FilterError, compile_filter
from inspector.trace.rows import Row
from inspector.ui.loop.page_worker import PageWork
from inspector.ui.timeline.view.cells import Cells, translated
from inspector.ui.widgets.controls import Marked

__all__ = ["RowColours", "first_rules"]

_ERRORS: Final = "is:error or is:lost or is:malformed"
_ODD: Final = "is:late or is:duplicate or is:unknown or is:mistyped"
_KNOWN: Final = {_ERRORS: "error", _ODD: "warning"}  # filter → `Cells.ground` of rows that it fits
_AT_ONCE: Final = 6  # rules asked on the loop thread; more would take milliseconds
_KEPT: Final = 4096
_ERRORS_NAME: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "Errors")
_ODD_NAME: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "Unexpected responses")
_NONE: Final = 1 << 30  # place of the rule that fits when none does


def first_rules() -> tuple[ColourRule, ...]:
    """The rules there are before anybody made any."""
    return (
        ColourRule(translated(_ERRORS_NAME), _ERRORS, "red"),
        ColourRule(translated(_ODD_NAME), _ODD, "yellow"),
    )


class RowColours(QObject):
    """`ground` answers at once with what is known; `want` sees that more gets known."""

    changed = Signal()

    def __init__(self, journal: Journal, parent: QObject) -> None:
        super().__init__(parent)
        self._journal = journal
        self._on = True
        self._own: tuple[ColourRule, ...] = ()  # of the session, or of the user
        self._rules: list[ColourRule] = []
        self._asked: list[tuple[int, Compiled]] = []  # place in _rules, filter
        self._known: dict[str, int] = {}  # `Cells.ground` → place of the rule that says the same
        self._at_once = True
        self._places: dict[int, int] = {}  # row → place of the first asked rule that fits
        self._work = PageWork("timeline: colours", self)
        self._turn = 0

    # -- the rules -----------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether rows are coloured at all."""
        return self._on

    def set_on(self, on: bool) -> None:
        """Colour rows, or none."""
        self._on = on
        self.changed.emit()

    def set_rules(self, rules: Sequence[ColourRule]) -> None:
        """Replace the rules."""
        self._own = tuple(rules)
        self._compile()

    def _compile(self) -> None:
        """A rule that is off, or cannot be read, fits nothing."""
        self._rules = [rule for rule in self._own if rule.enabled]
        self._asked, self._known = [], {}
        for place, rule in enumerate(self._rules):
            if rule.filter in _KNOWN:
                self._known.setdefault(_KNOWN[rule.filter], place)
            elif rule.filter.strip():
                try:
                    self._asked.append((place, compile_filter(rule.filter)))
                except FilterError:
                    continue
        looks_inside = any(_looks_inside(where) for _, where in self._asked)
        self._at_once = not looks_inside and len(self._asked) <= _AT_ONCE
        self.forget_all()

    # -- rows ----------------------------------------------------------------------------------------

    def ground(self, cells: Cells) -> str:
        """Name of the ground of a row, "" for the usual one. While the file is asked: what the row knows."""
        if not self._on:
            return ""
        place = self._places.get(cells.row.number, _NONE)
        if cells.ground:
            place = min(place, self._known.get(cells.ground, _NONE))
        return self._rules[place].colour if place < _NONE else ""

    def want(self, rows: Sequence[Row], calls: bool) -> None:
        """These rows are painted now."""
        if not self._on or not self._asked:
            return
        if len(self._places) > _KEPT:
            self._places.clear()
        written = self._journal.written
        missing = [
            row.number for row in rows if row.number not in self._places and _end(row, calls) <= written
        ]
        if not missing:
            return
        ask = partial(
            _first_fits, self._journal, "calls" if calls else "messages", missing, list(self._asked)
        )
        if self._at_once:
            self._places.update(ask())
        else:
            self._work.put(ask, partial(self._learn, self._turn))

    def question(self, calls: bool) -> Callable[[Sequence[int]], dict[int, str]] | None:
        """For a worker: record → ground, by the rules that the file is asked for. None: there are none."""
        if not self._on or not self._asked:
            return None
        colours = [rule.colour for rule in self._rules]
        return partial(_grounds, self._journal, "calls" if calls else "messages", list(self._asked), colours)

    def _learn(self, turn: int, places: dict[int, int]) -> None:
        if turn == self._turn:
            self._places.update(places)
        self.changed.emit()

    def forget(self, numbers: Sequence[int]) -> None:
        """These rows changed: an answer came."""
        for number in numbers:
            self._places.pop(number, None)

    def forget_all(self) -> None:
        """Rules, marks or what a row stands for are other ones."""
        self._turn += 1
        self._places.clear()
        self.changed.emit()

    def written(self, _last: int) -> None:
        """More is in the file: rows that had to wait can be asked about."""
        if self._on and self._asked:
            self.changed.emit()


def _looks_inside(where: Compiled) -> bool:
    """Whether the bytes are read, of which there may be megabytes."""
    return any("body" in where.condition(calls) + where.source(calls) for calls in (True, False))


def _end(row: Row, calls: bool) -> int:
    """The newest record that a verdict on this row needs."""
    return max(row.number, row.answer) if calls and row.opens else row.number


def _first_fits(
    journal: Journal, mode: str, numbers: Sequence[int], asked: Sequence[tuple[int, Compiled]]
) -> dict[int, int]:
    """Row → place of the first rule that fits it."""
    places = dict.fromkeys(numbers, _NONE)
    left = list(numbers)
    for place, where in asked:
        fits = set(journal.matching(mode, left, where)) if left else set()
        places.update(dict.fromkeys(fits, place))
        left = [number for number in left if number not in fits]
    return places


def _grounds(
    journal: Journal,
    mode: str,
    asked: list[tuple[int, Compiled]],
    colours: list[str],
    numbers: Sequence[int],
) -> dict[int, str]:
    found = _first_fits(journal, mode, list(numbers), asked)
    return {number: colours[place] for number, place in found.items() if place < _NONE}
