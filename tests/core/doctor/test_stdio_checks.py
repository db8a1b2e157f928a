"""A command with its folder and its variables, and how it ends at the start."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from inspector.core.doctor.checks import verdict
from inspector.core.doctor.fixes import apply_fix
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.transport import StdioTarget
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import python, script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


def test_a_server_in_order_passes_every_check() -> None:
    found = asyncio.run(diagnosed(demo_profile(), probe_s=30))
    assert {one.id: one.state for one in found.checks if one.state != "ok"} == {}
    assert found["negotiation"].said == "Modern era, revision 2026-07-28."
    assert "server/discover" in found.fact("negotiation", "Attempts")
    assert verdict(found.checks) == "It connects without problems."


def test_a_missing_working_folder_can_be_left_out(tmp_path: Path) -> None:
    found = command(sys.executable, "-c", "pass", cwd=str(tmp_path / "gone"))
    assert found.failed == "folder"
    mended = apply_fix(Profile("s", StdioTarget("x", cwd="/gone")), found.fix("folder", "folder")).profile
    assert mended.target == StdioTarget("x")


def test_a_script_named_without_its_folder_is_doubted() -> None:
    found = command(sys.executable, "no-such-server.py")
    assert found["folder"].state == "warning"
    assert "no-such-server.py" in found["folder"].said


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


def test_a_banner_on_stdout_is_shown_and_the_server_still_connects(tmp_path: Path) -> None:
    demo = demo_profile().target
    assert isinstance(demo, StdioTarget)
    line = f'#!/bin/sh\necho "Weather server started"\nexec {demo.command} "$@"\n'
    target = StdioTarget(script(tmp_path, line), demo.args, demo.env)
    found = asyncio.run(diagnosed(Profile("loud", target, timeout_s=10)))
    assert found["stdout"].state == "warning"
    assert found["stdout"].said == "It starts with text that is not JSON."
    assert found.fact("stdout", "First bytes").startswith("Weather server started")
    assert found["negotiation"].state == "ok"
    assert verdict(found.checks) == "It connects, with warnings for: First bytes on stdout."


def test_a_program_that_only_prints_fails_at_stdout(tmp_path: Path) -> None:
    code = "import sys\nprint('Server listening on port 3000', flush=True)\nsys.stdin.read()\n"
    found = command(*python(tmp_path, code))
    assert found.failed == "stdout"
    assert "a line with the port" in found["stdout"].said


def test_messages_framed_as_for_a_language_server_are_named(tmp_path: Path) -> None:
    framed = "print('Content-Length: 2\\r\\n\\r\\n{}', flush=True)"
    code = f"import sys\nsys.stdin.readline()\n{framed}\nsys.stdin.read()\n"
    found = command(*python(tmp_path, code))
    assert found.failed == "stdout"
    assert "LSP" in found["stdout"].said


def test_a_silent_program_fails_at_stdout(tmp_path: Path) -> None:
    found = command(*python(tmp_path, "import sys\nsys.stdin.read()\n"))
    assert found.failed == "stdout"
    assert found["stdout"].said == "It is running, but stdout is empty."


def test_secrets_are_in_no_fact(tmp_path: Path) -> None:
    told = "print('token is', os.environ['API_TOKEN'], file=out)"
    code = f"import os, sys\nfor out in (sys.stdout, sys.stderr):\n {told}\n"
    found = command(*python(tmp_path, code), env={"API_TOKEN": "hunter2hunter2"})
    assert "token is" in found.fact("stdout", "First bytes")
    assert "hunter2hunter2" not in repr(found.checks)
