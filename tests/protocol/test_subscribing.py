"""What a subscription asks for, what was acknowledged, and what its notifications say of themselves."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.protocol.era.modern import META
from inspector.protocol.subscribing import Filter, subscription_id


def test_lists_come_in_their_own_order_and_nothing_twice() -> None:
    made = Filter.of(["resources", "tools", "tools", "odd"], ["b", "a", "b"], ["2", "1", "2"])
    assert made == Filter(("tools", "resources"), ("b", "a"), ("2", "1"))


def test_a_filter_that_wants_nothing_is_false() -> None:
    assert not Filter()
    assert Filter(lists=("tools",)) and Filter(uris=("a",)) and Filter(tasks=("1",))


@pytest.mark.parametrize(
    "wanted",
    [Filter(), Filter(("prompts",)), Filter((), ("a",)), Filter(("tools", "resources"), ("a", "b"), ("1",))],
)
def test_what_is_asked_for_is_read_again(wanted: Filter) -> None:
    assert Filter.read(wanted.as_params()["notifications"]) == wanted


def test_what_is_not_wanted_is_left_out() -> None:
    assert Filter().as_params() == {"notifications": {}}
    assert Filter(("tools",), ("a",), ("1",)).as_params() == {
        "notifications": {"toolsListChanged": True, "resourceSubscriptions": ["a"], "taskIds": ["1"]}
    }


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, Filter()),
        ([], Filter()),
        ({"toolsListChanged": 1, "promptsListChanged": False}, Filter()),
        ({"resourceSubscriptions": ["a", 5, None, "b"], "taskIds": "1"}, Filter((), ("a", "b"))),
        ({"taskIds": ["1", {}]}, Filter((), (), ("1",))),
    ],
)
def test_what_is_no_filter_is_an_empty_one(value: Any, found: Filter) -> None:
    assert Filter.read(value) == found


def test_what_is_missing_is_a_filter_too() -> None:
    wanted = Filter(("tools", "prompts"), ("a", "b"), ("1", "2"))
    assert wanted.without(Filter(("prompts",), ("a",), ("2",))) == Filter(("tools",), ("b",), ("1",))
    assert wanted.without(Filter()) == wanted
    assert not wanted.without(wanted)
    assert wanted.names() == ("tools", "prompts", "a", "b", "task 1", "task 2")


@pytest.mark.parametrize(
    ("params", "identifier"),
    [
        ({"_meta": {META + "subscriptionId": "a"}}, '"a"'),
        ({"_meta": {META + "subscriptionId": 7}}, "7"),
        ({"_meta": {META + "subscriptionId": None}}, "null"),
        ({"_meta": {}}, ""),
        ({"_meta": "odd"}, ""),
        ({}, ""),
    ],
)
def test_a_notification_names_its_subscription_with_the_type_of_its_id(
    params: dict[str, Any], identifier: str
) -> None:
    assert subscription_id(params) == identifier
