"""Open what a person names: a session file, or a recording of another program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.trace.imports import Imported
    from inspector.trace.journal import Journal

__all__ = ["in_place_of", "opened", "say_imported"]


def in_place_of(path: Path) -> str:
    """What is said behind the name of a file that is written: whether an older one goes."""
    from inspector.trace.files import size_text

    try:
        return f", in the place of an older one of {size_text(path.stat().st_size)}"
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
        journal = Journal.open(file)
    try:
        yield journal
    finally:
        journal.close()


def say_imported(imported: Imported | None, output: Output) -> None:
    """What came of an import, where more is to be said than that it worked."""
    if imported is None:
        return
    if imported.problems:
        output.note(f"{imported.problems} things could not be read; they are among the records as malformed")
    if imported.left_out:
        output.note(f"{imported.left_out} requests without MCP were left out")
