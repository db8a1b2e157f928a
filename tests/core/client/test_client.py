"""A client serves its caller and keeps what happens, whatever the server does."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.errors import ConnectError
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from tests.core.client.rude import RUDE, Made, connected, exchange_of, pending_in, records, until


def test_arguments_reach_the_wire_token_for_token(rude: Made, journal: Journal) -> None:
    arguments = b'{"n": 9007199254740993, "x": 1.10,\n "nothing": null, "wrong": "7"}'

    async def use(client: Client) -> None:
        answer = await client.call_tool("echo", arguments)
        assert answer.result

    connected(rude(), use)
    sent = next(r.raw for r in records(journal) if r.method == "tools/call" and r.direction == "out")
    assert b'"arguments":{"n":9007199254740993,"x":1.10,"nothing":null,"wrong":"7"}' in sent


def test_noise_on_stdout_is_kept_and_the_answer_still_arrives(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    odd = [record.raw for record in records(journal) if record.kind == "malformed"]
    assert odd == [b"DEBUG noise on stdout", b"\xff\xfe not utf-8"]


def test_line_over_the_limit_goes_to_a_file_and_the_call_ends(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ConnectError, match="larger than the limit"):
            await client.call_tool("huge", b'{"mb": 3}')
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(line_limit_mb=1), use)
    cut = next(record for record in records(journal) if record.spool)
    assert cut.size > 3_000_000
    assert len(cut.raw) == 65536
    assert Path(cut.spool).stat().st_size == cut.size
    assert "larger than the limit" in exchange_of(journal, "tools/call").detail


def test_questions_nobody_answers_are_refused_and_ping_is_answered(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.call("ping")

    connected(rude("asks-ping"), use)
    answers = {
        r.id: r.raw for r in records(journal) if r.direction == "out" and r.kind in ("response", "error")
    }
    assert b'"result":{}' in answers['"s1"']
    assert exchange_of(journal, "roots/list").duration_ns > 0
    assert b"-32601" in answers['"s2"']
    assert b"-32601" in answers['"s3"']


def test_cursor_that_repeats_ends_the_walk(rude: Made) -> None:
    async def use(client: Client) -> None:
        assert len(await client.list_all("tools")) == 2

    connected(rude("endless-pages"), use)


def test_clients_with_one_journal_share_its_numbers(rude: Made, journal: Journal) -> None:
    one, two = rude(), rude()

    async def main() -> None:
        await asyncio.gather(one.connect(), two.connect())
        await asyncio.gather(*(client.call("ping") for client in (one, two, one, two)))
        await asyncio.gather(one.close(), two.close())

    asyncio.run(main())
    assert [r.number for r in records(journal)] == list(range(1, journal.last + 1))


@pytest.mark.parametrize("era", ["modern", "2025-11-25"])
def test_questions_of_the_server_are_answered_in_both_eras(era: str, journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept", "content": {"name": "Mina", "size": "small"}}

    client = Client(replace(demo_profile(), era=era), journal, answerer=answer)

    async def use(client: Client) -> None:
        result = await client.call_tool("ask_person", b"{}")
        assert not result.error

    connected(client, use)
    assert asked[0].method == "elicitation/create"
    exchange = exchange_of(journal, "tools/call")
    assert exchange.status == "done", exchange
    assert exchange.rounds == (2 if era == "modern" else 1)


def test_refused_question_is_answered_with_cancel(journal: Journal) -> None:
    async def refuse(request: ServerRequest) -> None: ...

    client = Client(replace(demo_profile(), era="2025-11-25"), journal, answerer=refuse)

    async def use(client: Client) -> None:
        assert (await client.call_tool("ask_person", b"{}")).result

    connected(client, use)
    assert any(b'"action":"cancel"' in record.raw for record in records(journal))


def test_catalog_hears_of_changes(journal: Journal) -> None:
    client = Client(demo_profile(), journal)

    async def use(client: Client) -> None:
        client.catalog.notice("notifications/tools/list_changed", {})
        assert client.catalog.stale == {"tools"}
        await client.list_all("tools")
        assert client.catalog.stale == set()
        assert client.catalog.raw("tools", "echo").startswith(b"{")

    connected(client, use)


def test_listener_or_callback_that_raises_disturbs_nobody(rude: Made, journal: Journal) -> None:
    told: list[str] = []
    failures: list[str] = []

    def wrong(_: object) -> None:
        raise ZeroDivisionError

    async def use(client: Client) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(type(context["exception"]).__name__))
        client.listeners += [wrong, lambda one: told.append(one.state)]
        assert (await client.call_tool("progress", b"{}", on_progress=wrong)).result
        await client.close()
        await asyncio.sleep(0)

    connected(rude(), use)
    assert "closed" in told
    assert set(failures) == {"ZeroDivisionError"}
    assert sum(record.role == "progress" for record in records(journal)) == 3


def test_answerer_that_fails_is_answered_with_an_error(rude: Made, journal: Journal) -> None:
    async def fail(request: ServerRequest) -> dict[str, Any]:
        raise ZeroDivisionError

    client = rude("asks-ping")
    client = Client(client.profile, journal, answerer=fail, settings=client.settings)

    async def use(client: Client) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        await client.call("ping")
        await until(lambda: not any(e.id == '"s2"' for e in pending_in(client)))

    connected(client, use)
    assert any(b"-32603" in record.raw and record.id == '"s2"' for record in records(journal))


def test_a_long_line_is_kept_whatever_the_server_is_called(journal: Journal) -> None:
    target = StdioTarget(sys.executable, (RUDE, ""))
    client = Client(Profile("../npx @scope/server", target), journal, settings=Settings(line_limit_mb=1))

    async def use(client: Client) -> None:
        with pytest.raises(ConnectError):
            await client.call_tool("huge", b'{"mb": 3}')

    connected(client, use)
    cut = next(record for record in records(journal) if record.spool)
    assert Path(cut.spool).stat().st_size == cut.size


def test_a_long_line_that_no_disk_takes_costs_nothing_else(
    rude: Made, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(hint: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def use(client: Client) -> None:
        monkeypatch.setattr(journal, "spool_file", full)
        with pytest.raises(ConnectError):
            await client.call_tool("huge", b'{"mb": 3}')
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(line_limit_mb=1), use)
    cut = next(record for record in records(journal) if "more than the limit" in record.note)
    assert (cut.spool, cut.size > 3_000_000) == ("", True)
    assert "only the beginning could be saved" in cut.note


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_line_of_200_mb_costs_little_memory_and_is_whole_on_disk(rude: Made, journal: Journal) -> None:
    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    most = 0.0

    async def use(client: Client) -> None:
        nonlocal most
        before = resident_mb()
        call = asyncio.ensure_future(client.call_tool("huge", b'{"mb": 200}', timeout_s=60))
        while not call.done():
            await asyncio.wait([call], timeout=0.01)
            most = max(most, resident_mb() - before)
        assert isinstance(call.exception(), ConnectError)
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    cut = next(record for record in records(journal) if record.spool)
    assert Path(cut.spool).stat().st_size == cut.size > 200_000_000
    assert most < 130  # the limit is 64 MB
