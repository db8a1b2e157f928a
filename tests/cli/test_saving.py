"""The contents of a resource become files: the exact bytes, nothing added."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.output import Output
from inspector.cli.saving import save_contents
from tests.cli.test_output import Screen

TEXT = {"uri": "a://b", "mimeType": "text/plain", "text": "안녕\n"}
BYTES = {"uri": "a://c", "mimeType": "image/png", "blob": base64.b64encode(b"\x00\xff").decode()}


def result(*contents: Any) -> bytes:
    return json.dumps({"contents": contents}).encode()


def test_each_part_has_a_file_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.dat"
    assert save_contents(result(TEXT, BYTES, TEXT), str(file), Output()) == 0
    assert file.read_bytes() == "안녕\n".encode()
    assert (tmp_path / "out-2.dat").read_bytes() == b"\x00\xff"
    assert (tmp_path / "out-3.dat").exists()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[0].startswith(f"wrote {file} (text/plain, 7 ")
    assert len(said.err.splitlines()) == 3


def test_with_json_the_files_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_contents(result(BYTES), str(tmp_path / "x"), Output(json=True))
    assert json.loads(capsys.readouterr().out) == {
        "files": [{"file": str(tmp_path / "x"), "mimeType": "image/png", "bytes": 2}]
    }


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (result(), "the resource has no contents; nothing was written"),
        (result(TEXT, {"uri": "x", "blob": "odd!"}), "contents 2: "),
    ],
)
def test_what_cannot_be_saved_whole_is_not_saved(
    tmp_path: Path, answer: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert save_contents(answer, str(tmp_path / "x"), Output()) == 1
    assert list(tmp_path.iterdir()) == []
    error = capsys.readouterr().err
    assert said in error and error.endswith("; nothing was written\n")


def test_stdout_gets_the_bytes_one_after_the_other(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert save_contents(result(TEXT, BYTES), "-", Output()) == 0
    assert capsysbinary.readouterr().out == "안녕\n".encode() + b"\x00\xff"


def test_a_terminal_is_sent_texts_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    assert save_contents(result(TEXT), "-", Output()) == 0
    assert save_contents(result(TEXT, BYTES), "-", Output()) == 2
    assert screen.shown() == "안녕\n".encode()
    assert "binary content (text/plain" in capsys.readouterr().err
