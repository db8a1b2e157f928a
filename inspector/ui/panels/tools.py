"""Tools: choose one, fill in its arguments as a form or as JSON, run it, see the result beside them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QCoreApplication

from inspector.core.client.client import Answer
from inspector.core.client.structured import StructuredCheck, check_structured
from inspector.errors import InspectorError
from inspector.protocol.era.param_headers import header_rows
from inspector.protocol.jsonrpc import decode, encode_request
from inspector.ui.content.remarks import Remark
from inspector.ui.content.result import ResultView
from inspector.ui.loop.tasks import spawn
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.panels.calling.call_form import CallForm, FormNames, argument_views
from inspector.ui.panels.calling.calling import Badge, CallingPanel, Shown, Started, result_view
from inspector.ui.panels.header_table import HeaderTable
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.paged import PagedRows
from inspector.ui.panels.tasks.option import TaskOption

__all__ = ["ToolsPanel", "badges_of"]


class ToolsPanel(CallingPanel):
    """Every tool of a server."""

    KINDS = ("tools",)

    def __init__(self, context: PanelContext, made: tuple[CallForm, ResultView] | None = None) -> None:
        translate = QCoreApplication.translate
        self._tools: dict[str, dict[str, Any]] = {}
        self._excluded: dict[str, tuple[str, ...]] = {}
        self._headers = HeaderTable("tool_headers")
        self._rows = PagedRows("tools", self._row)
        self._task = TaskOption()
        super().__init__(
            context,
            ItemList(
                "tool_list",
                "tool_filter",
                translate("Tools", "Filter tools"),
                translate("Tools", "The server lists no tools."),
            ),
            _form_names(),
            *_result_names(),
            made,
        )
        self.form.add_below(self._headers)
        self.form.text_changed.connect(self._show_headers)
        self.form.text_replaced.connect(self._show_headers)
        self.form.add_below(self._task)

    @classmethod
    def build(cls, context: PanelContext) -> Generator[None, None, Panel]:
        names = _form_names()
        views = argument_views(names)
        yield
        form = CallForm(names, context.client.profile.timeout_s, views)
        yield
        result = result_view(context, *_result_names())
        yield
        panel = cls(context, (form, result))
        yield
        panel.refresh()
        return panel

    def items(self) -> list[Item]:
        catalog = self.context.client.catalog
        self._tools = {tool["name"]: tool for tool in catalog.tools}
        self._excluded = catalog.excluded
        return self._rows.rows(catalog)

    def _row(self, tool: dict[str, Any]) -> Item:
        badges = tuple((letter, role, meaning) for letter, _word, role, meaning in badges_of(tool))
        if (reasons := self._excluded.get(tool["name"])) is not None:
            word = QCoreApplication.translate("Tools", "excluded")
            badges = ((word, "warning", "\n".join(reasons)), *badges)
        return Item(
            key=tool["name"],
            name=tool["name"],
            title=_text(tool, "title"),
            detail=_text(tool, "description"),
            badges=badges,
        )

    def entries(self) -> dict[str, dict[str, Any]]:
        return self._tools

    def shown(self, key: str) -> Shown | None:
        tool = self._tools.get(key)
        if tool is None:
            return None
        schema = tool.get("inputSchema", {})
        return Shown(
            key,
            _text(tool, "title"),
            _text(tool, "description"),
            schema,
            tuple(badges_of(tool)),
            self._warning(key),
        )

    def _warning(self, key: str) -> str:
        reasons = self._excluded.get(key)
        if reasons is None:
            return ""
        text = QCoreApplication.translate(
            "Tools", "Excluded: clients must not use this tool over modern HTTP."
        )
        return "\n".join((text, *(f"· {reason}" for reason in reasons)))

    def show_item(self, key: str) -> None:
        super().show_item(key)
        self._show_headers()
        self._task.set_support(self.context.client.tasks.support(key))

    def _show_headers(self) -> None:
        """Which arguments go out as headers too, while the user types them."""
        client, rows = self.context.client, []
        tool = self._tools.get(self._key)
        if tool is not None and client.transport == "http" and client.info is not None:
            if client.info.era == "modern":
                text = self.form.text().encode("utf-8", "surrogatepass")
                rows = header_rows(tool.get("inputSchema"), decode(text))
        self._headers.show_rows(rows)

    async def remarks(self, key: str, answer: Answer) -> tuple[Remark, ...]:
        """Whether the structured content keeps what the tool promised."""
        tool, info = self._tools.get(key), self.context.client.info
        if tool is None or info is None or not answer.result:
            return ()
        if self.context.client.tasks.of_call(answer.exchange) is not None:
            return ()  # a task that led to nothing
        check = await check_structured(self.context.validator, tool, answer.result, info.revision)
        return _as_remarks(check)

    def refresh(self) -> None:
        super().refresh()
        self._task.set_support(self.context.client.tasks.support(self._key))

    async def call(self, key: str, arguments: str, started: Started) -> Answer:
        """A call that became a task goes on until the task has ended."""
        client = self.context.client
        # Of an excluded one the form says why, and its button "Call anyway".
        answer = await client.call_tool(
            key,
            arguments.encode(),
            on_start=started,
            task=self._task.value(),
            force=True,
            **self.form.call_options(),
        )
        entry = client.tasks.of_call(answer.exchange)
        outcome = await client.tasks.follow(entry.id) if entry is not None else None
        if outcome is None:
            return answer
        started(outcome.exchange)
        return outcome

    def cancel(self) -> None:
        """A call that became a task is cancelled as a task."""
        super().cancel()
        tasks = self.context.client.tasks
        for exchange in self.running():
            entry = tasks.of_call(exchange)
            if entry is not None and not entry.ended:
                spawn(self, self._cancel_task(entry.id), f"cancel task {entry.id}")

    async def _cancel_task(self, task_id: str) -> None:
        with suppress(InspectorError):  # the timeline shows how it ended
            await self.context.client.tasks.cancel(task_id)

    def request(self, key: str, arguments: str) -> bytes:
        """Arguments that are no JSON stand in it as they are."""
        mark = "\0arguments"
        task = self._task.value()
        members = {"task": task} if task is not None else {}
        request = encode_request(1, "tools/call", {"name": key, "arguments": mark, **members})
        return request.replace(b'"\\u0000arguments"', arguments.strip().encode() or b"{}")

    def command(self, key: str, arguments: str) -> list[str]:
        return ["call", key, "--args", arguments, *self._task.words()]


def _form_names() -> FormNames:
    run = QCoreApplication.translate("Tools", "Run")
    return FormNames("tool_form", "form_json_switch", "run_button", "cancel_button", run)


def _result_names() -> tuple[str, str]:
    translate = QCoreApplication.translate
    hint = translate("Tools", "Fill in the arguments and press Run.\nThe result appears here.")
    return "result_view", hint


def _as_remarks(check: StructuredCheck) -> tuple[Remark, ...]:
    translate = QCoreApplication.translate
    if check.state == "matches":
        return (Remark(translate("Tools", "matches its output schema"), "ok"),)
    if check.state == "missing":
        text = translate("Tools", "has an output schema, but returned no structured content")
        return (Remark(text, "error"),)
    if check.state == "unchecked":
        text = translate("Tools", "could not be checked against its output schema")
        return (Remark(text, "warning", (check.reason,)),)
    if check.state == "differs":
        details = tuple(f"{one.pointer or '/'}: {one.message}" for one in check.problems)
        return (Remark(translate("Tools", "does not match its output schema"), "error", details),)
    return ()


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def badges_of(tool: dict[str, Any]) -> list[Badge]:
    """What a tool claims to do; it only claims it. Source: MCP ToolAnnotations."""
    hints = tool.get("annotations")
    hints = hints if isinstance(hints, dict) else {}
    reaches = hints.get("openWorldHint") is True
    return [*_effect(hints), *([_open_world()] if reaches else [])]


def _open_world() -> Badge:
    translate = QCoreApplication.translate
    meaning = translate("Tools", "reaches outside the server, such as the web, according to the server")
    return ("O", translate("Tools", "open world"), "muted", meaning)


def _effect(hints: dict[str, Any]) -> list[Badge]:
    """destructiveHint means something only when readOnlyHint is not true."""
    translate = QCoreApplication.translate
    if hints.get("readOnlyHint") is True:
        meaning = translate("Tools", "changes nothing, according to the server")
        return [("R", translate("Tools", "read-only"), "ok", meaning)]
    if hints.get("destructiveHint") is True:
        meaning = translate("Tools", "may delete or overwrite, according to the server")
        return [("D", translate("Tools", "destructive"), "error", meaning)]
    if hints.get("readOnlyHint") is False or hints.get("destructiveHint") is False:
        meaning = translate("Tools", "changes something, according to the server")
        return [("W", translate("Tools", "writes"), "warning", meaning)]
    return []
