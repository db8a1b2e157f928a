"""Folders and URIs as the protocol's roots."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

if TYPE_CHECKING:
    from inspector.core.client.ports import ConnectionView, Requester

__all__ = ["root_of", "roots_result", "tell_roots_changed", "wants_root_changes"]


def root_of(text: str) -> dict[str, str]:
    """A folder or URI as the protocol's Root. Source: MCP client/roots, "uri MUST be a file:// URI".

    Its name is for people to read: the last part of the path, without percent-encoding.
    """
    uri = text if "://" in text else Path(text).expanduser().absolute().as_uri()
    path = uri.partition("://")[2]
    return {"uri": uri, "name": unquote(path.rstrip("/").rpartition("/")[2]) or uri}


def roots_result(texts: Iterable[str]) -> dict[str, Any]:
    """The answer to roots/list."""
    return {"roots": [root_of(text) for text in texts]}


def tell_roots_changed(client: Requester) -> None:
    """Send `notifications/roots/list_changed` where it means something. Raises ClosedError."""
    if wants_root_changes(client):
        client.notify("notifications/roots/list_changed")


def wants_root_changes(client: ConnectionView) -> bool:
    """Whether it is a legacy server that is connected and was told `roots.listChanged`."""
    session = client.session
    if client.state != "connected" or session is None or session.conversation.era.answers_by_retry():
        return False
    declared = session.conversation.spoken.capabilities
    roots = declared.get("roots") if isinstance(declared, dict) else None
    return isinstance(roots, dict) and roots.get("listChanged") is True
