"""What a user adds to an opened file is written beside the records, or it is said why not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.trace import annotation_file
from inspector.trace.annotation_file import AnnotationWriter, read_annotations, write_annotations
from inspector.trace.annotations import AnnotationStep, SavedAnnotations
from inspector.trace.journal import Journal
from tests.trace.samples import DEMO, notification

MARK = AnnotationStep("marked", 1, "[1, 2]")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append([notification(number) for number in range(1, 4)])
    journal.close()
    return journal.path


@pytest.fixture
def writer(path: Path) -> Iterator[AnnotationWriter]:
    made = AnnotationWriter(path)
    yield made
    made.close()


def read(path: Path) -> SavedAnnotations:
    with closing(sqlite3.connect(path)) as connection:
        return read_annotations(connection)


def mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def test_each_step_changes_its_column_and_nothing_else(path: Path, writer: AnnotationWriter) -> None:
    writer.put([MARK, AnnotationStep("note", "n", "[2]")])
    writer.put([AnnotationStep("reference", 1, "[3]"), AnnotationStep("setting", "v", "k")])
    assert writer.wait() == ""
    assert read(path) == SavedAnnotations([(1, 1, 0, ""), (2, 1, 0, "n"), (3, 0, 1, "")], [("k", "v")])
    writer.put([AnnotationStep("marked", 0, "[1, 2]"), AnnotationStep("setting", "w", "k")])
    assert writer.wait() == ""
    assert read(path) == SavedAnnotations([(2, 0, 0, "n"), (3, 0, 1, "")], [("k", "w")])
    writer.put([AnnotationStep("note", "", "[2]"), AnnotationStep("reference", 0, "[3]")])
    writer.wait()
    assert read(path).rows == []


def test_the_file_is_left_as_it_was_found(path: Path) -> None:
    assert mode(path) == "delete"
    writer = AnnotationWriter(path)
    writer.put([MARK])
    writer.wait()
    assert mode(path) == "wal"
    writer.close()
    assert mode(path) == "delete"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        other = AnnotationWriter(path)
        other.put([AnnotationStep("marked", 1, "[3]")])
        other.close()
        assert [row[0] for row in read_annotations(connection).rows] == [1, 2, 3]
    assert mode(path) == "wal"


def test_a_file_that_stays_locked_keeps_what_it_has_and_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(annotation_file, "TRIES", 3)
    monkeypatch.setattr(annotation_file, "RETRY_S", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        writer = AnnotationWriter(path)
        writer.put([MARK])
        assert writer.wait() == "cannot write a.mcptrace: database is locked"
        connection.execute("ROLLBACK")
        writer.put([MARK])  # in memory only, from now on
        assert writer.wait() == writer.failure
        writer.close()
    assert read(path).rows == []


def test_a_step_that_cannot_be_written_takes_the_others_of_its_time_back(
    path: Path, writer: AnnotationWriter
) -> None:
    writer.put([MARK, AnnotationStep("marked", 1, "no JSON")])
    assert writer.wait().startswith("cannot write a.mcptrace: malformed JSON")
    assert read(path).rows == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody keeps root from writing")
def test_a_file_that_may_not_be_written_is_not_tried(path: Path) -> None:
    path.chmod(0o400)
    writer = AnnotationWriter(path)
    assert writer.failure == "cannot write a.mcptrace"
    writer.close()


def test_waiting_for_a_writer_that_has_ended_ends(path: Path) -> None:
    writer = AnnotationWriter(path)
    writer.close()
    assert writer.wait() == ""


def test_a_file_of_an_older_program_holds_nothing_and_gets_its_tables() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert read_annotations(connection) == SavedAnnotations()
        write_annotations(connection, [MARK])
        assert [row[:2] for row in read_annotations(connection).rows] == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    "table", ["annotation(number, marked, reference)", "setting(key)", "annotation(number, note)"]
)
def test_a_table_of_that_name_that_is_not_ours_is_refused(table: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE TABLE {table}")
        with pytest.raises(sqlite3.DatabaseError):
            read_annotations(connection)


def test_what_is_missing_or_of_another_type_counts_as_nothing() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        write_annotations(connection, [])
        connection.execute("INSERT INTO annotation VALUES (1, NULL, NULL, NULL), (2, 1, 1, 5)")
        connection.execute("INSERT INTO setting VALUES ('k', 5)")
        assert read_annotations(connection) == SavedAnnotations([(1, 0, 0, ""), (2, 1, 1, "5")], [("k", "5")])
