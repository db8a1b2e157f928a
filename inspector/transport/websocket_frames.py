"""Cut large WebSocket frames into small ones before the library reads them.

The library hands out whole frames; a frame may be as large as its sender likes, and one that is not
complete when the connection ends would be lost. As fragments its bytes come through as they arrive, in
bounded memory, and with the same end. Source: RFC 6455, 5.2 and 5.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["Splitter"]

FIN: Final = 0x80
RESERVED: Final = 0x70
OPCODE: Final = 0x0F
MASKED: Final = 0x80
MOST_FRAMES: Final = 64
LAST_DATA: Final = 0x02  # continuation, text, binary; the others are control frames, which stay whole


class Splitter:
    """Bytes of a server's frames in, bytes of the same messages in frames of at most one piece out."""

    def __init__(self) -> None:
        self._head = b""  # of the frame that begins, while it is not complete
        self._left = 0  # bytes of the payload that are still to come
        self._first = 0  # first byte of the next fragment, without FIN
        self._final = False  # the frame has FIN
        self._whole = False  # the payload goes through unchanged

    def feed(self, data: bytes) -> Iterator[bytes]:
        """data: any cut of what the server sent after its handshake. Each piece has so few frames that the
        library does not read long: 64 KiB may be 30,000 of them.
        """
        out = bytearray()
        position = frames = 0
        while position < len(data):
            if not self._left:
                if frames == MOST_FRAMES:
                    yield bytes(out)
                    out.clear()
                    frames = 0
                frames += 1
                position = self._take_head(data, position, out)
                continue
            piece = data[position : position + self._left]
            position += len(piece)
            self._left -= len(piece)
            if not self._whole:
                end = FIN if self._final and not self._left else 0
                out += _head(self._first | end, len(piece))
                self._first = 0  # what follows continues it
            out += piece
        yield bytes(out)

    def _take_head(self, data: bytes, position: int, out: bytearray) -> int:
        """Read on in the head of a frame; returns the position behind what was taken."""
        wanted = _head_bytes(self._head) - len(self._head)
        self._head += data[position : position + wanted]
        position += wanted
        if len(self._head) < _head_bytes(self._head):
            return min(position, len(data))
        head, self._head = self._head, b""
        size = head[1] & ~MASKED
        self._left = size if size < 126 else int.from_bytes(head[2:])
        self._final = bool(head[0] & FIN)
        self._first = head[0] & (RESERVED | OPCODE)
        # A server must not mask; the library says so when it sees the head.
        self._whole = head[0] & OPCODE > LAST_DATA or bool(head[1] & MASKED)
        if self._whole or not self._left:
            out += head
        return position


def _head_bytes(begun: bytes) -> int:
    """How long the head is that begins so: 2 bytes, and 2 or 8 more for the size of a large payload."""
    if len(begun) < 2:
        return 2
    return {126: 4, 127: 10}.get(begun[1] & ~MASKED, 2)


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2)
    return bytes((first, 127)) + size.to_bytes(8)
