"""Bundles as tests need them: whole, hostile, signed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

MANIFEST: dict[str, Any] = {
    "manifest_version": "0.3",
    "name": "notes",
    "display_name": "Notes",
    "version": "1.2.0",
    "description": "Reads notes.",
    "author": {"name": "Ann", "url": "https://example.com"},
    "server": {
        "type": "node",
        "entry_point": "server/index.js",
        "mcp_config": {"command": "node", "args": ["${__dirname}/server/index.js"], "env": {}},
    },
}


def manifest(**members: Any) -> dict[str, Any]:
    """A whole manifest with some members of its own."""
    return {**MANIFEST, **members}


def served(kind: str = "node", entry: str = "server/index.js", **members: Any) -> dict[str, Any]:
    """A manifest whose server is of that kind; members: of `mcp_config`, none: it has none."""
    server: dict[str, Any] = {"type": kind, "entry_point": entry}
    if members:
        server["mcp_config"] = members
    return manifest(server=server)


def pack(
    path: Path,
    value: Any = None,
    files: dict[str, bytes] | None = None,
    modes: dict[str, int] | None = None,
    tail: bytes = b"",
) -> Path:
    """Write a bundle. value: its manifest, bytes as they are; None: the whole one above."""
    data = value if isinstance(value, bytes) else json.dumps(MANIFEST if value is None else value).encode()
    parts = {"manifest.json": data, "server/index.js": b"// a server"} | (files or {})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            write(archive, name, content, (modes or {}).get(name, 0o100644))
    with path.open("ab") as file:
        file.write(tail)
    return path


def write(archive: zipfile.ZipFile, name: str, content: bytes, mode: int = 0o100644) -> None:
    """One entry with exactly this name and mode."""
    entry = zipfile.ZipInfo("x")
    entry.filename = entry.orig_filename = name
    entry.create_system, entry.external_attr = 3, mode << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)
