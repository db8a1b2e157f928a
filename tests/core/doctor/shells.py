"""Shells that read start-up files of a test."""

from __future__ import annotations

import sys
from pathlib import Path


def write_shell(folder: Path, profile: str) -> Path:
    """A `bash` that does `profile` first, whatever it is asked for."""
    shell = folder / "bash"
    shell.write_text(
        f'#!/bin/sh\nset -a\n{profile}\nset +a\nwhile [ "$1" != "-ilc" ]; do shift; done\neval "$2"\n'
    )
    shell.chmod(0o755)
    return shell


def script(folder: Path, text: str, name: str = "server", mode: int = 0o755) -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def python(folder: Path, code: str) -> tuple[str, str]:
    return sys.executable, script(folder, code, "server.py")
