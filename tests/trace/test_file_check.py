"""Session files that mean harm, or were damaged, are named as what they are, and read as far as can be."""

from __future__ import annotations

import io
import os
import sqlite3
import threading
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path

import pytest

from inspector.cli.main import main
from inspector.errors import DamagedError, UsageError
from inspector.trace import file_check, storage
from inspector.trace.export import export_bytes
from inspector.trace.file_check import CHOICES, LARGEST, LONGEST, fit
from inspector.trace.files import lines
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import RECORD
from inspector.trace.query.language import compile_filter
from inspector.trace.salvage import Salvaged, salvage
from inspector.trace.statistics.statistics import Messages, Statistics
from tests.hostile_files import HOSTILE, damage, make_hostile, whole_session

WHOLE = 240  # records of a whole session
NAMED = {
    "a method of bytes": "record.method has invalid values in 1 rows",
    "a time of text": "record.at_ns",
    "an unknown direction": "record.direction",
    "progress without end": "exchange.progress",
    "findings of bytes": "finding.record",
    "no bodies": "240 records have lost their bytes",
    "a record far away": "its last record has number 4611686018427387904",
    "no first record": "numbered from 2 to 240, but there are 239",
    "texts behind a zero": "record.method has invalid values in 2 rows",
    "bytes that stand in no row": "its table body declares more than columns and their types",
    "a note that stands in no row": "its table record declares more than columns and their types",
    "comments that stand in no row": "its table annotation declares more than columns and their types",
    "another collation": "its table record declares more than columns and their types",
    "a rule of its own": "its table session declares more than columns and their types",
    "a view of records": "it contains view record",
    "a view of findings": "it contains view finding",
    "a trigger": "it contains trigger t",
    "a virtual table": "it contains virtual table finding",
    "a column that is computed": "its table session declares more than columns and their types",
    "a table that lacks columns": "its table record has no column note of type TEXT",
    "too many tables": "it contains too many tables",
    "very many connections": "it contains too many connections",
    "cut at its end": "malformed",
    "a folder": "is a folder, not a file",
    "a pipe": "is a named pipe, not a file",
    "a socket": "is a socket, not a file",
    "a device": "is a device, not a file",
    "a pipe for its log": "-wal is a named pipe, not a file",
}
ALL_READABLE = ("a trigger", "too many tables", "very many connections", "a virtual table", "a time of text")


def opened(path: Path) -> Journal:
    """As it is, or what can be read of it."""
    try:
        return Journal.open(path)
    except DamagedError:
        journal = Journal.create(path.with_name("readable.mcptrace"))
        try:
            salvage(path, journal)
        except BaseException:
            journal.close()
            raise
        return journal


def read_everything(journal: Journal) -> None:
    """What show, statistics, filters and exports ask."""
    last = journal.last
    assert len(list(lines(journal, width=80))) == last
    assert len(journal.visible("calls", 1, last)) <= last
    journal.visible("messages", 1, last, compile_filter("is:error or $.params.name == 'echo'"))
    for counted in (Statistics(), Messages()):
        for _ in counted.update(journal, last, lambda: True):
            pass
    for key in ("jsonl", "har", "csv", "md"):
        export_bytes(journal, range(1, last + 1), key)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_means_harm_is_read_in_part_or_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile(name, path)
    try:
        journal = opened(path)
    except UsageError as error:
        assert str(path) in str(error)
        return
    with closing(journal):
        read_everything(journal)


