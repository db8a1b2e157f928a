"""What a person adds to the records of a session: marks, notes, time references, rules of colour.

Kept by the journal, beside the records and never in them. Belongs to the loop thread; `filter_params`
gives plain values that a worker may keep.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

__all__ = [
    "AnnotationStep",
    "Annotations",
    "ColourRule",
    "SavedAnnotations",
    "rules_from_json",
    "rules_to_json",
]

RULES_KEY: Final = "colour_rules"


class ColourRule(msgspec.Struct, frozen=True):
    """Rows that pass the filter are tinted. The first rule that fits wins. colour: a ground of the theme."""

    name: str
    filter: str
    colour: str
    enabled: bool = True


class AnnotationStep(msgspec.Struct, frozen=True, gc=False):
    """One change, as it is written. numbers: a JSON array of records; for a setting its key.

    Few objects however many records: who marks a million rows waits for no list of them, and the thread
    that writes gives Python's collector no reason to run there.
    """

    column: str  # marked, reference, note, or setting
    value: int | str
    numbers: str


class SavedAnnotations(msgspec.Struct, frozen=True):
    """What a file holds. rows: (number, marked, reference, note)."""

    rows: list[tuple[int, int, int, str]] = msgspec.field(default_factory=list)
    settings: list[tuple[str, str]] = msgspec.field(default_factory=list)


def rules_to_json(rules: Iterable[ColourRule]) -> str:
    """Rules as text, for a file."""
    return msgspec.json.encode(list(rules)).decode()


def rules_from_json(text: str) -> tuple[ColourRule, ...]:
    """Rules of a text. Raises ValueError with what is wrong in it."""
    return tuple(msgspec.json.decode(text.encode("utf-8", "replace"), type=list[ColourRule]))


class Annotations:
    """Marks, notes and references by record number. `on_change` is called after every change."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []
        self._marked: set[int] = set()
        self._references: set[int] = set()
        self._notes: dict[int, str] = {}
        self._rules: tuple[ColourRule, ...] | None = None
        self._default_rules: tuple[ColourRule, ...] = ()
        self._steps: list[AnnotationStep] = []  # not written yet
        self._sorted_marks: list[int] | None = None
        self._sorted_references: list[int] | None = None
        self._params: dict[str, Any] | None = None

    def marked(self) -> list[int]:
        """Marked records, ascending."""
        if self._sorted_marks is None:
            self._sorted_marks = sorted(self._marked)
        return self._sorted_marks

    @property
    def marked_count(self) -> int:
        """How many records are marked."""
        return len(self._marked)

    def is_marked(self, number: int) -> bool:
        """Whether the record is marked."""
        return number in self._marked

    def set_marked(self, numbers: Iterable[int], on: bool, *, tell: bool = True) -> None:
        """Mark records, or take their marks away. tell=False: more will follow, `tell` comes later."""
        changed = set(numbers) - self._marked if on else self._marked.intersection(numbers)
        if on:
            self._marked |= changed
        else:
            self._marked -= changed
        if changed:
            self._steps.append(_step("marked", int(on), changed))
        self._sorted_marks = self._params = None
        if tell:
            self.tell()

    def references(self) -> list[int]:
        """Records from which later rows count their time, ascending."""
        if self._sorted_references is None:
            self._sorted_references = sorted(self._references)
        return self._sorted_references

    def is_reference(self, number: int) -> bool:
        """Whether later rows count their time from this record."""
        return number in self._references

    def set_reference(self, number: int, on: bool) -> None:
        """Make a record a time reference, or no longer."""
        if on:
            self._references.add(number)
        else:
            self._references.discard(number)
        self._sorted_references = None
        self._changed(_step("reference", int(on), [number]))

    def note(self, number: int) -> str:
        """What a person wrote about the record; empty: nothing."""
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
        """Rules of colour, in the order in which they are asked: the session's, else the person's."""
        return self._default_rules if self._rules is None else self._rules

    @property
    def own_rules(self) -> tuple[ColourRule, ...]:
        """The rules of the session itself; empty while the person's count."""
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

    def filter_params(self) -> dict[str, Any]:
        """What `is:marked`, `is:reference` and the field `comment` are compared with, as SQL parameters.

        `_marked`, `_references`: a JSON array of numbers; `_comments`: a JSON object, number → text.
        """
        if self._params is None:
            self._params = {
                "_marked": json.dumps(self.marked()),
                "_references": json.dumps(self.references()),
                "_comments": json.dumps(self._notes, ensure_ascii=False),
            }
        return dict(self._params)

    # -- for the journal ---------------------------------------------------------------------------

    def load(self, saved: SavedAnnotations) -> None:
        """Take over what a file holds; nobody is told. What cannot be understood is left out."""
        for number, marked, reference, note in saved.rows:
            if marked:
                self._marked.add(number)
            if reference:
                self._references.add(number)
            if note:
                self._notes[number] = note
        rules = dict(saved.settings).get(RULES_KEY)
        if rules is not None:
            try:
                self._rules = rules_from_json(rules)
            except ValueError:
                self._rules = None

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
            _step("marked", 1, self._marked.copy()),
            _step("reference", 1, self._references.copy()),
            *(_step("note", text, [number]) for number, text in self._notes.copy().items()),
        ]
        if self._rules is not None:
            steps.append(AnnotationStep("setting", rules_to_json(self._rules), RULES_KEY))
        return steps

    def _changed(self, step: AnnotationStep) -> None:
        self._steps.append(step)
        self._params = None
        self.tell()

    def tell(self) -> None:
        """Something changed: whoever listens is told."""
        for told in list(self.on_change):
            told()


def _step(column: str, value: int | str, numbers: Iterable[int]) -> AnnotationStep:
    return AnnotationStep(column, value, msgspec.json.encode(list(numbers)).decode())
