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
        (".nvm/versions/node/v22.1.0/bin/npx", "Node.js v22.1.0 of nvm"),
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
    assert (found.real, found.shim) == (real, "a shim of Volta")
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
