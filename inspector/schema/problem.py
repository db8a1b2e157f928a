"""What is wrong with a value, and where; shared by the worker that finds it and the form that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["NOTES", "Problem"]

NOTES: Final = frozenset(("dialect", "schema", "limit", "value"))
"""Keywords of problems that say "not checked" instead of "wrong"."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a value. pointer: RFC 6901, the place where a person can mend it (a missing property: the
    property itself). keyword: of JSON Schema; "json" when the text is no JSON; or one of NOTES."""

    pointer: str
    message: str
    keyword: str

    @property
    def is_note(self) -> bool:
        """The value was not checked, or not completely; it may well be right."""
        return self.keyword in NOTES
