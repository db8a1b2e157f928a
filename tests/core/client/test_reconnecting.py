"""When a lost server is connected again, and when not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client.reconnecting import DELAYS_S, STABLE_S, Reconnecting, hopeless
from inspector.errors import Explanation

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


class _Timer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class _Loop:
    """A clock that stands still until it is told to go."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: list[tuple[float, Callable[[], object], _Timer]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, done: Callable[[], object]) -> Any:
        timer = _Timer()
        self.due.append((self.now + delay, done, timer))
        return timer

    def go(self, seconds: float) -> None:
        self.now += seconds
        ready = [one for one in self.due if one[0] <= self.now]
        self.due = [one for one in self.due if one[0] > self.now]
        for _at, done, timer in ready:
            if not timer.cancelled:
                done()


class _Server:
    def __init__(self, spread: float = 0.0) -> None:
        self.loop = _Loop()
        self.attempts = self.told = 0
        loop: Any = self.loop
        self.reconnecting = Reconnecting(self._again, self._tell, loop, lambda: spread)

    def _again(self) -> None:
        self.attempts += 1

    def _tell(self) -> None:
        self.told += 1

    def delays(self, count: int) -> list[float]:
        found = []
        for _ in range(count):
            self.reconnecting.lost()
            found.append(self.reconnecting.left_s)
            self.loop.go(self.reconnecting.left_s)
        return found


def test_each_attempt_waits_longer_up_to_half_a_minute() -> None:
    server = _Server()
    assert server.delays(8) == [1, 2, 4, 8, 16, 30, 30, 30]
    assert server.attempts == 8


@pytest.mark.parametrize(("spread", "first"), [(0.0, 1.0), (1.0, 0.8)])
def test_many_clients_do_not_come_back_at_once(spread: float, first: float) -> None:
    assert _Server(spread).delays(1) == pytest.approx([first])


def test_the_time_that_is_left_goes_down() -> None:
    server = _Server()
    server.delays(3)
    server.reconnecting.lost()
    server.loop.go(3)
    assert server.reconnecting.left_s == 5
    assert (server.reconnecting.attempt, server.reconnecting.waiting) == (4, True)


def test_a_person_who_says_stop_is_obeyed_and_told() -> None:
    server = _Server()
    server.reconnecting.lost()
    told = server.told
    server.reconnecting.stop()
    server.loop.go(100)
    assert server.attempts == 0 and server.told == told + 1
    assert not server.reconnecting.waiting and server.reconnecting.left_s == 0


def test_a_connection_that_dies_at_once_does_not_start_the_delays_anew() -> None:
    server = _Server()
    server.delays(3)
    server.reconnecting.connected()
    server.loop.go(STABLE_S - 1)
    assert server.delays(1) == [DELAYS_S[3]]
    server.reconnecting.connected()
    server.loop.go(STABLE_S)
    assert server.delays(1) == [DELAYS_S[0]]


def test_a_connection_that_came_by_itself_ends_the_waiting() -> None:
    server = _Server()
    server.reconnecting.lost()
    server.reconnecting.connected()
    server.loop.go(100)
    assert server.attempts == 0


def test_what_has_no_point_is_not_tried_and_says_why() -> None:
    server = _Server()
    server.reconnecting.lost("sign-in required")
    server.loop.go(100)
    assert server.attempts == 0 and server.reconnecting.given_up == "sign-in required"
    server.reconnecting.lost()
    assert server.reconnecting.given_up == "" and server.reconnecting.waiting


def test_a_stop_begins_anew_and_is_not_told_where_nothing_was_waited_for() -> None:
    server = _Server()
    server.reconnecting.stop()
    assert server.told == 0
    server.delays(3)
    server.reconnecting.lost("no")
    assert server.told == 4 and server.reconnecting.attempt == 3
    server.reconnecting.stop()
    assert (server.told, server.reconnecting.given_up, server.reconnecting.attempt) == (4, "", 0)
    server.reconnecting.connected()
    server.loop.go(STABLE_S)
    server.reconnecting.stop()
    assert server.delays(2) == [1, 2]


