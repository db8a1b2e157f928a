"""`mcpdi prompt NAME`: get a prompt filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inspector.cli.declaring import request_extras
from inspector.cli.options import common_options, name_value_pairs, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["prompt"]


@click.command
@click.argument("name")
@click.argument("pairs", nargs=-1, metavar="[NAME=VALUE]...")
@common_options
def prompt(name: str, pairs: tuple[str, ...], **values: Any) -> int:
    """Get a prompt with its arguments filled in. Prompt arguments are strings."""
    from inspector.cli.start import run_on_server

    arguments = name_value_pairs(pairs)
    for key, value in arguments.items():
        if key.endswith(":"):  # typed as for a tool
            raise click.UsageError(f"prompt arguments are strings: {key[:-1]}={value}")
    common, extras = request_extras(take_common(values))

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.running import finish

        answer = await client.get_prompt(name, arguments, extras=extras)
        return finish(answer, "prompts/get", output)

    return run_on_server(common, work)
