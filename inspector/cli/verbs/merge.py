"""`mcpdi merge FILE FILE … OUT`: several session files on one clock."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["merge_verb"]


@click.command("merge")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--shift",
    "shifts",
    multiple=True,
    type=float,
    metavar="SECONDS",
    help="Seconds added to the times of a file; the first --shift is for the first file, and so on.",
)
def merge_verb(files: tuple[Path, ...], out: Path, shifts: tuple[float, ...]) -> int:
    """Merge the records of all files, ordered by time, into the session file OUT."""
    from inspector.cli.opening import in_place_of
    from inspector.cli.output import Output
    from inspector.errors import UsageError
    from inspector.trace.copying import merge

    if len(files) < 2:
        raise UsageError("give at least two session files, then the output file")
    if len(shifts) > len(files):
        raise UsageError(f"{len(shifts)} --shift options for {len(files)} files")
    older = in_place_of(out)
    count = merge(files, out, [round(shift * 1e9) for shift in shifts])
    Output().note(f"wrote {out} ({count} records of {len(files)} files){older}")
    return 0
