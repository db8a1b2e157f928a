"""A task is followed to its end on the command line: its statuses on stderr, what it led to on stdout."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector.cli import following
from inspector.cli.following import entry_value, follow, show_entry
from inspector.cli.output import Output
from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import StatusChange, TaskEntry
from inspector.errors import UsageError

Said = pytest.CaptureFixture[str]


class Client:
    """Whose task does what `led` says; it can be cancelled."""

    def __init__(self, entry: TaskEntry, led: Callable[[Client], Any] | Answer | None) -> None:
        self.entry, self.led = entry, led
        self.listeners: list[Any] = []
        self.tasks = self
        self.cancelled: list[str] = []
        self.refuses = False

    async def follow(self, task: str) -> Answer | None:
        assert task == self.entry.id
        assert len(self.listeners) == 1
        if callable(self.led):
            answer: Answer | None = self.led(self)
            return answer
        return self.led

    async def cancel(self, task: str) -> None:
        if self.refuses:
            raise UsageError("it cannot be cancelled")
        self.cancelled.append(task)


def entry(**more: Any) -> TaskEntry:
    return TaskEntry("t1", "core", **more)


def followed(client: Client, *, cancels: bool = False, json_form: bool = False) -> Answer | int:
    found = asyncio.run(follow(client, client.entry, Output(json=json_form), cancels=cancels))  # type: ignore[arg-type]
    assert client.listeners == []
    return found


def changes(client: Client, *changed: tuple[str, str]) -> None:
    for status, message in changed:
        client.entry.status = status
        client.entry.history.append(StatusChange(0, status, message))
    for listener in client.listeners:
        listener(client)


def test_each_status_is_said_once_and_the_outcome_given(capfd: Said) -> None:
    done = Answer(1, 2, b"{}")

    def led(client: Client) -> Answer:
        changes(client, ("working", "half"), ("working", ""))
        changes(client)
        client.entry.history.append(StatusChange(0, "completed"))
        client.entry.odd.append("no status")
        return done

    client = Client(entry(), led)
    client.entry.history.append(StatusChange(0, "submitted"))
    assert followed(client) is done
    assert capfd.readouterr().err.splitlines() == [
        "task t1: submitted",
        "task t1: working half",
        "task t1: working",
        "task t1: completed",
        "task t1: no status",
    ]


@pytest.mark.parametrize(
    ("about", "message", "step"),
    [
        ({"status": "input_required", "requests": {"a": {}, "b": {}}}, "Task t1 is waiting for input: a, b.",
         "mcpdi tasks update t1 a:='{…}', or use the app window."),
        ({"status": "failed", "requests": {"a": {}}}, "Task t1 has no result: it is failed.", None),
        ({"status": "failed", "message": "no"}, "Task t1 has no result: it is failed: no.", None),
        ({"status": "working", "problem": "it was asked too often"},
         "Task t1 has no result: it was asked too often.", None),
    ],
)  # fmt: skip
def test_a_task_that_led_to_nothing_says_why(
    capfd: Said, about: dict[str, Any], message: str, step: str | None
) -> None:
    assert followed(Client(entry(**about), None), json_form=True) == 1
    line = json.loads(capfd.readouterr().err)
    assert (line["error"], line["message"], line.get("next_step")) == ("task", message, step)
    assert line["task"]["taskId"] == "t1"


def interrupted(client: Client) -> None:
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("status", "cancels", "refuses", "cancelled"),
    [
        ("working", True, False, ["t1"]),
        ("working", False, False, []),
        ("completed", True, False, []),
        ("working", True, True, []),
    ],
)
def test_ctrl_c_cancels_the_task_where_it_may(
    capfd: Said, status: str, cancels: bool, refuses: bool, cancelled: list[str]
) -> None:
    client = Client(entry(status=status), interrupted)
    client.refuses = refuses
    with pytest.raises(asyncio.CancelledError):
        followed(client, cancels=cancels)
    assert (client.cancelled, client.listeners) == (cancelled, [])
    assert capfd.readouterr().err == ("task t1: cancellation requested\n" if cancelled else "")


def test_a_server_that_does_not_answer_a_cancellation_does_not_hold_ctrl_c_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "CANCEL_LIMIT_S", 0.01)

    class Silent(Client):
        async def cancel(self, task: str) -> None:
            await asyncio.get_running_loop().create_future()

    client = Silent(entry(status="working"), interrupted)
    with pytest.raises(asyncio.CancelledError):
        followed(client, cancels=True)


FULL: dict[str, Any] = {
    "target": "slow", "status": "working", "message": "half", "created": "c", "updated": "u",
    "ttl_ms": 5.0, "poll_ms": 6.0,
}  # fmt: skip


def test_a_task_has_the_same_members_in_both_forms() -> None:
    value = {
        "taskId": "t1", "form": "core", "status": "working", "statusMessage": "half", "tool": "slow",
        "createdAt": "c", "lastUpdatedAt": "u", "ttlMs": 5.0, "pollIntervalMs": 6.0,
    }  # fmt: skip
    assert entry_value(entry(**FULL)) == value
    more = entry_value(entry(**FULL, requests={"a": {}}, odd=["x"]))
    assert more == {**value, "inputRequests": {"a": {}}, "odd": ["x"]}


def test_how_a_task_stands_is_one_line(capfd: Said) -> None:
    assert show_entry(entry(**FULL), Output()) == 0
    assert show_entry(entry(), Output()) == 0
    assert show_entry(entry(**FULL), Output(json=True)) == 0
    first, second, third = capfd.readouterr().out.splitlines()
    assert (first, second) == ("t1  working  slow  u  half", "t1  ?")
    assert json.loads(third) == entry_value(entry(**FULL))
