"""`mcpdi export FILE OUT`: a session, or a part of it, in another format."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from inspector.cli.filtering import note_unseen, read_filter

if TYPE_CHECKING:
    from inspector.cli.output import Output
    from inspector.trace.journal import Journal
    from inspector.trace.redaction.redact import Redactor

__all__ = ["export"]

STDOUT: Final = "-"
SESSION: Final = "mcptrace"
FORMATS: Final = ("jsonl", "har", "csv", "md", "otlp", SESSION)
_BECOMES: Final = (
    (
        ".jsonl",
        "One record per line, complete; mcpdi import reads it back without loss. The first line lists the"
        " connections. A record has number, at_ns, direction, kind, method, id and its bytes as raw (or"
        " raw_base64); the request of a call has status, detail, duration_ms and the rest in call; findings,"
        " mark and comment stand where there are some.",
    ),
    (
        ".har",
        "HAR 1.2, for the network pane of a browser and for proxies. An HTTP request is an entry with heads"
        " and bodies as they came; a WebSocket one entry with its _webSocketMessages; a call over stdio an"
        " entry POST stdio://SERVER/METHOD. _mcp has server, method, id, status and numbers of records. A"
        " call without an answer has status 0.",
    ),
    (
        ".csv",
        "The columns of the timeline, a row a message; times in UTC, durations in ms. A cell that a"
        " spreadsheet would take for a formula gets an apostrophe before it.",
    ),
    (".md", "A report to read: connections, summary, errors, then every call. Long bodies are cut."),
    (
        ".otlp.json",
        "OpenTelemetry spans, ready for POST /v1/traces: one a call, of the service mcp-desktop-inspector,"
        " the server as peer.service. A traceparent in _meta stays the parent. Bodies are left out.",
    ),
    (".mcptrace", "A session file, whole or in part."),
)
_SECRETS: Final = (
    "--redact replaces what stands under a telling name (password, token, Authorization …) or looks like a"
    " well-known token, wherever it turns up, by names such as «token-1», the same in the whole file. Sizes"
    " and lengths stay those of the wire. The whole of a cut line is left out. Read the result before"
    " you send it."
)


class _WithFormats(click.Command):
    """Its help ends with what becomes of what in each format."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Formats"):
            formatter.write_dl(_BECOMES)
        with formatter.section("Secrets"):
            formatter.write_text(_SECRETS)
        super().format_epilog(ctx, formatter)


@click.command(cls=_WithFormats)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--format", "key", type=click.Choice(FORMATS), help="Default: by the extension of OUT.")
@click.option("--filter", "words", metavar="FILTER", help="Only records that match this filter.")
@click.option("--marked", is_flag=True, help="Only marked records.")
@click.option(
    "--whole", is_flag=True, help="Include everything that belongs to these calls, with stderr of that time."
)
@click.option("--redact", is_flag=True, help="Replace secrets with names such as «token-1».")
@click.option("--redact-key", multiple=True, metavar="NAME", help="Also redact this key, header or option.")
@click.option("--redact-emails", is_flag=True, help="Also redact email addresses.")
@click.option("--redact-homes", is_flag=True, help="Also redact user names in home folder paths.")
@click.option("--preview", is_flag=True, help="Only list what would be redacted, with secrets masked.")
def export(
    file: Path,
    out: Path,
    key: str | None,
    words: str | None,
    marked: bool,
    whole: bool,
    redact: bool,
    redact_key: tuple[str, ...],
    redact_emails: bool,
    redact_homes: bool,
    preview: bool,
) -> int:
    """Export a session file, or another program's recording, in another format. OUT - is stdout."""
    from inspector.cli.opening import opened
    from inspector.cli.output import Output
    from inspector.errors import UsageError
    from inspector.trace.redaction.redact import Redactor
    from inspector.trace.redaction.secret_rules import Rules
    from inspector.trace.storage import require_other

    output = Output()
    wanted = redact or bool(redact_key) or redact_emails or redact_homes or preview
    redactor = Redactor(Rules(redact_key, redact_emails, redact_homes)) if wanted else None
    key = key or _format_of(out)
    if key == SESSION and str(out) == STDOUT and not preview:
        raise UsageError("a session file cannot be written to stdout; choose a file")
    if not preview:
        require_other(out, file)
    with opened(file, output) as journal:
        if preview:
            assert redactor is not None
            return _preview(journal, _chosen(journal, words, marked, whole, output), redactor, output)
        numbers = _chosen(journal, words, marked, whole, output) if words or marked else None
        if key == SESSION:
            return _save(journal, out, redactor, numbers, output)
        everything = range(1, journal.last + 1)
        return _write(journal, everything if numbers is None else numbers, key, out, redactor, output)


def _format_of(out: Path) -> str:
    from inspector.errors import UsageError
    from inspector.trace.export import EXPORTS

    if out.name.endswith(f".{SESSION}"):
        return SESSION
    fitting = [one for one in EXPORTS.values() if out.name.lower().endswith(one.suffix)]
    if not fitting:
        endings = ", ".join((*(one.suffix for one in EXPORTS.values()), f".{SESSION}"))
        raise UsageError(f"{out} has no known extension; use --format, or one of the extensions {endings}")
    return fitting[0].key


def _chosen(journal: Journal, words: str | None, marked: bool, whole: bool, output: Output) -> Sequence[int]:
    from inspector.trace.export.entries import whole_exchanges

    where = read_filter(words, output)
    note_unseen(where, journal, output)
    numbers = journal.visible("messages", 1, journal.last, where)
    if marked:
        kept = set(journal.annotations.marked())
        numbers = array("q", (number for number in numbers if number in kept))
    return whole_exchanges(journal, numbers) if whole else numbers


def _write(
    journal: Journal, numbers: Sequence[int], key: str, out: Path, redactor: Redactor | None, output: Output
) -> int:
    from inspector.cli.opening import in_place_of
    from inspector.cli.output import silence
    from inspector.trace.export import export_bytes, export_to_file
    from inspector.trace.files import size_text

    if str(out) != STDOUT:
        older = in_place_of(out)
        size = export_to_file(journal, numbers, key, out, redactor)
        output.note(f"wrote {out} ({len(numbers)} records, {size_text(size)}){older}")
        return 0
    try:
        for piece in export_bytes(journal, numbers, key, redactor):
            output.piece(piece)
    except BrokenPipeError:
        silence(sys.stdout)
    return 0


def _save(
    journal: Journal, out: Path, redactor: Redactor | None, numbers: Sequence[int] | None, output: Output
) -> int:
    from inspector.cli.opening import in_place_of
    from inspector.trace.copying import save_copy

    count, older = journal.last, in_place_of(out)
    if redactor is None and numbers is None:
        journal.save_as(out)
    else:
        count = save_copy(journal, out, redactor, numbers=numbers)
    output.note(f"wrote {out} ({count} records){older}")
    return 0


def _preview(journal: Journal, numbers: Sequence[int], redactor: Redactor, output: Output) -> int:
    from inspector.cli.output import silence
    from inspector.trace.export.entries import open_entries

    count = 0
    try:
        with open_entries(journal, redactor) as entries:
            for _ in entries.find_secrets():
                pass
            for page in entries.pages(array("q", numbers)):
                for record in page:
                    for one in redactor.replacements(record):
                        count += 1
                        output.line(f"#{one.record}  {one.place}  {one.masked}  →  {one.after}")
    except BrokenPipeError:  # the reader had enough (| head)
        silence(sys.stdout)
        return 0
    output.note(f"{count} replacements of {len(redactor.found)} secrets")
    return 0
