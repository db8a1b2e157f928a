"""Read what other programs recorded: a table of formats, each in a module that documents it.

    file ──► sniff ──► IMPORTS[key].read ──► conversation ──► journal

What cannot be read becomes a malformed record and is counted; nothing is lost in silence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.errors import UsageError
from inspector.trace.file_check import require_file
from inspector.trace.imports.claude_log import read_claude_log, sniff_claude_log
from inspector.trace.imports.har import read_har, sniff_har
from inspector.trace.imports.inspector_export import read_inspector, sniff_inspector
from inspector.trace.imports.jsonl import read_jsonl, sniff_jsonl
from inspector.trace.imports.reading import BROKEN, Reading, Stopped
from inspector.trace.journal import Journal
from inspector.trace.storage import may_be_recording
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["IMPORTS", "Import", "Imported", "format_of", "import_file"]

HEAD_BYTES: Final = 65_536
SURE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Import:
    """A format. sniff: how sure its first bytes and its name make us, 0 to 1."""

    key: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes, str], float]
    read: Callable[[Path, Reading], None]


IMPORTS: Final[dict[str, Import]] = {
    one.key: one
    for one in (
        Import(
            "jsonl",
            QT_TRANSLATE_NOOP("Trace", "JSON Lines from this program"),
            (".jsonl",),
            sniff_jsonl,
            read_jsonl,
        ),
        Import("har", QT_TRANSLATE_NOOP("Trace", "HAR containing MCP"), (".har",), sniff_har, read_har),
        Import(
            "claude",
            QT_TRANSLATE_NOOP("Trace", "Claude Desktop log"),
            (".log",),
            sniff_claude_log,
            read_claude_log,
        ),
        Import(
            "inspector",
            QT_TRANSLATE_NOOP("Trace", "MCP Inspector export"),
            (".json",),
            sniff_inspector,
            read_inspector,
        ),
    )
}
"""By key."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of it. problems: things that could not be read. left_out: requests without MCP."""

    title: str
    records: int
    problems: int
    left_out: int


_SESSION: Final = QT_TRANSLATE_NOOP("Trace", "session")


def format_of(path: Path) -> Import | None:
    """The format of a file by its first bytes; None: none of those that we know. Raises OSError."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    sure, best = max((one.sniff(head, path.name), key) for key, one in IMPORTS.items())
    return IMPORTS[best] if sure >= SURE else None


def import_file(path: Path, journal: Journal, told: Callable[[int], bool] | None = None) -> Imported | None:
    """Read a file into an empty journal; None when `told` stopped it. Blocks.

    told: called with the bytes (or steps) read so far. Raises UsageError for what cannot be read at all.
    """
    found: Import | None = None
    try:
        require_file(path)
        found = format_of(path)
        if found is None and not may_be_recording(path):
            raise UsageError(
                translate(
                    "Trace", "{} is a session file or another database; there is nothing to import"
                ).format(path)
            )
        if found is None:
            titles = ", ".join(translate("Trace", one.title) for one in IMPORTS.values())
            raise UsageError(
                translate(
                    "Trace",
                    "unknown file type: {path}; supported are session files (.mcptrace), {titles}",
                ).format(path=path, titles=titles)
            )
        reading = Reading(journal, path.stat().st_mtime_ns, told)
        found.read(path, reading)
    except Stopped:
        return None
    except OSError as error:
        raise UsageError(
            translate("Trace", "cannot read {path}: {error}").format(path=path, error=error.strerror or error)
        ) from error
    except BROKEN as error:
        title = translate("Trace", found.title if found is not None else _SESSION)
        raise UsageError(
            translate("Trace", "{path} looks like {title}, but cannot be read as such: {error}").format(
                path=path, title=title, error=error
            )
        ) from error
    journal.sync()
    title = translate("Trace", found.title)
    if not journal.last:
        raise UsageError(
            translate("Trace", "no MCP messages in {path} ({title}; {left_out} other requests in it)").format(
                path=path, title=title, left_out=reading.left_out
            )
        )
    return Imported(title, journal.last, reading.problems, reading.left_out)
