"""A condition that is written for a value finds the message with that value, however its bytes spell it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.protocol.json_path import path_text
from inspector.trace.journal import Journal
from inspector.trace.query.language import FilterError, compile_filter
from inspector.trace.query.text import equals, quoted
from tests.trace.samples import notification

_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
_names = st.text(st.sampled_from("abC09_-. :'[]{}()é東=!~&|$"), min_size=1, max_size=6)
_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.sampled_from([1.5, -0.25]), _texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_names, inner, max_size=3)),
    max_leaves=6,
)
_documents = st.dictionaries(_names, _values, min_size=1, max_size=3)


def _leaves(value: Any, steps: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if steps:
        yield steps, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*steps, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*steps, place))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(_documents, st.booleans())
def test_condition_written_for_a_value_finds_it(tmp_path: Path, document: Any, ascii_only: bool) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    try:
        raw = json.dumps(document, ensure_ascii=ascii_only)
        journal.append([notification(1, raw.encode()), notification(2, b"{}")])
        journal.sync()
        for steps, value in _leaves(document):
            text = equals(path_text(steps), json.dumps(value, ensure_ascii=ascii_only))
            assert list(journal.visible("messages", 1, 2, compile_filter(text))) == [1], text
    finally:
        journal.close()


@given(_texts.filter(bool))
def test_quoted_text_is_read_as_it_was(text: str) -> None:
    assert list(compile_filter(f"server == {quoted(text)}").params.values()) == [text]


@pytest.mark.parametrize("name", ['say "hi"', "back\\slash", "line\nbreak"])
def test_name_that_a_path_cannot_spell_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(FilterError, match="names with a quote or backslash are not supported"):
        compile_filter(f"{path_text([name])} exists")


@pytest.mark.parametrize(
    ("value", "condition"),
    [
        ("1.10", "$.a == 1.10"),
        ("null", "$.a == null"),
        ('"a\\"b\\\\c\\n\\t\\r"', '$.a == "a\\"b\\\\c\\n\\t\\r"'),
        ('"\\u00e9"', '$.a == "é"'),
        ("{}", "$.a exists"),
        ("[1]", "$.a exists"),
    ],
)
def test_a_condition_keeps_the_digits_of_its_value(value: str, condition: str) -> None:
    assert equals("$.a", value) == condition
