"""Files for messages that are too long for the session file: their limits."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from inspector.protocol.framing import Spool
from inspector.trace.journal import Journal

__all__ = ["Spooling"]

LOOK_BYTES: Final = 1 << 20  # written until the disk is looked at again


class Spooling:
    """The spooled messages of a session file: at most most_bytes, and floor_bytes of the disk stay free.

    A server decides how much it sends; it must not decide how much of the disk that takes.
    """

    def __init__(self, journal: Journal, most_bytes: int, floor_bytes: int) -> None:
        self.journal, self.most_bytes, self.floor_bytes = journal, most_bytes, floor_bytes

    def open(self, name: str) -> Spool:
        """A file for one message, made when its first bytes come."""
        return _FileSpool(self, lambda: self.journal.spool_file(name))

    def objection(self, path: Path, size: int) -> str:
        """Why no more bytes may be written to this file; empty when they may."""
        if self.journal.spooled_bytes + size > self.most_bytes:
            limit = f"{self.most_bytes >> 20:,}"
            return f"the files of long messages may take {limit} MB in one session"
        with suppress(OSError):
            if shutil.disk_usage(path.parent).free - size < self.floor_bytes:
                limit = f"{self.floor_bytes >> 20:,}"
                return f"less than {limit} MB of the disk are free"
        return ""


class _FileSpool:
    """A cut message's file. What may not be kept is dropped whole: the message's beginning is kept anyway."""

    def __init__(self, spooling: Spooling, make: Callable[[], tuple[BinaryIO, Path]]) -> None:
        self._spooling = spooling
        self._file: BinaryIO | None = None
        self._place = self.why = ""
        self._size = 0
        self._unlooked = LOOK_BYTES
        with suppress(OSError):
            self._file, path = make()
            self._place = str(path)

    def write(self, data: bytes) -> None:
        if self._file is None:
            return
        self._unlooked += len(data)
        if self._unlooked >= LOOK_BYTES:
            self._unlooked = 0
            self.why = self._spooling.objection(Path(self._place), len(data))
        if self.why:
            self._drop()
            return
        try:
            self._file.write(data)
        except OSError:
            self._drop()
            return
        self._size += len(data)
        self._spooling.journal.spooled_bytes += len(data)

    def close(self) -> str:
        try:
            if self._file is not None:
                self._file.close()
        except OSError:
            self._drop()
        return self._place

    def _drop(self) -> None:
        file, self._file = self._file, None
        with suppress(OSError):
            if file is not None:
                file.close()
        with suppress(OSError):
            Path(self._place).unlink()
        self._place = ""
        self._spooling.journal.spooled_bytes -= self._size
        self._size = 0
