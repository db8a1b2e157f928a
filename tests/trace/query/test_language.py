"""Filters find what a user means, say where they are wrong, and can do nothing but ask."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.protocol.records import Finding, SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.query.language import FIELDS, IS_WORDS, FilterError, compile_filter
from tests.trace.samples import DEMO, answer, call, end, notification, request


def _fill(journal: Journal) -> None:
    journal.add_session(DEMO)
    journal.add_session(SessionInfo(2, "other", "http", "https://example.com/mcp"))
    journal.append(
        [
            request(
                1, b'{"id":1,"params":{"name":"echo","arguments":{"n":9007199254740993,"s":"caf\\u00e9"}}}'
            ),
            notification(
                2, b'{"params":{"progress":1,"big":12345678901234567890}}', exchange=1, role="progress"
            ),
            answer(3, 1, b'{"id":1,"result":{"ok":true,"list":[1,2.5,null],"a b":"x"}}'),
            request(4, b'{"id":4,"params":{"name":"get_time"}}', size=5000),
            answer(5, 4, b'{"id":4,"error":{"code":-32602,"message":"Unknown Zone"}}', kind="error"),
            notification(
                6, b"Traceback: \xff boom\0after", kind="stderr", valid=False, channel="stderr", session=2
            ),
            notification(7, b"{broken", kind="malformed", valid=False, note="not JSON at byte 1", method=""),
            request(8, '{"params":{"text":"Ärger 100% sure_thing"}}'.encode(), method="resources/read"),
            notification(9, b"[" * 3000 + b"]" * 3000),
            answer(10, 4, b"{}", role="late"),
        ]
    )
    journal.touch(end(call(1), 3, 150.0))
    journal.touch(end(call(4, "get_time"), 5, 0.4, "failed"))
    journal.touch(call(8, "file:///a", method="resources/read"))
    journal.add_findings(
        [Finding(5, 4, 1, "RPC-07", "error", "odd"), Finding(9, 0, 1, "STD-01", "warning", "deep")]
    )
    journal.sync()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    journal = Journal.create(tmp_path_factory.mktemp("query") / "a.mcptrace")
    _fill(journal)
    yield journal
    journal.close()


ALL = list(range(1, 11))
MESSAGES: list[tuple[str, list[int]]] = [
    ("", ALL),
    ("   ", ALL),
    ('method == "tools/call"', [1, 3, 4, 5, 10]),
    ("method == tools/call and direction == out", [1, 4]),
    ("method != tools/call", [2, 6, 7, 8, 9]),
    ("duration > 100ms", [1, 2, 3]),
    ("duration > 0.1s and duration<=150ms", [1, 2, 3]),
    ("duration > 100 ms and size < 2 kB", [1, 2, 3]),
    ("duration < 1", [4, 5, 10]),
    ("method==tools/call&&direction==out", [1, 4]),
    ("kind eq stderr||kind eq malformed", [6, 7]),
    ("target matches ^get_ and kind ne request", [5, 10]),
    ("is:request xor is:pending", [1, 4]),
    ("kind not in {request, response, error}", [2, 6, 7, 9]),
    ("number in {2..4, 9}", [2, 3, 4, 9]),
    ("duration in {0.1ms..1ms}", [4, 5, 10]),
    ("number > 2 exists", []),
    ("duration exists", [1, 2, 3, 4, 5, 10]),
    ("not target ~ ^get_ and target exists", [1, 2, 3, 8]),
    ('target ~ "^GET_"', [4, 5, 10]),
    ("tool:time", [4, 5, 10]),
    ("size > 2kB", [4, 9]),
    ("size >= 5kB or size < 10", [4, 7, 9, 10]),
    ("number in {2, 3, 99}", [2, 3]),
    ("kind in {stderr, malformed}", [6, 7]),
    ("server == other", [6]),
    ("server:OTH", [6]),
    ("session = 2", [6]),
    ("time > 5ms", [7, 8, 9, 10]),
    ("status == failed", [4, 5, 10]),
    ("is:error", [4, 5, 10]),
    ("is:pending", [8]),
    ("is:late", [10]),
    ("is:malformed or is:stderr", [6, 7]),
    ("is:finding", [4, 5, 9]),
    ("is:violation", [4, 5]),
    ('rule contains "STD"', [9]),
    ("note contains json", [7]),
    ("role:late", [10]),
    ("not is:request not is:response", [2, 6, 7, 9]),
    ("! (is:request || is:response) && is:in", [2, 6, 7, 9]),
    # text in the bytes
    ("boom", [6]),
    ("AFTER", [6]),
    ("traceback after", [6]),
    ('"unknown zone"', [5]),
    ("café", [1]),
    ("CAFÉ", [1]),
    ("ärger", [8]),
    ("100%", [8]),
    ("sure_thing", [8]),
    ("sureXthing", []),
    ("get_time", [4, 5, 10]),
    ("broken", [7]),
    # JSON paths
    ("$.params.arguments.n == 9007199254740993", [1]),
    ("$.params.arguments.n == 9007199254740992", []),
    ("$.params.big == 12345678901234567890", [2]),
    ("$.params.big == 12345678901234567891", []),
    ("$.params.big > 1e18", [2]),
    ("$.result.ok == true", [3]),
    ("$.result.ok == 1", []),
    ("$.result.list[0] == 1", [3]),
    ("$.result.list[-1] == null", [3]),
    ("$.result.list[1] in {2.5, 7}", [3]),
    ('$.result["a b"] == "x"', [3]),
    ("$.result['a b'] exists", [3]),
    ("$.error.code < 0", [5]),
    ("$.error.message contains zone", [5]),
    ('$.error.message ~ "^unk"', [5]),
    ("$.id != 1", [4, 5]),
    ("$.result.list[-1] exists", []),
    ("$.result.list[-1] == null", [3]),
    ('$.id == "1"', []),
    ("$.id:4", [4, 5]),
    ("not $.id exists", [2, 6, 7, 8, 9, 10]),
    ("$.missing > 1", []),
]


@pytest.mark.parametrize(("text", "numbers"), MESSAGES)
def test_filter_finds_messages(journal: Journal, text: str, numbers: list[int]) -> None:
    compiled = compile_filter(text)
    assert list(journal.visible("messages", 1, 99, compiled)) == numbers
    assert list(journal.matching("messages", ALL, compiled)) == numbers


CALLS: list[tuple[str, list[int]]] = [
    ("$.result.ok == true", [1]),
    ("$.params.progress == 1", [1]),
    ("not $.result.ok exists", [4, 6, 7, 8, 9, 10]),
    ("zone", [4]),
    ("not zone", [1, 6, 7, 8, 9, 10]),
    ("is:violation", [4]),
    ("boom", [6]),
    ("kind == response", [10]),
    ("", [1, 4, 6, 7, 8, 9, 10]),
]


@pytest.mark.parametrize(("text", "numbers"), CALLS)
def test_filter_finds_calls_by_any_of_their_messages(journal: Journal, text: str, numbers: list[int]) -> None:
    assert list(journal.visible("calls", 1, 99, compile_filter(text))) == numbers


WRONG: list[tuple[str, int, str]] = [
    ("(a", 2, "expected a closing parenthesis; the filter ends here"),
    ("a)", 1, "expected and, or, or the end"),
    ("method ==", 9, "expected a value"),
    ("method == (", 10, "expected a value"),
    ("colour == red", 0, "unknown field 'colour'"),
    ("duration > fast", 11, "expected a number with a unit"),
    ("size > 3ms", 7, "expected a number with a unit (B, kB"),
    ("number > 1kB", 9, "expected a number"),
    ("is:strange", 3, "unknown word 'strange' after is:; available: error, pending"),
    ("is:", 3, "expected a word after is:, such as is:error; the filter ends here"),
    ('method == "open', 10, 'missing closing "'),
    ("target ~ [", 9, "not a regular expression"),
    ("target ~ '(a+)+$'", 9, "could take forever"),
    ("a or", 4, "expected a field"),
    ("and", 0, "expected a field"),
    ("not", 3, "expected a field"),
    ("$.a", 3, "expected an operator"),
    ("$.a.[", 3, "expected a name or an index"),
    ("$.a > true", 6, "== and != only"),
    ("kind in stderr", 8, "expected a set"),
    ("target ~ ^(a|b)", 9, "a value with parentheses must be quoted"),
    ("methd == a", 0, "did you mean method?"),
    ("is:eror", 3, "did you mean error?"),
    ("duration ~ 5", 9, "duration can only be compared with ==, !="),
    ("number in {1..a}", 11, "expected a number"),
    ("method not", 10, "expected a field"),
    ("xor a", 0, "expected a field"),
    ("kind in {a b}", 11, "expected a comma or }"),
    ('""', 0, "expected text of 1 to"),
    ("(" * 60 + "a" + ")" * 60, 41, "too many nested parentheses"),
    ("not " * 60 + "a", 0, "too many consecutive “not”"),
    ("a " * 300, 400, "more than 200 conditions"),
    ("x" * 5000, 4000, "longer than"),
]


@pytest.mark.parametrize(("text", "column", "message"), WRONG)
def test_wrong_filter_says_where_and_what_was_expected(text: str, column: int, message: str) -> None:
    with pytest.raises(FilterError) as raised:
        compile_filter(text)
    assert message in str(raised.value)
    if len(text) < 100:
        assert raised.value.column == column


@pytest.mark.parametrize("pattern", ["(a+)+", "((a+)b)*", "(a|b*)+", "(.*a){20}", "(x(a{2,})?)+", "([+]a*)+"])
def test_patterns_that_could_take_for_ever_are_refused(pattern: str) -> None:
    with pytest.raises(FilterError, match="forever"):
        compile_filter(f"target ~ '{pattern}'")


def test_a_pattern_of_many_choices_is_compiled_at_once() -> None:
    where = compile_filter(f"target ~ '{'(a|b)' * 100}'")
    assert list(where.params.values()) == ["(a|b)" * 100]


@pytest.mark.parametrize(
    "pattern", ["a+b+", "(abc)+", "(a+)?", "[(+]+", "([*]|b)+", "^get_.*$", "a{2,3}", "[]*]+"]
)
def test_ordinary_patterns_are_allowed(pattern: str) -> None:
    compile_filter(f"target ~ '{pattern}'")


def test_every_field_and_every_word_can_be_asked(journal: Journal) -> None:
    for name, field in FIELDS.items():
        value = {"text": "a", "clock": "14:30"}.get(field.type, "1")
        exists = () if field.type == "call" else (f"{name} exists",)
        for condition in (f"{name} == {value}", *exists, f"{name} in {{{value}}}", f"{name}:{value}"):
            for mode in ("calls", "messages"):
                journal.visible(mode, 1, 99, compile_filter(condition))
    for word in IS_WORDS:
        journal.visible("calls", 1, 99, compile_filter(f"is:{word}"))


PIECES = [
    *FIELDS, *IS_WORDS, "is", ":", "==", "!=", "<", ">", "~", "contains", "in", "exists", "and", "or", "not",
    "(", ")", "{", "}", ",", "$", "$.a", "$.a[0]", "$[-1]", '$["a b"]', '"x y"', "'", '"', "\\", "5",
    "14:30", "2026-11-24", "14:30:05.5..2026-11-25", "-1e400", "9" * 30,
    "10ms", "2kB", "true", "null", "%", "_", "'; DROP TABLE t --", ";", "?", ":p0", "x.id",
    "안녕", "é", "\0", "\ud800", "/*", "--", "!",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join), st.text(max_size=60)))
def test_no_text_raises_anything_else_or_changes_the_file(journal: Journal, text: str) -> None:
    before = journal.path.with_name(journal.path.name + "-wal").stat().st_size
    try:
        compiled = compile_filter(text)
    except FilterError as error:
        assert 0 <= error.column <= len(text)
        assert str(error)
        return
    for mode in ("calls", "messages"):
        assert set(journal.visible(mode, 1, 99, compiled)) <= set(ALL)
    assert journal.path.with_name(journal.path.name + "-wal").stat().st_size == before


def test_values_are_parameters_and_never_sql(journal: Journal) -> None:
    compiled = compile_filter("""target == "' OR 1=1 --" and $.a == "'" and method ~ "'" and "'quoted'" """)
    assert "'quoted'" not in compiled.sql
    assert "OR 1=1" not in compiled.sql + compiled.calls_sql
    assert list(journal.visible("messages", 1, 99, compiled)) == []


def test_only_written_records_are_filtered(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "b.mcptrace")
    journal.append([notification(1)])
    everything = compile_filter("is:notification")
    assert list(journal.visible("messages", 1, 9, everything)) == []
    journal.sync()
    assert list(journal.visible("messages", 1, 9, everything)) == [1]
    journal.close()


def test_reader_connections_know_the_functions_of_filters(journal: Journal) -> None:
    connection = journal.reader()
    assert connection.execute("SELECT regexp('^b', 'Bar')").fetchone() == (1,)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM record")
    connection.close()


IDS = ["1", '"1"', '"a b"', '"ü/"', "null", "2.50", "", '""']


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("id == 1", ["1"]),
        ('id == "1"', ['"1"']),
        ("id == 'a b'", ['"a b"']),
        ('id == "ü/"', ['"ü/"']),
        (r'id == "\"a b\""', ['"a b"']),
        ("id == null", ["null"]),
        ("id == 2.50", ["2.50"]),
        ('id == ""', ['""']),
        ('id in {1, "a b"}', ["1", '"a b"']),
        ('id != "1"', [one for one in IDS if one != '"1"']),
        ("id ~ ^.1", ['"1"']),
    ],
)
def test_a_number_and_a_text_are_different_ids(tmp_path: Path, text: str, found: list[str]) -> None:
    with closing(Journal.create(tmp_path / "ids.mcptrace")) as journal:
        journal.add_session(DEMO)
        journal.append(
            [notification(number, b"{}", id=identifier) for number, identifier in enumerate(IDS, 1)]
        )
        journal.sync()
        numbers = journal.visible("messages", 1, len(IDS), compile_filter(text))
        assert [IDS[number - 1] for number in numbers] == found
