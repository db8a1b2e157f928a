"""Entries of a file that two programs write: what the other one added since it was read is not lost."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

__all__ = ["free_name", "merged"]


def free_name(wanted: str, taken: Container[str]) -> str:
    """That name, or "name 2", "name 3" ... when it is taken."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted} {count}"
    return name


def merged(
    before: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any], shown: Container[str] = ()
) -> dict[str, Any]:
    """What to write. before: as it was read or written last; theirs: what is in the file now.

    What we changed or removed counts; so does what only they changed or added, and the order that only they
    changed. A name that both added is there twice. What they removed goes, unless it is shown here.
    """
    made: dict[str, Any] = {}
    for name, entry in ours.items():
        untouched = name in before and before[name] == entry
        if untouched and name in theirs:
            made[name] = theirs[name]
        elif not untouched or name in shown:
            made[name] = entry
    made = _in_their_order(made, before, ours, theirs)
    for name, entry in theirs.items():
        if name not in before and made.get(name) != entry:
            made[free_name(name, made)] = entry
    return made


def _in_their_order(
    made: dict[str, Any], before: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> dict[str, Any]:
    """Moved as they moved it, if we moved nothing; what only we have keeps its place."""
    everywhere = before.keys() & ours.keys() & theirs.keys()
    first, mine, moved = ([name for name in one if name in everywhere] for one in (before, ours, theirs))
    if mine != first or moved == first:
        return made
    following = iter(moved)
    places = [next(following) if name in everywhere else name for name in made]
    return {name: made[name] for name in places}
