"""The environment that a started server gets, and where its command is looked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from inspector.transport import StdioTarget

__all__ = ["child_environment", "find_command", "search_folders"]

# What the official SDKs pass on. Source: python-sdk, mcp/client/stdio, DEFAULT_INHERITED_ENV_VARS.
RESTRICTED_POSIX: Final = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
RESTRICTED_WINDOWS: Final = (
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
)
_LIBRARY_PATHS: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_PATHEXT: Final = ".COM;.EXE;.BAT;.CMD"

Exists = Callable[[str], bool]


def child_environment(
    target: StdioTarget,
    base: Mapping[str, str] | None = None,
    *,
    frozen: bool | None = None,
    windows: bool | None = None,
) -> dict[str, str]:
    """The whole environment of the child. base, frozen and windows are those of this program unless given.

    A program frozen by PyInstaller points the library path at its own folder and leaves marks of its own;
    a server started with them loads the wrong libraries. Its boot loader keeps the old value in *_ORIG.
    """
    own = dict(os.environ if base is None else base)
    if getattr(sys, "frozen", False) if frozen is None else frozen:
        for name in _LIBRARY_PATHS:
            original = own.pop(f"{name}_ORIG", None)
            own.pop(name, None)
            if original is not None:
                own[name] = original
        own = {name: value for name, value in own.items() if not name.startswith(("_PYI_", "_MEI"))}
    if target.environment == "restricted":
        on_windows = os.name == "nt" if windows is None else windows
        allowed = RESTRICTED_WINDOWS if on_windows else RESTRICTED_POSIX
        # Values that begin with "()" are shell functions: the SDKs leave them out as a risk.
        own = {name: own[name] for name in allowed if name in own and not own[name].startswith("()")}
    return {**own, **target.env}


def search_folders(environment: Mapping[str, str]) -> list[str]:
    """The folders in which a bare command name is looked for, in order."""
    path = environment.get("PATH") or os.defpath
    return [folder for folder in path.split(os.pathsep) if folder]


def find_command(
    command: str,
    environment: Mapping[str, str],
    cwd: str = "",
    *,
    windows: bool | None = None,
    runnable: Exists | None = None,
) -> str | None:
    """The file that will be run for this command; None: there is none.

    A command with a folder in it is relative to cwd. On Windows the endings of PATHEXT are tried, because
    `npx` is the file `npx.cmd` there and CreateProcess would only try `.exe`.
    """
    on_windows = os.name == "nt" if windows is None else windows
    can_run = runnable or _runnable
    endings = [""]
    if on_windows:
        known = [end for end in (environment.get("PATHEXT") or _PATHEXT).split(";") if end]
        if not command.lower().endswith(tuple(end.lower() for end in known)):
            endings = [end.lower() for end in known]
    separators = "/\\" if on_windows else "/"
    if any(separator in command for separator in separators):
        places = [os.path.join(cwd, command)]
    else:
        places = [os.path.join(folder, command) for folder in search_folders(environment)]
    for place in places:
        for ending in endings:
            if can_run(place + ending):
                return place + ending
    return None


def _runnable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
