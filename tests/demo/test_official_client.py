"""The client of the official Python SDK can use all the demo server has: both eras, both transports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspector.demo.features import TOOLS
from tests.demo.test_http import PROGRAM
from tests.demo.test_stdio import COMMAND
from tests.servers import RealServers

CLIENT = Path(__file__).with_name("official_client.py")
ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.real


@pytest.fixture
def url() -> Iterator[str]:
    """A demo server over HTTP."""
    with subprocess.Popen(
        (sys.executable, "-c", PROGRAM), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.terminate()


def use(real_servers: RealServers, mode: str, target: tuple[str, ...]) -> dict[str, Any]:
    python = real_servers("python-mcp2")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        (*python, str(CLIENT), mode, *target), capture_output=True, timeout=60, check=False, env=env, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr.decode()[-4000:]
    seen: dict[str, Any] = msgspec.json.decode(done.stdout)
    return seen


def check(seen: dict[str, Any], mode: str) -> None:
    assert seen["revision"] == ("2025-11-25" if mode == "legacy" else "2026-07-28")
    assert len(seen["tools"]) == len(TOOLS) - 1 and len(seen["resources"]) == 7 and seen["pages"] == 2
    assert seen["templates"] == ["greeting", "file"] and len(seen["prompts"]) == 3
    assert seen["greeting"] == "Hello, 세종!\n"
    assert seen["prompt"] == ["text", "image", "resource", "text"]
    assert seen["completion"] == ["axum", "bevy", "tokio"]
    assert seen["progress"] == [1, 2, 3, 4]
    assert seen["logs"] == ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
    assert seen["rpc_error"] == "asked for"
    calls = seen["calls"]
    assert [name for name, call in calls.items() if call["error"]] == ["fail"]
    assert "second answer: accept" in calls["ask_person"]["text"]
    assert "pipes" in calls["ask_model"]["text"] and "file:///home/ada" in calls["list_roots"]["text"]
    assert calls["structured_weather"]["structured"]["city"] == "서울"
    assert len(calls["every_content"]["types"]) == 8
    if mode != "legacy":
        assert seen["events"] == ["ToolsListChanged", "ResourceUpdated"]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
def test_over_stdio(real_servers: RealServers, mode: str) -> None:
    check(use(real_servers, mode, COMMAND), mode)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
def test_over_http(real_servers: RealServers, mode: str, url: str) -> None:
    check(use(real_servers, mode, (url,)), mode)
