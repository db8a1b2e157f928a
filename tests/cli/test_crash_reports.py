"""An error inside mcpdi is one sentence that says where the report is; the trace is for who asks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest

from inspector.cli.main import main
from inspector.cli.verbs import info

SECRET = "tok3n-of-somebody"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The verb info has a mistake; the folder of reports."""

    @click.command("info", context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1)
    def fails(words: Any) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr(info, "info", fails)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "mcp-desktop-inspector" / "reports"


def test_it_is_one_sentence_with_the_place_and_the_report(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", "--on", SECRET]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    [report] = broken.glob("*.md")
    [line] = err.splitlines()
    assert str(report) in line and "KeyError" in line and "--debug" in line
    text = report.read_text("utf-8")
    assert SECRET not in line + text
    assert "It happened in: mcpdi info" in text


def test_debug_shows_the_trace(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--debug", "info"]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_a_script_gets_a_line_of_json(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--json"]) == 1
    line = json.loads(capsys.readouterr().err)
    assert line["exit"] == 1 and line["error"] == "internal"
    assert Path(line["report"]).is_file()


def test_debug_behind_the_two_dashes_is_the_servers(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--", "server", "--debug"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_where_no_report_can_be_kept_the_sentence_goes_without(
    broken: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(blocked))
    assert main(["info"]) == 1
    assert "internal error in mcpdi" in capsys.readouterr().err
