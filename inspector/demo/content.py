"""Content blocks and the small media of the demo server, all made in code: no file is embedded."""

from __future__ import annotations

import math
import struct
import zlib
from base64 import b64encode
from typing import Any

__all__ = ["audio", "embedded", "image", "link", "png", "text", "wav"]

Block = dict[str, Any]


def text(value: str, **annotations: Any) -> Block:
    """A text block. annotations: audience, priority, lastModified."""
    block: Block = {"type": "text", "text": value}
    if annotations:
        block["annotations"] = annotations
    return block


def image(data: bytes, mime_type: str = "image/png") -> Block:
    """An image block."""
    return {"type": "image", "data": b64encode(data).decode(), "mimeType": mime_type}


def audio(data: bytes, mime_type: str = "audio/wav") -> Block:
    """An audio block; the revision 2024-11-05 gets a text instead."""
    return {"type": "audio", "data": b64encode(data).decode(), "mimeType": mime_type}


def link(uri: str, name: str, mime_type: str, description: str) -> Block:
    """A link to a resource; revisions before 2025-06-18 get a text instead."""
    return {
        "type": "resource_link",
        "uri": uri,
        "name": name,
        "mimeType": mime_type,
        "description": description,
    }


def embedded(contents: dict[str, Any]) -> Block:
    """A resource inside a result. contents: what `resources/read` answers for it."""
    return {"type": "resource", "resource": contents}


def png(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """A PNG picture: a diagonal gradient from `colour` to white with a dark disc in its middle."""
    # The gradient depends on x + y only: a row is a cut of one list. A loop over all pixels takes seconds.
    span = width + height
    gradient = [bytes(int(part + (255 - part) * step / span) for part in colour) for step in range(span)]
    dark = bytes(part // 3 for part in colour)
    radius = min(width, height) / 3
    rows = bytearray()
    for y in range(height):
        row = bytearray(b"".join(gradient[y : y + width]))
        half = int(math.sqrt(max(0.0, radius**2 - (y - height / 2) ** 2)))
        left = width // 2 - half
        row[left * 3 : (left + 2 * half) * 3] = dark * (2 * half)
        rows += b"\0" + row  # filter type "none"
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bit RGB
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, data) for kind, data in chunks)


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def wav(frequency_hz: float, seconds: float, rate: int = 8000) -> bytes:
    """A sine tone, 16 bit mono, faded at both ends so that it does not click."""
    count = max(1, int(seconds * rate))
    fade = max(1, min(count // 2, rate // 50))
    samples = []
    for index in range(count):
        strength = min(1.0, index / fade, (count - index) / fade)
        samples.append(int(12000 * strength * math.sin(2 * math.pi * frequency_hz * index / rate)))
    data = struct.pack(f"<{count}h", *samples)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate * 2, 2, 16)
    body = b"WAVE" + form + struct.pack("<4sI", b"data", len(data)) + data
    return struct.pack("<4sI", b"RIFF", len(body)) + body