@pytest.mark.parametrize("seed", range(24))
def test_a_file_damaged_at_random_is_read_in_part_or_refused(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "x.mcptrace"
    whole_session(path)
    damage(path, seed)
    try:
        journal = opened(path)
    except UsageError as error:
        assert str(path) in str(error)
        return
    with closing(journal):
        read_everything(journal)


@pytest.mark.parametrize(("name", "said"), [one for one in NAMED.items() if one[0] in HOSTILE])
def test_the_message_names_what_is_wrong(tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile(name, path)
    with pytest.raises(UsageError) as caught:
        Journal.open(path).close()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ALL_READABLE)
def test_what_is_beside_the_harm_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile(name, path)
    with closing(opened(path)) as journal:
        assert journal.last == WHOLE
        assert journal.records(1, 1)[0].raw.startswith(b'{"jsonrpc"')
        assert journal.rows([1])[0].target == "echo"
        assert journal.annotations.marked() == [1, 5, 9]
        assert journal.annotations.note(5) == "look here"


def test_a_whole_file_is_checked_and_nothing_is_missed(tmp_path: Path) -> None:
    whole_session(tmp_path / "x.mcptrace")
    with closing(Journal.open(tmp_path / "x.mcptrace")) as journal:
        assert not journal.unsure
        assert journal.last == WHOLE


def test_a_file_that_was_cut_gives_what_is_left(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("cut at its end", path)
    with closing(Journal.create(tmp_path / "y.mcptrace")) as journal:
        found = salvage(path, journal)
        assert found is not None and found.lost
        assert 0 < found.records <= WHOLE


def test_what_was_read_out_is_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a method of bytes", path)
    with closing(Journal.create(tmp_path / "y.mcptrace")) as journal:
        assert salvage(path, journal) == Salvaged(WHOLE, lost=True)
    with closing(Journal.open(tmp_path / "y.mcptrace")) as journal:
        assert [row.method for row in journal.rows([2, 3])] == ["notifications/message", ""]


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("bytes that stand in no row", Salvaged(WHOLE, lost=True)),
        ("a note that stands in no row", Salvaged(2_000, lost=True)),
        ("comments that stand in no row", Salvaged(WHOLE, lost=True)),
    ],
)
def test_what_stands_in_no_row_is_not_read_out(tmp_path: Path, name: str, left: Salvaged) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile(name, path)
    with closing(Journal.create(tmp_path / "y.mcptrace")) as journal:
        assert salvage(path, journal) == left
        assert "x" * 1_000 not in "".join(record.note for record in journal.records(1, 2_000))
        assert sum(len(record.raw) for record in journal.records(1, 2_000)) < 1_000_000
        assert journal.annotations.note(20) == ""


