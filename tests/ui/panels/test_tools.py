"""Tools: their rows and badges, why one is excluded, and what is made of what is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QStackedWidget, QTreeWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.answers import Answer
from inspector.core.client.structured import StructuredCheck
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from inspector.ui.content.remarks import Remark
from inspector.ui.panels import tools
from inspector.ui.panels.tools import ToolsPanel, badges_of
from tests.conftest import Runner
from tests.ui.panels.offline import Offline
from tests.ui.parts import the

pytestmark = pytest.mark.gui

ECHO: dict[str, Any] = {
    "name": "echo",
    "title": "Echo",
    "description": "Says it again",
    "inputSchema": {"type": "object", "properties": {"message": {"type": "string"}}},
    "annotations": {"readOnlyHint": True, "openWorldHint": True},
}
MARKED: dict[str, Any] = {
    "name": "report",
    "inputSchema": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}},
}
WRONG: dict[str, Any] = {
    "name": "wrong",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "object", "x-mcp-header": "A"}}},
}


@pytest.fixture
def server(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    made = Offline(journal, tmp_path, Profile("demo", HttpTarget("https://example.com/mcp")))
    yield made
    made.close()


@pytest.fixture
def panel(server: Offline, qtbot: QtBot) -> ToolsPanel:
    server.lists("tools", ECHO, {"name": "bare"}, MARKED, WRONG, http=True)
    made = ToolsPanel(server.context)
    qtbot.addWidget(made)
    return made


def test_a_panel_that_is_made_in_steps_shows_what_one_made_at_once_shows(
    panel: ToolsPanel, server: Offline, qtbot: QtBot
) -> None:
    steps, made = ToolsPanel.build(server.context), None
    while made is None:
        try:
            next(steps)
        except StopIteration as end:
            made = end.value
    qtbot.addWidget(made)
    assert isinstance(made, ToolsPanel)
    for one in (made, panel):
        assert one.list.key() == "echo" and one.form.text() == panel.form.text() != ""
        assert [chip.text() for chip in one.findChildren(QLabel, "annotation_badge")] == [
            "read-only",
            "open world",
        ]


def test_a_server_without_tools_is_said_to_list_none_as_soon_as_it_did(server: Offline, qtbot: QtBot) -> None:
    made = ToolsPanel(server.context)
    qtbot.addWidget(made)
    stack = made.list.findChild(QStackedWidget)
    assert stack.currentWidget() is made.list.view
    server.lists("tools")
    made.refresh()
    said = stack.currentWidget()
    assert isinstance(said, QLabel) and said.text() == "The server lists no tools."
    server.lists("tools", ECHO)
    made.refresh()
    assert stack.currentWidget() is made.list.view


@pytest.mark.parametrize(
    ("hints", "badges"),
    [
        ({}, []),
        (None, []),
        ("read-only", []),
        ({"readOnlyHint": True}, [("R", "read-only", "ok")]),
        ({"readOnlyHint": True, "destructiveHint": True}, [("R", "read-only", "ok")]),
        ({"readOnlyHint": False}, [("W", "writes", "warning")]),
        ({"destructiveHint": False}, [("W", "writes", "warning")]),
        ({"readOnlyHint": False, "destructiveHint": True}, [("D", "destructive", "error")]),
        ({"readOnlyHint": "yes", "destructiveHint": 1}, []),
        ({"openWorldHint": True}, [("O", "open world", "muted")]),
        ({"openWorldHint": False}, []),
        (
            {"destructiveHint": True, "openWorldHint": True},
            [("D", "destructive", "error"), ("O", "open world", "muted")],
        ),
    ],
)
def test_badges_say_what_a_tool_claims_of_itself(hints: Any, badges: list[tuple[str, str, str]]) -> None:
    found = badges_of({"annotations": hints})
    assert [badge[:3] for badge in found] == badges
    assert all(badge[3].endswith(", according to the server") for badge in found)


def test_each_tool_has_a_row(panel: ToolsPanel) -> None:
    rows = panel.items()
    assert [row.key for row in rows] == ["echo", "bare", "report", "wrong"]
    echo = rows[0]
    assert (echo.name, echo.title, echo.detail) == ("echo", "Echo", "Says it again")
    assert [badge[:2] for badge in echo.badges] == [("R", "ok"), ("O", "muted")]
    assert (rows[1].title, rows[1].detail, rows[1].badges) == ("", "", ())
    assert panel.entries()["echo"] == ECHO


def test_an_excluded_tool_says_why_in_list_and_form(panel: ToolsPanel) -> None:
    row = panel.items()[3]
    assert row.badges[0][:2] == ("excluded", "warning") and row.badges[0][2]
    shown = panel.shown("wrong")
    assert shown is not None
    first, *reasons = shown.warning.split("\n")
    assert first == "Excluded: clients must not use this tool over modern HTTP."
    assert reasons == [f"· {reason}" for reason in row.badges[0][2].split("\n")]


def test_a_tool_is_shown_with_its_schema_and_badges(panel: ToolsPanel) -> None:
    shown = panel.shown("echo")
    assert shown is not None
    assert (shown.title, shown.description, shown.schema) == ("Echo", "Says it again", ECHO["inputSchema"])
    assert list(shown.badges) == badges_of(ECHO) and shown.warning == ""
    bare = panel.shown("bare")
    assert bare is not None and (bare.schema, bare.badges) == ({}, ())
    assert panel.shown("gone") is None


def _headers(panel: ToolsPanel) -> list[list[str]]:
    table = the(panel, QTreeWidget, "tool_headers")
    items = [table.topLevelItem(at) for at in range(table.topLevelItemCount())]
    return [[item.text(at) for at in range(3)] for item in items if item is not None]


@pytest.mark.parametrize(
    ("era", "transport", "shown"),
    [("modern", "http", True), ("legacy", "http", False), ("modern", "stdio", False), ("", "http", False)],
)
def test_arguments_that_are_headers_too_are_shown_over_modern_http(
    server: Offline, panel: ToolsPanel, era: str, transport: str, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if era:
        server.declares(era, tools={})
    monkeypatch.setattr(type(server.client), "transport", transport)
    panel.open_item("tools", "report")
    panel.form.set_text('{"region": "north"}')
    assert _headers(panel) == ([["region", "Mcp-Param-Region", "north"]] if shown else [])
    panel.open_item("tools", "echo")
    assert _headers(panel) == []


WEATHER: dict[str, Any] = {
    "name": "weather",
    "outputSchema": {"type": "object", "properties": {"warm": {"type": "integer"}}, "required": ["warm"]},
}
REASON = "it took too long"


@pytest.mark.parametrize(
    ("tool", "content", "remarks"),
    [
        (WEATHER, {"warm": 7}, [Remark("matches its output schema", "ok")]),
        (WEATHER, None, [Remark("has an output schema, but returned no structured content", "error")]),
        (ECHO, None, []),
    ],
)
def test_structured_content_is_held_against_what_the_tool_promised(
    server: Offline,
    panel: ToolsPanel,
    arun: Runner,
    tool: dict[str, Any],
    content: Any,
    remarks: list[Remark],
) -> None:
    server.declares(tools={})
    server.lists("tools", tool)
    panel.refresh()
    more = {} if content is None else {"structuredContent": content}
    answer = Answer(7, 8, json.dumps({"content": [], **more}).encode())
    assert list(arun(panel.remarks(tool["name"], answer))) == remarks


@pytest.mark.parametrize(
    ("content", "place"), [({"warm": "very"}, "/warm: "), ({"warm": 1, "b": 2, "c": 3}, "/: ")]
)
def test_what_differs_is_said_with_its_place(
    server: Offline, panel: ToolsPanel, arun: Runner, content: Any, place: str
) -> None:
    server.declares(tools={})
    server.lists("tools", {**WEATHER, "outputSchema": {**WEATHER["outputSchema"], "maxProperties": 2}})
    panel.refresh()
    answer = Answer(7, 8, json.dumps({"content": [], "structuredContent": content}).encode())
    [remark] = arun(panel.remarks("weather", answer))
    assert (remark.text, remark.role) == ("does not match its output schema", "error")
    assert len(remark.details) == 1 and remark.details[0].startswith(place)


def test_what_could_not_be_checked_is_said_with_the_reason(
    server: Offline, panel: ToolsPanel, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unchecked(*_anything: Any) -> StructuredCheck:
        return StructuredCheck("unchecked", reason=REASON)

    monkeypatch.setattr(tools, "check_structured", unchecked)
    server.declares(tools={})
    [remark] = arun(panel.remarks("echo", Answer(7, 8, b"{}")))
    assert remark == Remark("could not be checked against its output schema", "warning", (REASON,))


@pytest.mark.parametrize(
    ("name", "declared", "result"), [("gone", True, b"{}"), ("echo", False, b"{}"), ("echo", True, b"")]
)
def test_without_tool_server_or_result_there_is_nothing_to_say(
    server: Offline,
    panel: ToolsPanel,
    arun: Runner,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    declared: bool,
    result: bytes,
) -> None:
    monkeypatch.setattr(tools, "check_structured", None)  # it is not asked
    if declared:
        server.declares(tools={})
    assert arun(panel.remarks(name, Answer(7, 8, result))) == ()


def test_the_request_holds_the_arguments_as_they_were_typed(panel: ToolsPanel) -> None:
    made = panel.request("echo", ' {"message":  1.0} ')
    assert b'"arguments":{"message":  1.0}' in made.replace(b'"arguments": ', b'"arguments":')
    assert json.loads(made)["params"]["name"] == "echo" and json.loads(made)["method"] == "tools/call"
    assert json.loads(panel.request("echo", " "))["params"] == {"name": "echo", "arguments": {}}
    assert b"{half" in panel.request("echo", "{half")


def test_the_command_does_the_same_in_a_terminal(panel: ToolsPanel) -> None:
    assert panel.command("echo", '{"a": 1}') == ["call", "echo", "--args", '{"a": 1}']


def test_a_tool_that_must_run_as_a_task_does_so_in_request_and_command(
    server: Offline, panel: ToolsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        server.client.tasks, "support", lambda name: "required" if name == "echo" else "forbidden"
    )
    panel.refresh()
    params = json.loads(panel.request("echo", "{}"))["params"]
    assert params["task"]["ttl"] > 0
    assert panel.command("echo", "{}")[4:6] == ["--task", "--ttl"]
    panel.open_item("tools", "bare")
    assert "task" not in json.loads(panel.request("bare", "{}"))["params"]
