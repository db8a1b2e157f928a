"""One call that can be made of any client: a tool, a prompt or a resource with its arguments as JSON text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from inspector.core.client.uri_template import template_of
from inspector.errors import UsageError
from inspector.render.json_errors import json_error_text
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.answers import Answer
    from inspector.core.client.client import Client

__all__ = ["METHODS", "ItemCall", "make_call", "target_of"]

METHODS: Final = {"tools": "tools/call", "prompts": "prompts/get", "resources": "resources/read"}
"""Kind of an item → the method that calls it."""


@dataclass(frozen=True, slots=True)
class ItemCall:
    """kind: a key of METHODS. name: of the tool or prompt, URI or URI template. arguments: JSON text."""

    kind: str
    name: str
    arguments: str = ""


async def make_call(
    client: Client,
    call: ItemCall,
    on_start: Callable[[int], None] | None = None,
    timeout_s: float | None = None,
) -> Answer:
    """Ask and wait; a task is followed to its end. Raises UsageError for arguments that are no JSON object
    where the method needs one, and what `Client.call` raises."""
    if call.kind == "tools":
        answer = await client.call_tool(
            call.name, call.arguments.encode(), on_start=on_start, timeout_s=timeout_s
        )
        entry = client.tasks.of_call(answer.exchange)
        return (await client.tasks.follow(entry.id) if entry is not None else None) or answer
    if call.kind == "prompts":
        given = _texts(call.arguments)
        return await client.get_prompt(call.name, given, on_start=on_start, timeout_s=timeout_s)
    uri = target_of(call)
    return await client.read_resource(uri, from_cache=False, on_start=on_start, timeout_s=timeout_s)


def target_of(call: ItemCall) -> str:
    """`Exchange.target` of the call: what is called, a template with its values. Raises UsageError."""
    if call.kind == "resources" and "{" in call.name:
        return template_of(call.name).expand(_texts(call.arguments))
    return call.name


def _texts(arguments: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(arguments.strip() or "{}")
    except msgspec.DecodeError as error:
        why = json_error_text(arguments, error)
        raise UsageError(translate("Core", "the arguments are not JSON: {}").format(why)) from error
    if not isinstance(value, dict):
        raise UsageError(translate("Core", "the arguments must be a JSON object"))
    return value
