"""Which lines came while a call ran, which calls ran when a line came; filters and exports say the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.protocol.subscribing import LISTEN
from inspector.trace.during import Said
from inspector.trace.export.entries import whole_exchanges
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from inspector.trace.query.language import FilterError, compile_filter
from inspector.trace.relations import calls_during, said_during
from tests.examples import examples
from tests.trace.recorded import MS, START_NS, ask, result, tell


def log(text: str) -> bytes:
    return tell("notifications/message", level="info", data=text)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Two servers. The first is asked twice at a time, and once more before it dies."""
    journal = Journal.create(tmp_path / "during.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    other = Feeding(journal, "other", "stdio", "other", START_NS)
    at = START_NS
    one.stderr(b"before", at)  # 1
    one.went(ask(1, "tools/call", name="slow"), at + 10 * MS)  # 2
    one.stderr(b"of slow", at + 11 * MS)
    one.went(ask(2, "tools/call", name="boom"), at + 12 * MS)  # 4
    other.stderr(b"another server", at + 13 * MS)
    one.stderr(b"of one of them", at + 14 * MS)
    one.came(log("of one of them"), at + 15 * MS)  # 7
    one.came(b"noise", at + 15 * MS)
    one.came(result(2), at + 16 * MS)
    one.came(log("of slow"), at + 17 * MS)  # 10
    one.came(result(1), at + 18 * MS)
    one.stderr(b"between", at + 120 * MS)  # 12
    one.went(ask(3, "tools/call", name="dies"), at + 130 * MS)
    one.end(at + 131 * MS)
    one.stderr(b"last words", at + 132 * MS)  # 14
    one.note("server exited, exit code 3", at + 133 * MS)
    one.stderr(b"after", at + 134 * MS)  # 16
    journal.sync()
    yield journal
    journal.close()


def numbers(said: Said) -> tuple[list[int], list[int]]:
    return list(said.stderr), list(said.logs)


def shown(journal: Journal, text: str, mode: str = "messages") -> list[int]:
    return list(journal.visible(mode, 1, journal.last, compile_filter(text)))


def test_lines_and_log_messages_between_request_and_last_byte_belong_to_a_call(journal: Journal) -> None:
    assert numbers(said_during(journal, 2)) == ([3, 6], [7, 10])
    assert numbers(said_during(journal, 4)) == ([6], [7])


def test_what_a_dying_server_writes_belongs_to_the_call_that_it_left_unanswered(journal: Journal) -> None:
    assert numbers(said_during(journal, 13)) == ([14], [])


def test_nothing_belongs_to_what_is_no_call(journal: Journal) -> None:
    assert not said_during(journal, 3)
    assert not said_during(journal, 999)


def test_a_line_names_every_call_that_ran_the_one_that_started_last_first(journal: Journal) -> None:
    assert calls_during(journal, 3) == [2]
    assert calls_during(journal, 6) == [4, 2]
    assert calls_during(journal, 7) == [4, 2]
    assert calls_during(journal, 10) == [2]
    assert calls_during(journal, 14) == [13]


def test_a_line_outside_of_all_calls_names_none(journal: Journal) -> None:
    for number in (1, 5, 12, 16, 999):
        assert calls_during(journal, number) == []


def test_only_a_stderr_line_or_a_log_message_asks_for_its_calls(journal: Journal) -> None:
    assert calls_during(journal, 8) == [], "a malformed message"
    assert calls_during(journal, 11) == [], "a response"


def test_a_line_of_stderr_may_be_read_a_moment_after_the_answer(tmp_path: Path) -> None:
    """Another thread reads it. A log message comes on the pipe of the answer: there the order is known."""
    journal = Journal.create(tmp_path / "late.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    at = START_NS
    one.went(ask(1, "tools/call", name="boom"), at)  # 1
    one.came(result(1), at + 10 * MS)
    one.stderr(b"late", at + 15 * MS)  # 3
    one.came(log("of none"), at + 16 * MS)
    one.stderr(b"of none", at + 61 * MS)
    one.went(ask(2, "tools/call", name="boom"), at + 100 * MS)  # 6
    one.came(result(2), at + 110 * MS)
    one.went(ask(3, "tools/call", name="next"), at + 111 * MS)  # 8
    one.stderr(b"of the next", at + 112 * MS)
    one.came(result(3), at + 113 * MS)
    journal.sync()
    assert [numbers(said_during(journal, call)) for call in (1, 6, 8)] == [([3], []), ([], []), ([9], [])]
    assert [calls_during(journal, line) for line in (3, 4, 5, 9)] == [[1], [], [], [8]]
    assert list(whole_exchanges(journal, [1])) == [1, 2, 3]
    journal.close()


def test_of_calls_side_by_side_one_that_is_open_is_likelier_than_one_that_just_ended(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "likelier.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    one.went(ask(1, "tools/call", name="slow"), START_NS)  # 1
    one.went(ask(2, "tools/call", name="fast"), START_NS + MS)  # 2
    one.came(result(2), START_NS + 2 * MS)
    one.stderr(b"of which", START_NS + 3 * MS)  # 4
    journal.sync()
    assert calls_during(journal, 4) == [1, 2]
    journal.close()


def test_a_subscription_that_is_always_open_is_no_call_of_a_line(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "listening.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    one.went(ask(1, LISTEN), START_NS)
    one.went(ask(2, "tools/call", name="slow"), START_NS + MS)
    one.stderr(b"during both", START_NS + 2 * MS)
    journal.sync()
    assert calls_during(journal, 3) == [2]
    journal.close()


@pytest.mark.parametrize("mode", ["messages", "calls"])
def test_a_filter_shows_what_came_during_a_call(journal: Journal, mode: str) -> None:
    assert shown(journal, "during == #2", mode) == [3, 6, 7, 10]
    assert shown(journal, "during == 2", mode) == [3, 6, 7, 10]
    assert shown(journal, "during: #4", mode) == [6, 7]
    assert shown(journal, "during == #13", mode) == [14]
    assert shown(journal, "during in {#4, 13}", mode) == [6, 7, 14]
    assert shown(journal, "during == #2 and is:log", mode) == [7, 10]
    assert shown(journal, "during == #2 and not during == #4", mode) == [3, 10]
    assert shown(journal, "during == #3", mode) == []
    assert shown(journal, "is:stderr and during != #2", mode) == [1, 5, 12, 14, 16]
    assert shown(journal, "is:stderr and during not in {#2, #13}", mode) == [1, 5, 12, 16]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("during == soon", "number of a call"),
        ("during == 3..9", "number of a call"),
        ("during == #", "number of a call"),
        ("during == -1", "number of a call"),
        ("during > #3", "can only be compared with"),
        ("during contains 3", "can only be compared with"),
        ("during exists", "can only be compared with"),
    ],
)
def test_a_filter_by_something_else_than_a_call_says_what_is_expected(text: str, why: str) -> None:
    with pytest.raises(FilterError, match=why):
        compile_filter(text)


def test_an_export_of_whole_calls_brings_the_log_messages_beside_them(journal: Journal) -> None:
    assert list(whole_exchanges(journal, [4])) == [4, 6, 7, 8, 9]


times = st.integers(0, 12)


@settings(max_examples=examples(60), deadline=None)
@given(
    calls=st.lists(st.tuples(times, times, st.booleans()), min_size=1, max_size=5),
    lines=st.lists(st.tuples(times, st.sampled_from("sln")), max_size=12),
)
def test_call_line_filter_and_export_agree(
    calls: list[tuple[int, int, bool]],
    lines: list[tuple[int, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Calls with a start, an end and whether they are answered; lines of stderr, logs and steps between."""
    journal = Journal.create(tmp_path_factory.mktemp("agree") / "agree.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    steps = [(start, 0, place) for place, (start, _, _) in enumerate(calls)]
    steps += [(max(start, end), 2, place) for place, (start, end, done) in enumerate(calls) if done]
    steps += [(at, 1, kind) for at, kind in lines]
    for at, what, which in sorted(steps, key=lambda one: one[:2]):
        at_ns = START_NS + at * MS
        if what == 0:
            one.went(ask(which, "tools/call", name="a"), at_ns)
        elif what == 2:
            one.came(result(which), at_ns)
        elif which == "n":
            one.note("a step", at_ns)
        else:
            (one.stderr if which == "s" else one.came)(b"line" if which == "s" else log("line"), at_ns)
    one.end(START_NS + 20 * MS)
    journal.sync()
    of_lines: dict[int, list[int]] = {}
    said_lines = shown(journal, "is:stderr or is:log")
    for line in said_lines:
        for number in calls_during(journal, line):
            of_lines.setdefault(number, []).append(line)
    for number in shown(journal, "is:call"):
        said = said_during(journal, number)
        found = sorted([*said.stderr, *said.logs])
        assert found == of_lines.get(number, [])
        assert found == shown(journal, f"during == #{number}")
        assert found == [one for one in whole_exchanges(journal, [number]) if one in said_lines]
    journal.close()
