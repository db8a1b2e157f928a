"""Messages find their exchange: by id with its type, by token, by stream."""

from __future__ import annotations

import time

import pytest

from inspector.protocol.correlation import REMEMBERED, TRANSITIONS, Correlation, MessagePlace
from inspector.protocol.jsonrpc import LARGE_BYTES, parse
from inspector.protocol.records import EXCHANGE_STATES, Exchange


class Wire:
    """Feeds one correlation; each message gets the next number and the next microsecond."""

    def __init__(self) -> None:
        self.correlation = Correlation(1)
        self.number = 0

    def out(self, text: str, **more: Exchange) -> MessagePlace:
        return self._place(text, "out", **more)

    def come(self, text: str, **more: Exchange) -> MessagePlace:
        return self._place(text, "in", **more)

    def _place(self, text: str, direction: str, **more: Exchange) -> MessagePlace:
        self.number += 1
        data = text.encode()
        return self.correlation.place(
            parse(data), direction, self.number, self.number * 1000, len(data), **more
        )


@pytest.fixture
def wire() -> Wire:
    return Wire()


CALL = '{"id":%s,"method":"tools/call","params":{"name":"t","_meta":{"progressToken":%s}}}'
RESULT = '{"id":%s,"result":{}}'
ASKS = '{"id":%s,"result":{"resultType":"input_required"}}'


