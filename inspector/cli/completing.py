"""What a shell may complete beside verbs and options: servers and tools. No server is asked for it."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import click

__all__ = ["server_names", "tool_names"]


def server_names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Saved servers, and the demo."""
    from inspector.core.servers.saved_servers import Profiles

    profiles = Profiles()
    profiles.load()
    return [name for name in (*profiles.names(), "demo") if name.startswith(begun)]


def tool_names(context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Those of the demo, or those that were used in the window: of the server that is named, or of all."""
    server = context.params.get("on") or _named_later()
    if server == "demo":
        from inspector.demo.features import TOOLS

        names = list(TOOLS)
    else:
        names = _used(server)
    return [name for name in names if name.startswith(begun)]


def _named_later() -> str:
    """The server of a line whose cursor stands before `--on`."""
    words = os.environ.get("COMP_WORDS", "").split()
    return next((after for word, after in pairwise(words) if word == "--on"), "")


def _used(server: str) -> list[str]:
    import platformdirs

    from inspector.core.storage.plain_files import APP_NAME
    from inspector.core.storage.value_history import used_tools

    path = Path(platformdirs.user_state_path(APP_NAME, appauthor=False)) / "values.sqlite"
    return used_tools(path, server)
