#!/usr/bin/env python3
"""Whether a bundle may be handed out: `python3 packaging/verify_bundle.py FOLDER`, or the step `verify`.

It looks for what a working program does not show on the computer that built it: a library that belongs to
that computer, a module of Qt that is not LGPL, a link to nowhere, a missing licence, too many bytes. Then
both programs test themselves with an empty environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import building_paths
from build_environment import COMMAND, PROGRAM, Build, BuildError
from bundle_contents import GPL_ONLY, QT_PLUGINS, SHIPPED_SYSTEM_LIBRARIES, is_wanted, library_name
from release import licences_in

ROOT: Final = Path(__file__).resolve().parent.parent
BUDGET_MB: Final = 180
LICENCES: Final = ("LGPL-3.0", "GPL-3.0", "NOTICE", "LICENSE")
"""Parts of names of files that must be among the licences: those of Qt, and what is ours."""
_OURS: Final = ("libQt6", "libicu", "libpyside6", "libshiboken6", "libpython3")
_SELFTEST_LIMIT_S: Final = 120.0


def verify(build: Build) -> list[Path]:
    """The step `verify`: BuildError with every complaint."""
    bundle = build.require_bundle()
    if complaints := all_complaints(bundle):
        raise BuildError("the bundle may not be handed out:\n  " + "\n  ".join(complaints))
    return []


def all_complaints(bundle: Path) -> list[str]:
    """What every check has to say; empty when the bundle is sound."""
    found: list[str] = []
    for name, check in CHECKS.items():
        complaints = list(check(bundle))
        print(f"   {name}: {f'{len(complaints)} complaints' if complaints else 'ok'}", flush=True)
        found += complaints
    return found


# -- what is in it ---------------------------------------------------------------------------------------


def programs(bundle: Path) -> Iterator[str]:
    """Both programs are there and can be run."""
    ending = ".exe" if (bundle / f"{PROGRAM}.exe").exists() else ""
    for name in (PROGRAM + ending, COMMAND + ending):
        if not os.access(bundle / name, os.X_OK):
            yield f"{name} is missing or cannot be run"


def libraries(bundle: Path) -> Iterator[str]:
    """Only libraries that came with the wheels, with Python, or that are meant to be shipped."""
    for path in _files(bundle):
        library = library_name(path.name)
        ours = library.startswith(_OURS) or library in SHIPPED_SYSTEM_LIBRARIES
        if library and not ours and "plugins" not in path.parts:
            yield f"{path.relative_to(bundle)} belongs to the system that built this"


def qt(bundle: Path) -> Iterator[str]:
    """Only the parts of Qt that are wanted, and none that is GPL alone."""
    for path in _files(bundle):
        name = str(path.relative_to(bundle))
        if any(part in path.name for part in GPL_ONLY):
            yield f"{name} is given under the GPL only"
        elif not is_wanted(name):
            yield f"{name} is a part of Qt that is not used"


def plugins(bundle: Path) -> Iterator[str]:
    """What is easily trimmed too far: both display systems, Korean input, pictures."""
    if not sys.platform.startswith("linux"):
        return
    there = {
        f"{path.parent.name}/{path.stem.removeprefix('libq').removeprefix('lib')}" for path in _files(bundle)
    }
    missing = {name for name in QT_PLUGINS if not name.startswith(("styles/", "platforms/", "printsupport/"))}
    missing |= {f"platforms/{name}" for name in ("xcb", "wayland", "offscreen")}
    for name in sorted(missing - there):
        yield f"the plugin {name} of Qt is missing"


def links(bundle: Path) -> Iterator[str]:
    """Every link leads to something inside the bundle."""
    for path in sorted(bundle.rglob("*")):
        if path.is_symlink():
            target = path.resolve()
            if not target.exists():
                yield f"{path.relative_to(bundle)} leads to nothing: {os.readlink(path)}"
            elif not target.is_relative_to(bundle.resolve()) or os.path.isabs(os.readlink(path)):
                yield f"{path.relative_to(bundle)} leads out of the bundle: {os.readlink(path)}"


def licences(bundle: Path) -> Iterator[str]:
    """The texts that have to go with it."""
    folder = licences_in(bundle)
    there = [path.name for path in folder.rglob("*")] if folder.is_dir() else []
    for name in LICENCES:
        if not any(file.startswith(name) for file in there):
            yield f"no licence text {name} in {folder.name}; the step licences makes it"


def origins(bundle: Path) -> Iterator[str]:
    """Nothing is looked for in a folder of the building computer, and no such folder is named."""
    if sys.platform.startswith("linux"):
        for file, folder in building_paths.foreign_search_paths(bundle):
            yield f"{file.relative_to(bundle)} looks for libraries in {folder}"
    for file, path in building_paths.mentions(bundle, [Path.home(), ROOT]):
        yield f"{file.relative_to(bundle)} names {path}, a path of the computer that built this"


def size(bundle: Path) -> Iterator[str]:
    """The budget of the installed program."""
    used = sum(path.stat().st_size for path in _files(bundle)) / 1e6
    if used > BUDGET_MB:
        yield f"{used:.1f} MB unpacked are more than {BUDGET_MB} MB"


def _files(bundle: Path) -> list[Path]:
    return sorted(path for path in bundle.rglob("*") if path.is_file() and not path.is_symlink())


# -- whether it runs -------------------------------------------------------------------------------------


def loading(bundle: Path) -> Iterator[str]:
    """Every library is found, in the bundle or among those of the system that a package may ask for."""
    if not sys.platform.startswith("linux"):
        return
    from linux.system_libraries import system_needs

    try:
        system_needs(bundle)
    except BuildError as error:
        yield str(error)
    # as the boot loader sets it
    environment = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": str(bundle / "_internal")}
    for path in _files(bundle):
        if not (path.name.endswith(".so") or ".so." in path.name):
            continue
        done = subprocess.run(
            ["ldd", str(path)], env=environment, capture_output=True, text=True, check=False
        )
        for line in done.stdout.splitlines():
            if "not found" in line:
                yield f"{path.relative_to(bundle)} does not find {line.split()[0]}"


def selftest(bundle: Path) -> Iterator[str]:
    """Both programs test themselves with an empty environment."""
    for name in (PROGRAM, COMMAND):
        yield from _selftest_of(bundle / name)


def _selftest_of(program: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": "/usr/bin:/bin"}
        if os.name == "nt":
            environment = {**os.environ, "USERPROFILE": home, "QT_QPA_PLATFORM": "offscreen"}
        command = [str(program), "--selftest", "--json"]
        try:
            done = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_SELFTEST_LIMIT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            yield f"{program.name} --selftest: {error}"
            return
    if done.returncode == 0:
        return
    try:
        checks = json.loads(done.stdout)["checks"]
        wrong = [f"{check['name']}: {check['detail']}" for check in checks if not check["ok"]]
    except (ValueError, KeyError, TypeError):
        wrong = [(done.stderr.strip() or "no words").splitlines()[-1]]
    yield f"{program.name} --selftest ended with {done.returncode}: {'; '.join(wrong)}"


CHECKS: Final[dict[str, Callable[[Path], Iterator[str]]]] = {
    "programs": programs,
    "no library of the building system": libraries,
    "parts of Qt": qt,
    "plugins that must be there": plugins,
    "links": links,
    "licences": licences,
    "no path of the building computer": origins,
    "size": size,
    "every library is found": loading,
    "both programs test themselves": selftest,
}
"""What is looked at → the check; it yields one sentence for each complaint."""


def main() -> int:
    """The exit code."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    complaints = all_complaints(Path(sys.argv[1]).resolve())
    print("\n".join(complaints) or "Sound.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
