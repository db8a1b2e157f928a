"""The official suite beside our check: what it needs, what its failures come to, its output as data."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.check import suite as suites
from inspector.core.check.report import Report
from inspector.core.check.suite import Suite, offered_by, run_suite, why_no_suite
from inspector.core.check.written import as_junit, as_markdown, as_text
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget

DEMO = StdioTarget(sys.executable, ("-c", "import sys; from inspector.demo import run_stdio; run_stdio()"))
# It plays the suite: for each scenario what the file beside it says; "HANG" waits for ever.
PLAYS = """#!{python}
import json, pathlib, sys, time
out = pathlib.Path(sys.argv[sys.argv.index("--output-dir") + 1])
for name, text in json.loads(pathlib.Path({played!r}).read_text()).items():
    print("=== Running scenario: " + name + " ===", flush=True)
    if text == "HANG":
        time.sleep(600)
    place = out / ("server-" + name + "-2026-11-28T15-05-38-480Z")
    place.mkdir()
    if text is not None:
        (place / "checks.json").write_text(text)
print("evil \\x1b[31m", file=sys.stderr)
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the program in the place of npx is a script")


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on PATH, alone, with a node that is new enough."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program(folder / "node", "#!/bin/sh\necho v22.1.0\n")
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(place: Path, text: str) -> None:
    place.write_text(text)
    place.chmod(0o755)


def plays(node: Path, scenarios: dict[str, Any]) -> None:
    played = node / "played.json"
    texts = {
        name: value if isinstance(value, str | None) else json.dumps(value)
        for name, value in scenarios.items()
    }
    played.write_text(json.dumps(texts))
    program(node / "npx", PLAYS.format(python=sys.executable, played=str(played)))


def check(identifier: str, status: str, message: str = "") -> dict[str, Any]:
    return {
        "id": identifier,
        "status": status,
        "errorMessage": message,
        "specReferences": [{"url": "https://x"}],
    }


def run(tmp_path: Path, target: StdioTarget | HttpTarget = DEMO) -> Suite:
    async def main() -> Suite:
        journal = Journal.create(tmp_path / "a.mcptrace")
        client = Client(Profile("it", target, era="2025-11-25"), journal)
        try:
            if isinstance(target, StdioTarget):
                await client.connect()
                await client.list_all("tools")
            offered = offered_by(client)
            await client.close()
            return await run_suite(client, ["2025-11-25"], offered, lambda _line: None)
        finally:
            journal.close()

    return asyncio.run(main())


def test_what_the_suite_needs_is_said_with_how_to_get_it(node: Path) -> None:
    assert "not on PATH" in asyncio.run(why_no_suite()) and "https://nodejs.org" in asyncio.run(
        why_no_suite()
    )
    program(node / "npx", "#!/bin/sh\n")
    assert asyncio.run(why_no_suite()) == ""
    program(node / "node", "#!/bin/sh\necho v20.20.2\n")
    assert "20.20.2" in asyncio.run(why_no_suite())


def test_a_failure_is_a_fault_only_where_the_server_has_what_it_is_about(node: Path, tmp_path: Path) -> None:
    plays(
        node,
        {
            "ping": [check("ping", "SUCCESS")],
            "tools-list": [check("tools-list", "FAILURE", "no tools")],
            "tools-call-image": [check("tools-call-image", "FAILURE", "none")],
            "tools-call-simple-text": [check("tools-call-simple-text", "SUCCESS")],
            "tools-call-audio": [check("x", "FAILURE"), check("wire-schema-valid", "FAILURE", "bad")],
            "dns-rebinding-protection": [check("localhost-host-rebinding-rejected", "FAILURE")],
            "server-stateless": [
                check("sep-2575-http-server-meta-invalid-400", "FAILURE"),
                check("sep-2575-server-no-log-without-loglevel", "FAILURE"),
                check("sep-2575-server-implements-discover", "WARNING", "hm"),
            ],
            "server-initialize": [check("x", "SKIPPED")],
        },
    )
    found = {one.name: (one.status, one.why) for one in run(tmp_path).scenarios}
    assert found == {
        "ping": ("pass", ""),
        "tools-list": ("fail", ""),
        "tools-call-image": ("missing fixture", "tool test_image_content"),
        "tools-call-simple-text": ("missing fixture", "tool test_simple_text"),
        "tools-call-audio": ("fail", ""),
        "dns-rebinding-protection": ("not applicable", "it judges HTTP, which is the bridge's here"),
        "server-stateless": ("warning", ""),
        "server-initialize": ("not run", "it checked nothing"),
    }


def test_whatever_the_suite_writes_is_data(
    node: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suites, "MOST_BYTES", 5000)
    nasty = "x\n::error::y\x1b[31m|<script>\x00"
    plays(
        node,
        {
            "ping": [check(nasty, "FAILURE", nasty), {"id": 1, "status": [], "specReferences": {}}, 7],
            "tools-list": "{",
            "resources-list": "[" + "0," * 5000 + "0]",
            "prompts-list": "null",
            "caching": None,
        },
    )
    suite = run(tmp_path)
    statuses = {one.name: one.status for one in suite.scenarios}
    assert statuses.pop("ping") == "fail" and set(statuses.values()) == {"not run"}
    report = Report("it", suite=suite)
    assert "\n::error::" not in as_text(report) and "\x1b" not in as_text(report)
    assert "<script>" not in as_markdown(report)
    assert "official conformance suite" in as_junit(report)
    assert report.verdict == "pass"
    assert report.as_json()["suite"]["counts"]["fail"] == 1


def test_a_suite_that_hangs_is_stopped_with_all_it_started(
    node: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suites, "LIMIT_S", 3.0)
    plays(node, {"ping": [check("ping", "SUCCESS")], "tools-list": "HANG"})
    suite = run(tmp_path)
    assert suite.ended == "the suite was stopped after 3 s"
    assert [(one.name, one.status) for one in suite.scenarios] == [
        ("ping", "pass"),
        ("tools-list", "not run"),
    ]


def test_a_suite_that_cannot_be_had_says_why(node: Path, tmp_path: Path) -> None:
    program(node / "npx", "#!/bin/sh\necho 'npm error network' >&2\nexit 1\n")
    suite = run(tmp_path)
    assert suite.ended == "the suite did not run: npm error network" and suite.scenarios == []


def test_a_server_that_needs_headers_is_not_tried(node: Path, tmp_path: Path) -> None:
    plays(node, {})
    suite = run(tmp_path, HttpTarget("http://127.0.0.1:9/mcp", {"Authorization": "Bearer x"}))
    assert "cannot send the headers" in suite.ended
