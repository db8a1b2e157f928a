"""A mistyped name is answered with the near one, also to a program."""

from __future__ import annotations

import json

import pytest

from inspector.cli.verbs.call import did_you_mean
from tests.cli.run import mcpdi


@pytest.mark.parametrize(
    ("word", "said"),
    [("ad", " (did you mean “add”?)"), ("ECHO", " (did you mean “echo”?)"), ("zzzz", ""), ("", "")],
)
def test_only_a_near_name_is_meant(word: str, said: str) -> None:
    assert did_you_mean(word, ["echo", "add"]) == said


def test_a_tool_that_is_not_listed_is_answered_with_the_near_one() -> None:
    done = mcpdi("call", "ad", "a=1", "b=2", "--on", "demo")
    assert "does not list a tool “ad” (did you mean “add”?); calling it all the same" in done.stderr


def test_with_json_the_hint_stands_in_the_failure() -> None:
    done = mcpdi("call", "ad", "a=1", "b=2", "--on", "demo", "--json")
    [line] = done.stderr.splitlines()
    assert json.loads(line)["hint"].startswith("the server does not list a tool “ad” (did you mean “add”?)")


def test_an_argument_that_the_schema_has_not_is_answered_too() -> None:
    done = mcpdi("call", "echo", "mesage=hi", "--on", "demo")
    assert "has no argument “mesage” (did you mean “message”?); it has message" in done.stderr
