"""packaging/building_paths.py: what tells of the computer that built, wherever in the bundle it stands."""

from __future__ import annotations

import marshal
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

HOME = Path("/home/builder")


@pytest.fixture
def paths(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("building_paths")


def code(file: str) -> bytes:
    """A module of Python as it lies in an archive: its code knows the file that it was made of."""
    return marshal.dumps(compile("x = 1", file, "exec"))


def mentioned(paths: ModuleType, bundle: Path) -> dict[str, str]:
    return {file.name: path for file, path in paths.mentions(bundle, [HOME])}


def test_a_path_is_found_in_the_bytes_of_any_file(paths: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "libpython.so").write_bytes(b"\0\xffprefix\0/home/builder/python-3.11/lib\0\xfe")
    (tmp_path / "notes.txt").write_text("see /home/me/project and /home/builders")
    assert mentioned(paths, tmp_path) == {"libpython.so": "/home/builder/python-3.11/lib"}


def test_a_path_is_found_in_modules_that_are_packed(paths: ModuleType, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "base_library.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("codecs.pyc", code("codecs.py"))
        archive.writestr("enum.pyc", code("/home/builder/lib/enum.py"))
    packed = [zlib.compress(code(file), 6) for file in ("app.py", "/home/builder/project/app.py")]
    noise = b"\x7fELF\0x\x9cnothing\0" + bytes(100_000)
    (tmp_path / "program").write_bytes(noise + b"PYZ\0" + b"".join(packed) + b"MEI\014")
    assert mentioned(paths, tmp_path) == {
        "base_library.zip": "/home/builder/lib/enum.py",
        "program": "/home/builder/project/app.py",
    }


def test_clean_modules_are_no_complaint(paths: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"\x7fELF\0PYZ\0" + zlib.compress(code("app.py"), 6) * 3)
    assert mentioned(paths, tmp_path) == {}


def test_the_makers_of_a_wheel_may_have_had_a_home_of_the_same_name(
    paths: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "rust.so").write_bytes(b"/home/builder/.cargo/registry/src/log-0.4/src/lib.rs")
    assert mentioned(paths, tmp_path) == {}


def test_a_library_that_looks_outside_of_the_bundle_is_found(
    paths: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = (
        "\n/b/libQt6Core.so.6:     file format elf64-x86-64\n  RUNPATH              $ORIGIN/../lib\n"
        "\n/b/math.so:     file format elf64-x86-64\n  RPATH                $ORIGIN:/home/builder/lib\n"
    )
    monkeypatch.setattr(paths, "object_headers", lambda _bundle: printed)
    assert list(paths.foreign_search_paths(tmp_path)) == [(Path("/b/math.so"), "/home/builder/lib")]


def test_it_is_taken_out_of_a_real_library_and_the_end_of_its_text_stays(
    paths: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepared: Path
) -> None:
    if missing := [name for name in ("cc", "objdump") if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    (tmp_path / "one.c").write_text('const char *prefix = "/home/builder/python";\n')
    library = tmp_path / "bundle" / "one.so"
    library.parent.mkdir()
    command = ["cc", "-shared", "-fPIC", "-Wl,-rpath,/home/builder/python/lib"]
    subprocess.run([*command, "-o", str(library), str(tmp_path / "one.c")], check=True)
    assert list(paths.foreign_search_paths(library.parent)) == [(library, "/home/builder/python/lib")]
    monkeypatch.setattr(sys, "base_prefix", "/home/builder/python")

    class Build:
        bundle = library.parent

        def call(self, words: list[str]) -> None:
            subprocess.run(words, check=True)

    size = library.stat().st_size
    paths.remove(Build(), prepared.with_name("patchelf"))
    assert list(paths.foreign_search_paths(library.parent)) == []
    assert mentioned(paths, library.parent) == {}
    assert b"\0/nonexistent//python\0" in library.read_bytes()
    assert library.stat().st_size == size
