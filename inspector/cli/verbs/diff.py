"""`mcpdi diff FILE#12 FILE#30`: what two messages, answers, JSON files or whole sessions differ in."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.options import json_option

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.trace.journal import Journal

__all__ = ["diff"]

_SAME, _DIFFERENT = 0, 1
_MAGIC = b"SQLite format 3"
_PLACE = re.compile(r"(?P<file>.*)#(?P<number>\d+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Document:
    title: str
    data: bytes
    record: tuple[Path, int] | None = None  # of which file


@click.command
@click.argument("left", metavar="FILE[#NUMBER]")
@click.argument("right", metavar="FILE[#NUMBER]|#NUMBER")
@click.option(
    "--ignore", "-i", multiple=True, metavar="PATH", help="Path to ignore, such as $..id; repeatable."
)
@click.option("--request", is_flag=True, help="Compare the requests of calls instead of the responses.")
@click.option("--all", "every", is_flag=True, help="Do not ignore the JSON-RPC id and the progress token.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["lines", "markdown", "patch"]),
    default="lines",
    help="Lines (the default), a table, or a JSON Patch (RFC 6902).",
)
@json_option
def diff(
    left: str, right: str, ignore: tuple[str, ...], request: bool, every: bool, form: str, json: bool
) -> int:
    """Compare two JSON documents by structure, or two session files as wholes.

    FILE#12 is record 12 of a session file; for a call, its response, or with --request its request. #30
    alone is a record of the same file. Two session files without a number are compared as wholes: what the
    servers offer, then calls with the same arguments, then what only one has. Apparent ids and times are
    ignored there, unless --all is given. Exit codes as with diff: 0 same, 1 different, 2 error.
    """
    from inspector.cli.output import Output
    from inspector.render.diff import compare
    from inspector.render.diff_noise import ALWAYS
    from inspector.render.diff_text import as_json_lines, as_lines, as_markdown, as_patch, summary

    output = Output(json)
    if _is_session(left) and _is_session(right):
        if request or form != "lines":
            raise click.UsageError("--request and --format are for two records or JSON files")
        return _sessions(Path(left), Path(right), ignore, every, output)
    if right.startswith("#"):
        named = _PLACE.fullmatch(left)
        right = (named["file"] if named else left) + right
    first, second = _document(left, request, output), _document(right, request, output)
    found = compare(first.data, second.data, [*ignore, *(() if every else ALWAYS)])
    differences = found.differences()
    if json:
        for line in as_json_lines(found):
            output.answer(line)
    elif form == "markdown":
        output.answer(as_markdown(found, first.title, second.title).rstrip())
    elif form == "patch":
        if found.text:
            raise click.UsageError(f"a JSON Patch requires two JSON documents: {found.text}")
        output.answer(as_patch(found))
    else:
        for line in as_lines(found):
            output.text(line)
    output.note(summary(found))
    if first.record is not None and first.record == second.record:
        output.note(_same_record(left, right, first.title))
    return _DIFFERENT if differences else _SAME


def _is_session(place: str) -> bool:
    try:
        with open(place, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except (OSError, ValueError):
        return False


def _sessions(left: Path, right: Path, ignore: tuple[str, ...], every: bool, output: Output) -> int:
    from inspector.cli.opening import opened
    from inspector.cli.output import silence
    from inspector.core.comparison.sessions import compare_sessions
    from inspector.core.comparison.text import as_json_objects, as_lines, summary
    from inspector.recorded import encode_json

    titles = (left.name, right.name) if left.name != right.name else (str(left), str(right))
    with opened(left, output) as first, opened(right, output) as second:
        found = compare_sessions(first, second, _always, ignore, noise_counts=every)
    assert found is not None  # it is not cancelled
    try:
        if output.json:
            for one in as_json_objects(found):
                output.answer(encode_json(one))
        else:
            for line in as_lines(found, *titles):
                output.line(line)
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
    output.note(summary(found, *titles))
    return _DIFFERENT if found.is_different() else _SAME


def _always(_done: int) -> bool:
    return True


def _document(place: str, request: bool, output: Output) -> _Document:
    """Raises click.UsageError for what is not there."""
    found = _PLACE.fullmatch(place)
    if found is None or not Path(found["file"]).is_file():
        try:
            data = Path(place).read_bytes()
        except OSError as error:
            raise click.UsageError(f"cannot read {place}: {error.strerror}") from error
        if data.startswith(_MAGIC):
            raise click.UsageError(f"choose a record of the session file: {place}#NUMBER")
        return _Document(Path(place).name, data)
    from inspector.cli.opening import opened

    with opened(Path(found["file"]), output) as journal:
        return _record(journal, Path(found["file"]).resolve(), int(found["number"]), request)


def _same_record(left: str, right: str, title: str) -> str:
    both = {left.rpartition("#")[2], right.rpartition("#")[2]}
    if len(both) == 1:
        return f"both sides are record {title}"
    return (
        f"both sides are record {title}: both numbers belong to one call;"
        " use --request to compare the requests"
    )


def _record(journal: Journal, file: Path, number: int, request: bool) -> _Document:
    exchange = journal.exchange(number)
    shown = number
    if exchange is not None and exchange.number == number and not request:
        if not exchange.answer:
            raise click.UsageError(f"#{number} has no response; use --request to compare the requests")
        shown = exchange.answer
    record = journal.record(shown)
    if record is None:
        raise click.UsageError(f"there is no record #{number}; the last one is #{journal.last}")
    return _Document(f"#{shown}", record.raw, (file, shown))
