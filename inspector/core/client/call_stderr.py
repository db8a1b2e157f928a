"""What a server wrote on stderr while a call ran, and which lines of it tell why the call failed."""

from __future__ import annotations

from textwrap import dedent
from typing import Final

from inspector.render.source_places import cause_lines
from inspector.trace.during import Said
from inspector.trace.journal import Journal
from inspector.trace.relations import said_during

__all__ = ["call_stderr"]

_LOOKED_AT: Final = 200  # lines; a traceback is rarely longer
_CHARS: Final = 2_000  # of a line


def call_stderr(journal: Journal, call: int, most: int) -> tuple[Said, list[str]]:
    """What was said, and at most so many lines of stderr that tell most. For a worker thread.

    What all of them are indented by is left out: some loggers put their text into a column at the right.
    """
    said = said_during(journal, call)
    lines = []
    for number in said.stderr[-_LOOKED_AT:] if most else ():
        record = journal.record(number)
        raw = record.raw[: 4 * _CHARS] if record is not None else b""
        lines.append(raw.decode("utf-8", "replace")[:_CHARS].rstrip())
    while lines and not lines[-1]:
        lines.pop()
    told = cause_lines(lines, most)
    return said, dedent("\n".join(told)).split("\n") if told else []
