"""The configurations of other clients on this computer. Files are read; nothing is started or written."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from inspector.core.transfer.importers.clients import CLIENTS, KnownClient
from inspector.core.transfer.importers.formats import EMPTY
from inspector.core.transfer.importers.found import Configuration
from inspector.core.transfer.importers.reading import read_file

__all__ = ["client_of", "find_configurations", "places_of", "read_named_file", "this_system"]

_MOST_FILES: Final = 200  # of one place with signs of glob
_DEEPEST: Final = 6  # folders that `**` goes down
_MOST_FOLDERS: Final = 5_000
_VARIABLE: Final = re.compile(r"\$(\w+)|%(\w+)%")


def this_system() -> str:
    """macos | windows | linux; other Unixes are as Linux."""
    return {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")


def find_configurations(
    home: Path,
    system: str,
    environ: Mapping[str, str],
    roots: Iterable[Path] = (),
    *,
    base: Path = Path("/"),
    wsl: Path | None = None,
) -> list[Configuration]:
    """Every configuration that is there, by client in the order of the table, the user's own first.

    roots: folders of projects to look into. base: where the files of the whole computer begin. wsl: where
    Windows shows the distributions of Linux (`\\\\wsl$`); the homes in them are looked into as well. A file
    that is found twice is listed once.
    """
    projects = [Path(root) for root in roots]
    seen: set[Path] = set()
    found: list[Configuration] = []
    rejected: set[tuple[str, str]] = set()
    for client, path, project in _places(home, system, environ, projects, base, wsl):
        real = _real(path)
        if real in seen:
            continue
        seen.add(real)
        configuration = read_file(path, client=client.id, project=project)
        # Settings of a program without servers are not reported; a broken file is.
        if configuration.found or configuration.problem not in ("", EMPTY):
            found.append(configuration)
        rejected |= configuration.rejected
    return [_without_rejected(one, rejected) for one in found]


def _without_rejected(one: Configuration, rejected: set[tuple[str, str]]) -> Configuration:
    """A server of a project that the user refused counts as switched off."""
    if not one.project or one.client != "claude-code":
        return one
    rows = tuple(
        replace(row, disabled=row.disabled or (one.project, row.origin.name) in rejected) for row in one.found
    )
    return replace(one, found=rows)


def places_of(client: str, home: Path, system: str, environ: Mapping[str, str]) -> list[Path]:
    """Where the user's own files of a client are or would be; places with a `*` only where one is there."""
    known = CLIENTS[client]
    found: list[Path] = []
    for place in (*known.places, *known.by_system.get(system, ())):
        whole = _expanded(place, home, system, environ)
        if whole:
            found += _files(whole) if "*" in whole else [Path(whole)]
    return found


def read_named_file(
    path: Path, home: Path, system: str, environ: Mapping[str, str], client: str = ""
) -> Configuration:
    """A file that a user names, by the rules of the client whose file it is. client: if they say it."""
    known, project = client_of(path, home, system, environ)
    if client:
        return read_file(path, client=client, project=project if client == known else "")
    return read_file(path, client=known, project=project)


def client_of(path: Path, home: Path, system: str, environ: Mapping[str, str]) -> tuple[str, str]:
    """Whose file this is by its place, and the folder of the project that it belongs to; "" unknown.

    Also of a copy that lies elsewhere, when it lies there as it does at home (backup/.gemini/settings.json).
    """
    whole = os.path.abspath(path).replace("\\", "/")
    endings: list[tuple[str, str, bool]] = []
    for client in CLIENTS.values():
        for place in (*client.places, *(one for some in client.by_system.values() for one in some)):
            expanded = _expanded(place, home, system, environ)
            if expanded and _fits(expanded.replace("\\", "/"), whole):
                return client.id, ""
            endings.append((client.id, _ROOT.sub("", place), False))
        endings += [(client.id, place, True) for place in client.project]
    for client_id, ending, of_project in sorted(endings, key=lambda one: (-one[1].count("/"), not one[2])):
        folder = _before(ending, whole)
        if folder is not None and ("/" in ending or of_project):
            return client_id, folder if of_project else ""
    return _TELLING.get(whole.rpartition("/")[2], ""), ""


_ROOT: Final = re.compile(r"^(?:~|@\w+|\$\w+|%\w+%)?/")
_TELLING: Final = {"claude_desktop_config.json": "claude-desktop", ".claude.json": "claude-code"}
"""Names of files that are one client's, wherever they lie."""


