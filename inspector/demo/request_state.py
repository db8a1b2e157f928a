"""The `requestState` of a call that waits for answers (modern era): sealed, so that it cannot be altered.

The server keeps nothing between the rounds; all it needs to go on comes back in this string.
Source: protocol.md 5.1; MCP 2026-07-28, basic/patterns/mrtr, integrity of requestState.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

import msgspec

from inspector.demo.steps import Refusal

__all__ = ["Seal", "call_digest"]

_INVALID_PARAMS: Final = -32602


class Seal:
    """Signs with a key that lives as long as the process."""

    def __init__(self) -> None:
        self._key = b""

    def close(self, value: dict[str, Any]) -> str:
        """`value` as an opaque string."""
        data = msgspec.json.encode(value)
        return f"{urlsafe_b64encode(data).decode()}.{self._sign(data)}"

    def open(self, text: Any) -> dict[str, Any]:
        """What `close` was given. Raises Refusal (-32602) for anything that did not come from it."""
        if not isinstance(text, str):
            raise Refusal(_INVALID_PARAMS, "requestState must be a string, sent back exactly as it came")
        encoded, _, signature = text.rpartition(".")
        try:
            data = urlsafe_b64decode(encoded.encode())
        except ValueError:
            data = b""
        if not data or not signature.isascii() or not self._same(signature, self._sign(data)):
            raise Refusal(
                _INVALID_PARAMS, "requestState was altered, or comes from an earlier run: begin the call anew"
            )
        value: dict[str, Any] = msgspec.json.decode(data)
        return value

    def _sign(self, data: bytes) -> str:
        import hmac  # late: loading OpenSSL would be paid for at every start
        import secrets

        self._key = self._key or secrets.token_bytes(32)
        return hmac.digest(self._key, data, "sha256").hex()

    @staticmethod
    def _same(first: str, second: str) -> bool:
        import hmac

        return hmac.compare_digest(first, second)


def call_digest(name: str, arguments: dict[str, Any]) -> str:
    """A fingerprint of a call: a state is good only for the call it was made for."""
    import hashlib

    return hashlib.sha256(msgspec.json.encode([name, arguments], order="sorted")).hexdigest()