def test_a_table_that_was_renamed_or_grew_a_plain_column_is_ours_still(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    whole_session(path)
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE exchange ADD COLUMN paused_ns INTEGER")
    connection.execute("DROP VIEW message")
    connection.execute("ALTER TABLE session RENAME TO other")
    connection.execute("ALTER TABLE other RENAME TO session")
    connection.close()
    with closing(Journal.open(path)) as journal:
        assert not journal.unsure


@pytest.mark.parametrize(
    "name", ["RECORD", '"record"', "[record]", "`record`", "'record'", "IF NOT EXISTS record"]
)
def test_a_table_counts_by_the_name_that_its_declaration_says(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.mcptrace"
    whole_session(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET name = 'mine', sql = replace("
        "replace(sql, 'kind TEXT', 'kind TEXT COLLATE NOCASE'), 'TABLE record', ?) WHERE name = 'record'",
        (f"TABLE {name}",),
    )
    connection.close()
    with pytest.raises(DamagedError, match=r"declares more than|malformed"):
        Journal.open(path)


def test_a_text_is_as_long_as_its_characters(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    whole_session(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE record SET note = ? WHERE number = 2", ("\0" + "가" * (LONGEST - 1),))
    connection.commit()
    Journal.open(path).close()
    connection.execute("UPDATE record SET note = note || 'x' WHERE number = 2")
    connection.commit()
    connection.close()
    with pytest.raises(DamagedError, match=r"record\.note"):
        Journal.open(path)


def test_of_very_many_findings_about_a_record_the_first_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("very many findings", path)
    with closing(Journal.open(path)) as journal:
        every = journal.findings()
        assert len(every) > 20_000
        assert (
            journal.findings(1, 1)
            == journal.findings(record=1)
            == [one for one in every if one.record == 1][:2000]
        )


@pytest.mark.parametrize(
    ("clock_s", "looks", "reads"), [(0.009, 200, True), (0.6, 200, False), (0, 20, False)]
)
def test_how_much_a_file_asks_for_is_measured_by_work_not_by_the_speed_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock_s: float, looks: int, reads: bool
) -> None:
    path, clock = tmp_path / "x.mcptrace", count()
    make_hostile("very many findings", path)
    monkeypatch.setattr(file_check.time, "thread_time", lambda: next(clock) * clock_s)
    monkeypatch.setattr(file_check, "_LOOKS", looks)
    monkeypatch.setattr(file_check, "_LOOKS_A_MB", 0)
    if reads:
        Journal.open(path).close()
    else:
        with pytest.raises(DamagedError, match="too long to read"):
            Journal.open(path)


def test_reading_out_can_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("very many findings", path)
    with closing(Journal.create(tmp_path / "y.mcptrace")) as journal:
        assert salvage(path, journal, lambda _done: False) is None or journal.last == WHOLE


def test_a_large_file_opens_unlooked_at_and_its_rows_are_made_fit(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("every method of bytes", path)
    with closing(Journal.open(path, whole_bytes=0)) as journal:
        assert journal.unsure
        assert {row.method for row in journal.rows(range(1, WHOLE + 1))} == {""}
        assert {record.method for record in journal.records(1, WHOLE)} == {""}
        with pytest.raises(DamagedError, match=r"record\.method"):
            journal.look_through()


def test_a_large_file_that_is_right_is_sure_once_it_was_looked_through(tmp_path: Path) -> None:
    whole_session(tmp_path / "x.mcptrace")
    with closing(Journal.open(tmp_path / "x.mcptrace", whole_bytes=0)) as journal:
        journal.look_through()
        assert not journal.unsure


def test_numbers_are_bounded_even_where_values_are_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a record far away", path)
    with pytest.raises(DamagedError, match="does not fit in a file of"):
        Journal.open(path, whole_bytes=0)


def test_a_question_without_end_ends_when_the_file_is_closed(tmp_path: Path) -> None:
    whole_session(tmp_path / "x.mcptrace")
    journal = Journal.open(tmp_path / "x.mcptrace")
    connection = journal.reader()
    ended: list[str] = []

    def ask() -> None:
        try:
            connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
            ).fetchone()
        except Exception as error:  # noqa: BLE001 - what it is is asserted below
            ended.append(str(error))

    asking = threading.Thread(target=ask)
    asking.start()
    journal.close()
    asking.join(60)
    assert ended == ["interrupted"]
    connection.close()


@pytest.mark.parametrize(
    ("value", "fitting"),
    [
        (("out", "request", 5), ["out", "request", 5]),
        (("up", "gremlin", -1), ["", "malformed", 0]),
        ((b"out", None, LARGEST + 1), ["", "malformed", 0]),
        ((1, 2.5, "5"), ["", "malformed", 0]),
    ],
)
def test_a_value_of_another_type_is_as_if_nothing_stood_there(
    value: tuple[object, ...], fitting: list[object]
) -> None:
    assert fit("record", value, ("direction", "kind", "size")) == fitting


def test_a_text_is_cut_where_it_would_stop_a_window() -> None:
    assert fit("record", ["x" * (LONGEST + 1)], ["method"]) == ["x" * LONGEST]


def test_every_column_with_choices_is_one_of_the_file() -> None:
    assert {column for table, column in CHOICES if table == "record"} <= set(RECORD.columns)


def test_the_command_line_says_what_it_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a method of bytes", path)
    said, told = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(told):
        assert main(["show", str(path)]) == 0
    assert len(said.getvalue().splitlines()) == WHOLE
    assert "record.method has invalid values" in told.getvalue()
    assert "recovered: 240 records" in told.getvalue()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
@pytest.mark.parametrize("verb", ["show", "import"])
def test_a_pipe_is_no_recording(tmp_path: Path, verb: str) -> None:
    pipe = tmp_path / "x.jsonl"
    os.mkfifo(pipe)
    told = io.StringIO()
    more = [str(tmp_path / "out.mcptrace")] if verb == "import" else []
    with redirect_stderr(told):
        assert main([verb, str(pipe), *more]) == 2
    assert "named pipe" in told.getvalue()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "x.mcptrace"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="named pipe"):
        storage.create_file(pipe)
    assert pipe.is_fifo()
