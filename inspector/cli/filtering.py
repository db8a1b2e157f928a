"""The option --filter of every verb that reads a session file: one language, one way to say what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.trace.journal import Journal
    from inspector.trace.query.language import Compiled

__all__ = ["filter_help_option", "note_unseen", "read_filter"]


def _print_help(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from inspector.trace.query.help import help_text

        click.echo(help_text())
        context.exit()


filter_help_option = click.option(
    "--filter-help",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_help,
    help="The filter language.",
)


def read_filter(words: str | None, output: Output) -> Compiled | None:
    """The filter, None without one; what is odd about it is said on stderr.

    Raises UsageError that shows the line and, under it, where the error is.
    """
    if not words:
        return None
    from inspector.errors import UsageError
    from inspector.trace.query.language import FilterError, compile_filter
    from inspector.trace.text_columns import columns

    try:
        where = compile_filter(words)
    except FilterError as error:
        line = " ".join(words.splitlines())
        place = columns(line[: error.column])
        raise UsageError(
            f"--filter, column {error.column + 1}: {error}\n  {line}\n  {' ' * place}^\n"
            "see mcpdi show --filter-help"
        ) from error
    if where.doubt:
        output.note(f"--filter: {where.doubt}")
    return where


def note_unseen(where: Compiled | None, journal: Journal, output: Output) -> None:
    """Say on stderr that the session has no tool or server of a name that the filter asks for."""
    if where is None or not where.names or where.doubt:
        return
    from contextlib import closing

    from inspector.trace.query.seen import unseen

    with closing(journal.reader()) as connection:
        doubt = unseen(connection, where)
    if doubt:
        output.note(f"--filter: {doubt}")
