"""The state of a call that the client carries: only what we wrote is read again."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.request_state import Seal, call_digest
from inspector.demo.steps import Refusal

STATE = {"for": "x", "asked": ["a"], "known": {"b": {"action": "accept"}}}


def test_what_was_closed_is_opened_again() -> None:
    seal = Seal()
    assert seal.open(seal.close(STATE)) == STATE
    assert seal.open(seal.close({})) == {}
    assert seal.close(STATE) == seal.close(STATE), "the key stays"


def test_another_run_does_not_read_it() -> None:
    with pytest.raises(Refusal, match="comes from an earlier run"):
        Seal().open(Seal().close(STATE))


@pytest.mark.parametrize("text", [None, 5, {}, ["a.b"]])
def test_a_state_is_a_text(text: Any) -> None:
    with pytest.raises(Refusal, match="must be a string") as caught:
        Seal().open(text)
    assert caught.value.code == -32602


def test_what_was_altered_is_refused() -> None:
    seal = Seal()
    whole = seal.close(STATE)
    data, _, signature = whole.partition(".")
    other = seal.close({"for": "y"}).partition(".")[0]
    for text in ("", ".", data, f"{data}.", f".{signature}", f"{other}.{signature}", f"{data}.{signature}é",
                 f"{data}.{signature[:-1]}", f"{data[:-1]}.{signature}", "é.é"):  # fmt: skip
        with pytest.raises(Refusal, match="was altered") as caught:
            seal.open(text)
        assert caught.value.code == -32602


def test_a_call_is_told_by_its_name_and_its_arguments() -> None:
    assert call_digest("a", {"x": 1, "y": 2}) == call_digest("a", {"y": 2, "x": 1})
    others = {
        call_digest("a", {"x": 1}),
        call_digest("b", {"x": 1}),
        call_digest("a", {"x": 2}),
        call_digest("a", {}),
    }
    assert len(others) == 4
