"""mcpdi doctor: the list, its report, its JSON, and the exit code that scripts look at."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from inspector.cli.main import main
from tests.core.doctor.shells import write_shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")


@pytest.fixture(autouse=True)
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", str(write_shell(tmp_path, "A=1")))


def test_a_server_in_order_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--on", "demo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "✓ Variables: It uses none."
    assert lines[-1] == "It connects, and nothing is wrong."


def test_what_fails_ends_with_4_and_says_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--", f"{sys.executable} -c pass"]) == 4
    told = capsys.readouterr().out
    assert "✗ Command: " in told
    assert f"→ Command {sys.executable}, the rest as arguments" in told
    assert "– Start: Not reached: it needs “Command”." in told


def test_json_names_the_step_that_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--", "no-such-server"]) == 4
    told = json.loads(capsys.readouterr().out)
    assert told["failed"] == "command"
    assert [one["id"] for one in told["checks"]][:3] == ["variables", "folder", "command"]


def test_as_a_client_it_starts_in_its_environment(capsys: pytest.CaptureFixture[str]) -> None:
    code = "import os, sys; print(sorted(os.environ), file=sys.stderr)"
    main(["doctor", "--json", "--as-client", "claude-desktop", "--", sys.executable, "-c", code])
    checks = {one["id"]: one for one in json.loads(capsys.readouterr().out)["checks"]}
    names = checks["stderr"]["facts"]["First lines"]
    assert "'PATH'" in names
    assert "MCPDI_TEST_RUN" not in names
    assert "Known of Claude Desktop from" in checks["environment"]["facts"]


def test_a_url_has_no_client_to_start_as(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--as-client", "cursor", "--on", "http://127.0.0.1:1/mcp"]) == 2
    assert "started as a command" in capsys.readouterr().err


def test_the_report_is_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--report", "--on", "http://127.0.0.1:1/mcp"]) == 4
    assert capsys.readouterr().out.startswith("# Diagnosis of ")
