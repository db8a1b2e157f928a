"""What a session file says in English is shown in the language of the window."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from inspector import translation
from inspector.lint import RULES, Rule
from inspector.protocol.faults import PRESETS, Preset
from inspector.protocol.jsonrpc import parse
from inspector.recorded import shown
from inspector.recorded_texts import TEXTS
from tests.lint.dialogue import Dialogue


@pytest.fixture
def strange() -> Iterator[None]:
    """A language that says everything in brackets."""
    translation.install(lambda _context, text, _disambiguation, _number: f"[{text}]")
    yield
    translation.install(None)


def test_in_english_a_text_is_the_text() -> None:
    assert shown("cancelled by us") == "cancelled by us"
    assert shown("") == ""


@pytest.mark.usefixtures("strange")
def test_a_text_is_found_among_the_templates_with_what_stands_in_its_holes() -> None:
    assert shown("cancelled by us") == "[cancelled by us]"
    assert shown("the id 1.5 is neither a string nor an integer") == (
        "[the id 1.5 is neither a string nor an integer]"
    )


@pytest.mark.usefixtures("strange")
def test_what_stands_in_a_hole_is_translated_as_well() -> None:
    text = "the message cannot be read: not JSON at byte 3: invalid character"
    assert shown(text) == "[the message cannot be read: [not JSON at byte 3: invalid character]]"
    assert shown("connection refused: 127.0.0.1 port 80") == "[connection refused: [127.0.0.1 port 80]]"


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    ("text", "there"),
    [
        ('the error -32000 "timed out"', '[the error -32000 "timed out"]'),
        (
            "tasks/update for “the connection was lost” was refused",
            "[tasks/update for “the connection was lost” was refused]",
        ),
        ("error -32000 (no connection)", "[error -32000 (no connection)]"),
        ("error.message must be a string; it is no data", "[error.message must be a string; it is no data]"),
        ("-32000 the backend; again in 5 s", "-32000 the backend; again in 5 s"),
        ("? The file; it supports nothing", "? The file; it supports nothing"),
    ],
)
def test_words_of_a_server_stay_as_it_said_them(text: str, there: str) -> None:
    assert shown(text) == there


@pytest.mark.usefixtures("strange")
def test_why_a_request_was_cancelled_stands_behind_who_did_it() -> None:
    assert shown("cancelled by the server: timed out") == "[cancelled by [the server]: timed out]"
    assert shown("cancelled by us: enough") == "[cancelled by us: enough]"
    assert shown("ended by the server: enough") == "[ended by the server: enough]"


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("text", ["a: b c ", "; given up after 1 attempts", "it; supports; it supports"])
def test_no_text_that_a_server_can_send_takes_long(text: str) -> None:
    """A pattern with several holes took minutes for the first one; sentences within each other overflow."""
    started = time.perf_counter()
    shown(text * 5000)
    assert time.perf_counter() - started < 0.5


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("text", ["-32602 Unknown tool: a or b", "{braces} of nobody", "이미 번역됨", "0"])
def test_what_is_not_ours_stays_as_it_is(text: str) -> None:
    assert shown(text) == text


@pytest.mark.usefixtures("strange")
def test_a_text_with_braces_of_its_own_is_shown_whole() -> None:
    assert shown('A request whose id is {"no": 1}.') == '[A request whose id is {"no": 1}.]'
    assert shown('result must be an object; it begins with {"a"') == (
        '[result must be an object; it begins with {"a"]'
    )


def test_another_language_is_used_at_once() -> None:
    translation.install(lambda _context, _text, _disambiguation, _number: "one")
    assert shown("signed out") == "one"
    translation.install(lambda _context, _text, _disambiguation, _number: "two")
    assert shown("signed out") == "two"
    translation.install(None)
    assert shown("signed out") == "signed out"


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_every_finding_is_shown_in_words_of_the_window(rule: Rule) -> None:
    messages = [one.message for one in Dialogue(rule.bad).findings if one.rule == rule.name]
    assert messages
    assert [text for text in messages if shown(text) == text] == []


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_a_deliberate_fault_is_described_in_words_of_the_window(preset: Preset) -> None:
    texts = [preset.title, preset.sends, *(duty.text for duty in preset.duties)]
    assert [text for text in texts if shown(text) == text] == []


@pytest.mark.usefixtures("strange")
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


def test_no_two_templates_are_one_and_every_hole_has_a_name() -> None:
    shapes = [re.sub(r"\{\w+\}", "{}", text) for text in TEXTS]
    assert len(shapes) == len(set(shapes))
    assert not [text for text in TEXTS if "{}" in text or re.search(r"\w_\d\}", text)]
