"""What goes out of a deliberate fault."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.protocol.wire import Headers

__all__ = ["Shot"]


@dataclass(frozen=True, slots=True)
class Shot:
    """One thing to send. Over HTTP `headers` replace or come beside the era's, and `without` go away.

    ids: JSON texts of the ids that an answer may name; with `either` one of them is enough. verb: POST, or
    GET and DELETE, which carry no data. Over stdio `data` that ends with a newline goes out as it is.
    """

    data: bytes = b""
    ids: tuple[str, ...] = ()
    headers: Headers = ()
    without: tuple[str, ...] = ()
    verb: str = "POST"
    either: bool = False
