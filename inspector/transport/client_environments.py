"""The environment in which other clients start a server: *Start as Claude Desktop would*.

To add a client: a row of `CLIENTS`, with where it is known from.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP
from inspector.transport.login_shell import login_shell, menu_environment

__all__ = ["CLIENTS", "RESTRICTED_POSIX", "RESTRICTED_WINDOWS", "ClientEnvironment", "start_folder"]

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


@dataclass(frozen=True, slots=True)
class ClientEnvironment:
    """What a client started from the menu gives to its servers.

    restricted: only the variables of the official SDKs. login_shell: it asks the user's login shell first
    (not on Windows). folders: where a server begins that names no folder, by `sys.platform`; ~ is the home.
    """

    label: str
    restricted: bool
    login_shell: bool = True
    folders: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()

    def environment(self, own: Mapping[str, str], system: str) -> dict[str, str]:
        """The variables; own: ours. Asks the login shell where the client does, so it may take a while."""
        given = menu_environment(own, system)
        if self.login_shell and system != "win32":
            given |= login_shell(own, system).variables
        return restricted(given, system) if self.restricted else given


def restricted(given: Mapping[str, str], system: str) -> dict[str, str]:
    """The variables that the official SDKs pass on.

    Values that begin with "()" are shell functions: the SDKs leave them out as a risk."""
    allowed = RESTRICTED_WINDOWS if system == "win32" else RESTRICTED_POSIX
    return {name: given[name] for name in allowed if name in given and not given[name].startswith("()")}


CLIENTS: Final[dict[str, ClientEnvironment]] = {
    "claude-desktop": ClientEnvironment(
        "Claude Desktop",
        restricted=True,
        folders={"darwin": "/", "linux": "~"},
        sources=(
            # "may be undefined (like / on macOS)"; "MCP servers inherit only a subset … USER, HOME, PATH"
            "modelcontextprotocol.io/docs/tools/debugging",
            "typescript-sdk client/stdio: DEFAULT_INHERITED_ENV_VARS",
            # PATH comes from the login shell (its shell-path-worker); its logs list it under "paths"
            "github.com/anthropics/claude-code/issues/4188",
            "github.com/aaddrick/claude-desktop-debian/issues/247",
        ),
    ),
    "cursor": ClientEnvironment(
        "Cursor",
        restricted=False,
        folders={"darwin": "~", "linux": "~", "win32": "~"},
        sources=(
            QT_TRANSLATE_NOOP("Doctor", "built on VS Code, whose environment it inherits; undocumented"),
        ),
    ),
    "vscode": ClientEnvironment(
        "VS Code",
        restricted=False,
        folders={"darwin": "~", "linux": "~", "win32": "~"},
        sources=(
            # the extension host's process.env, then the entry's; the folder is the home
            "microsoft/vscode src/vs/workbench/api/node/extHostMcpNode.ts",
            # asks the login shell when it was started from a menu
            "microsoft/vscode src/vs/platform/shell/node/shellEnv.ts",
        ),
    ),
}
"""Id → environment. A target names one as `as <id>`."""


def start_folder(environment: str, system: str) -> str:
    """Where a server begins that names no folder; "" for where this program is."""
    client = CLIENTS.get(environment.removeprefix("as "))
    return os.path.expanduser(client.folders.get(system, "")) if client is not None else ""
