"""`mcpdi set-level LEVEL`: set the log level, and print log messages as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.limits import limit_options, take_limits
from inspector.cli.options import common_options, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["set_level"]


@click.command("set-level")
@click.argument("level")
@limit_options
@common_options
def set_level(level: str, **values: Any) -> int:
    """Set the log level (debug, info, notice, warning, error, critical, alert, emergency) and print log
    messages until Ctrl+C.

    The level lasts as long as the connection, so --call runs a tool on it. The modern era has no
    sessions: every request carries the level, and messages come with the requests.
    """
    from inspector.cli.start import run_on_server
    from inspector.core.client.logs import LEVELS

    limits = take_limits(values)
    if level not in LEVELS:
        raise click.UsageError(f"LEVEL must be one of {', '.join(LEVELS)}, not {level!r}")

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.watching import Watching

        watching = Watching(client, output, limits, changes=False, logs=True)
        await client.set_log_level(level)
        if client.subscriptions.modern and not limits.tool:
            output.note("in this era, servers only log during requests: use --call TOOL to see messages")
            return 0
        if not client.logs.offered:
            output.note("the server does not declare the logging capability")
        return await watching.watch()

    return run_on_server(take_common(values), work)
