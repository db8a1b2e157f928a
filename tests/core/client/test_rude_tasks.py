"""Tasks that break every rule: nothing is raised, nothing hangs, and what is wrong is said."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client import task_following
from inspector.core.client.answers import Answer
from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.task_entry import MOST_CHANGES, TaskEntry
from inspector.core.client.task_following import interval_s
from inspector.core.client.tasks import MOST_ENTRIES
from inspector.core.servers.profiles import Profile
from inspector.protocol.tasks import CORE, EXTENSION, TaskState, created_task, read_task
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget

RUDE = str(Path(__file__).parents[1] / "rude_tasks.py")
ERAS = {CORE: "2025-11-25", EXTENSION: "2026-07-28"}
both_forms = pytest.mark.parametrize("form", [CORE, EXTENSION])


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_following, "LEAST_POLL_S", 0.005)
    monkeypatch.setattr(task_following, "USUAL_POLL_S", 0.01)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def rude(
    journal: Journal,
    form: str,
    behaviour: str,
    use: Callable[[Client, TaskEntry | None, Answer], Awaitable[None]],
    **more: Any,
) -> None:
    """Connect, call the tool, and see what came of it."""

    async def main() -> None:
        target = StdioTarget(sys.executable, (RUDE, form, behaviour))
        client = Client(Profile("rude", target, era=ERAS[form], timeout_s=20), journal, **more)
        await client.connect()
        try:
            answer = await client.call_tool("x", b"{}", task={})
            await use(client, client.tasks.of_call(answer.exchange), answer)
        finally:
            await client.close()

    asyncio.run(asyncio.wait_for(main(), 30))


@both_forms
@pytest.mark.parametrize(
    ("behaviour", "wrong"),
    [
        ("bare", "no status"),
        ("invented", "unknown status “pondering”"),
        ("other", "a response about it concerns another task, “another”"),
        ("back", ""),
        ("textual", ""),
        ("negative", ""),
    ],
)
def test_it_still_comes_to_its_end_and_what_is_wrong_is_kept(
    journal: Journal, form: str, behaviour: str, wrong: str
) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        outcome = await client.tasks.follow(entry.id)
        assert outcome is not None and outcome.value["content"][0]["text"] == "fine"
        assert entry.status == "completed" and entry.settled
        assert not wrong or wrong in entry.odd

    rude(journal, form, behaviour, use)


@both_forms
def test_a_task_that_never_ends_is_polled_until_somebody_stops_it(journal: Journal, form: str) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        while entry.polls < 20:
            await asyncio.sleep(0.005)
        client.tasks.set_automatic(entry.id, False)
        await client.tasks.stopped()
        assert not client.tasks.polls(entry.id) and entry.status == "working"

    rude(journal, form, "never", use)


def test_a_call_that_becomes_a_task_although_it_was_cancelled_is_cancelled_as_a_task(
    journal: Journal,
) -> None:
    async def main() -> None:
        target = StdioTarget(sys.executable, (RUDE, EXTENSION, "late"))
        client = Client(Profile("rude", target, era=ERAS[EXTENSION], timeout_s=20), journal)
        await client.connect()
        started = asyncio.Event()
        call = asyncio.create_task(client.call_tool("x", b"{}", on_start=lambda number: started.set()))
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        while not any(entry.status == "cancelled" for entry in client.tasks.entries.values()):
            await asyncio.sleep(0.005)
        await client.close()

    asyncio.run(asyncio.wait_for(main(), 30))
    journal.sync()
    sent = [one.method for one in journal.records(1, journal.last) if one.direction == "out"]
    assert (
        sent.count("tasks/cancel") == 1
    )  # whether notifications/cancelled still went out or the answer was first


@both_forms
def test_an_unknown_task_is_given_up_at_once(journal: Journal, form: str) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is None
        assert "no longer knows" in entry.problem and entry.polls == 1

    rude(journal, form, "unknown", use)


@both_forms
def test_polls_that_fail_are_given_up_after_a_while(journal: Journal, form: str) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is None
        assert "after 5 failures" in entry.problem and not entry.settled

    rude(journal, form, "broken", use)


@both_forms
def test_an_interval_beyond_all_reason_does_not_break_the_clock(journal: Journal, form: str) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None and interval_s(entry) == task_following.MOST_POLL_S
        assert await client.tasks.poll_now(entry.id) is None  # a user need not wait for it
        assert await client.tasks.follow(entry.id) is not None

    rude(journal, form, "slow", use)


@both_forms
def test_an_id_that_is_no_text_makes_no_task(journal: Journal, form: str) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is None and not client.tasks.entries and answer.result

    rude(journal, form, "number", use)


def test_a_completed_task_without_outcome_is_said_to_have_none(journal: Journal) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is None
        assert entry.settled and "status is completed, but there is no outcome" in entry.odd

    rude(journal, EXTENSION, "empty", use)


def test_a_key_is_answered_once_however_often_it_is_asked(journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answerer(request: ServerRequest) -> dict[str, Any]:
        asked.append(request)
        return {"action": "accept", "content": {}}

    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is not None
        assert len(asked) == 1

    rude(journal, EXTENSION, "asks-for-ever", use, answerer=answerer)
    updates = [one for one in journal.records(1, journal.last) if one.method == "tasks/update"]
    assert [one.kind for one in updates] == ["request", "response"]


def test_a_question_that_is_withdrawn_is_taken_back_from_the_person(journal: Journal) -> None:
    withdrawn: list[str] = []

    async def answerer(request: ServerRequest) -> dict[str, Any]:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            withdrawn.append(request.key)
            raise
        return {}

    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is None
        assert (entry.status, withdrawn) == ("cancelled", ["q"])

    rude(journal, EXTENSION, "withdraws", use, answerer=answerer)


def test_a_question_left_unanswered_is_asked_again_on_demand(journal: Journal) -> None:
    answers: list[dict[str, Any] | None] = [None, {"action": "decline"}]

    async def answerer(request: ServerRequest) -> dict[str, Any] | None:
        return answers.pop(0)

    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        while not entry.declined:
            await asyncio.sleep(0.002)
        client.tasks.ask_again(entry.id)
        assert await client.tasks.follow(entry.id) is not None
        assert entry.answered == {"q"} and not answers

    rude(journal, EXTENSION, "asks-for-ever", use, answerer=answerer)


def test_without_anybody_to_answer_a_question_ends_the_wait(journal: Journal) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is None
        assert "input requests are not answered here" in entry.problem and list(entry.requests) == ["q"]

    rude(journal, EXTENSION, "asks-for-ever", use)


def test_questions_of_no_known_shape_do_no_harm(journal: Journal) -> None:
    async def answerer(request: ServerRequest) -> dict[str, Any] | None:
        return None

    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        assert await client.tasks.follow(entry.id) is not None

    rude(journal, EXTENSION, "odd-questions", use, answerer=answerer)


def test_a_list_that_comes_back_to_its_cursor_ends_and_odd_items_are_left_out(journal: Journal) -> None:
    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        found = await client.tasks.fetch()
        assert {one.id for one in found} == {"t", "u"}

    rude(journal, CORE, "never", use)


def test_what_ended_does_not_change_any_more() -> None:
    entry = TaskEntry("t", CORE)
    times: dict[str, Any] = {"created": "a", "updated": "b", "has_ttl": True}
    entry.apply(TaskState("t", "completed", **times), 1)
    entry.apply(TaskState("t", "working", "back again", **times), 2)
    assert entry.status == "completed"
    assert [change.status for change in entry.history] == ["completed", "working"]
    assert entry.odd == ["changed from completed to working; a finished task must not change"]


def test_a_flood_of_statuses_keeps_a_bounded_history() -> None:
    entry = TaskEntry("t", CORE)
    for number in range(5 * MOST_CHANGES):
        entry.apply(TaskState("t", "working", str(number)), number)
    assert len(entry.history) == MOST_CHANGES and entry.history[-1].message == str(5 * MOST_CHANGES - 1)


def test_the_entries_are_bounded(journal: Journal) -> None:
    async def main() -> None:
        client = Client(Profile("x", StdioTarget("x")), journal)
        for number in range(MOST_ENTRIES + 10):
            client.tasks.adopt(str(number))
        assert len(client.tasks.entries) == MOST_ENTRIES

    asyncio.run(main())


@pytest.mark.parametrize(
    "text",
    [b"", b"null", b"[]", b'"taskId"', b"{}", b'{"taskId":""}', b'{"taskId":1}', b'{"taskId":"t"', b"\xff"],
)
def test_what_is_no_task_is_none(text: bytes) -> None:
    assert read_task(text) is None
    assert created_task(text) is None
    assert created_task(b'{"task":' + text + b"}") is None


def test_every_member_of_a_task_may_have_any_type() -> None:
    for value in (b"1e400", b"null", b"[]", b"{}", b"-1", b"true", b'"x"'):
        members = b",".join(b'"%s":%s' % (name.encode(), value) for name in ("status", "ttl", "pollInterval"))
        state = read_task(b'{"taskId":"t","inputRequests":%s,%s}' % (value, members))
        assert state is not None and state.id == "t"
        assert interval_s(TaskEntry("t", CORE, poll_ms=state.poll_ms)) <= task_following.MOST_POLL_S


def test_a_fault_of_ours_while_a_task_is_followed_is_said_and_not_swallowed(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Any] = []

    async def broken(self: object) -> None:
        raise ZeroDivisionError("ours")

    async def use(client: Client, entry: TaskEntry | None, answer: Answer) -> None:
        assert entry is not None
        async with asyncio.timeout(20):
            while not said:
                await asyncio.sleep(0.002)
        assert entry.problem == "ours"
        assert not client.tasks.polls(entry.id)

    monkeypatch.setattr(task_following.Following, "run", broken)
    monkeypatch.setattr(
        asyncio.BaseEventLoop, "call_exception_handler", lambda _loop, context: said.append(context)
    )
    rude(journal, CORE, "never", use)
    assert [type(one["exception"]) for one in said] == [ZeroDivisionError]
