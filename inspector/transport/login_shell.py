"""The environment that a user's login shell makes: what a terminal has and a program from a menu has not.

The shell reads the user's own start-up files. It gets no terminal and a few seconds; then it is killed with
all that it started.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inspector.translation import recorded
from inspector.transport.process_tree import KILL, ProcessTree, start_options

__all__ = ["LoginShell", "ask_shell", "login_shell", "menu_environment"]

LIMIT_S: Final = 5.0
_MARK: Final = "__mcpdi_environment__"
_COMMAND: Final = f"echo {_MARK}; env -0 || env; echo {_MARK}"
_OF_THE_SHELL: Final = ("_", "SHLVL", "PWD", "OLDPWD")
_KNOWN: Final = ("bash", "zsh", "fish", "sh", "dash", "ksh", "ash", "mksh")
"""Shells that take -i, -l and -c together."""

# What a desktop gives to programs that are started from its menu.
_SESSION: Final = (
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "TMPDIR",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "SSH_AUTH_SOCK",
    "__CF_USER_TEXT_ENCODING",
)
_SESSION_PREFIXES: Final = ("XDG_", "LC_")
# macOS: launchd's. Linux: systemd's, user manager (systemd.exec(5), "PATH").
_MENU_PATHS: Final = {"darwin": "/usr/bin:/bin:/usr/sbin:/sbin"}
_MENU_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True, slots=True)
class LoginShell:
    """What it said. problem: why it said nothing, one sentence; then there are no variables."""

    shell: str
    variables: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    took_s: float = 0.0


def menu_environment(own: Mapping[str, str], system: str) -> dict[str, str]:
    """Of a program started from a menu, as far as it can be told from our own. system: as `sys.platform`."""
    if system == "win32":
        return dict(own)
    kept = {
        name: value for name, value in own.items() if name in _SESSION or name.startswith(_SESSION_PREFIXES)
    }
    return {**kept, "PATH": _MENU_PATHS.get(system, _MENU_PATH)}


_lock = threading.Lock()
_kept: dict[str, LoginShell] = {}


def login_shell(own: Mapping[str, str], system: str, *, fresh: bool = False) -> LoginShell:
    """Ask the user's shell, once in the life of this program unless `fresh`. Waits; not for the loop."""
    shell = own.get("SHELL") or _shell_of_the_account(system)
    with _lock:
        if fresh or shell not in _kept:
            _kept[shell] = ask_shell(shell, menu_environment(own, system), system=system)
        return _kept[shell]


def _shell_of_the_account(system: str) -> str:
    if system == "win32":
        return ""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:  # a container's user without a name
        return ""


def ask_shell(
    shell: str, base: Mapping[str, str], *, limit_s: float = LIMIT_S, system: str = "linux"
) -> LoginShell:
    """Run `shell -ilc env` with that environment. Never raises for what the shell does."""
    if system == "win32":
        return LoginShell(
            "", problem=recorded("Windows has no login shell: programs get the account's variables")
        )
    name = os.path.basename(shell)
    if name not in _KNOWN:
        return LoginShell(
            shell,
            problem=recorded("the login shell {shell} is not supported", shell=shell or "(none)"),
        )
    began = time.monotonic()
    output, problem = _run([shell, "-ilc", _COMMAND], base, limit_s)
    took_s = time.monotonic() - began
    variables = _read(output)
    if not variables and not problem:
        problem = recorded("{shell} exited without reporting its environment", shell=shell)
    return LoginShell(shell, variables, "" if variables else problem, took_s)


def _run(words: list[str], base: Mapping[str, str], limit_s: float) -> tuple[bytes, str]:
    try:
        process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]  # options differ by platform
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(base),
            cwd=base.get("HOME") if os.path.isdir(base.get("HOME", "")) else None,
            **start_options(),
        )
    except OSError as error:
        return b"", recorded("cannot start {shell}: {error}", shell=words[0], error=error.strerror or error)
    tree = ProcessTree(process.pid)
    with process:
        try:
            return process.communicate(timeout=limit_s)[0], ""
        except subprocess.TimeoutExpired:
            tree.refresh()
            tree.end(KILL)
            output = b""
            with contextlib.suppress(subprocess.TimeoutExpired):
                output = process.communicate(timeout=1)[0]
            return output, recorded(
                "{shell} did not exit within {limit_s} s (its startup files may be waiting)",
                shell=words[0],
                limit_s=f"{limit_s:g}",
            )


def _read(output: bytes) -> dict[str, str]:
    """Between the marks: what start-up files print stands before, what the shell says at its end after."""
    parts = output.split(f"{_MARK}\n".encode())
    if len(parts) < 3:
        return {}
    told = parts[-2]
    entries = told.split(b"\0") if b"\0" in told else told.split(b"\n")
    pairs = (entry.decode("utf-8", "surrogateescape").partition("=") for entry in entries if b"=" in entry)
    return {name: value for name, _, value in pairs if name not in _OF_THE_SHELL}
