"""Figures of a session as text: columns for a terminal, CSV, Markdown, members of JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from inspector.trace.files import duration_text, size_text
from inspector.trace.statistics.statistics import Key, Summary
from inspector.trace.table_cells import csv_cell, markdown_text
from inspector.trace.text_columns import columns, cut, fit
from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["OTHERS", "Line", "as_columns", "as_csv", "as_json", "as_markdown", "label"]

Line = tuple[Key, Summary]

OTHERS: Final = QT_TRANSLATE_NOOP("Trace", "(other targets)")
_HEADS: Final = (
    "server", "method", "target", "count", "errors", "lost", "cancelled", "pending",
    "min", "p50", "p95", "p99", "max", "out", "in",
)  # fmt: skip
_COUNTS: Final = ("count", "errors", "lost", "cancelled", "pending")
_TIMES: Final = ("least", "p50", "p95", "p99", "most")
_MOST_TARGET: Final = 40


def label(key: Key) -> str:
    """The method, with a sign when it is the server that asks."""
    return f"← {key.method}" if key.direction == "in" else key.method


def _texts(line: Line) -> list[str]:
    key, figures = line
    return [
        key.server, label(key), OTHERS if key.others else key.target,
        *(f"{getattr(figures, name):,}" for name in _COUNTS),
        *("" if (value := getattr(figures, name)) < 0 else duration_text(value) for name in _TIMES),
        size_text(figures.bytes_out), size_text(figures.bytes_in),
    ]  # fmt: skip


def as_columns(lines: Iterable[Line]) -> list[str]:
    """A line a group under one of headings, numbers to the right."""
    table = [list(_HEADS), *(_texts(line) for line in lines)]
    for row in table:
        row[:3] = [cut(text, _MOST_TARGET) for text in row[:3]]
    widths = [max(columns(row[place]) for row in table) for place in range(len(_HEADS))]
    return [
        "  ".join(
            fit(text, width) if place < 3 else " " * (width - columns(text)) + text
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def as_markdown(lines: Iterable[Line]) -> str:
    """A Markdown table."""
    rows = [_HEADS, *(_texts(line) for line in lines)]
    cells = ["| " + " | ".join(markdown_text(cut(text)) for text in row) + " |" for row in rows]
    cells.insert(1, "|---|---|---|" + "---:|" * (len(_HEADS) - 3))
    return "\n".join(cells) + "\n"


def as_csv(lines: Iterable[Line]) -> str:
    """Numbers without units: times in milliseconds, sizes in bytes."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [f"{head}_ms" if head in ("min", "p50", "p95", "p99", "max") else head for head in _HEADS]
    writer.writerow([heads[0], "direction", *heads[1:]])
    for key, figures in lines:
        names = map(csv_cell, (key.server, key.direction, key.method, _target(key)))
        writer.writerow([*names, *_numbers(figures)])
    return out.getvalue()


def as_json(line: Line) -> dict[str, Any]:
    """Members of one group; times in milliseconds, left out while no call was answered."""
    key, figures = line
    names = (*_COUNTS, "bytes_out", "bytes_in")
    times = zip(("min_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"), _TIMES, strict=True)
    return {
        "server": key.server,
        "direction": key.direction,
        "method": key.method,
        **({"others": True} if key.others else {"target": key.target}),
        **{name: getattr(figures, name) for name in names},
        **{name: value / 1e6 for name, attribute in times if (value := getattr(figures, attribute)) >= 0},
    }


def _numbers(figures: Summary) -> Sequence[object]:
    times = ("" if (value := getattr(figures, name)) < 0 else value / 1e6 for name in _TIMES)
    sizes = (figures.bytes_out, figures.bytes_in)
    return [*(getattr(figures, name) for name in _COUNTS), *times, *sizes]


def _target(key: Key) -> str:
    return OTHERS if key.others else key.target
