"""`mcpdi check`: a server or a recorded session against the specification."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.run import mcpdi, scripted

# It answers everything with an empty result: a probe finds that, and a tool is unknown to it.
YES_MAN = '{"jsonrpc":"2.0","id":ID,"result":{}}'


# It shakes hands and answers nothing else.
SILENT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        about = {"name": "x", "version": "1"}
        result = {"protocolVersion": "2025-11-25", "serverInfo": about,
                  "capabilities": {"tools": {}, "resources": {}, "prompts": {}}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with every report on a server that is wrong."""
    folder = tmp_path_factory.mktemp("check")
    files = [
        f"--{kind}={folder / kind}" for kind in ("junit", "sarif", "markdown", "write-baseline", "trace")
    ]
    done = mcpdi("check", "--json", *files, *scripted(YES_MAN))
    assert done.returncode == 6, done.stderr
    (folder / "json").write_text(done.stdout)
    return folder


def test_the_demo_server_is_right_in_every_revision(tmp_path: Path) -> None:
    done = mcpdi("check", "--on", "demo", "--revisions", "all", "--call", "safe", "--probe", "all", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["verdict"] == "pass"
    assert [one for one in report["findings"] if one["severity"] != "info"] == []
    assert report["revisions"] == ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
    statuses = {one["id"]: one["status"] for one in report["requirements"]}
    assert statuses["RPC-02"] == statuses["TOOL-17"] == "pass"
    assert statuses["HTTP-01"] == "not applicable"
    assert report["cost"]["tokens"] > 0


def test_tools_are_called_only_when_the_user_says_so() -> None:
    told = mcpdi("check", "--on", "demo", "--probe", "none")
    assert told.returncode == 0, told.stderr
    assert "26 of 26 tools were not called: that needs consent" in told.stdout
    assert "no probe was sent" in told.stdout


def test_calls_of_a_file_are_made(tmp_path: Path) -> None:
    calls = tmp_path / "calls.jsonl"
    calls.write_text('{"tool": "add", "arguments": {"a": 1, "b": 2}}\n')
    done = mcpdi("check", "--on", "demo", "--calls", str(calls), "--trace", str(tmp_path / "a.mcptrace"))
    assert done.returncode == 0, done.stderr
    assert "calling add" in done.stderr and "25 of 26 tools were not called" in done.stdout


def test_a_server_that_stops_responding_is_not_asked_for_ever() -> None:
    words = ("check", "--era", "2025-11-25", "--timeout", "0.5", "--json", "--", sys.executable, "-c", SILENT)
    done = mcpdi(*words)
    report = json.loads(done.stdout)
    assert done.returncode == 4 and report["ended"].startswith("the server stopped responding")
    assert "the server stopped responding: the rest was not asked" in report["not_tried"]
    statuses = {one["id"]: one["status"] for one in report["requirements"]}
    assert statuses["TOOL-17"] == "not tried" and statuses["LIFE-01"] == "pass"


def test_a_broken_must_fails_and_says_what_to_change(checked: Path) -> None:
    report = json.loads((checked / "json").read_text())
    assert report["verdict"] == "fail"
    found = {one["rule"]: one for one in report["findings"]}
    assert found["RPC-33"]["severity"] == "error"
    assert found["RPC-33"]["fix"] == "Answer a method you do not know with error -32601."
    assert found["RPC-33"]["evidence"].startswith('{"jsonrpc"') and found["RPC-33"]["record"] > 0


def test_the_files_say_the_same(checked: Path) -> None:
    report = json.loads((checked / "json").read_text())
    rules = {one["rule"] for one in report["findings"] if one["severity"] == "error"}
    suite = ElementTree.fromstring((checked / "junit").read_text())
    failed = {case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None}
    assert failed == rules
    [run] = json.loads((checked / "sarif").read_text())["runs"]
    assert {one["ruleId"] for one in run["results"]} == {one["rule"] for one in report["findings"]}
    markdown = (checked / "markdown").read_text()
    assert all(rule in markdown for rule in rules)


def test_a_recorded_session_is_judged_without_a_server(checked: Path) -> None:
    done = mcpdi("check", str(checked / "trace"), "--json")
    assert done.returncode in (0, 6), done.stderr
    report = json.loads(done.stdout)
    assert "a recorded session is judged: no question was asked" in report["not_tried"]
    assert {one["id"]: one["status"] for one in report["requirements"]}["RPC-33"] == "not tried"


def test_a_baseline_accepts_what_it_gives_a_reason_for(checked: Path, tmp_path: Path) -> None:
    without = mcpdi("check", "--baseline", str(checked / "write-baseline"), *scripted(YES_MAN))
    assert without.returncode == 2
    assert "needs a reason" in without.stderr
    document = json.loads((checked / "write-baseline").read_text())
    for entry in document["accepted"]:
        entry["reason"] = "known"
    document["accepted"].append({"rule": "RPC-01", "message": "gone", "reason": "was there once"})
    accepted = tmp_path / "baseline.json"
    accepted.write_text(json.dumps(document))
    done = mcpdi("check", "--json", "--baseline", str(accepted), *scripted(YES_MAN))
    assert done.returncode == 0, done.stdout
    report = json.loads(done.stdout)
    assert report["findings"] == [] and report["gone"] == ["RPC-01  gone"]
    assert {one["reason"] for one in report["accepted"]} == {"known"}


def test_rules_and_families_are_ignored_by_name() -> None:
    done = mcpdi("check", "--ignore", "RPC", "--ignore", "TOOL-17", "--json", *scripted(YES_MAN))
    found = {one["rule"] for one in json.loads(done.stdout)["findings"]}
    assert not any(rule.startswith("RPC") or rule == "TOOL-17" for rule in found)
    wrong = mcpdi("check", "--ignore", "TOOL-71", "--on", "demo")
    assert wrong.returncode == 2 and "did you mean TOOL-" in wrong.stderr


def test_the_rules_are_printed_without_a_server() -> None:
    lines = mcpdi("check", "--rules").stdout.splitlines()
    assert any(line.startswith("RPC-02 ") and "MUST be exactly" in line for line in lines)
    rules = {
        one["id"]: one for one in map(json.loads, mcpdi("check", "--rules", "--json").stdout.splitlines())
    }
    assert rules["HTTP-32"]["fix"] and rules["HTTP-32"]["page"]


def test_annotations_for_github_name_the_rule() -> None:
    done = mcpdi("check", "--github", *scripted(YES_MAN))
    assert "::error title=RPC-33 " in done.stdout


def test_a_warning_fails_where_the_user_wants_it() -> None:
    strict = mcpdi("check", "--fail-on", "warning", "--ignore", "RPC", "--json", *scripted(YES_MAN))
    report = json.loads(strict.stdout)
    assert strict.returncode == (6 if report["counts"]["warning"] or report["counts"]["error"] else 0)
    assert report["counts"]["warning"] > 0


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "line 1 of"), ('{"arguments": {}}', "line 1 of"), ('\n{"tool": 1}', "line 2 of")],
)
def test_a_file_of_calls_that_is_none_is_refused(text: str, said: str, tmp_path: Path) -> None:
    calls = tmp_path / "calls.jsonl"
    calls.write_text(text)
    done = mcpdi("check", "--on", "demo", "--calls", str(calls))
    assert done.returncode == 2 and said in done.stderr


def test_the_official_suite_needs_a_server_and_says_what_it_needs_itself(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = mcpdi("check", str(session), "--suite")
    assert done.returncode == 2 and "--suite needs a server" in done.stderr
    monkeypatch.setenv("PATH", str(tmp_path))
    done = mcpdi("check", "--on", "demo", "--probe", "none", "--suite", "--json")
    assert done.returncode == 0, done.stderr
    assert "needs Node.js 22" in json.loads(done.stdout)["suite"]["ended"]


def test_a_file_and_a_server_are_too_many(session: Path) -> None:
    assert mcpdi("check", str(session), "--on", "demo").returncode == 2
