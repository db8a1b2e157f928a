"""What a user adds to a session: marks, notes, time references, rules of colour, columns of JSON values.

Kept by the journal, beside the records and never in them. Belongs to the loop thread; `annotated` gives
plain values that a worker may keep.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import msgspec

__all__ = [
    "Annotated",
    "AnnotationStep",
    "Annotations",
    "ColourRule",
    "SavedAnnotations",
    "rules_from_json",
    "rules_to_json",
]

RULES_KEY: Final = "colour_rules"
COLUMNS_KEY: Final = "json_columns"

_MOST_COLUMNS: Final = 50  # a file from elsewhere may name a million
_LONGEST: Final = 500  # characters of a path and its heading
_FEW: Final = 64  # changes after which the sorted numbers are changed, and not made anew


class ColourRule(msgspec.Struct, frozen=True):
    """Rows that pass the filter are tinted. The first rule that fits wins. colour: a ground of the theme."""

    name: str
    filter: str
    colour: str
    enabled: bool = True


class AnnotationStep(msgspec.Struct, frozen=True, gc=False):
    """One change, as it is written. numbers: a JSON array of records; for a setting its key.

    Few objects however many records: marking a million rows waits for no list of them, and the thread
    that writes gives Python's collector no reason to run there.
    """

    column: str  # marked, reference, note, or setting
    value: int | str
    numbers: str


class Annotated(msgspec.Struct, frozen=True):
    """What `is:marked`, `is:reference` and the field `comment` are compared with. Never changes.

    Named as the SQL parameters are.
    """

    _marked: Sequence[int] = ()
    _references: Sequence[int] = ()
    _comments: Mapping[int, str] = {}

    def params(self, first: int, last: int) -> dict[str, Any]:
        """SQL parameters for records first to last: JSON arrays of numbers, and an object number → text.

        Of a million marks only those: SQLite reads the array anew in every statement.
        """
        notes = {number: text for number, text in self._comments.items() if first <= number <= last}
        return {
            "_marked": _array(_between(self._marked, first, last)),
            "_references": _array(_between(self._references, first, last)),
            "_comments": json.dumps(notes, ensure_ascii=False),
        }

    def named_in(self, sql: str) -> dict[str, object]:
        """The part that a statement asks for; the same part, the same answer."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if f":{name}" in sql}


class SavedAnnotations(msgspec.Struct, frozen=True):
    """What a file holds. rows: (number, marked, reference, note)."""

    rows: list[tuple[int, int, int, str]] = msgspec.field(default_factory=list)
    settings: list[tuple[str, str]] = msgspec.field(default_factory=list)


def rules_to_json(rules: Iterable[ColourRule]) -> str:
    """Rules as text, for a file."""
    return _text(list(rules))


def rules_from_json(text: str) -> tuple[ColourRule, ...]:
    """Rules of a text. Raises ValueError with what is wrong in it."""
    return tuple(msgspec.json.decode(text.encode("utf-8", "replace"), type=list[ColourRule]))


class _Numbers:
    """A set that also comes sorted. A worker that sorts while it changes leaves nothing stale behind."""

    def __init__(self) -> None:
        self.all: set[int] = set()
        self._changes = 0
        self._sorted: tuple[int, list[int]] = (0, [])  # after so many changes

    def put(self, numbers: Iterable[int], on: bool) -> set[int]:
        """Put numbers in, or take them out; those of which that was not so before."""
        changed = set(numbers) - self.all if on else self.all.intersection(numbers)
        if on:
            self.all |= changed
        else:
            self.all -= changed
        after, found = self._sorted
        known = after == self._changes and len(changed) <= _FEW
        self._changes += 1
        if known:  # a mark among a million: no reason to sort them again
            self._sorted = self._changes, _revised(found, changed, on)
        return changed

    def ascending(self) -> list[int]:
        """All of them. Not to be changed."""
        after, found = self._sorted
        if after != self._changes:
            after = self._changes
            found = sorted(self.all)
            self._sorted = after, found
        return found


