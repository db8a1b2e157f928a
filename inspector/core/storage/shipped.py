"""What the program consists of: its parts with their licences.

An installed program has a folder `licences` that packaging/licences.py filled from what is really inside it.
From source the parts are the distributions that the program needs and those that these need, as far as
Python finds them, with the texts that came with them; tools of developers beside them are none.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any, Final

from inspector import HOME_PAGE, __version__
from inspector.frozen import is_frozen

__all__ = [
    "FOLDER",
    "INDEX",
    "ShippedPart",
    "homepage_of",
    "licence_of",
    "licence_texts",
    "licences_folder",
    "own_part",
    "shipped_parts",
]

FOLDER: Final = "licences"
INDEX: Final = "index.json"
"""In the folder; a part each under "parts"."""

_NAME: Final = "mcp-desktop-inspector"
_SOURCE: Final = Path(__file__).resolve().parents[3]
_PAGES: Final = ("homepage", "home", "source", "repository")
_NEED: Final = re.compile(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?")
_EXTRA: Final = re.compile(r"""\bextra\s*==\s*['"]([^'"]+)""")
_TEXTS: Final = ("licen", "copying", "notice", "authors")

_SPELLINGS: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "MPL 2.0": "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""What older distributions write → SPDX."""


@dataclass(frozen=True, slots=True)
class ShippedPart:
    """Something of others that is inside the program. licence: SPDX, "" when it does not say."""

    name: str
    version: str
    licence: str
    homepage: str = ""
    note: str = ""
    texts: tuple[tuple[str, Path], ...] = ()

    def text(self) -> str:
        """The note and every licence text of it, each under its name; reads files."""
        pieces = [self.note] if self.note else []
        for name, source in self.texts:
            try:
                words = source.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                words = str(error)
            pieces.append(f"{f' {name} ':─^60}\n\n{words.strip()}")
        return "\n\n".join(pieces)


def licences_folder() -> Path | None:
    """The folder of an installed program; None from source."""
    if not is_frozen():
        return None
    beside = Path(sys.executable).resolve().parent
    for folder in (beside / FOLDER, beside.parent / "Resources" / FOLDER):  # the latter on macOS
        if (folder / INDEX).is_file():
            return folder
    return None


def shipped_parts() -> list[ShippedPart]:
    """Every part, by name. Reads files: not for the thread of the window."""
    folder = licences_folder()
    found = _kept(folder) if folder is not None else map(_installed, _needed())
    return sorted({(part.name.lower(), part.version): part for part in found}.values(), key=_order)


def _order(part: ShippedPart) -> str:
    return part.name.lower()


def own_part() -> ShippedPart:
    """The program itself."""
    folder = licences_folder()
    text = _SOURCE / "LICENSE" if folder is None else folder / "LICENSE.txt"
    texts = (("LICENSE", text),) if text.is_file() else ()
    return ShippedPart("MCP Desktop Inspector", __version__, "Apache-2.0", HOME_PAGE, texts=texts)


def _index(folder: Path) -> dict[str, Any]:
    try:
        value = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def _kept(folder: Path) -> Iterator[ShippedPart]:
    for part in _index(folder).get("parts", []):
        texts = tuple((name, folder / name) for name in part["texts"])
        yield ShippedPart(
            part["name"], part["version"], part["licence"], part["homepage"], part["note"], texts
        )


def _needed() -> Iterator[Distribution]:
    """What the program needs, whatever else is installed beside it."""
    installed = {_canonical(one.name): one for one in distributions()}
    own = installed.pop(_NAME, None)
    left = [(line, frozenset[str]()) for line in (_of_source() if own is None else own.requires or [])]
    known: set[tuple[str, frozenset[str]]] = set()
    while left:
        line, extras = left.pop()
        need = _NEED.match(line)
        choice = _EXTRA.search(line)
        if need is None or (choice is not None and choice[1] not in extras):
            continue
        name, wanted = _canonical(need[1]), frozenset(re.findall(r"[\w.-]+", need[2] or ""))
        if name in installed and (name, wanted) not in known:
            known.add((name, wanted))
            left += [(more, wanted) for more in installed[name].requires or []]
    yield from (installed[name] for name in {name for name, _ in known})


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _of_source() -> list[str]:
    """The requirements of a checkout that is not installed."""
    try:
        project = tomllib.loads((_SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return []
    return [line for line in project.get("dependencies", []) if isinstance(line, str)]


def _installed(found: Distribution) -> ShippedPart:
    licence, texts = licence_of(found), tuple(licence_texts(found))
    return ShippedPart(found.name, found.version, licence, homepage_of(found), texts=texts)


def homepage_of(found: Distribution) -> str:
    """The page of a distribution, the one that is called homepage before any other."""
    pairs = [line.partition(", ") for line in found.metadata.get_all("Project-URL") or []]
    pages = {label.lower(): page for label, _, page in pairs}
    named = [pages[label] for label in _PAGES if label in pages]
    return next(filter(None, [_field(found, "Home-page"), *named, *pages.values()]), "")


def _field(found: Distribution, name: str) -> str:
    return str(next(iter(found.metadata.get_all(name) or ()), ""))


def licence_of(found: Distribution) -> str:
    """The licence of a distribution as SPDX, as far as its metadata say it."""
    said = _field(found, "License-Expression") or _field(found, "License")
    if not said or "\n" in said:  # some put the whole text there
        kinds = [
            line for line in found.metadata.get_all("Classifier") or [] if line.startswith("License :: ")
        ]
        said = kinds[0].rpartition(" :: ")[2] if kinds else ""
    return _SPELLINGS.get(said, said)


def licence_texts(found: Distribution) -> Iterator[tuple[str, Path]]:
    """Name and source of every licence text and notice that a distribution came with."""
    for file in found.files or []:
        inside, last = file.parts[0].endswith(".dist-info"), file.name.lower()
        if inside and ("licenses" in file.parts or last.startswith(_TEXTS)):
            path = Path(str(found.locate_file(file)))
            if path.is_file():
                yield "/".join(part for part in file.parts[1:] if part != "licenses"), path
