"""Tools: choose one, fill in its arguments as a form or as JSON, run it, see the result beside them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.client import Answer
from inspector.protocol.jsonrpc import encode_request
from inspector.ui.panels import PanelContext
from inspector.ui.panels.call_form import FormNames
from inspector.ui.panels.calling import Badge, CallingPanel, Shown, Started
from inspector.ui.panels.listing import Item, ItemList

__all__ = ["ToolsPanel"]


class ToolsPanel(CallingPanel):
    """Every tool of a server."""

    def __init__(self, context: PanelContext) -> None:
        translate = QCoreApplication.translate
        self._tools: dict[str, dict[str, Any]] = {}
        super().__init__(
            context,
            ItemList(
                "tool_list",
                "tool_filter",
                translate("Tools", "Filter tools"),
                translate("Tools", "The server lists no tools."),
            ),
            FormNames(
                "tool_form", "form_json_switch", "run_button", "cancel_button", translate("Tools", "Run")
            ),
            "result_view",
            translate("Tools", "Fill in the arguments and press Run.\nThe result appears here, beside them."),
        )

    def items(self) -> list[Item]:
        tools = self.context.client.catalog.tools
        self._tools = {tool["name"]: tool for tool in tools}
        return [
            Item(
                key=tool["name"],
                name=tool["name"],
                title=_text(tool, "title"),
                detail=_text(tool, "description"),
                badges=tuple((letter, role, meaning) for letter, _word, role, meaning in _badges(tool)),
            )
            for tool in tools
        ]

    def shown(self, key: str) -> Shown | None:
        tool = self._tools.get(key)
        if tool is None:
            return None
        schema = tool.get("inputSchema", {})
        return Shown(key, _text(tool, "title"), _text(tool, "description"), schema, tuple(_badges(tool)))

    async def call(self, key: str, arguments: str, started: Started) -> Answer:
        return await self.context.client.call_tool(
            key, arguments.encode(), on_start=started, **self.form.call_options()
        )

    def request(self, key: str, arguments: str) -> bytes:
        """Arguments that are no JSON stand in it as they are."""
        mark = "\0arguments"
        request = encode_request(1, "tools/call", {"name": key, "arguments": mark})
        return request.replace(b'"\\u0000arguments"', arguments.strip().encode() or b"{}")

    def command(self, key: str, arguments: str) -> list[str]:
        return ["call", key, "--args", arguments]


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _badges(tool: dict[str, Any]) -> list[Badge]:
    """What a tool claims to do; it only claims it.

    Source: MCP ToolAnnotations; destructiveHint means something only when readOnlyHint is not true.
    """
    hints = tool.get("annotations")
    hints = hints if isinstance(hints, dict) else {}
    translate = QCoreApplication.translate
    if hints.get("readOnlyHint") is True:
        meaning = translate("Tools", "the server says that it changes nothing")
        return [("R", translate("Tools", "read-only"), "ok", meaning)]
    if hints.get("destructiveHint") is True:
        meaning = translate("Tools", "the server says that it may delete or overwrite")
        return [("D", translate("Tools", "destructive"), "error", meaning)]
    if hints.get("readOnlyHint") is False or hints.get("destructiveHint") is False:
        meaning = translate("Tools", "the server says that it changes something")
        return [("W", translate("Tools", "writes"), "warning", meaning)]
    return []
