"""The step `dmg`: sign the application, have it notarised where that is possible, put it into a disk image.

MACOS_IDENTITY         name of a "Developer ID Application" certificate in the keychain
APPLE_ID, APPLE_TEAM_ID, APPLE_APP_PASSWORD      who asks Apple to notarise it; needs the identity, too

Without an identity the application is signed for itself ("ad hoc"), which Apple's processors require; macOS
then asks the user to allow it in the settings.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Mapping
from pathlib import Path

from build_environment import COMMAND, PROGRAM, Build, BuildError
from macos.application import NAME
from release import licences_in

HERE = Path(__file__).resolve().parent
APPLE = ("APPLE_ID", "APPLE_TEAM_ID", "APPLE_APP_PASSWORD")


def build(build: Build) -> list[Path]:
    """Make dist/mcp-desktop-inspector-VERSION-ARCHITECTURE.dmg."""
    application = build.dist / f"{NAME}.app"
    if not application.is_dir():
        raise BuildError(f"there is no {application}; the step bundle makes it")
    complete(application, build.require_bundle())
    out = build.dist / f"{PROGRAM}-{build.version}-{platform.machine()}.dmg"
    icon = build.work / f"{PROGRAM}.icns"
    for command in commands(application, out, icon, str(build.python()), os.environ):
        build.call(command)
    return [out]


def complete(application: Path, bundle: Path) -> None:
    """What is beside the program elsewhere: the licences, and its name for the command line."""
    inside = application / "Contents" / "Resources" / "licences"
    shutil.rmtree(inside, ignore_errors=True)
    shutil.copytree(licences_in(bundle), inside)
    command = application / "Contents" / "MacOS" / COMMAND
    command.unlink(missing_ok=True)
    command.symlink_to(PROGRAM)


def commands(
    application: Path, out: Path, icon: Path, python: str, variables: Mapping[str, str]
) -> list[list[str]]:
    """Everything that is done, in order: the application is notarised before the image; both carry it."""
    identity = variables.get("MACOS_IDENTITY", "")
    notary = identity and all(variables.get(name) for name in APPLE)
    archive = out.with_suffix(".zip")
    define = ["-D", f"app={application}", "-D", f"icon={icon}"]
    image = [python, "-P", "-m", "dmgbuild", "-s", str(HERE / "dmg_settings.py"), *define, NAME, str(out)]
    steps = [_sign(application, identity), ["codesign", "--verify", "--deep", "--strict", str(application)]]
    if notary:
        steps += [["ditto", "-c", "-k", "--keepParent", str(application), str(archive)]]
        steps += [*_notarise(archive, application, variables), ["rm", str(archive)]]
    steps += [image]
    if identity:
        steps += [["codesign", "--force", "--timestamp", "--sign", identity, str(out)]]
    return [*steps, *_notarise(out, out, variables)] if notary else steps


def _sign(application: Path, identity: str) -> list[str]:
    words = ["codesign", "--force", "--deep", "--sign", identity or "-"]
    hardened = ["--options", "runtime", "--timestamp", "--entitlements", str(HERE / "entitlements.plist")]
    return [*words, *(hardened if identity else []), str(application)]


def _notarise(sent: Path, stapled: Path, variables: Mapping[str, str]) -> list[list[str]]:
    who = ["--apple-id", variables["APPLE_ID"], "--team-id", variables["APPLE_TEAM_ID"]]
    # notarytool reads a password of the form @env:NAME from the environment, so no list of processes shows it
    who += ["--password", "@env:APPLE_APP_PASSWORD"]
    submit = ["xcrun", "notarytool", "submit", str(sent), *who, "--wait"]
    return [submit, ["xcrun", "stapler", "staple", str(stapled)]]
