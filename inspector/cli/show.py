"""`mcpdi show FILE`: the records of a saved session, one a line."""

from __future__ import annotations

from pathlib import Path

import click

from inspector.cli.options import json_option

__all__ = ["show"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def show(file: Path, json: bool) -> int:
    """Print the records of a session file (--trace, or saved in the window).

    With --json every line is an object that carries the raw text of its record.
    """
    import sys

    from inspector.cli.output import Output, silence
    from inspector.trace.files import json_lines, show_lines
    from inspector.trace.journal import Journal

    output = Output(json)
    journal = Journal.open(file)
    try:
        for line in json_lines(journal) if json else show_lines(journal):
            output.answer(line if isinstance(line, bytes) else line.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
    finally:
        journal.close()
    return 0
