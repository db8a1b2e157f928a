"""`mcpdi list tools|resources|templates|prompts`: everything the server offers of one kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, take_common

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client import Client

__all__ = ["listing"]

NAME_COLUMNS: Final = 48
_IDENTITY: Final = {"tools": "name", "prompts": "name", "resources": "uri", "templates": "uriTemplate"}


@click.command(name="list")
@click.argument("kind", type=click.Choice(list(_IDENTITY)))
@common_options
def listing(kind: str, **values: Any) -> int:
    """List tools, resources, templates or prompts, all pages."""
    from inspector.cli.start import run_on_server

    async def work(client: Client, output: Output) -> int:
        items = await client.list_all(kind)
        if output.json:
            output.answer(_as_json(client, kind))
        elif items:
            output.text("\n".join(_as_lines(kind, items)))
        else:
            output.note(f"the server lists no {kind}")
        if odd := client.catalog.odd.get(kind, 0):
            output.note(f"{odd} of the items could not be read; --trace keeps them as they came")
        return 0

    return run_on_server(take_common(values), work)


def _as_json(client: Client, kind: str) -> bytes:
    """One object with the items exactly as they came, under the specification's name."""
    from inspector.protocol.jsonrpc import one_line
    from inspector.protocol.methods import LISTS

    names = dict.fromkeys(item[_IDENTITY[kind]] for item in client.catalog.items(kind))
    raw = [one_line(client.catalog.raw(kind, name)) for name in names]
    return b'{"' + LISTS[kind][1].encode() + b'":[' + b",".join(raw) + b"]}"


def _as_lines(kind: str, items: tuple[dict[str, Any], ...]) -> list[str]:
    import shutil
    import sys

    from inspector.trace.columns import columns, cut

    key = _IDENTITY[kind]
    names = [cut(item[key]) for item in items]
    width = max((columns(name) for name in names if columns(name) <= NAME_COLUMNS), default=0)
    # A pipe gets whole texts; a screen one line an item.
    screen = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    lines = []
    for name, item in zip(names, items, strict=True):
        line = name + " " * (width - columns(name)) + "  " + cut(_about(item, key))
        lines.append(cut(line.rstrip(), screen))
    return lines


def _about(item: dict[str, Any], key: str) -> str:
    name = item.get("name") if key != "name" else ""
    for text in (item.get("description"), item.get("title"), name, item.get("mimeType")):
        if isinstance(text, str) and text.strip():
            return " ".join(text.split())
    return ""
