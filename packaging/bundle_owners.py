"""Whose everything in the bundle is: each file and each module belongs to a distribution, to Python or to us.

Runs in the build's environment, whose distributions are the ones that PyInstaller took from.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatch
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePosixPath

__all__ = ["Contents", "Owners", "canonical", "contents_of", "owners_of"]

_INSIDE = "_internal/"
_OURS = re.compile(r"^(resources/|licences/|mcpdi|mcp-desktop-inspector)")
_FREEZER = re.compile(r"^(_?pyi_rth|pyimod|pyiboot|_pyi)")
"""Modules that PyInstaller adds of its own."""


@dataclass(frozen=True)
class Contents:
    """files: paths as they are imported, without the folder that holds them; modules: dotted names."""

    files: tuple[str, ...]
    modules: frozenset[str]


@dataclass
class Owners:
    """Distributions (canonical name → its files in the bundle), parts by id, and what has no owner."""

    distributions: dict[str, list[str]] = field(default_factory=dict)
    parts: dict[str, list[str]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def contents_of(bundle: Path) -> Contents:
    """What is in a bundle; a link counts as what it leads to."""
    files, modules = [], set()
    for path in sorted(bundle.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        inside = path.relative_to(bundle).as_posix()
        if not inside.startswith(_INSIDE) and "." not in path.name.removesuffix(".exe"):
            modules |= _modules(path)
        files.append(inside.removeprefix(_INSIDE))
    return Contents(tuple(files), frozenset(modules))


def _modules(program: Path) -> set[str]:
    """The modules that are packed into a frozen program; none when it is no such thing."""
    from PyInstaller.archive.readers import ArchiveReadError, CArchiveReader, NotAnArchiveError

    try:
        archive = CArchiveReader(str(program))
        packed = [name for name, entry in archive.toc.items() if entry[-1] == "z"]
        return {module for name in packed for module in archive.open_embedded_archive(name).toc}
    except (ArchiveReadError, NotAnArchiveError):
        return set()


def canonical(name: str) -> str:
    """A distribution's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def owners_of(contents: Contents, patterns: dict[str, list[str]]) -> Owners:
    """patterns: id of a part → patterns for its files. Parts may lie inside what a distribution owns."""
    of_file, of_module, of_top = _of_distributions()
    owners = Owners()
    for file in contents.files:
        found = [one for one, wanted in patterns.items() if any(fnmatch(file, glob) for glob in wanted)]
        for one in found:
            owners.parts.setdefault(one, []).append(file)
        owner = of_file.get(file) or of_top.get(PurePosixPath(file).parts[0], "")
        if owner:
            owners.distributions.setdefault(owner, []).append(file)
        elif not found and not _OURS.match(file) and not _of_python(file):
            owners.unknown.append(file)
    for module in sorted(contents.modules):
        owner = of_module.get(module, "")
        if owner:
            owners.distributions.setdefault(owner, [])
        elif not _known_module(module, of_module):
            owners.unknown.append(f"module {module}")
    return owners


def _of_distributions() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Distribution of a file, of a module, and of a folder that is one distribution's alone."""
    of_file: dict[str, str] = {}
    of_module: dict[str, str] = {}
    tops: dict[str, set[str]] = {}
    for one in distributions():
        name = canonical(one.name)
        for path in _paths(one):
            of_file[path.as_posix()] = name
            of_module[_module(path)] = name
            if len(path.parts) > 1:
                tops.setdefault(path.parts[0], set()).add(name)
    return of_file, of_module, {top: min(names) for top, names in tops.items() if len(names) == 1}


def _paths(one: Distribution) -> list[PurePosixPath]:
    return [PurePosixPath(file.as_posix()) for file in one.files or [] if ".." not in file.parts]


def _module(path: PurePosixPath) -> str:
    parts = [*path.parts[:-1], path.name.split(".")[0]]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _of_python(file: str) -> bool:
    """An extension of the standard library that lies among the other files, as on Windows."""
    return "/" not in file and file.split(".")[0] in sys.stdlib_module_names


def _known_module(module: str, of_module: dict[str, str]) -> bool:
    top = module.split(".")[0]
    if top in ("inspector", "__main__") or top in sys.stdlib_module_names or top.startswith("_sysconfigdata"):
        return True
    return bool(_FREEZER.match(top)) or any(one.startswith(f"{module}.") for one in of_module)
