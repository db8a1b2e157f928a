"""Answers about tasks: the outcome of the call where there is one, else what the answer says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.render import ContentNote, Error, Json, Text, render_result

DONE = {"content": [{"type": "text", "text": "fine"}]}
TASK = {"taskId": "a", "status": "working", "statusMessage": "just begun"}


def shown(method: str, value: Any) -> list[Any]:
    return render_result(method, json.dumps(value).encode())


@pytest.mark.parametrize("value", [{"task": TASK}, {"resultType": "task", **TASK}])
def test_a_call_that_became_a_task_says_so(value: Any) -> None:
    note, body = shown("tools/call", value)
    assert isinstance(note, ContentNote) and note.text == "The call became the task a: just begun"
    assert isinstance(body, Json)


def test_the_outcome_is_rendered_as_that_of_the_call() -> None:
    for method, value in (("tasks/result", DONE), ("tasks/get", {**TASK, "result": DONE})):
        [text] = shown(method, value)
        assert isinstance(text, Text) and text.text == "fine"


def test_a_failed_task_of_the_extension_shows_its_error() -> None:
    [error] = shown("tasks/get", {**TASK, "error": {"code": -32603, "message": "no"}})
    assert isinstance(error, Error) and error.code == "-32603"


@pytest.mark.parametrize("value", [TASK, {**TASK, "result": None}, {**TASK, "error": None}, 5, [], {}])
def test_without_an_outcome_the_answer_is_shown_as_it_is(value: Any) -> None:
    [body] = shown("tasks/get", value)
    assert isinstance(body, Json)
