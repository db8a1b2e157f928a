"""A filter that also asks for a stretch of time or of records, or lets the time references through."""

from __future__ import annotations

from dataclasses import replace

from inspector.trace.query.language import Compiled, compile_filter

__all__ = ["after", "with_references", "within"]


def within(where: Compiled | None, start_ns: int, end_ns: int) -> Compiled:
    """What passes the filter and happened from start to end, both in ns since the epoch and both included.

    A row that is a whole call counts with its whole length: what runs in the stretch is seen there. The
    times are compared as they are stored, so that nothing on the edge gets lost in a rounded figure.
    """
    start, end = int(start_ns), int(end_ns)
    there = where if where is not None else compile_filter("")
    runs = f"r.number = r.exchange AND (x.status = 'pending' OR x.ended_ns >= {start})"
    call = f"r.at_ns <= {end} AND (r.at_ns >= {start} OR ({runs}))"
    return replace(
        there,
        text=f"{f'({there.text}) and ' if there.text else ''}at {start}..{end}",
        sql=f"({there.sql}) AND r.at_ns BETWEEN {start} AND {end}",
        calls_sql=f"({there.calls_sql}) AND {call}",
    )


def after(where: Compiled | None, number: int) -> Compiled:
    """What passes the filter and was recorded after the record of that number."""
    there = where if where is not None else compile_filter("")
    later = f"r.number > {int(number)}"
    return replace(
        there,
        text=f"{f'({there.text}) and ' if there.text else ''}number > {int(number)}",
        sql=f"({there.sql}) AND {later}",
        calls_sql=f"({there.calls_sql}) AND {later}",
    )


def with_references(where: Compiled) -> Compiled:
    """What passes the filter, and every time reference: later rows count from it, so it stays in sight."""
    there = "r.number IN (SELECT value FROM json_each(:_references))"
    return replace(
        where, sql=f"({where.sql}) OR {there}", calls_sql=f"({where.calls_sql}) OR {there}", annotated=True
    )
