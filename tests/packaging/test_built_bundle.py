"""The frozen program itself, built in this run and started with an empty environment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.packaging.conftest import build

pytestmark = pytest.mark.build

OURS = ("LD_LIBRARY_PATH", "QT_PLUGIN_PATH", "QML2_IMPORT_PATH", "PYTHONPATH", "PYTHONHOME")


def run(program: Path, *words: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), **variables}
    return subprocess.run(
        [str(program), *words], env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_bundle_may_be_handed_out(built_bundle: Path) -> None:
    assert "both programs test themselves: ok" in build("verify")


def test_the_command_line_calls_a_tool_of_the_demo_server(built_bundle: Path, tmp_path: Path) -> None:
    done = run(built_bundle / "mcpdi", "call", "echo", "message=안녕", "--on", "demo", home=tmp_path)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "Echo: 안녕", "")


def test_it_works_through_a_link_somewhere_else(built_bundle: Path, tmp_path: Path) -> None:
    link = tmp_path / "mcpdi"
    link.symlink_to(built_bundle / "mcpdi")
    done = run(link, "call", "add", "a=2", "b:=3", "--on", "demo", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "5" in done.stdout


def environment_of_a_server(bundle: Path, tmp_path: Path, **variables: str) -> dict[str, str]:
    seen = tmp_path / "environment"
    words = ("info", "--", "/bin/sh", "-c", f"env > {seen}")
    assert run(bundle / "mcpdi", *words, home=tmp_path, **variables).returncode == 4
    return dict(line.split("=", 1) for line in seen.read_text().splitlines() if "=" in line)


def test_a_server_gets_nothing_of_ours(built_bundle: Path, tmp_path: Path) -> None:
    got = environment_of_a_server(built_bundle, tmp_path)
    assert not set(OURS) & set(got)
    assert not [name for name in got if name.startswith(("_PYI", "_MEI"))]
    assert str(built_bundle) not in " ".join(got.values())


def test_a_server_gets_the_persons_own_library_path(built_bundle: Path, tmp_path: Path) -> None:
    theirs = {"LD_LIBRARY_PATH": "/opt/theirs", "QT_PLUGIN_PATH": "/opt/plugins"}
    got = environment_of_a_server(built_bundle, tmp_path, **theirs)
    assert {name: got.get(name) for name in theirs} == theirs


def test_a_word_that_is_wrong_ends_as_it_does_from_source(built_bundle: Path, tmp_path: Path) -> None:
    done = run(built_bundle / "mcpdi", "nonsense", home=tmp_path)
    assert done.returncode == 2
    assert "unknown verb “nonsense”" in done.stderr


def test_without_a_display_the_window_says_so_in_one_sentence(built_bundle: Path, tmp_path: Path) -> None:
    done = run(built_bundle / "mcp-desktop-inspector", home=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("There is no display")
