"""From what came after a fault to a verdict in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import answered, never_right, quiet, refused, said, status
from inspector.protocol.faults.preset import BROKEN, COMPLIED, SILENT, UNDECIDED, Judge, Ruling
from tests.protocol.faults.hearing import error, head, heard, record, result

SITUATION: Any = None  # no judge of these looks at it


def judged(judge: Judge, found: Heard) -> Ruling:
    return judge(SITUATION, found)


def web(*came: Any) -> Heard:
    return heard(*came, transport="http")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (heard(result(1)), "a result"),
        (heard(result(1, value={"isError": True})), "a result with isError"),
        (heard(result(1, value={"isError": 1})), "a result"),
        (heard(error(1, -32601, text="Method\n not  found")), 'error -32601 "Method not found"'),
        (heard(error(1, None)), 'error "no" without a code'),
        (heard(error(1, 5, text="x" * 100)), f'error 5 "{"x" * 100}"'),
        (heard(error(1, 5, text="x" * 101)), f'error 5 "{"x" * 100}…"'),
        (web(head(1, 404), error(2)), 'error -32600 "no" (HTTP 404)'),
        (web(head(1, 200), result(2)), "a result (HTTP 200)"),
        (web(result(2)), "a result"),
    ],
)
def test_an_answer_is_said_in_words(found: Heard, words: str) -> None:
    assert said(found.replies[0], found) == words


def test_an_id_that_was_never_sent_and_two_answers_are_never_right() -> None:
    ruling = never_right(heard(result(3, 77)))
    assert ruling == Ruling(BROKEN, "It responded with id 77, which was never sent.", (3,), "must")
    twice = heard(result(3), error(4), result(5, 1002), ids=("1001", "1002"))
    assert never_right(twice) == Ruling(BROKEN, "It responded to id 1001 2 times.", (3, 4), "must")
    assert never_right(twice, answers=2) is None
    assert never_right(heard(result(3), error(4, identifier=None))) is None
    for judge in (refused(), answered()):
        assert judged(judge, heard(result(3, 77))).level == "must"


REFUSED = refused(-32600, -32601)


@pytest.mark.parametrize(
    ("judge", "found", "word", "sentence"),
    [
        (REFUSED, heard(error(2)), COMPLIED, 'It rejected it with error -32600 "no".'),
        (REFUSED, heard(error(2, identifier=None)), COMPLIED, 'It rejected it with error -32600 "no".'),
        (REFUSED, heard(error(2, -1)), UNDECIDED,
         'It rejected it with error -1 "no"; expected -32600 or -32601.'),
        (refused(-32600, other=BROKEN), heard(error(2, -1)), BROKEN,
         'It rejected it with error -1 "no"; expected -32600.'),
        (refused(), heard(error(2, -1)), COMPLIED, 'It rejected it with error -1 "no".'),
        (REFUSED, heard(result(2)), BROKEN, "It responded with a result instead of rejecting it."),
        (
            refused(result=UNDECIDED),
            heard(result(2)),
            UNDECIDED,
            "It responded with a result instead of rejecting it.",
        ),
        (REFUSED, heard(), BROKEN, "No response within 5 s."),
        (refused(silence=SILENT), heard(), SILENT, "No response within 5 s."),
        (REFUSED, web(), BROKEN, "The HTTP request got no response within 5 s."),
        (REFUSED, web(head(2, 200)), BROKEN, "HTTP 200 without a response."),
        (REFUSED, web(head(2, 202)), BROKEN, "HTTP 202 without a response."),
        (refused(silence=SILENT), web(head(2, 202)), SILENT, "It treated it as a notification (HTTP 202)."),
        (REFUSED, web(head(2, 400)), COMPLIED, "It rejected it with HTTP 400."),
        (REFUSED, web(head(2, 500)), UNDECIDED, "HTTP 500 blames the server, but the message was invalid."),
        (refused(http=400), web(head(2, 400)), COMPLIED, "It rejected it with HTTP 400."),
        (refused(http=400), web(head(2, 404)), BROKEN, "It rejected it with HTTP 404 instead of 400."),
        (refused(-32600, http=400), web(head(2, 400)), BROKEN,
         "It rejected it with HTTP 400, but without the JSON-RPC error."),
        (refused(-32600, http=400), web(head(1, 400), error(2)), COMPLIED,
         'It rejected it with error -32600 "no" (HTTP 400).'),
        (refused(-32600, http=400), web(head(1, 200), error(2)), BROKEN,
         ('It rejected it with error -32600 "no" (HTTP 200); the HTTP status must be '
"400.")),
        (refused(-32600, http=400), heard(error(2)), COMPLIED, 'It rejected it with error -32600 "no".'),
        (refused(-32600), web(head(1, 503), error(2)), UNDECIDED,
         'It rejected it with error -32600 "no" (HTTP 503), which blames the server.'),
    ],
)  # fmt: skip
def test_a_refusal_is_judged_by_its_code_and_its_status(
    judge: Judge, found: Heard, word: str, sentence: str
) -> None:
    ruling = judged(judge, found)
    assert (ruling.word, ruling.sentence) == (word, sentence)
    assert ruling.records == ((2,) if found.came else ())


ONLY = answered(result_only=True)


@pytest.mark.parametrize(
    ("judge", "found", "word", "sentence"),
    [
        (answered(), heard(result(2)), COMPLIED, "It responded with a result."),
        (answered(), heard(error(2)), COMPLIED, 'It responded with error -32600 "no".'),
        (answered(), heard(error(2, identifier=None)), COMPLIED, 'It responded with error -32600 "no".'),
        (ONLY, heard(result(2)), COMPLIED, "It responded with a result."),
        (ONLY, heard(error(2)), BROKEN, 'It responded with error -32600 "no".'),
        (answered(result_only=True, error=UNDECIDED), heard(error(2)), UNDECIDED,
         'It responded with error -32600 "no".'),
        (answered(), heard(), BROKEN, "No response within 5 s."),
        (answered(silence=SILENT), heard(), SILENT, "No response within 5 s."),
        (answered(), web(head(2, 404)), COMPLIED, "It rejected it with HTTP 404."),
        (ONLY, web(head(2, 404)), BROKEN, "It rejected it with HTTP 404."),
        (ONLY, web(head(2, 500)), UNDECIDED, "It rejected it with HTTP 500."),
        (answered(), web(head(2, 200)), BROKEN, "HTTP 200 without a response."),
    ],
)  # fmt: skip
def test_an_answer_is_judged_by_what_it_is(judge: Judge, found: Heard, word: str, sentence: str) -> None:
    ruling = judged(judge, found)
    assert (ruling.word, ruling.sentence) == (word, sentence)
    assert ruling.records == ((2,) if found.came else ())


@pytest.mark.parametrize(
    ("judge", "found", "word", "sentence"),
    [
        (quiet(), heard(), COMPLIED, "No response."),
        (quiet(), heard(result(2)), BROKEN, "It responded with a result and id 1001."),
        (quiet(), heard(error(2, identifier=7)), BROKEN, 'It responded with error -32600 "no" and id 7.'),
        (quiet(), heard(error(2, identifier=None)), UNDECIDED,
         'It responded with error -32600 "no"; such messages get no response.'),
        (quiet(error=BROKEN), heard(error(2, identifier=None)), BROKEN,
         'It responded with error -32600 "no"; such messages get no response.'),
        (quiet(), web(), BROKEN, "The HTTP request got no response within 5 s."),
        (quiet(), web(head(2, 202)), COMPLIED, "It accepted it with HTTP 202."),
        (quiet(), web(head(2, 200)), BROKEN, "It accepted it with HTTP 200; it must be 202."),
        (quiet(), web(head(2, 202), record(3, "malformed", b"x")), BROKEN,
         "It accepted it with HTTP 202 and a body; there must be none."),
        (quiet(), web(head(2, 400)), COMPLIED, "It rejected it with HTTP 400."),
        (quiet(refusal=BROKEN), web(head(2, 400)), BROKEN, "It rejected it with HTTP 400."),
        (quiet(refusal=BROKEN), web(head(2, 500)), UNDECIDED, "It rejected it with HTTP 500."),
        (quiet(refusal=UNDECIDED), heard(head(2, 400), transport="sse"), UNDECIDED,
         "It rejected it with HTTP 400."),
    ],
)  # fmt: skip
def test_what_must_not_be_answered_is_judged_by_what_came_all_the_same(
    judge: Judge, found: Heard, word: str, sentence: str
) -> None:
    ruling = judged(judge, found)
    assert (ruling.word, ruling.sentence) == (word, sentence)
    assert ruling.records == ((2,) if found.came else ())


@pytest.mark.parametrize(
    ("judge", "code", "word", "sentence"),
    [
        (status(404), 404, COMPLIED, "It rejected it with HTTP 404."),
        (status(400, 404), 404, COMPLIED, "It rejected it with HTTP 404."),
        (status(400, 404), 403, BROKEN, "It responded with HTTP 403; expected 400 or 404."),
        (status(404, other=UNDECIDED), 400, UNDECIDED, "It responded with HTTP 400; expected 404."),
        (status(404, other=UNDECIDED), 399, BROKEN, "It responded with HTTP 399; expected 404."),
        (status(404, success=UNDECIDED), 200, UNDECIDED, "It responded with HTTP 200; expected 404."),
    ],
)
def test_a_status_is_judged_by_itself(judge: Judge, code: int, word: str, sentence: str) -> None:
    assert judged(judge, web(head(2, code))) == Ruling(word, sentence, (2,))


def test_no_status_at_all_is_no_answer() -> None:
    assert judged(status(404), web()).sentence == "The HTTP request got no response within 5 s."
    assert judged(status(404), heard()) == Ruling(SILENT, "No response within 5 s.")
