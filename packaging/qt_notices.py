#!/usr/bin/env python3
"""Make packaging/licences/qt-parts.json and packaging/licences/qt/ of an unpacked source of Qt.

    python3 packaging/qt_notices.py FOLDER    that of qtbase-everywhere-src-X.Y.Z, or Debian's qt6-base

Qt says in `qt_attribution.json` files what of others is inside it. The wheels of PySide6 hold none of these
texts, so they are kept here; to be run again when the pinned PySide6 moves to another version of Qt.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path(__file__).resolve().parent / "licences"
SKIPPED: Final = re.compile(
    r"^(cmake|tests|examples|util/(?!gradientgen)|src/(testlib|testinternal|3rdparty/(gradle|android|wasm|libpsl)))"
)
"""Builds Qt, tests it, or belongs to a platform or a module that is not shipped (Qt Network)."""
ONLY: Final = {
    "d3d12memoryallocator": "win32",
    "rhi-miniengine-d3d12-mipmap": "win32",
    "qeventdispatcher_cf": "darwin",
    "cocoa-platform-plugin": "darwin",
    "forkfd": "linux darwin",
    "xcb-xinput": "linux",
}
"""Where a part is used, when not everywhere; Wayland's protocols are Linux's."""


def parts(source: Path) -> list[dict[str, Any]]:
    """Every part of others in this source that ends up in a library that is shipped."""
    found = []
    for file in sorted(source.rglob("qt_attribution.json")):
        folder = file.parent
        place = folder.relative_to(source).as_posix()
        if SKIPPED.match(place):
            continue
        entries = json.loads(file.read_text(encoding="utf-8"), strict=False)
        for entry in entries if isinstance(entries, list) else [entries]:
            found.append(_part(entry, folder, place))
    return sorted(found, key=lambda part: str(part["id"]))


def _part(entry: dict[str, Any], folder: Path, place: str) -> dict[str, Any]:
    names = entry.get("LicenseFiles") or [entry.get("LicenseFile")]
    texts = [(folder / name).read_text(encoding="utf-8", errors="replace") for name in names if name]
    owners = entry.get("Copyright", "")
    owners = "\n".join(owners) if isinstance(owners, list) else owners
    where = "linux" if "/wayland/" in place else ONLY.get(entry["Id"], "")
    return {
        "id": entry["Id"],
        "name": entry["Name"],
        "version": entry.get("Version", ""),
        "licence": entry["LicenseId"],
        "homepage": entry.get("Homepage", ""),
        "platforms": where,
        "text": "\n\n".join([owners.strip(), *(text.strip("\n") for text in texts)]).strip() + "\n",
    }


def main() -> int:
    """Write the notices; the exit code."""
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "src" / "3rdparty").is_dir():
        print(__doc__.strip(), file=sys.stderr)
        return 2
    found = parts(Path(sys.argv[1]))
    shutil.rmtree(KEPT / "qt", ignore_errors=True)
    os.makedirs(KEPT / "qt")
    for part in found:
        name = f"qt/{part['id']}.txt"
        text = "\n".join(line.rstrip() for line in str(part.pop("text")).splitlines())
        (KEPT / name).write_text(text + "\n", encoding="utf-8", newline="\n")
        part["text"] = name
    index = json.dumps(found, indent=1, ensure_ascii=False)
    (KEPT / "qt-parts.json").write_text(index + "\n", encoding="utf-8", newline="\n")
    print(f"{len(found)} parts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
