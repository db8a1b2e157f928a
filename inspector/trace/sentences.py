"""The table of recorded sentences: which message the English of a record was made of."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Final

from inspector.recorded import message_as_json, with_message
from inspector.translation import Recorded

__all__ = ["SentenceWriter", "Sentences"]

_KEPT: Final = 4096
_LONGEST: Final = 1_000_000  # bytes of a message: SQLite counts characters up to the first NUL only


class SentenceWriter:
    """Adds sentences to a file, each once."""

    def __init__(self) -> None:
        self._written: set[str] = set()

    def add(self, connection: sqlite3.Connection, texts: Iterable[object]) -> None:
        """Add those that have a message. Belongs to the transaction that writes what holds them."""
        for text in texts:
            if isinstance(text, Recorded) and text not in self._written:
                if len(self._written) >= _KEPT:
                    self._written.clear()
                connection.execute(
                    "INSERT OR IGNORE INTO sentence VALUES (?, ?)",
                    (str.__str__(text), message_as_json(text.message)),
                )
                self._written.add(str.__str__(text))

    def forget(self) -> None:
        """The transaction was rolled back: what was added may not be there."""
        self._written.clear()


class Sentences:
    """Gives texts of a file their messages. Any thread may ask.

    lend: a connection for one question.
    """

    def __init__(self, lend: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._lend = lend
        self._there: bool | None = None
        self._found: dict[str, str] = {}

    def of(self, text: str) -> str:
        """The text with its message, if the file has one."""
        if not text or self._there is False:
            return text
        found = self._found.get(text)
        if found is None:
            found = self._ask(text)
            if len(self._found) >= _KEPT:
                self._found = {}
            self._found[text] = found
        return found

    def _ask(self, text: str) -> str:
        with self._lend() as connection:
            if self._there is None:
                sql = "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'sentence'"
                self._there = bool(connection.execute(sql).fetchone()[0])
            if not self._there:
                return text
            row = connection.execute(
                "SELECT message FROM main.sentence WHERE english = ?"
                f" AND length(CAST(message AS BLOB)) <= {_LONGEST}",
                (text,),
            ).fetchone()
        return with_message(text, row[0]) if row is not None else text
