#!/usr/bin/env python3
"""Build twice, in two folders and with two environments of their own, and compare every byte.

    python3 packaging/reproduce.py [STEP ...]    steps of build.py; without any all that this system can do

The second build is of a copy of what git knows, in a folder of another name and length.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("reproduce/one", "reproduce/another-one-elsewhere")


def main(words: list[str]) -> int:
    """0 when both builds are the same."""
    commit = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    epoch = subprocess.run(commit, capture_output=True, text=True, check=True).stdout.strip()
    copies = [ROOT / "build" / place for place in PLACES]
    for copy in copies:
        shutil.rmtree(copy, ignore_errors=True)
        _copy(copy)
    for copy in copies:
        command = [sys.executable, str(copy / "packaging" / "build.py"), *words]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch}
        if subprocess.run(command, env=environment, check=False).returncode:
            return 1
    different = differences(*(copy / "dist" for copy in copies))
    for name in different:
        print(f"differs: {name}")
    print("Both builds are the same." if not different else f"{len(different)} differences.")
    return 1 if different else 0


def _copy(into: Path) -> None:
    """What git knows of this folder, as it is now."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    listing = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listing.split("\0")):
        target = into / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target)


def differences(one: Path, other: Path) -> list[str]:
    """Paths that only one folder has, that lead elsewhere, or whose bytes differ."""
    names = {path.relative_to(folder).as_posix() for folder in (one, other) for path in folder.rglob("*")}
    return sorted(name for name in names if not _same(one / name, other / name))


def _same(one: Path, other: Path) -> bool:
    if one.is_symlink() or other.is_symlink():
        return one.is_symlink() and other.is_symlink() and os.readlink(one) == os.readlink(other)
    if one.is_dir() or other.is_dir():
        return one.is_dir() and other.is_dir()
    return one.exists() and other.exists() and filecmp.cmp(one, other, shallow=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
