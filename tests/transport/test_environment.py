"""The environment of a child, and where its command is found."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from inspector.transport import StdioTarget
from inspector.transport.environment import child_environment, find_command
from inspector.transport.stdio import StdioTransport
from tests.transport.recorder import Recorder


def test_everything_of_our_environment_is_passed_on() -> None:
    own = {"PATH": "/bin", "LD_LIBRARY_PATH": "/usr/local/lib"}
    assert child_environment(StdioTarget("x"), own) == own


def test_the_targets_variables_win() -> None:
    target = StdioTarget("x", env={"PATH": "/mine", "KEY": "1"})
    assert child_environment(target, {"PATH": "/bin"}) == {"PATH": "/mine", "KEY": "1"}


@pytest.mark.parametrize("environment", ["own", "restricted"])
def test_what_opens_our_secrets_is_given_to_no_server(environment: str) -> None:
    base = {"PATH": "/bin", "MCPDI_PASSPHRASE": "open sesame"}
    made = child_environment(StdioTarget("x", environment=environment), base, windows=False)
    assert made == {"PATH": "/bin"}


def test_restricted_passes_only_the_safe_subset() -> None:
    base = {"HOME": "/h", "PATH": "/bin", "AWS_SECRET": "s", "SHELL": "() { :; }"}
    target = StdioTarget("x", env={"KEY": "1"}, environment="restricted")
    assert child_environment(target, base, windows=False) == {"HOME": "/h", "PATH": "/bin", "KEY": "1"}
    assert child_environment(target, {"APPDATA": "a", "HOME": "/h"}, windows=True) == {
        "APPDATA": "a",
        "KEY": "1",
    }


def test_the_child_really_gets_it() -> None:
    code = "import json, os; print(json.dumps(dict(os.environ)))"

    async def main() -> dict[str, str]:
        recorder = Recorder()
        target = StdioTarget(sys.executable, ("-c", code), {"KEY": "wert"}, environment="restricted")
        transport = StdioTransport(target, recorder)
        await transport.start()
        await recorder.until(lambda: "exited" in recorder.steps())
        await transport.close()
        assert transport.environment["KEY"] == "wert"
        loaded: dict[str, str] = json.loads(recorder.data("stdout"))
        return loaded

    environment = asyncio.run(main())
    assert environment["KEY"] == "wert"
    assert "XDG_CONFIG_HOME" not in environment


@pytest.mark.skipif(sys.platform == "win32", reason="the PATH of POSIX")
def test_a_command_is_found_on_the_path_that_the_child_gets(tmp_path: Path) -> None:
    program = tmp_path / "server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "text").write_text("")
    assert find_command("server", {"PATH": f"/nowhere:{tmp_path}"}) == str(program)
    assert find_command("./server", {"PATH": ""}, str(tmp_path)) == f"{tmp_path}/./server"
    assert find_command("text", {"PATH": str(tmp_path)}) is None


def test_on_windows_npx_is_the_file_npx_cmd() -> None:
    separator = os.pathsep
    files = {os.path.join("nodejs", "npx.cmd"), os.path.join("tools", "uvx.exe")}
    environment = {"PATH": separator.join(("tools", "nodejs")), "PATHEXT": ".COM;.EXE;.BAT;.CMD"}

    def find(command: str) -> str | None:
        return find_command(command, environment, windows=True, runnable=files.__contains__)

    assert find("npx") == os.path.join("nodejs", "npx.cmd")
    assert find("uvx") == os.path.join("tools", "uvx.exe")
    assert find("npx.cmd") == os.path.join("nodejs", "npx.cmd")
    assert find("node") is None
