"""The files of an installation below usr/, the same for every kind of package."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import time
from pathlib import Path

from build_environment import COMMAND, PROGRAM, Build, BuildError
from linux.changelog import debian_changelog

HERE = Path(__file__).resolve().parent
MAINTAINER = "MCP Desktop Inspector maintainers <mcp-desktop-inspector@users.noreply.github.com>"


def lay_out(build: Build, into: Path, version: str) -> None:
    """Copy the bundle and everything that makes it a program of the desktop into `into`/usr."""
    shutil.rmtree(into, ignore_errors=True)
    share = into / "usr" / "share"
    shutil.copytree(build.require_bundle(), into / "usr" / "lib" / PROGRAM, symlinks=True)
    programs = into / "usr" / "bin"
    programs.mkdir()
    for name in (COMMAND, PROGRAM):
        (programs / name).symlink_to(f"../lib/{PROGRAM}/{name}")
    _place(HERE / "files" / f"{PROGRAM}.desktop", share / "applications" / f"{PROGRAM}.desktop")
    _place(HERE / "files" / f"{PROGRAM}.mime.xml", share / "mime" / "packages" / f"{PROGRAM}.xml")
    (share / "metainfo").mkdir()
    (share / "metainfo" / f"{PROGRAM}.metainfo.xml").write_text(
        metainfo(build.root, version, build.epoch), encoding="utf-8"
    )
    _draw(build, share)
    _manual(build, share)
    _documents(build, share / "doc" / PROGRAM, version)
    settle(into, build.epoch)


def settle(folder: Path, epoch: int) -> None:
    """Modes and dates that do not depend on who builds when."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or (path.stat().st_mode & 0o100 and ".so" not in path.name)
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _place(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def metainfo(root: Path, version: str, epoch: int) -> str:
    """What software centres show of this version."""
    day = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    text = (HERE / "files" / "metainfo.xml").read_text(encoding="utf-8")
    home = home_page(root)
    if not home:
        text = re.sub(r"^ *<url .*\n", "", text, flags=re.M)
    for name, value in (("VERSION", version), ("DATE", day), ("HOME_PAGE", home)):
        text = text.replace(f"@{name}@", value)
    return text


def home_page(root: Path) -> str:
    """The page of the project, from the one place where it stands; "" when it has none yet."""
    found = re.search(
        r'^HOME_PAGE = "([^"]*)"', (root / "inspector" / "__init__.py").read_text("utf-8"), re.M
    )
    if found is None:
        raise BuildError("inspector/__init__.py names no HOME_PAGE")
    return found[1]


def _draw(build: Build, share: Path) -> None:
    picture = build.root / "resources" / "icons" / f"{PROGRAM}.svg"
    _script(build, "icons.py", picture, share / "icons" / "hicolor", QT_QPA_PLATFORM="offscreen")


def _manual(build: Build, share: Path) -> None:
    folder = share / "man" / "man1"
    folder.mkdir(parents=True)
    _script(build, "manual_pages.py", folder)
    for page in sorted(folder.glob("*.1")):
        compress(page)
    _script(build, "completions.py", share)


def _script(build: Build, name: str, *words: Path, **variables: str) -> None:
    """Run a script that needs the program's packages, with the program itself on its path."""
    command = [str(build.python()), str(HERE / name), *map(str, words)]
    build.call(command, PYTHONPATH=str(build.root), PYTHONDONTWRITEBYTECODE="1", **variables)


def _documents(build: Build, folder: Path, version: str) -> None:
    _place(HERE / "files" / "copyright", folder / "copyright")
    changes = folder / "changelog"
    told = (build.root / "CHANGELOG.md").read_text(encoding="utf-8")
    text = debian_changelog(told, PROGRAM, version, MAINTAINER, build.epoch)
    changes.write_text(text, encoding="utf-8")
    compress(changes)


def compress(path: Path) -> None:
    """Make path.gz of path; the same text gives the same bytes."""
    data = gzip.compress(path.read_bytes(), 9, mtime=0)
    path.with_name(f"{path.name}.gz").write_bytes(data)
    path.unlink()
