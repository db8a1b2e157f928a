"""`mcpdi complete`: values of arguments, on the demo server and on one that answers anything."""

from __future__ import annotations

import json

import pytest

from tests.cli.run import mcpdi, scripted


def test_values_of_a_prompt_argument_are_lines() -> None:
    done = mcpdi("complete", "prompt", "summarize", "style", "for", "--on", "demo")
    assert (done.returncode, done.stdout) == (0, "for a child\nfor an expert\n")
    assert done.stderr == ""


@pytest.mark.parametrize(("era", "count"), [("modern", 2), ("2025-06-18", 2), ("2025-03-26", 13)])
def test_context_narrows_the_values_where_the_revision_has_it(era: str, count: int) -> None:
    words = ("complete", "prompt", "review_code", "framework", "--context", "language=Go", "--era", era)
    done = mcpdi(*words, "--on", "demo")
    assert len(done.stdout.splitlines()) == count


def test_values_of_a_template_variable_as_they_came() -> None:
    template = "demo://file/{+path}{?lines}"
    done = mcpdi("complete", "resource", template, "path", "docs", "--on", "demo", "--json")
    assert json.loads(done.stdout)["completion"] == {
        "values": ["docs/한국어.md"],
        "total": 1,
        "hasMore": False,
    }


def test_what_is_odd_goes_to_stderr_and_the_values_are_shown_all_the_same() -> None:
    values = [f"v{n}" for n in range(101)] + [7, "a\nb\x1b[2J"]
    result = {"completion": {"values": values, "total": 3, "hasMore": "no"}}
    done = mcpdi(
        "complete",
        "prompt",
        "p",
        "a",
        *scripted('{"jsonrpc":"2.0","id":ID,"result":' + json.dumps(result) + "}"),
    )
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 103
    assert done.stdout.endswith("7\na\\nb\\x1b[2J\n")
    for said in ("does not declare completions", "at most 100", "not strings", "total is 3", "hasMore"):
        assert said in done.stderr


def test_more_than_were_sent_are_announced() -> None:
    for completion, said in (
        ({"values": ["a"], "total": 40}, "1 of 40"),
        ({"values": ["a"], "hasMore": True}, "more"),
        ({"values": []}, "no suggestions"),
    ):
        result = json.dumps({"completion": completion})
        done = mcpdi(
            "complete", "prompt", "p", "a", *scripted(f'{{"jsonrpc":"2.0","id":ID,"result":{result}}}')
        )
        assert said in done.stderr


def test_a_refusal_is_a_jsonrpc_error() -> None:
    assert mcpdi("complete", "prompt", "nowhere", "x", "--on", "demo").returncode == 7


@pytest.mark.parametrize(
    "words", [("tool", "a", "b"), ("prompt", "a"), ("prompt", "a", "b", "--context", "c")]
)
def test_a_line_that_says_too_little_is_refused(words: tuple[str, ...]) -> None:
    done = mcpdi("complete", *words, "--on", "demo")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
