"""mcpdi doctor: the list, its report, its JSON, and the exit code that scripts look at."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from inspector.cli.main import main
from inspector.cli.output import Output
from inspector.cli.target import Chosen
from inspector.cli.verbs.doctor import _case, _exit_code, _print
from inspector.core.doctor.checks import Check, Fact
from inspector.core.doctor.fixes import Fix
from inspector.core.servers.profiles import Profile
from inspector.transport import HttpTarget, StdioTarget
from tests.core.doctor.shells import write_shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX")


@pytest.fixture(autouse=True)
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", str(write_shell(tmp_path, "A=1")))


def test_a_server_in_order_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--on", "demo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "✓ Variables: None used."
    assert lines[-1] == "It connects without problems."


def test_what_fails_ends_with_4_and_says_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--", f"{sys.executable} -c pass"]) == 4
    told = capsys.readouterr().out
    assert "✗ Command: " in told
    assert f"→ Command {sys.executable}, the rest as arguments" in told
    assert "– Start: Skipped: it needs “Command”." in told


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
    assert "Source for Claude Desktop" in checks["environment"]["facts"]


def test_a_url_has_no_client_to_start_as(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--as-client", "cursor", "--on", "http://127.0.0.1:1/mcp"]) == 2
    assert "started as a command" in capsys.readouterr().err


def test_the_report_is_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--report", "--on", "http://127.0.0.1:1/mcp"]) == 4
    assert capsys.readouterr().out.startswith("# Diagnosis of ")


@pytest.mark.parametrize(
    ("states", "code"),
    [
        ([("a", "ok"), ("b", "warning"), ("authorization", "skipped")], 0),
        ([("a", "ok"), ("authorization", "failed"), ("b", "failed")], 3),
        ([("b", "failed"), ("authorization", "failed")], 4),
        ([], 0),
    ],
)
def test_the_first_step_that_failed_gives_the_exit_code(states: list[tuple[str, str]], code: int) -> None:
    assert _exit_code([Check(name, name, state) for name, state in states]) == code


FACTS = (Fact("Path", "/bin"), Fact("Lines", "one\ntwo"))


@pytest.mark.parametrize(
    ("state", "more"),
    [
        (
            "failed",
            ["    It is not there.", "    Path: /bin", "    Lines:", "      one", "      two", "    → Mend"],
        ),
        (
            "warning",
            ["    It is not there.", "    Path: /bin", "    Lines:", "      one", "      two", "    → Mend"],
        ),
        ("ok", []),
        ("skipped", []),
    ],
)
def test_what_a_step_saw_is_told_where_something_is_wrong(
    capsys: pytest.CaptureFixture[str], state: str, more: list[str]
) -> None:
    check = Check("a", "Step", state, "said", FACTS, "It is not there.", (Fix("edit", "Mend"),))
    _print(check, Output())
    first, *rest = capsys.readouterr().out.splitlines()
    assert first[1:] == " Step: said"
    assert rest == more
    _print(Check("a", "Step", state), Output())
    assert capsys.readouterr().out.splitlines() == [f"{first[0]} Step"]


def test_secrets_of_the_command_line_go_before_those_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    far = Profile("far", HttpTarget("https://h.example/mcp"))
    case = _case(Chosen(far, {"k": "given"}), "")
    assert (case.profile, case.client, case.credentials is not None) == (far, "", True)
    case.credentials.secrets.set("k", "kept")
    case.credentials.secrets.set("other", "kept")
    assert [case.lookup.secrets(key) for key in ("k", "other", "none")] == ["given", "kept", None]
    near = _case(Chosen(Profile("near", StdioTarget("run")), {}), "cursor")
    assert near.credentials is None and near.lookup.secrets("k") is None
    assert (near.client, near.profile.target.environment) == ("cursor", "as cursor")
    assert _case(Chosen(Profile("near", StdioTarget("run")), {}), "").profile.target == StdioTarget("run")