def test_a_connection_that_was_lost_twice_is_waited_for_once() -> None:
    server = _Server()
    server.reconnecting.lost()
    server.reconnecting.lost()
    server.loop.go(100)
    assert (server.attempts, server.reconnecting.left_s) == (1, 0)


def test_a_connection_says_no_more_why_there_was_none_and_counts_on() -> None:
    server = _Server()
    server.delays(2)
    server.reconnecting.lost("sign-in required")
    server.reconnecting.connected()
    assert (server.reconnecting.given_up, server.reconnecting.attempt) == ("", 2)
    server.reconnecting.lost()
    server.loop.go(100)
    server.reconnecting.lost()
    assert server.reconnecting.attempt == 4, "only how long a connection lasted starts the delays anew"


def _client(
    happened: str,
    exit_text: str = "",
    transport: str = "stdio",
    actions: tuple[str, ...] = ("show_stderr",),
    info: object = None,
) -> Any:
    failure = Explanation(happened, actions=actions)
    return SimpleNamespace(failure=failure, exit_text=exit_text, transport=transport, info=info)


@pytest.mark.parametrize(
    ("client", "why"),
    [
        (_client("it ended", "exit code 1"), ""),
        (_client("it ended", "killed by SIGKILL"), ""),
        (_client("it ended", "exit code 0"), "it exited on its own, without an error"),
        (_client("it ended", "exit code 2"), "it rejected its arguments (exit code 2)"),
        (_client("it ended", "exit code 64"), "it rejected its arguments (exit code 64)"),
        (_client("it ended", "exit code 77"), "it lacks a permission (exit code 77)"),
        (_client("it ended", "exit code 78"), "its configuration is wrong (exit code 78)"),
        (_client("it ended", "exit code 126"), "the command cannot be executed (exit code 126)"),
        (_client("it ended", "exit code 127"), "the command was not found (exit code 127)"),
        (_client("it ended", "exit code 127 and more", actions=()), ""),
        (_client("no such file", actions=("edit_server",)), "it could not be started"),
        (_client("no such file"), ""),
        (_client("it ended", actions=(), info=object()), ""),
        (_client("it ended", "killed by SIGKILL", actions=()), ""),
        (_client("HTTP 401"), ""),
        (_client("no response", transport="http", actions=("retry",)), ""),
        (_client("HTTP 503", transport="http", actions=("retry",)), ""),
        (
            _client("HTTP 401 Unauthorized", transport="http", actions=("edit_server",)),
            "the server rejects this client (401)",
        ),
        (_client("HTTP 403", transport="http", actions=()), "the server rejects this client (403)"),
        (_client("HTTP 407", transport="http", actions=()), "the server rejects this client (407)"),
        (_client("HTTP 404", transport="http", actions=()), ""),
        (_client("1401 bytes", transport="http", actions=()), ""),
        (_client("who are you", transport="http", actions=("sign_in",)), "sign-in required"),
        (_client("TOKEN has no value", actions=("fill_in",)), "a required value is missing"),
    ],
)
def test_what_waiting_does_not_mend_is_known(client: Any, why: str) -> None:
    assert hopeless(client) == why


def test_a_connection_without_a_failure_may_be_tried_again() -> None:
    server: Any = SimpleNamespace(failure=None, exit_text="exit code 0", transport="stdio", info=None)
    assert hopeless(server) == ""


def test_the_clock_of_the_loop_is_good_enough(arun: Runner) -> None:
    async def main() -> None:
        tried = asyncio.Event()
        reconnecting = Reconnecting(tried.set, lambda: None, asyncio.get_running_loop(), lambda: 0.0)
        reconnecting.lost()
        await asyncio.wait_for(tried.wait(), 5)

    arun(main())
