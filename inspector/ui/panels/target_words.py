"""How mcpdi reaches the server of a panel."""

from __future__ import annotations

from inspector.transport import StdioTarget
from inspector.ui.json.editor.own_object import written
from inspector.ui.panels import PanelContext

__all__ = ["target_words"]


def target_words(context: PanelContext) -> list[str]:
    """The end of an mcpdi command line that reaches this server."""
    profile = context.client.profile
    declared = (("--declare", profile.capabilities), ("--client-info", profile.client_info))
    words = [word for option, own in declared if own is not None for word in (option, written(own, False))]
    if isinstance(profile.target, StdioTarget):
        return [*words, "--", profile.target.command, *profile.target.args]
    return [*words, "--on", profile.target.url]
