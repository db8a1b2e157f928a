"""`mcpdi read URI`: read a resource."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import common_options, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client import Client

__all__ = ["read"]


@click.command
@click.argument("uri")
@common_options
def read(uri: str, **values: Any) -> int:
    """Read a resource."""
    from inspector.cli.start import run_on_server

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.running import finish

        return finish(await client.read_resource(uri), "resources/read", output)

    return run_on_server(take_common(values), work)
