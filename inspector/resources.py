"""Files that come with the program and are no code: beside the package, or inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

__all__ = ["resource"]

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The path of a file in `resources/`, for example "icons/mcp-desktop-inspector.svg"."""
    inside = _PACKAGE / "_resources" / name
    return inside if inside.exists() else _PACKAGE.parent / "resources" / name
