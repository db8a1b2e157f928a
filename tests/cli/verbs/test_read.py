"""`mcpdi read`: URIs, templates, and exact bytes in files."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.demo import resources
from tests.cli.run import ROOT, mcpdi, scripted

BADGE = base64.b64decode((resources.read("demo://image/badge.png", 0) or {})["blob"])


def _answering(*contents: object) -> list[str]:
    return scripted('{"jsonrpc":"2.0","id":ID,"result":' + json.dumps({"contents": contents}) + "}")


def test_output_writes_exactly_the_bytes(tmp_path: Path) -> None:
    file = tmp_path / "badge.png"
    done = mcpdi("read", "demo://image/badge.png", "--output", str(file), "--on", "demo")
    assert (done.returncode, done.stdout) == (0, "")
    assert file.read_bytes() == BADGE
    assert "wrote" in done.stderr
    assert "image/png" in done.stderr


def test_output_to_a_pipe_is_the_bytes_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "inspector", "read", "demo://image/badge.png", "-o", "-", "--on", "demo"],
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout == BADGE


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_bytes_never_reach_a_terminal() -> None:
    import pty

    main, other = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "inspector", "read", "demo://image/badge.png", "-o", "-", "--on", "demo"],
        stdout=other,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(other)
    os.close(main)
    assert done.returncode == 2
    assert b"--output FILE" in done.stderr


def test_a_text_is_written_in_utf_8_without_anything_added(tmp_path: Path) -> None:
    file = tmp_path / "text"
    done = mcpdi("read", "x", "-o", str(file), *_answering({"uri": "x", "text": "한글\r\n\ttab"}))
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() == "한글\r\n\ttab".encode()


def test_several_contents_become_several_files(tmp_path: Path) -> None:
    contents = ({"uri": "x", "text": "one"}, {"uri": "y", "blob": "AAE="}, {"uri": "z", "text": ""})
    mcpdi("read", "x", "-o", str(tmp_path / "a.bin"), *_answering(*contents))
    written = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert written == {"a.bin": b"one", "a-2.bin": b"\0\1", "a-3.bin": b""}


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        ([{"uri": "x", "blob": "?"}], "not base64"),
        ([{"uri": "x"}], "neither text nor blob"),
        ([{"uri": "x", "text": "a"}, 7], "contents 2: not an object"),
        ([], "no contents"),
    ],
)
def test_what_has_no_bytes_writes_nothing(tmp_path: Path, contents: list[object], said: str) -> None:
    file = tmp_path / "none"
    done = mcpdi("read", "x", "-o", str(file), *_answering(*contents))
    assert done.returncode == 1
    assert said in done.stderr
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_said_before_anything_runs(tmp_path: Path) -> None:
    done = mcpdi("read", "demo://text/welcome", "-o", str(tmp_path / "no" / "x"), "--on", "nowhere")
    assert done.returncode == 2
    assert f"--output: folder {tmp_path / 'no'} does not exist" in done.stderr
    done = mcpdi("read", "demo://text/welcome", "-o", str(tmp_path), "--on", "nowhere", "--json")
    assert done.returncode == 2
    assert "is a folder; choose a file in it" in done.stderr


def test_with_json_the_files_are_told_on_stdout(tmp_path: Path) -> None:
    file = tmp_path / "badge.png"
    done = mcpdi("read", "demo://image/badge.png", "-o", str(file), "--json", "--on", "demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "files": [{"file": str(file), "mimeType": "image/png", "bytes": file.stat().st_size}]
    }


def test_bytes_on_stdout_and_json_on_stdout_exclude_each_other() -> None:
    done = mcpdi("read", "demo://text/welcome", "-o", "-", "--json", "--on", "demo")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--json" in json.loads(done.stderr)["message"]


def test_a_template_is_expanded_and_read() -> None:
    template = "demo://file/{+path}{?lines}"
    done = mcpdi("read", "--template", template, "path=data/numbers.csv", "lines=2", "--on", "demo")
    assert done.stdout == "n,square\n1,1\n\n"
    assert "reading demo://file/data/numbers.csv?lines=2" in done.stderr


@pytest.mark.parametrize(
    ("words", "uri"),
    [
        (("a=1", "a=2"), "x://?a=1&a=2"),
        (("a:=[1,2]", "a=3"), "x://?a=1&a=2&a=3"),
        (('a:={"n":"v"}',), "x://?n=v"),
        ((), "x://"),
    ],
)
def test_a_variable_takes_texts_lists_and_json(words: tuple[str, ...], uri: str) -> None:
    done = mcpdi("read", "--template", "x://{?a*}", *words, *_answering({"uri": "x", "text": "t"}))
    assert done.stderr == f"reading {uri}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give one URI"),
        (("a", "b"), "give one URI"),
        (("--template", "x://{a}", "b=1"), "it has a"),
        (("--template", "x://", "b=1"), "has no variables"),
        (("--template", "x://{a}", "a"), "not VAR=VALUE"),
        (("--template", "x://{a}", "a:=["), "JSON"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused(words: tuple[str, ...], said: str) -> None:
    done = mcpdi("read", *words, "--on", "demo")
    assert done.returncode == 2
    assert said in done.stderr


def test_a_malformed_template_is_named_and_read_as_it_is() -> None:
    done = mcpdi("read", "--template", "x://{a}/{b", "a=1", *_answering({"uri": "x", "text": "t"}))
    assert "malformed template" in done.stderr
    assert "reading x://1/{b" in done.stderr
