"""Exports read records with all that belongs to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.annotations import ColourRule
from inspector.trace.export import entries as module
from inspector.trace.export.entries import open_entries, whole_exchanges
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from tests.trace.recorded import MS, START_NS, ask, over_stdio, result
from tests.trace.samples import call, notification, request


def test_whole_exchanges_brings_what_belongs_to_a_record_and_what_is_nested(journal: Journal) -> None:
    assert list(whole_exchanges(journal, [4])) == [3, 4, 5, 6, 7]
    assert list(whole_exchanges(journal, [6])) == [5, 6]
    assert list(whole_exchanges(journal, [12])) == [12]


def beside(tmp_path: Path) -> Journal:
    """Two servers; one is asked, answers, is asked again and dies; the other writes meanwhile."""
    journal = Journal.create(tmp_path / "beside.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    other = Feeding(journal, "other", "stdio", "other", START_NS)
    at = START_NS
    one.stderr(b"before", at)  # 1
    one.went(ask(1, "tools/call", name="a"), at + 10 * MS)  # 2
    one.stderr(b"during", at + 11 * MS)
    other.stderr(b"another server", at + 12 * MS)
    one.came(b"noise", at + 13 * MS)  # 5
    one.came(result(1), at + 14 * MS)
    one.stderr(b"between", at + 120 * MS)
    one.went(ask(2, "tools/call", name="b"), at + 130 * MS)  # 8
    one.end(at + 131 * MS)
    one.stderr(b"last words", at + 132 * MS)
    one.note("server exited, exit code 3", at + 133 * MS)
    one.stderr(b"after", at + 134 * MS)  # 11
    journal.sync()
    return journal


def test_whole_exchanges_bring_what_the_server_said_beside_them(tmp_path: Path) -> None:
    journal = beside(tmp_path)
    assert list(whole_exchanges(journal, [6])) == [2, 3, 5, 6]
    assert list(whole_exchanges(journal, [8])) == [8, 9, 10], "until the step that says how it got lost"
    assert list(whole_exchanges(journal, [2, 4, 8])) == [2, 3, 4, 5, 6, 8, 9, 10]
    journal.close()


def test_what_comes_long_after_a_lost_call_does_not_belong_to_it(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "late.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.went(ask(1, "tools/call", name="a"), START_NS)
    feeding.end(START_NS + MS)
    feeding.stderr(b"soon", START_NS + 2 * MS)
    feeding.stderr(b"a minute later", START_NS + 60_000 * MS)
    journal.sync()
    assert list(whole_exchanges(journal, [1])) == [1, 2]
    journal.close()


def test_a_call_without_an_end_lasts_as_long_as_the_file(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "open.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.went(ask(1, "tools/call", name="a"), START_NS)
    feeding.stderr(b"still at it", START_NS + 1000 * MS)
    journal.sync()
    assert list(whole_exchanges(journal, [1])) == [1, 2]
    journal.close()


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Journal]:
    """A session over a pipe with three findings, the first of them about a later record."""
    made = Journal.create(tmp_path / "judged.mcptrace")
    over_stdio(made)
    about_call = [Finding(4, 3, 1, "A-2", "info", "one"), Finding(4, 3, 1, "A-3", "error", "two")]
    made.add_findings([*about_call, Finding(1, 1, 1, "A-1", "error", "three")])
    made.sync()
    yield made
    made.close()


def test_a_walk_gives_each_record_its_exchange_and_its_findings(judged: Journal) -> None:
    with open_entries(judged) as entries:
        found = list(entries.walk([3, 4, 12]))
        assert [entry.record.number for entry in found] == [3, 4, 12]
        assert [entry.exchange and entry.exchange.number for entry in found] == [3, 3, None]
        assert [entry.opens for entry in found] == [True, False, False]
        assert [[one.rule for one in entry.findings] for entry in found] == [[], ["A-2", "A-3"], []]
        assert [entry.record.number for entry in entries.of_exchange(3)] == [3, 4, 7]
        assert list(entries.of_exchange(0)) == []


def test_pages_end_at_a_number_of_records_or_of_bytes(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_entries(journal) as entries:
        monkeypatch.setattr(module, "PAGE", 4)
        numbers = [[record.number for record in page] for page in entries.pages(range(1, 11))]
        assert numbers == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]]
        sizes = [len(record.raw) for page in entries.pages([1, 2, 3]) for record in page]
        monkeypatch.setattr(module, "PAGE_BYTES", sizes[0] + sizes[1])
        pages = [[record.number for record in page] for page in entries.pages([1, 2, 3])]
        assert pages == [[1, 2], [3]]
        monkeypatch.setattr(module, "PAGE_BYTES", 1)
        assert [len(page) for page in entries.pages([1, 2, 3])] == [1, 1, 1], "one may be larger"


def test_connections_of_records_are_told(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (min(numbers) for numbers in numbers_by_session(journal).values())
    with open_entries(journal) as entries:
        assert entries.sessions_of([first]) == {1}
        monkeypatch.setattr(module, "STRIDE", 2)
        assert entries.sessions_of([first, first + 1, second]) == {1, 2}
        assert entries.sessions_of([]) == frozenset()
        assert [info.name for info in entries.sessions()] == ["demo", "web"]


def numbers_by_session(journal: Journal) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for record in journal.records(1, journal.last):
        found.setdefault(record.session, []).append(record.number)
    return found


def test_a_record_or_an_exchange_that_is_not_there_is_none(journal: Journal) -> None:
    with open_entries(journal) as entries:
        assert entries.record(0) is None
        assert entries.record(journal.last + 1) is None
        assert entries.exchange(4) is None
        record, exchange = entries.record(3), entries.exchange(3)
        assert record is not None and record.number == 3
        assert exchange is not None and exchange.target == "ask_model"
        assert entries.start_ns == START_NS


def test_everything_of_a_file_is_read_in_order(judged: Journal) -> None:
    with open_entries(judged) as entries:
        numbers = [exchange.number for exchange in entries.all_exchanges()]
        assert numbers == sorted(numbers) and {1, 3} <= set(numbers)
        assert [finding.rule for finding in entries.all_findings()] == ["A-2", "A-3", "A-1"]


def test_with_a_redactor_nothing_that_is_read_has_a_secret(tmp_path: Path) -> None:
    secret = "hunter2-correct-horse"
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.add_session(SessionInfo(1, "demo", "stdio", f"server --password={secret}"))
    raw = json.dumps({"method": "tools/call", "params": {"password": secret}}).encode()
    journal.append([request(1, raw), notification(2, secret.encode(), kind="stderr", valid=False)])
    journal.touch(call(1, target=f"user {secret}"))
    journal.add_findings([Finding(1, 1, 1, "X-1", "error", f"{secret} is odd")])
    journal.annotations.set_rules([ColourRule("mine", f'raw contains "{secret}"', "warning")])
    journal.sync()
    with open_entries(journal, Redactor()) as entries:
        assert list(entries.find_secrets()) == [2]
        read = [
            *entries.walk([1, 2]), entries.clean_record(1), *entries.of_exchange(1), *entries.sessions(),
            *entries.rules(),
        ]  # fmt: skip
        assert secret not in repr(read)
        assert repr(read).count("«password-1»") >= 6
        assert secret in repr(entries.record(1)), "this is what the file holds"
    with open_entries(journal) as entries:
        assert list(entries.find_secrets()) == []
        assert secret in repr(entries.clean_record(2))
        assert entries.rules() == [*journal.annotations.own_rules]
    journal.close()


def test_a_lost_call_takes_one_step_of_its_connection_and_no_later_one(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "lost.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.went(ask(1, "tools/call", name="a"), START_NS)
    feeding.end(START_NS + MS)
    feeding.note("the server ended", START_NS + 5000 * MS + MS)
    feeding.note("started again", START_NS + 5000 * MS + MS)
    journal.sync()
    assert list(whole_exchanges(journal, [1])) == [1, 2]
    journal.close()


def test_of_two_calls_that_overlap_all_that_was_said_until_the_later_end_belongs(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "both.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.stderr(b"before", START_NS)
    feeding.went(ask(1, "ping"), START_NS + 2 * MS)
    feeding.went(ask(2, "ping"), START_NS + 3 * MS)
    feeding.came(result(2), START_NS + 4 * MS)
    feeding.stderr(b"of the first", START_NS + 5 * MS)
    feeding.came(result(1), START_NS + 6 * MS)
    feeding.stderr(b"at its end", START_NS + 6 * MS)
    feeding.stderr(b"after", START_NS + 107 * MS)
    journal.sync()
    assert list(whole_exchanges(journal, [3, 2])) == [2, 3, 4, 5, 6, 7]
    assert list(whole_exchanges(journal, [3])) == [3, 4, 5, 7], "stderr may be late"
    journal.close()
