"""Rows as tables to paste."""

from __future__ import annotations

import csv
import io

from inspector.trace.row_tables import csv_table, markdown_table
from inspector.trace.rows import make_row
from tests.trace.samples import START, call, end, notification, request

ODD = 'a|b <i> "q", \\ \n한국어'


def test_cells_of_markdown_neither_end_the_table_nor_become_html() -> None:
    rows = [
        make_row(request(1, b"{}"), end(call(1, ODD), 2, 12), "", ""),
        make_row(notification(3, b"oops", kind="stderr", method=""), None, "", "oops"),
    ]
    lines = markdown_table(rows, START, {1: "demo"}).splitlines()
    assert lines[2:] == [
        '| 1 | 0.001 | → | demo | tools/call | a\\|b &lt;i> "q", \\\\ 한국어 | done | 12 ms | 3 B |',
        "| 3 | 0.003 | ← | demo | stderr | oops |  |  | 5 B |",
    ]


def test_csv_keeps_every_text_and_starts_no_formula() -> None:
    rows = [make_row(request(n, b"{}"), call(n, target), "", "") for n, target in ((1, ODD), (2, "=cmd|x"))]
    read = list(csv.DictReader(io.StringIO(csv_table(rows, START, {}))))
    assert [row["target"] for row in read] == [ODD, "'=cmd|x"]
    assert read[0]["time_s"] == "0.001000"


def test_the_name_of_a_server_is_no_longer_than_a_cell_of_a_spreadsheet() -> None:
    rows = [make_row(request(1, b"{}"), None, "", "")]
    for table in (csv_table, markdown_table):
        text = table(rows, START, {1: "é" * 100_000})
        assert text.count("é") == 32_767
