"""What `mcpdi show --as …` prints: records as commands to run again, calls as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.protocol.records import SessionInfo
    from inspector.trace.journal import Journal
    from inspector.trace.query.language import Compiled
    from inspector.trace.rows import Row

__all__ = ["FORMS", "shown_as"]

_PAGE: Final = 512


def shown_as(journal: Journal, where: Compiled | None, form: str, output: Output) -> Iterator[str]:
    """Lines of this form; a note says what cannot be written in it."""
    if form in ("markdown", "csv"):
        yield from _table(journal, where, form)
        return
    from inspector.errors import UsageError
    from inspector.protocol.records import SessionInfo

    line = _LINES[form]
    sessions = {info.number: info for info in journal.sessions()}
    for row in _rows(journal, "messages", where):
        if row.direction != "out" or row.kind not in ("request", "notification"):
            continue
        try:
            yield line(journal, row, sessions.get(row.session) or SessionInfo(0, "", "", ""))
        except UsageError as error:
            output.note(f"#{row.number}: {error}")


def _rows(journal: Journal, mode: str, where: Compiled | None) -> Iterator[Row]:
    numbers = journal.visible(mode, 1, journal.last, where)
    for start in range(0, len(numbers), _PAGE):
        yield from journal.rows(numbers[start : start + _PAGE])


def _table(journal: Journal, where: Compiled | None, form: str) -> Iterator[str]:
    from inspector.trace.row_tables import csv_table, markdown_table

    names = {info.number: info.name for info in journal.sessions()}
    first = journal.rows([1])
    table = markdown_table if form == "markdown" else csv_table
    yield table(_rows(journal, "calls", where), first[0].at_ns if first else 0, names).rstrip("\n")


def _command(journal: Journal, row: Row, info: SessionInfo) -> str:
    from inspector.core.servers.shell_quoting import SHELLS, native_shell
    from inspector.core.transfer.copying import mcpdi_words, reach_session

    record = journal.record(row.number)
    assert record is not None
    return SHELLS[native_shell()].join(mcpdi_words(record, reach_session(info), info.era))


def _curl(journal: Journal, row: Row, _info: SessionInfo) -> str:
    from inspector.core.servers.shell_quoting import native_shell
    from inspector.core.transfer.copying import curl_line

    return curl_line(journal, row.number, native_shell())


def _pipe(journal: Journal, row: Row, info: SessionInfo) -> str:
    from inspector.core.transfer.copying import pipe_line

    return pipe_line(journal, row.number, info)


_LINES: Final[dict[str, Callable[[Journal, Row, SessionInfo], str]]] = {
    "command": _command,
    "curl": _curl,
    "pipe": _pipe,
}
FORMS: Final = (*_LINES, "markdown", "csv")
"""Formats of --as."""
