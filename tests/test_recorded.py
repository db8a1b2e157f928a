"""What a session file says in English is shown in the language of the window."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector import translation
from inspector.lint import RULES, Rule
from inspector.protocol.faults import PRESETS, Preset
from inspector.protocol.jsonrpc import parse
from inspector.recorded import shown
from inspector.recorded_texts import FAILURES, TEXTS
from inspector.schema.check import Checker
from tests.lint.dialogue import Dialogue

ROOT = Path(__file__).resolve().parent.parent / "inspector"


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


@pytest.mark.usefixtures("strange")
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


def test_no_two_templates_are_one_and_every_hole_has_a_name() -> None:
    shapes = [re.sub(r"\{\w+\}", "{}", text) for text in TEXTS]
    assert len(shapes) == len(set(shapes))
    assert not [text for text in TEXTS if "{}" in text or re.search(r"\w_\d\}", text)]


def told_by(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Context and text of each translation in a part of a module."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and ast.unparse(one.func) in ("translate", "QT_TRANSLATE_NOOP"):
            context, text = one.args[:2]
            if isinstance(context, ast.Constant) and isinstance(text, ast.Constant):
                yield context.value, text.value


def test_each_text_of_a_failure_is_said_by_a_module_in_these_words() -> None:
    said = {
        one
        for path in (*ROOT.glob("core/**/*.py"), *ROOT.glob("transport/*.py"), ROOT / "errors.py")
        for one in told_by(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert {(context, text) for context, texts in FAILURES.items() for text in texts} - said == set()


WHERE = (
    *("transport/*.py", "core/auth/*.py", "core/servers/starting.py"),
    *("core/client/refusals.py", "core/client/client.py"),
)
REASONS = ("Explanation", "StepFailed", "FetchError", "_Status")


def test_what_a_failed_connection_or_sign_in_says_first_is_found_again() -> None:
    """It is noted in the session, in English."""
    known = {(context, text) for context, texts in FAILURES.items() for text in texts}
    first = [
        (path.name, one)
        for pattern in WHERE
        for path in ROOT.glob(pattern)
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in REASONS and call.args
        for one in told_by(call.args[0])
    ]
    assert len(first) > 60
    assert [one for one in first if one[1] not in known] == []


@pytest.mark.usefixtures("strange")
@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("The command 'npx' was not found.", "[The command 'npx' was not found.]"),
        ("The server did not answer within 5 s.", "[The server did not answer within 5 s.]"),
        ("Connection refused: 127.0.0.1 port 80.", "[connection refused: [127.0.0.1 port 80]]."),
        ("The server failed (HTTP 500).", "[[The server failed] (HTTP 500).]"),
    ],
)
def test_a_failure_is_shown_as_it_was_told(text: str, there: str) -> None:
    assert shown(text) == there
