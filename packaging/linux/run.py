"""The step `run`: one file for every Linux, installed by a user for themselves, without root.

makeself puts a script before the very archive of files that the .deb holds, so both have the same content and
it is compressed once.
"""

from __future__ import annotations

import platform
import shlex
import shutil
import time
from pathlib import Path

from build_environment import PROGRAM, Build, BuildError
from linux.deb import package_file
from linux.system_libraries import system_needs
from linux.tree import HERE, settle

TITLE = "MCP Desktop Inspector"
HELP = f"""\
{TITLE} installs itself for you alone, without root; run this again with a newer file to upgrade.

  sh FILE                  into ~/.local/lib/{PROGRAM}
  sh FILE --target FOLDER  into FOLDER
  sh FOLDER/uninstall.sh   removes it and leaves your servers, settings and sessions

What follows are the options of the archive.

"""


def build(build: Build) -> list[Path]:
    """Make dist/NAME-VERSION-MACHINE.run of the .deb."""
    return [make(build, build.version, build.dist)]


def make(build: Build, version: str, folder: Path) -> Path:
    """The .run file of this version in folder, where the .deb of the same version is."""
    package = folder / package_file(version)
    if not package.exists():
        raise BuildError(f"there is no {package}; the step deb makes it")
    if shutil.which("makeself") is None:
        raise BuildError("there is no makeself; it is a package of Debian: apt install makeself")
    stage, target = build.work / "run", folder / f"{PROGRAM}-{version}-{platform.machine()}.run"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    build.call(["ar", "x", str(package), "data.tar.xz"], cwd=stage)
    (stage / "about.sh").write_text(_about(build, version), encoding="utf-8")
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy(HERE / script, stage / script)
    (build.work / "run-help.txt").write_text(HELP, encoding="utf-8")
    settle(stage, build.epoch)
    # The archive tells how it was made, so no name in the command is one of this computer.
    command = ["makeself", *_options(build.epoch), "run", target.name, TITLE, "sh", "./install.sh"]
    build.call(command, cwd=build.work)
    return Path(shutil.move(build.work / target.name, target))


def _options(epoch: int) -> list[str]:
    """nocomp: the archive inside is compressed; the rest makes the same bytes of the same input."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    same = f"--sort=name --mtime=@{epoch} --owner=0 --group=0 --numeric-owner"
    return [
        *("--nocomp", "--nomd5", "--nocrc", "--sha256", "--nox11", "--tar-quietly"),
        *("--tar-extra", same, "--packaging-date", date, "--help-header", "run-help.txt"),
    ]


def _about(build: Build, version: str) -> str:
    """What install.sh knows of the program, as variables of a shell."""
    needs = system_needs(build.require_bundle())
    values = {
        "NAME": PROGRAM,
        "TITLE": TITLE,
        "VERSION": version,
        "MACHINE": platform.machine(),
        "GLIBC": ".".join(map(str, needs.glibc)),
        "LIBRARIES": " ".join(f"{library}:{package}" for library, package in needs.libraries.items()),
    }
    return "".join(f"{name}={shlex.quote(value)}\n" for name, value in values.items())
