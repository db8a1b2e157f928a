"""`mcpdi ladder FILE`: a session as a sequence diagram."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from inspector.cli.filtering import read_filter

__all__ = ["ladder"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(("svg", "mermaid")), default="mermaid", show_default=True)
@click.option(
    "--filter", "words", metavar="FILTER", help="Draw only calls that pass, each with its messages."
)
@click.option(
    "-o", "--output", "out", type=click.Path(path_type=Path), help="Write here instead of to stdout."
)
def ladder(file: Path, form: str, words: str | None, out: Path | None) -> int:
    """Draw a session file: person, client and servers as lanes, every message as an arrow."""
    from contextlib import closing

    from inspector.cli.output import Output, silence
    from inspector.errors import UsageError
    from inspector.trace.journal import Journal
    from inspector.trace.ladder_export import collect, to_mermaid, to_svg
    from inspector.trace.ladder_scope import every, of_rows

    output = Output()
    where = read_filter(words, output)
    journal = Journal.open(file)
    try:
        with closing(journal.reader()) as connection:
            if where is None:
                numbers = every(connection, 1, journal.last, _always)
            else:
                rows = journal.visible("calls", 1, journal.last, where)
                numbers = of_rows(connection, rows, True, _always)
        drawn = collect(journal, numbers)
        text = to_svg(drawn) if form == "svg" else to_mermaid(drawn)
        if drawn.left_out:
            output.note(f"{drawn.left_out:,} later records are left out; --filter chooses others")
        if out is None:
            output.answer(text.rstrip("\n").encode("utf-8", "backslashreplace"))
        else:
            out.write_text(text, encoding="utf-8", errors="backslashreplace")
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from error
    finally:
        journal.close()
    return 0


def _always() -> bool:
    return True
