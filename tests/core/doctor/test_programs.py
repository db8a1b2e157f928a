"""What a file is that a command leads to."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from inspector.core.doctor import programs
from inspector.core.doctor.programs import Program, look_at, usual_places

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


def executable(path: Path, content: bytes = b"#!/bin/sh\n") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (".pyenv/shims/python", "pyenv"),
        (".asdf/shims/node", "asdf"),
        (".local/share/mise/shims/node", "mise"),
        (".nvm/versions/node/v22.1.0/bin/npx", "Node.js v22.1.0 from nvm"),
        (".volta/bin/npx", "Volta"),
        ("project/.venv/bin/server", "virtual environment"),
        ("nodejs/npx.cmd", "batch file"),
    ],
)
def test_a_shim_is_known_by_where_it_is(tmp_path: Path, place: str, words: str) -> None:
    assert words in look_at(executable(tmp_path / place), {}).shim


def test_a_link_is_followed_to_what_it_really_is(tmp_path: Path) -> None:
    real = executable(tmp_path / ".volta/bin/volta-shim")
    link = tmp_path / "bin" / "npx"
    link.parent.mkdir()
    link.symlink_to(real)
    found = look_at(str(link), {})
    assert (found.real, found.shim) == (real, "a Volta shim")
    assert "first start is slow" in found.runner


def test_the_interpreter_of_env_is_looked_for_on_the_path_of_the_child(tmp_path: Path) -> None:
    script = executable(tmp_path / "server", b"#!/usr/bin/env -S node --flag\n")
    node = executable(tmp_path / "bin" / "node")
    assert look_at(script, {"PATH": "/nowhere"}).interpreter_file is None
    assert look_at(script, {"PATH": str(tmp_path / "bin")}).interpreter_file == node


@pytest.mark.parametrize(
    ("head", "machine"),
    [
        (b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 2, 183) + bytes(10), "arm64"),
        (b"\xcf\xfa\xed\xfe" + struct.pack("<I", 0x01000007) + bytes(20), "x86-64"),
        (
            b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", 0xAA64) + bytes(9),
            "arm64",
        ),
        (b"\x7fELF", ""),
        (b"MZ", ""),
    ],
)
def test_the_processor_is_read_from_the_head(tmp_path: Path, head: bytes, machine: str) -> None:
    assert look_at(executable(tmp_path / "program", head), {}).machine == machine


def test_a_program_for_another_processor_is_foreign_and_an_emulated_one_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(programs.platform, "machine", lambda: "x86_64")
    assert Program("x", machine="arm64").foreign == "x86-64"
    assert Program("x", machine="x86-64").foreign == ""
    monkeypatch.setattr(programs.platform, "machine", lambda: "arm64")
    assert Program("x", machine="x86-64").foreign == ""


def test_of_several_versions_the_newest_is_offered_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for version in ("v9.9.0", "v22.1.0", "v18.0.0"):
        executable(tmp_path / ".nvm/versions/node" / version / "bin" / "only-of-nvm")
    found = usual_places("only-of-nvm")
    assert [path.split("/")[-3] for path in found] == ["v22.1.0", "v18.0.0", "v9.9.0"]


def elf(machine: int, order: int = 1, more: int = 3) -> bytes:
    pack = "<HH" if order == 1 else ">HH"
    return b"\x7fELF\x02" + bytes([order]) + bytes(10) + struct.pack(pack, 2, machine) + bytes(more)


@pytest.mark.parametrize(
    ("head", "machine"),
    [
        (elf(62), "x86-64"),
        (elf(243, order=2), "riscv64"),
        (elf(3, order=2), "x86"),
        (elf(40), "arm"),
        (elf(99), ""),
        (elf(62, more=1), "x86-64"),
        (elf(62, more=0), ""),
        (b"\xce\xfa\xed\xfe" + struct.pack("<I", 7), "x86"),
        (b"\xcf\xfa\xed\xfe" + struct.pack("<I", 99), ""),
        (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", 0x14C), "x86"),
        (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"XE\0\0" + struct.pack("<H", 0x14C), ""),
        (b"#!/bin/sh", ""),
    ],
)
def test_every_kind_of_program_says_its_processor(tmp_path: Path, head: bytes, machine: str) -> None:
    assert look_at(executable(tmp_path / "program", head), {}).machine == machine


@pytest.mark.parametrize(
    ("here", "made_for", "foreign"),
    [
        ("AMD64", "x86", ""),
        ("x86_64", "arm", "x86-64"),
        ("aarch64", "x86-64", ""),
        ("aarch64", "x86", "arm64"),
        ("i686", "x86-64", "x86"),
        ("strange", "arm64", ""),
        ("x86_64", "", ""),
    ],
)
def test_what_is_emulated_is_not_foreign(
    monkeypatch: pytest.MonkeyPatch, here: str, made_for: str, foreign: str
) -> None:
    monkeypatch.setattr(programs.platform, "machine", lambda: here)
    assert Program("x", machine=made_for).foreign == foreign


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (b"#!/bin/sh -e\nmore", ("/bin/sh", "-e")),
        (b"#! /bin/sh", ("/bin/sh",)),
        (b"#!/bin/sh\r\nx", ("/bin/sh\r",)),
        (b"#!/bin/sh -e\r\n", ("/bin/sh", "-e\r")),
        (b"#!/usr/bin/env A=1 -i sh", ("/usr/bin/env", "A=1", "-i", "sh")),
        (b"#!/usr/bin/env", ("/usr/bin/env",)),
        (b"#!\n", ()),
        (b"no", ()),
    ],
)
def test_the_first_line_of_a_script_names_its_interpreter(
    tmp_path: Path, first: bytes, words: tuple[str, ...]
) -> None:
    sh = executable(tmp_path / "bin" / "sh")
    found = look_at(executable(tmp_path / "script", first), {"PATH": str(tmp_path / "bin")})
    assert found.interpreter == words
    by_env = words and "env" in words[0] and len(words) > 1
    plain = words and words[0] == "/bin/sh"
    assert found.interpreter_file == (sh if by_env else "/bin/sh" if plain else None)


def test_a_file_that_cannot_be_read_is_told_by_its_name(tmp_path: Path) -> None:
    found = look_at(str(tmp_path / ".cargo" / "bin" / "NPX.cmd"), {})
    assert (found.real, found.shim, found.machine) == ("", "installed by Cargo or rustup", "")
    assert "first start is slow" in found.runner
    assert look_at(str(tmp_path / "npx2"), {}).runner == ""
    assert look_at(str(tmp_path / "docker.exe"), {}).runner.startswith("downloads the image")


def test_a_script_of_conda_is_one_whatever_its_place(tmp_path: Path) -> None:
    script = executable(tmp_path / "x", b"#!/opt/Conda/bin/python\n")
    assert look_at(script, {}).shim == "a script in a conda environment"
    assert look_at(executable(tmp_path / "y", b"conda"), {}).shim == ""
    far = executable(tmp_path / "z", b"#!/bin/sh\n" + b" " * 200 + b"conda")
    assert look_at(far, {}).shim == ""


def test_all_places_on_the_path_are_known_the_one_that_runs_first(tmp_path: Path) -> None:
    one, two = executable(tmp_path / "a" / "run"), executable(tmp_path / "b" / "run")
    path = ":".join(str(tmp_path / name) for name in "abca")
    assert programs.every_place("run", {"PATH": path}, windows=False) == [one, two]
    assert programs.every_place("walk", {"PATH": path}, windows=False) == []
    assert usual_places("run", [str(tmp_path / "b"), str(tmp_path / "c")])[:1] == [two]
