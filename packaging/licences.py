#!/usr/bin/env python3
"""The step `licences`: what is in the bundle, under which licence, with every text, in its folder `licences`.

Nothing is listed by hand that can be seen: the bundle is read (bundle_owners.py) and every file and module
in it must belong to something that has a licence which we may ship. packaging/licences/ keeps the texts that
wheels lack.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import ssl
import subprocess
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterable
from importlib.metadata import Distribution, distributions, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "packaging" / "licences"
sys.path[:0] = [str(ROOT / "packaging"), str(ROOT)]

from build_environment import PROGRAM, BuildError, version_of  # noqa: E402
from bundle_owners import canonical, contents_of, owners_of  # noqa: E402
from crates import crates_of  # noqa: E402
from licence_rules import acceptable, standard_names  # noqa: E402
from release import licences_in  # noqa: E402

from inspector.core.storage.shipped import INDEX, homepage_of, licence_of, licence_texts  # noqa: E402

Entry = dict[str, Any]
"""A part as it stands in the index: name, version, licence, homepage, note, purl, texts, files, contains."""

QT = ("pyside6-essentials", "shiboken6")
FREEZER = "pyinstaller"
FREEZER_LICENCE = "GPL-2.0-or-later WITH Bootloader-exception"

VERSIONS: dict[str, Callable[[], str]] = {
    "python": lambda: sys.version.split()[0],
    "openssl": lambda: ssl.OPENSSL_VERSION.split()[1],
    "sqlite": lambda: sqlite3.sqlite_version,
    "zlib": lambda: zlib.ZLIB_RUNTIME_VERSION,
    "expat": lambda: __import__("pyexpat").EXPAT_VERSION.removeprefix("expat_"),
    "libmpdec": lambda: __import__("_decimal").__libmpdec_version__,
}
"""What the Python of the build knows of its own libraries."""

SOURCES = """\
This program uses Qt {qt} and PySide6 {qt} (with Shiboken6), unmodified, under the
GNU Lesser General Public License, version 3. Their copyright belongs to The Qt Company
Ltd. and other contributors.

Source code. The complete source of exactly these versions:
  Qt       https://download.qt.io/official_releases/qt/{minor}/{qt}/single/
  PySide6  https://download.qt.io/official_releases/QtForPython/pyside6/PySide6-{qt}-src/
Older versions move to https://download.qt.io/archive/ after a while.
Written offer: for at least three years after this version of the program was last given
out, whoever gave it to you gives anybody who asks a copy of these sources for no more
than the cost of giving it.

