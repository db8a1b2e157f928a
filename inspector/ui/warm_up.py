"""What the first use needs, loaded after the window is painted: some modules at a time, between two frames.

The start loads what it shows and no more. What a person does first (connect, fill in a form, look at a row,
edit a server) would load the rest in the slot of a click, up to a tenth of a second.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Final

from inspector.recorded import shown
from inspector.ui.tasks import offload

__all__ = ["WARMED", "warm_up"]

_AFTER_S: Final = 0.3  # the first paint and what comes in at the start go first
_PAUSE_S: Final = 0.005  # lets input and paint events through

WARMED: Final = (
    "inspector.core.answers",
    "inspector.protocol.channels",
    "inspector.core.session",
    "inspector.core.catalog",
    "inspector.core.asking",
    "inspector.core.hearing",
    "inspector.core.subscriptions",
    "inspector.core.client",
    "inspector.transport.stdio",
    "inspector.ui.clamped",
    "inspector.schema.document",
    "inspector.schema.children",
    "inspector.schema.fields",
    "inspector.ui.fault_list",
    "inspector.ui.form_scalar",
    "inspector.ui.form_lines",
    "inspector.ui.form_row",
    "inspector.ui.code_edit",
    "inspector.ui.find_bar",
    "inspector.ui.json_actions",
    "inspector.ui.json_checking",
    "inspector.ui.form_content",
    "inspector.ui.form_blob",
    "inspector.ui.form_checks",
    "inspector.ui.form_dates",
    "inspector.ui.form_objects",
    "inspector.ui.form_widgets",
    "inspector.ui.form",
    "inspector.ui.panels.call_form",
    "inspector.ui.panels.call_values",
    "inspector.core.icons",
    "inspector.ui.panels.item_icons",
    "inspector.ui.json_menu",
    "inspector.ui.value_pane",
    "inspector.ui.json_viewer",
    "inspector.ui.panels.result",
    "inspector.ui.panels.calling",
    "inspector.ui.panels.tools",
    "inspector.ui.detail_tabs",
    "inspector.ui.detail",
    "inspector.ui.edit_server",
    "inspector.ui.panels.declared_card",
    "inspector.ui.panels.server",
    "inspector.ui.completion",
    "inspector.ui.panels.completing",
    "inspector.ui.feed_table",
    "inspector.ui.panels.new_subscription",
    "inspector.ui.panels.subscriptions",
    "inspector.ui.panels.resources",
    "inspector.ui.panels.prompts",
    "inspector.ui.panels.task_list",
    "inspector.ui.panels.tasks",
    "inspector.ui.panels.console",
    "inspector.ui.panels.input_form",
    "inspector.ui.panels.input_link",
    "inspector.ui.panels.inputs",
    "inspector.protocol.faults",
    "inspector.core.faults",
    "inspector.ui.panels.fault_table",
    "inspector.ui.panels.fault_bench",
    "inspector.ui.panels.raw",
    "inspector.ui.help_book",
    "inspector.ui.help_browser",
    "inspector.ui.help_window",
)
"""Modules in the order of what they need, so that none loads for longer than a frame lasts."""


async def warm_up() -> None:
    """Load them one after the other; who needs one earlier loads it as ever."""
    await asyncio.sleep(_AFTER_S)
    for name in WARMED:
        import_module(name)
        await asyncio.sleep(_PAUSE_S)
    await offload(import_module, "markdown_it")  # one step of dozens of modules, none of which knows Qt
    await offload(shown, " ")  # in another language it sorts the sentences that are recorded
