"""What went over HTTP for a record: heads, events with id and retry, how a stream was taken up again.

Runs in a worker thread: bytes of many events come from the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from inspector.protocol.records import Record
from inspector.render.event_lines import event_fields
from inspector.trace.journal import Journal
from inspector.trace.relations import stream_heads
from inspector.translation import shown
from inspector.ui.detail.subject import Subject
from inspector.ui.locale.locale_text import duration_text, number_text, size_text
from inspector.ui.widgets.controls import Marked

__all__ = ["HttpPart", "http_story"]

_MOST: Final = 120  # records; a longer story shows its first and its last ones
_PIPES: Final = ("", "stdin", "stdout", "stderr")
_TEXTS: Final[dict[str, Marked]] = {
    "again": QT_TRANSLATE_NOOP("HttpStory", "Resumed after event {0}, {1} after the stream ended"),
    "asked": QT_TRANSLATE_NOOP("HttpStory", "; the server asked to wait {0}"),
    "event": QT_TRANSLATE_NOOP("HttpStory", "Event"),
    "empty": QT_TRANSLATE_NOOP("HttpStory", "no data"),
    "answer": QT_TRANSLATE_NOOP("HttpStory", "response"),
    "comment": QT_TRANSLATE_NOOP("HttpStory", "comment"),
    "more": QT_TRANSLATE_NOOP("HttpStory", "{0} records in between are not shown"),
}


@dataclass(frozen=True, slots=True)
class HttpPart:
    """One thing that went over HTTP. kind: request, response, event or note. number: its record, 0: none.

    lines: name and value of headers, or of the fields of an event.
    """

    kind: str
    number: int
    title: str
    channel: str
    lines: tuple[tuple[str, str], ...] = ()


def http_story(journal: Journal, subject: Subject) -> list[HttpPart]:
    """In the order in which it happened. Empty when nothing of the record went over HTTP."""
    numbers = _numbers(journal, subject)
    left_out = len(numbers) - _MOST
    if left_out > 0:
        half = _MOST // 2
        first, last = list(_parts(journal, numbers[:half])), list(_parts(journal, numbers[-half:]))
        if not first and not last:
            return []
        return [*first, HttpPart("note", 0, _text("more", number_text(left_out)), ""), *last]
    return list(_parts(journal, numbers))


def _numbers(journal: Journal, subject: Subject) -> list[int]:
    """Records of the call; of a record without one those that opened its stream, and itself."""
    if subject.exchange is not None:
        return journal.exchange_records(subject.exchange.number)
    record = subject.left
    if record.channel in _PIPES:
        return []
    return sorted({record.number, *stream_heads(journal, record)})


def _parts(journal: Journal, numbers: Iterable[int]) -> Iterator[HttpPart]:
    broke_ns = retry_ms = 0
    for number in numbers:
        record = journal.record(number)
        if record is None:
            continue
        if record.kind == "head":
            part = _head(record)
            resumed = next((value for name, value in part.lines if name.lower() == "last-event-id"), None)
            if resumed is not None and broke_ns:
                text = _text("again", resumed, duration_text(record.at_ns - broke_ns))
                asked = _text("asked", duration_text(retry_ms * 1_000_000)) if retry_ms else ""
                yield HttpPart("note", number, text + asked, record.channel)
            yield part
        elif record.frame and record.channel not in _PIPES:
            part = _event(record)
            retries = [int(value) for name, value in part.lines if name == "retry" and value.isdecimal()]
            retry_ms = retries[-1] if retries else retry_ms
            yield part
        elif record.kind == "lifecycle" and not record.direction and record.channel not in _PIPES:
            broke_ns = record.at_ns
            yield HttpPart("note", number, shown(record.note), record.channel)


def _head(record: Record) -> HttpPart:
    first, *lines = record.raw.decode("utf-8", "replace").splitlines() or [""]
    split = (line.partition(":") for line in lines if line)
    headers = tuple((name.strip(), value.strip()) for name, _, value in split)
    kind = "request" if record.direction == "out" else "response"
    return HttpPart(kind, record.number, first, record.channel, headers)


def _event(record: Record) -> HttpPart:
    fields = event_fields(record.frame)
    names = {"": _text("comment")}
    lines = tuple((names.get(name, name), value) for name, value in fields)
    answers = record.kind in ("response", "error")
    known = {"lifecycle": _text("empty"), "response": _text("answer"), "error": _text("answer")}
    what = known.get(record.kind, record.kind) if answers or not record.method else record.method
    title = f"{_text('event')} · {what} · {size_text(len(record.frame))}"
    return HttpPart("event", record.number, title, record.channel, lines)


def _text(key: str, *values: str) -> str:
    return QCoreApplication.translate("HttpStory", _TEXTS[key]).format(*values)
