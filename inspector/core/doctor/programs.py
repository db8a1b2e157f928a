"""What a command really is: the file, the shim it may be, its interpreter, the processor it is made for."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.transport.environment import find_command, search_folders

__all__ = ["Program", "every_place", "look_at", "usual_places"]

_HEAD_BYTES: Final = 4096
_MACHINES: Final = {  # names of platform.machine() → ours
    "x86_64": "x86-64",
    "amd64": "x86-64",
    "i386": "x86",
    "i686": "x86",
    "aarch64": "arm64",
    "arm64": "arm64",
    "armv7l": "arm",
    "riscv64": "riscv64",
}
_ELF: Final = {3: "x86", 40: "arm", 62: "x86-64", 183: "arm64", 243: "riscv64"}
_MACH: Final = {0x01000007: "x86-64", 0x0100000C: "arm64", 7: "x86"}
_PE: Final = {0x8664: "x86-64", 0xAA64: "arm64", 0x14C: "x86"}

# Part of the path (with /, lower case) → what stands there. The first that fits counts.
_SHIMS: Final = (
    (
        r"/\.pyenv/(?:pyenv-win/)?shims/",
        QT_TRANSLATE_NOOP("Doctor", "a pyenv shim: the version depends on the working directory"),
    ),
    (
        r"/\.asdf/shims/",
        QT_TRANSLATE_NOOP(
            "Doctor", "an asdf shim: the version depends on the working directory (.tool-versions)"
        ),
    ),
    (
        r"/mise/shims/",
        QT_TRANSLATE_NOOP("Doctor", "a mise shim: the version depends on the working directory"),
    ),
    (r"/\.volta/bin/", QT_TRANSLATE_NOOP("Doctor", "a Volta shim")),
    (
        r"/\.nvm/versions/node/([^/]+)/",
        QT_TRANSLATE_NOOP("Doctor", "Node.js {0} from nvm: the path changes with the version"),
    ),
    (
        r"/fnm_multishells/",
        QT_TRANSLATE_NOOP("Doctor", "from fnm, in a folder that only exists for one terminal session"),
    ),
    (r"/fnm/node-versions/([^/]+)/", QT_TRANSLATE_NOOP("Doctor", "Node.js {0} from fnm")),
    (r"/\.rbenv/shims/", QT_TRANSLATE_NOOP("Doctor", "an rbenv shim")),
    (r"/\.local/share/uv/tools/([^/]+)/", QT_TRANSLATE_NOOP("Doctor", "a tool installed by uv ({0})")),
    (r"/\.cargo/bin/", QT_TRANSLATE_NOOP("Doctor", "installed by Cargo or rustup")),
    (r"/\.bun/bin/", QT_TRANSLATE_NOOP("Doctor", "installed by Bun")),
    (
        r"/(?:\.venv|venv|env)/(?:bin|scripts)/",
        QT_TRANSLATE_NOOP("Doctor", "in a Python virtual environment"),
    ),
    (
        r"/microsoft/windowsapps/",
        QT_TRANSLATE_NOOP("Doctor", "a Microsoft Store stub, which may only open the Store"),
    ),
    (r"/snap/bin/", QT_TRANSLATE_NOOP("Doctor", "a snap, which may not have access to all your files")),
    (r"\.(?:cmd|bat)$", QT_TRANSLATE_NOOP("Doctor", "a batch file: it needs cmd.exe")),
)
_RUNNERS: Final = {
    "npx": QT_TRANSLATE_NOOP("Doctor", "downloads the package if it is missing: the first start is slow"),
    "uvx": QT_TRANSLATE_NOOP("Doctor", "downloads the package if it is missing: the first start is slow"),
    "bunx": QT_TRANSLATE_NOOP("Doctor", "downloads the package if it is missing: the first start is slow"),
    "pipx": QT_TRANSLATE_NOOP("Doctor", "downloads the package if it is missing: the first start is slow"),
    "docker": QT_TRANSLATE_NOOP("Doctor", "downloads the image if it is missing: the first start is slow"),
}

# Where version managers and installers put programs, in the user's home and elsewhere.
_PLACES: Final = (
    "~/.local/bin",
    "~/.nvm/versions/node/*/bin",
    "~/.local/share/fnm/node-versions/*/installation/bin",
    "~/.volta/bin",
    "~/.bun/bin",
    "~/.deno/bin",
    "~/.cargo/bin",
    "~/.pyenv/shims",
    "~/.asdf/shims",
    "~/.local/share/mise/shims",
    "~/go/bin",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/snap/bin",
)


@dataclass(frozen=True, slots=True)
class Program:
    """A file that a command leads to.

    real: behind links, "" when it is itself. shim, runner: in words, "" when it is none. interpreter: words
    of the first line of a script; interpreter_file: where the first of them (or env's argument) is, None when
    it is nowhere. machine: it is made for, "" for scripts and what cannot be told.
    """

    path: str
    real: str = ""
    shim: str = ""
    runner: str = ""
    interpreter: tuple[str, ...] = ()
    interpreter_file: str | None = None
    machine: str = ""

    @property
    def foreign(self) -> str:
        """The processor that this computer is, when the program is made for another one."""
        here = _MACHINES.get(platform.machine().lower(), "")
        if not self.machine or not here or self.machine == here:
            return ""
        emulated = {("arm64", "x86-64"), ("x86-64", "x86")}  # Rosetta, Windows on ARM, 32-bit libraries
        return "" if (here, self.machine) in emulated else here


def look_at(path: str, environment: Mapping[str, str]) -> Program:
    """Read the beginning of the file. environment: of the child, where `env` looks for an interpreter."""
    real = os.path.realpath(path)
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD_BYTES)
            machine = _machine(head)
    except OSError:
        head, machine = b"", ""
    words, found = _interpreter(head, environment)
    name = Path(path).name.lower().removesuffix(".cmd").removesuffix(".exe")
    shim = _shim(path) or _shim(real)
    if not shim and b"conda" in head[:200].lower() and words:
        shim = translate("Doctor", "a script in a conda environment")
    moved = real if real != os.path.abspath(path) else ""
    runner = translate("Doctor", _RUNNERS[name]) if name in _RUNNERS else ""
    return Program(path, moved, shim, runner, words, found, machine)


def _shim(path: str) -> str:
    plain = path.replace("\\", "/").lower()
    for pattern, words in _SHIMS:
        if found := re.search(pattern, plain):
            return translate("Doctor", words).format(*found.groups())
    return ""


def _interpreter(head: bytes, environment: Mapping[str, str]) -> tuple[tuple[str, ...], str | None]:
    if not head.startswith(b"#!"):
        return (), None
    # The carriage return of a script from Windows belongs to the name, and nothing is called so.
    line = head[2:].split(b"\n")[0].decode("utf-8", "replace").strip(" \t")
    parts = line.split()
    if not parts:
        return (), None
    if line.endswith("\r"):
        parts[-1] += "\r"
    named = parts[0]
    if os.path.basename(named.rstrip("\r")) == "env":
        named = next((one for one in parts[1:] if not one.startswith("-") and "=" not in one), "")
    return tuple(parts), find_command(named, environment) if named else None


def _machine(head: bytes) -> str:
    if head.startswith(b"\x7fELF") and len(head) > 20:
        return _ELF.get(int.from_bytes(head[18:20], "big" if head[5] == 2 else "little"), "")
    if head[:4] in (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe"):
        return _MACH.get(int.from_bytes(head[4:8], "little"), "")
    if head.startswith(b"MZ") and len(head) > 0x40:
        place = int.from_bytes(head[0x3C:0x40], "little")
        if head[place : place + 4] == b"PE\0\0":
            return _PE.get(int.from_bytes(head[place + 4 : place + 6], "little"), "")
    return ""


def every_place(command: str, environment: Mapping[str, str], windows: bool) -> list[str]:
    """All files of that name on PATH, the one that runs first."""
    found: list[str] = []
    for folder in search_folders(environment):
        path = find_command(os.path.join(folder, command), environment, windows=windows)
        if path is not None and path not in found:
            found.append(path)
    return found


def usual_places(command: str, path: Iterable[str] = ()) -> list[str]:
    """Where the command is although PATH does not lead there; `path`: folders to look into first."""
    import glob

    folders = [*path]
    for place in _PLACES:
        # The newest version first.
        folders += sorted(glob.glob(os.path.expanduser(place)), key=_version, reverse=True)
    found = (find_command(os.path.join(folder, command), {}) for folder in folders)
    return list(dict.fromkeys(one for one in found if one is not None))


def _version(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path)]
