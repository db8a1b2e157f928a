"""What tests of the packaging share: the scripts of packaging/ as modules, and one real bundle a run."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGING: Final = ROOT / "packaging"
TESTED: Final = ROOT / "build" / "tested"
"""Where the tests build: never into the dist/ of the user."""
OLDER: Final = "0.0.9"
"""A version before every real one: what people upgrade from."""
LEVEL: Final = 0
"""How hard the packages are packed: not at all, for that would take longer than all that is tested."""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """Import a module of packaging/ by its name; forgotten after the test."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(PACKAGING)):
            del sys.modules[name]


@pytest.fixture(scope="session")
def prepared() -> Path:
    """The Python of the build's environment, where everything that a build needs is there."""
    if not _is_prepared():
        pytest.skip("the build's environment is not there; python3 packaging/dev.py test makes it")
    return ROOT / "build" / "environment" / "bin" / "python"


@pytest.fixture(scope="session")
def built_bundle(request: pytest.FixtureRequest) -> Path:
    """The folder of a frozen program built in this run: the two programs and what they share."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the build is tested on Linux")
    request.getfixturevalue("prepared")
    build("bundle", "licences")
    return TESTED / "mcp-desktop-inspector"


@dataclass(frozen=True)
class Packages:
    """What is handed to people on Linux, and the same program as an older version of it."""

    version: str
    deb: Path
    run: Path
    older_deb: Path
    older_run: Path


@pytest.fixture(scope="session")
def built_packages(built_bundle: Path) -> Packages:
    """The .deb and the .run of the bundle."""
    if missing := [name for name in ("dpkg-deb", "makeself", "objdump") if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    for folder in (current := TESTED / "current", older := TESTED / "older"):
        folder.mkdir(exist_ok=True)
        for kept in folder.iterdir():
            kept.unlink()
    version = _make("deb", current, f"build.version, level={LEVEL}")
    _make("run", current, "build.version")
    deb = next(current.glob("*.deb"))
    older_deb = _with_version(deb, OLDER, older / deb.name.replace(f"_{version}_", f"_{OLDER}_"))
    _make("run", older, f"'{OLDER}'")
    return Packages(version, deb, next(current.glob("*.run")), older_deb, next(older.glob("*.run")))


def _make(kind: str, folder: Path, words: str) -> str:
    """Make a package by the module of its kind in packaging/linux; the version of the program."""
    code = (
        f"import sys, pathlib; from build_environment import Build; from linux import {kind}\n"
        "root, dist, folder = map(pathlib.Path, sys.argv[1:])\n"
        f"build = Build.here(root, dist); {kind}.make(build, folder=folder, version={words})\n"
        "print(build.version)\n"
    )
    command = [sys.executable, "-c", code, str(ROOT), str(TESTED), str(folder)]
    done = subprocess.run(command, cwd=PACKAGING, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()[-1]


def _with_version(package: Path, version: str, to: Path) -> Path:
    """The same .deb as another version: its files are compressed once, which takes the longest."""
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["ar", "x", package], cwd=work, check=True)
        control = Path(work, "control")
        control.mkdir()
        subprocess.run(["tar", "-xf", "../control.tar.xz"], cwd=control, check=True)
        fields = (control / "control").read_text("utf-8")
        (control / "control").write_text(re.sub("(?m)^Version: .*$", f"Version: {version}", fields), "utf-8")
        same = ("--owner=0", "--group=0", "--numeric-owner")
        subprocess.run(["tar", *same, "-cJf", "../control.tar.xz", "."], cwd=control, check=True)
        parts = ("debian-binary", "control.tar.xz", "data.tar.xz")
        subprocess.run(["ar", "rc", to, *parts], cwd=work, check=True)
    return to


def say(request: pytest.FixtureRequest, text: str) -> None:
    """Print it although the test passes."""
    capture = request.config.pluginmanager.getplugin("capturemanager")
    assert capture is not None
    with capture.global_and_fixture_disabled():
        print(f"\n{text}")


def build(*steps: str) -> str:
    """Run these steps of the build into `TESTED`; what they printed. Fails with it when a step fails."""
    command = [sys.executable, str(PACKAGING / "build.py"), "--out", str(TESTED), *steps]
    own = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"build.py {' '.join(steps)} failed:\n{done.stdout}{done.stderr}", pytrace=False)
    return done.stdout


def _is_prepared() -> bool:
    """Whether nothing has to be fetched for a build."""
    words = [sys.executable, str(PACKAGING / "build.py"), "--prepared"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0
