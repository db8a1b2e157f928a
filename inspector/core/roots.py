"""Folders and URIs as the protocol's roots."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = ["root_of", "roots_result"]


def root_of(text: str) -> dict[str, str]:
    """A folder or URI as the protocol's Root. Source: MCP client/roots, "uri MUST be a file:// URI"."""
    uri = text if "://" in text else Path(text).expanduser().absolute().as_uri()
    return {"uri": uri, "name": uri.rstrip("/").rpartition("/")[2] or uri}


def roots_result(texts: Iterable[str]) -> dict[str, Any]:
    """The answer to roots/list."""
    return {"roots": [root_of(text) for text in texts]}
