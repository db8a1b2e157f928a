"""What the first use needs, loaded after the window is painted: some modules at a time, between two frames.

The start loads what it shows and no more. What a user does first (connect, fill in a form, look at a row,
edit a server) would load the rest in the slot of a click, up to a tenth of a second.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Final

from inspector.ui.loop.tasks import offload

__all__ = ["WARMED", "warm_up"]

_AFTER_S: Final = 0.3  # the first paint and what comes in at the start go first
_PAUSE_S: Final = 0.005  # lets input and paint events through

WARMED: Final = (
    "inspector.core.client.answers",
    "inspector.protocol.channels",
    "inspector.core.client.session",
    "inspector.core.client.catalog",
    "inspector.core.client.failures",
    "inspector.core.client.subscriptions",
    "inspector.core.client.connection",
    "inspector.core.client.requests",
    "inspector.core.client.client",
    "inspector.lint.tables",
    "inspector.core.client.checking",
    "inspector.core.validation.contents",
    "inspector.core.auth.store",
    "inspector.ui.auth.passphrase",
    "inspector.transport.stdio",
    "inspector.ui.text.clamped",
    "inspector.schema.document",
    "inspector.schema.children",
    "inspector.schema.fields",
    "inspector.ui.forms.error_list",
    "inspector.ui.forms.editors.scalar",
    "inspector.ui.forms.editors.lines",
    "inspector.ui.forms.row",
    "inspector.ui.json.editor.code_edit",
    "inspector.ui.text.find_bar",
    "inspector.ui.json.editor.actions",
    "inspector.ui.json.editor.checking",
    "inspector.ui.forms.text_as_json",
    "inspector.ui.forms.editors.blob",
    "inspector.ui.forms.editors.checks",
    "inspector.ui.forms.editors.dates",
    "inspector.ui.forms.editors.objects",
    "inspector.ui.forms.editors.table",
    "inspector.ui.forms.form",
    "inspector.ui.panels.calling.call_form",
    "inspector.ui.panels.calling.call_values",
    "inspector.core.servers.icons",
    "inspector.ui.panels.item_icons",
    "inspector.ui.json.viewer.menu",
    "inspector.ui.json.viewer.value_pane",
    "inspector.ui.json.viewer.viewer",
    "inspector.core.client.call_stderr",
    "inspector.ui.content.page",
    "inspector.ui.content.result",
    "inspector.ui.panels.calling.calling",
    "inspector.ui.panels.tools",
    "inspector.ui.detail.tabs",
    "inspector.ui.detail.pane",
    "inspector.ui.servers.edit_server",
    "inspector.ui.panels.server",
    "inspector.ui.forms.completion",
    "inspector.ui.panels.completing",
    "inspector.ui.session.feed_table",
    "inspector.ui.panels.subscriptions.new_subscription",
    "inspector.ui.panels.subscriptions.subscriptions",
    "inspector.ui.panels.resources",
    "inspector.ui.panels.prompts",
    "inspector.ui.panels.tasks.list",
    "inspector.ui.panels.tasks.tasks",
    "inspector.ui.panels.console",
    "inspector.ui.panels.inputs.form",
    "inspector.ui.panels.inputs.link",
    "inspector.ui.panels.inputs.inputs",
    "inspector.protocol.faults",
    "inspector.core.fault_injection.faults",
    "inspector.ui.panels.fault_injection.table",
    "inspector.ui.panels.fault_injection.bench",
    "inspector.ui.panels.raw",
    "inspector.ui.help.book",
    "inspector.ui.help.browser",
    "inspector.ui.help.window",
)
"""Modules in the order of what they need, so that none loads for longer than a frame lasts."""


async def warm_up() -> None:
    """Load them one after the other; an earlier use loads one as ever."""
    await asyncio.sleep(_AFTER_S)
    for name in WARMED:
        import_module(name)
        await asyncio.sleep(_PAUSE_S)
    await offload(import_module, "markdown_it")  # one step of dozens of modules, none of which knows Qt
