"""What a pane asks of the timeline without knowing it: another filter, another column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["JOINS", "FilterRequest"]

JOINS: Final = ("replace", "not", "and", "or", "and not", "or not")
"""How a condition meets the filter that is there. The first two replace it."""


@dataclass(frozen=True, slots=True)
class FilterRequest:
    """A condition of the filter language, how it joins the filter there is, and whether to apply it now.

    apply=False only writes it into the filter box (Wireshark's "Prepare as filter").
    mode: "calls" or "messages", the rows that were counted. "": the rows stay what they are.
    everywhere: the filter is replaced, and the stretch of time and what is cleared are given up with it.
    """

    condition: str
    join: str = "and"
    apply: bool = True
    mode: str = ""
    everywhere: bool = False
