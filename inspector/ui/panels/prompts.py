"""Prompts: choose one, fill in its arguments, see the messages it makes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.client.client import Answer
from inspector.core.client.completion import Reference, prompt_reference
from inspector.protocol.jsonrpc import encode_request
from inspector.ui.panels import PanelContext
from inspector.ui.panels.calling.call_form import FormNames
from inspector.ui.panels.calling.calling import Shown, Started
from inspector.ui.panels.calling.text_arguments import text_arguments
from inspector.ui.panels.completing import CompletingPanel
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.paged import PagedRows

__all__ = ["PromptsPanel"]


class PromptsPanel(CompletingPanel):
    """Every prompt of a server."""

    KINDS = ("prompts",)

    def __init__(self, context: PanelContext) -> None:
        translate = QCoreApplication.translate
        self._prompts: dict[str, dict[str, Any]] = {}
        self._rows = PagedRows("prompts", _row)
        super().__init__(
            context,
            ItemList(
                "prompt_list",
                "prompt_filter",
                translate("Prompts", "Filter prompts"),
                translate("Prompts", "The server lists no prompts."),
            ),
            FormNames(
                "prompt_form", "prompt_switch", "prompt_get", "prompt_cancel", translate("Prompts", "Get")
            ),
            "prompt_result",
            translate(
                "Prompts", "Fill in the arguments and press Get.\nThe messages of the prompt appear here."
            ),
        )

    def items(self) -> list[Item]:
        catalog = self.context.client.catalog
        self._prompts = {prompt["name"]: prompt for prompt in catalog.prompts}
        return self._rows.rows(catalog)

    def entries(self) -> dict[str, dict[str, Any]]:
        return self._prompts

    def shown(self, key: str) -> Shown | None:
        prompt = self._prompts.get(key)
        if prompt is None:
            return None
        given = prompt.get("arguments")
        arguments = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
        return Shown(key, _text(prompt, "title"), _text(prompt, "description"), _arguments_schema(arguments))

    def reference(self, key: str) -> Reference | None:
        return prompt_reference(key)

    async def call(self, key: str, arguments: str, started: Started) -> Answer:
        return await self.context.client.get_prompt(
            key, text_arguments(arguments), on_start=started, **self.form.call_options()
        )

    def request(self, key: str, arguments: str) -> bytes:
        return encode_request(1, "prompts/get", {"name": key, "arguments": text_arguments(arguments)})

    def command(self, key: str, arguments: str) -> list[str]:
        return ["prompt", key, *(f"{name}={value}" for name, value in text_arguments(arguments).items())]


def _row(prompt: dict[str, Any]) -> Item:
    return Item(prompt["name"], prompt["name"], _text(prompt, "title"), _text(prompt, "description"))


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _arguments_schema(arguments: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema of arguments that are all texts: those of a prompt.

    arguments: objects with name, and optionally title, description, required.
    """
    named = [argument for argument in arguments if isinstance(argument.get("name"), str)]
    return {
        "type": "object",
        "properties": {
            argument["name"]: {
                "type": "string",
                **{
                    key: argument[key]
                    for key in ("title", "description")
                    if isinstance(argument.get(key), str)
                },
            }
            for argument in named
        },
        "required": [argument["name"] for argument in named if argument.get("required") is True],
    }
