"""`mcpdi ladder`: a saved session as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.cli.run import mcpdi
from tests.trace.samples import DEMO


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("ladder") / "session.mcptrace"
    mcpdi("call", "echo", "message=안녕", "--on", "demo", "--trace", str(path))
    return str(path)


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


def test_ladder_prints_mermaid_of_all_records_or_svg(trace: str) -> None:
    whole = mcpdi("ladder", trace)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.startswith("sequenceDiagram\n") and not whole.stdout.endswith("\n\n")
    assert len(whole.stdout) > len(mcpdi("ladder", trace, "--filter", "target == echo").stdout)
    assert ET.fromstring(mcpdi("ladder", trace, "--format", "svg").stdout).tag.endswith("svg")


def test_ladder_of_a_session_without_records_says_so(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "x.mcptrace")
    journal.add_session(DEMO)
    journal.close()
    assert mcpdi("ladder", str(tmp_path / "x.mcptrace")).stderr == "the session has no records\n"


def test_ladder_says_when_no_call_passes(trace: str) -> None:
    done = mcpdi("ladder", trace, "--filter", "is:error")
    assert (done.returncode, done.stderr) == (0, "no call matches the filter\n")
