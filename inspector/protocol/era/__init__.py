"""The two eras of MCP behind one small interface.

The era decides what we *send*: how to dress a request, which headers it carries, how to cancel and how
to answer a server's question. It never decides what we can read.
"""

from __future__ import annotations

from typing import Any, Protocol

from inspector.protocol.era.declared import Declared
from inspector.protocol.wire import Headers

__all__ = ["Declared", "Era"]


class Era(Protocol):
    """What core needs to know of an era."""

    @property
    def name(self) -> str:
        """legacy | modern"""

    @property
    def revision(self) -> str:
        """2024-11-05 ... 2026-07-28"""

    @property
    def session_id(self) -> str:
        """Legacy HTTP: what the server called the session; empty when there is none."""

    def dress(self, method: str, params: dict[str, Any], token: int | None) -> dict[str, Any]:
        """The params as they go out: `_meta` with the progress token and what the era requires."""

    def headers(self, method: str, params: dict[str, Any]) -> Headers:
        """HTTP headers of the POST that carries this message."""

    def learn(self, headers: Headers) -> None:
        """Response headers of the opening request: a legacy era keeps the session id."""

    def cancel_by_closing(self, over_http: bool) -> bool:
        """True: closing the response stream cancels; False: `notifications/cancelled` does."""

    def resumes(self, over_http: bool) -> bool:
        """True: an event stream that ended may be taken up again with `Last-Event-ID`."""

    def answers_by_retry(self) -> bool:
        """True: a server's question is part of a result and answered by a retry (MRTR)."""
