"""One line that names a question of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.core.client.questions import ServerRequest

__all__ = ["asked_line"]


def asked_line(request: ServerRequest) -> str:
    """One line that names a question: who asks what, and for which call."""
    of = f" for {request.call} {request.target}".rstrip() if request.call else ""
    key = f" ({request.key})" if request.key else ""
    number = f", round {request.round}" if request.round > 1 else ""
    return f"{request.client_name} asks {request.method}{key}{of}{number}"
