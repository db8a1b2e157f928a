"""What can be read of a damaged session file is put into a session that is whole."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.trace.salvage import Salvaged, salvage
from tests.hostile_files import make_hostile, whole_session
from tests.trace.samples import START, notification

WHOLE = 240  # records of a whole session


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A whole session, to be damaged."""
    path = tmp_path / "x.mcptrace"
    whole_session(path)
    return path


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.create(tmp_path / "y.mcptrace")) as journal:
        yield journal


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_of_a_whole_file_nothing_is_lost(source: Path, target: Journal) -> None:
    assert salvage(source, target) == Salvaged(WHOLE, lost=False)
    with closing(Journal.open(source)) as before:
        assert target.records(1, WHOLE) == before.records(1, WHOLE)
        assert target.sessions() == before.sessions()
        assert target.findings() == before.findings()
    first, second = target.exchange(1), target.exchange(5)
    assert first is not None and second is not None
    assert first.status == "lost", "no answer comes any more"
    assert (second.status, second.answer, second.duration_ns) == ("done", 7, 1_500_000)
    notes = target.annotations
    assert (list(notes.marked()), notes.note(5), list(notes.references())) == ([1, 5, 9], "look here", [9])


def test_rules_of_colour_come_along(source: Path, target: Journal) -> None:
    rule = ColourRule("slow", "duration > 1s", "warning")
    with closing(Journal.open(source)) as journal:
        journal.annotations.set_rules([rule])
        journal.sync()
    assert salvage(source, target) == Salvaged(WHOLE, lost=False)
    assert target.annotations.own_rules == (rule,)


def many(path: Path, count: int) -> None:
    with closing(Journal.create(path)) as journal:
        journal.append([notification(number) for number in range(1, count + 1)])


def test_it_is_told_how_far_it_is_after_each_page(tmp_path: Path, target: Journal) -> None:
    many(tmp_path / "many.mcptrace", 600)
    told: list[int] = []
    done = salvage(tmp_path / "many.mcptrace", target, lambda count: told.append(count) or True)
    assert (done, told) == (Salvaged(600, lost=False), [256, 512])
    assert [record.number for record in target.records(1, 600)] == list(range(1, 601))


def test_it_stops_when_it_is_told_to(tmp_path: Path, target: Journal) -> None:
    many(tmp_path / "many.mcptrace", 600)
    assert salvage(tmp_path / "many.mcptrace", target, lambda _count: False) is None
    assert target.last == 256


def test_a_record_without_a_time_came_after_the_one_before_it(source: Path, target: Journal) -> None:
    change(source, "UPDATE record SET at_ns = 'soon' WHERE number IN (1, 3, 4)")
    assert salvage(source, target) == Salvaged(WHOLE, lost=True)
    times = [record.at_ns for record in target.records(1, 5)]
    assert times == [0, *[START + 2_000_000] * 3, START + 5_000_000]


def test_a_record_without_its_bytes_is_kept(source: Path, target: Journal) -> None:
    change(source, "DELETE FROM body WHERE number = 2", "UPDATE body SET raw = 5 WHERE number = 6")
    assert salvage(source, target) == Salvaged(WHOLE, lost=True)
    assert [record.number for record in target.records(1, 10) if not record.raw] == [2, 6]
    [record] = target.records(2, 2)
    assert (record.method, record.raw) == ("notifications/message", b"")


@pytest.mark.parametrize("table", ["session", "exchange", "finding", "annotation", "body"])
def test_without_one_of_its_tables_the_records_are_read(source: Path, target: Journal, table: str) -> None:
    change(source, "DROP VIEW IF EXISTS message", f"DROP TABLE {table}")
    assert salvage(source, target) == Salvaged(WHOLE, lost=table != "annotation")
    assert len(target.sessions()) == (table != "session")
    assert (target.exchange(5) is None) is (table == "exchange")
    assert bool(target.findings()) is (table != "finding")
    assert bool(list(target.annotations.marked())) is (table != "annotation")
    assert bool(target.records(1, 1)[0].raw) is (table != "body")


def test_a_column_that_is_not_there_leaves_its_values_out(source: Path, target: Journal) -> None:
    change(source, "DROP VIEW message", "ALTER TABLE record DROP COLUMN note")
    done = salvage(source, target)
    assert done is not None and done.records == WHOLE
    assert {record.note for record in target.records(1, WHOLE)} == {""}
    assert target.records(1, 1)[0].method == "tools/call"


@pytest.mark.parametrize("wrong", ["DROP TABLE record", "DELETE FROM record"])
def test_a_file_without_records_is_refused(source: Path, target: Journal, wrong: str) -> None:
    change(source, "DROP VIEW message", wrong)
    with pytest.raises(UsageError, match="nothing readable in "):
        salvage(source, target)


@pytest.mark.parametrize(
    "name", ["a journal that is rubbish", "a log that is rubbish", "a method of bytes", "no bodies"]
)
def test_what_lies_beside_the_records_does_not_stop_it(tmp_path: Path, target: Journal, name: str) -> None:
    make_hostile(name, tmp_path / "x.mcptrace")
    done = salvage(tmp_path / "x.mcptrace", target)
    assert done is not None and done.records == WHOLE


def test_after_pages_that_cannot_be_read_it_goes_on(source: Path, target: Journal) -> None:
    """The first child of the table of records is zeros; what is behind it is read."""
    with closing(sqlite3.connect(source)) as connection:
        [root] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'record'").fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(source.read_bytes())
    page = data[(root - 1) * size : root * size]
    assert page[0] == 5, "an inner page"
    cell = int.from_bytes(page[12:14], "big")
    child = int.from_bytes(page[cell : cell + 4], "big")
    data[(child - 1) * size : child * size] = bytes(size)
    source.write_bytes(data)
    done = salvage(source, target)
    assert done is not None and done.lost
    assert 0 < done.records < WHOLE
    assert target.records(done.records, done.records)[0].at_ns == START + WHOLE * 1_000_000


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights there")
@pytest.mark.parametrize("there", ["whole", "missing", "link", "folder", "linked folder"])
def test_the_whole_of_a_cut_line_comes_along_when_it_is_a_file(
    source: Path, target: Journal, tmp_path: Path, there: str
) -> None:
    change(source, "UPDATE record SET spool = '/elsewhere/line.part' WHERE number = 4")
    parts = source.with_name(source.name + ".parts")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "line.part").write_text("private")
    if there == "linked folder":
        parts.symlink_to(tmp_path / "private")
    else:
        parts.mkdir()
    if there == "whole":
        (parts / "line.part").write_text("the whole line")
    elif there == "link":
        (parts / "line.part").symlink_to(tmp_path / "private" / "line.part")
    elif there == "folder":
        (parts / "line.part").mkdir()
    assert salvage(source, target) == Salvaged(WHOLE, lost=there != "whole")
    [record] = target.records(4, 4)
    assert (Path(record.spool).read_text() if record.spool else "") == (
        "the whole line" if there == "whole" else ""
    )
