"""Filters that a user keeps by name: filters.json beside the settings, which anybody may edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from inspector.core.storage.plain_files import put_aside, read_for_change, read_object, write_object
from inspector.core.storage.shared_files import Writing, is_under_way, locked, merged_values, stamp
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["FIRST_FILTERS", "FilterBook", "SavedFilter"]


_Stamp = tuple[int, int, int]
_UNKNOWN: Final = (-1, -1, -1)  # no file has that stamp


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """name: for people; `//` in it makes groups. button: one click in the bar switches it."""

    name: str
    filter: str
    button: bool = False

    @property
    def group(self) -> str:
        """What stands before the last `//`; empty: none."""
        return self.name.rpartition("//")[0].strip()

    @property
    def label(self) -> str:
        """The name without its group."""
        return self.name.rpartition("//")[2].strip()


FIRST_FILTERS: Final[tuple[SavedFilter, ...]] = (
    SavedFilter(
        QT_TRANSLATE_NOOP("Core", "Errors"), "((is:error or is:lost or is:malformed) and not is:probe)", True
    ),
    SavedFilter(QT_TRANSLATE_NOOP("Core", "Pending"), "is:pending", True),
    SavedFilter(QT_TRANSLATE_NOOP("Core", "Findings"), "is:finding", True),
    SavedFilter(
        QT_TRANSLATE_NOOP("Core", "Hide noise"),
        "not (is:head or is:lifecycle or is:log or method == ping)",
        True,
    ),
    SavedFilter(QT_TRANSLATE_NOOP("Core", "Slow//Over 100 ms"), "duration > 100ms"),
    SavedFilter(QT_TRANSLATE_NOOP("Core", "Slow//Over 1 s"), "duration > 1s"),
    SavedFilter(QT_TRANSLATE_NOOP("Core", "Large responses"), "answer_size > 100kB"),
)
"""What a user starts with. All of it can be changed and removed."""


def _first() -> tuple[SavedFilter, ...]:
    return tuple(replace(one, name=translate("Core", one.name)) for one in FIRST_FILTERS)


class FilterBook:
    """The kept filters in their order. path None: for this window only."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._seen = _UNKNOWN  # of the file when it was read
        self._filters = self._kept = _first()  # shown; in the file, as far as we know
        self._writing: Writing[Any] | None = None
        self.notes: list[str] = []
        self.refresh()

    @property
    def filters(self) -> tuple[SavedFilter, ...]:
        """All of them, as they are shown."""
        return self._filters

    def refresh(self) -> bool:
        """Read the file again if something else changed it: another window, or an editor. True: it did.

        What was changed here is written first.
        """
        if is_under_way(self._writing) or self._filters != self._kept:
            return False
        if self._path is None or (written := stamp(self._path)) == self._seen:
            return False
        self._seen = written
        before = self._filters
        data, self.notes = read_object(self._path)
        listed = data.get("filters")
        if data and not isinstance(listed, list):
            self.notes = [
                translate(
                    "Core", "{} does not contain a list of filters; it is kept, and the defaults are shown"
                ).format(self._path)
            ]
        self._filters = tuple(_read(listed)) if isinstance(listed, list) else _first()
        self._kept = self._filters
        return self._filters != before

    def change(self, filters: Iterable[SavedFilter]) -> None:
        """These are to be kept; `writing` does it."""
        self._filters = tuple(filters)

    def writing(self) -> Writing[Any]:
        """A write of them in steps; one of them ends before the next is made."""
        job = partial(self._write, self._kept, self._filters, self._seen)
        self._writing = Writing(self._path or Path(), job, partial(self._settle, self._filters))
        return self._writing

    def _write(self, before: tuple[SavedFilter, ...], ours: tuple[SavedFilter, ...], seen: _Stamp) -> _Stamp:
        if self._path is None:
            return seen
        mine = ours
        with locked(self._path):
            there, self.notes = read_for_change(self._path)
            listed = there.get("filters")
            if there and not isinstance(listed, list):
                self.notes.append(
                    put_aside(self._path, translate("Core", "not a list of filters"), self._path.read_bytes())
                )
                there, listed = {}, []
            listed = listed or []
            if there and stamp(self._path) != seen:
                made = merged_values(*map(_by_entry, (before, ours, _read(listed)))).values()
                ours = tuple(sorted(made, key=_Places(ours)))
            write_object(self._path, {**there, "filters": _entries(ours, listed)})
            # What others keep is not shown yet: `refresh` does that.
            return stamp(self._path) if ours == mine else _UNKNOWN

    def _settle(self, ours: tuple[SavedFilter, ...], seen: _Stamp) -> None:
        self._kept, self._seen = ours, seen


def _entries(filters: Iterable[SavedFilter], listed: list[Any]) -> list[Any]:
    """What is written: with the keys that we do not know, and the entries that we cannot use."""
    raw = {one: entry for entry in listed for one in _read([entry])}
    odd = [entry for entry in listed if not list(_read([entry]))]
    return [*({**raw.get(one, {}), **_written(one)} for one in filters), *odd]


def _by_entry(filters: Iterable[SavedFilter]) -> dict[str, SavedFilter]:
    return {repr(one): one for one in filters}


class _Places:
    """Ours in their order, then the others."""

    def __init__(self, filters: tuple[SavedFilter, ...]) -> None:
        self._filters = filters

    def __call__(self, one: SavedFilter) -> int:
        return self._filters.index(one) if one in self._filters else len(self._filters)


def _read(listed: list[Any]) -> Iterable[SavedFilter]:
    """What can be used of a list that anybody may have written."""
    for entry in listed:
        if not isinstance(entry, dict):
            continue
        name, text = entry.get("name"), entry.get("filter")
        if isinstance(name, str) and isinstance(text, str) and name.strip():
            yield SavedFilter(name, text, entry.get("button") is True)


def _written(saved: SavedFilter) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": saved.name, "filter": saved.filter}
    return {**entry, "button": True} if saved.button else entry