def test_answer_ends_its_exchange(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    place = wire.come(RESULT % 1)
    assert call is not None
    assert (place.exchange, place.role, place.finished) == (call, "answer", True)
    assert (call.status, call.answer, call.target, call.ended_ns) == ("done", 2, "t", 2000)


def test_answers_out_of_order_find_their_own(wire: Wire) -> None:
    first, second = wire.out(CALL % (1, 1)).exchange, wire.out(CALL % (2, 2)).exchange
    assert wire.come(RESULT % 2).exchange is second
    assert wire.come(RESULT % 1).exchange is first


def test_number_and_string_ids_are_different(wire: Wire) -> None:
    number, text = wire.out(CALL % (1, 1)).exchange, wire.out(CALL % ('"1"', 2)).exchange
    assert wire.come(RESULT % '"1"').exchange is text
    assert wire.come(RESULT % 1).exchange is number


def test_id_of_another_type_is_named_and_ends_the_exchange(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    place = wire.come(RESULT % '"1"')
    assert (place.exchange, place.role) == (call, "mistyped")
    assert call is not None
    assert call.status == "failed"
    assert 'id "1" instead of 1' in call.detail


def test_second_answer_is_a_duplicate(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    wire.come(RESULT % 1)
    assert wire.come(RESULT % 1).role == "duplicate"


def test_answer_to_nothing_is_unknown(wire: Wire) -> None:
    assert wire.come(RESULT % 99) == MessagePlace(None, "unknown")


def test_answer_after_cancellation_is_late(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    place = wire.out('{"method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}')
    assert (place.exchange, place.role) == (call, "cancel")
    assert call is not None
    assert (call.status, call.detail) == ("cancelled", "cancelled: enough")
    assert wire.come(RESULT % 1).role == "late"
    assert wire.come(RESULT % 1).role == "duplicate"


def test_cancelling_with_an_id_of_another_type_finds_nothing(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    assert wire.out('{"method":"notifications/cancelled","params":{"requestId":"1"}}').role == "unknown"


def test_progress_finds_its_exchange_by_token_with_its_type(wire: Wire) -> None:
    call = wire.out(CALL % (5, '"a"')).exchange
    place = wire.come(
        '{"method":"notifications/progress","params":{"progressToken":"a","progress":3,"total":10,"message":"m"}}'
    )
    assert call is not None
    assert (place.exchange, place.role) == (call, "progress")
    assert (call.progress, call.total, call.message) == (3.0, 10.0, "m")
    other = '{"method":"notifications/progress","params":{"progressToken":5,"progress":3}}'
    assert wire.come(other).role == "unknown"


def test_request_of_the_server_is_nested_in_the_newest_call(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    nested = wire.come('{"id":1,"method":"sampling/createMessage"}')
    assert call is not None
    assert nested.exchange is not None
    assert (nested.role, nested.exchange.parent, nested.exchange.direction) == ("nested", call.number, "in")
    assert wire.out(RESULT % 1).exchange is nested.exchange
    assert wire.come(RESULT % 1).exchange is call


def test_error_without_id_belongs_to_the_only_open_request(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    place = wire.come('{"error":{"code":-32700,"message":"Parse error"},"id":null}')
    assert (place.exchange, place.finished) == (call, True)
    assert call is not None
    assert call.detail == "-32700 Parse error"


def test_error_without_id_is_about_the_malformed_message_before_it(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    wire.out('{"id": 9, "method": "ping"')
    error = '{"error":{"code":-32700,"message":"Parse error"},"id":null}'
    assert (place := wire.come(error)).exchange is None and place.role == "unknown"
    assert wire.come(RESULT % 1).exchange is call
    second = wire.out(CALL % (2, 2)).exchange
    assert wire.come(error).exchange is second  # nothing unread is left that it could be about


def test_error_without_id_among_several_is_unknown(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    wire.out(CALL % (2, 2))
    assert wire.come('{"error":{"code":-32700,"message":"x"},"id":null}').role == "unknown"


def test_error_without_id_belongs_to_the_post_it_answers(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    second = wire.out(CALL % (2, 2)).exchange
    assert second is not None
    assert wire.come('{"error":{"code":-32600,"message":"x"}}', hint=second).exchange is second


def test_two_requests_with_one_id_are_answered_in_turn(wire: Wire) -> None:
    first, second = wire.out(CALL % (1, 1)).exchange, wire.out(CALL % (1, 2)).exchange
    assert wire.come(RESULT % 1).exchange is first
    assert wire.come(RESULT % 1).exchange is second


def test_tool_error_and_input_required_are_seen_in_the_result(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    wire.come('{"id":1,"result":{"content":[],"isError":true}}')
    assert call is not None
    assert (call.status, call.detail) == ("failed", "isError")
    round_one = wire.out(CALL % (2, 2)).exchange
    wire.come('{"id":2,"result":{"resultType":"input_required","requestState":"s"}}')
    assert round_one is not None
    assert round_one.status == "input_required"
    round_one.sent_ns = round_one.first_ns
    retry = wire.out(CALL % (3, 3), retry_of=round_one)
    assert (round_one.sent_ns, round_one.first_ns) == (0, 0)  # the retry has its own
    assert (retry.exchange, retry.role, round_one.status, round_one.rounds) == (
        round_one,
        "retry",
        "pending",
        2,
    )
    wire.come(RESULT % 3)
    assert round_one.status == "done"


def test_text_that_only_mentions_is_error_does_not_fail_a_call(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    wire.come('{"id":1,"result":{"content":[{"text":"\\"isError\\":true"}],"isError":false}}')
    assert call is not None
    assert call.status == "done"


def test_every_state_has_its_transitions() -> None:
    assert set(TRANSITIONS) == set(EXCHANGE_STATES)
    assert set().union(*TRANSITIONS.values()) <= set(EXCHANGE_STATES)


def test_memory_of_finished_exchanges_is_bounded(wire: Wire) -> None:
    for number in range(5000):
        wire.out(CALL % (number, number))
        wire.come(RESULT % number)
    assert wire.come(RESULT % 4999).role == "duplicate"
    assert wire.come(RESULT % 1).role == "unknown"
    assert len(wire.correlation._tokens) <= 2048


def test_progress_tokens_of_reused_ids_and_of_retries_are_forgotten(wire: Wire) -> None:
    for token in range(100):
        wire.out(CALL % (1, token))
        wire.come(RESULT % 1)
    assert len(wire.correlation._tokens) == 1
    call = wire.out(CALL % (2, 200)).exchange
    for number in range(3, 10):
        wire.come(ASKS % (number - 1))
        wire.out(CALL % (number, 200 + number), retry_of=call)
    assert len(wire.correlation._tokens) == 2
    place = wire.come('{"method":"notifications/progress","params":{"progressToken":209,"progress":1}}')
    assert place.exchange is call


def test_question_that_the_server_cancels_has_an_end(wire: Wire) -> None:
    question = wire.come('{"id":"s","method":"roots/list"}').exchange
    wire.come('{"method":"notifications/cancelled","params":{"requestId":"s"}}')
    assert question is not None
    assert (question.status, question.ended_ns) == ("cancelled", 2000)


@pytest.mark.parametrize("digits", ["1" + "0" * 400, "-1" + "0" * 400])
def test_progress_with_more_digits_than_a_double_holds(wire: Wire, digits: str) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    text = '{"method":"notifications/progress","params":{"progressToken":1,"progress":%s,"total":%s}}'
    assert wire.come(text % (digits, digits)).exchange is call
    assert call is not None
    assert call.progress == float(digits)


def test_tool_error_in_the_middle_of_a_large_result_is_seen(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    content, meta = '[{"text":"' + "x" * 70_000 + '"}]', '{"x":"' + "x" * 70_000 + '"}'
    wire.come('{"id":1,"result":{"content":' + content + ',"isError":true,"_meta":' + meta + "}}")
    assert call is not None
    assert (call.status, call.detail) == ("failed", "isError")


# -- subscriptions ----------------------------------------------------------------------------------------

LISTEN = '{"id":%s,"method":"subscriptions/listen","params":{"notifications":{}}}'
_META = '"_meta":{"io.modelcontextprotocol/subscriptionId":%s}'
TOLD = '{"method":"notifications/%s","params":{' + _META + ',"uri":"x:"}}'
ACKNOWLEDGED = "subscriptions/acknowledged"
CHANGED = "tools/list_changed"


def test_events_belong_to_the_subscription_they_name_and_are_counted(wire: Wire) -> None:
    first, second = wire.out(LISTEN % 1).exchange, wire.out(LISTEN % '"1"').exchange
    assert first is not None
    assert second is not None
    place = wire.come(TOLD % (ACKNOWLEDGED, 1))
    assert (place.exchange, place.role, place.finished) == (first, "acknowledged", False)
    assert first.progress == 0
    for method in (CHANGED, "resources/updated", "tasks"):
        place = wire.come(TOLD % (method, 1))
        assert (place.exchange, place.role) == (first, "event")
    assert (first.progress, second.progress) == (3, -1)
    assert wire.come(TOLD % (CHANGED, '"1"')).exchange is second


@pytest.mark.parametrize(
    ("identifier", "role"), [("99", "unknown"), ("null", "unknown"), ('"1"', "mistyped")]
)
def test_a_subscription_id_that_was_never_sent_is_said(wire: Wire, identifier: str, role: str) -> None:
    listen = wire.out(LISTEN % 1).exchange
    assert listen is not None
    assert wire.come(TOLD % (CHANGED, identifier)).role == role
    assert listen.progress == -1


def test_a_call_with_that_id_is_no_subscription(wire: Wire) -> None:
    wire.out(CALL % (1, 1))
    assert wire.come(TOLD % (CHANGED, 1)) == MessagePlace(None, "unknown")


def test_a_change_without_an_id_belongs_to_the_stream_it_came_on_or_to_nothing(wire: Wire) -> None:
    listen, call = wire.out(LISTEN % 1).exchange, wire.out(CALL % (2, 2)).exchange
    assert listen is not None
    assert call is not None
    plain = '{"method":"notifications/tools/list_changed"}'
    assert wire.come(plain, hint=listen) == MessagePlace(listen, "event")
    assert wire.come(plain, hint=call) == MessagePlace()
    assert wire.come(plain) == MessagePlace()


def test_an_event_after_the_end_still_finds_its_subscription(wire: Wire) -> None:
    listen = wire.out(LISTEN % 1).exchange
    wire.come(RESULT % 1)
    assert wire.come(TOLD % (CHANGED, 1)).exchange is listen


def test_the_server_may_cancel_a_subscription_of_ours_and_nothing_else(wire: Wire) -> None:
    listen, call = wire.out(LISTEN % 1).exchange, wire.out(CALL % (2, 2)).exchange
    assert listen is not None
    assert call is not None
    cancel = '{"method":"notifications/cancelled","params":{"requestId":%s,"reason":"bye"}}'
    assert wire.come(cancel % 2) == MessagePlace(None, "unknown")
    assert wire.come(cancel % 1) == MessagePlace(listen, "cancel", True)
    assert (listen.status, listen.detail, call.status) == ("done", "ended by the server: bye", "pending")
    assert wire.come(RESULT % 1) == MessagePlace(listen, "answer")
    assert wire.come(cancel % 1) == MessagePlace(listen, "cancel")


def test_an_error_without_id_is_not_the_end_of_an_acknowledged_subscription(wire: Wire) -> None:
    listen = wire.out(LISTEN % 1).exchange
    assert listen is not None
    wire.come(TOLD % (ACKNOWLEDGED, 1))
    assert wire.come('{"id":null,"error":{"code":-32700,"message":"no"}}') == MessagePlace(None, "unknown")
    call = wire.out(CALL % (2, 2)).exchange
    assert wire.come('{"id":null,"error":{"code":-32700,"message":"no"}}').exchange is call
    assert listen.status == "pending"


def test_a_question_of_the_server_belongs_to_the_call_and_not_to_the_subscription(wire: Wire) -> None:
    call = wire.out(CALL % (1, 1)).exchange
    assert call is not None
    wire.out(LISTEN % 2)
    wire.come(TOLD % (ACKNOWLEDGED, 2))
    asked = wire.come('{"id":"s","method":"roots/list"}').exchange
    assert asked is not None
    assert asked.parent == call.number


def test_flood_of_requests_of_the_server_takes_time_in_proportion(wire: Wire) -> None:
    started = time.process_time()
    for number in range(40_000):
        wire.come(f'{{"jsonrpc":"2.0","id":"s{number}","method":"roots/list"}}')
    assert time.process_time() - started < 10  # it was half a minute and more when it grew with the square


@pytest.mark.parametrize(
    "members",
    [
        b'"isError":true',
        b'"isError":"true"',
        b'"resultType":"input_required"',
        b'"resultType":3',
        b'"task":{"taskId":"7","status":"working"}',
        b'"resultType":"task","taskId":"7","status":"working"',
        b'"note":{"isError":true,"taskId":"7"}',
    ],
)
def test_a_large_answer_ends_its_exchange_like_a_small_one(members: bytes) -> None:
    ends = []
    for size in (1, LARGE_BYTES):
        correlation = Correlation(1)
        asked = parse(b'{"id":1,"method":"tools/call","params":{"name":"t"}}')
        exchange = correlation.place(asked, "out", 1, 0, 10).exchange
        answer = parse(b'{"id":1,"result":{%b,"text":"%b"}}' % (members, b"x" * size))
        correlation.place(answer, "in", 2, 1, 10)
        assert exchange is not None
        ends.append((exchange.status, exchange.detail))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("result", "detail"),
    [
        ('{"action":"accept","content":{"a":1}}', "accept"),
        ('{"action":"decline"}', "decline"),
        ('{"action":"cancel"}', "cancel"),
        ('{"action":["accept"]}', ""),
        ("[]", ""),
    ],
)
def test_an_answered_elicitation_says_what_the_person_did(wire: Wire, result: str, detail: str) -> None:
    asked = wire.come('{"id":"q","method":"elicitation/create","params":{"message":"?"}}').exchange
    wire.out(f'{{"id":"q","result":{result}}}')
    assert asked is not None
    assert (asked.status, asked.detail) == ("done", detail)


CORE = '{"id":%s,"result":{"task":{"taskId":"%s","status":"working"}}}'
FLAT = '{"id":%s,"result":{"resultType":"task","taskId":"%s","status":"working"}}'
GET = '{"id":%s,"method":"tasks/get","params":{"taskId":"a"}}'
STATE = '{"id":%s,"result":{"taskId":"a","status":"%s"}}'
PROGRESS = '{"method":"notifications/progress","params":{"progressToken":%s,"progress":1}}'
ASK = (
    '{"id":"s","method":"elicitation/create","params":'
    '{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"%s"}}}}'
)


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
