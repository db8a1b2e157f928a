"""What a large file of another program is made of, piece by piece: lines, or the elements of a JSON array.

Nothing is made of a piece before it is asked for, and none is larger than it may be, whatever the file says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

from inspector.json_tokens import BRACKETS, TEXT

__all__ = ["LONGEST_LINE", "elements", "lines_of"]

LONGEST_LINE: Final = 256 << 20
"""Bytes of a line; what is longer is cut. A message that is kept has 64 MB at most, escaped four times."""
_QUOTE: Final = ord('"')
_MOST_PLAIN: Final = 4 << 20  # bytes of an element outside of its strings; three may be a value of 60
_TOKEN: Final = re.compile(rf'"{TEXT}(?:"|\\?\Z)|{BRACKETS}'.encode())
_BETWEEN: Final = b" \t\r\n,"
_SPACES: Final = b" \t\r\n"


def lines_of(path: Path) -> Iterator[tuple[bytes, int]]:
    """(line without its end, how far the file is read). Many blank lines in a row are a few."""
    with path.open("rb") as file:
        while rest := file.readline(LONGEST_LINE):
            line = rest.rstrip(b"\r\n")
            if not line.strip(_SPACES):
                _skip_blank(file)
            while rest and not rest.endswith(b"\n"):
                rest = file.readline(LONGEST_LINE)
            yield line, file.tell()


def _skip_blank(file: BufferedReader) -> None:
    """To the end of the blank lines that are read ahead: a file may hold nothing else."""
    ahead = file.peek()
    blank = ahead[: len(ahead) - len(ahead.lstrip(_SPACES))]
    file.read(blank.rfind(b"\n") + 1)


def elements(data: bytes, start: int) -> Iterator[tuple[bytes, int]]:
    """The elements of the array that begins before start: (bytes, where they end).

    What stands between objects and arrays comes as one piece. Raises ValueError for what must not be decoded,
    or where nothing is left of a file that was cut; else what is left of it comes as it is.
    """
    depth = strings = 0
    begin = done = start
    for token in _TOKEN.finditer(data, start):
        sign = data[token.start()]
        if sign == _QUOTE:
            strings += token.end() - token.start()
        elif sign in b"{[":
            if not depth:
                yield from _between(data, done, token.start())
                begin, strings = token.start(), 0
            depth += 1
        elif depth:
            depth -= 1
            done = token.end()
            if not depth:
                yield data[begin:done], done
        else:
            yield from _between(data, done, token.start())
            return
        if depth and token.end() - begin - strings > _MOST_PLAIN:
            raise ValueError("an element of it holds too many values")
    rest = data[begin if depth else done :].strip(_BETWEEN)
    if not rest and done == start:
        raise ValueError("it breaks off")
    yield rest, len(data)


def _between(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    if piece := data[start:end].strip(_BETWEEN):
        yield piece, end
