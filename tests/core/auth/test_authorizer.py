"""A client gets past 401 and 403: what it does by itself, what it asks a user for, and when it stops."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from inspector.core.auth.authorizer import MOST_FLOWS
from inspector.core.auth.ports import KnownClient, Token
from inspector.core.auth.store import Credentials
from inspector.core.auth.token_manager import revoked
from inspector.core.client.client import Client
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import MemoryStore, RefusedStore
from inspector.errors import AuthorizationFailed, AuthorizationNeeded, ConnectError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.core.guarded_server import Guarded, Person, guarded
from tests.transport.http_server import Asked, answer, serve


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


Use = Callable[[Client, Guarded], Awaitable[None]]


def run(
    journal: Journal,
    use: Use,
    *,
    person: Person | None = None,
    credentials: Credentials | None = None,
    bend: Callable[[Guarded], None] | None = None,
    headers: dict[str, str] | None = None,
    era: str = "legacy",
    **settings: Any,
) -> Guarded:
    """Use a client of the guarded server; it is not connected yet."""

    async def main() -> Guarded:
        async with guarded() as server:
            if bend is not None:
                bend(server)
            auth = AuthSettings(**settings) if settings else None
            profile = Profile("g", HttpTarget(server.url, headers or {}), era=era, timeout_s=10, auth=auth)
            client = Client(profile, journal, credentials=credentials)
            client.authorizer.interaction = person
            try:
                await use(client, server)
            finally:
                await client.close()
            return server

    return asyncio.run(main())


def notes(journal: Journal) -> str:
    rows = journal.records(1, journal.last)
    return "\n".join(one.note for one in rows if one.kind == "lifecycle")


# -- signing in


def test_probe_that_is_refused_leads_to_a_sign_in_and_goes_out_again(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        assert await client.list_all("tools") == ()

    person = Person()
    server = run(journal, use, person=person, era="auto")
    assert len(person.shown) == 1
    assert server.seen[:2] == ["server/discover", "oauth-protected-resource/mcp"]
    assert server.count("server/discover") == 2
    assert "authorized; sending the request again" in notes(journal)


def test_without_a_person_nothing_is_begun_and_signing_in_is_offered(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            await client.connect()
        assert "sign_in" in raised.value.explanation.actions
        assert client.failure is not None
        assert "sign_in" in client.failure.actions

    assert run(journal, use).seen == ["initialize"]


def test_person_who_does_not_want_to_is_not_shown_anything(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded):
            await client.connect()

    person = Person(willing=False)
    server = run(journal, use, person=person)
    assert (len(person.allowed), person.shown, server.seen) == (1, [], ["initialize"])


def test_method_none_never_authorizes(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            await client.connect()
        assert "sign_in" not in raised.value.explanation.actions

    person = Person()
    run(journal, use, person=person, method="none")
    assert person.allowed == []


def test_method_that_needs_nobody_runs_by_itself(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()

    server = run(journal, use, method="client_credentials", client_id="me", client_secret="s3cret")
    assert server.count("token client_credentials") == 1
    assert server.count("authorize") == 0


@pytest.mark.parametrize(
    ("method", "extension"),
    [
        ("client_credentials", "io.modelcontextprotocol/oauth-client-credentials"),
        ("enterprise", "io.modelcontextprotocol/enterprise-managed-authorization"),
        ("bearer", ""),
    ],
)
def test_way_of_authorizing_that_is_an_extension_is_declared(
    journal: Journal, method: str, extension: str
) -> None:
    client = Client(Profile("g", HttpTarget("http://h/mcp"), auth=AuthSettings(method)), journal)
    declared = client.declaration().capabilities_in("2026-07-28").get("extensions", {})
    assert [one for one in declared if "auth" in one] == ([extension] if extension else [])


def test_failed_step_is_what_the_person_reads(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationFailed) as raised:
            await client.connect()
        assert raised.value.step == "resource_metadata"
        assert client.failure == raised.value.explanation

    def bend(server: Guarded) -> None:
        server._oauth_protected_resource_mcp = _missing  # type: ignore[method-assign]
        server._oauth_authorization_server = _missing  # type: ignore[method-assign]

    run(journal, use, person=Person(), bend=bend, era="2025-11-25")


def _missing(asked: Asked, given: dict[str, str]) -> None:
    asked.writer.write(answer(b"", "404 Not Found"))


def test_first_call_that_is_refused_in_mid_session_goes_out_again(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        assert client.authorizer.token is None
        assert await client.list_all("tools") == ()
        assert client.authorizer.token is not None

    def bend(server: Guarded) -> None:
        server.closed = {"tools/list"}

    person = Person()
    assert run(journal, use, person=person, bend=bend).count("tools/list") == 2
    assert len(person.shown) == 1


def test_two_calls_that_are_refused_at_once_lead_to_one_sign_in(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        await asyncio.gather(*(client.call("tools/list") for _ in range(5)))

    def bend(server: Guarded) -> None:
        server.closed = {"tools/list"}

    person = Person()
    server = run(journal, use, person=person, bend=bend)
    assert (len(person.shown), server.count("tools/list")) == (1, 10)


def test_person_who_says_no_is_asked_once_for_all_calls_that_wait(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        calls = (client.call("tools/list") for _ in range(4))
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(one) for one in outcomes] == [AuthorizationNeeded] * 4
        assert len(person.allowed) == 1
        with pytest.raises(AuthorizationNeeded):
            await client.call("tools/list")
        assert len(person.allowed) == 2  # a later call asks again

    def bend(server: Guarded) -> None:
        server.closed = {"tools/list"}

    person = Person(willing=False)
    run(journal, use, person=person, bend=bend)


def test_fresh_token_that_is_refused_is_the_end(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.forgetful, server.closed = True, {"tools/list"}
        with pytest.raises(AuthorizationNeeded):
            await client.call("tools/list")

    person = Person()
    server = run(journal, use, person=person)
    assert len(person.shown) == 2
    assert server.count("tools/list") == 3  # with the old token, a renewed one, and a new one
    assert "still rejected (401)" in notes(journal)


class Undecided(Person):
    """Looks at the page and does nothing."""

    async def show(self, url: str) -> None:
        self.shown.append(url)

    async def looks(self) -> None:
        """Wait until they look."""
        async with asyncio.timeout(20):
            while not self.shown:
                await asyncio.sleep(0.005)


def test_a_call_that_waits_for_the_browser_ends_with_the_connection(journal: Journal) -> None:
    person = Undecided()

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        calling = asyncio.create_task(client.call("tools/list"))
        await person.looks()
        await client.close()
        with pytest.raises(AuthorizationFailed, match="cancelled"):
            await asyncio.wait_for(calling, 20)

    def bend(server: Guarded) -> None:
        server.closed = {"tools/list"}

    run(journal, use, person=person, bend=bend)


def test_a_call_that_waits_for_the_browser_can_be_cancelled_by_itself(journal: Journal) -> None:
    person = Undecided()

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        numbers: list[int] = []
        calls = [asyncio.create_task(client.call("tools/list", on_start=numbers.append)) for _ in range(2)]
        await person.looks()
        first = person.shown[0]
        client.cancel(numbers[0])
        client.cancel(9999)
        await asyncio.wait_for(asyncio.wait([calls[0]]), 20)
        assert calls[0].cancelled() and not calls[1].done()
        async with asyncio.timeout(20):
            while person.shown[-1] == first:  # the other one still wants somebody to sign in
                await asyncio.sleep(0.005)
        client.cancel(numbers[1])
        await asyncio.wait_for(asyncio.wait([calls[1]]), 20)
        assert calls[1].cancelled() and client.state == "connected"
        assert f"#{numbers[0]}: cancelled while waiting for sign-in" in notes(journal)
        assert client.requests._refused == {}

    def bend(server: Guarded) -> None:
        server.closed = {"tools/list"}

    run(journal, use, person=person, bend=bend)


def test_an_answer_with_another_state_is_seen_and_not_taken(journal: Journal) -> None:
    class Attacked(Person):
        async def show(self, url: str) -> None:
            uri = parse_qs(urlsplit(url).query)["redirect_uri"][0]
            async with httpx.AsyncClient(trust_env=False) as browser:
                await browser.get(f"{uri}?code=theirs&state=wrong")
            assert client_of_test[0].authorizer.flow is not None
            step = next(one for one in client_of_test[0].authorizer.flow.steps if one.id == "callback")
            assert step.state == "running" and "different state" in step.verdict
            await super().show(url)

    person, client_of_test = Attacked(), list[Client]()

    async def use(client: Client, server: Guarded) -> None:
        client_of_test.append(client)
        await client.connect()
        assert client.authorizer.flow is not None
        step = next(one for one in client.authorizer.flow.steps if one.id == "callback")
        assert "state differs" not in step.verdict

    run(journal, use, person=person)
    assert person.strays == 1
    assert notes(journal).count("with a different state: ignored") == 1


def test_connecting_can_be_given_up_while_the_browser_is_open(journal: Journal) -> None:
    person = Undecided()

    async def use(client: Client, server: Guarded) -> None:
        connecting = asyncio.create_task(client.connect())
        await person.looks()
        await client.close()
        with pytest.raises(ConnectError, match="closed while connecting"):
            await connecting
        redirect_uri = urlsplit(parse_qs(urlsplit(person.shown[0]).query)["redirect_uri"][0])
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", redirect_uri.port)

    run(journal, use, person=person)


# -- more scopes


def test_403_leads_to_more_scopes_and_the_call_goes_out_again(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.needs = {"tools/list": {"admin"}}
        await client.list_all("tools")
        assert client.authorizer.token is not None
        assert set(client.authorizer.token.scope.split()) == {"user", "admin"}

    person = Person()
    server = run(journal, use, person=person)
    assert (len(person.shown), server.count("tools/list")) == (2, 2)
    assert server.count("register") == 1  # for "user" alone, and used again


def test_scopes_that_are_never_enough_end_after_three_attempts(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.stubborn = True
        with pytest.raises(AuthorizationNeeded):
            await client.call("tools/list")
        assert client.state == "connected"

    person = Person()
    server = run(journal, use, person=person)
    assert len(person.shown) == 1 + MOST_FLOWS
    assert server.count("tools/list") == 1 + MOST_FLOWS
    assert "still rejected (403)" in notes(journal)


def test_403_that_asks_for_no_scope_is_the_last_word(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server._refuse = lambda asked, status, more: asked.writer.write(answer(b"", status))  # type: ignore[method-assign]
        server.needs = {"tools/list": {"admin"}}
        with pytest.raises(AuthorizationNeeded):
            await client.call("tools/list")

    person = Person()
    assert run(journal, use, person=person).count("tools/list") == 1
    assert len(person.shown) == 1


# -- tokens that end


def test_token_that_is_nearly_over_is_renewed_before_the_request(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        token = client.authorizer.token
        assert token is not None
        client.authorizer.token = replace(token, expires_at=time.time() + 5)
        await client.call("tools/list")

    person = Person()
    server = run(journal, use, person=person)
    assert (server.count("tools/list"), server.count("token refresh_token"), len(person.shown)) == (1, 1, 1)


def test_token_that_ended_early_is_renewed_after_the_refusal(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.tokens.clear()
        await client.call("tools/list")

    person = Person()
    server = run(journal, use, person=person)
    assert (server.count("tools/list"), server.count("token refresh_token"), len(person.shown)) == (2, 1, 1)


def test_when_it_cannot_be_renewed_the_person_signs_in_again(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.tokens.clear()
        server.refresh_tokens.clear()
        await client.call("tools/list")

    person = Person()
    run(journal, use, person=person)
    assert len(person.shown) == 2
    assert "invalid_grant" in notes(journal)


def test_token_without_an_end_and_without_renewal_is_used_until_it_is_refused(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        await client.call("tools/list")
        server.tokens.clear()
        await client.call("tools/list")

    def bend(server: Guarded) -> None:
        server.expires_in, server.refreshing = None, False

    person = Person()
    assert run(journal, use, person=person, bend=bend).count("tools/list") == 3
    assert len(person.shown) == 2


def test_listening_stream_whose_token_ended_is_opened_again_with_another(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        async with asyncio.timeout(20):
            while server.count("GET") < 2:
                await asyncio.sleep(0.005)
        await client.call("tools/list")

    def bend(server: Guarded) -> None:
        """The token is over when the stream is opened, right after the handshake."""
        respond = server.respond

        async def late(asked: Asked) -> None:
            if asked.line.startswith("GET /mcp") and not server.count("GET"):
                server.tokens.clear()
            await respond(asked)

        server.respond = late  # type: ignore[method-assign]

    person = Person()
    server = run(journal, use, person=person, bend=bend)
    assert (server.count("token refresh_token"), len(person.shown)) == (1, 1)


def test_background_stream_asks_nobody_and_does_not_go_round_in_circles(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        async with asyncio.timeout(20):
            while server.count("GET") < 2:
                await asyncio.sleep(0.005)
        await client.call("tools/list")
        assert client.state == "connected"

    def bend(server: Guarded) -> None:
        respond = server.respond

        async def never(asked: Asked) -> None:
            if asked.line.startswith("GET /mcp"):
                server.seen.append("GET")
                server._refuse(asked, "401 Unauthorized", 'error="invalid_token"')
            else:
                await respond(asked)

        server.respond = never  # type: ignore[method-assign]

    person = Person()
    server = run(journal, use, person=person, bend=bend)
    assert (server.count("GET"), len(person.shown)) == (2, 1)


def test_tool_whose_answer_is_refused_afterwards_is_not_run_twice(journal: Journal) -> None:
    """The stream of a call broke, and the GET that takes it up is refused: the tool ran already."""
    calls: list[str] = []

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        with pytest.raises(AuthorizationNeeded):
            await client.call_tool("t", b"{}")

    def bend(server: Guarded) -> None:
        respond = server.respond

        async def broken(asked: Asked) -> None:
            if b"tools/call" in asked.body:
                calls.append("tools/call")
                head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                asked.writer.write(head + b"id: 7\nretry: 1\ndata:\n\n")
                asked.writer.close()
            elif asked.header("last-event-id"):
                server._refuse(asked, "401 Unauthorized", 'error="invalid_token"')
            else:
                await respond(asked)

        server.respond = broken  # type: ignore[method-assign]

    run(journal, use, person=Person(), bend=bend)
    assert calls == ["tools/call"]


# -- kept tokens


def test_next_connection_needs_no_sign_in(journal: Journal) -> None:
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        other = Client(client.profile, journal, credentials=credentials)
        await other.connect()
        await other.close()
        assert len(person.shown) == 1

    person = Person()
    run(journal, use, person=person, credentials=credentials)


def test_where_nothing_may_be_kept_the_connection_has_its_token_all_the_same(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        await client.call("tools/list")

        await client.authorizer.sign_out()
        assert (server.tokens, client.authorizer.token) == ({}, None)

    run(journal, use, person=Person(), credentials=Credentials(RefusedStore()))
    assert "the setting “Keep secrets” is “refused”" in notes(journal)


@pytest.mark.parametrize(
    "change", [{"client_id": "somebody-else"}, {"authorization_server": "https://new.test"}]
)
def test_token_of_another_client_or_authorization_server_is_not_used(
    journal: Journal, change: dict[str, str]
) -> None:
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        profile = replace(client.profile, auth=AuthSettings(**change))
        other = Client(profile, journal, credentials=credentials)
        with pytest.raises(AuthorizationNeeded):
            await other.connect()
        assert other.authorizer.token is None

    run(journal, use, person=Person(), credentials=credentials)


def test_renewal_of_one_connection_serves_the_other(journal: Journal) -> None:
    """A refresh token is good once: two that use the same one would end both."""
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        other = Client(client.profile, journal, credentials=credentials)
        await other.connect()
        server.tokens.clear()
        await client.call("tools/list")
        await other.call("tools/list")
        await other.close()

    server = run(journal, use, person=Person(), credentials=credentials)
    assert server.count("token refresh_token") == 1


def test_signing_out_ends_it_at_the_server_in_the_store_and_on_every_connection(journal: Journal) -> None:
    secrets = MemoryStore()
    credentials = Credentials(secrets)

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        other = Client(client.profile, journal, credentials=credentials)
        await other.connect()
        await client.authorizer.sign_out()
        assert (server.tokens, server.refresh_tokens) == ({}, set())
        assert not [key for key in secrets.keys() if "token" in key]  # noqa: SIM118
        for one in (client, other):
            assert one.authorizer.token is None
            assert one.authorizer.headers("POST", server.url, b"") == ()
        with pytest.raises(AuthorizationNeeded):
            await other.call("tools/list")
        await other.close()

    assert run(journal, use, person=Person(), credentials=credentials).count("revoke") == 2


# -- by hand


def test_steps_can_be_done_by_hand_and_the_token_taken(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        flow = await client.authorizer.new_flow()  # before any connection
        assert client.authorizer.flow is flow
        await flow.run_until("authorize")
        assert flow.authorization_url.startswith(f"{server.origin}/authorize?")
        assert person.shown == []
        await flow.run()
        await flow.repeat("authorize")
        await flow.run()
        assert len(person.shown) == 2
        client.authorizer.take(flow)
        assert client.authorizer.headers("POST", server.url, b"")
        await client.connect()

    person = Person()
    server = run(journal, use, person=person, credentials=Credentials(MemoryStore()))
    assert server.count("authorize") == 2
    assert person.allowed == []


def test_step_of_a_flow_that_ended_can_be_repeated_and_leaves_no_port_open(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        flow = client.authorizer.flow
        assert flow is not None
        await flow.repeat("authorize")
        await flow.run()
        client.authorizer.take(flow)
        assert len(person.shown) == 2
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", urlsplit(flow.given.redirect_uri).port)
        await client.call("tools/list")

    person = Person()
    run(journal, use, person=person)


def test_listener_of_a_flow_by_hand_ends_with_the_client(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        flow = await client.authorizer.new_flow()
        port = urlsplit(flow.given.redirect_uri).port
        await client.close()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)

    run(journal, use, person=Person())


def test_command_is_not_authorized_with(journal: Journal) -> None:
    async def main() -> None:
        client = Client(Profile("c", StdioTarget("server")), journal)
        with pytest.raises(ConnectError, match="run with your permissions"):
            await client.authorizer.new_flow()
        with pytest.raises(ConnectError, match="run with your permissions"):
            await client.authorizer.sign_out()

    asyncio.run(main())


# -- credentials that a user enters


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        ({"method": "bearer", "token": "t0ken"}, "authorization", "Bearer t0ken"),
        ({"method": "basic", "username": "me", "password": "pa:ss"}, "authorization", "Basic bWU6cGE6c3M="),
        ({"method": "api_key", "token": "k3y"}, "x-api-key", "k3y"),
        ({"method": "api_key", "token": "k3y", "header_name": "X-Who"}, "x-who", "k3y"),
        ({"method": "bearer", "token": "${secret:server/g/token}"}, "authorization", "Bearer kept-s3cret"),
    ],
)
def test_entered_credentials_go_out_from_the_first_request(
    journal: Journal, tmp_path: Path, settings: dict[str, str], name: str, value: str
) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()

    def bend(server: Guarded) -> None:
        server.closed = {"nothing"}

    secrets = MemoryStore()
    secrets.set("server/g/token", "kept-s3cret")
    server = run(journal, use, bend=bend, credentials=Credentials(secrets), **settings)
    assert {headers.get(name) for headers in server.mcp_headers} == {value}
    journal.flush()
    recorded = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert value.split()[-1].encode() not in recorded


def test_entered_credential_that_is_refused_is_not_tried_again(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            await client.connect()
        assert "sign_in" not in raised.value.explanation.actions

    person = Person()
    assert run(journal, use, person=person, method="bearer", token="wrong").seen == ["initialize"]
    assert person.allowed == []


def test_credential_without_its_value_is_asked_for_and_nothing_is_sent(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(ConnectError) as raised:
            await client.connect()
        assert "fill_in" in raised.value.explanation.actions
        assert raised.value.explanation.asks == ("secret:server/g/token",)

    assert run(journal, use, method="bearer", token="${secret:server/g/token}").seen == []


# -- the record


def test_exchanges_are_rows_of_the_timeline_and_no_secret_is_in_the_file(
    journal: Journal, tmp_path: Path
) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        server.tokens.clear()
        await client.call("tools/list")
        await client.authorizer.sign_out()

    server = run(journal, use, person=Person(), credentials=Credentials(MemoryStore()))
    heads = [
        one.raw.split(b"\r\n")[0].decode()
        for one in journal.records(1, journal.last)
        if one.channel.startswith("auth-") and one.kind == "head" and one.direction == "out"
    ]
    assert heads == [
        f"GET {server.origin}/.well-known/oauth-protected-resource/mcp",
        f"GET {server.origin}/.well-known/oauth-authorization-server",
        f"POST {server.origin}/register",
        f"POST {server.origin}/token",
        f"POST {server.origin}/token",
        f"POST {server.origin}/revoke",
        f"POST {server.origin}/revoke",
    ]
    journal.flush()
    recorded = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"code_verifier=" in recorded
    assert len(server.secrets()) >= 6
    assert [secret for secret in server.secrets() if secret.encode() in recorded] == []


def test_no_secret_is_logged_however_much_is_logged(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        url = server.url.replace("http", "ws", 1)
        other = Client(replace(client.profile, target=HttpTarget(url)), journal, credentials=credentials)
        with pytest.raises(ConnectError):  # let in, but there is no WebSocket
            await other.connect()
        assert other.authorizer.token is not None
        logging.getLogger("tests").debug("%r %r", client.profile, client.authorizer.token)

    credentials = Credentials(MemoryStore())
    caplog.set_level(logging.DEBUG)
    server = run(journal, use, person=Person(), credentials=credentials)
    assert "httpcore" in caplog.text
    assert len(server.secrets()) >= 4
    assert [secret for secret in server.secrets() if secret in caplog.text and "c0de" not in secret] == []


def test_servers_own_headers_do_not_go_to_the_authorization_server(journal: Journal) -> None:
    elsewhere: list[dict[str, str]] = []

    async def main() -> None:
        async def authorization_server(asked: Asked) -> None:
            elsewhere.append({key.lower(): value for key, value in asked.headers})
            asked.writer.write(answer(b"", "404 Not Found"))

        async with guarded() as server, serve(authorization_server) as other:
            names = {"resource": server.url, "authorization_servers": [other.removesuffix("/mcp")]}
            server._oauth_protected_resource_mcp = lambda asked, given: _answer_with(asked, names)  # type: ignore[method-assign]
            headers = {"X-Tenant-Key": "t3nant", "Authorization": "Bearer 0ld"}
            client = Client(
                Profile("g", HttpTarget(server.url, headers), era="legacy", timeout_s=20), journal
            )
            client.authorizer.interaction = Person()
            with pytest.raises(AuthorizationFailed):
                await client.connect()
            await client.close()

    asyncio.run(main())
    assert elsewhere
    assert not any("t3nant" in str(one) or "authorization" in one or "cookie" in one for one in elsewhere)


def _answer_with(asked: Asked, document: object) -> None:
    import json

    asked.writer.write(answer(json.dumps(document).encode(), content_type="application/json"))


# -- the other transports


def test_stream_of_http_and_sse_that_is_refused_leads_to_a_sign_in(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        client.profile = replace(client.profile, transport="sse", target=HttpTarget(server.url))
        with pytest.raises(ConnectError):  # with the token it is let in, where there is no event stream
            await client.connect()
        assert client.authorizer.token is not None

    server = run(journal, use, person=Person())
    assert server.count("GET") == 2


def test_handshake_of_a_websocket_that_is_refused_leads_to_a_sign_in(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        url = server.url.replace("http", "ws", 1)
        client.profile = replace(client.profile, transport="websocket", target=HttpTarget(url))
        with pytest.raises(ConnectError):
            await client.connect()
        assert client.authorizer.token is not None

    server = run(journal, use, person=Person())
    assert server.count("GET") == 2


# -- whose sign-in it is


def test_another_entry_of_the_same_url_is_another_identity(journal: Journal) -> None:
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        other = Client(replace(client.profile, name="other"), journal, credentials=credentials)
        second = Client(replace(client.profile, name="g 2"), journal, credentials=credentials)
        second.entry = "g"  # one more connection of the first
        try:
            with pytest.raises(AuthorizationNeeded):
                await other.connect()
            assert server.mcp_headers[-1].get("authorization") is None
            await second.connect()
            assert second.authorizer.token == client.authorizer.token
        finally:
            await other.close()
            await second.close()

    run(journal, use, person=Person(), credentials=credentials)


@pytest.mark.parametrize("wrong", [{"client_id": "you"}, {"client_secret": "wr0ng"}])
def test_another_client_of_one_entry_does_not_read_with_its_token(
    journal: Journal, wrong: dict[str, str]
) -> None:
    credentials = Credentials(MemoryStore())
    right = {"method": "client_credentials", "client_id": "me", "client_secret": "s3cret"}

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        asked = server.count("token client_credentials")
        profile = replace(client.profile, auth=AuthSettings(**right | wrong))  # type: ignore[arg-type]
        other = Client(profile, journal, credentials=credentials)
        try:
            await other.connect()
        finally:
            await other.close()
        assert server.count("token client_credentials") == asked + 1

    run(journal, use, credentials=credentials, **right)


def test_renewal_that_is_refused_for_good_is_the_end_of_the_session(journal: Journal) -> None:
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        second = Client(client.profile, journal, credentials=credentials)
        await second.connect()
        try:
            server.refresh_tokens.clear()
            assert not await client.authorizer.refresh()
            assert client.authorizer.token is None and second.authorizer.token is None
            assert await credentials.kept() == []
        finally:
            await second.close()
        assert "signed out: the authorization server no longer refreshes the token" in notes(journal)

    run(journal, use, person=Person(), credentials=credentials)


def test_renewal_that_another_program_did_first_is_no_end(journal: Journal) -> None:
    credentials = Credentials(MemoryStore())

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        token = client.authorizer.token
        assert token is not None
        store = credentials.of(server.url, AuthSettings(), "g", pytest.fail)
        newer = replace(token, access_token="n3wer", refresh_token="n3wer-r", expires_at=time.time() + 999)
        find, found = client.authorizer._store._find, []  # type: ignore[union-attr]

        def late() -> Any:
            """It comes between the look before the renewal and the one after."""
            found.append(find())
            if len(found) == 1:
                store._keep(newer)
            return found[-1]

        client.authorizer._store._find = late  # type: ignore[union-attr, method-assign]
        server.refresh_tokens.clear()
        assert await client.authorizer.refresh()
        assert client.authorizer.token is not None
        assert client.authorizer.token.access_token == "n3wer"
        assert len(await credentials.kept()) == 1

    run(journal, use, person=Person(), credentials=credentials)


def test_person_who_says_no_after_a_refused_renewal_is_asked_once_for_all_calls(journal: Journal) -> None:
    person = Person()

    async def use(client: Client, server: Guarded) -> None:
        await client.connect()
        person.willing, person.allowed[:] = False, []
        server.tokens.clear()
        server.refresh_tokens.clear()
        calls = (client.call("tools/list") for _ in range(4))
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(one) for one in outcomes] == [AuthorizationNeeded] * 4
        assert len(person.allowed) == 1

    run(journal, use, person=person)


# -- why it was refused


@pytest.mark.parametrize(
    ("headers", "settings", "words"),
    [
        (
            {"Authorization": "Bearer wr0ng"},
            {},
            "the token was rejected (invalid_token)",
        ),
        ({"Authorization": "sk-wr0ng"}, {}, "without the word Bearer"),
        ({}, {"method": "bearer", "token": "wr0ng"}, "the token was rejected"),
        ({}, {"method": "none"}, "no token was sent"),
    ],
)
def test_a_refusal_says_what_was_sent(
    journal: Journal, headers: dict[str, str], settings: dict[str, str], words: str
) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            await client.connect()
        assert words in raised.value.explanation.cause
        assert "wr0ng" not in repr(raised.value.explanation)

    run(journal, use, headers=headers, **settings)


def test_a_server_that_asks_for_a_key_in_a_header_is_understood(journal: Journal) -> None:
    async def use(client: Client, server: Guarded) -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            await client.connect()
        assert raised.value.explanation.cause == "the server requires a key in the header X-API-Key"
        assert "X-API-Key" in raised.value.explanation.next_step

    def bend(server: Guarded) -> None:
        said = b'{"error": "Missing X-API-Key"}'
        server._refuse = lambda asked, status, more: asked.writer.write(answer(said, status))  # type: ignore[method-assign]

    run(journal, use, bend=bend)


def test_a_token_that_was_forgotten_here_is_revoked_there() -> None:
    async def main() -> None:
        async with guarded() as server:
            server.tokens["access"] = {"user"}
            server.refresh_tokens.add("refresh")
            token = Token(
                "access",
                server.url,
                server.origin,
                KnownClient("me"),
                refresh_token="refresh",
                revocation_endpoint=f"{server.origin}/revoke",
            )
            step = await revoked(token)
            assert (step.id, step.state) == ("revocation", "ok")
            assert ("access" in server.tokens, "refresh" in server.refresh_tokens) == (False, False)
            assert server.seen == ["revoke", "revoke"]

    asyncio.run(main())
