"""Commands that do not become servers, each failing in its own way: which step is named, and what helps."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from inspector.core.doctor.checks import verdict
from inspector.core.doctor.fixes import apply_fix
from inspector.core.profiles import Profile, demo_profile
from inspector.transport import StdioTarget
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import write_shell

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


def script(folder: Path, text: str, name: str = "server", mode: int = 0o755) -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def python(folder: Path, code: str) -> tuple[str, str]:
    return sys.executable, script(folder, code, "server.py")


def test_a_server_in_order_passes_every_check() -> None:
    found = asyncio.run(diagnosed(demo_profile(), probe_s=30))
    assert {one.id: one.state for one in found.checks if one.state != "ok"} == {}
    assert found["negotiation"].said == "Modern era, revision 2026-07-28."
    assert "server/discover" in found.fact("negotiation", "Attempts")
    assert verdict(found.checks) == "It connects, and nothing is wrong."


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
    assert "may not be executed" in found["command"].said
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


def test_a_missing_working_folder_can_be_left_out(tmp_path: Path) -> None:
    found = command(sys.executable, "-c", "pass", cwd=str(tmp_path / "gone"))
    assert found.failed == "folder"
    mended = apply_fix(Profile("s", StdioTarget("x", cwd="/gone")), found.fix("folder", "folder")).profile
    assert mended.target == StdioTarget("x")


def test_a_script_named_without_its_folder_is_doubted() -> None:
    found = command(sys.executable, "no-such-server.py")
    assert found["folder"].state == "warning"
    assert "no-such-server.py" in found["folder"].said


def test_a_banner_on_stdout_is_shown_and_the_server_still_connects(tmp_path: Path) -> None:
    demo = demo_profile().target
    assert isinstance(demo, StdioTarget)
    line = f'#!/bin/sh\necho "Weather server started"\nexec {demo.command} "$@"\n'
    target = StdioTarget(script(tmp_path, line), demo.args, demo.env)
    found = asyncio.run(diagnosed(Profile("loud", target, timeout_s=10)))
    assert found["stdout"].state == "warning"
    assert found["stdout"].said == "It begins with text that is not JSON."
    assert found.fact("stdout", "First bytes").startswith("Weather server started")
    assert found["negotiation"].state == "ok"
    assert verdict(found.checks) == "It connects, with a doubt about: First bytes on stdout."


def test_a_program_that_only_prints_fails_at_stdout(tmp_path: Path) -> None:
    code = "import sys\nprint('Server listening on port 3000', flush=True)\nsys.stdin.read()\n"
    found = command(*python(tmp_path, code))
    assert found.failed == "stdout"
    assert "which port" in found["stdout"].said


def test_messages_framed_as_for_a_language_server_are_named(tmp_path: Path) -> None:
    framed = "print('Content-Length: 2\\r\\n\\r\\n{}', flush=True)"
    code = f"import sys\nsys.stdin.readline()\n{framed}\nsys.stdin.read()\n"
    found = command(*python(tmp_path, code))
    assert found.failed == "stdout"
    assert "LSP" in found["stdout"].said


def test_a_silent_program_fails_at_stdout(tmp_path: Path) -> None:
    found = command(*python(tmp_path, "import sys\nsys.stdin.read()\n"))
    assert found.failed == "stdout"
    assert found["stdout"].said == "It runs, and wrote nothing to stdout."


def test_a_crash_at_the_start_says_why_and_asks_for_the_variable(tmp_path: Path) -> None:
    code = "import sys\nprint('WEATHER_API_KEY is required', file=sys.stderr)\nsys.exit(3)\n"
    found = command(*python(tmp_path, code))
    assert found.failed == "start"
    assert "exit code 3" in found["start"].said
    assert found["stderr"].facts[0].text == "WEATHER_API_KEY is required"
    applied = apply_fix(Profile("w", StdioTarget("x")), found.fix("start", "variable"), "s3cret-value")
    assert applied.secrets == {"server/w/WEATHER_API_KEY": "s3cret-value"}
    assert "s3cret-value" not in repr(applied.profile)


def test_a_signal_is_told_by_its_name(tmp_path: Path) -> None:
    found = command(*python(tmp_path, "import os\nos.kill(os.getpid(), 11)\n"))
    assert found.failed == "start"
    assert "SIGSEGV" in found["start"].said


def test_a_variable_without_a_value_is_asked_for_and_nothing_is_started(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    target = StdioTarget("/bin/sh", ("-c", f"touch {mark}"), {"TOKEN": "${input:token}"})
    found = asyncio.run(diagnosed(target))
    assert found.failed == "variables"
    assert found.fix("variables", "fill").asks == "token"
    assert not mark.exists()


def test_secrets_are_in_no_fact(tmp_path: Path) -> None:
    told = "print('token is', os.environ['API_TOKEN'], file=out)"
    code = f"import os, sys\nfor out in (sys.stdout, sys.stderr):\n {told}\n"
    found = command(*python(tmp_path, code), env={"API_TOKEN": "hunter2hunter2"})
    assert "token is" in found.fact("stdout", "First bytes")
    assert "hunter2hunter2" not in repr(found.checks)


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


def test_a_shell_whose_profile_hangs_is_given_up(tmp_path: Path) -> None:
    from inspector.transport.login_shell import ask_shell

    (tmp_path / "slow").mkdir()
    told = ask_shell(str(write_shell(tmp_path / "slow", "sleep 60")), {"PATH": "/bin:/usr/bin"}, limit_s=0.2)
    assert "did not end within 0.2 s" in told.problem
    assert told.variables == {}
