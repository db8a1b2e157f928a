"""Completion: what is asked in which revision, and every answer is read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inspector.core.client.answers import Answer, ServerInfo
from inspector.core.client.client import Client
from inspector.core.client.completion import (
    Completion,
    completion_params,
    offers_completion,
    prompt_reference,
    read_completion,
    template_reference,
)
from inspector.core.servers.profiles import demo_profile
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.trace.journal import Journal


def _answer(completion: Any) -> Answer:
    return Answer(1, 2, msgspec.json.encode({"completion": completion}))


def _info(revision: str, *capabilities: str) -> ServerInfo:
    return ServerInfo("s", "1", "s", "", revision, {name: {} for name in capabilities}, "", "")


@pytest.mark.parametrize("revision", [*LEGACY_REVISIONS, *MODERN_REVISIONS])
def test_the_other_arguments_go_along_from_2025_06_18_on(revision: str) -> None:
    params = completion_params(prompt_reference("p"), "a", "x", {"b": "y"}, revision)
    assert params["ref"] == {"type": "ref/prompt", "name": "p"}
    assert params["argument"] == {"name": "a", "value": "x"}
    known = revision not in ("2024-11-05", "2025-03-26")
    assert params.get("context") == ({"arguments": {"b": "y"}} if known else None)


def test_nothing_to_say_of_other_arguments_is_left_out() -> None:
    params = completion_params(template_reference("x://{a}"), "a", "", {}, "2026-07-28")
    assert params == {
        "ref": {"type": "ref/resource", "uri": "x://{a}"},
        "argument": {"name": "a", "value": ""},
    }


def test_the_first_revision_needs_no_capability() -> None:
    assert offers_completion(_info("2024-11-05"))
    assert not offers_completion(_info("2025-03-26"))
    assert offers_completion(_info("2025-03-26", "completions"))
    assert not offers_completion(None)


@pytest.mark.parametrize(
    ("completion", "values", "total", "more", "said"),
    [
        ({"values": ["a", "b"]}, ("a", "b"), -1, False, ()),
        ({"values": ["a"], "total": 7, "hasMore": True}, ("a",), 7, True, ()),
        ({"values": []}, (), -1, False, ()),
        ({"values": ["a", 1, None, {"b": "한"}]}, ("a", "1", "null", '{"b": "한"}'), -1, False, ("3 of",)),
        ({"values": "a"}, (), -1, False, ("not a list",)),
        ({}, (), -1, False, ("missing",)),
        ({"values": ["a", "b"], "total": 1}, ("a", "b"), 1, False, ("is 1, but 2",)),
        ({"values": ["a"], "total": "7"}, ("a",), -1, False, ("not an integer",)),
        ({"values": ["a"], "total": True, "hasMore": 1}, ("a",), -1, False, ("integer", "hasMore")),
        ("a", (), -1, False, ("no completion object",)),
    ],
)
def test_every_answer_is_read(
    completion: Any, values: tuple[str, ...], total: int, more: bool, said: tuple[str, ...]
) -> None:
    found = read_completion(_answer(completion))
    assert (found.values, found.total, found.has_more) == (values, total, more)
    assert len(found.notes) == len(said)
    assert all(words in note for words, note in zip(said, found.notes, strict=True))


def test_more_than_a_hundred_values_are_shown_and_named() -> None:
    found = read_completion(_answer({"values": [str(n) for n in range(250)]}))
    assert len(found.values) == 250
    assert "at most 100" in found.notes[0]


@pytest.mark.parametrize("result", [b"[1]", b"null", b'"x"', b"{}", b"7"])
def test_a_result_of_any_kind_is_no_error_of_ours(result: bytes) -> None:
    assert read_completion(Answer(1, 2, result)).notes == ("the response has no completion object",)


def test_a_refusal_has_no_values_and_keeps_the_error() -> None:
    found = read_completion(Answer(1, 2, error=b'{"code":-32602,"message":"no"}'))
    assert found == Completion((), -1, False, found.answer)
    assert found.answer.error


@pytest.mark.parametrize("era", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "modern"])
def test_the_demo_completes_in_every_revision(tmp_path: Path, era: str) -> None:
    async def main() -> tuple[Completion, Completion]:
        journal = Journal.create(tmp_path / "t.mcptrace")
        client = Client(replace(demo_profile(), era=era), journal)
        await client.connect()
        try:
            assert offers_completion(client.info)
            prompt = await client.complete(
                prompt_reference("review_code"), "framework", "", {"language": "Go"}
            )
            template = template_reference("demo://file/{+path}{?lines}")
            return prompt, await client.complete(template, "path", "src/")
        finally:
            await client.close()
            journal.close()

    prompt, template = asyncio.run(main())
    with_context = era not in ("2024-11-05", "2025-03-26")
    assert prompt.values == ("echo", "gin") if with_context else len(prompt.values) > 10
    assert template.values == ("src/main.py", "src/shapes/circle.py", "src/shapes/square.py")
    assert template.total == 3