class Annotations:
    """Marks, notes and references by record number. `on_change` is called after every change."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []
        self._marked = _Numbers()
        self._references = _Numbers()
        self._notes: dict[int, str] = {}
        self._rules: tuple[ColourRule, ...] | None = None
        self._default_rules: tuple[ColourRule, ...] = ()
        self._json_columns: dict[str, str] = {}
        self._steps: list[AnnotationStep] = []  # not written yet

    def marked(self) -> list[int]:
        """Marked records, ascending."""
        return self._marked.ascending()

    @property
    def marked_count(self) -> int:
        """How many records are marked."""
        return len(self._marked.all)

    def is_marked(self, number: int) -> bool:
        """Whether the record is marked."""
        return number in self._marked.all

    def set_marked(self, numbers: Iterable[int], on: bool, *, tell: bool = True) -> None:
        """Mark records, or take their marks away. tell=False: more will follow, `tell` comes later."""
        changed = self._marked.put(numbers, on)
        if changed:
            self._steps.append(_step("marked", int(on), changed))
        if tell:
            self.tell()

    def references(self) -> list[int]:
        """Records from which later rows count their time, ascending."""
        return self._references.ascending()

    def is_reference(self, number: int) -> bool:
        """Whether later rows count their time from this record."""
        return number in self._references.all

    def set_reference(self, number: int, on: bool) -> None:
        """Make a record a time reference, or no longer."""
        self._references.put([number], on)
        self._changed(_step("reference", int(on), [number]))

    def note(self, number: int) -> str:
        """What a user wrote about the record; empty: nothing."""
        return self._notes.get(number, "")

    @property
    def noted_count(self) -> int:
        """How many records have a note."""
        return len(self._notes)

    def noted(self) -> list[int]:
        """Records with a note, ascending."""
        return sorted(self._notes)

    def set_note(self, number: int, text: str) -> None:
        """Write about a record; an empty text takes the note away."""
        text = text.encode("utf-8", "replace").decode()  # half a character, as from a paste, is no text
        if text:
            self._notes[number] = text
        else:
            self._notes.pop(number, None)
        self._changed(_step("note", text, [number]))

    @property
    def rules(self) -> tuple[ColourRule, ...]:
        """Rules of colour, in the order in which they are asked: the session's, else the user's."""
        return self._default_rules if self._rules is None else self._rules

    @property
    def own_rules(self) -> tuple[ColourRule, ...]:
        """The rules of the session itself; empty while the user's count."""
        return self._rules or ()

    def set_rules(self, rules: Iterable[ColourRule]) -> None:
        """Give the session its own rules of colour."""
        self._rules = tuple(rules)
        self._changed(AnnotationStep("setting", rules_to_json(self._rules), RULES_KEY))

    def set_default_rules(self, rules: Iterable[ColourRule]) -> None:
        """What counts while the session has no rules of its own. Not kept with the session."""
        self._default_rules = tuple(rules)
        if self._rules is None:
            self.tell()

    @property
    def json_columns(self) -> Mapping[str, str]:
        """JSON paths that a user shows as columns of the timeline, each with its heading."""
        return self._json_columns

    def set_json_columns(self, columns: Mapping[str, str]) -> None:
        """Keep these columns with the session, in this order."""
        if list(columns.items()) != list(self._json_columns.items()):
            self._json_columns = dict(columns)
            self._changed(AnnotationStep("setting", _text(self._json_columns), COLUMNS_KEY))

    def annotated(self) -> Annotated:
        """What filters compare with now. A worker may ask, too."""
        return Annotated(self.marked(), self.references(), self._notes.copy())

    # -- for the journal ---------------------------------------------------------------------------

    def load(self, saved: SavedAnnotations) -> None:
        """Take over what a file holds, without telling listeners. What cannot be understood is left out."""
        self._marked.put([row[0] for row in saved.rows if row[1]], True)
        self._references.put([row[0] for row in saved.rows if row[2]], True)
        self._notes.update((number, note) for number, _, _, note in saved.rows if note)
        settings = dict(saved.settings)
        with suppress(ValueError):
            self._rules = rules_from_json(settings[RULES_KEY]) if RULES_KEY in settings else None
        with suppress(ValueError):
            columns = msgspec.json.decode(settings.get(COLUMNS_KEY, "{}"), type=dict[str, str])
            short = ((path, title) for path, title in columns.items() if len(path) + len(title) <= _LONGEST)
            self._json_columns = dict(islice(short, _MOST_COLUMNS))

    def take_changes(self) -> list[AnnotationStep]:
        """What changed since the last call, to be written in this order."""
        steps, self._steps = self._steps, []
        return steps

    @property
    def has_changes(self) -> bool:
        """Whether `take_changes` would return anything."""
        return bool(self._steps)

    def everything(self) -> list[AnnotationStep]:
        """All there is, for a copy of the session. May be called from a worker thread."""
        steps = [
            _step("marked", 1, self.marked()),
            _step("reference", 1, self.references()),
            *(_step("note", text, [number]) for number, text in self._notes.copy().items()),
        ]
        if self._rules is not None:
            steps.append(AnnotationStep("setting", rules_to_json(self._rules), RULES_KEY))
        if self._json_columns:
            steps.append(AnnotationStep("setting", _text(self._json_columns), COLUMNS_KEY))
        return steps

    def _changed(self, step: AnnotationStep) -> None:
        self._steps.append(step)
        self.tell()

    def tell(self) -> None:
        """Something changed: whoever listens is told."""
        for told in list(self.on_change):
            told()


def _revised(numbers: list[int], changed: Iterable[int], on: bool) -> list[int]:
    """A copy with a few numbers more or less; others may hold the old one."""
    made = numbers.copy()
    for number in changed:
        if on:
            insort(made, number)
        else:
            del made[bisect_left(made, number)]
    return made


def _between(numbers: Sequence[int], first: int, last: int) -> Sequence[int]:
    return numbers[bisect_left(numbers, first) : bisect_right(numbers, last)]


def _array(numbers: Iterable[int]) -> str:
    return _text(list(numbers))


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _step(column: str, value: int | str, numbers: Iterable[int]) -> AnnotationStep:
    return AnnotationStep(column, value, _array(numbers))
