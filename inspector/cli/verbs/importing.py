"""`mcpdi import FILE OUT`: what another program recorded, as a session file."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["import_verb"]


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def import_verb(file: Path, out: Path) -> int:
    """Convert a recording to the session file OUT.

    Formats, detected by content: our JSON Lines, HAR containing MCP, Claude Desktop logs
    (mcp-server-NAME.log, mcp.log), exports of the official MCP Inspector.
    """
    from inspector.cli.opening import in_place_of, say_imported
    from inspector.cli.output import Output
    from inspector.trace.imports import import_file
    from inspector.trace.journal import Journal

    output = Output()
    journal = Journal.create()  # an older file at OUT is replaced only by one that could be read
    try:
        imported = import_file(file, journal)
        older = in_place_of(out)
        journal.save_as(out)
    finally:
        journal.close()
    say_imported(imported, output)
    if imported is not None:
        output.note(f"wrote {out} ({imported.records} records, read as {imported.title}){older}")
    return 0
