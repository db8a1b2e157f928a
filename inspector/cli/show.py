"""`mcpdi show FILE`: the records of a saved session, one a line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from inspector.cli.filtering import filter_help_option, read_filter
from inspector.cli.options import json_option

__all__ = ["show"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--filter", "words", metavar="FILTER", help="As in the window: is:error, method == ping …")
@filter_help_option
@json_option
def show(file: Path, words: str | None, json: bool) -> int:
    """Print the records of a session file (--trace, or saved in the window) or of what can be imported.

    With --json every line is an object that carries the raw text of its record.
    """
    from inspector.cli.opening import opened
    from inspector.cli.output import Output, silence
    from inspector.trace.files import json_lines, lines

    output = Output(json)
    where = read_filter(words, output)
    found = False
    with opened(file, output) as journal:
        try:
            for line in json_lines(journal, where) if json else lines(journal, where):
                output.text(line)
                found = True
            if not found:
                output.note("no record passes the filter" if where else "the session holds no records")
        except BrokenPipeError:  # the reader had enough (| head)
            silence(sys.stdout)
    return 0
