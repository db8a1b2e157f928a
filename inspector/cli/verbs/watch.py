"""`mcpdi watch [URI...]`: subscribe, and print what changes as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.limits import limit_options, take_limits
from inspector.cli.options import common_options, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["watch"]


@click.command
@click.argument("uris", nargs=-1, metavar="[URI]...")
@click.option(
    "--lists",
    is_flag=True,
    help="Changes to the lists of tools, prompts and resources (the default without a URI).",
)
@click.option(
    "--task", "tasks", multiple=True, metavar="ID", help="Status changes of a task (modern); repeatable."
)
@click.option(
    "--logs", "level", default="", metavar="LEVEL", help="Also log messages of this level and above."
)
@limit_options
@common_options
def watch(uris: tuple[str, ...], lists: bool, tasks: tuple[str, ...], level: str, **values: Any) -> int:
    """Subscribe and print changes, one line per event, until Ctrl+C.

    A server of the modern era gets one subscriptions/listen with all of it; what it does not acknowledge
    is reported. A legacy server gets resources/subscribe for each URI and reports list changes on its own.
    """
    from inspector.cli.start import run_on_server
    from inspector.core.client.logs import LEVELS

    limits = take_limits(values)
    if level and level not in LEVELS:
        raise click.UsageError(f"--logs must be one of {', '.join(LEVELS)}, not {level!r}")
    lists = lists or not (uris or tasks)

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.watching import Watching

        watching = Watching(client, output, limits, changes=True, logs=bool(level))
        if level:
            await client.set_log_level(level)
        await _subscribe(client, output, uris, lists, tasks)
        return await watching.watch()

    return run_on_server(take_common(values), work)


async def _subscribe(
    client: Client, output: Output, uris: tuple[str, ...], lists: bool, tasks: tuple[str, ...]
) -> None:
    subscriptions = client.subscriptions
    if not subscriptions.modern:
        if tasks:
            output.note("in this era, servers report task status on their own, if at all")
        for uri in uris:
            await subscriptions.subscribe(uri)
        return
    from inspector.protocol.subscribing import LIST_KINDS, Filter

    wanted = Filter.of(LIST_KINDS if lists else (), uris, tasks)
    opened = subscriptions.open(wanted)
    await subscriptions.acknowledged(opened)
    if opened.state == "refused":
        raise subscriptions.failure(opened)
