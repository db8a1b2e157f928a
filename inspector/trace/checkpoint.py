"""Moves what was committed from the WAL into the session file, beside the writer and not in its way.

A checkpoint calls fsync twice. On a slow disk that takes longer than the 100 ms in which a record must be
in the file, so the writer only commits (which is safe against a kill) and this thread does the rest.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from typing import Final

__all__ = ["Checkpointer"]

DUE_BYTES: Final = 4 * 1024 * 1024


class Checkpointer:
    """A thread with its own connection, started when there is something to do for the first time."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._bytes = 0
        self._due = threading.Event()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def wrote(self, size: int) -> None:
        """That many bytes were committed. Called by the writer thread only; returns at once."""
        self._bytes += size
        if self._bytes < DUE_BYTES:
            return
        self._bytes = 0
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="journal-checkpoint", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # no thread to be had now: the WAL keeps everything
                return
            self._thread = thread
        self._due.set()

    def close(self) -> None:
        """End the thread; a checkpoint that runs is finished first."""
        self._stopped = True
        self._due.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            connection = self._connect()
        except sqlite3.Error:
            return
        with contextlib.closing(connection):
            while True:
                self._due.wait()
                self._due.clear()
                if self._stopped:
                    return
                # Busy or a full disk: the WAL keeps everything, and the writer reports a full disk itself.
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
