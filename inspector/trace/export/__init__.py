"""Write a session, or a part of it, in other formats: a table of them, each in a module that documents it.

    journal ──► Entries (pages, without secrets) ──► EXPORTS[key].write ──► pieces of bytes ──► file

Everything streams: memory does not grow with the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.trace.export.entries import Entries, open_entries
from inspector.trace.export.har import export_har
from inspector.trace.export.jsonl import export_jsonl
from inspector.trace.export.otlp import export_otlp
from inspector.trace.export.report import export_report
from inspector.trace.export.table import export_csv
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from inspector.trace.storage import require_other
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["EXPORTS", "Export", "export_bytes", "export_to_file"]


@dataclass(frozen=True, slots=True)
class Export:
    """A format. title and hint: what a user reads when choosing."""

    key: str
    title: str
    suffix: str
    hint: str
    write: Callable[[Entries, Sequence[int]], Iterator[bytes]]


EXPORTS: Final[dict[str, Export]] = {
    one.key: one
    for one in (
        Export(
            "jsonl",
            QT_TRANSLATE_NOOP("Trace", "JSON Lines"),
            ".jsonl",
            QT_TRANSLATE_NOOP("Trace", "One record per line; can be imported."),
            export_jsonl,
        ),
        Export(
            "har",
            QT_TRANSLATE_NOOP("Trace", "HAR 1.2"),
            ".har",
            QT_TRANSLATE_NOOP("Trace", "For browser network panes and proxies."),
            export_har,
        ),
        Export(
            "csv",
            QT_TRANSLATE_NOOP("Trace", "CSV table"),
            ".csv",
            QT_TRANSLATE_NOOP("Trace", "The timeline's columns, for a spreadsheet."),
            export_csv,
        ),
        Export(
            "md",
            QT_TRANSLATE_NOOP("Trace", "Markdown report"),
            ".md",
            QT_TRANSLATE_NOOP("Trace", "Readable summary with errors and every call."),
            export_report,
        ),
        Export(
            "otlp",
            QT_TRANSLATE_NOOP("Trace", "OTLP/JSON spans"),
            ".otlp.json",
            QT_TRANSLATE_NOOP("Trace", "One span per call, for a tracing backend."),
            export_otlp,
        ),
    )
}
"""By key. The module of each says what becomes of what; `mcpdi export --help` prints it."""


def export_bytes(
    journal: Journal, numbers: Sequence[int], key: str, redactor: Redactor | None = None
) -> Iterator[bytes]:
    """These records in a format, piece by piece. What the journal has not written yet is left out."""
    with open_entries(journal, redactor) as entries:
        for _ in entries.find_secrets():
            yield b""  # so that the writer can stop here too
        yield from EXPORTS[key].write(entries, numbers)


def export_to_file(
    journal: Journal,
    numbers: Sequence[int],
    key: str,
    path: Path,
    redactor: Redactor | None = None,
    told: Callable[[int], bool] | None = None,
) -> int:
    """Write a file; returns its size. Blocks; call it in a worker thread.

    told: called now and then with the bytes written so far; False stops it, and nothing is left behind.
    An older file is replaced only by a whole one. Raises UsageError when it cannot be written.
    """
    part = path.with_name(path.name + ".new")
    written = 0
    try:
        require_other(path, journal.path)
        with part.open("wb") as file:
            for piece in export_bytes(journal, numbers, key, redactor):
                written += file.write(piece)
                if told is not None and not told(written):
                    break
            else:
                told = None
        if told is None:
            part.replace(path)
        else:
            written = 0
    except OSError as error:
        raise UsageError(
            translate("Trace", "cannot write {path}: {error}").format(
                path=path, error=error.strerror or error
            )
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return written
