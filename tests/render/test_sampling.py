"""What a model would be asked, made readable, whatever a server sends."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.render import as_terminal_text
from inspector.render.kinds import ContentNote, Json
from inspector.render.sampling import render_sampling, sampling_facts, sampling_tools

USE = {"type": "tool_use", "id": "u1", "name": "add", "input": {"a": 1}}
RESULT = {
    "type": "tool_result",
    "toolUseId": "u1",
    "content": [{"type": "text", "text": "3"}],
    "isError": True,
}
FULL: dict[str, Any] = {
    "systemPrompt": "Be short.",
    "messages": [
        {"role": "user", "content": {"type": "text", "text": "How much?"}},
        {"role": "assistant", "content": [USE]},
        {"role": "user", "content": [RESULT]},
    ],
    "maxTokens": 5,
    "temperature": 0.5,
    "includeContext": "none",
    "stopSequences": ["END"],
    "modelPreferences": {"hints": [{"name": "claude"}], "speedPriority": 0.8},
    "tools": [{"name": "add", "description": "Adds", "inputSchema": {"type": "object"}}],
    "toolChoice": {"mode": "required"},
    "metadata": {"trace": 1},
}


def test_everything_a_model_gets_is_shown_in_its_order() -> None:
    text = as_terminal_text(render_sampling(FULL))
    places = [
        text.index(part)
        for part in (
            "Be short.",
            "How much?",
            "uses the tool add (u1)",
            '"a": 1',
            "result of u1: an error",
            "3",
        )
    ]
    assert places == sorted(places)
    assert "tool add" in text and "(Adds)" in text and '"trace": 1' in text


def test_a_failed_tool_stands_out() -> None:
    notes = [
        part for part in render_sampling(FULL) if isinstance(part, ContentNote) and part.role == "warning"
    ]
    assert [note.text for note in notes] == ["result of u1: an error"]


def test_limits_and_wishes_are_short_lines() -> None:
    assert sampling_facts(FULL) == [
        "maxTokens 5",
        "temperature 0.5",
        "includeContext none",
        'stopSequences ["END"]',
        "model such as claude",
        "speed 0.8",
        "tools add",
        "toolChoice required",
    ]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"messages": 3},
        {
            "messages": [
                3,
                {},
                {"role": 4, "content": {"type": "tool_use"}},
                {"content": [RESULT | {"content": 7}]},
            ]
        },
        {"tools": 3, "toolChoice": 4, "modelPreferences": {"hints": 3}, "systemPrompt": 5},
        {"tools": [3, {}, {"name": 5, "inputSchema": 6}], "modelPreferences": [], "metadata": [1]},
    ],
)
def test_any_shape_is_shown(params: dict[str, Any]) -> None:
    assert isinstance(as_terminal_text(render_sampling(params)), str)
    assert isinstance(sampling_facts(params), list)
    assert isinstance(sampling_tools(params), list)


def test_schema_of_a_tool_is_shown_as_json() -> None:
    assert Json(b'{"type":"object"}') in render_sampling(FULL)
