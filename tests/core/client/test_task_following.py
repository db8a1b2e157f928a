"""A task is polled until it has ended, asked for its outcome, and its questions are answered once."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

import pytest

from inspector.core.client import task_following
from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import TaskEntry
from inspector.core.client.task_following import Following, interval_s
from inspector.errors import ClosedError, TimeoutExpired
from inspector.protocol.tasks import CORE, EXTENSION

OK = Answer(1, 2, b"{}")
OUTCOME = Answer(5, 6, b'{"content":[]}')
UNKNOWN = Answer(1, 2, error=b'{"code":-32602,"message":"what?"}')
FAILED = Answer(1, 2, error=b'{"code":1,"message":"no"}')

Step = Callable[[TaskEntry], Any]


def to(status: str, **more: Any) -> Step:
    """A poll that says so."""

    def step(entry: TaskEntry) -> Answer:
        entry.status = status
        for name, value in more.items():
            setattr(entry, name, value)
        return OK

    return step


class Tasks:
    """Answers polls by these steps, the last one again and again."""

    def __init__(self, entry: TaskEntry, *polls: Any, outcome: Any = OUTCOME, answers: bool = True) -> None:
        self.entry, self.polls, self.outcome = entry, list(polls), outcome
        self.answers = answers
        self.gathered: Any = {"a": {"x": 1}}
        self.refusal = OK
        self.limits: list[float | None] = []
        self.got = 0
        self.updates: list[dict[str, Any]] = []
        self.asked: list[tuple[str, Any]] = []
        self.shown: list[str] = []

    async def get(self, task_id: str, **_options: Any) -> Answer:
        assert task_id == self.entry.id
        self.got += 1
        step = self.polls.pop(0) if len(self.polls) > 1 else self.polls[0]
        answer = step(self.entry) if callable(step) else step
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Answer)
        return answer

    async def result(self, task_id: str, *, timeout_s: float | None) -> Answer:
        self.limits.append(timeout_s)
        outcome = self.outcome(self.entry) if callable(self.outcome) else self.outcome
        if isinstance(outcome, asyncio.Future):
            outcome = await outcome
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Answer)
        return outcome

    async def update(self, task_id: str, responses: dict[str, Any], **_options: Any) -> Answer:
        self.updates.append(responses)
        if isinstance(self.refusal, Exception):
            raise self.refusal
        return self.refusal

    async def gather(self, entry: TaskEntry, key: str, request: Any) -> dict[str, Any]:
        self.asked.append((key, request))
        return self.gathered(key) if callable(self.gathered) else self.gathered  # type: ignore[no-any-return]

    def changed(self, entry: TaskEntry) -> None:
        self.shown.append(entry.status)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_following, "LEAST_POLL_S", 0.001)
    monkeypatch.setattr(task_following, "USUAL_POLL_S", 0.001)


def followed(tasks: Tasks) -> TaskEntry:
    async def main() -> None:
        async with asyncio.timeout(30):
            await Following(tasks, tasks.entry).run()

    asyncio.run(main())
    assert tasks.entry.next_poll_ns == 0
    return tasks.entry


@pytest.mark.parametrize(
    ("poll_ms", "seconds"), [(None, 1.0), (2500, 2.5), (0, 0.1), (-5, 0.1), (1e12, 86_400.0), (100, 0.1)]
)
def test_the_server_says_how_often_within_reason(
    monkeypatch: pytest.MonkeyPatch, poll_ms: float | None, seconds: float
) -> None:
    monkeypatch.undo()
    assert interval_s(TaskEntry("t", CORE, poll_ms=poll_ms)) == seconds


def test_a_task_of_the_extension_is_polled_to_its_end() -> None:
    entry = TaskEntry("t", EXTENSION)
    tasks = Tasks(entry, to("working"), to("working"), to("completed", result=OUTCOME))
    assert followed(tasks).settled
    assert (tasks.got, entry.result, entry.odd, entry.problem) == (3, OUTCOME, [], "")


@pytest.mark.parametrize(
    ("status", "odd"),
    [
        ("completed", ["status is completed, but there is no outcome"]),
        ("failed", ["status is failed, but there is no outcome"]),
        ("cancelled", []),
    ],
)
def test_an_end_without_an_outcome_is_odd_unless_it_was_cancelled(status: str, odd: list[str]) -> None:
    entry = followed(Tasks(TaskEntry("t", EXTENSION), to(status)))
    assert (entry.settled, entry.odd) == (True, odd)


@pytest.mark.parametrize("status", ["completed", "failed"])
def test_the_outcome_of_the_core_is_fetched_when_it_has_ended(status: str) -> None:
    tasks = Tasks(TaskEntry("t", CORE), to("working"), to(status))
    entry = followed(tasks)
    assert (entry.result, entry.settled, tasks.limits, tasks.got) == (OUTCOME, True, [None], 2)


def test_a_task_that_has_ended_already_is_not_polled() -> None:
    tasks = Tasks(TaskEntry("t", CORE, status="completed"), AssertionError("it was polled"))
    assert (followed(tasks).result, tasks.got) == (OUTCOME, 0)
    cancelled = Tasks(TaskEntry("t", CORE, status="cancelled"), AssertionError("it was polled"))
    assert (followed(cancelled).result, cancelled.limits) == (None, [])


@pytest.mark.parametrize(
    "entry", [TaskEntry("t", EXTENSION), TaskEntry("t", EXTENSION, status="input_required")]
)
def test_a_typed_id_and_what_waits_are_asked_for_at_once(
    monkeypatch: pytest.MonkeyPatch, entry: TaskEntry
) -> None:
    monkeypatch.setattr(task_following, "USUAL_POLL_S", 60)
    assert followed(Tasks(entry, to("cancelled"))).settled


def test_the_questions_of_the_core_come_while_its_outcome_is_waited_for() -> None:
    entry = TaskEntry("t", CORE)

    def ends(found: TaskEntry) -> asyncio.Future[Answer]:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def later() -> None:
            found.status = "completed"
            future.set_result(OUTCOME)

        asyncio.get_running_loop().call_later(0.01, later)
        return future

    tasks = Tasks(entry, to("input_required"), lambda _entry: OK, outcome=ends)
    found = followed(tasks)
    assert (found.result, found.odd, tasks.limits) == (OUTCOME, [], [math.inf])


def test_an_outcome_that_comes_too_early_is_odd() -> None:
    tasks = Tasks(TaskEntry("t", CORE), to("input_required"))
    entry = followed(tasks)
    assert (entry.result, entry.settled) == (OUTCOME, True)
    assert entry.odd == ["tasks/result responded before the task had ended"]


def test_an_early_outcome_that_is_an_error_is_asked_for_again() -> None:
    outcomes = [FAILED, OUTCOME]
    tasks = Tasks(
        TaskEntry("t", CORE), *[to("input_required")] * 3, to("completed"),
        outcome=lambda _entry: outcomes.pop(0),
    )  # fmt: skip
    entry = followed(tasks)
    assert (entry.result, outcomes, tasks.limits) == (OUTCOME, [], [math.inf, None])


def test_an_outcome_that_does_not_come_is_a_problem() -> None:
    tasks = Tasks(TaskEntry("t", CORE, status="completed"), OK, outcome=TimeoutExpired("tasks/result", 2))
    entry = followed(tasks)
    assert not entry.settled
    assert entry.problem == "no response to tasks/result within 2 s; try a longer timeout"


def test_a_task_that_the_server_does_not_know_is_settled() -> None:
    entry = followed(Tasks(TaskEntry("t", EXTENSION), UNKNOWN))
    assert (entry.settled, entry.problem) == (True, "the server no longer knows this task")


@pytest.mark.parametrize(
    ("poll", "text"),
    [
        (FAILED, "tasks/get: 1 no"),
        (Answer(1, 2, error=b"[]"), "tasks/get: ? "),
        (
            TimeoutExpired("tasks/get", 2),
            "no response to tasks/get within 2 s; try a longer timeout",
        ),
    ],
)
def test_polls_that_fail_are_given_up_after_a_while(poll: Any, text: str) -> None:
    tasks = Tasks(TaskEntry("t", EXTENSION), poll)
    entry = followed(tasks)
    assert (tasks.got, entry.settled) == (5, False)
    assert entry.problem == f"polling stopped after 5 failures: {text}"


def test_a_poll_that_succeeds_ends_the_row_of_failures() -> None:
    polls = [FAILED] * 4 + [to("working")] + [FAILED] * 4 + [to("cancelled")]
    assert followed(Tasks(TaskEntry("t", EXTENSION), *polls)).problem == ""


def test_a_connection_that_ends_ends_it() -> None:
    tasks = Tasks(TaskEntry("t", EXTENSION, problem="before"), ClosedError("gone"))
    with pytest.raises(ClosedError):
        followed(tasks)
    assert tasks.entry.problem == ""


ASKS = to("input_required", requests={"a": {"m": 1}, "b": {"m": 2}})


def test_each_question_is_asked_and_answered_once() -> None:
    tasks = Tasks(TaskEntry("t", EXTENSION), ASKS, ASKS, ASKS, ASKS, to("cancelled", requests={}))
    tasks.gathered = lambda key: {key: {"answer": key}}
    entry = followed(tasks)
    assert tasks.asked == [("a", {"m": 1}), ("b", {"m": 2})]
    assert tasks.updates == [{"a": {"answer": "a"}}, {"b": {"answer": "b"}}]
    assert (entry.answered, entry.declined, entry.odd) == ({"a", "b"}, set(), [])


def test_a_question_that_is_left_open_is_not_asked_again() -> None:
    tasks = Tasks(TaskEntry("t", EXTENSION), ASKS, ASKS, ASKS, to("cancelled", requests={}))
    tasks.gathered = {}
    entry = followed(tasks)
    assert (len(tasks.asked), tasks.updates, entry.declined, entry.answered) == (2, [], {"a", "b"}, set())
    assert tasks.shown == ["input_required"] * 2


@pytest.mark.parametrize(
    ("refusal", "odd", "answered"),
    [
        (FAILED, ["tasks/update for “a” was rejected"], {"a"}),
        (TimeoutExpired("tasks/update", 2), ["the answer to “a” was not acknowledged: no response to"
         " tasks/update within 2 s; try a longer timeout"], {"a"}),
    ],
)  # fmt: skip
def test_an_answer_that_is_not_taken_is_odd(refusal: Any, odd: list[str], answered: set[str]) -> None:
    asks = to("input_required", requests={"a": {}})
    tasks = Tasks(TaskEntry("t", EXTENSION), asks, asks, asks, to("cancelled", requests={}))
    tasks.refusal = refusal
    entry = followed(tasks)
    assert (entry.odd, entry.answered, len(tasks.updates)) == (odd, answered, 1)


def test_an_answer_that_the_end_of_the_connection_lost_is_given_again() -> None:
    asks = to("input_required", requests={"a": {}})
    tasks = Tasks(TaskEntry("t", EXTENSION), asks, asks, asks, ClosedError("gone"))
    tasks.refusal = ClosedError("gone")
    with pytest.raises(ClosedError):
        followed(tasks)
    assert tasks.entry.answered == set()


def test_without_anybody_to_answer_it_is_not_waited_for() -> None:
    tasks = Tasks(TaskEntry("t", EXTENSION), ASKS, answers=False)
    assert (
        followed(tasks).problem == "the task is waiting for input, but input requests are not answered here"
    )
    assert tasks.asked == []


def test_a_question_that_is_withdrawn_is_taken_back() -> None:
    ended: list[str] = []

    class Slow(Tasks):
        async def gather(self, entry: TaskEntry, key: str, request: Any) -> dict[str, Any]:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                ended.append(key)
                raise
            raise AssertionError

    some = to("input_required", requests={"b": {}})
    tasks = Slow(TaskEntry("t", EXTENSION), ASKS, ASKS, some, some, to("cancelled", requests={"b": {}}))
    followed(tasks)
    assert ended == ["a", "b"]


def test_only_so_many_questions_are_open_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_following, "MOST_QUESTIONS", 1)
    tasks = Tasks(TaskEntry("t", EXTENSION), ASKS, ASKS, ASKS, ASKS, ASKS, to("cancelled", requests={}))
    tasks.gathered = lambda key: {key: 1}
    followed(tasks)
    assert [key for key, _ in tasks.asked] == ["a", "b"]
