"""Copy sessions into a new session file: several on one clock (merge), a part of one, without secrets.

Records are read page by page and appended in the order of their times; what is added to them (exchanges,
findings, marks, notes, rules of colour, whole lines of cut records) comes along. A million records need no
more memory than a thousand, but for the table of their new numbers (8 bytes each).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.protocol.records import Exchange, Finding, Record
from inspector.trace import storage
from inspector.trace.export.entries import Entries, open_entries
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from inspector.trace.renumbering import Renumbered
from inspector.translation import translate

__all__ = ["Told", "merge", "merge_into", "save_copy"]

Told = Callable[[int], bool]
"""Told how many records are done; False stops the work, and nothing is left behind."""

EACH: Final = 256  # records between two questions whether to go on


class _Stopped(Exception):
    """A user does not want it any more."""


_Journals = Sequence[tuple[Journal, int]]
"""Each with what is added to its times."""


@dataclass(frozen=True, slots=True)
class _Source:
    entries: Entries
    moved: Renumbered
    numbers: Sequence[int] | None  # None: all
    offset_ns: int


def merge(paths: Sequence[Path], out: Path, offsets_ns: Sequence[int] = (), told: Told | None = None) -> int:
    """Write the records of several session files into one, on one clock; how many.

    offsets_ns: added to the times of each file, 0 where it is shorter. Of records of the same time those of
    the file named first come first; in a file the order stays. Blocks. Raises UsageError for what cannot be
    read or written; an older file at `out` is replaced only by a whole one.
    """
    with ExitStack() as stack:
        return _write(_opened(stack, paths, offsets_ns), out, None, told)


def merge_into(
    target: Journal, paths: Sequence[Path], offsets_ns: Sequence[int] = (), told: Told | None = None
) -> int:
    """As `merge`, into an empty journal; 0 when it was stopped."""
    with ExitStack() as stack:
        try:
            return _fill(_opened(stack, paths, offsets_ns), target, None, told)
        except _Stopped:
            return 0


def _opened(stack: ExitStack, paths: Sequence[Path], offsets_ns: Sequence[int]) -> _Journals:
    journals = [stack.enter_context(closing(Journal.open(path))) for path in paths]
    return list(zip(journals, [*offsets_ns, *[0] * len(paths)], strict=False))


def save_copy(
    journal: Journal,
    out: Path,
    redactor: Redactor | None = None,
    told: Told | None = None,
    numbers: Sequence[int] | None = None,
) -> int:
    """Write a session, or these records of it, without its secrets; how many records. As `merge`.

    What the journal has not written yet is left out (`Journal.sync`).
    """
    return _write([(journal, 0)], out, redactor, told, numbers)


def _write(
    journals: _Journals,
    out: Path,
    redactor: Redactor | None,
    told: Told | None,
    numbers: Sequence[int] | None = None,
) -> int:
    part = out.with_name(out.name + ".new")
    try:
        storage.require_replaceable(out, *(journal.path for journal, _ in journals))
    except OSError as error:
        raise UsageError(
            translate("Trace", "cannot write {out}: {error}").format(out=out, error=error.strerror or error)
        ) from error
    target = Journal.create(part)
    try:
        count = _fill(journals, target, redactor, told, numbers)
        target.close()
        _put_in_place(part, out)
    except _Stopped:
        count = 0
    except OSError as error:
        raise UsageError(
            translate("Trace", "cannot write {out}: {error}").format(out=out, error=error.strerror or error)
        ) from error
    finally:
        target.close()
        storage.remove_file(part)
    return count


def _fill(
    journals: _Journals,
    target: Journal,
    redactor: Redactor | None,
    told: Told | None,
    numbers: Sequence[int] | None = None,
) -> int:
    with ExitStack() as stack:
        sources = []
        for journal, offset_ns in journals:
            entries = stack.enter_context(open_entries(journal, redactor))
            sources.append(_Source(entries, Renumbered(target, offset_ns), numbers, offset_ns))
        return _copy(sources, target, told)


def _put_in_place(part: Path, out: Path) -> None:
    storage.remove_file(out)
    if storage.parts_folder(part).is_dir():
        storage.parts_folder(part).replace(storage.parts_folder(out))
    part.replace(out)


def _copy(sources: Sequence[_Source], target: Journal, told: Told | None) -> int:
    for source in sources:
        for _ in source.entries.find_secrets():
            if told is not None and not told(0):
                raise _Stopped
        there = None if source.numbers is None else source.entries.sessions_of(source.numbers)
        for info in source.entries.sessions():
            if there is None or info.number in there:
                source.moved.session(info)
    count = 0
    streams = [_in_order(source, place) for place, source in enumerate(sources)]
    for _, place, _, record in heapq.merge(*streams):
        sources[place].moved.record(record, Path(record.spool) if record.spool else None)
        count += 1
        if count % EACH == 0:
            target.flush()
            if told is not None and not told(count):
                raise _Stopped
    for source in sources:
        for exchange in _exchanges(source):
            source.moved.exchange(exchange)
        for finding in _findings(source):
            source.moved.finding(finding)
        target.sync()
    _annotate(sources, target)
    target.sync()
    return count


def _in_order(source: _Source, place: int) -> Iterator[tuple[int, int, int, Record]]:
    """Records with what they are sorted by. A clock that was set back does not change the order in a file."""
    latest = 0
    redactor = source.entries.redactor
    numbers = source.numbers if source.numbers is not None else range(1, source.entries.journal.written + 1)
    for page in source.entries.pages(numbers):
        for record in page:
            latest = max(latest, record.at_ns + source.offset_ns)
            yield latest, place, record.number, record if redactor is None else redactor.record(record)


def _exchanges(source: _Source) -> Iterator[Exchange]:
    redactor = source.entries.redactor
    for exchange in source.entries.all_exchanges():
        yield exchange if redactor is None else redactor.exchange(exchange)


def _findings(source: _Source) -> Iterator[Finding]:
    redactor = source.entries.redactor
    for finding in source.entries.all_findings():
        yield finding if redactor is None else redactor.finding(finding)


def _annotate(sources: Sequence[_Source], target: Journal) -> None:
    """Marks, references, notes and rules; a rule that two files have is there once."""
    rules = []
    for source in sources:
        redactor = source.entries.redactor
        source.moved.annotations(
            source.entries.journal.annotations, str if redactor is None else redactor.text
        )
        rules += [rule for rule in source.entries.rules() if rule not in rules]
    if rules:
        target.annotations.set_rules(rules)
