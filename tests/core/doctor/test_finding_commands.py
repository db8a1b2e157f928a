"""A command that is not found, cannot be executed, or is no program."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from inspector.core.doctor.checks import verdict
from inspector.core.doctor.fixes import apply_fix
from inspector.core.servers.profiles import Profile
from inspector.transport import StdioTarget
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import script, write_shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


def test_a_missing_command_is_named_with_the_folders_that_were_searched() -> None:
    found = command("no-such-server", env={"PATH": "/bin:/usr/bin"})
    assert found.failed == "command"
    assert found.fact("command", "PATH") == "/bin\n/usr/bin"
    assert found["start"].state == found["stdout"].state == "skipped"
    assert verdict(found.checks) == "Command failed: The command 'no-such-server' was not found."


def test_a_command_that_only_a_terminal_finds_is_offered_with_its_whole_path(
    login_shell_of_the_test: Path,
) -> None:
    there = script(login_shell_of_the_test, "#!/bin/sh\nexit 0\n", "only-there")
    found = command("only-there", "--flag")
    assert found.failed == "command"
    assert found.fact("command", "Login shell") == there
    profile = Profile("sick", StdioTarget("only-there", ("--flag",)))
    mended = apply_fix(profile, found.fix("command", "launch")).profile
    assert mended.target == StdioTarget(there, ("--flag",))
    path = apply_fix(profile, found.fix("command", "variable")).profile
    assert isinstance(path.target, StdioTarget)
    assert path.target.env["PATH"].startswith(f"{login_shell_of_the_test}:")
    assert asyncio.run(diagnosed(path))["command"].state == "ok"


def test_a_whole_command_line_as_the_command_is_taken_apart() -> None:
    found = command(f"{sys.executable} -c pass")
    mended = apply_fix(Profile("s", StdioTarget("x", ("more",))), found.fix("command", "launch")).profile
    assert mended.target == StdioTarget(sys.executable, ("-c", "pass", "more"))


def test_a_script_that_may_not_be_executed_can_be_given_to_its_interpreter(tmp_path: Path) -> None:
    place = script(tmp_path, "print('hello')\n", "server.py", 0o644)
    found = command(place)
    assert found.failed == "command"
    assert "is not executable" in found["command"].said
    assert found.fix("command", "launch").words == ("python3", place)


def test_a_first_line_that_names_no_interpreter_is_found_before_anything_starts(tmp_path: Path) -> None:
    place = script(tmp_path, "#!/usr/bin/env no-such-interpreter\n")
    found = command(place)
    assert found.failed == "program"
    assert found.fact("program", "Interpreter") == "not found"
    assert found["start"].state == "skipped"


def test_a_script_with_line_ends_of_windows_says_so(tmp_path: Path) -> None:
    found = command(script(tmp_path, "#!/bin/sh\r\nexit 0\r\n"))
    assert found.failed == "program"
    assert "CRLF" in found["program"].explanation
    assert found.fact("program", "First line") == "#!/bin/sh\\r"


def test_a_shell_whose_profile_hangs_is_given_up(tmp_path: Path) -> None:
    from inspector.transport.login_shell import ask_shell

    (tmp_path / "slow").mkdir()
    told = ask_shell(str(write_shell(tmp_path / "slow", "sleep 60")), {"PATH": "/bin:/usr/bin"}, limit_s=0.2)
    assert "did not exit within 0.2 s" in told.problem
    assert told.variables == {}
