"""Completion offers what can stand at the cursor, and nothing that the language does not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.trace.journal import Journal
from inspector.trace.query.complete import complete
from inspector.trace.query.fields import FIELDS, IS_WORDS
from inspector.trace.query.language import FilterError, compile_filter
from inspector.trace.query.seen import paths_seen, seen, values_seen
from tests.trace.samples import DEMO, answer, call, end, notification, request

SEEN = {
    "target": ["get_order", "Zoë's tool", "get_time", 'say "hi"'],
    "method": ["tools/call", "ping"],
    "during": ["#12", "#7"],
    "$": ["$.params", "$.params.name", '$["a b"]'],
    "$.params.name": ['"get_order"', "7"],
}


def _values(field: str, prefix: str) -> list[str]:
    return [text for text in SEEN.get(field, []) if prefix.lower() in text.lower()]


def _offered(text: str, cursor: int | None = None) -> list[str]:
    return [item.text for item in complete(text, len(text) if cursor is None else cursor, _values).items]


PLACES = [
    ("", ["method", "target", "tool"]),
    ("meth", ["method"]),
    ("is:error and dur", ["duration"]),
    ("(ta", ["target"]),
    ("not sta", ["status"]),
    ("is:pe", ["pending"]),
    ("pend", ["is:pending"]),
    ("method ", ["==", "!="]),
    ("duration ", ["==", "!=", "<", ">"]),
    ("$.params.name ", ["==", "!=", "<"]),
    ("method == ", ["tools/call", "ping"]),
    ("method == to", ["tools/call"]),
    ('method == "to', ["tools/call"]),
    ("method not in {", ["tools/call", "ping"]),
    ("method in {ping, t", ["tools/call"]),
    ("target:get", ["get_order", "get_time"]),
    ("target == Zo", ['"Zoë\'s tool"']),
    ("target ~ hi", [r'"say \"hi\""']),
    ("kind == resp", ["response"]),
    ("duration > 5m", ["5ms", "5min"]),
    ("duration in {1ms..3", ["1ms..3ns"]),
    ("dur", ["duration", "during"]),
    ("during ", ["==", "!=", "in", "not in"]),
    ("during == ", ["#12", "#7"]),
    ("during == #1", ["#12"]),
    ("during in {#7, ", ["#12", "#7"]),
    ("size > 2k", ["2kB", "2KB", "2KiB"]),
    ("$.par", ["$.params", "$.params.name"]),
    ("$.params.name == ", ['"get_order"', "7", "true"]),
    ("$.params.name == ge", ['"get_order"']),
    ("is:error ", ["and", "or", "xor"]),
    ("target exists ", ["and", "or", "xor"]),
    ("duration > ", []),
    ("colour == ", []),
]


@pytest.mark.parametrize(("text", "first"), PLACES)
def test_completion_offers_what_fits(text: str, first: list[str]) -> None:
    assert _offered(text)[: len(first)] == first


def test_completion_replaces_the_whole_word_under_the_cursor() -> None:
    found = complete("is:error and methd == ping", 16, _values)
    assert (found.start, found.end) == (13, 18)
    found = complete('method == "to" and x', 13, _values)
    assert (found.start, found.end) == (10, 14)


def test_nothing_is_offered_for_what_is_complete_already() -> None:
    assert _offered("duration") == []


def test_what_is_offered_can_be_compiled() -> None:
    for item in complete("", 0, _values).items:
        if item.kind == "is":
            compile_filter(item.text)
        elif item.kind == "field":
            for operator in complete(f"{item.text} ", len(item.text) + 1, _values).items:
                one = "14:30" if item.text == "at" else "1"
                value = {"in": f"{{{one}}}", "not in": f"{{{one}}}", "exists": ""}.get(operator.text, one)
                compile_filter(f"{item.text} {operator.text} {value}")


PIECES = [*FIELDS, *IS_WORDS, "is:", "==", "~", "contains", "in", "not in", "{", "}", ",", "(", ")", "and",
          "$", "$.", "$.a[", '$["', '"', "'", "5m", " ", "!", "&&", "&", "\0"]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join), st.text(max_size=30)),
    st.integers(-3, 80),
)
def test_completion_never_raises_and_stays_in_the_text(text: str, cursor: int) -> None:
    found = complete(text, cursor, _values)
    if found.items:
        assert 0 <= found.start <= found.end <= len(text)
        for item in found.items:
            assert item.text


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40))
def test_a_value_that_is_offered_is_read_as_that_value(value: str) -> None:
    [item] = complete("server == ", 10, lambda _field, _prefix: [value]).items
    where = compile_filter(f"server == {item.text}")
    assert list(where.params.values()) == [value]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    journal = Journal.create(tmp_path_factory.mktemp("seen") / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append(
        [
            request(
                1, b'{"method":"m","params":{"name":"echo","arguments":{"order id":7,"list":[{"x":1}]}}}'
            ),
            answer(2, 1, b'{"id":1,"result":{"ok":true}}'),
            request(3, b'{"method":"m","params":{"name":"echo"}}'),
            notification(4, b"{broken", kind="malformed", valid=False, method=""),
            notification(5, b'{"params":"' + b"x" * 70_000 + b'"}', method="other/100%"),
        ]
    )
    journal.touch(end(call(1, "get_order"), 2, 1))
    journal.touch(call(3, "order_2"))
    journal.sync()
    yield journal
    journal.close()


def test_values_seen_begin_with_what_is_typed_and_come_by_number(journal: Journal) -> None:
    connection = journal.reader()
    assert values_seen(connection, "target", "") == ["get_order", "order_2"]
    assert values_seen(connection, "target", "order") == ["order_2", "get_order"]
    assert values_seen(connection, "server", "") == ["demo"]
    assert values_seen(connection, "method", "100%") == ["other/100%"]
    assert values_seen(connection, "duration", "") == []
    assert values_seen(connection, "during", "") == ["#3", "#1"], "the newest call first"
    assert values_seen(connection, "during", "#1") == ["#1"]
    assert values_seen(connection, "nothing", "") == []
    for name in FIELDS:
        assert isinstance(values_seen(connection, name, "a'b"), list)
    connection.close()


def test_paths_seen_are_paths_of_the_language(journal: Journal) -> None:
    connection = journal.reader()
    assert paths_seen(connection, "$.params.") == [
        "$.params.name", "$.params.arguments", "$.params.arguments.list", '$.params.arguments["order id"]',
        "$.params.arguments.list[0]", "$.params.arguments.list[0].x",
    ]  # fmt: skip
    for path in paths_seen(connection, "$"):
        assert list(journal.visible("messages", 1, 9, compile_filter(f"{path} exists"))), path
    assert seen(connection, "$.params.name", "") == ['"echo"']
    assert seen(connection, "$.params.arguments.list[0].x", "") == ["1"]
    assert seen(connection, '$.params.arguments["order id"]', "") == ["7"]
    assert seen(connection, "$.params.arguments", "") == []
    assert seen(connection, "$.[", "") == []
    connection.close()


def test_reading_values_is_only_reading(journal: Journal, tmp_path: Path) -> None:
    connection = journal.reader()
    seen(connection, "target", "'; DROP TABLE record --")
    assert connection.execute("SELECT count(*) FROM record").fetchone() == (5,)
    connection.close()


def test_unknown_words_are_answered_with_the_nearest() -> None:
    for text, meant in (("methd == a", "method"), ("is:eror", "error"), ("Duration > 1", "duration")):
        with pytest.raises(FilterError, match=f"did you mean {meant}?"):
            compile_filter(text)
