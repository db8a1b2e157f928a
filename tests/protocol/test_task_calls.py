"""Calls that become tasks: how they show, and what belongs to them afterwards."""

from __future__ import annotations

import pytest

from inspector.protocol.correlation import REMEMBERED
from tests.protocol.test_correlation import CALL, RESULT, Wire

CORE = '{"id":%s,"result":{"task":{"taskId":"%s","status":"working"}}}'
FLAT = '{"id":%s,"result":{"resultType":"task","taskId":"%s","status":"working"}}'
GET = '{"id":%s,"method":"tasks/get","params":{"taskId":"a"}}'
STATE = '{"id":%s,"result":{"taskId":"a","status":"%s"}}'
PROGRESS = '{"method":"notifications/progress","params":{"progressToken":%s,"progress":1}}'
ASK = (
    '{"id":"s","method":"elicitation/create","params":'
    '{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"%s"}}}}'
)


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.mark.parametrize("created", [CORE, FLAT])
def test_the_call_is_done_and_says_which_task_it_became(wire: Wire, created: str) -> None:
    wire.out(CALL % (1, 1))
    exchange = wire.come(created % (1, "a")).exchange
    assert exchange is not None and (exchange.status, exchange.detail) == ("done", "task a · working")


@pytest.mark.parametrize(
    "result",
    [
        '{"task":{"status":"working"},"x":"taskId"}',
        '{"task":"taskId"}',
        '{"content":[{"taskId":"a"}]}',
        '{"resultType":"task","taskId":7}',
    ],
)
def test_other_results_are_no_tasks(wire: Wire, result: str) -> None:
    wire.out(CALL % (1, 1))
    exchange = wire.come(RESULT.replace("{}", result) % 1).exchange
    assert exchange is not None and (exchange.status, exchange.detail) == ("done", "")


def test_a_poll_shows_the_status_that_it_found(wire: Wire) -> None:
    wire.out(GET % 1)
    exchange = wire.come(STATE % (1, "input_required")).exchange
    assert exchange is not None and (exchange.detail, exchange.target) == ("input_required", "a")


def test_progress_of_a_task_is_known_however_many_polls_come_between(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    call = wire.come(CORE % (1, "a")).exchange
    for number in range(2, REMEMBERED + 10):
        wire.out(GET % number)
        wire.come(STATE % (number, "working"))
    place = wire.come(PROGRESS % 1)
    assert (place.role, place.exchange) == ("progress", call)
    wire.correlation.end_task("a")
    assert wire.come(PROGRESS % 1).role == "unknown"


def test_progress_of_a_finished_call_is_forgotten_with_it(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    wire.come(RESULT % 1)
    for number in range(2, REMEMBERED + 10):
        wire.out(GET % number)
        wire.come(STATE % (number, "working"))
    assert wire.come(PROGRESS % 1).role == "unknown"


def test_a_request_that_names_a_task_belongs_to_the_call_that_became_it(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    wire.come(CORE % (1, "a"))
    wire.out(CALL % (2, 2))  # the newest that is open
    named, other = wire.come(ASK % "a").exchange, wire.come((ASK % "b").replace('"s"', '"t"')).exchange
    assert named is not None and other is not None
    assert (named.parent, other.parent) == (1, 3)


def test_calls_that_became_tasks_are_bounded(wire: Wire) -> None:
    for number in range(1, 2 * REMEMBERED):
        wire.out(CALL % (number, number))
        wire.come(CORE % (number, f"t{number}"))
    assert len(wire.correlation._tasks._calls) <= REMEMBERED
    assert len(wire.correlation._tokens) <= 2 * REMEMBERED
