"""A JSON text of many megabytes whose large values are left out, so that one call reads what is left.

A call of the decoder holds the interpreter: 50 MB of small values take 150 ms, and though a thread makes it
the window stands still as long. Here a run of elements, of members or of characters is proven to be JSON in
pieces, each a call of a few milliseconds, and something short stands in its place. A run may end at a comma
where the next element seems to begin as the one before it did; whether it does is proven, not believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from uuid import uuid4

import msgspec

__all__ = ["Shortened", "copied", "shortened"]

PIECE: Final = 1 << 18  # bytes of one call
NEAR: Final = 64 * 1024  # bytes between two attempts, and of a string that is not long
ATTEMPTS: Final = 4  # commas that a run may end at
MOST_FAILS: Final = 64
MOST_STEPS: Final = 200_000

_skipped: Final = msgspec.json.Decoder(msgspec.Raw)
_UP_TO_SIGN: Final = re.compile(rb'[^"\[\]{},]*+')
_CHARACTERS: Final = re.compile(
    rb'(?:[^"\\]++|\\[^u]|\\u(?![dD][89abAB])....|\\u[dD][89abAB]..\\u....)*+', re.DOTALL
)
_ESCAPE: Final = re.compile(rb"(?<!\\)\\(?!u[dD][c-fC-F])")  # where one begins, but not the second of a pair
_LONGEST_ESCAPE: Final = 12  # bytes; two of six for one character
_REACH: Final = 4096  # bytes looked at before a cut
_BEGINNING: Final = re.compile(rb'\s*+(?:[\[{][\s\[{]*+(?:"[^"\\]{0,32}")?|"?)')
_PAIRS: Final = {ord("["): b"[%b]", ord("{"): b"{%b}", ord('"'): b'"%b"'}
_CLOSES: Final = {ord("]"): ord("["), ord("}"): ord("{")}
_INSTEAD: Final = {ord("["): b'"%b[%d."', ord("{"): b'"%b{%d.":0', ord('"'): b"%b<%d."}
"""What stands for a run, by the sign that opens what it stands in: the mark, the number of the run."""


class Shortened:
    """`text` is JSON where the whole is; `whole` gives the bytes of a value of it."""

    def __init__(self, data: bytes) -> None:
        self.text = b""
        self._data = memoryview(data)
        self._runs: list[tuple[int, int]] = []
        self._mark = uuid4().hex.encode()  # no writer of a message can know it
        self._parts: list[bytes | memoryview] = []
        self._taken = 0
        self._found = re.compile(rb'"%b[\[{](\d+)\."(?::0)?+|%b<(\d+)\.' % (self._mark, self._mark))

    def leave_out(self, kind: int, start: int, stop: int) -> None:
        """A run of elements, members or characters, by the sign that opens what it stands in."""
        instead = _INSTEAD[kind] % (self._mark, len(self._runs))
        self._parts += [self._data[self._taken : start], instead]
        self._runs.append((start, stop))
        self._taken = stop

    def close(self) -> None:
        """Nothing more is left out."""
        self.text = b"".join([*self._parts, self._data[self._taken :]])
        self._parts = []

    def run_of(self, lexeme: bytes) -> memoryview | None:
        """The elements or members that an element, or the key of a member, of `text` stands for."""
        found = self._found.fullmatch(lexeme)
        return self._data[slice(*self._runs[int(found[1])])] if found is not None and found[1] else None

    def _marked(self, short: bytes) -> Iterator[re.Match[bytes]]:
        """What stands for runs, in their order. To search with the expression alone takes 50 ms over 1 MB."""
        at = short.find(self._mark)
        while at >= 0:
            found = self._found.match(short, at - 1) or self._found.match(short, at)
            if found is None:
                return
            yield found
            at = short.find(self._mark, found.end())

    def whole(self, value: msgspec.Raw | bytes) -> bytes:
        """A value of `text` as it was, copied in steps between which other threads may run."""
        short, made, done = bytes(value), BytesIO(), 0
        for found in self._marked(short):
            made.write(short[done : found.start()])
            start, stop = self._runs[int(found[1] or found[2])]
            made.write(self._data[start:stop])
            done = found.end()
        made.write(short[done:])
        return made.getvalue()


def copied(raw: msgspec.Raw | bytes) -> bytes:
    """The bytes of a value; of a large one in steps between which other threads may run."""
    view, made = memoryview(raw), BytesIO()
    for at in range(0, len(view), PIECE):
        made.write(view[at : at + PIECE])
    return made.getvalue()


def shortened(data: bytes, level: int) -> Shortened | None:
    """None: it cannot be shortened, or is no JSON. What level containers hold is never left out."""
    scan = _Scan(data, level)
    try:
        if not scan.run():
            return None
    except (msgspec.DecodeError, RecursionError):
        return None
    scan.short.close()
    return scan.short


class _Scan:
    """Sign after sign where there is little, and over a run of many elements at once."""

    def __init__(self, data: bytes, level: int) -> None:
        self.short = Shortened(data)
        self._data, self._level = data, level
        self._at = self._fails = 0
        self._open: list[int] = []  # the signs of the containers
        self._again: list[int] = []  # where to try the next run in each

    def run(self) -> bool:
        """Whether what is left is short."""
        data, size = self._data, len(self._data)
        for _ in range(MOST_STEPS):
            if size - self._at <= PIECE:
                return True
            near = min(self._at + NEAR, size)
            self._at = _UP_TO_SIGN.match(data, self._at, near).end()  # type: ignore[union-attr]
            if self._at == near:
                continue
            sign = data[self._at]
            self._at += 1
            if sign == ord('"'):
                if not self._string():
                    return False
                continue
            if sign in _CLOSES:
                if not self._open or self._open.pop() != _CLOSES[sign]:
                    return False
                self._again.pop()
                continue
            if is_first := sign != ord(","):
                self._open.append(sign)
                self._again.append(self._at)
            if len(self._open) > self._level:
                self._elements(is_first=is_first)
                if self._fails > MOST_FAILS:
                    return False
        return False

    def _string(self) -> bool:
        """Go over a string. False: it is none."""
        data, start = self._data, self._at
        stop = _end_of(data, start, NEAR)
        while data[stop : stop + 1] != b'"':
            cut = _cut_of(data, min(start + PIECE, len(data)))
            if cut <= start or not _is_proven(ord('"'), data[start:cut]):
                stop = _end_of(data, start, PIECE)
                break
            self.short.leave_out(ord('"'), start, cut)
            start = stop = cut
        self._at = stop + 1
        return data[stop : stop + 1] == b'"'

    def _elements(self, *, is_first: bool) -> None:
        """Go over runs of elements, as long as there are some. is_first: no comma stands before it."""
        data, kind = self._data, self._open[-1]
        while self._at >= self._again[-1] and len(data) - self._at > PIECE:
            begins = _BEGINNING.match(data, self._at, self._at + NEAR)
            mark, stop = b"," + (begins[0] if begins is not None else b""), self._at + PIECE
            for _ in range(ATTEMPTS):
                stop = data.rfind(mark, self._at + PIECE // 4, stop)
                if stop < 0 or _is_proven(kind, data[self._at : stop]):
                    break
            else:
                stop = -1
            if stop < 0:
                self._fails += 1
                self._again[-1] = self._at + (0 if is_first else NEAR)  # spaces may stand behind a comma
                return
            self.short.leave_out(kind, self._at, stop)
            self._at, is_first = stop + 1, False


def _cut_of(data: bytes, stop: int) -> int:
    """A place near `stop` where the text may be cut, outside of escapes; 0: none found."""
    if data.find(b"\\", stop - _LONGEST_ESCAPE, stop) < 0:
        return stop
    return max((found.start() for found in _ESCAPE.finditer(data, stop - _REACH, stop)), default=0)


def _end_of(data: bytes, start: int, most: int) -> int:
    """Where a string that stands there ends, or may be cut; found in steps of a few milliseconds."""
    stop, last = start, min(start + most, len(data))
    while (found := _CHARACTERS.match(data, stop, min(stop + NEAR, last))) and found.end() > stop:
        stop = found.end()
    return stop


def _is_proven(kind: int, piece: bytes) -> bool:
    """Whether these are whole elements or members, or characters of a string."""
    if kind != ord('"') and piece.isspace():
        return False  # spaces alone before a comma are an element that is not there
    try:
        _skipped.decode(_PAIRS[kind] % piece)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
