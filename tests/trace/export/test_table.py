"""CSV has the columns of the timeline, and nothing in it is a formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from inspector.trace.export.table import COLUMNS
from inspector.trace.journal import Journal
from tests.trace.export.reading import exported
from tests.trace.samples import notification


def test_csv_has_the_columns_of_the_timeline(journal: Journal) -> None:
    text = exported(journal, "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == journal.last
    assert (rows[2]["method"], rows[2]["target"], rows[2]["status"]) == ("tools/call", "ask_model", "done")
    assert (rows[2]["marked"], rows[4]["comment"], rows[2]["duration_ms"]) == ("yes", "look here", "10.0")
    assert rows[0]["time"] == "2023-11-14T22:13:20.000000Z"
    assert "\r\n" in text


def test_a_formula_from_a_server_is_guarded_in_the_table(tmp_path: Path) -> None:
    with_formula = Journal.create(tmp_path / "f.mcptrace")
    with_formula.append([notification(1, b"=HYPERLINK()", kind="stderr", method="=cmd", valid=False)])
    with_formula.sync()
    [row] = csv.DictReader(io.StringIO(exported(with_formula, "csv").decode("utf-8-sig"), newline=""))
    assert (row["text"], row["method"]) == ("'=HYPERLINK()", "'=cmd")
    with_formula.close()
