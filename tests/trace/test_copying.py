"""Sessions are merged on one clock, and copied without their secrets."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.copying import merge, save_copy
from inspector.trace.export import export_bytes, export_to_file
from inspector.trace.export.entries import whole_exchanges
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from inspector.trace.renumbering import Renumbered
from inspector.trace.storage import parts_folder
from tests.trace.recorded import over_http, over_stdio
from tests.trace.samples import START, answer, call, end, notification, request

MS = 1_000_000


def session(path: Path, name: str, shift_ms: int) -> Path:
    """A call of 10 ms with a nested one, a note on it, a finding, a cut line."""
    journal = Journal.create(path)
    journal.add_session(SessionInfo(1, name, "stdio", f"run {name}", START + shift_ms * MS))
    at = START + shift_ms * MS
    file, part = journal.spool_file("line")
    with file:
        file.write(name.encode())
    journal.append(
        [
            request(1, b'{"password":"hunter2-%s"}' % name.encode(), at_ns=at),
            request(2, b"{}", at_ns=at + 4 * MS, direction="in", role="nested"),
            answer(3, 1, b"{}", at_ns=at + 10 * MS),
            notification(4, b"cut", at_ns=at + 11 * MS, spool=str(part), kind="malformed", valid=False),
            notification(5, b"x", at_ns=at + 12 * MS, note="inside #4"),
        ]
    )
    journal.touch(call(2, parent=1, direction="in", started_ns=at + 4 * MS, sent_ns=0, last=2))
    journal.touch(end(call(1, started_ns=at, sent_ns=at, last=3), 3, 10))
    journal.add_findings([Finding(3, 1, 1, "A-1", "error", "bad")])
    journal.annotations.set_marked([3], True)
    journal.annotations.set_note(1, f"of {name}")
    journal.annotations.set_rules([ColourRule("slow", "duration > 1s", "warning")])
    journal.sync()
    journal.close()
    return path


def test_records_of_all_files_are_in_the_order_of_their_times(tmp_path: Path) -> None:
    one, two = session(tmp_path / "a.mcptrace", "a", 0), session(tmp_path / "b.mcptrace", "b", 5)
    assert merge([one, two], tmp_path / "out.mcptrace") == 10
    merged = Journal.open(tmp_path / "out.mcptrace")
    records = merged.records(1, 10)
    assert [record.session for record in records] == [1, 1, 2, 2, 1, 1, 1, 2, 2, 2]
    assert sorted(record.at_ns for record in records) == [record.at_ns for record in records]
    assert [info.name for info in merged.sessions()] == ["a", "b"]
    assert [record.exchange for record in records] == [1, 2, 3, 4, 1, 0, 0, 3, 0, 0]
    first, second, nested = merged.exchange(1), merged.exchange(3), merged.exchange(4)
    assert first is not None and second is not None and nested is not None
    assert (first.answer, second.answer, nested.parent) == (5, 8, 3)
    assert (second.status, second.duration_ns, nested.status) == ("done", 10 * MS, "lost")
    assert [(finding.record, finding.exchange, finding.session) for finding in merged.findings()] == [
        (5, 1, 1),
        (8, 3, 2),
    ]
    assert records[6].note == "inside #6"
    assert (merged.annotations.marked(), merged.annotations.noted()) == ([5, 8], [1, 3])
    assert [rule.name for rule in merged.annotations.own_rules] == ["slow"]
    assert [Path(record.spool).read_text() for record in records if record.spool] == ["a", "b"]
    merged.close()


def test_a_part_is_cut_out_with_what_belongs_to_it(tmp_path: Path) -> None:
    source = Journal.create(tmp_path / "a.mcptrace")
    over_stdio(source)
    over_http(source)
    source.annotations.set_marked([3], True)
    source.add_findings([Finding(0, 3, 1, "X-1", "info", "of the call"), Finding(0, 8, 1, "X-2", "info", "")])
    source.annotations.set_note(3, "here")
    source.sync()
    numbers = whole_exchanges(source, [4])
    assert save_copy(source, tmp_path / "part.mcptrace", numbers=numbers) == 5
    part = Journal.open(tmp_path / "part.mcptrace")
    records = [(one.number, one.exchange, one.role, one.raw) for one in part.records(1, 9)]
    assert records == [
        (1, 1, "", source.records(3, 3)[0].raw),
        (2, 1, "progress", source.records(4, 4)[0].raw),
        (3, 3, "nested", source.records(5, 5)[0].raw),
        (4, 3, "answer", source.records(6, 6)[0].raw),
        (5, 1, "answer", source.records(7, 7)[0].raw),
    ]
    outer, nested = part.exchange(1), part.exchange(3)
    assert outer is not None and nested is not None
    assert (outer.answer, outer.status, nested.parent) == (5, "done", 1)
    assert [info.name for info in part.sessions()] == ["demo"], "no word of other servers"
    assert [one.rule for one in part.findings()] == ["X-1"]
    assert (part.annotations.note(1), part.annotations.marked()) == ("here", [1])
    part.close()
    source.close()


def test_a_shift_moves_all_times_of_one_file(tmp_path: Path) -> None:
    one, two = session(tmp_path / "a.mcptrace", "a", 0), session(tmp_path / "b.mcptrace", "b", 5)
    merge([one, two], tmp_path / "out.mcptrace", [0, 1000 * MS])
    merged = Journal.open(tmp_path / "out.mcptrace")
    assert [record.session for record in merged.records(1, 10)] == [1] * 5 + [2] * 5
    moved = merged.exchange(6)
    assert moved is not None
    assert moved.started_ns == START + 1005 * MS
    assert merged.sessions()[1].started_ns == START + 1005 * MS
    merged.close()


def test_the_order_in_a_file_stays_when_its_clock_was_set_back(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.append([notification(1, b"1", at_ns=START + 9), notification(2, b"2", at_ns=START)])
    journal.close()
    other = session(tmp_path / "b.mcptrace", "b", 1)
    merge([tmp_path / "a.mcptrace", other], tmp_path / "out.mcptrace")
    merged = Journal.open(tmp_path / "out.mcptrace")
    assert [record.raw for record in merged.records(1, 2)] == [b"1", b"2"]
    merged.close()


def test_merging_into_one_of_the_files_or_of_no_session_is_refused(tmp_path: Path) -> None:
    one = session(tmp_path / "a.mcptrace", "a", 0)
    before = one.read_bytes()
    with pytest.raises(UsageError, match="choose another name"):
        merge([one, one], one)
    (tmp_path / "x.txt").write_text("no session")
    with pytest.raises(UsageError, match="not a session file"):
        merge([one, tmp_path / "x.txt"], tmp_path / "out.mcptrace")
    with pytest.raises(UsageError, match="cannot create"):
        merge([one], tmp_path / "missing" / "out.mcptrace")
    assert one.read_bytes() == before
    assert not (tmp_path / "out.mcptrace").exists()


def test_a_merge_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    one = session(tmp_path / "a.mcptrace", "a", 0)
    journal = Journal.open(one)
    assert save_copy(journal, tmp_path / "out.mcptrace", Redactor(), lambda _done: False) == 0
    journal.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mcptrace", "a.mcptrace.parts"]


def test_a_redacted_copy_holds_no_secret_anywhere_and_no_whole_lines(tmp_path: Path) -> None:
    one = session(tmp_path / "a.mcptrace", "a", 0)
    journal = Journal.open(one)
    assert save_copy(journal, tmp_path / "out.mcptrace", Redactor()) == 5
    journal.close()
    assert b"hunter2" in one.read_bytes()
    assert b"hunter2" not in (tmp_path / "out.mcptrace").read_bytes()
    clean = Journal.open(tmp_path / "out.mcptrace")
    assert clean.last == 5
    record = clean.record(4)
    assert record is not None
    assert (record.spool, record.note) == ("", "the whole line is omitted")
    assert [info.target for info in clean.sessions()] == ["run a"]
    clean.close()


def test_numbers_far_apart_cost_no_memory_between_them(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    moved = Renumbered(journal)
    tracemalloc.start()
    try:
        assert [moved.record(request(number, b"{}")) for number in (1, 60_000_000, 1 << 61, 2)] == [
            1,
            2,
            3,
            4,
        ]
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert [moved.number(old) for old in (1, 60_000_000, 1 << 61, 2, 3, 0)] == [1, 2, 3, 4, 0, 0]
    journal.close()


def test_a_session_is_never_written_over_itself(tmp_path: Path) -> None:
    path = session(tmp_path / "a.mcptrace", "a", 0)
    before = path.read_bytes()
    journal = Journal.open(path)
    with pytest.raises(UsageError, match="one of the input files"):
        journal.save_as(path)
    with pytest.raises(UsageError, match="one of the input files"):
        save_copy(journal, path, Redactor())
    with pytest.raises(UsageError, match="one of the input files"):
        export_to_file(journal, [1], "jsonl", path)
    journal.close()
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.mcptrace", "a.mcptrace.parts"]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="making links needs rights there")
@pytest.mark.parametrize("linked", ["part", "folder"])
def test_a_link_among_the_parts_brings_no_other_file_along(tmp_path: Path, linked: str) -> None:
    path = session(tmp_path / "a.mcptrace", "a", 0)
    [part] = parts_folder(path).iterdir()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / part.name).write_text("private")
    part.unlink()
    if linked == "part":
        part.symlink_to(mine / part.name)
    else:
        part.parent.rmdir()
        part.parent.symlink_to(mine)
    merge([path, session(tmp_path / "b.mcptrace", "b", 0)], tmp_path / "merged.mcptrace")
    journal = Journal.open(path)
    journal.save_as(tmp_path / "saved.mcptrace")
    assert b"cHJpdmF0ZQ" not in b"".join(export_bytes(journal, range(1, 6), "jsonl"))
    journal.close()
    for name in ("merged", "saved"):
        copied = parts_folder(tmp_path / f"{name}.mcptrace")
        files = [one for one in copied.glob("*") if not one.is_symlink()]
        assert "private" not in [one.read_text() for one in files]


def test_what_is_moved_into_another_session_gets_its_numbers_and_times(tmp_path: Path) -> None:
    source, target = Journal.create(tmp_path / "a.mcptrace"), Journal.create(tmp_path / "b.mcptrace")
    target.add_session(SessionInfo(1, "there", "stdio", "x"))
    target.append([notification(1)])
    moved = Renumbered(target, offset_ns=-7)
    moved.session(SessionInfo(5, "moved", "stdio", "y", started_ns=100))
    assert moved.record(request(3, b"{}", session=5, at_ns=50)) == 2
    assert moved.record(notification(9, session=6, at_ns=3, note="inside #3")) == 3
    assert moved.record(answer(4, 3, b"{}", session=5, at_ns=0, note="as inside #3")) == 4
    moved.exchange(call(3, session=5, started_ns=50, sent_ns=0, answer=4, last=0, parent=77))
    moved.exchange(call(8, session=5))
    moved.finding(Finding(3, 3, 5, "A-1", "error", "both"))
    moved.finding(Finding(0, 3, 5, "A-2", "error", "exchange"))
    moved.finding(Finding(8, 3, 5, "A-3", "error", "record is not there"))
    moved.finding(Finding(0, 8, 5, "A-4", "error", "exchange is not there"))
    moved.finding(Finding(0, 0, 6, "A-5", "error", "neither"))
    source.annotations.set_marked([3, 8], True)
    source.annotations.set_reference(4, True)
    source.annotations.set_reference(8, True)
    source.annotations.set_note(9, "note")
    source.annotations.set_note(8, "lost")
    moved.annotations(source.annotations, str.upper)
    target.sync()
    assert [(one.number, one.name, one.started_ns, one.ended_ns) for one in target.sessions()][1] == (
        2, "moved", 93, 0,
    )  # fmt: skip
    records = target.records(2, 4)
    assert [(one.session, one.exchange, one.at_ns, one.note) for one in records] == [
        (2, 2, 43, ""), (0, 0, 0, "inside #2"), (2, 2, 0, "as inside #3"),
    ]  # fmt: skip
    exchange = target.exchange(2)
    assert exchange is not None and target.exchange(4) is None
    assert (exchange.session, exchange.started_ns, exchange.sent_ns) == (2, 43, 0)
    assert (exchange.answer, exchange.last, exchange.parent) == (4, 4, 0)
    assert [(one.rule, one.record, one.exchange, one.session) for one in target.findings()] == [
        ("A-1", 2, 2, 2), ("A-2", 0, 2, 2), ("A-5", 0, 0, 6),
    ]  # fmt: skip
    own = target.annotations
    assert (list(own.marked()), list(own.references()), list(own.noted())) == ([2], [4], [3])
    assert own.note(3) == "NOTE"
    source.close()
    target.close()
