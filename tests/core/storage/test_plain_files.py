"""Small JSON files are replaced in one step, put aside when broken, and closed to other users."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs
import pytest

from inspector.core.storage import plain_files
from inspector.core.storage.plain_files import (
    close_own_files,
    config_folder,
    put_aside,
    read_object,
    write_object,
)


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
def test_only_what_is_ours_is_closed_in_a_folder_that_a_person_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    for name in ("servers.json", "values.sqlite", "notes.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    close_own_files()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"servers.json": 0o600, "values.sqlite": 0o644, "notes.txt": 0o644}


def test_files_are_in_the_folder_that_a_user_chose_or_the_one_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.setenv("MCPDI_CONFIG_DIR", "")
    assert config_folder() == platformdirs.user_config_path("mcp-desktop-inspector", appauthor=False)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"a": 1,\n  b}', "line 2, column 3: expected a key in double quotes"),
        (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "valid JSON, but not an object"),
    ],
)
def test_a_file_that_is_no_object_is_put_aside_with_the_reason(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(data)
    value, [note] = read_object(path)
    assert value == {} and f"({why})" in note
    [aside] = tmp_path.iterdir()
    assert aside.name.startswith("a.json.broken-") and aside.name in note and aside.read_bytes() == data


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_object(path) == ({"a": 1}, [])
    assert read_object(tmp_path / "none.json") == ({}, [])


def test_a_file_that_changed_since_it_was_read_is_not_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"new")
    put_aside(path, "why", b"old")
    assert path.read_bytes() == b"new"


def test_what_is_written_is_readable_for_people_and_ends_with_a_line(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.json"
    write_object(path, {"b": "é", "a": [1]})
    assert path.read_text("utf-8") == '{\n  "b": "é",\n  "a": [\n    1\n  ]\n}\n'
    write_object(path, {"half": "\ud800"})
    assert path.read_text("utf-8") == '{\n  "half": "\\ud800"\n}\n'
    assert [one.name for one in path.parent.iterdir()] == ["a.json"]


@pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
def test_a_new_file_is_its_owners_and_an_old_one_keeps_only_the_owners_rights(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_object(path, {})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o755)
    write_object(path, {})
    assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_on_windows_a_file_that_is_read_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    pauses: list[float] = []
    replace = os.replace

    def busy(source: str, target: Path) -> None:
        tries.append(source)
        if len(tries) < 3:
            raise PermissionError
        replace(source, target)

    monkeypatch.setattr(plain_files.sys, "platform", "win32")
    monkeypatch.setattr(plain_files.os, "replace", busy)
    monkeypatch.setattr(plain_files.time, "sleep", pauses.append)
    write_object(tmp_path / "a.json", {"a": 1})
    assert len(tries) == 3 and pauses == [0.01, 0.02]
    assert read_object(tmp_path / "a.json") == ({"a": 1}, [])
