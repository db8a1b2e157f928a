"""CSV has the columns of the timeline, and nothing in it is a formula."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from pathlib import Path

from inspector.protocol.records import Finding
from inspector.trace.export import export_bytes
from inspector.trace.export.table import COLUMNS, iso_time
from inspector.trace.journal import Journal
from tests.trace.export.reading import exported
from tests.trace.samples import DEMO, answer, call, end, notification, request


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


def rows(journal: Journal) -> list[dict[str, str]]:
    journal.sync()
    text = exported(journal, "csv").decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_what_belongs_to_a_call_stands_with_its_request(tmp_path: Path) -> None:
    with closing(Journal.create(tmp_path / "f.mcptrace")) as journal:
        journal.add_session(DEMO)
        journal.append(
            [
                request(1, b'{"a":\n1}'),
                answer(2, 1, b"{}"),
                request(3, b"{}"),
                notification(4, session=9, at_ns=5),
            ]
        )
        exchange = end(call(1, answer_size=7), 2, 1.5, "failed")
        exchange.detail = "no"
        journal.touch(exchange)
        journal.touch(call(3, answer_size=7))
        journal.add_findings([Finding(2, 1, 1, "A-1", "error", "x"), Finding(2, 1, 1, "B-1", "info", "y")])
        first, second, third, fourth = rows(journal)
    about = (
        "target",
        "status",
        "detail",
        "duration_ms",
        "answer_size",
        "exchange",
        "direction",
        "id",
        "text",
    )
    assert [first[name] for name in about] == [
        "echo",
        "failed",
        "no",
        "1.5",
        "7",
        "1",
        "out",
        "1",
        '{"a": 1}',
    ]
    assert [second[name] for name in about] == ["", "", "", "", "", "1", "in", "1", "{}"]
    assert [third[name] for name in about] == ["echo", "pending", "", "", "", "3", "out", "3", "{}"]
    assert (first["server"], second["finding"], first["finding"]) == ("demo", "A-1 error B-1 info", "")
    assert (fourth["server"], fourth["exchange"], fourth["seconds"]) == ("", "", "0.000000")
    assert (first["seconds"], third["seconds"]) == ("0.000000", "0.002000")


def test_a_long_table_comes_in_pieces(tmp_path: Path) -> None:
    with closing(Journal.create(tmp_path / "f.mcptrace")) as journal:
        journal.append([notification(number) for number in range(1, 402)])
        journal.sync()
        pieces = list(export_bytes(journal, range(1, 402), "csv"))
        assert pieces[0] == b"\xef\xbb\xbf"
        assert [piece.count(b"\r\n") for piece in pieces[1:]] == [201, 200, 1]


def test_a_time_is_that_of_utc_with_microseconds() -> None:
    assert iso_time(1_700_000_000_123_456_789) == "2023-11-14T22:13:20.123456Z"
    assert iso_time(999) == "1970-01-01T00:00:00.000000Z"
