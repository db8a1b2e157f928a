"""`mcpdi call TOOL`: call a tool; the arguments reach the wire exactly as given."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.options import common_options, read_text_argument, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client import Client
    from inspector.protocol.records import Exchange

__all__ = ["call"]


@click.command
@click.argument("tool")
@click.argument("pairs", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--args", "arguments", metavar="JSON|@FILE|-", help="All arguments as one JSON text.")
@common_options
def call(tool: str, pairs: tuple[str, ...], arguments: str | None, **values: Any) -> int:
    """Call a tool.

    NAME=VALUE is typed by the tool's schema; NAME:=JSON is sent as that JSON. With --args the JSON goes out
    token for token (9007199254740993, 1.10 and duplicate keys stay). An unknown tool is called, not refused.
    """
    from inspector.cli.start import run_on_server

    if pairs and arguments is not None:
        raise click.UsageError("give the arguments either as NAME=VALUE or with --args, not both")
    for pair in pairs:
        if "=" not in pair:
            raise click.UsageError(f"“{pair}” is not NAME=VALUE; a server's command stands after --")
    data = _checked(read_text_argument(arguments, "--args")) if arguments is not None else b"{}"

    async def work(client: Client, output: Output) -> int:
        from inspector.cli.running import finish

        text = await _typed(client, tool, pairs, output) if pairs else data
        assert client.info is not None
        if not pairs and client.info.era == "modern" and client.transport == "http":
            await client.list_all("tools")  # its schema may name arguments that also go out as headers
        progress = _show_progress if sys.stderr.isatty() and not output.json else None
        answer = await client.call_tool(tool, text, on_progress=progress)
        return finish(answer, "tools/call", output)

    needs = ("inspector.render", "inspector.schema.arguments") if pairs else ("inspector.render",)
    return run_on_server(take_common(values), work, needs)


async def _typed(client: Client, tool: str, pairs: tuple[str, ...], output: Output) -> bytes:
    from inspector.errors import ErrorAnswer
    from inspector.schema.arguments import arguments_from_pairs

    schema: Any = None
    try:
        tools = await client.list_all("tools")
        schema = next((item.get("inputSchema") for item in tools if item["name"] == tool), None)
    except ErrorAnswer as error:
        output.note(f"{error}; the arguments are typed without a schema")
    else:
        if schema is None:
            output.note(f"the server does not list a tool “{tool}”; calling it all the same")
    return arguments_from_pairs(schema if isinstance(schema, dict) else {}, list(pairs))


def _checked(data: bytes) -> bytes:
    import msgspec

    try:
        msgspec.json.decode(data, type=msgspec.Raw)
        data.decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(
            f"--args is not JSON: {error}; `mcpdi send` sends any text on purpose"
        ) from error
    return data


def _show_progress(exchange: Exchange) -> None:
    of = f" of {exchange.total:g}" if exchange.total >= 0 else ""
    print(f"progress {exchange.progress:g}{of} {exchange.message}".rstrip(), file=sys.stderr)
