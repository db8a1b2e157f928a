"""The step `setup`: an installer for Windows out of the bundle, with NSIS; signed where one can sign."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from build_environment import COMMAND, PROGRAM, Build, BuildError
from windows.signing import is_configured

HERE = Path(__file__).resolve().parent
MAKENSIS = Path(os.environ.get("PROGRAMFILES(X86)", "")) / "NSIS" / "makensis.exe"


def build(build: Build) -> list[Path]:
    """Make dist/mcp-desktop-inspector-VERSION-setup.exe."""
    bundle = build.require_bundle()
    if is_configured():
        for name in (PROGRAM, COMMAND):
            build.call([sys.executable, str(HERE / "signing.py"), str(bundle / f"{name}.exe")])
    return [make(build, bundle, build.dist / f"{PROGRAM}-{build.version}-setup.exe")]


def make(build: Build, bundle: Path, out: Path, **more: str) -> Path:
    """The installer of a folder that holds the two programs, their _internal and their licences.

    more: further values for installer.nsi.
    """
    icon = build.work / f"{PROGRAM}.ico"
    draw = str(build.root / "packaging" / "icon_files.py")
    build.call([str(build.python()), "-P", draw, str(icon)], QT_QPA_PLATFORM="offscreen")
    values = {
        "VERSION": build.version,
        "NUMBERS": numbers(build.version),
        "BUNDLE": str(bundle),
        "OUT": str(out),
        "ICON": str(icon),
        "NOTICE": str(bundle / "licences" / "LICENSE.txt"),
        "PATH_SCRIPT": str(HERE / "path.ps1"),
    }
    if is_configured():
        values["SIGN"] = f'"{sys.executable}" "{HERE / "signing.py"}"'
    words = [f"-D{name}={value}" for name, value in {**values, **more}.items()]
    build.call([_makensis(), "-V2", "-INPUTCHARSET", "UTF8", *words, str(HERE / "installer.nsi")])
    return out


def numbers(version: str) -> str:
    """A version as Windows writes it: four numbers."""
    found = re.match(r"\d+(\.\d+)*", version)
    parts = found[0].split(".") if found else []
    return ".".join([*parts, "0", "0", "0", "0"][:4])


def _makensis() -> str:
    found = shutil.which("makensis") or (str(MAKENSIS) if MAKENSIS.exists() else "")
    if not found:
        raise BuildError("there is no makensis; it is part of NSIS, https://nsis.sourceforge.io")
    return found
