"""What a server offers to complete."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue


def completed(
    completion: Any, *, revision: str = "2025-11-25", declares: str = '{"completions":{}}'
) -> list[str]:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "completion/complete", "params": {}}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"completion": completion}}
    lines = [f"= {revision} {declares}", "> " + json.dumps(asked), "< " + json.dumps(answer)]
    return [one.rule for one in Dialogue("\n".join(lines)).findings if one.rule.startswith("CMP")]


@pytest.mark.parametrize(
    ("completion", "rules"),
    [
        ({"values": ["a"] * 100, "total": 100, "hasMore": False}, []),
        ({"values": ["a"] * 100, "total": 500, "hasMore": True}, []),
        ({"values": ["a"], "total": 5}, []),
        ({"values": ["a"], "hasMore": True}, []),
        ({"values": ["a"] * 101}, ["CMP-01"]),
        ({"values": ["a"], "total": 0}, ["CMP-02"]),
        ({"values": ["a"], "total": 2, "hasMore": False}, ["CMP-02"]),
        ({"values": "a", "total": "b", "hasMore": "c"}, []),
        (["a"], []),
    ],
)
def test_the_number_of_values(completion: Any, rules: list[str]) -> None:
    assert completed(completion) == rules


def test_who_completes_says_so_since_it_can_be_said() -> None:
    assert completed({"values": []}, declares="{}") == ["CMP-03"]
    assert completed({"values": []}, declares="{}", revision="2025-03-26") == ["CMP-03"]
    assert completed({"values": []}, declares="{}", revision="2024-11-05") == []


@settings(deadline=None, max_examples=30)
@given(any_json(("completion", "values", "total", "hasMore")))
def test_nothing_raises_for_what_a_completion_holds(value: Any) -> None:
    replay("= 2025-11-25", "completion/complete", value)
