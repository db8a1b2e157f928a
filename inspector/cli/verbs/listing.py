"""`mcpdi list tools|resources|templates|prompts`: everything the server offers of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from inspector.cli.options import common_options, take_common
from inspector.printable import FIELD_CHARS, PIPE_CHARS, shortened
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.core.client.client import Client

__all__ = ["listing", "older_revision_hint"]

NAME_COLUMNS: Final = 48
MOST_ODD: Final = 10
"""Odd items that are said one by one: a server may send a million."""
_IDENTITY: Final = {"tools": "name", "prompts": "name", "resources": "uri", "templates": "uriTemplate"}


@click.command(name="list")
@click.argument("kind", type=click.Choice(list(_IDENTITY)))
@click.option("--page", is_flag=True, help="Only fetch one page and print the next cursor.")
@click.option("--cursor", metavar="CURSOR", help="Only fetch the page at this cursor.")
@common_options
def listing(kind: str, page: bool, cursor: str | None, **values: Any) -> int:
    """List tools, resources, templates or prompts, all pages."""
    from inspector.cli.start import run_on_server

    async def work(client: Client, output: Output) -> int:
        from inspector.errors import InspectorError

        try:
            if page or cursor is not None:
                await client.list_page(kind, cursor)
            else:
                await client.list_all(kind)
        except InspectorError:
            if client.catalog.items(kind):  # the pages that came before it failed
                _print(client, kind, output)
            raise
        _print(client, kind, output)
        if not client.catalog.items(kind) and (text := await older_revision_hint(client)):
            output.event(text, hint=text)
        return 0

    return run_on_server(take_common(values), work, ("inspector.trace.text_columns",))


async def older_revision_hint(client: Client) -> str:
    """What to say of a server that lists nothing at all; it is asked for its other lists first."""
    if client.info is None or client.info.era != "modern":
        return ""
    from inspector.core.client.older_revision import bare_kinds, list_the_rest, older_offered

    await list_the_rest(client)
    if not (kinds := bare_kinds(client)):
        return ""
    return (
        f"the server lists nothing in revision {client.info.revision},"
        f" although it declares {', '.join(kinds)};"
        f" an older revision may list more: --era {older_offered(client) or 'legacy'}"
    )


def _print(client: Client, kind: str, output: Output) -> None:
    items = client.catalog.items(kind)
    if output.json:
        output.answer(_as_json(client, kind))
    elif items:
        for line in _as_lines(kind, items):
            output.line(line)
    else:
        output.note(f"the server lists no {kind}")
    for note in _notes(client, kind):
        output.note(note)


def _notes(client: Client, kind: str) -> Iterator[str]:
    """What the names alone do not tell."""
    import shlex

    from inspector.protocol.methods import LIST_ENDS

    catalog = client.catalog
    pages = catalog.pages(kind)
    for place, one in enumerate(catalog.odd_items(kind)[:MOST_ODD], 1):
        yield f"invalid item {place}: {one.reason}: {one.raw[:200].decode('utf-8', 'replace')}"
    if (more := catalog.odd.get(kind, 0) - MOST_ODD) > 0:
        yield f"{more:,} more invalid item{'s are' if more > 1 else ' is'} not shown"
    if kind == "tools":
        for name, reasons in catalog.excluded.items():
            yield f"excluded over modern HTTP: {name}: {'; '.join(reasons)}"
    yield from dict.fromkeys(page.trouble for page in pages if page.trouble)
    end = catalog.end(kind)
    if end == "more":
        cursor = shlex.quote(catalog.next_cursor(kind) or "")
        yield f"{len(catalog.items(kind))} items; the next page: --cursor {cursor}"
    elif end:
        yield f"{LIST_ENDS[end]} (page {len(pages)})"


def _as_json(client: Client, kind: str) -> bytes:
    """One object with the items exactly as they came, under the specification's names."""
    from inspector.protocol.jsonrpc import one_line
    from inspector.protocol.methods import LISTS

    raw = [one_line(raw) for page in client.catalog.pages(kind) for raw in page.raws]
    more = b""
    if client.catalog.end(kind) == "more":
        more = b',"nextCursor":' + encode_json(client.catalog.next_cursor(kind))
    return b'{"' + LISTS[kind][1].encode() + b'":[' + b",".join(raw) + b"]" + more + b"}"


def _as_lines(kind: str, items: tuple[dict[str, Any], ...]) -> list[str]:
    import shutil
    import sys

    from inspector.cli.output import is_terminal
    from inspector.trace.text_columns import columns, cut

    key = _IDENTITY[kind]
    # A pipe gets all that is of use; a screen one line an item.
    screen = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else 0

    def told(text: str) -> str:
        return cut(shortened(text, FIELD_CHARS if screen else PIPE_CHARS))

    names = [told(item[key]) for item in items]
    width = max((columns(name) for name in names if columns(name) <= NAME_COLUMNS), default=0)
    lines = []
    for name, item in zip(names, items, strict=True):
        line = name + " " * (width - columns(name)) + "  " + told(_about(item, key))
        lines.append(cut(line.rstrip(), screen))
    return lines


def _about(item: dict[str, Any], key: str) -> str:
    name = item.get("name") if key != "name" else ""
    for text in (item.get("description"), item.get("title"), name, item.get("mimeType")):
        if isinstance(text, str) and text.strip():
            return " ".join(text.split())
    return ""