def _pattern(place: str) -> str:
    return re.escape(place).replace(r"\*\*/", "(?:[^/]+/)*").replace(r"\*", "[^/]*")


def _fits(place: str, whole: str) -> bool:
    return re.fullmatch(_pattern(place), whole) is not None


def _before(ending: str, whole: str) -> str | None:
    """The folder that a place with this ending is in; None: it ends otherwise."""
    found = re.fullmatch(f"(.*)/{_pattern(ending)}", whole)
    return found[1] or "/" if found is not None else None


def _places(
    home: Path,
    system: str,
    environ: Mapping[str, str],
    projects: list[Path],
    base: Path,
    wsl: Path | None,
) -> Iterator[tuple[KnownClient, Path, str]]:
    homes = [(home, system, environ), *((one, "linux", {}) for one in _homes_in(wsl))]
    for client in CLIENTS.values():
        for one_home, one_system, one_environ in homes:
            for place in (*client.places, *client.by_system.get(one_system, ())):
                whole = _expanded(place, one_home, one_system, one_environ)
                whole = f"{str(base).rstrip('/')}{whole}" if place.startswith("/") else whole
                yield from ((client, path, "") for path in _files(whole))
        for root in projects:
            folders = (root, *root.parents) if client.ancestors else (root,)
            for folder in folders:
                for name in client.project:
                    yield from ((client, path, str(folder)) for path in _files(str(folder / name)))


def _homes_in(wsl: Path | None) -> Iterator[Path]:
    if wsl is None:
        return
    for distribution in _listed(wsl):
        yield from _listed(distribution / "home")


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(islice((one for one in folder.iterdir() if one.is_dir()), _MOST_FILES))
    except OSError:
        return []


def _expanded(place: str, home: Path, system: str, environ: Mapping[str, str]) -> str:
    """The path of a place; "" where a variable in it is not set."""
    xdg = environ.get("XDG_CONFIG_HOME", "")
    config = xdg if xdg.startswith("/") and system != "windows" else str(home / ".config")
    app = {
        "macos": str(home / "Library" / "Application Support"),
        "windows": environ.get("APPDATA") or str(home / "AppData" / "Roaming"),
    }.get(system, config)
    for sign, folder in (("~/", str(home)), ("@app/", app), ("@xdg/", config)):
        if place.startswith(sign):
            return f"{folder}/{place.removeprefix(sign)}"
    missing = False

    def put(match: re.Match[str]) -> str:
        nonlocal missing
        name = match[1] or match[2]
        value = next((text for key, text in environ.items() if key.upper() == name.upper()), "")
        missing |= not value
        return value

    whole = _VARIABLE.sub(put, place)
    return "" if missing else whole


def _files(place: str) -> Iterator[Path]:
    """The files of a place: one, those that a `*` in a name stands for, or those of a name below (`**`)."""
    if not place:
        return
    head, star, tail = place.partition("*")
    if not star:
        path = Path(place)
        if _exists(path):
            yield path
        return
    folder, _, begin = head.rpartition("/")
    pattern = f"{begin}*{tail}"
    if pattern.startswith("**/"):
        yield from _below(Path(folder), pattern.removeprefix("**/"))
        return
    first, _, rest = pattern.partition("/")
    matches = re.compile("[^/]*".join(re.escape(part) for part in first.split("*")))
    for name in _names(Path(folder)):
        if matches.fullmatch(name):
            path = Path(folder, name, rest) if rest else Path(folder, name)
            if _exists(path):
                yield path


def _names(folder: Path) -> list[str]:
    try:
        return sorted(islice((one.name for one in folder.iterdir()), _MOST_FOLDERS))[:_MOST_FILES]
    except OSError:
        return []


def _below(folder: Path, name: str) -> Iterator[Path]:
    """Files of that name in the folders below, links not followed."""
    waiting, looked = [(folder, 0)], 0
    while waiting and looked < _MOST_FOLDERS:
        here, depth = waiting.pop(0)
        looked += 1
        if _exists(here / name):
            yield here / name
        if depth < _DEEPEST:
            waiting += [(one, depth + 1) for one in _listed(here) if not one.is_symlink()]


def _exists(path: Path) -> bool:
    """Whether something is there, if only a link to nothing: that is a row that says so."""
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path
