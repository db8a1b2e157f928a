"""What a command writes before it says anything of the protocol."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from inspector.core.doctor.checks import verdict
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.transport import StdioTarget
from tests.core.doctor.asking import command, diagnosed
from tests.core.doctor.shells import python, script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts of POSIX")


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


def test_secrets_are_in_no_fact(tmp_path: Path) -> None:
    told = "print('token is', os.environ['API_TOKEN'], file=out)"
    code = f"import os, sys\nfor out in (sys.stdout, sys.stderr):\n {told}\n"
    found = command(*python(tmp_path, code), env={"API_TOKEN": "hunter2hunter2"})
    assert "token is" in found.fact("stdout", "First bytes")
    assert "hunter2hunter2" not in repr(found.checks)
