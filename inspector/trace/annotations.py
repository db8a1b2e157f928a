"""What a person adds to the records of a session: marks, notes, time references, rules of colour.

Kept by the journal, beside the records and never in them. Belongs to the loop thread; `filter_params`
gives plain values that a worker may keep.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

__all__ = ["Annotations", "ColourRule"]


class ColourRule(msgspec.Struct, frozen=True):
    """Rows that pass the filter are tinted. The first rule that fits wins. colour: a role of the theme."""

    name: str
    filter: str
    colour: str
    enabled: bool = True


class Annotations:
    """Marks, notes and references by record number. `on_change` is called after every change."""

    def __init__(self) -> None:
        self.on_change: list[Callable[[], None]] = []
        self._marked: set[int] = set()
        self._references: set[int] = set()
        self._notes: dict[int, str] = {}
        self._rules: tuple[ColourRule, ...] = ()

    def marked(self) -> list[int]:
        """Marked records, ascending."""
        return sorted(self._marked)

    def is_marked(self, number: int) -> bool:
        """Whether the record is marked."""
        return number in self._marked

    def set_marked(self, numbers: Iterable[int], on: bool) -> None:
        """Mark records, or take their marks away."""
        self._marked = self._marked.union(numbers) if on else self._marked.difference(numbers)
        self._changed()

    def references(self) -> list[int]:
        """Records from which later rows count their time, ascending."""
        return sorted(self._references)

    def set_reference(self, number: int, on: bool) -> None:
        """Make a record a time reference, or no longer."""
        self._references = self._references | {number} if on else self._references - {number}
        self._changed()

    def note(self, number: int) -> str:
        """What a person wrote about the record; empty: nothing."""
        return self._notes.get(number, "")

    def set_note(self, number: int, text: str) -> None:
        """Write about a record; an empty text takes the note away."""
        if text:
            self._notes[number] = text
        else:
            self._notes.pop(number, None)
        self._changed()

    @property
    def rules(self) -> tuple[ColourRule, ...]:
        """Rules of colour, in the order in which they are asked."""
        return self._rules

    def set_rules(self, rules: Iterable[ColourRule]) -> None:
        """Replace the rules of colour."""
        self._rules = tuple(rules)
        self._changed()

    def filter_params(self) -> dict[str, Any]:
        """What `is:marked`, `is:reference` and the field `comment` are compared with, as SQL parameters.

        `_marked`, `_references`: a JSON array of numbers; `_comments`: a JSON object, number → text.
        """
        return {
            "_marked": json.dumps(self.marked()),
            "_references": json.dumps(self.references()),
            "_comments": json.dumps(self._notes, ensure_ascii=False),
        }

    def _changed(self) -> None:
        for told in list(self.on_change):
            told()
