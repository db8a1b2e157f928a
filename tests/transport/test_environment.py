"""The environment of a child, and where its command is found."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.transport import StdioTarget
from inspector.transport import environment as environments
from inspector.transport.environment import (
    child_environment,
    find_command,
    prepare,
    search_folders,
    start_folder,
)
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


def found(command: str, files: set[str], environment: dict[str, str], **more: Any) -> str | None:
    """What is run for a command where these files are."""
    return find_command(command, environment, runnable=files.__contains__, **more)


@pytest.mark.skipif(sys.platform == "win32", reason="the PATH of POSIX")
@pytest.mark.parametrize(
    ("command", "windows", "file"),
    [
        ("run", True, "/a/run.cmd"),
        ("run.CMD", True, None),
        ("run.ps1", True, "/a/run.ps1.exe"),
        ("tool", True, "/b/tool.exe"),
        ("sub/run", True, "/w/sub/run.exe"),
        ("sub\\run", True, "/w/sub\\run.bat"),
        ("sub\\run", False, "/a/sub\\run"),
        ("run", False, "/b/run"),
        ("run.cmd", False, "/a/run.cmd"),
        ("/b/run", False, "/b/run"),
    ],
)
def test_a_command_is_the_first_file_that_can_be_run(command: str, windows: bool, file: str | None) -> None:
    files = {
        "/a/run.cmd", "/a/run.ps1.exe", "/b/tool.exe", "/b/run.exe", "/w/sub/run.exe", "/w/sub\\run.bat",
        "/a/sub\\run", "/b/run",
    }  # fmt: skip
    assert found(command, files, {"PATH": "/a::/b"}, cwd="/w", windows=windows) == file


@pytest.mark.parametrize(
    ("endings", "file"),
    [("", "run.com"), (".JS;.CMD", "run.cmd"), (";.JS;", None), (".exe", "run.exe")],
)
def test_windows_says_which_endings_can_be_run(endings: str, file: str | None) -> None:
    files = {os.path.join("a", name) for name in ("run", "run.com", "run.exe", "run.cmd", "run.bat")}
    there = found("run", files, {"PATH": "a", "PATHEXT": endings}, windows=True)
    assert there == (os.path.join("a", file) if file else None)


def test_without_a_path_the_usual_folders_are_looked_through() -> None:
    usual = [folder for folder in os.defpath.split(os.pathsep) if folder]
    assert search_folders({}) == search_folders({"PATH": ""}) == usual
    assert search_folders({"PATH": os.pathsep.join(("a", "", "b"))}) == ["a", "b"]


def test_the_passphrase_is_given_to_no_server_however_it_is_written() -> None:
    base = {"mcpdi_passphrase": "open sesame", "A": "1"}
    assert child_environment(StdioTarget("x"), base) == {"A": "1"}
    mine = StdioTarget("x", env={"MCPDI_PASSPHRASE": "typed for this server"})
    assert child_environment(mine, {}) == {"MCPDI_PASSPHRASE": "typed for this server"}


def test_a_server_begins_in_its_folder_or_where_its_client_begins(tmp_path: Path) -> None:
    assert start_folder(StdioTarget("x")) == ""
    assert start_folder(StdioTarget("x", cwd=str(tmp_path), environment="as claude")) == str(tmp_path)
    assert start_folder(StdioTarget("x", cwd=os.path.join("a", "..", "b"))) == os.path.abspath("b")


@pytest.mark.parametrize(("environment", "asked"), [("own", 0), ("restricted", 0), ("as claude", 1)])
def test_only_what_a_client_would_ask_for_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, environment: str, asked: int
) -> None:
    targets: list[StdioTarget] = []
    monkeypatch.setattr(environments, "child_environment", targets.append)
    target = StdioTarget("x", environment=environment)
    asyncio.run(prepare(target))
    assert targets == [target] * asked
