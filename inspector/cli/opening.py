"""Open what a user names: a session file, or a recording of another program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inspector.errors import DamagedError, UsageError

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.trace.imports import Imported
    from inspector.trace.journal import Journal

_WHOLE_BYTES: Final = 256 << 20  # a second

__all__ = ["in_place_of", "opened", "say_imported"]


def in_place_of(path: Path) -> str:
    """What is said behind the name of a file that is written: whether an older one goes."""
    from inspector.trace.files import size_text

    try:
        return f", replacing an older one of {size_text(path.stat().st_size)}"
    except OSError:
        return ""


@contextmanager
def opened(file: Path, output: Output) -> Iterator[Journal]:
    """The session in a file, closed afterwards. Raises UsageError for what cannot be read."""
    from inspector.trace.imports import import_file
    from inspector.trace.journal import Journal
    from inspector.trace.storage import may_be_recording

    if may_be_recording(file):
        journal = Journal.create()
        try:
            say_imported(import_file(file, journal), output)
        except BaseException:
            journal.close()
            raise
    else:
        try:
            journal = Journal.open(file, _WHOLE_BYTES)
        except DamagedError as error:
            journal = _salvaged(file, error, output)
    try:
        yield journal
    finally:
        journal.close()


def _salvaged(file: Path, error: DamagedError, output: Output) -> Journal:
    """What can be read of it, and a sentence that says so."""
    from inspector.trace.journal import Journal
    from inspector.trace.salvage import salvage

    journal = Journal.create()
    try:
        found = salvage(file, journal)
    except UsageError:
        journal.close()
        raise error from None
    except BaseException:
        journal.close()
        raise
    assert found is not None
    records = "1 record" if found.records == 1 else f"{found.records:,} records"
    output.note(f"{error}; recovered: {records}")
    return journal


def say_imported(imported: Imported | None, output: Output) -> None:
    """What came of an import, where more is to be said than that it worked."""
    if imported is None:
        return
    if imported.problems:
        output.note(f"{imported.problems} entries could not be read; they are included as malformed records")
    if imported.left_out:
        output.note(f"{imported.left_out} requests without MCP were omitted")
