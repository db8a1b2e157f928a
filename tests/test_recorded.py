"""What a session file says in English is shown in the language of the window."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import translation
from inspector.lint import RULES, Rule
from inspector.protocol.faults import PRESETS, Preset
from inspector.protocol.jsonrpc import parse
from inspector.recorded import encode_json, message_as_json, with_message
from inspector.schema.check import Checker
from inspector.translation import (
    Recorded,
    Translated,
    as_recorded,
    composed,
    in_english,
    joined,
    recorded,
    shown,
    translate,
    with_values,
)
from tests.lint.dialogue import Dialogue


@pytest.fixture(autouse=True)
def strange() -> Iterator[None]:
    """A language that says everything in brackets."""
    translation.install(lambda _context, text, _disambiguation, _number: f"[{text}]")
    yield
    translation.install(None)


def kept(text: str) -> str:
    """A recorded text as it comes out of a file."""
    assert isinstance(text, Recorded)
    return with_message(str.__str__(text), message_as_json(text.message))


def test_a_recorded_text_is_english_and_shown_in_the_language_of_the_window() -> None:
    text = recorded("process {pid} ended: {why}", pid=12, why=recorded("timed out"))
    assert text == in_english(text) == "process 12 ended: timed out"
    assert shown(text) == "[process 12 ended: [timed out]]"
    translation.install(None)
    assert shown(text) == "process 12 ended: timed out"


def test_values_may_be_given_later() -> None:
    text = recorded("at least {} of {all}").format(2, all=recorded("the items"))
    assert (text, shown(text)) == ("at least 2 of the items", "[at least 2 of [the items]]")


def test_a_text_of_the_window_is_recorded_in_english() -> None:
    text = as_recorded(translate("Core", "no: {}").format(translate("Core", "Too late")))
    assert (text, shown(text)) == ("no: Too late", "[no: [Too late]]")
    assert as_recorded("of a server") == "of a server"


def test_recorded_texts_are_put_together_as_recorded_ones() -> None:
    text = composed("{}: {}", recorded("cancelled"), "enough")
    assert (text, type(text), shown(text)) == ("cancelled: enough", Recorded, "[cancelled]: enough")
    assert joined(", ", (recorded("a"), recorded("b"))) == "a, b"
    mixed = composed("{}: {}", recorded("cancelled"), translate("Core", "enough"))
    assert (mixed, type(mixed)) == ("[cancelled]: [enough]", Translated)


def test_a_secret_in_a_value_is_in_no_language() -> None:
    hidden = with_values(recorded("with {token}", token="s3cr3t"), lambda text: text.replace("s3cr3t", "…"))
    assert (hidden, type(hidden), shown(hidden)) == ("with …", Recorded, "[with …]")


def test_texts_with_messages_are_plain_in_json() -> None:
    assert encode_json({"a": [recorded("x {n}", n=1), translate("Core", "y")]}) == b'{"a":["x 1","[y]"]}'
    with pytest.raises(TypeError, match="no JSON"):
        encode_json({"a": object()})


# -- kept in a file --------------------------------------------------------------------------------------

VALUES = st.one_of(st.text(), st.integers(-(2**60), 2**60), st.booleans(), st.none())


@given(st.text(), st.lists(VALUES, max_size=3), st.integers(0, 3))
def test_whatever_stands_in_a_text_comes_back(words: str, values: list[object], depth: int) -> None:
    text = recorded(words.replace("{", "{{").replace("}", "}}") + "{}" * len(values), *values)
    for _ in range(depth):
        text = composed("{:sentence} {}", recorded("inside {text}", text=text), "data")
    assert (kept(text), shown(kept(text))) == (text, shown(text))


def test_a_plural_and_a_hint_for_translators_come_back() -> None:
    text = as_recorded(translate("Core", "%n row(s)", "of a table", 2))
    assert text == "2 rows"
    assert kept(text).message == text.message  # type: ignore[attr-defined]


HOSTILE: dict[str, Any] = {
    "no JSON": "{",
    "no text": json.dumps({"named": {}}),
    "another type": json.dumps(["text"]),
    "a text of another type": json.dumps({"text": 1}),
    "another English": json.dumps({"text": "paid"}),
    "a value that is missing": json.dumps({"text": "due{}"}),
    "a list as a value": json.dumps({"text": "{}", "args": [["due"]]}),
    "a member of a value": json.dumps({"text": "{0.__class__}", "args": ["due"]}),
    "a wide field": json.dumps({"text": "{:>999999999}", "args": ["due"]}),
    "an unknown conversion": json.dumps({"text": "{!x}", "args": ["due"]}),
    "a long value many times": json.dumps({"text": "{0}" * 60_000, "args": ["x" * 60_000]}),
    "without an end": '{"text":"{}","args":[' * 100 + '"due"' + "]}" * 100,
    "brackets without an end": "[" * 100_000,
    "too long": json.dumps({"text": "due", "disambiguation": "x" * 1_000_000}),
    "bytes": b"due",
    "nothing": None,
    "a number that Qt cannot count to": json.dumps({"text": "due", "n": 1 << 40}),
    "a yes as a number": json.dumps({"text": "due", "n": True}),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_message_that_does_not_say_what_the_file_says_is_not_used(data: object) -> None:
    text = with_message("due", data)
    assert (text, type(text), shown(text)) == ("due", str, "due")


def test_long_values_inside_each_other_are_not_put_together() -> None:
    """Each by itself is short enough; all of them were gigabytes."""
    nested: dict[str, Any] = {"text": "{}", "args": ["x" * 90_000]}
    for _ in range(6):
        nested = {"text": "{0}{0}{0}{0}", "args": [nested]}
    tracemalloc.start()
    try:
        assert with_message("due", json.dumps(nested)) == "due"
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_values_that_no_hole_names_do_no_harm() -> None:
    text = recorded("it went to {now}", before="a", now="b")
    assert (kept(text), shown(kept(text))) == ("it went to b", "[it went to b]")


# -- what is recorded ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_every_finding_is_shown_in_words_of_the_window(rule: Rule) -> None:
    dialogue = Dialogue(rule.bad)
    found = [*dialogue.findings, *dialogue.answered()]
    messages = [one.message for one in found if one.rule == rule.name]
    assert messages
    repeated = {record.note for record in dialogue.records}  # a note, which the sample tells as a plain text
    assert [text for text in messages if shown(text) == text and text not in repeated] == []


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_a_deliberate_fault_is_described_in_words_of_the_window(preset: Preset) -> None:
    texts = [preset.title, preset.sends, *(duty.text for duty in preset.duties)]
    assert [text for text in texts if shown(text) == text] == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"DEBUG",
        b"\xff",
        b"{",
        b"{}{}",
        b"<html>",
        b"[1",
        b"1",
        b'{"id":1}',
        b'{"method":1,"jsonrpc":"2.0"}',
    ],
)
def test_why_a_line_is_no_message_is_said_in_words_of_the_window(data: bytes) -> None:
    reason = parse(data).reason
    assert reason and shown(reason) != reason


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ('{"required": ["a"]}', "{}"),
        ('{"dependentRequired": {"a": ["b"]}}', '{"a": 1}'),
        ('{"additionalProperties": false}', '{"a": 1}'),
        ('{"type": "string"}', "1"),
        ('{"minimum": 2}', "1"),
        ('{"exclusiveMaximum": 1}', "1"),
        ('{"minLength": 1}', '""'),
        ('{"minLength": 2}', '""'),
        ('{"pattern": "^a$"}', '"b"'),
        ('{"format": "email"}', '"b"'),
        ('{"uniqueItems": true}', "[1, 1]"),
        ('{"enum": ["a"]}', '"b"'),
        ('{"not": {"type": "null"}}', "null"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_in_words_of_the_window(schema: str, value: str) -> None:
    problems = Checker().check(schema.encode(), value)
    assert problems
    assert all(shown(problem.message).startswith("[") for problem in problems)
