"""The environment that a started server gets, and where its command is looked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from inspector.transport import StdioTarget

__all__ = ["PASSPHRASE", "child_environment", "find_command", "prepare", "search_folders", "start_folder"]

PASSPHRASE: Final = "MCPDI_PASSPHRASE"
"""The variable that opens the encrypted place for secrets where no user can be asked. No server gets it."""

_AS: Final = "as "

_PATHEXT: Final = ".COM;.EXE;.BAT;.CMD"

Exists = Callable[[str], bool]


def child_environment(
    target: StdioTarget,
    base: Mapping[str, str] | None = None,
    *,
    windows: bool | None = None,
) -> dict[str, str]:
    """The whole environment of the child. base and windows are those of this program unless given.

    What a frozen program would add is gone since its start, see `inspector.frozen`.
    """
    own = dict(os.environ if base is None else base)
    system = sys.platform if windows is None else ("win32" if windows else "linux")
    if target.environment == "restricted":
        from inspector.transport.client_environments import restricted

        own = restricted(own, system)
    elif target.environment.startswith(_AS):
        from inspector.transport.client_environments import CLIENTS

        own = CLIENTS[target.environment.removeprefix(_AS)].environment(own, system)
    own = {name: value for name, value in own.items() if name.upper() != PASSPHRASE}
    return {**own, **target.env}


async def prepare(target: StdioTarget) -> None:
    """Do what `child_environment` would have to wait for: ask the login shell where a client asks it."""
    if target.environment.startswith(_AS):
        import asyncio

        await asyncio.to_thread(child_environment, target)


def start_folder(target: StdioTarget) -> str:
    """Where the child begins; "" for where this program is."""
    if target.cwd or not target.environment.startswith(_AS):
        return os.path.abspath(target.cwd) if target.cwd else ""
    from inspector.transport import client_environments

    return client_environments.start_folder(target.environment, sys.platform)


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
