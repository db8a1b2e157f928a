"""One listen from request to end: how each way of ending is told, and when it is asked for again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client import listening
from inspector.core.client.answers import Answer
from inspector.core.client.listening import Listening
from inspector.core.client.subscription import Subscription
from inspector.errors import AuthorizationNeeded, ConnectError, ErrorAnswer, Explanation
from inspector.protocol.era.modern import META
from inspector.protocol.records import Exchange
from inspector.protocol.subscribing import Filter

TOOLS = Filter.of(["tools"])
SECOND = 1_000_000_000


class Client:
    """Answers each listen with what comes next: an answer, an error, or what a function does."""

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes = list(outcomes)
        self.state, self.session_number = "connected", 3
        self.told = 0
        self.asked: list[dict[str, Any]] = []
        self.cancelled: list[int] = []
        self.exchanges: list[Exchange] = []
        self.notes: list[str] = []
        correlation = SimpleNamespace(pending=lambda direction: self.exchanges if direction == "out" else [])
        self.session = SimpleNamespace(
            conversation=SimpleNamespace(correlation=correlation), note=self.notes.append
        )

    def tell(self) -> None:
        self.told += 1

    def cancel(self, number: int) -> None:
        self.cancelled.append(number)

    async def call(
        self, method: str, params: Any, *, timeout_s: float, on_start: Callable[[int], None]
    ) -> Answer:
        assert (method, timeout_s) == ("subscriptions/listen", math.inf)
        self.asked.append(params)
        number = 10 + len(self.asked)
        self.exchanges = [
            Exchange(number, 3, "out", method, id=f'"{number}"'),
            Exchange(99, 3, "out", "x", id="99"),
        ]
        on_start(number)
        outcome = self.outcomes.pop(0)
        if callable(outcome):
            outcome = outcome(self.exchanges[0])
        if isinstance(outcome, BaseException):
            raise outcome
        assert isinstance(outcome, Answer)
        return outcome


def made(client: Client) -> tuple[Listening, list[Subscription]]:
    again: list[Subscription] = []
    return Listening(client, again.append), again  # type: ignore[arg-type]


def ran(client: Client, subscription: Subscription | None = None, turn: int = 0) -> Subscription:
    one = subscription or Subscription(TOOLS)
    asyncio.run(made(client)[0].run(one, turn))
    return one


def result(identifier: str = '"11"') -> bytes:
    return b'{"_meta":{"%ssubscriptionId":%s}}' % (META.encode(), identifier.encode())


def lost(exchange: Exchange) -> ConnectError:
    exchange.status, exchange.detail = "lost", "the stream broke"
    return ConnectError(Explanation("broken"))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "BACK_OFF_S", 0.001)
    monkeypatch.setattr(listening, "PATIENCE_S", 0.01)


def test_a_listen_asks_for_its_filter_and_knows_its_request() -> None:
    client = Client(Answer(11, 12, result()))
    one = ran(client)
    assert client.asked == [TOOLS.as_params()]
    assert (one.exchange, one.id, one.session) == (11, '"11"', 3)
    assert one.opened_ns > 0 and client.told >= 2


@pytest.mark.parametrize(("state", "wanted"), [("connected", False), ("closing", True)])
def test_the_server_may_end_it(state: str, wanted: bool) -> None:
    client = Client(Answer(11, 12, result()))
    client.state = state
    one = ran(client)
    assert (one.state, one.detail, one.wanted) == ("ended", "ended by the server", wanted)
    assert one.notes == ["ended without an acknowledgement"]


@pytest.mark.parametrize("closing", [result('"12"'), b"{}", b"[]"])
def test_a_closing_result_without_its_id_is_noted(closing: bytes) -> None:
    one = ran(Client(Answer(11, 12, closing)))
    assert one.notes[0] == "the closing result lacks the subscription id"
    assert one.state == "ended"


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (b'{"code":-32601,"message":"no"}', "-32601 no"),
        (b'{"code":5}', "5"),
        (b"{}", "error without a message"),
        (b"[]", "error without a message"),
    ],
)
def test_a_refusal_is_told_in_the_servers_words(error: bytes, detail: str) -> None:
    client = Client(Answer(11, 12, error=error))
    one = ran(client)
    assert (one.state, one.detail, one.error, one.wanted) == ("refused", detail, error, False)
    listener, _ = made(client)
    found = listener.failure(one)
    assert isinstance(found, ErrorAnswer)
    assert (str(found), found.error) == (f"subscriptions/listen was refused: {detail}", error)


def broken(status: str, detail: str, error: ConnectError | None = None) -> Callable[[Exchange], ConnectError]:
    def end(exchange: Exchange) -> ConnectError:
        exchange.status, exchange.detail = status, detail
        return error or ConnectError(Explanation("It broke."))

    return end


@pytest.mark.parametrize(
    ("outcome", "state", "expected"),
    [
        (broken("done", "cancelled by the server"), "connected", ("ended", "cancelled by the server", False)),
        (broken("lost", "gone"), "closing", ("ended", "the connection was closed", True)),
        (broken("failed", "HTTP 404 Not Found"), "connected", ("refused", "HTTP 404 Not Found", False)),
        (
            broken("lost", "401", AuthorizationNeeded(Explanation("Who?"))),
            "connected",
            ("refused", "401", False),
        ),
        (broken("failed", "HTTP 503 Busy"), "failed", ("lost", "HTTP 503 Busy", True)),
        (broken("lost", "gone"), "failed", ("lost", "gone", True)),
        (broken("lost", ""), "failed", ("lost", "It broke.", True)),
    ],
)
def test_each_way_to_break_is_told(
    outcome: Callable[[Exchange], ConnectError], state: str, expected: tuple[str, str, bool]
) -> None:
    client = Client(outcome)
    client.state = state
    one = ran(client)
    assert (one.state, one.detail, one.wanted) == expected
    found = made(client)[0].failure(one)
    verb = "was refused" if one.state == "refused" else "did not last"
    assert str(found) == f"subscriptions/listen {verb}: {one.detail}"
    assert not isinstance(found, ErrorAnswer)


def test_after_a_drop_it_is_asked_again_each_time_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "MOST_BACK_OFF_S", 0.003)
    client = Client(lost, lost, lost, Answer(14, 15, result('"14"')))
    one = ran(client)
    assert (one.reopened, one.state, len(client.asked)) == (3, "ended", 4)
    assert client.notes == [
        f'subscription "{number}" was dropped (the stream broke); retrying in {pause:g} s'
        for number, pause in ((11, 0.001), (12, 0.002), (13, 0.003))
    ]


def test_a_listen_that_only_drops_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "ATTEMPTS", 2)
    client = Client(lost, lost, lost)
    one = ran(client)
    assert (one.state, one.wanted, one.reopened) == ("lost", False, 2)
    assert one.detail == "the stream broke; gave up after 2 attempts"


def test_one_that_was_open_for_long_ends_the_row_of_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "ATTEMPTS", 1)
    now = [0]
    monkeypatch.setattr(listening, "now_ns", lambda: now[0])

    def after(seconds: float) -> Callable[[Exchange], ConnectError]:
        def end(exchange: Exchange) -> ConnectError:
            now[0] += int(seconds * SECOND)
            return lost(exchange)

        return end

    client = Client(after(31), after(31), after(30))
    one = ran(client)
    assert (one.reopened, one.detail) == (2, "the stream broke; gave up after 1 attempts")


def test_what_is_not_wanted_or_of_another_turn_is_not_asked_for() -> None:
    client = Client()
    ran(client, Subscription(TOOLS, wanted=False))
    ran(client, Subscription(TOOLS, turn=2), turn=1)
    assert client.asked == []


def test_an_earlier_turn_that_still_ends_changes_nothing() -> None:
    one = Subscription(TOOLS)

    def opened_by_hand(exchange: Exchange) -> ConnectError:
        one.turn, one.state, one.detail = 1, "open", "of the next"
        return lost(exchange)

    assert ran(Client(opened_by_hand), one) is one
    assert (one.state, one.detail, one.reopened) == ("open", "of the next", 0)


def test_a_request_that_is_cancelled_from_elsewhere_is_the_end() -> None:
    one = ran(Client(asyncio.CancelledError()))
    assert (one.state, one.detail, one.wanted) == ("ended", "cancelled", False)


def test_the_end_of_its_task_is_no_answer() -> None:
    async def main() -> Subscription:
        client = Client()
        hanging = asyncio.get_running_loop().create_future()

        async def call(*_: Any, **__: Any) -> Answer:
            await hanging
            raise AssertionError

        client.call = call  # type: ignore[method-assign]
        one = Subscription(TOOLS)
        task = asyncio.create_task(made(client)[0].run(one, 0))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return one

    assert asyncio.run(main()).state == "ended"


@pytest.mark.parametrize(("state", "ended"), [("open", True), ("opening", True), ("lost", False)])
def test_we_may_stop_it(state: str, ended: bool) -> None:
    client = Client()
    one = Subscription(TOOLS, state=state, exchange=11, detail="before")
    made(client)[0].stop(one, "because")
    assert (one.state, one.detail) == (("ended", "because") if ended else ("lost", "before"))
    assert (client.cancelled, client.told) == (([11], 1) if ended else ([], 0))


def test_a_stop_while_it_waits_to_be_asked_again_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "BACK_OFF_S", 60)
    client, one = Client(lost), Subscription(TOOLS)

    async def main() -> None:
        listener, _ = made(client)
        running = asyncio.create_task(listener.run(one, 0))
        while "retrying in" not in one.detail:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert one.detail == "the stream broke; retrying in 30 s"
        listener.stop(one)
        await running

    asyncio.run(main())
    assert (one.state, one.detail, one.reopened) == ("ended", "stopped", 0)


# -- the acknowledgement


@pytest.mark.parametrize(("reopened", "again"), [(0, 0), (1, 1)])
def test_an_acknowledgement_opens_it(reopened: int, again: int) -> None:
    listener, told = made(Client())
    one = Subscription(TOOLS, detail="x", reopened=reopened)
    listener.acknowledge(one, TOOLS)
    assert (one.state, one.detail, one.acknowledged, one.notes) == ("open", "", TOOLS, [])
    assert len(told) == again
    listener.acknowledge(one, Filter.of(["tools", "prompts"], ["a://b"]))
    assert one.notes == ["acknowledged twice", "acknowledged what was not requested: prompts, a://b"]


def test_one_that_ended_is_not_opened_by_a_late_acknowledgement() -> None:
    one = Subscription(TOOLS, state="ended", detail="stopped")
    made(Client())[0].acknowledge(one, TOOLS)
    assert (one.state, one.detail, one.notes) == ("ended", "stopped", [])


def test_who_waits_for_the_acknowledgement_is_told() -> None:
    async def main() -> list[bool]:
        listener, _ = made(Client())
        one = Subscription(TOOLS)
        waiting = [asyncio.create_task(listener.acknowledged(one)) for _ in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        listener.acknowledge(one, TOOLS)
        return [await waiting[1], await listener.acknowledged(one)]

    assert asyncio.run(main()) == [True, True]


def test_a_server_that_does_not_acknowledge_is_said_to() -> None:
    client, one = Client(), Subscription(TOOLS)
    assert not asyncio.run(made(client)[0].acknowledged(one))
    assert (one.notes, client.told) == (["no acknowledgement within 0.01 s"], 1)


def test_a_refusal_ends_the_wait_for_the_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PATIENCE_S", 60)

    async def main() -> bool:
        listener, _ = made(Client(Answer(11, 12, error=b"{}")))
        one = Subscription(TOOLS)
        waiting = asyncio.create_task(listener.acknowledged(one))
        await asyncio.sleep(0)
        await listener.run(one, 0)
        return await waiting

    assert asyncio.run(main()) is False
