"""Prompts: their rows, their forms, and the requests that are made of what is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from inspector.core.client.completion import prompt_reference
from inspector.errors import UsageError
from inspector.trace.journal import Journal
from inspector.ui.panels.listing import Item
from inspector.ui.panels.prompts import PromptsPanel
from tests.ui.panels.offline import Offline

pytestmark = pytest.mark.gui

SUMMARIZE: dict[str, Any] = {
    "name": "summarize",
    "title": "Summarize",
    "description": "Makes it short",
    "arguments": [
        {"name": "text", "title": "Text", "description": "What is long", "required": True},
        {"name": "style", "required": False},
    ],
}


@pytest.fixture
def server(journal: Journal, tmp_path: Path, qloop: object) -> Iterator[Offline]:
    made = Offline(journal, tmp_path)
    yield made
    made.close()


@pytest.fixture
def panel(server: Offline, qtbot: QtBot) -> PromptsPanel:
    server.lists("prompts", SUMMARIZE, {"name": "bare"})
    made = PromptsPanel(server.context)
    qtbot.addWidget(made)
    return made


def test_each_prompt_has_a_row(panel: PromptsPanel) -> None:
    assert panel.items() == [
        Item("summarize", "summarize", "Summarize", "Makes it short"),
        Item("bare", "bare"),
    ]
    assert panel.entries() == {"summarize": SUMMARIZE, "bare": {"name": "bare"}}
    assert panel.list.key() == "summarize", "the first one is shown"


def test_arguments_of_a_prompt_are_texts_of_a_form(panel: PromptsPanel) -> None:
    shown = panel.shown("summarize")
    assert shown is not None and (shown.title, shown.description) == ("Summarize", "Makes it short")
    assert shown.schema == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "title": "Text", "description": "What is long"},
            "style": {"type": "string"},
        },
        "required": ["text"],
    }


@pytest.mark.parametrize(
    ("arguments", "names", "required"),
    [
        (None, [], []),
        ("text", [], []),
        (["text", {"name": 7}, {"required": True}, {"name": "a", "required": "yes"}], ["a"], []),
        ([{"name": "a", "title": 7, "description": None, "required": True}], ["a"], ["a"]),
    ],
)
def test_arguments_of_odd_shapes_make_a_form_of_what_can_be_used(
    server: Offline, panel: PromptsPanel, arguments: Any, names: list[str], required: list[str]
) -> None:
    server.lists("prompts", {"name": "odd", "arguments": arguments, "title": 7, "description": []})
    panel.refresh()
    shown = panel.shown("odd")
    assert shown is not None and (shown.title, shown.description) == ("", "")
    assert shown.schema["properties"] == {name: {"type": "string"} for name in names}
    assert shown.schema["required"] == required


def test_a_prompt_that_is_gone_is_not_shown(server: Offline, panel: PromptsPanel) -> None:
    assert panel.shown("gone") is None
    server.lists("prompts", {"name": "bare"})
    panel.refresh()
    assert panel.shown("summarize") is None and panel.shown("bare") is not None


def test_values_are_proposed_for_the_shown_prompt(panel: PromptsPanel) -> None:
    assert panel.reference("summarize") == prompt_reference("summarize")


def test_what_is_typed_becomes_a_request(panel: PromptsPanel) -> None:
    request = json.loads(panel.request("summarize", '{"text": "a", "odd": 7}'))
    assert (request["method"], request["id"]) == ("prompts/get", 1)
    assert request["params"] == {"name": "summarize", "arguments": {"text": "a", "odd": 7}}
    assert json.loads(panel.request("bare", ""))["params"]["arguments"] == {}


def test_what_is_typed_becomes_a_command(panel: PromptsPanel) -> None:
    assert panel.command("summarize", '{"text": "a b", "style": ""}') == [
        "prompt", "summarize", "text=a b", "style=",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["{", "[1]"])
def test_what_is_no_object_is_refused(panel: PromptsPanel, text: str) -> None:
    for make in (panel.request, panel.command):
        with pytest.raises(UsageError):
            make("summarize", text)
