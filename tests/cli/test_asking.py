"""Questions of servers, put to the user at a terminal."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.cli.asking import _ACTIONS, ByPerson, _as_sample, _choice, _words
from inspector.cli.output import Output
from inspector.core.client.answer_rules import CANNED_MODEL
from inspector.core.client.questions import ServerRequest

at_terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


@pytest.fixture
def dialogue() -> Iterator[Any]:
    """Starts mcpdi at a terminal; the program is ended when the test is."""
    from tests.cli.pty_run import Dialogue

    started: list[Dialogue] = []

    def start(*words: str, **env: str) -> Dialogue:
        started.append(Dialogue(*words, env=env))
        return started[-1]

    yield start
    for it in started:
        it.close()


@at_terminal
@pytest.mark.parametrize("era", ["2026-07-28", "2025-11-25"])
def test_form_is_filled_in_field_by_field_with_its_checks(era: str, dialogue: Any) -> None:
    it = dialogue("call", "ask_person", "--on", "demo", "--era", era)
    it.answer("[a]ccept, [d]ecline or [c]ancel?", "a")
    it.answer("Your name [name] (text, 1 to 40 characters, required)", "")
    it.answer("required", "Ada")
    it.answer("email (", "not an address")
    it.answer("is not a valid email", "ada@example.com")
    it.answer("birthday (", "")
    it.answer("[size]", "4")
    it.answer("Red (#c43030)", "Blue")
    it.answer("[toppings]", "cheese, 2, olives, pineapple")
    it.answer("at most 3 items", "cheese, 2")
    it.answer("[stars]", "7")
    it.answer("must be at most 5", "")
    it.answer("[again]", "n")
    it.answer("Send this?", "y")
    assert it.end() == 0
    assert it.stdout.splitlines()[1:] == [
        "name: Ada",
        "email: ada@example.com",
        "size: XL",
        "colour: #2662c4",
        "toppings: ['cheese', 'kimchi']",
        "stars: 5",
        "again: False",
    ]


@at_terminal
@pytest.mark.parametrize(("typed", "said"), [("d", "decline"), ("cancel", "cancel"), ("\x04", "cancel")])
def test_form_is_declined_or_cancelled(typed: str, said: str, dialogue: Any) -> None:
    it = dialogue("call", "ask_person", "--on", "demo", "--era", "legacy")
    it.answer("[c]ancel?", typed)
    assert it.end() == 0
    assert f"you chose {said}" in it.stdout


@at_terminal
def test_value_that_does_not_fit_is_sent_on_purpose(dialogue: Any) -> None:
    it = dialogue("call", "ask_person", "--on", "demo", "--era", "legacy")
    it.answer("[c]ancel?", "a")
    it.answer("[name]", '=["no", 1]')
    for _ in range(7):
        it.answer("): ", "")
    it.answer("Send this?", "")
    assert it.end() == 0
    assert "name: ['no', 1]" in it.stdout


@at_terminal
@pytest.mark.parametrize("typed", ["yes", "no"])
def test_page_is_shown_in_full_and_opened_only_on_yes(tmp_path: Path, typed: str, dialogue: Any) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    url = "http://xn--pple-43d.com/a?b=1"
    it = dialogue("call", "open_page", f"url={url}", "--on", "demo", BROWSER=f"{browser} %s")
    it.until(url)
    it.until("decodes to аpple.com")
    it.until("mixes alphabets")
    it.until("not HTTPS")
    it.answer("Type yes to open it, anything else", typed)
    it.answer("[a]ccept", "a")
    assert it.end() == 0
    assert it.stdout.strip() == "You chose accept."
    assert opened.exists() is (typed == "yes")
    if opened.exists():
        assert opened.read_text().strip() == url


@at_terminal
def test_model_is_played_by_the_person(dialogue: Any) -> None:
    it = dialogue("call", "ask_model", "prompt=Write something.", "--on", "demo")
    it.until("You are a short-spoken poet.")
    it.until("Write something.")
    it.until("maxTokens 200")
    it.answer("> ", "Pipes hum,")
    it.answer("> ", "빵 굽는 소리.")
    it.answer("> ", "")
    assert it.end() == 0
    assert "Pipes hum,\n빵 굽는 소리." in it.stdout


@at_terminal
def test_tool_is_used_by_the_person_in_place_of_a_model(dialogue: Any) -> None:
    it = dialogue("call", "ask_model_with_tools", "--on", "demo")
    it.answer("> ", "=nonsense")
    it.answer("> ", '={"type": "tool_use", "id": "u1", "name": "add", "input": {"a": 2, "b": 3}}')
    it.until("result of u1")
    it.answer("> ", "five")
    it.answer("> ", "")
    assert it.end() == 0
    assert "After 2 turns the model said:\nfive" in it.stdout


@at_terminal
def test_nothing_typed_rejects_the_request_of_a_model(dialogue: Any) -> None:
    it = dialogue("call", "ask_model", "prompt=x", "--on", "demo", "--era", "legacy")
    it.answer("> ", "")
    assert it.end() == 5
    assert "User rejected sampling request" in it.stdout


@at_terminal
def test_questions_of_one_result_come_one_after_the_other(dialogue: Any) -> None:
    it = dialogue("call", "ask_everything", "--on", "demo", "--root", "/srv/x")
    it.answer("[c]ancel?", "d")
    it.answer("> ", "word")
    it.answer("> ", "")
    assert it.end() == 0
    assert "file:///srv/x" in it.stdout and "word" in it.stdout and "decline" in it.stdout


@at_terminal
def test_ctrl_c_at_a_question_ends_the_call(dialogue: Any) -> None:
    it = dialogue("call", "ask_person", "--on", "demo")
    it.until("[c]ancel?")
    os.kill(it.process.pid, 2)
    assert it.end() == 1
    assert "interrupted" in it.shown


@at_terminal
def test_with_json_nobody_is_asked(dialogue: Any) -> None:
    it = dialogue("call", "ask_person", "--on", "demo", "--era", "legacy", "--json")
    assert it.end() == 5
    assert "did not declare the capability" in it.stdout


BLOCK = {"type": "text", "text": "hi"}
USE = {"type": "tool_use", "id": "1", "name": "n", "input": {}}


@pytest.mark.parametrize(
    ("text", "sample"),
    [
        ("{", None),
        ("[]", None),
        ("5", None),
        ("[5]", None),
        ('{"text": "no type"}', None),
        ("[" * 100_000, None),
        (json.dumps({"content": BLOCK, "x": 1}), {"content": BLOCK, "x": 1}),
        (json.dumps(BLOCK), {"role": "assistant", "content": [BLOCK], "stopReason": "endTurn"}),
        (json.dumps([BLOCK, USE]), {"role": "assistant", "content": [BLOCK, USE], "stopReason": "toolUse"}),
    ],
)
def test_what_a_model_would_say_may_be_typed_as_json(text: str, sample: dict[str, Any] | None) -> None:
    found = _as_sample(text)
    if found is not None and "stopReason" in found:
        assert found.pop("model") == CANNED_MODEL
    assert found == sample


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        (["a"], "accept"),
        (["D"], "decline"),
        (["Cancel"], "cancel"),
        (["what", "", "accept"], "accept"),
        (["x", None], ""),
        ([None], ""),
    ],
)
def test_a_choice_is_its_first_letter_or_its_word(typed: list[str | None], chosen: str) -> None:
    prompts: list[str] = []

    async def ask(prompt: str) -> str | None:
        prompts.append(prompt)
        return typed.pop(0)

    terminal: Any = SimpleNamespace(ask=ask)
    assert asyncio.run(_choice(terminal, "which? ", _ACTIONS)) == chosen
    assert (typed, set(prompts)) == ([], {"which? "})


@pytest.mark.parametrize(
    ("result", "words"), [(None, "refused"), ({"action": "decline"}, "decline"), ({"role": "x"}, "answered")]
)
def test_what_was_answered_is_a_word(result: dict[str, Any] | None, words: str) -> None:
    assert _words(result) == words


def test_roots_are_told_without_a_question_and_a_strange_one_is_refused(
    capfd: pytest.CaptureFixture[str],
) -> None:
    async def main() -> list[Any]:
        person = ByPerson(["/a"], Output())
        asked = ServerRequest("s", 1, "roots/list", {})
        strange = ServerRequest("s", 2, "x/y", {}, undeclared="roots")
        return [await person.answer(asked), await person.answer(strange)]

    roots, refused = asyncio.run(main())
    assert [root["uri"] for root in roots["roots"]] == ["file:///a"] and refused is None
    assert capfd.readouterr().err.splitlines() == [
        "s asks roots/list → 1 roots",
        "",
        "s asks x/y",
        "(not declared to the server as a client capability: roots)",
        "(not a method that clients support)",
        "→ refused",
    ]
