"""`mcpdi stats FILE`: how many calls of what, how they ended and how long they took."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.filtering import note_unseen, read_filter
from inspector.cli.options import json_option
from inspector.recorded import encode_json

if TYPE_CHECKING:
    from inspector.trace.statistics.statistics import Messages

__all__ = ["stats"]


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--filter", "words", metavar="FILTER", help="Only count calls that match this filter.")
@json_option
def stats(file: Path, words: str | None, json: bool) -> int:
    """Print statistics of a session file, one line per server, method and target.

    Times are from sending the request to the complete response. With --json: one object with calls, and
    messages by kind.
    """
    from inspector.cli.opening import opened
    from inspector.cli.output import Output, silence
    from inspector.trace.statistics.statistics import Messages, Statistics, summarise
    from inspector.trace.statistics.text import as_columns, as_json

    output = Output(json)
    where = read_filter(words, output)
    calls, messages = Statistics(where), Messages(where)
    try:
        with opened(file, output) as journal:
            note_unseen(where, journal, output)
            for _share in calls.update(journal, journal.last, _always):
                pass
            for _share in messages.update(journal, journal.last, _always) if json else ():
                pass
        lines = [(key, summarise([group])) for key, group in sorted(calls.groups().items())]
        if json:
            document = {"calls": [as_json(line) for line in lines], "messages": _sorts(messages)}
            output.answer(encode_json(document))
        elif lines:
            for text in as_columns(lines):
                output.line(text)
        else:
            output.note("no call matches the filter" if where else "the session has no calls")
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
    return 0


def _always() -> bool:
    return True


def _sorts(messages: Messages) -> list[dict[str, str | int]]:
    return [
        {
            "server": sort.server,
            "direction": sort.direction,
            "kind": sort.kind,
            "method": sort.method,
            "count": count,
            "bytes": size,
        }
        for sort, (count, size) in sorted(messages.counts.items())
    ]
