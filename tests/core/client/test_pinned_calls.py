"""Pinned calls made again: of every kind, compared with the last call with the same arguments."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.client.item_calls import ItemCall, make_call, target_of
from inspector.core.client.pinned_calls import PinnedCalls, Rerun, compared
from inspector.core.client.twin_calls import call_twins
from inspector.core.servers.profiles import demo_profile
from inspector.core.storage.value_history import ArgumentsPlace, ValueHistory
from inspector.errors import UsageError
from inspector.trace.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


@pytest.fixture
def history() -> Iterator[ValueHistory]:
    history = ValueHistory()
    yield history
    history.close()


def _pin(history: ValueHistory, kind: str, item: str, arguments: str, server: str = "demo") -> None:
    place = ArgumentsPlace(server, kind, item)
    history.add(place, arguments)
    history.pin(next(one.number for one in history.values(place) if one.arguments == arguments), True)


def _run(journal: Journal, history: ValueHistory, *before: ItemCall) -> list[Rerun]:
    async def main() -> list[Rerun]:
        client = Client(demo_profile(), journal)
        await client.connect()
        try:
            await client.list_all("tools")
            for call in before:
                await make_call(client, call)
            return await PinnedCalls(journal, history).run(client)
        finally:
            await client.close()

    return asyncio.run(main())


def test_calls_of_every_kind_are_made_again(journal: Journal, history: ValueHistory) -> None:
    _pin(history, "ToolsPanel", "echo", '{"message":"a"}')
    _pin(history, "PromptsPanel", "summarize", '{"text":"a"}')
    _pin(history, "ResourcesPanel", "demo://text/welcome", "")
    _pin(history, "ResourcesPanel", "demo://greeting/{name}", '{"name":"Ada"}')
    _pin(history, "ToolsPanel", "echo", '{"message":"b"}', server="another")
    first = _run(journal, history)
    assert {one.verdict for one in first} == {"first"} and len(first) == 4
    again = _run(journal, history)
    assert {(one.call.kind, one.verdict) for one in again} == {
        ("tools", "same"),
        ("prompts", "same"),
        ("resources", "same"),
    }


def test_only_a_call_with_the_same_arguments_is_compared_with(
    journal: Journal, history: ValueHistory
) -> None:
    _pin(history, "ToolsPanel", "echo", '{"message": "a"}')
    same, other = ItemCall("tools", "echo", '{"message":"a"}'), ItemCall("tools", "echo", '{"message":"b"}')
    (rerun,) = _run(journal, history, same, other)
    exchange = journal.exchange(rerun.before)
    assert rerun.verdict == "same" and exchange is not None
    record = journal.record(exchange.number)
    assert record is not None and b'"message":"a"' in record.raw


def test_what_failed_before_and_fails_again_is_the_same_and_the_first_failure_is_not(
    journal: Journal, history: ValueHistory
) -> None:
    _pin(history, "ToolsPanel", "rpc_error", "{}")
    assert [one.verdict for one in _run(journal, history)] == ["broke"]
    assert [one.verdict for one in _run(journal, history)] == ["same"]


def test_arguments_that_cannot_be_sent_are_said(journal: Journal, history: ValueHistory) -> None:
    _pin(history, "PromptsPanel", "summarize", "[1]")
    (rerun,) = _run(journal, history)
    assert (rerun.verdict, rerun.after) == ("broke", 0) and "JSON object" in rerun.detail


def _answer(**members: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": len(members), "result": members}).encode()


def test_ids_and_times_do_not_count_and_what_is_said_does() -> None:
    left = _answer(text="a", createdAt="2026-01-01T00:00:00Z", request_id=1)
    assert compared(left, _answer(text="a", createdAt="2026-02-02T00:00:00Z", request_id=2))[0] == 0
    assert compared(left, _answer(text="b", createdAt="2026-02-02T00:00:00Z", request_id=2))[0] == 1


def test_twins_are_called_together_and_a_problem_of_one_is_its_own(journal: Journal) -> None:
    async def main() -> None:
        clients = [Client(demo_profile(), journal) for _ in range(2)]
        try:
            for client in clients:
                await client.connect()
            left, right = await call_twins(*clients, ItemCall("tools", "echo", '{"message":"a"}'))
            assert left.exchange != right.exchange and left.duration_ns and right.duration_ns
            await clients[1].close()
            left, right = await call_twins(*clients, ItemCall("tools", "echo", '{"message":"a"}'))
            assert not left.problem and "not connected" in right.problem
        finally:
            for client in clients:
                await client.close()

    asyncio.run(main())


def test_a_prompt_needs_an_object(journal: Journal) -> None:
    async def main() -> None:
        client = Client(demo_profile(), journal)
        with pytest.raises(UsageError, match="not JSON"):
            await make_call(client, ItemCall("prompts", "x", "{"))

    asyncio.run(main())


@pytest.mark.parametrize(
    ("call", "target"),
    [
        (ItemCall("tools", "a{b}", "{}"), "a{b}"),
        (ItemCall("resources", "demo://a", '{"name": "x"}'), "demo://a"),
        (ItemCall("resources", "demo://greeting/{name}", ' {"name": "x y"} '), "demo://greeting/x%20y"),
        (ItemCall("resources", "demo://greeting/{name}"), "demo://greeting/"),
        (ItemCall("prompts", "{p}", "[]"), "{p}"),
    ],
)
def test_a_call_is_named_by_what_it_calls(call: ItemCall, target: str) -> None:
    assert target_of(call) == target


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("[1]", "must be a JSON object"),
        ("{", "the arguments are not JSON"),
        ("null", "must be a JSON object"),
    ],
)
def test_arguments_of_a_template_are_an_object(arguments: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        target_of(ItemCall("resources", "demo://{name}", arguments))
