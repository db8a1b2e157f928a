"""`mcpdi ladder FILE`: a session as a sequence diagram."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.filtering import note_unseen, read_filter

if TYPE_CHECKING:
    from inspector.trace.journal import Journal
    from inspector.trace.query.language import Compiled

__all__ = ["ladder"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(("svg", "mermaid")), default="mermaid", show_default=True)
@click.option(
    "--filter", "words", metavar="FILTER", help="Only draw calls that match this filter, with their messages."
)
@click.option(
    "-o", "--output", "out", type=click.Path(path_type=Path), help="Write to this file instead of stdout."
)
def ladder(file: Path, form: str, words: str | None, out: Path | None) -> int:
    """Draw a session file: user, client and servers as lanes, every message as an arrow."""
    from inspector.cli.opening import opened
    from inspector.cli.output import Output, silence
    from inspector.errors import UsageError
    from inspector.trace.ladder.export import collect, to_mermaid, to_svg

    output = Output()
    where = read_filter(words, output)
    try:
        with opened(file, output) as journal:
            note_unseen(where, journal, output)
            drawn = collect(journal, _numbers(journal, where))
        text = to_svg(drawn) if form == "svg" else to_mermaid(drawn)
        if drawn.left_out:
            output.note(f"{drawn.left_out:,} later records omitted; use --filter to choose others")
        if not drawn.steps:
            output.note("no call matches the filter" if where else "the session has no records")
        if out is None:
            output.answer(text.rstrip("\n").encode("utf-8", "backslashreplace"))
        else:
            out.write_text(text, encoding="utf-8", errors="backslashreplace")
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from error
    return 0


def _numbers(journal: Journal, where: Compiled | None) -> Sequence[int]:
    from contextlib import closing

    from inspector.trace.ladder.scope import every, of_rows

    with closing(journal.reader()) as connection:
        if where is None:
            return every(connection, 1, journal.last, _always)
        return of_rows(connection, journal.visible("calls", 1, journal.last, where), True, _always)


def _always() -> bool:
    return True
