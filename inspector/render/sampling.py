"""What a server asks a model: the params of sampling/createMessage as a user reads them.

Source: MCP 2025-11-25, client/sampling; schema.ts CreateMessageRequestParams.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from inspector.render.kinds import ContentNote, Json, Rendering
from inspector.render.renderers import render_text
from inspector.render.results import render_result
from inspector.translation import translate

__all__ = ["render_sampling", "sampling_facts", "sampling_tools"]

_PREFERENCES: Final = (
    ("costPriority", "cost"),
    ("speedPriority", "speed"),
    ("intelligencePriority", "intelligence"),
)


def render_sampling(params: dict[str, Any]) -> list[Rendering]:
    """System prompt, messages and tools, in the order a model gets them. Any shape; never raises."""
    shown: list[Rendering] = []
    prompt = params.get("systemPrompt")
    if isinstance(prompt, str) and prompt:
        shown += [ContentNote(translate("Render", "system prompt"), "heading"), render_text(prompt)]
    messages = {"messages": params.get("messages")}
    shown += render_result("prompts/get", msgspec.json.encode(messages))
    for name, about, schema in sampling_tools(params):
        shown += [
            ContentNote(translate("Render", "tool {}").format(name), "heading"),
            *([ContentNote(about)] if about else []),
        ]
        shown.append(Json(msgspec.json.encode(schema)))
    metadata = params.get("metadata")
    if metadata:
        shown += [ContentNote("metadata", "heading"), Json(msgspec.json.encode(metadata))]
    return shown


def sampling_facts(params: dict[str, Any]) -> list[str]:
    """Limits and wishes, one short line each: `maxTokens 200`, `temperature 0.7`, `speed 0.8`."""
    facts = []
    for key in ("maxTokens", "temperature", "includeContext"):
        if key in params:
            facts.append(f"{key} {_plain(params[key])}")
    stops = params.get("stopSequences")
    if stops:
        facts.append(translate("Render", "stopSequences {}").format(_plain(stops)))
    wishes = params.get("modelPreferences")
    if isinstance(wishes, dict):
        hints = wishes.get("hints")
        hints = hints if isinstance(hints, list) else []
        liked = [str(hint.get("name")) for hint in hints if isinstance(hint, dict)]
        if liked:
            facts.append(translate("Render", "model such as {}").format(", ".join(liked)))
        facts += [f"{word} {_plain(wishes[key])}" for key, word in _PREFERENCES if key in wishes]
    if "tools" in params:
        names = [name for name, _, _ in sampling_tools(params)]
        none = translate("Render", "none")
        facts.append(translate("Render", "tools {}").format(", ".join(names) or none))
    if "toolChoice" in params:
        choice = params["toolChoice"]
        facts.append(
            translate("Render", "toolChoice {}").format(
                _plain(choice.get("mode", choice) if isinstance(choice, dict) else choice)
            )
        )
    return facts


def sampling_tools(params: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """(name, description, inputSchema) of every tool that the model may use."""
    tools = params.get("tools")
    return [
        (
            str(tool.get("name", "")),
            str(tool.get("description") or tool.get("title") or ""),
            tool.get("inputSchema"),
        )
        for tool in (tools if isinstance(tools, list) else ())
        if isinstance(tool, dict)
    ]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
