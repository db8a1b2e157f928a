#!/usr/bin/env python3
"""Everything that is handed to people, made from this folder. One step is one entry in STEPS.

    python3 packaging/build.py                 every step that this system can do
    python3 packaging/build.py bundle verify   only these
    python3 packaging/build.py --list          what there is

The steps share a `Build` (packaging/build_environment.py) and leave what they made in dist/.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import dev_environment as environment
from build_environment import Build, BuildError

ROOT = Path(__file__).resolve().parent.parent
EVERYWHERE = ("linux", "win32", "darwin")


@dataclass(frozen=True)
class Step:
    """One thing that is made. place: "module:function"; it takes the `Build` and returns what it made."""

    name: str
    place: str
    what: str
    systems: tuple[str, ...] = EVERYWHERE
    needs: tuple[str, ...] = ()
    """Programs without which it cannot be done."""


STEPS: tuple[Step, ...] = (
    Step("bundle", "bundle:build", "the frozen program as a folder: dist/mcp-desktop-inspector"),
    Step("licences", "release:licences", "the licence of everything in the bundle, in its folder licences"),
    Step("verify", "verify_bundle:verify", "whether the bundle may be handed out"),
    Step("deb", "linux.deb:build", "a package for Debian, Ubuntu and their like", ("linux",), ("dpkg-deb",)),
    Step(
        "run",
        "linux.run:build",
        "one file that installs itself for one person",
        ("linux",),
        ("makeself", "xz"),
    ),
    Step("setup", "windows.installer:build", "an installer for one person", ("win32",), ("makensis",)),
    Step("dmg", "macos.image:build", "a disk image with the application", ("darwin",)),
    Step("sbom", "release:sbom", "what is in the bundle, for programs: CycloneDX 1.6"),
    Step("checksums", "release:checksums", "SHA256SUMS of everything that is handed out"),
)


def chosen(names: list[str], system: str = sys.platform) -> list[Step]:
    """The steps of these names in the order of the table; all that this system can do without names."""
    wrong = sorted(set(names) - {step.name for step in STEPS})
    if wrong:
        raise BuildError(
            f"no such step: {', '.join(wrong)}; there are {', '.join(step.name for step in STEPS)}"
        )
    foreign = [step.name for step in STEPS if step.name in names and system not in step.systems]
    if foreign:
        raise BuildError(f"not on this system ({system}): {', '.join(foreign)}")
    return [step for step in STEPS if (step.name in names if names else system in step.systems)]


HOW_TO_GET = {
    "dpkg-deb": "apt install dpkg",
    "makeself": "apt install makeself",
    "xz": "apt install xz-utils",
    "makensis": "https://nsis.sourceforge.io",
}


def require(steps: list[Step]) -> None:
    """Find out at once, and not after minutes, what a step would miss. BuildError names all of it."""
    missing = [
        f"{program}, which the step {step.name} needs: {HOW_TO_GET[program]}"
        for step in steps
        for program in step.needs
        if not _is_there(program)
    ]
    libraries = environment.missing_for_windows() if any(step.name == "bundle" for step in steps) else []
    if libraries:
        raise BuildError(
            f"libraries that the bundle takes along are missing: apt install {' '.join(libraries)}"
        )
    if missing:
        others = " ".join(step.name for step in steps if all(map(_is_there, step.needs)))
        raise BuildError("not found:\n  " + "\n  ".join(missing) + f"\nOnly the others: build {others}")


def _is_there(program: str) -> bool:
    from windows.installer import MAKENSIS  # where its own installer puts it

    return bool(shutil.which(program)) or (program == "makensis" and MAKENSIS.exists())


def run(build: Build, steps: list[Step]) -> None:
    """Do these steps one after the other and say what each made and how long it took."""
    begun, worked = time.monotonic(), _processor_s()
    for step in steps:
        print(f"\n== {step.name}: {step.what}", flush=True)
        started, before = time.monotonic(), _processor_s()
        module, _, name = step.place.partition(":")
        work: Callable[[Build], list[Path]] = getattr(import_module(module), name)
        for path in work(build):
            print(f"   {path} ({megabytes(path):.1f} MB)")
        print(f"== {step.name}: ok in {_taken(started, before)}", flush=True)
    print(f"\nBuilt in {_taken(begun, worked)}.")


def _taken(since: float, worked: float) -> str:
    """How long it took, and how much of it a busy computer cannot be blamed for."""
    return f"{time.monotonic() - since:.1f} s (processors: {_processor_s() - worked:.1f} s)"


def _processor_s() -> float:
    """What this program and those that it has run to the end have used of the processors."""
    return sum(os.times()[:4])


def megabytes(path: Path) -> float:
    """Size of a file, or of all files of a folder (a link counts nothing)."""
    files = [path] if path.is_file() else path.rglob("*")
    return sum(file.lstat().st_size for file in files if file.is_file() and not file.is_symlink()) / 1e6


def main(words: list[str] | None = None) -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("steps", nargs="*", metavar="STEP", help="which steps; all without")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for what is made")
    parser.add_argument("--list", action="store_true", help="print the steps")
    parser.add_argument("--prepare", action="store_true", help="only fetch what a build needs")
    parser.add_argument("--prepared", action="store_true", help="exit code 0: nothing needs to be fetched")
    arguments = parser.parse_args(words)
    if arguments.list:
        for step in STEPS:
            print(f"{step.name:<12} {step.what}  [{', '.join(step.systems)}]")
        return 0
    build = Build.here(ROOT, arguments.out.resolve())
    if arguments.prepared:
        return 0 if build.is_prepared else 1
    try:
        if arguments.prepare:
            build.python()
        else:
            steps = chosen(arguments.steps)
            require(steps)
            run(build, steps)
    except BuildError as error:
        print(f"\nThe build stopped: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
