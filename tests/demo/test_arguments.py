"""Arguments that do not fit the schema of a tool are named, one sentence each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import EVERY, MODERN, Partner, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


@every_revision
def test_wrong_arguments_are_an_error_of_the_kind_the_revision_wants(revision: str) -> None:
    partner = Partner(revision)
    for arguments in ({"a": "1", "b": 2}, {"a": 1}, {"a": 1, "b": 1e20}):
        answer = partner.answer("tools/call", {"name": "add", "arguments": arguments})
        if revision >= "2025-11-25":
            assert answer["result"]["isError"] is True and "arguments" in texts(answer["result"])
        else:
            assert answer["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"guests": 0}, "arguments.guests must be at least 1"),
        ({"guests": True}, "arguments.guests must be integer, not boolean"),
        ({"occasion": "nap"}, "arguments.occasion must be one of"),
        ({"seating": "roof"}, "fits none of the choices"),
        ({"companions": [{}]}, "arguments.companions[0].name is required"),
        ({"extras": {"cake": "one"}}, "arguments.extras.cake must be integer"),
        ({"payment": {"kind": "card"}}, "fits none of the choices"),
        ({"phone": "abc"}, "must match"),
        ({"unknown": 1}, "arguments.unknown is not known"),
        ({"wishes": ["a"] * 6}, "must have at most 5 items"),
    ],
)
def test_each_mistake_in_the_form_is_named(wrong: dict[str, Any], said: str) -> None:
    arguments = {"name": "Ada", "date": "2026-12-24", "guests": 2, **wrong}
    result = Partner(MODERN).call("book_table", arguments)
    assert result["isError"] is True and said in texts(result)
