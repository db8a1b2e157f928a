"""What every step of the build shares: the folders, the version, and a Python with the pinned packages.

Standard library only: the build makes its own virtual environment in build/environment, and nothing of the
developer's gets into what is shipped.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROGRAM = "mcp-desktop-inspector"
COMMAND = "mcpdi"
LOCKS = ("requirements-build.txt",)


class BuildError(Exception):
    """Why the build cannot go on, in one sentence for a user."""


@dataclass(frozen=True)
class Build:
    """root: this project; dist: where what is made goes; work: for what is not needed afterwards.

    epoch: the time that everything made is dated to (SOURCE_DATE_EPOCH, else that of the last commit).
    """

    root: Path
    dist: Path
    work: Path
    version: str
    epoch: int

    @classmethod
    def here(cls, root: Path, dist: Path) -> Build:
        """The build of this folder."""
        dist.mkdir(parents=True, exist_ok=True)
        work = root / "build"
        work.mkdir(exist_ok=True)
        return cls(root, dist, work, version_of(root), epoch_of(root))

    @property
    def bundle(self) -> Path:
        """The frozen program: two programs and the folder they share."""
        return self.dist / PROGRAM

    def require_bundle(self) -> Path:
        """The bundle; BuildError when the step that makes it has not run."""
        if not self.bundle.is_dir():
            raise BuildError(f"there is no {self.bundle}; the step bundle makes it")
        return self.bundle

    def python(self) -> Path:
        """Python with the pinned packages, made or brought up to date when needed."""
        place = self.work / "environment"
        python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if python.exists() and _stamp(place) == _fingerprint(self.root):
            return python
        print(f"Making {place} with what packaging/requirements-build.txt names ...", flush=True)
        self.call([sys.executable, "-P", "-m", "venv", "--clear", str(place)])
        lock = self.root / "packaging" / "requirements-build.txt"
        pip = [
            str(python),
            "-P",
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
            "--require-hashes",
        ]
        self.call([*pip, "-r", str(lock)])
        (place / ".lock").write_text(_fingerprint(self.root), encoding="utf-8")
        return python

    @property
    def is_prepared(self) -> bool:
        """Whether `python` has nothing to fetch."""
        return _stamp(self.work / "environment") == _fingerprint(self.root)

    def call(self, command: list[str], *, cwd: Path | None = None, **variables: str) -> None:
        """Run a command of the build; BuildError when it fails.

        The same input gives the same bytes: hashes and dates do not depend on the run.
        """
        steady = {
            "PYTHONHASHSEED": "1",
            "SOURCE_DATE_EPOCH": str(self.epoch),
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
        }
        dropped = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
        own = {name: value for name, value in os.environ.items() if name not in dropped}
        try:
            code = subprocess.run(
                command, cwd=cwd or self.root, env={**own, **steady, **variables}
            ).returncode
        except OSError as error:
            raise BuildError(f"{command[0]} cannot be started: {error.strerror}") from error
        if code:
            raise BuildError(f"{Path(command[0]).name} ended with {code}: {' '.join(command)}")


def version_of(root: Path) -> str:
    """The one place where the version stands: inspector/__init__.py."""
    text = (root / "inspector" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise BuildError("inspector/__init__.py names no __version__")
    return found[1]


def epoch_of(root: Path) -> int:
    """Seconds since 1970 that everything made is dated to."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    if said.isdigit():
        return int(said)
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        done = subprocess.CompletedProcess(command, 1, "", "")
    if done.stdout.strip().isdigit():
        return int(done.stdout)
    return int((root / "inspector" / "__init__.py").stat().st_mtime)  # an archive without a history


def _fingerprint(root: Path) -> str:
    digest = hashlib.sha256(f"{root} {sys.version}".encode())
    for name in LOCKS:
        digest.update((root / "packaging" / name).read_bytes())
    return digest.hexdigest()


def _stamp(place: Path) -> str:
    try:
        return (place / ".lock").read_text(encoding="utf-8")
    except OSError:
        return ""
