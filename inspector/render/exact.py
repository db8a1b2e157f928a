r"""Any bytes as text that a user can edit, and back: what is no plain text is written \xNN.

`\x` is no escape of JSON, so JSON text looks the same. Bytes that happen to read `\x41` are written
`\x5cx41`, so that the way back gives them again: from_escapes(to_escapes(data)) == data for all data.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["from_escapes", "to_escapes"]

_ESCAPE: Final = re.compile(r"\\x([0-9a-fA-F]{2})")
# Control characters, line ends of Unicode and what Qt uses for itself: an editor would change or hide them.
_SPECIAL: Final = re.compile(
    "\\\\(?=x[0-9a-fA-F]{2})|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffc\ufffe\uffff]"
)


def to_escapes(data: bytes) -> str:
    """Bytes as text for an editor."""
    return _SPECIAL.sub(_escaped, data.decode("utf-8", "surrogateescape"))


def from_escapes(text: str) -> bytes:
    """The bytes that a text stands for; everything but the escapes as UTF-8."""
    parts = _ESCAPE.split(text)
    made = bytearray()
    for number, part in enumerate(parts):
        made += bytes((int(part, 16),)) if number % 2 else part.encode("utf-8", "surrogatepass")
    return bytes(made)


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02x}" for byte in match[0].encode("utf-8", "surrogateescape"))
