"""Marks, notes, references and rules of colour are kept in the session file, beside the records."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.trace.annotations import (
    COLUMNS_KEY,
    Annotations,
    ColourRule,
    SavedAnnotations,
    rules_from_json,
    rules_to_json,
)
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from tests.trace.samples import DEMO, notification

ROOT = Path(__file__).resolve().parent.parent.parent
SLOW = ColourRule("slow", "duration > 1s", "red")


def grown(path: Path, records: int = 10) -> Journal:
    journal = Journal.create(path)
    journal.add_session(DEMO)
    journal.append([notification(number) for number in range(1, records + 1)])
    journal.sync()
    return journal


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A session file that nobody has open."""
    path = tmp_path / "session.mcptrace"
    grown(path).close()
    return path


@pytest.fixture
def opened(closed: Path) -> Iterator[Journal]:
    journal = Journal.open(closed)
    yield journal
    journal.close()


def annotate(journal: Journal) -> None:
    journal.annotations.set_marked([3, 4], True)
    journal.annotations.set_note(4, "여기서 멈춤")
    journal.annotations.set_reference(2, True)
    journal.annotations.set_rules([SLOW])


def assert_annotated(annotations: Annotations) -> None:
    assert annotations.marked() == [3, 4]
    assert annotations.note(4) == "여기서 멈춤"
    assert annotations.references() == [2]
    assert annotations.rules == (SLOW,)


