"""What became of a server's question, by what is recorded of it."""

from __future__ import annotations

import pytest

from inspector.protocol.elicitation import actions_in
from inspector.protocol.questions import OUTCOMES, outcome_of, outcomes_in


@pytest.mark.parametrize(
    ("method", "status", "detail", "word"),
    [
        ("elicitation/create", "done", "accept", "answered"),
        ("elicitation/create", "done", "decline", "declined"),
        ("elicitation/create", "done", "cancel", "dismissed"),
        ("elicitation/create", "done", "", "answered"),
        ("sampling/createMessage", "done", "", "answered"),
        ("sampling/createMessage", "failed", "-1 User rejected sampling request", "refused"),
        ("roots/list", "cancelled", "cancelled by the server", "withdrawn"),
        ("elicitation/create", "lost", "the connection was closed", "withdrawn"),
    ],
)
def test_each_end_of_a_question_has_a_word(method: str, status: str, detail: str, word: str) -> None:
    found = outcome_of(method, status, detail)
    assert found is not None and found.word == word


@pytest.mark.parametrize(
    ("method", "status"),
    [("elicitation/create", "pending"), ("ping", "lost"), ("ping", "done"), ("ping", "failed")],
)
def test_what_has_no_end_or_is_no_question_has_none(method: str, status: str) -> None:
    assert outcome_of(method, status, "accept") is None


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("accept", ["answered"]),
        ("accept, decline, accept", ["answered", "declined"]),
        ("answered, cancel", ["answered", "dismissed"]),
        ("inside #3", []),
        ("", []),
    ],
)
def test_the_note_of_a_next_round_tells_of_its_questions(note: str, words: list[str]) -> None:
    assert [one.text for one in outcomes_in(note)] == words


def test_an_answer_without_an_action_is_noted_as_answered() -> None:
    elicited, sampled = {"action": "decline"}, {"role": "assistant", "content": {}}
    note = actions_in({"inputResponses": {"a": elicited, "b": sampled, "c": {"action": "shout"}}})
    assert note == "decline, answered"


def test_the_signs_tell_answers_from_what_got_none() -> None:
    assert {key: one.glyph for key, one in OUTCOMES.items()} == {
        "answered": "✓",
        "declined": "⊘",
        "dismissed": "⊘",
        "refused": "✗",
        "withdrawn": "↩",
    }
