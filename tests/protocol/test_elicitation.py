"""What a user did with a question, read from what was sent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.protocol.elicitation import action_in, actions_in


@pytest.mark.parametrize(
    ("result", "action"),
    [
        (b'{"action":"accept","content":{"a":1}}', "accept"),
        (b'{"action":"decline"}', "decline"),
        (b'{"action":"cancel"}', "cancel"),
        (b'{"action":"later"}', ""),
        (b'{"action":["accept"]}', ""),
        (b"{}", ""),
        (b"[]", ""),
        (b"", ""),
        (b'{"action":', ""),
        (b"[" * 100_000, ""),
    ],
)
def test_the_action_is_one_that_the_protocol_has(result: bytes, action: str) -> None:
    assert action_in(result) == action


@pytest.mark.parametrize(
    ("responses", "actions"),
    [
        ({"a": {"action": "accept"}, "b": {"action": "decline"}}, "accept, decline"),
        ({"a": {"action": "later"}, "c": "cancel", "d": {"action": "cancel"}}, "cancel"),
        ({"a": {"roots": []}, "b": {"action": "decline"}}, "answered, decline"),
        ({"a": {"action": ["accept"]}}, ""),
        ({}, ""),
        ([{"action": "accept"}], ""),
        (None, ""),
    ],
)
def test_the_actions_of_a_round_are_named_in_their_order(responses: Any, actions: str) -> None:
    assert actions_in(json.loads(json.dumps({"inputResponses": responses}))) == actions


def test_of_a_long_round_the_first_are_named() -> None:
    many = {str(number): {"action": "accept"} for number in range(30)}
    assert actions_in({"inputResponses": many}) == ", ".join(["accept"] * 20)
    assert actions_in({}) == ""
