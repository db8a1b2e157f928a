"""A session at a glance: classes, times, what changes later."""

from __future__ import annotations

from pathlib import Path

from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.trace.overview import CLASSES, FINDING, WARNED, SessionOverview
from tests.hostile_files import make_hostile
from tests.trace.samples import DEMO, SECOND, START, answer, call, end, notification, request

RAW = b'{"jsonrpc":"2.0"}'


def grown(journal: Journal, survey: SessionOverview, touched: tuple[int, ...] | None = None) -> list[str]:
    """The classes of all records after another look."""
    journal.sync()
    connection = journal.reader()
    survey.advance(connection, journal.written, touched)
    connection.close()
    return [CLASSES[code & 0x0F] for code in survey.codes]


def counts(survey: SessionOverview) -> dict[str, int]:
    """How many of each class the histogram has."""
    classes = ("other", "answer", "notification", "server", "call", "pending", "odd", "error", "refusal")
    found = dict(zip(classes, map(sum, survey.histogram().counts), strict=False))
    return {name: count for name, count in found.items() if count}


def made(folder: Path) -> Journal:
    journal = Journal.create(folder / "s.mcptrace")
    journal.add_session(DEMO)
    return journal


def test_every_record_has_a_class(tmp_path: Path) -> None:
    journal = made(tmp_path)
    journal.append(
        [
            notification(1),
            notification(2, kind="stderr"),
            notification(3, kind="malformed"),
            notification(4, kind="response", role="late"),
            request(5, RAW, direction="in"),
            notification(6, kind="error", role="answer"),
        ]
    )
    survey = SessionOverview()
    assert grown(journal, survey) == ["notification", "other", "malformed", "odd", "server", "refusal"]
    journal.close()


def test_a_call_waits_and_then_fails_or_not(tmp_path: Path) -> None:
    journal = made(tmp_path)
    calls = call(1), call(2)
    journal.append([request(1, RAW), request(2, RAW)])
    for one in calls:
        journal.touch(one)
    survey = SessionOverview()
    assert grown(journal, survey) == ["pending", "pending"]
    assert counts(survey) == {"pending": 2}
    journal.append([answer(3, 1, RAW), answer(4, 2, RAW)])
    journal.touch(end(calls[0], 3, 5.0))
    journal.touch(end(calls[1], 4, 5.0, "failed"))
    assert grown(journal, survey, (1, 2)) == ["call", "error", "answer", "answer"]
    assert counts(survey) == {"answer": 2, "call": 1, "error": 1}
    journal.close()


def test_an_exchange_told_of_before_its_request_is_read_is_looked_at_later(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([request(1, RAW)])
    assert grown(journal, survey, (2,)) == ["call"]
    journal.append([request(2, RAW)])
    journal.touch(end(call(2), 0, 5.0, "failed"))
    assert grown(journal, survey, ()) == ["call", "error"]
    journal.close()


def test_bins_grow_wider_and_keep_every_record_at_its_time(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([notification(number) for number in range(1, 101)])
    grown(journal, survey)
    narrow = survey.histogram().width_ns
    journal.append([notification(101, at_ns=START + 3600 * SECOND)])
    grown(journal, survey)
    histogram = survey.histogram()
    row = histogram.counts[2]
    assert histogram.width_ns > narrow
    assert sum(row) == 101
    assert row[(3600 * SECOND - 1_000_000) // histogram.width_ns] == 1
    assert len(row) <= 2048
    journal.close()


def test_bins_are_as_narrow_as_their_number_allows(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([notification(1, at_ns=START), notification(2, at_ns=START + 2047)])
    grown(journal, survey)
    first = survey.histogram()
    assert (first.origin_ns, first.width_ns, first.end_ns) == (START, 1, START + 2047)
    assert [place for place, count in enumerate(first.counts[2]) if count] == [0, 2047]
    journal.append([notification(3, at_ns=START + 3), notification(4, at_ns=START + 2048)])
    grown(journal, survey)
    second = survey.histogram()
    assert (second.width_ns, second.end_ns, len(second.counts[2])) == (2, START + 2048, 1025)
    assert [(place, count) for place, count in enumerate(second.counts[2]) if count] == [
        (0, 1), (1, 1), (1023, 1), (1024, 1),
    ]  # fmt: skip
    journal.append([notification(5, at_ns=START + 16_383)])
    grown(journal, survey)
    third = survey.histogram()
    assert (third.width_ns, third.end_ns) == (8, START + 16_383)
    assert [(place, count) for place, count in enumerate(third.counts[2]) if count] == [
        (0, 2), (255, 1), (256, 1), (2047, 1),
    ]  # fmt: skip
    journal.close()


def test_a_record_from_before_the_first_is_counted_at_the_beginning(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([notification(1, at_ns=START), notification(2, at_ns=START - SECOND)])
    assert grown(journal, survey) == ["notification"] * 2
    histogram = survey.histogram()
    assert (list(histogram.counts[2]), histogram.end_ns) == ([2], START)
    journal.close()


def test_a_request_of_the_server_that_was_answered_is_one_of_the_server_again(tmp_path: Path) -> None:
    journal = made(tmp_path)
    asked = call(1)
    asked.direction = "in"
    journal.append([request(1, RAW, direction="in")])
    journal.touch(asked)
    survey = SessionOverview()
    assert grown(journal, survey, (1,)) == ["pending"]
    journal.touch(end(asked, 0, 5.0))
    assert grown(journal, survey, (1,)) == ["server"]
    assert counts(survey) == {"server": 1}
    journal.close()


def test_a_finding_of_an_exchange_marks_its_request_and_waits_for_it(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([notification(1)])
    journal.add_findings([Finding(2, 1, 1, "RPC-01", "warning", "odd", "")])
    grown(journal, survey)
    assert [code & (FINDING | WARNED) for code in survey.codes] == [0]
    journal.append([notification(2)])
    grown(journal, survey)
    assert [code & (FINDING | WARNED) for code in survey.codes] == [WARNED, WARNED]
    journal.close()


def test_findings_are_bits_beside_the_class(tmp_path: Path) -> None:
    journal = made(tmp_path)
    survey = SessionOverview()
    journal.append([notification(1), notification(2), notification(3)])
    journal.add_findings(
        [
            Finding(1, 0, 1, "RPC-01", "error", "wrong", ""),
            Finding(2, 0, 1, "RPC-01", "warning", "odd", ""),
            Finding(3, 0, 1, "RPC-01", "info", "so", ""),
        ]
    )
    assert grown(journal, survey) == ["notification"] * 3
    assert [code & (FINDING | WARNED) for code in survey.codes] == [FINDING, WARNED, 0]
    journal.close()


def test_a_record_of_another_century_in_the_middle_makes_no_more_bins(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a time two centuries off", path)
    journal = Journal.open(path)
    connection = journal.reader()
    survey = SessionOverview()
    survey.advance(connection, journal.last, None)
    assert max(map(len, survey.histogram().counts)) <= 2048
    connection.close()
    journal.close()
