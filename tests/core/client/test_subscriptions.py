"""Subscriptions in both eras: what is asked, acknowledged and told, and how they end."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client import catalog, listening, subscriptions
from inspector.core.client.answers import Answer
from inspector.core.client.client import Client
from inspector.core.client.subscription import Event
from inspector.core.client.subscriptions import Filter, Subscription
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.errors import ErrorAnswer, UsageError
from inspector.protocol.records import Record
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.transport.http_server import Asked, answer, serve

TELLING = str(Path(__file__).parents[1] / "telling.py")
COUNTER = "demo://live/counter"
TOOLS = Filter(("tools",))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


Made = Callable[..., Client]
Use = Callable[[Client], Awaitable[None]]


@pytest.fixture
def telling(journal: Journal) -> Made:
    def make(behaviour: str = "") -> Client:
        target = StdioTarget(sys.executable, (TELLING, behaviour))
        return Client(Profile("t", target, timeout_s=20), journal, settings=Settings(close_grace_s=0.2))

    return make


@pytest.fixture
def demo(journal: Journal) -> Made:
    def make(era: str = "modern") -> Client:
        return Client(Profile("demo", demo_profile().target, era=era), journal)

    return make


def connected(client: Client, use: Use) -> None:
    async def main() -> None:
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.002)


async def tell(client: Client, *messages: dict[str, Any]) -> None:
    lines = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    await client.call_tool("tell", json.dumps({"messages": lines}).encode())


def event(identifier: Any = "ID", method: str = "tools/list_changed", **params: Any) -> dict[str, Any]:
    meta = {"io.modelcontextprotocol/subscriptionId": identifier}
    return {"method": f"notifications/{method}", "params": {"_meta": meta, **params}}


def sent(journal: Journal, method: str) -> list[Record]:
    journal.sync()
    records = journal.records(1, journal.last)
    return [one for one in records if one.method == method and one.direction == "out"]


def params_of(record: Record) -> Any:
    return json.loads(record.raw)["params"]


# -- asking and being told --------------------------------------------------------------------------------


def test_a_listen_asks_for_its_filter_and_says_what_was_not_acknowledged(
    demo: Made, journal: Journal
) -> None:
    async def use(client: Client) -> None:
        wanted = Filter.of(["resources", "tools"], [COUNTER, "demo://none"])
        one = client.subscriptions.open(wanted)
        assert one.state == "opening"
        assert await client.subscriptions.acknowledged(one)
        assert one.acknowledged == Filter(("tools",), (COUNTER,))
        assert one.missing.names() == ("resources", "demo://none")
        assert not one.extra
        await client.call_tool("toggle_tool", b"{}")
        await until(lambda: one.count)
        assert [(e.subject, e.subscription) for e in one.events] == [("tools", one.id)]
        assert client.catalog.stale == {"tools"}
        record = journal.record(one.events[0].record)
        assert record is not None
        assert record.method == "notifications/tools/list_changed"
        assert (record.role, record.exchange) == ("event", one.exchange)

    connected(demo(), use)
    (asked,) = sent(journal, "subscriptions/listen")
    notifications = params_of(asked)["notifications"]
    assert notifications == {
        "toolsListChanged": True,
        "resourcesListChanged": True,
        "resourceSubscriptions": [COUNTER, "demo://none"],
    }
    assert "progressToken" not in params_of(asked)["_meta"]


def test_a_listen_outlasts_the_time_limit_of_requests(telling: Made) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.15):
                await until(lambda: not one.live)
        assert one.state == "open"

    async def limited(client: Client) -> None:
        client.profile = Profile("t", client.profile.target, timeout_s=0.05)
        await use(client)

    connected(telling(), limited)


@pytest.mark.parametrize("era", ["modern", "legacy", "2024-11-05"])
def test_one_call_subscribes_in_either_era(demo: Made, era: str) -> None:
    async def use(client: Client) -> None:
        subscriptions = client.subscriptions
        assert subscriptions.state_of(COUNTER) == ""
        assert await subscriptions.subscribe(COUNTER) == "open"
        await client.call_tool("touch_resource", json.dumps({"uri": COUNTER}).encode())
        await until(lambda: subscriptions.updates[COUNTER])
        assert COUNTER in client.catalog.updated
        assert subscriptions.all[-1].count >= 1
        await subscriptions.unsubscribe(COUNTER)
        assert subscriptions.state_of(COUNTER) == ""
        assert not any(one.live for one in subscriptions.all)
        seen = len(subscriptions.events)
        await client.call_tool("touch_resource", json.dumps({"uri": COUNTER}).encode())
        await client.call("tools/list")  # what the call caused came before this answer
        assert len(subscriptions.events) == seen

    connected(demo(era), use)


def test_a_second_uri_opens_a_new_listen_before_the_old_one_is_closed(demo: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.subscriptions.subscribe(COUNTER)
        await client.subscriptions.subscribe("demo://text/welcome")
        assert [one.requested.uris for one in client.subscriptions.all] == [(COUNTER, "demo://text/welcome")]
        await client.subscriptions.subscribe(COUNTER)  # is there already

    connected(demo(), use)
    journal.sync()
    told = [
        (r.method.rpartition("/")[2], r.exchange)
        for r in journal.records(1, journal.last)
        if r.method.startswith(("subscriptions/", "notifications/subscr", "notifications/cancelled"))
    ]
    first, second = (r.number for r in sent(journal, "subscriptions/listen"))
    order = [one for one in told if one != ("listen", 0)]
    assert order.index(("acknowledged", second)) < order.index(("cancelled", first))


def test_many_wishes_at_once_become_few_listens(demo: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        uris = [f"demo://report/{number}" for number in range(20)]
        await asyncio.gather(*(client.subscriptions.subscribe(uri) for uri in uris))
        assert set(client.subscriptions.all[-1].requested.uris) == set(uris)

    connected(demo(), use)
    assert len(sent(journal, "subscriptions/listen")) <= 2


def test_a_uri_that_is_not_acknowledged_is_said(demo: Made) -> None:
    async def use(client: Client) -> None:
        assert await client.subscriptions.subscribe("demo://none") == "refused"

    connected(demo(), use)


def test_the_older_eras_refuse_with_the_servers_words(demo: Made) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ErrorAnswer, match="demo://none"):
            await client.subscriptions.subscribe("demo://none")
        assert client.subscriptions.state_of("demo://none") == ""
        assert client.subscriptions.all[-1].state == "refused"
        with pytest.raises(UsageError):
            client.subscriptions.open(TOOLS)

    connected(demo("legacy"), use)


def test_a_part_of_a_watched_resource_counts_for_it(telling: Made) -> None:
    async def use(client: Client) -> None:
        await client.subscriptions.subscribe("x://folder")
        await tell(client, event(method="resources/updated", uri="x://folder/file"))
        await tell(client, event(method="resources/updated", uri="x://folderol"))
        one = client.subscriptions.all[-1]
        assert one.count == 2
        assert one.notes == ["notifications/resources/updated x://folderol: not requested"]

    connected(telling(), use)


# -- the ends ---------------------------------------------------------------------------------------------


def test_stop_cancels_over_a_pipe(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        client.subscriptions.stop(one)
        assert (one.state, one.detail) == ("ended", "stopped")
        await client.call("tools/list")
        client.subscriptions.again(one)
        assert await client.subscriptions.acknowledged(one)

    connected(telling(), use)
    stopped, closed = sent(journal, "notifications/cancelled")
    first, again = sent(journal, "subscriptions/listen")
    assert params_of(stopped) == {"requestId": int(first.id)}
    assert params_of(closed) == {"requestId": int(again.id)}, "the other one ends with the connection"
    assert again.id != first.id


@pytest.mark.parametrize(
    "messages",
    [
        [{"id": "ID", "result": {"_meta": {"io.modelcontextprotocol/subscriptionId": "ID"}}}],
        [{"method": "notifications/cancelled", "params": {"requestId": "ID"}}],
        [
            {"method": "notifications/cancelled", "params": {"requestId": "ID"}},
            {"id": "ID", "result": {"_meta": {"io.modelcontextprotocol/subscriptionId": "ID"}}},
        ],
        [
            {"id": "ID", "result": {"_meta": {"io.modelcontextprotocol/subscriptionId": "ID"}}},
            {"method": "notifications/cancelled", "params": {"requestId": "ID"}},
        ],
    ],
    ids=["result", "cancelled", "cancelled-and-result", "result-and-cancelled"],
)
def test_the_servers_end_is_in_order_by_result_and_by_cancellation(
    telling: Made, journal: Journal, messages: list[dict[str, Any]]
) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        await tell(client, *messages)
        await until(lambda: not one.live)
        assert (one.state, one.notes, one.wanted) == ("ended", [], False)
        assert "by the server" in one.detail
        exchange = journal.exchange(one.exchange)
        assert exchange is not None
        assert exchange.status == "done"
        numbers = journal.exchange_records(one.exchange)
        roles = [record.role for record in map(journal.record, numbers) if record is not None]
        assert not {"unknown", "late", "duplicate"} & set(roles)
        assert len(roles) == 2 + len(messages)

    connected(telling(), use)


def test_a_refused_listen_says_why(telling: Made) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        assert not await client.subscriptions.acknowledged(one)
        assert (one.state, one.detail) == ("refused", "-32601 no such method")
        with pytest.raises(ErrorAnswer, match="no such method"):
            await client.subscriptions.subscribe("a:")
        assert client.subscriptions.wanted_uris == ()

    connected(telling("refuses"), use)


def test_a_refused_addition_leaves_the_listen_before_it_open(telling: Made) -> None:
    async def use(client: Client) -> None:
        await client.subscriptions.subscribe("a:")
        with pytest.raises(ErrorAnswer):
            await client.subscriptions.subscribe("b:")
        assert client.subscriptions.state_of("a:") == "open"

    connected(telling("refuses-b"), use)


def test_a_closing_result_without_the_subscription_id_is_noted(telling: Made) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        await tell(client, {"id": "ID", "result": {}})
        await until(lambda: not one.live)
        assert one.notes == ["the closing result lacks the subscription id"]

    connected(telling(), use)


def test_opened_again_at_once_after_a_stop_it_is_open(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        client.subscriptions.stop(one)
        client.subscriptions.again(one)  # before the end of the first has come round
        assert await client.subscriptions.acknowledged(one)
        await tell(client, event())
        assert (one.state, one.count) == ("open", 1)

    connected(telling(), use)
    assert len(sent(journal, "subscriptions/listen")) == 2


# -- rude servers -----------------------------------------------------------------------------------------


def test_without_an_acknowledgement_it_stays_open_and_is_said(
    telling: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "PATIENCE_S", 0.05)

    async def use(client: Client) -> None:
        assert await client.subscriptions.subscribe("a:") == "opening"
        one = client.subscriptions.all[-1]
        assert one.notes == ["no acknowledgement within 0.05 s"]
        await tell(client, event(method="resources/updated", uri="a:"))
        assert client.subscriptions.updates["a:"] == 1

    connected(telling("silent"), use)


def test_an_event_before_the_acknowledgement_is_taken_and_said(telling: Made) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        assert (one.state, one.count) == ("open", 1)
        assert one.notes == ["event received before the acknowledgement"]

    connected(telling("early-event"), use)


def test_an_acknowledgement_of_something_else_is_said(telling: Made) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        assert (one.missing.lists, one.extra.lists) == (("tools",), ("prompts",))
        assert one.notes == ["acknowledged what was not requested: prompts"]

    connected(telling("acknowledges-other"), use)


def test_a_foreign_subscription_id_is_nobodys_event(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        await tell(client, event(4711), event(str(one.id)), event("ID"))
        assert one.count == 1
        assert [e.subscription for e in client.subscriptions.events] == ["4711", f'"{one.id}"', one.id]
        roles = [journal.record(e.record) for e in client.subscriptions.events]
        assert [r.role for r in roles if r is not None] == ["unknown", "mistyped", "event"]

    connected(telling(), use)


def test_many_events_are_counted_on_the_exchange(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(one)
        await tell(client, *[event()] * 700)
        assert (one.count, len(one.events)) == (700, 500)
        exchange = journal.exchange(one.exchange)
        assert exchange is not None
        assert exchange.progress == 700

    connected(telling(), use)


# -- drops and reconnects ---------------------------------------------------------------------------------


def test_after_a_reconnect_what_was_wanted_is_asked_for_again(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.subscriptions.subscribe("a:")
        own = client.subscriptions.open(TOOLS)
        await client.subscriptions.acknowledged(own)
        assert len(sent(journal, "subscriptions/listen")) == 2
        with pytest.raises(Exception, match="exited"):
            await client.call_tool("die", b"{}")
        await until(lambda: client.state == "failed")
        assert (own.state, own.detail) == ("lost", "the connection was lost")
        assert client.subscriptions.state_of("a:") == "lost"
        await client.connect()
        await until(lambda: own.state == "open" and client.subscriptions.state_of("a:") == "open")
        assert len(client.subscriptions.all) == 2

    connected(telling(), use)
    assert len(sent(journal, "subscriptions/listen")) == 4


def test_after_a_restart_every_subscription_is_there_again(demo: Made) -> None:
    """The server ends them in order when its input is closed: that is no wish of a user."""

    async def use(client: Client) -> None:
        await client.subscriptions.subscribe(COUNTER)
        own = client.subscriptions.open(Filter.of(uris=[COUNTER]))
        await client.subscriptions.acknowledged(own)
        await client.restart()
        await until(lambda: [one.state for one in client.subscriptions.all] == ["open", "open"])
        assert {one.kept for one in client.subscriptions.all} == {True, False}

    connected(demo(), use)


def test_a_close_of_ours_is_no_loss(telling: Made, journal: Journal) -> None:
    client = telling()
    kept: list[Subscription] = []

    async def use(client: Client) -> None:
        kept.append(client.subscriptions.open(TOOLS))
        await client.subscriptions.acknowledged(kept[0])

    connected(client, use)
    assert (kept[0].state, kept[0].detail) == ("ended", "the connection was closed")
    listen = journal.exchange(kept[0].exchange)
    assert listen is not None
    assert listen.status == "cancelled", "so that what a server makes of its closed pipe is not its error"


DISCOVER = {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {"listChanged": True}},
}


def stream(*messages: dict[str, Any]) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    events = [b"data: " + json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return head + b"".join(one + b"\n\n" for one in events)


def acknowledgement(asked: dict[str, Any]) -> dict[str, Any]:
    wanted = asked["params"]["notifications"]
    return event(asked["id"], "subscriptions/acknowledged", notifications=wanted)


def over_http(
    journal: Journal, listens: Callable[[Asked, dict[str, Any]], Awaitable[None]], use: Use
) -> None:
    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body)
        if message["method"] == "subscriptions/listen":
            await listens(asked, message)
            return
        value = (
            DISCOVER if message["method"] == "server/discover" else {"resultType": "complete", "tools": []}
        )
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}).encode()
        asked.writer.write(answer(body, content_type="application/json"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), timeout_s=20), journal)
            await client.connect()
            try:
                await use(client)
            finally:
                await client.close()

    asyncio.run(main())


def test_a_drop_is_said_and_reopened_and_the_lists_are_stale_then(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "BACK_OFF_S", 0.01)
    asked_times = 0

    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        nonlocal asked_times
        asked_times += 1
        asked.writer.write(stream(acknowledgement(message)))
        await asked.writer.drain()
        if asked_times < 3:
            asked.writer.close()
        else:
            await asyncio.Event().wait()

    async def use(client: Client) -> None:
        await client.list_all("tools")
        one = client.subscriptions.open(TOOLS)
        await until(lambda: one.state == "lost")
        assert client.catalog.stale == set()
        await until(lambda: one.state == "open" and one.reopened == 2)
        assert client.catalog.stale == {"tools"}

    over_http(journal, listens, use)
    ids = [one.id for one in sent(journal, "subscriptions/listen")]
    assert len(set(ids)) == 3
    notes = [one.note for one in journal.records(1, journal.last) if "was dropped" in one.note]
    assert len(notes) == 2


def test_after_a_drop_nothing_of_it_is_served_from_the_cache(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "BACK_OFF_S", 0.01)
    asked_times = 0

    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        nonlocal asked_times
        asked_times += 1
        asked.writer.write(stream(acknowledgement(message)))
        await asked.writer.drain()
        if asked_times == 1:
            asked.writer.close()
        else:
            await asyncio.Event().wait()

    async def use(client: Client) -> None:
        fresh = Answer(1, 2, b'{"resultType":"complete","ttlMs":60000,"cacheScope":"private"}')
        for method, params in (("tools/list", {}), ("prompts/list", {}), ("resources/read", {"uri": "a:"})):
            client.cache.keep(method, params, fresh)
        one = client.subscriptions.open(Filter(("tools",), ("a:",)))
        await until(lambda: one.state == "open" and one.reopened == 1)
        assert client.cache.find("tools/list", {}) is None
        assert client.cache.find("resources/read", {"uri": "a:"}) is None
        assert client.cache.find("prompts/list", {}) is not None

    over_http(journal, listens, use)


def test_a_server_that_names_ever_new_resources_fills_no_memory(
    telling: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "KEPT_URIS", 50)
    monkeypatch.setattr(catalog, "MOST_UPDATED", 50)

    async def use(client: Client) -> None:
        one = client.subscriptions.open(Filter((), ("a:",)))
        await client.subscriptions.acknowledged(one)
        await tell(client, *(event(method="resources/updated", uri=f"x:{n}") for n in range(200)))
        assert one.count == 200
        assert len(one.notes) == 20
        assert len(client.subscriptions.updates) == 50
        assert len(client.catalog.updated) == 50
        await tell(client, event(method="resources/updated", uri="x:7"))
        assert client.subscriptions.updates["x:7"] == 2

    connected(telling(), use)


def test_a_listen_that_only_drops_is_given_up(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "BACK_OFF_S", 0.001)
    monkeypatch.setattr(listening, "ATTEMPTS", 3)

    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        asked.writer.write(stream())
        await asked.writer.drain()
        asked.writer.close()

    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await until(lambda: not one.wanted)
        assert one.state == "lost"
        assert one.reopened == 3

    over_http(journal, listens, use)


def test_stop_closes_the_stream_over_http(journal: Journal) -> None:
    closed = asyncio.Event()

    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        asked.writer.write(stream(acknowledgement(message)))
        await asked.writer.drain()
        await asked.reader.read()
        closed.set()

    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        assert await client.subscriptions.acknowledged(one)
        client.subscriptions.stop(one)
        async with asyncio.timeout(20):
            await closed.wait()
        assert one.state == "ended"

    over_http(journal, listens, use)
    assert sent(journal, "notifications/cancelled") == []


def test_a_stop_while_it_waits_to_reopen_is_the_end(journal: Journal) -> None:
    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        asked.writer.write(stream())
        await asked.writer.drain()
        asked.writer.close()

    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await until(lambda: "retrying in" in one.detail)
        client.subscriptions.stop(one)
        await until(lambda: one.state == "ended")

    over_http(journal, listens, use)
    assert len(sent(journal, "subscriptions/listen")) == 1


def test_http_that_refuses_a_listen_is_not_asked_again(journal: Journal) -> None:
    async def listens(asked: Asked, message: dict[str, Any]) -> None:
        asked.writer.write(answer(b"", "405 Method Not Allowed"))

    async def use(client: Client) -> None:
        one = client.subscriptions.open(TOOLS)
        await until(lambda: not one.live)
        assert (one.state, one.detail) == ("refused", "HTTP 405 Method Not Allowed")

    over_http(journal, listens, use)


def test_a_new_session_of_the_older_era_is_told_again_what_is_wanted(journal: Journal) -> None:
    seen: list[tuple[str, str]] = []
    sessions = iter(("A", "B"))

    async def respond(asked: Asked) -> None:
        message = json.loads(asked.body) if asked.body else {}
        method, session = message.get("method", ""), asked.header("mcp-session-id")
        seen.append((method, session))
        if method == "tools/list" and session == "A":
            asked.writer.write(answer(b"", "404 Not Found"))
        elif "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted" if method else "405 Method Not Allowed"))
        else:
            value: dict[str, Any] = {"tools": []}
            more = {}
            if method == "initialize":
                value = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s"}}
                more = {"mcp_session_id": next(sessions)}
            body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}).encode()
            asked.writer.write(answer(body, content_type="application/json", **more))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=20), journal)
            await client.connect()
            await client.subscriptions.subscribe("a:")
            await client.set_log_level("debug")
            await client.call("tools/list")
            await until(lambda: ("resources/subscribe", "B") in seen and ("logging/setLevel", "B") in seen)
            await until(lambda: client.subscriptions.state_of("a:") == "open")
            assert len(client.subscriptions.all) == 1
            await client.close()

    asyncio.run(main())


# -- lists ------------------------------------------------------------------------------------------------


def test_the_lists_that_a_server_offers_are_listened_for(telling: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        client.subscriptions.list_changes = True
        await client.subscriptions.subscribe("a:")
        assert client.subscriptions.all[-1].requested == Filter(("tools",), ("a:",))
        await client.subscriptions.unsubscribe("a:")
        assert client.subscriptions.all[-1].requested == TOOLS
        client.subscriptions.stop(client.subscriptions.all[-1])
        assert not any(one.live for one in client.subscriptions.all)

    connected(telling(), use)
    assert len(sent(journal, "subscriptions/listen")) == 2


UPDATED = "notifications/resources/updated"
TOOLS_CHANGED = "notifications/tools/list_changed"


@pytest.mark.parametrize(
    ("event", "notes"),
    [
        (Event(1, 1, TOOLS_CHANGED, "tools"), []),
        (Event(1, 1, TOOLS_CHANGED, "prompts"), [f"{TOOLS_CHANGED} prompts: not requested"]),
        (Event(1, 1, UPDATED, "demo://a"), []),
        (Event(1, 1, UPDATED, "demo://a/b"), []),
        (Event(1, 1, UPDATED, "demo://ab"), [f"{UPDATED} demo://ab: not requested"]),
        (Event(1, 1, "notifications/tasks", "t"), []),
        (Event(1, 1, "notifications/tasks", "u"), ["notifications/tasks u: not requested"]),
    ],
)
def test_an_event_that_nobody_asked_for_is_noted_once(event: Event, notes: list[str]) -> None:
    asked = Filter.of(["tools"], ["demo://a"], ["t"])
    subscription = Subscription(asked)
    subscription.take(event)
    assert subscription.notes[0] == "event received before the acknowledgement"
    subscription.acknowledged = asked
    subscription.take(event)
    assert subscription.notes[1:] == notes
    assert (subscription.count, list(subscription.events)) == (2, [event, event])
    watched = Subscription(asked, kind="resource")
    watched.take(event)
    assert (watched.notes, watched.count) == ([], 1)


# -- one subscription, as it stands


CHANGED, UPDATED, OF_TASKS = (
    f"notifications/{name}" for name in ("tools/list_changed", "resources/updated", "tasks")
)


@pytest.mark.parametrize(
    ("method", "subject", "asked"),
    [
        (CHANGED, "tools", True),
        (CHANGED, "prompts", False),
        (UPDATED, "demo://a", True),
        (UPDATED, "demo://a/part", True),
        (UPDATED, "demo://ab", False),
        (UPDATED, "tools", False),
        (OF_TASKS, "t1", True),
        (OF_TASKS, "demo://a", False),
    ],
)
def test_an_event_that_was_not_asked_for_is_noted_once(method: str, subject: str, asked: bool) -> None:
    wanted = Filter.of(["tools"], ["demo://a"], ["t1"])
    one = Subscription(wanted, acknowledged=wanted)
    for number in (1, 2):
        one.take(Event(number, number, method, subject))
    assert (one.count, [event.record for event in one.events]) == (2, [1, 2])
    assert one.notes == ([] if asked else [f"{method} {subject}: not requested"])


def test_an_event_before_the_acknowledgement_is_noted_but_of_a_resource_that_is_watched_alone() -> None:
    early = Subscription(Filter.of(["tools"]))
    early.take(Event(1, 1, CHANGED, "tools"))
    assert early.notes == ["event received before the acknowledgement"]
    watched = Subscription(Filter.of(uris=["demo://a"]), kind="resource")
    watched.take(Event(1, 1, UPDATED, "demo://b"))
    assert (watched.notes, watched.count) == ([], 1)


def test_what_was_not_acknowledged_is_missing_and_what_was_not_asked_for_is_extra() -> None:
    one = Subscription(Filter.of(["tools", "prompts"], ["demo://a"]))
    assert (one.missing, one.extra) == (Filter(), Filter())
    one.acknowledged = Filter.of(["tools", "resources"], ["demo://b"])
    assert one.missing == Filter.of(["prompts"], ["demo://a"])
    assert one.extra == Filter.of(["resources"], ["demo://b"])


def test_a_server_may_be_odd_in_any_number_of_ways_and_twenty_are_kept() -> None:
    one = Subscription(Filter())
    for number in range(25):
        one.note(f"odd {number}")
        one.note("odd 0")
    assert one.notes == [f"odd {number}" for number in range(20)]


@pytest.mark.parametrize(
    ("state", "live"),
    [("opening", True), ("open", True), ("ended", False), ("lost", False), ("refused", False)],
)
def test_events_may_come_while_it_is_open(state: str, live: bool) -> None:
    assert Subscription(Filter(), state=state).live is live


@pytest.mark.parametrize(
    ("uri", "covered"), [("demo://a/", True), ("demo://a/b", True), ("demo://a", False), ("demo://ab", False)]
)
def test_a_part_of_a_watched_resource_belongs_to_it(uri: str, covered: bool) -> None:
    assert Subscription(Filter.of(uris=["demo://a/"])).covers(uri) is covered
