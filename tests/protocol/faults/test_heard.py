"""What came back after a fault is sorted out of all other traffic."""

from __future__ import annotations

import pytest

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.shot import Shot
from inspector.protocol.records import Record
from tests.protocol.faults.hearing import error, head, heard, record, result


def numbers(records: tuple[Record, ...]) -> list[int]:
    return [one.number for one in records]


def test_answers_are_named_unnamed_or_foreign() -> None:
    found = heard(result(1), error(2, identifier=None), result(3, 77), error(4, identifier="1001"))
    assert [one.number for one in found.named] == [1]
    assert [one.number for one in found.unnamed] == [2]
    assert [one.number for one in found.foreign] == [3, 4], 'the text "1001" is not the number'
    assert [one.is_error for one in found.replies] == [False, True, False, True]


@pytest.mark.parametrize(("code", "seen"), [(-32601, -32601), ("x", 0), (1.5, 0), (None, 0)])
def test_the_code_of_an_error_is_a_whole_number_or_0(code: object, seen: int) -> None:
    assert heard(error(1, code)).named[0].code == seen
    assert heard(result(1)).named[0].code == 0


def test_over_http_only_what_came_on_the_channel_belongs_to_the_fault() -> None:
    found = heard(result(1, channel="2"), result(2), transport="http")
    assert [one.number for one in found.replies] == [2]


def test_over_a_pipe_an_answer_to_another_request_belongs_to_that() -> None:
    found = heard(result(1, exchange=5), result(2, exchange=1), result(3, 77), result(4, channel="2"))
    assert [one.number for one in found.replies] == [2, 3, 4]


def test_other_messages_are_told_apart() -> None:
    found = heard(
        record(1, "notification"), record(2, "request"), record(3, "batch"), record(4, "batch", exchange=5),
        record(5, "stderr"), result(6),
    )  # fmt: skip
    assert numbers(found.notifications) == [1]
    assert numbers(found.asked) == [2]
    assert numbers(found.arrays) == [3]


def test_heads_of_the_channel_give_the_status_and_the_headers() -> None:
    found = heard(
        head(1, "404 Not Found", channel="2"),
        head(2, "202 Accepted", "Content-Type: a: b", "X:c", "Allow: POST"),
        head(3, 500),
        transport="http",
    )
    assert numbers(found.heads) == [2, 3]
    assert (found.statuses, found.status) == ((202, 500), 202)
    assert found.header("content-type") == "a: b"
    assert found.header("allow") == "POST"
    assert found.header("x") == ""
    assert (heard().status, heard().statuses, heard().header("allow")) == (0, (), "")


@pytest.mark.parametrize("line", ["odd", ""])
def test_a_head_without_a_status_has_none(line: str) -> None:
    assert heard(head(1, line), transport="http").status == 0


def test_a_body_is_all_that_came_on_the_channel_but_heads_and_steps() -> None:
    found = heard(
        head(1, 200), record(2, "malformed"), result(3), record(4, "lifecycle"),
        record(5, "malformed", channel="2"),
    )  # fmt: skip
    assert numbers(found.bodies) == [2, 3]


def ended(*came: Record, transport: str = "http") -> list[int]:
    return numbers(heard(*came, transport=transport).lost)


def test_a_request_that_the_network_lost_has_neither_head_nor_answer() -> None:
    end = record(2, "lifecycle", direction="")
    assert ended(end) == [2]
    assert ended(end, transport="sse") == [2]
    assert ended(end, transport="stdio") == []
    assert ended(head(1, 200), end) == []
    assert ended(record(2, "lifecycle", direction="out")) == []
    assert ended(record(2, "lifecycle", channel="2", direction="")) == []


@pytest.mark.parametrize(
    ("shots", "answers", "is_answered"),
    [
        ((Shot(ids=("1", "2")),), (1, 2), True),
        ((Shot(ids=("1", "2")),), (1,), False),
        ((Shot(ids=("1", "2"), either=True),), (2,), True),
        ((Shot(ids=("1", "2"), either=True),), (3,), False),
        ((Shot(ids=("1",)), Shot(), Shot(ids=("2",))), (1, 2), True),
        ((Shot(ids=("1",)), Shot(), Shot(ids=("2",))), (2,), False),
        ((Shot(),), (1,), False),
        ((), (), False),
    ],
)
def test_all_is_answered_when_each_shot_has_what_it_waits_for(
    shots: tuple[Shot, ...], answers: tuple[int, ...], is_answered: bool
) -> None:
    came = tuple(result(place, identifier) for place, identifier in enumerate(answers, 1))
    assert Heard("stdio", shots, (), frozenset(), came).answered() is is_answered