def strip_tables(path: Path) -> None:
    """As an older program would have written it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("DROP TABLE annotation; DROP TABLE setting;")


def test_what_is_added_while_a_session_grows_is_in_its_file(tmp_path: Path) -> None:
    journal = grown(tmp_path / "live.mcptrace")
    annotate(journal)
    journal.append([notification(11)])
    journal.close()
    again = Journal.open(journal.path)
    assert_annotated(again.annotations)
    again.close()


def test_marks_and_notes_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "killed.mcptrace"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.trace.annotating_child", str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"written\n"
    child.kill()
    child.wait()
    child.stdout.close()
    journal = Journal.open(path)
    assert journal.last == 10
    assert_annotated(journal.annotations)
    journal.close()


def test_an_opened_file_keeps_what_is_added_at_once(opened: Journal, closed: Path) -> None:
    annotate(opened)
    assert opened.wait_for_annotations() == ""
    other = Journal.open(closed)
    assert_annotated(other.annotations)
    other.close()


def test_records_of_an_opened_file_stay_as_they_were(closed: Path) -> None:
    def records() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(closed)) as connection:
            return connection.execute("SELECT * FROM record JOIN body USING (number)").fetchall()

    before = records()
    journal = Journal.open(closed)
    annotate(journal)
    journal.close()
    assert records() == before


def test_a_file_is_left_as_one_that_needs_no_wal(closed: Path) -> None:
    journal = Journal.open(closed)
    annotate(journal)
    journal.close()
    assert sorted(path.name for path in closed.parent.iterdir()) == [closed.name]
    assert closed.read_bytes()[18:20] == b"\x01\x01", "a rollback journal; 2 would be WAL"


def test_a_file_of_an_older_program_opens_and_gets_the_tables_at_the_first_change(closed: Path) -> None:
    strip_tables(closed)
    journal = Journal.open(closed)
    assert journal.annotations.marked() == []
    annotate(journal)
    assert journal.wait_for_annotations() == ""
    journal.close()
    again = Journal.open(closed)
    assert_annotated(again.annotations)
    again.close()


def test_what_is_taken_away_is_gone_from_the_file(closed: Path) -> None:
    journal = Journal.open(closed)
    annotate(journal)
    journal.annotations.set_marked([3, 4], False)
    journal.annotations.set_note(4, "")
    journal.annotations.set_reference(2, False)
    journal.close()
    with closing(sqlite3.connect(closed)) as connection:
        assert connection.execute("SELECT count(*) FROM annotation").fetchone() == (0,)


def test_a_copy_has_it_all(opened: Journal, tmp_path: Path) -> None:
    annotate(opened)
    opened.save_as(tmp_path / "copy.mcptrace")
    copy = Journal.open(tmp_path / "copy.mcptrace")
    assert_annotated(copy.annotations)
    copy.close()


def test_a_file_that_cannot_be_written_keeps_it_in_memory_and_in_its_copy(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip_tables(closed)
    monkeypatch.setattr("inspector.trace.annotation_file.os.access", lambda *_: False)
    before = closed.read_bytes()
    journal = Journal.open(closed)
    annotate(journal)
    assert "cannot write" in journal.wait_for_annotations()
    assert_annotated(journal.annotations)
    journal.save_as(tmp_path / "copy.mcptrace")
    journal.close()
    assert closed.read_bytes() == before
    copy = Journal.open(tmp_path / "copy.mcptrace")
    assert_annotated(copy.annotations)
    copy.close()


def test_a_filter_that_reads_the_file_does_not_stop_the_writer_for_good(opened: Journal) -> None:
    with closing(opened.reader()) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM record").fetchone()
        annotate(opened)
        assert opened.rows([1])[0].number == 1, "nobody waits for the writer"
        reader.execute("COMMIT")
        assert opened.wait_for_annotations() == ""


def test_rules_that_cannot_be_read_count_as_none(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as connection:
        connection.execute("INSERT INTO setting VALUES ('colour_rules', '[{\"name\": 3}]')")
        connection.commit()
    journal = Journal.open(closed)
    journal.annotations.set_default_rules([SLOW])
    assert journal.annotations.rules == (SLOW,)
    journal.close()


def test_columns_of_json_values_are_kept_with_the_session_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "a.mcptrace"
    with closing(Journal.create(path)) as journal:
        journal.annotations.set_json_columns({"$.b": "B", "$.a": "an A"})
        journal.annotations.set_json_columns({"$.b": "B", "$.a": "A"})
    with closing(Journal.open(path)) as journal:
        assert list(journal.annotations.json_columns.items()) == [("$.b", "B"), ("$.a", "A")]
        journal.save_as(tmp_path / "copy.mcptrace")
    with closing(Journal.open(tmp_path / "copy.mcptrace")) as journal:
        assert dict(journal.annotations.json_columns) == {"$.b": "B", "$.a": "A"}


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("[1]", []),
        ("{", []),
        ('{"$.a": 1}', []),
        (json.dumps({"$.a": "A", "$." + "x" * 1000: "long"}), ["$.a"]),
        (
            json.dumps({f"$.a{number}": "" for number in range(1000)}),
            [f"$.a{number}" for number in range(50)],
        ),
    ],
)
def test_columns_that_cannot_be_read_or_are_too_many_are_left_out(text: str, columns: list[str]) -> None:
    annotations = Annotations()
    annotations.load(SavedAnnotations(settings=[(COLUMNS_KEY, text)]))
    assert list(annotations.json_columns) == columns


def test_rules_of_the_session_come_before_those_of_the_person() -> None:
    annotations = Annotations()
    annotations.set_default_rules([SLOW])
    assert annotations.rules == (SLOW,)
    annotations.set_rules([])
    assert annotations.rules == ()


def test_rules_go_through_text_and_back() -> None:
    assert rules_from_json(rules_to_json([SLOW])) == (SLOW,)
    with pytest.raises(ValueError, match="array"):
        rules_from_json("{}")


def test_whoever_listens_is_told_once_a_change() -> None:
    annotations = Annotations()
    told: list[int] = []
    annotations.on_change.append(lambda: told.append(1))
    annotations.set_marked(range(1000), True)
    annotations.set_note(1, "half a character \ud800")
    assert len(told) == 2
    assert annotations.note(1) == "half a character ?"


def test_parameters_of_filters_follow_every_change() -> None:
    annotations = Annotations()
    annotations.set_marked([2, 1], True)
    before = annotations.annotated()
    assert before.params(1, 9)["_marked"] == "[1,2]"
    annotations.set_marked([1], False)
    annotations.set_note(2, "x")
    after = {"_marked": "[2]", "_references": "[]", "_comments": '{"2": "x"}'}
    assert annotations.annotated().params(1, 9) == after
    assert before.params(1, 9)["_marked"] == "[1,2]"  # a worker may have it still


@pytest.mark.parametrize("many", [1, 64, 65, 200])
def test_marks_stay_in_order_whatever_comes_and_goes(many: int) -> None:
    annotations, expected = Annotations(), set(range(0, 1000, 3))
    annotations.set_marked(expected, True)
    kept = annotations.marked()
    for on, numbers in ((True, range(500, 500 + many)), (False, range(450, 450 + many))):
        annotations.set_marked(numbers, on)
        expected = expected | set(numbers) if on else expected - set(numbers)
        assert annotations.marked() == sorted(expected)
    assert kept == list(range(0, 1000, 3))  # a worker may hold it


def test_a_stretch_of_records_is_compared_with_its_own_annotations_only() -> None:
    annotations = Annotations()
    annotations.set_marked(range(1, 1000), True)
    annotations.set_reference(7, True)
    annotations.set_reference(70, True)
    for number in (5, 50):
        annotations.set_note(number, "x")
    found = annotations.annotated().params(5, 8)
    assert found == {"_marked": "[5,6,7,8]", "_references": "[7]", "_comments": '{"5": "x"}'}


def test_what_a_filter_does_not_ask_for_changes_nothing_for_it() -> None:
    annotations = Annotations()
    sql = compile_filter("is:marked and is:error").sql
    before = annotations.annotated().named_in(sql)
    annotations.set_note(2, "x")
    assert annotations.annotated().named_in(sql) == before
    annotations.set_marked([2], True)
    assert annotations.annotated().named_in(sql) != before


def test_marks_references_and_notes_are_counted_and_asked_for_one_by_one() -> None:
    annotations = Annotations()
    annotations.set_marked([5, 3], True)
    annotations.set_reference(7, True)
    annotations.set_note(9, "a\ud800b")
    annotations.set_note(2, "x")
    assert (annotations.marked_count, annotations.noted_count) == (2, 2)
    assert [annotations.is_marked(number) for number in (3, 4, 5)] == [True, False, True]
    assert [annotations.is_reference(number) for number in (7, 8)] == [True, False]
    assert (annotations.noted(), annotations.note(9), annotations.note(1)) == ([2, 9], "a?b", "")
    annotations.set_note(2, "")
    annotations.set_reference(7, False)
    assert (annotations.noted(), annotations.references()) == ([9], [])
