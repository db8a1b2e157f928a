"""The command that a bundle is started by, with a user's values in place."""

from __future__ import annotations

import os
import posixpath
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from inspector.core.install.bundles.bundle import Bundle
from inspector.core.install.bundles.manifest import Launch, Manifest
from inspector.core.install.bundles.substitution import Texts, substituted_args, substituted_env
from inspector.core.install.bundles.user_config import config_texts
from inspector.errors import UsageError
from inspector.translation import translate
from inspector.transport import StdioTarget
from inspector.transport.environment import find_command

__all__ = ["Machine", "Prepared", "launch", "person_folders"]

_INTERPRETERS: Final = {
    "python": ("python", "python3", "py"),
    "python3": ("python3", "python", "py"),
}
_SYSTEMS: Final = {"win32": "Windows", "darwin": "macOS", "linux": "Linux"}
_VENV: Final = ("server/venv/bin/python", "server/venv/bin/python3", "server/venv/Scripts/python.exe")
_LIBRARIES: Final = "server/lib"


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the bundle is to run. system: as sys.platform. find: the file of a command on PATH, or None."""

    system: str = sys.platform
    folders: Mapping[str, str] = field(default_factory=lambda: person_folders())
    find: Callable[[str], str | None] = lambda command: find_command(command, os.environ)


@dataclass(frozen=True, slots=True)
class Prepared:
    """target: what is started. notes: what had to be changed or left out. missing: titles of empty options
    that are required; with one of these it is not started."""

    target: StdioTarget
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def person_folders() -> dict[str, str]:
    """What `${HOME}` and its like mean on this computer."""
    import platformdirs

    return {
        "HOME": str(Path.home()),
        "DESKTOP": platformdirs.user_desktop_dir(),
        "DOCUMENTS": platformdirs.user_documents_dir(),
        "DOWNLOADS": platformdirs.user_downloads_dir(),
        "pathSeparator": os.sep,
        "/": os.sep,
    }


def launch(
    bundle: Bundle, values: Mapping[str, Any], folder: Path, machine: Machine | None = None
) -> Prepared:
    """The command in its folder, where the bundle will be or is unpacked. Nothing is started.

    values: of the form, JSON; secrets as references `${secret:KEY}`, which stay. Raises UsageError for a
    bundle that cannot be used.
    """
    machine = machine or Machine()
    manifest = bundle.manifest
    if manifest is None or bundle.refused:
        raise UsageError("; ".join(bundle.refused) or translate("Bundles", "the bundle has no manifest"))
    config, missing = config_texts(manifest.options, values)
    texts = Texts({**machine.folders, "__dirname": str(folder)}, config)
    chosen = _chosen(manifest, machine.system, texts)
    command = "".join(substituted_args((chosen.command,), texts)[:1])
    args = substituted_args(chosen.args or (), texts)
    env = substituted_env(chosen.env or {}, texts)
    command = _command(command, bundle, folder, machine, texts)
    if manifest.server_type == "python" and "PYTHONPATH" not in env:
        if any(name.startswith(f"{_LIBRARIES}/") for name in bundle.names):
            env["PYTHONPATH"] = str(folder / _LIBRARIES)
    for note in _compatibility(bundle, machine):
        texts.tell(note)
    return Prepared(StdioTarget(command, tuple(args), env, str(folder)), texts.notes(), tuple(missing))


def _chosen(manifest: Manifest, system: str, texts: Texts) -> Launch:
    """mcp_config with what this platform replaces; each of command, args and env is replaced as a whole."""
    base = manifest.config
    if base is None:
        base = _derived(manifest)
    change = manifest.overrides.get(system)
    if change is None:
        return base
    lost = [name for name in base.env or {} if change.env is not None and name not in change.env]
    if lost:
        texts.tell(
            translate("Bundles", "on {systems} its env is replaced: {lost} is not set").format(
                systems=_SYSTEMS.get(system, system), lost=", ".join(lost)
            )
        )
    return Launch(
        change.command or base.command,
        base.args if change.args is None else change.args,
        base.env if change.env is None else change.env,
    )


def _derived(manifest: Manifest) -> Launch:
    """What a manifest without a command means."""
    if not manifest.entry_point:
        raise UsageError(
            translate(
                "Bundles", "the manifest has neither mcp_config nor entry_point: there is nothing to start"
            )
        )
    point = "${__dirname}/" + manifest.entry_point.removeprefix("./")
    if manifest.server_type == "uv":
        return Launch("uv", ("run", "--directory", "${__dirname}", manifest.entry_point))
    if manifest.server_type == "binary":
        return Launch(point)
    return Launch(manifest.server_type or "node", (point,))


def _command(command: str, bundle: Bundle, folder: Path, machine: Machine, texts: Texts) -> str:
    """A program of the bundle by its whole path; an interpreter by its name, as it is called here."""
    if not command:
        raise UsageError(translate("Bundles", "the manifest contains no command to start"))
    if inside := _inside(command, bundle, folder, machine.system):
        return inside
    if command in _INTERPRETERS:
        for name in _VENV:
            if name in bundle.names and name.endswith(".exe") == (machine.system == "win32"):
                return str(folder / name)
    if machine.find(command) is not None:
        return command
    for other in _INTERPRETERS.get(command, ()):
        if machine.find(other) is not None:
            texts.tell(
                translate("Bundles", "{command} is not on PATH; using {other}").format(
                    command=command, other=other
                )
            )
            return other
    texts.tell(translate("Bundles", "{} is not on PATH: install it to start the server").format(command))
    return command


def _inside(command: str, bundle: Bundle, folder: Path, system: str) -> str:
    """The path of a command that is a file of the bundle, "" when it is none. Windows: `.exe` is added."""
    plain = command.replace("\\", "/") if system == "win32" else command
    root = str(folder).replace("\\", "/") if system == "win32" else str(folder)
    if plain.startswith(root + "/"):
        plain = plain[len(root) + 1 :]
    name = posixpath.normpath(plain)
    binary = bundle.manifest is not None and bundle.manifest.server_type == "binary"
    if "/" not in name and not binary and plain == command:
        return ""  # `node` is the one on PATH, whatever lies in the bundle
    for ending in (".exe", "") if system == "win32" else ("",):
        if name + ending in bundle.names:
            return str(folder / (name + ending))
    return ""


def _compatibility(bundle: Bundle, machine: Machine) -> list[str]:
    manifest = bundle.manifest
    assert manifest is not None
    notes = []
    if manifest.platforms and machine.system not in manifest.platforms:
        names = ", ".join(_SYSTEMS.get(name, name) for name in manifest.platforms)
        notes.append(
            translate("Bundles", "it supports {names}, not {systems}").format(
                names=names, systems=_SYSTEMS.get(machine.system, machine.system)
            )
        )
    if manifest.server_type == "uv" and "pyproject.toml" not in bundle.names:
        notes.append(translate("Bundles", "uv needs a pyproject.toml, but the bundle has none"))
    return notes
