"""The step `deb`: a package for Debian, Ubuntu and what is made from them. Needs dpkg-deb and nothing else.

There are no scripts in it: menus, file types and icons are brought up to date by the triggers of the packages
that own them, so nothing can be left behind.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
from pathlib import Path

from build_environment import PROGRAM, Build, BuildError
from linux.system_libraries import system_needs
from linux.tree import MAINTAINER, home_page, lay_out, settle

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
RECOMMENDED = (
    "fonts-nanum | fonts-noto-cjk | fonts-unfonts-core",  # the window speaks Korean
    "fonts-noto-core | fonts-dejavu-core",
    "xdg-utils",
)
SUGGESTED = ("fonts-noto-color-emoji", "gnome-keyring | kwalletmanager")
MEANT = (
    "embedded-library",
    "hardening-no-pie",  # PyInstaller's loader
    "missing-depends-on-sensible-utils",  # click could start an editor; we never ask it to
    "library-not-linked-against-libc",  # libicudata: nothing but data
    "shared-library-lacks-prerequisites",  # modules of Python: the program that loads them has these
)
"""What lintian would say of a frozen program."""
DESCRIPTION = """\
look into servers of the Model Context Protocol (MCP)
 Connects to an MCP server over stdio, Streamable HTTP, HTTP+SSE or a
 WebSocket, lists and runs what it offers with forms made from its schemas,
 and records every message with its exact bytes and times.
 .
 The window is mcp-desktop-inspector, the command line is mcpdi. A demo server
 is built in."""
"""The first line is the synopsis, the others are indented, as in a control file."""


def build(build: Build) -> list[Path]:
    """Make dist/NAME_VERSION_ARCHITECTURE.deb of the bundle."""
    return [make(build, build.version, build.dist)]


def package_file(version: str) -> str:
    """The name of the package's file."""
    return f"{PROGRAM}_{version}_{architecture()}.deb"


def architecture() -> str:
    """What Debian calls this computer's processor."""
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        raise BuildError(f"no package is made for {machine}")
    return ARCHITECTURES[machine]


def make(build: Build, version: str, folder: Path, level: int = 6) -> Path:
    """The package of this version in folder. level: how hard xz tries; tests want it quick."""
    if shutil.which("dpkg-deb") is None:
        raise BuildError("there is no dpkg-deb; a .deb is made on Debian, Ubuntu or the like")
    stage, target = build.work / "deb", folder / package_file(version)
    lay_out(build, stage, version)
    _lint_notes(stage)
    control = stage / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(_control(build, stage, version), encoding="utf-8")
    (control / "md5sums").write_text(_sums(stage), encoding="utf-8")
    settle(control, build.epoch)
    options = ["--root-owner-group", "-Zxz", f"-z{level}"]
    build.call(["dpkg-deb", *options, "--build", str(stage), str(target)])
    return target


def _control(build: Build, stage: Path, version: str) -> str:
    files = [path for path in (stage / "usr").rglob("*") if path.is_file() and not path.is_symlink()]
    fields = {
        "Package": PROGRAM,
        "Version": version,
        "Architecture": architecture(),
        "Maintainer": MAINTAINER,
        "Installed-Size": str(sum(-(-path.stat().st_size // 1024) for path in files)),
        "Depends": ", ".join(system_needs(build.require_bundle()).packages),
        "Recommends": ", ".join(RECOMMENDED),
        "Suggests": ", ".join(SUGGESTED),
        "Section": "devel",
        "Priority": "optional",
        "Homepage": home_page(build.root),
        "Description": DESCRIPTION,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value)


def _sums(stage: Path) -> str:
    """What `dpkg --verify` compares with."""
    files = sorted(path for path in (stage / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    lines = []
    for path in files:
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'md5').hexdigest()}  {path.relative_to(stage)}\n")
    return "".join(lines)


def _lint_notes(stage: Path) -> None:
    """Tell lintian what is meant: a frozen program carries libraries of its own."""
    folder = stage / "usr" / "share" / "lintian" / "overrides"
    folder.mkdir(parents=True)
    lines = [f"{PROGRAM}: {tag} *\n" for tag in MEANT]
    (folder / PROGRAM).write_text("".join(lines), encoding="utf-8")
