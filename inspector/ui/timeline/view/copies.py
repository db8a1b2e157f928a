"""What the chosen rows are on the clipboard: messages, commands, tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

from inspector.core.servers.shell_quoting import SHELLS, native_shell
from inspector.core.transfer.copying import Secrets, curl_line, mcpdi_words, pipe_line, reach_session
from inspector.errors import UsageError
from inspector.protocol.jsonrpc import one_line
from inspector.protocol.records import SessionInfo
from inspector.render.structured import pretty
from inspector.trace.journal import Journal
from inspector.trace.row_tables import csv_table, markdown_table
from inspector.trace.rows import Row
from inspector.translation import translate
from inspector.ui.loop.tasks import offload
from inspector.ui.widgets.controls import Marked

__all__ = ["COPIES", "MOST_ROWS", "Copied", "Copies", "CopyKind", "RowServers"]

MOST_ROWS: Final = 20_000  # copied at once
_MOST_BYTES: Final = 32 << 20
_PAGE: Final = 256  # rows between two frames


class RowServers:
    """What is known of the servers of rows beside what was recorded. A session file knows nothing more."""

    def reach(self, info: SessionInfo) -> list[str]:
        """The end of an mcpdi command line that reaches it."""
        return reach_session(info)

    def secrets(self, info: SessionInfo) -> Secrets:
        """What was not kept."""
        return Secrets()

    def closed(self, info: SessionInfo) -> str:
        """Why nothing can be sent to it; empty: it can."""
        return ""


@dataclass(frozen=True, slots=True)
class CopyKind:
    """One entry of the copy menu. line: makes the text of one row; without it the rows are one table."""

    key: str
    title: Marked
    fits: Callable[[Row, SessionInfo], bool]
    line: Callable[[Copies, Row, str], str] | None = None
    table: Callable[[Sequence[Row], int, dict[int, str]], str] | None = None
    shells: bool = False  # is a command line: other shells write it otherwise
    why: Marked = ""


@dataclass(frozen=True, slots=True)
class Copied:
    """The text, how many rows are in it, and what could not be copied, in words."""

    text: str
    rows: int
    trouble: str = ""


@dataclass(slots=True)
class Copies:
    """Makes texts of rows of a journal."""

    journal: Journal
    servers: RowServers = field(default_factory=RowServers)

    def info(self, row: Row) -> SessionInfo:
        """The connection of a row."""
        found = (one for one in self.journal.sessions() if one.number == row.session)
        return next(found, SessionInfo(0, "", "", ""))

    async def text(self, kind: CopyKind, numbers: Sequence[int], shell: str = "") -> Copied:
        """The text of rows, made between frames."""
        names = {info.number: info.name for info in self.journal.sessions()}
        rows: list[Row] = []
        texts: list[str] = []
        trouble, size = "", 0
        numbers = numbers[:MOST_ROWS]
        for start in range(0, len(numbers), _PAGE):
            page = self.journal.rows(numbers[start : start + _PAGE])
            for row in page:
                if kind.line is None or not kind.fits(row, self.info(row)):
                    continue
                try:
                    texts.append(kind.line(self, row, shell or native_shell()))
                except UsageError as error:
                    trouble = f"#{row.number}: {error}"
                else:
                    size += len(texts[-1])
                if size > _MOST_BYTES:
                    return Copied(
                        "\n".join(texts[:-1]), len(texts) - 1, translate("RowCopies", "more than 32 MB")
                    )
            rows += page
            await asyncio.sleep(0)
        if kind.table is not None:
            first = self.journal.rows([1])
            origin = first[0].at_ns if first else 0
            return Copied(await offload(kind.table, rows, origin, names), len(rows))
        return Copied("\n".join(texts), len(texts), trouble)

    def raw(self, number: int) -> bytes:
        """The bytes of a record. Raises UsageError for what is too much for a clipboard."""
        record = self.journal.record(number)
        if record is None:
            raise UsageError(translate("RowCopies", "it is not in the session any more"))
        if record.spool or len(record.raw) > _MOST_BYTES:
            raise UsageError(translate("RowCopies", "longer than 32 MB"))
        return record.raw


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")


def _pretty(copies: Copies, row: Row, _shell: str) -> str:
    return _text(pretty(copies.raw(row.number)))


def _line(copies: Copies, row: Row, _shell: str) -> str:
    return _text(one_line(copies.raw(row.number)))


def _exact(copies: Copies, row: Row, _shell: str) -> str:
    return _text(copies.raw(row.number))


def _answer(copies: Copies, row: Row, _shell: str) -> str:
    return _text(pretty(copies.raw(row.answer)))


def _command(copies: Copies, row: Row, shell: str) -> str:
    record = copies.journal.record(row.number)
    if record is None:
        raise UsageError(translate("RowCopies", "it is not in the session any more"))
    info = copies.info(row)
    return SHELLS[shell].join(mcpdi_words(record, copies.servers.reach(info), info.era))


def _curl(copies: Copies, row: Row, shell: str) -> str:
    return curl_line(copies.journal, row.number, shell)


def _curl_open(copies: Copies, row: Row, shell: str) -> str:
    return curl_line(copies.journal, row.number, shell, copies.servers.secrets(copies.info(row)))


def _pipe(copies: Copies, row: Row, _shell: str) -> str:
    return pipe_line(copies.journal, row.number, copies.info(row))


def _any(_row: Row, _info: SessionInfo) -> bool:
    return True


def _holds_bytes(row: Row, _info: SessionInfo) -> bool:
    return row.kind != "lifecycle" or row.size > 0


def _answered(row: Row, _info: SessionInfo) -> bool:
    return row.opens and row.answer > 0


def _sent(row: Row, _info: SessionInfo) -> bool:
    return row.direction == "out" and row.kind in ("request", "notification", "malformed", "batch")


def _over_http(row: Row, info: SessionInfo) -> bool:
    return row.direction == "out" and info.transport in ("http", "sse") and row.channel not in ("stdin", "")


def _over_pipe(row: Row, info: SessionInfo) -> bool:
    return _sent(row, info) and info.transport == "stdio"


_NOT_SENT: Final = QT_TRANSLATE_NOOP("RowActions", "Only messages sent by the client can be sent again.")
_NOT_HTTP: Final = QT_TRANSLATE_NOOP("RowActions", "This was not sent over HTTP.")

COPIES: Final = (
    CopyKind("message", QT_TRANSLATE_NOOP("RowActions", "Message, indented"), _holds_bytes, _pretty),
    CopyKind("line", QT_TRANSLATE_NOOP("RowActions", "Message on one line"), _holds_bytes, _line),
    CopyKind("exact", QT_TRANSLATE_NOOP("RowActions", "Message, exact bytes"), _holds_bytes, _exact),
    CopyKind(
        "answer",
        QT_TRANSLATE_NOOP("RowActions", "Response, indented"),
        _answered,
        _answer,
        why=QT_TRANSLATE_NOOP("RowActions", "No response."),
    ),
    CopyKind(
        "command",
        QT_TRANSLATE_NOOP("RowActions", "As mcpdi command"),
        _sent,
        _command,
        shells=True,
        why=_NOT_SENT,
    ),
    CopyKind(
        "curl",
        QT_TRANSLATE_NOOP("RowActions", "As cURL command"),
        _over_http,
        _curl,
        shells=True,
        why=_NOT_HTTP,
    ),
    CopyKind(
        "curl_secrets",
        QT_TRANSLATE_NOOP("RowActions", "As cURL command with secrets"),
        _over_http,
        _curl_open,
        why=_NOT_HTTP,
    ),
    CopyKind(
        "pipe",
        QT_TRANSLATE_NOOP("RowActions", "As shell pipe into the server"),
        _over_pipe,
        _pipe,
        why=QT_TRANSLATE_NOOP("RowActions", "This was not sent to a server started as a command."),
    ),
    CopyKind(
        "markdown", QT_TRANSLATE_NOOP("RowActions", "Rows as Markdown table"), _any, table=markdown_table
    ),
    CopyKind("csv", QT_TRANSLATE_NOOP("RowActions", "Rows as CSV"), _any, table=csv_table),
)
"""What can be copied, in the order of the menu. An entry that fits no chosen row says why."""
