"""Make packaging/requirements-build.txt again: every version with the hashes of its files for all platforms.

The versions are those of requirements.txt and requirements-build.in and of what these need. One resolution
serves Linux, Windows and macOS: what only one of them needs carries a marker.
"""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

from dev_environment import ROOT, WINDOWS, call

__all__ = ["LOCK", "SOURCES", "refresh"]

UV = "uv==0.13.9"
"""Resolves for platforms that it does not run on; pip and pip-tools do not."""
PYTHON = "3.11"
"""The oldest Python that is supported, so that the markers of newer ones are kept."""

HERE = ROOT / "packaging"
SOURCES = (HERE / "requirements.txt", HERE / "requirements-build.in")
LOCK = HERE / "requirements-build.txt"
HEADING = """\
# Everything that a build installs, with the hashes of the files; pip refuses any other (--require-hashes).
# Made by `python3 packaging/dev.py lock` of requirements.txt and requirements-build.in. Do not edit.
"""


def refresh(words: list[str]) -> int:
    """Write the lock again; with --upgrade what no source names exactly moves to its newest version."""
    uv = _uv(ROOT / "build" / "lock")
    command = [str(uv), "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-annotate"]
    command += ["--no-header", "--python-version", PYTHON, "--output-file", str(LOCK), *words]
    code = call([*command, str(SOURCES[1])], cwd=ROOT)
    if not code:
        LOCK.write_text(HEADING + LOCK.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
        print(f"{LOCK.relative_to(ROOT)} is made again; look at its differences before you commit it.")
    return code


def _uv(folder: Path) -> Path:
    """The resolver in an environment of its own, so that it is part of no other."""
    programs = folder / ("Scripts" if WINDOWS else "bin")
    stamp = folder / UV
    if not stamp.exists():
        venv.create(folder, with_pip=True, clear=True)
        python = programs / ("python.exe" if WINDOWS else "python")
        subprocess.run([str(python), "-P", "-m", "pip", "install", "--quiet", UV], check=True)
        stamp.touch()
    return programs / ("uv.exe" if WINDOWS else "uv")
