"""What a shell completes: saved servers, and tools of the server that the line names."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import platformdirs
import pytest

from inspector.cli.completing import server_names, tool_names
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.demo.features import TOOLS
from inspector.transport import StdioTarget


def completed(begun: str, **params: str) -> list[str]:
    context: Any = SimpleNamespace(params=params)
    return tool_names(context, None, begun)  # type: ignore[arg-type]


def test_servers_are_those_that_are_saved_and_the_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path))
    profiles = Profiles()
    for name in ("mine", "depot"):
        profiles.add(Profile(name, StdioTarget("run")))
    profiles.save()
    context: Any = None
    assert server_names(context, context, "") == ["mine", "depot", "demo"]
    assert server_names(context, context, "de") == ["depot", "demo"]


def test_tools_of_the_demo_are_known_without_asking_it() -> None:
    assert completed("", on="demo") == list(TOOLS)
    assert completed("ech", on="demo") == ["echo"]


def test_tools_of_another_server_are_those_that_were_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_state_path", lambda *_, **__: tmp_path)
    history = ValueHistory(tmp_path / "values.sqlite")
    try:
        for server, tool in (("mine", "look"), ("mine", "list"), ("other", "search")):
            history.add(ArgumentsPlace(server, "tools", tool), "{}")
    finally:
        history.close()
    assert sorted(completed("", on="mine")) == ["list", "look"]
    assert completed("lo", on="mine") == ["look"]
    assert sorted(completed("")) == ["list", "look", "search"]
    monkeypatch.setenv("COMP_WORDS", "mcpdi call --on other")
    assert completed("") == ["search"]
    assert completed("", on="mine") != ["search"]
    monkeypatch.setenv("COMP_WORDS", "mcpdi call --on")
    assert len(completed("")) == 3
