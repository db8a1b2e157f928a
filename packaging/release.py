"""The steps that tell what is handed out: licences, parts (SBOM), checksums. Standard library only."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from build_environment import PROGRAM, Build, BuildError

SUMS = "SHA256SUMS"


def licences(build: Build) -> list[Path]:
    """In the environment of the build, whose metadata tell the licences."""
    bundle = build.require_bundle()
    _script(build, "licences.py", str(bundle))
    folder = licences_in(bundle)
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (build.epoch, build.epoch))  # an archive of it does not tell when it was made
    return [folder]


def licences_in(bundle: Path) -> Path:
    """Where the licences of a bundle are."""
    return bundle / "licences"


def sbom(build: Build) -> list[Path]:
    """What is in the bundle, for programs that look for known faults: CycloneDX."""
    bundle = build.require_bundle()
    if not licences_in(bundle).is_dir():
        raise BuildError("the step licences comes before the step sbom")
    out = build.dist / f"{PROGRAM}-{build.version}.cdx.json"
    _script(build, "sbom.py", str(bundle), str(out))
    return [out]


def checksums(build: Build) -> list[Path]:
    """SHA-256 of every file that is handed out, as `sha256sum --check` reads it."""
    out = build.dist / SUMS
    files = sorted(path for path in build.dist.iterdir() if path.is_file() and path.name != SUMS)
    lines = [f"{_digest(path)}  {path.name}\n" for path in files]
    out.write_text("".join(lines), encoding="utf-8", newline="\n")
    return [out]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _script(build: Build, name: str, *words: str) -> None:
    build.call([str(build.python()), "-P", str(build.root / "packaging" / name), *words])