Replacing the libraries. They are separate files, used unchanged and not checked:
{place}
A build of your own of the same version series (Qt {minor}.*) can take the place of the file
of the same name. To find out what a change of yours does you may examine and reverse
engineer the program.
"""
PLACES = {
    "win32": "Qt6*.dll, pyside6*.dll and shiboken6*.dll under _internal beside the program.",
    "darwin": "the frameworks under Contents/Frameworks/PySide6 of the application; sign it again then:\n"
    "codesign --force --deep --sign - 'MCP Desktop Inspector.app'",
}
PLACE = "libQt6*.so.6, libpyside6*.so* and libshiboken6*.so* under _internal beside the program."


def collect(bundle: Path) -> list[Entry]:
    """Every part of the bundle, by name. BuildError: something has no licence, or one that will not do."""
    native = tomllib.loads((KEPT / "native-parts.toml").read_text(encoding="utf-8"))["part"]
    owners = owners_of(contents_of(bundle), {part["id"]: part["files"] for part in native})
    if owners.unknown:
        raise BuildError(f"the owner of these is unknown: {', '.join(owners.unknown[:20])}")
    installed = {canonical(one.name): one for one in distributions()}
    entries = [_of_distribution(installed[name], files) for name, files in owners.distributions.items()]
    entries += [_of_native(part, owners.parts[part["id"]]) for part in native if part["id"] in owners.parts]
    entries += [_freezer(installed[FREEZER])]
    if any(name in owners.distributions for name in QT):
        entries += [*_qt(version("PySide6_Essentials")), *_inside_qt()]
    entries += [one for name in owners.distributions for one in _compiled_in(installed[name])]
    every = [one for entry in entries for one in (entry, *entry["contains"])]
    wrong = [f"{one['name']}: {one['licence'] or 'none'}" for one in every if not acceptable(one["licence"])]
    if wrong:
        raise BuildError(f"these licences will not do: {'; '.join(wrong)}")
    return sorted(entries, key=lambda entry: (entry["name"].lower(), entry["version"]))


def _entry(name: str, number: str, licence: str, homepage: str, purl: str, **more: Any) -> Entry:
    plain: Entry = {"note": "", "texts": [], "files": [], "contains": []}
    own = {"name": name, "version": number, "licence": licence, "homepage": homepage, "purl": purl}
    return {**own, **plain, **more}


def _of_distribution(found: Distribution, files: list[str]) -> Entry:
    name, licence = canonical(found.name), licence_of(found)
    texts = [(f"{name}/{label}", path) for label, path in licence_texts(found)]
    kept = KEPT / "distributions" / f"{name}.txt"
    if kept.exists():
        texts.append((f"{name}/LICENSE", kept))
    if not texts:
        licence = "LGPL-3.0-only" if name in QT else licence
        texts = _standard([licence])
    contains, _ = crates_of(found)
    if contains:
        texts += _standard(one["licence"] for one in contains)
    return _entry(
        found.name,
        found.version,
        licence,
        homepage_of(found),
        f"pkg:pypi/{name}@{found.version}",
        texts=texts,
        files=files,
        contains=contains,
        note=_list_of(contains),
    )


def _compiled_in(found: Distribution) -> Iterable[Entry]:
    for one in crates_of(found)[1]:
        texts = _standard([one["licence"]])
        name = f"{one['name']} (in {found.name})"
        yield _entry(name, one["version"], one["licence"], one["homepage"], one["purl"], texts=texts)


def _list_of(contains: list[Entry]) -> str:
    if not contains:
        return ""
    lines = [f"  {one['name']} {one['version']}  {one['licence']}  {one['author']}" for one in contains]
    return "Libraries in Rust that are compiled into it:\n" + "\n".join(line.rstrip() for line in lines)


def _of_native(part: dict[str, Any], files: list[str]) -> Entry:
    number = VERSIONS[part["id"]]() if part["id"] in VERSIONS else _debian_version(part.get("packages", []))
    if part["id"] == "icu":
        number = max((name.rpartition(".so.")[2] for name in files if ".so." in name), default="")
    texts = [(f"{part['id']}/{Path(name).name}", KEPT / name) for name in part.get("texts", [])]
    if part["id"] == "python":
        texts = [("python/LICENSE.txt", _python_licence())]
    purl = f"{part['purl']}@{number}" if number else part["purl"]
    texts = texts or _standard([part["licence"]])
    more = {"texts": texts, "files": files, "note": part.get("copyright", "")}
    return _entry(part["name"], number, part["licence"], part["homepage"], purl, **more)


def _python_licence() -> Path:
    library = Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = [library / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt"]
    return next((place for place in places if place.exists()), KEPT / "texts" / "Python-2.0.txt")


def _debian_version(packages: list[str]) -> str:
    """The upstream version of a library of the building Linux; "" elsewhere."""
    for package in packages:
        command = ["dpkg-query", "--show", "--showformat=${source:Upstream-Version}", package]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        if not done.returncode and done.stdout:
            return done.stdout.split("+")[0]
    return ""


def _freezer(found: Distribution) -> Entry:
    texts = [(f"{FREEZER}/{label}", path) for label, path in licence_texts(found)]
    note = "Its loader starts the program; the exception of its licence permits that in any program."
    purl = f"pkg:pypi/{FREEZER}@{found.version}"
    more = {"texts": texts, "note": note}
    return _entry("PyInstaller (loader)", found.version, FREEZER_LICENCE, homepage_of(found), purl, **more)


def _qt(number: str) -> list[Entry]:
    minor = ".".join(number.split(".")[:2])
    note = SOURCES.format(qt=number, minor=minor, place=PLACES.get(sys.platform, PLACE))
    texts = _standard(["LGPL-3.0-only"])
    more = {"texts": texts, "note": note}
    return [_entry("Qt", number, "LGPL-3.0-only", "https://www.qt.io/", f"pkg:generic/qt@{number}", **more)]


def _inside_qt() -> Iterable[Entry]:
    for part in json.loads((KEPT / "qt-parts.json").read_text(encoding="utf-8")):
        if not part["platforms"] or sys.platform in part["platforms"].split():
            texts = [(part["text"], KEPT / part["text"])]
            purl = f"pkg:generic/{part['id']}" + (f"@{part['version']}" if part["version"] else "")
            name = f"{part['name']} (in Qt)"
            more = {"texts": [*texts, *_standard([part["licence"]], optional=True)]}
            yield _entry(name, part["version"], part["licence"], part["homepage"], purl, **more)


def _standard(licences: Iterable[str], *, optional: bool = False) -> list[tuple[str, Path]]:
    """The kept texts of every licence that these expressions name."""
    names = dict.fromkeys(name for licence in licences for name in standard_names(licence))
    files = [(f"texts/{name}.txt", KEPT / "texts" / f"{name}.txt") for name in names]
    missing = [name for name, path in files if not path.exists()]
    if missing and not optional:
        raise BuildError(f"packaging/licences has no {', '.join(missing)}")
    return [(name, path) for name, path in files if path.exists()]


def write(bundle: Path, entries: list[Entry]) -> None:
    """Fill the folder `licences` of the bundle anew."""
    folder = licences_in(bundle)
    shutil.rmtree(folder, ignore_errors=True)
    for entry in entries:
        for name, source in entry["texts"]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
        entry["texts"] = [name for name, _ in entry["texts"]]
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE.txt")
    notice = next((entry["note"] for entry in entries if entry["name"] == "Qt"), "")
    (folder / "NOTICE.txt").write_text(notice, encoding="utf-8", newline="\n")
    index = {"program": PROGRAM, "version": version_of(ROOT), "parts": entries}
    words = json.dumps(index, indent=1, ensure_ascii=False, sort_keys=True)
    (folder / INDEX).write_text(words + "\n", encoding="utf-8", newline="\n")


def main() -> int:
    """For one bundle, in the environment of the build; the exit code."""
    bundle = Path(sys.argv[1])
    try:
        entries = collect(bundle)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    write(bundle, entries)
    print(f"   {len(entries)} parts with their licences")
    return 0


if __name__ == "__main__":
    sys.exit(main())
