"""What a server said when it refused a request for want of authorization."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Refusal"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A 401 or 403 with its `WWW-Authenticate` values. again: it only wanted a nonce, which is there now."""

    status: int = 0
    challenge: tuple[str, ...] = ()
    again: bool = False
