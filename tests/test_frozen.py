"""inspector/frozen.py: what a frozen program takes back at its start, and how it starts itself once more."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from inspector import frozen
from inspector.core.profiles import demo_profile
from inspector.core.validation import Validator
from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment

STARTED = {
    "PATH": "/bin",
    "LD_LIBRARY_PATH": "/opt/inspector/_internal",
    "LD_LIBRARY_PATH_ORIG": "/usr/local/lib",
    "DYLD_LIBRARY_PATH": "/opt/inspector",
    "_PYI_ARCHIVE_FILE": "x",
    "_MEIPASS2": "y",
}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a program that believes it is frozen: a windowed program and one with a console."""
    for name in ("mcp-desktop-inspector", "mcpdi"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "mcp-desktop-inspector"))
    return tmp_path


def test_the_library_path_of_the_person_comes_back_and_the_marks_go() -> None:
    assert frozen.without_marks(STARTED) == {"PATH": "/bin", "LD_LIBRARY_PATH": "/usr/local/lib"}


def test_a_person_without_a_library_path_gets_none() -> None:
    assert frozen.without_marks({"PATH": "/bin", "LD_LIBRARY_PATH": "/opt/x/_internal"}) == {"PATH": "/bin"}


def test_a_frozen_program_takes_it_back_for_everything_it_starts(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in STARTED.items():
        monkeypatch.setenv(name, value)
    frozen.begin()
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/local/lib"
    passed = child_environment(StdioTarget("x"))
    assert passed["LD_LIBRARY_PATH"] == "/usr/local/lib"
    assert not {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH", "_PYI_ARCHIVE_FILE", "_MEIPASS2"} & set(passed)


def test_a_program_from_source_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in STARTED.items():
        monkeypatch.setenv(name, value)
    frozen.begin()
    assert {name: os.environ.get(name) for name in STARTED} == STARTED


def test_a_windowed_program_without_streams_can_still_write(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    frozen.begin()
    streams = (sys.stdin, sys.stdout, sys.stderr)
    sys.stderr.write("nobody reads this")
    assert sys.stdin.read() == ""
    for stream in streams:
        stream.close()


def test_the_demo_server_of_a_frozen_program_is_its_program_with_a_console(installed: Path) -> None:
    target = demo_profile().target
    assert isinstance(target, StdioTarget)
    assert target.command == str(installed / "mcpdi")
    assert target.args == ("demo-server", "--transport", "stdio")
    assert target.env == {}


def test_on_windows_too(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mcp-desktop-inspector.exe", "mcpdi.exe"):
        (installed / name).touch()
    monkeypatch.setattr(sys, "executable", str(installed / "mcp-desktop-inspector.exe"))
    assert frozen.ourselves() == [str(installed / "mcpdi.exe")]


def test_a_program_that_lost_its_console_starts_itself(installed: Path) -> None:
    (installed / "mcpdi").unlink()
    assert frozen.ourselves() == [str(installed / "mcp-desktop-inspector")]


async def _first_problem(validator: Validator) -> str:
    try:
        return (await validator.check({"type": "integer"}, '"x"'))[0].message
    finally:
        await validator.close()


def test_the_worker_of_a_frozen_program_is_that_program_too(installed: Path) -> None:
    program = installed / "mcpdi"
    program.write_text(
        "#!/bin/sh\n"
        f'test "$1" = --validation-worker && PYTHONPATH="{Path(frozen.__file__).parents[1]}" '
        f'exec "{_real_python()}" -m inspector "$1"\n'
    )
    assert "integer" in asyncio.run(_first_problem(Validator()))


def _real_python() -> str:
    return str(Path(sys.prefix) / "bin" / "python")
