"""The environment of a server beside that of a terminal and of another client."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from inspector.transport import StdioTarget
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


def test_an_environment_in_which_the_command_is_another_file_is_doubted(
    tmp_path: Path, login_shell_of_the_test: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    mine = script(here, "#!/bin/sh\nexit 0\n", "twice")
    other = script(login_shell_of_the_test, "#!/bin/sh\nexit 0\n", "twice")
    monkeypatch.setenv("PATH", f"{here}:{os.environ['PATH']}")
    found = command("twice")
    assert found["command"].said == mine
    assert found["environment"].state == "warning"
    assert other in found["environment"].said
    assert "FROM_PROFILE" in found.fact("environment", "Only the login shell has")


def test_a_client_that_does_not_find_the_command_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = script(tmp_path, "#!/bin/sh\nexit 0\n", "here-only")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = asyncio.run(diagnosed(StdioTarget("here-only"), "claude-desktop"))
    assert (
        "Claude Desktop does not find here-only"
        in found["environment"].said + found["environment"].explanation
    )
    assert any(fix.words == (mine,) for fix in found["environment"].fixes)
    assert found.fix("environment", "environment").value == "as claude-desktop"
