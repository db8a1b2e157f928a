"""Whether this computer has the runtime that a bundle wants."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Final

from inspector.core.install.bundles.manifest import Manifest
from inspector.core.install.bundles.version_ranges import is_within
from inspector.translation import translate

__all__ = ["RUNTIMES", "runtime_doubts"]

RUNTIMES: Final = {"node": "Node.js", "python": "Python"}
_PROGRAMS: Final = {"node": ("node",), "python": ("python3", "python")}
_LIMIT_S: Final = 5.0


def asked_version(program: str) -> str:
    """What a program says to --version, "" when it says nothing in time."""
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    found = re.search(r"\d+(?:\.\d+)+\S*", done.stdout.decode("utf-8", "replace"))
    return found[0] if found else ""


def runtime_doubts(
    manifest: Manifest, find: Callable[[str], str | None], ask: Callable[[str], str] = asked_version
) -> list[str]:
    """What is wrong with the Node.js or Python on PATH. Only these are asked, never a file of the bundle."""
    name = manifest.server_type
    wanted = manifest.runtimes.get(name, "")
    command = manifest.config.command if manifest.config is not None else name
    if name not in _PROGRAMS or not wanted or command not in (name, *_PROGRAMS[name]):
        return []
    program = next((path for command in _PROGRAMS[name] if (path := find(command))), None)
    version = ask(program) if program is not None else ""
    if not version or is_within(version, wanted) is not False:
        return []
    return [
        translate("Bundles", "it wants {runtimes} {wanted}, and {program} is {version}").format(
            runtimes=RUNTIMES[name], wanted=wanted, program=program, version=version
        )
    ]
