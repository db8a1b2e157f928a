"""Everything in the bundle has a licence that may be shipped, with its text."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.packaging.conftest import PACKAGING, ROOT

Parts = dict[str, dict[str, Any]]


@pytest.fixture
def parts(built_bundle: Path) -> Parts:
    """The index of the bundle, by name."""
    index = json.loads((built_bundle / "licences" / "index.json").read_text(encoding="utf-8"))
    return {part["name"]: part for part in index["parts"]}


def test_every_part_has_a_licence_and_its_text(built_bundle: Path, parts: Parts) -> None:
    folder = built_bundle / "licences"
    assert len(parts) > 100
    for name, part in parts.items():
        assert part["licence"], name
        assert part["texts"], name
        assert max((folder / text).stat().st_size for text in part["texts"]) > 100, name


def test_the_parts_are_those_that_one_knows_to_be_inside(parts: Parts) -> None:
    names = {name.split(" (")[0].lower() for name in parts}
    assert names >= {"qt", "pyside6_essentials", "shiboken6", "python", "pyinstaller", "openssl", "icu"}
    assert names >= {"harfbuzz-ng", "freetype 2", "libpng", "libjpeg-turbo", "pcre2", "md4c", "sqlite"}
    assert names >= {"httpx", "certifi", "cryptography", "material design icons", "codicons", "xsvg"}
    assert "pytest" not in names and "pillow" not in names


def test_what_the_lgpl_asks_for_is_there(built_bundle: Path, parts: Parts) -> None:
    notice = (built_bundle / "licences" / "NOTICE.txt").read_text(encoding="utf-8")
    version = parts["Qt"]["version"]
    assert f"https://download.qt.io/official_releases/qt/6.11/{version}/single/" in notice
    assert "Written offer" in notice and "Replacing the libraries" in notice
    assert parts["Qt"]["note"] == notice
    for part in ("Qt", "PySide6_Essentials", "shiboken6"):
        assert {"texts/LGPL-3.0-only.txt", "texts/GPL-3.0-only.txt"} <= set(parts[part]["texts"])


def test_what_rust_brought_into_a_wheel_is_listed(parts: Parts) -> None:
    inside = {crate["name"]: crate for crate in parts["cryptography"]["contains"]}
    assert "pyo3" in inside
    assert "pyo3" in parts["cryptography"]["note"]
    assert all(crate["licence"] for crate in inside.values())


def test_a_library_that_nobody_knows_stops_the_build(
    built_bundle: Path, prepared: Path, tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle"
    shutil.copytree(built_bundle, bundle, symlinks=True, copy_function=os.link)
    (bundle / "_internal" / "libreadline.so.8").write_bytes(b"\x7fELF")
    done = subprocess.run(
        [str(prepared), "-P", str(PACKAGING / "licences.py"), str(bundle)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "the owner of these is unknown: libreadline.so.8" in done.stderr


RULES = """\
from licence_rules import acceptable, standard_names
for line in {lines!r}:
    print(acceptable(line), *standard_names(line))
"""


def test_a_licence_must_leave_a_choice_that_may_be_shipped(prepared: Path) -> None:
    wanted = {
        "MIT": "True MIT",
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only": "True LGPL-3.0-only GPL-3.0-only",
        "Apache-2.0 AND (MIT OR GPL-2.0-only)": "True Apache-2.0 MIT",
        "GPL-2.0-or-later WITH Bootloader-exception": "True",
        "GPL-3.0-only": "False",
        "MIT AND GPL-3.0-only": "False MIT",
        "AGPL-3.0-only OR LicenseRef-Proprietary": "False",
        "": "False",
        "see the file": "False",
    }
    own = {**os.environ, "PYTHONPATH": str(PACKAGING)}
    code = RULES.format(lines=list(wanted))
    done = subprocess.run([str(prepared), "-c", code], env=own, capture_output=True, text=True, check=True)
    assert dict(zip(wanted, done.stdout.splitlines(), strict=True)) == wanted


def test_the_kept_texts_are_the_ones_that_the_table_names(script: Callable[[str], ModuleType]) -> None:
    kept = PACKAGING / "licences"
    native = tomllib.loads((kept / "native-parts.toml").read_text(encoding="utf-8"))["part"]
    qt = json.loads((kept / "qt-parts.json").read_text(encoding="utf-8"))
    named = {text for part in native for text in part.get("texts", [])} | {part["text"] for part in qt}
    there = {path.relative_to(kept).as_posix() for path in kept.rglob("*.txt")}
    assert named <= there
    assert {name for name in there - named if name.startswith(("native/", "qt/"))} == set()
    assert (kept / "texts" / "Apache-2.0.txt").exists() and (ROOT / "LICENSE").exists()
