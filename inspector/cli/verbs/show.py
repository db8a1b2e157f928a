"""`mcpdi show FILE`: the records of a saved session, one a line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from inspector.cli.filtering import filter_help_option, note_unseen, read_filter
from inspector.cli.options import json_option
from inspector.cli.showing import FORMS, shown_as

__all__ = ["show"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--filter",
    "words",
    metavar="FILTER",
    help="Filter, such as is:error or method == ping; see --filter-help.",
)
@filter_help_option
@click.option(
    "--as",
    "form",
    type=click.Choice(FORMS),
    help="Requests as mcpdi, curl or pipe commands; calls as a Markdown or CSV table.",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 if nothing is found, like grep.")
@json_option
def show(file: Path, words: str | None, form: str | None, exit_code: bool, json: bool) -> int:
    """Print the records of a session file (--trace, or saved in the window) or of what can be imported.

    With --json, every line is an object with the raw text of its record.
    """
    from inspector.cli.exit_codes import ExitCode
    from inspector.cli.opening import opened
    from inspector.cli.output import Output, silence
    from inspector.trace.files import json_lines, lines

    if form and json:
        raise click.UsageError("use --as or --json, not both")
    output = Output(json)
    where = read_filter(words, output)
    found = False
    with opened(file, output) as journal:
        note_unseen(where, journal, output)
        try:
            if form:
                found_lines = shown_as(journal, where, form, output)
            else:
                found_lines = json_lines(journal, where) if json else lines(journal, where)
            for line in found_lines:
                if form or json:
                    output.answer(line)
                else:
                    output.line(line)
                found = True
            if not found:
                output.note(_nothing(form, filtered=where is not None))
        except BrokenPipeError:  # the reader had enough (| head)
            found = True
            silence(sys.stdout)
    return ExitCode.OTHER if exit_code and not found else ExitCode.DONE


def _nothing(form: str | None, *, filtered: bool) -> str:
    what = f"record that can be written as {form}" if form else "record"
    return f"no {what} matches the filter" if filtered else f"the session has no {what}"
