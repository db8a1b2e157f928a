"""`mcpdi stats` and `mcpdi ladder`: a saved session as figures and as a picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.run import mcpdi


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("analysis") / "session.mcptrace"
    mcpdi("call", "echo", "message=안녕", "--on", "demo", "--trace", str(path))
    return str(path)


def test_stats_print_a_line_for_every_tool(trace: str) -> None:
    [heads, *lines] = mcpdi("stats", trace).stdout.splitlines()
    assert heads.split()[:4] == ["server", "method", "target", "count"]
    [echo] = [line.split() for line in lines if " echo " in line]
    assert echo[:6] == ["demo", "tools/call", "echo", "1", "0", "0"]


def test_stats_as_json_count_calls_that_pass_and_messages_by_kind(trace: str) -> None:
    done = mcpdi("stats", trace, "--filter", "target == echo", "--json")
    document = json.loads(done.stdout)
    [call] = document["calls"]
    assert (call["method"], call["target"], call["count"], call["errors"]) == ("tools/call", "echo", 1, 0)
    assert call["p50_ms"] == call["max_ms"] > 0
    assert {"request", "response"} <= {sort["kind"] for sort in document["messages"]}


def test_stats_say_when_nothing_passes(trace: str) -> None:
    assert mcpdi("stats", trace, "--filter", "is:error").stderr == "no call passes the filter\n"


def test_ladder_draws_svg_and_mermaid(trace: str, tmp_path: Path) -> None:
    picture = tmp_path / "session.svg"
    assert mcpdi("ladder", trace, "--format", "svg", "-o", str(picture)).stdout == ""
    assert "tools/call echo" in "".join(ET.parse(picture).getroot().itertext())
    text = mcpdi("ladder", trace, "--filter", "target == echo").stdout
    assert text.startswith("sequenceDiagram\n")
    assert [line.split(":")[0].strip() for line in text.splitlines()[3:]] == [
        "L0->>L1",
        "activate L1",
        "L1-->>L0",
        "deactivate L1",
    ]


def test_ladder_says_why_it_cannot_write(trace: str, tmp_path: Path) -> None:
    done = mcpdi("ladder", trace, "-o", str(tmp_path / "missing" / "a.mmd"))
    assert done.returncode == 2
    assert "cannot write" in done.stderr
