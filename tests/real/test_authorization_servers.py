"""Authorization servers that nobody here wrote: of the official SDK, of FastMCP, and a full OpenID provider.

The MCP server behind them is the official SDK's. The user at the browser agrees to everything, by HTTP.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from inspector.core.auth.flow import Flow
from inspector.core.client.client import Client
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.servers.profiles import Profile
from inspector.errors import AuthorizationFailed, AuthorizationNeeded
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.servers import RealServers, ServerProcess, free_port

pytestmark = pytest.mark.real

SERVERS = Path(__file__).parent / "servers"
Start = Callable[..., ServerProcess]


class Person:
    """Signs in with every form that comes, and agrees."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def allow(self, flow: Flow) -> bool:
        return True

    async def show(self, url: str) -> None:
        self.asked.append(url)
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            page = await browser.get(url)
            while form := re.search(r'<form[^>]* action="([^"]+)"', page.text):
                login = 'name="login"' in page.text
                fields = (
                    {"prompt": "login", "login": "me", "password": "x"} if login else {"prompt": "consent"}
                )
                page = await browser.post(urljoin(str(page.url), form[1]), data=fields)

    def scopes(self) -> list[str]:
        """What was asked for, each time."""
        return [httpx.URL(url).params.get("scope", "") for url in self.asked]


@asynccontextmanager
async def connected(port: int, person: Person | None, **settings: Any) -> AsyncIterator[Client]:
    """A client that is connected to the MCP server of that port."""
    journal = Journal.create()
    target = HttpTarget(f"http://127.0.0.1:{port}/mcp")
    client = Client(Profile("authorized", target, timeout_s=20, auth=AuthSettings(**settings)), journal)
    client.authorizer.interaction = person
    try:
        await client.connect()
        yield client
    finally:
        await client.close()
        journal.close()


async def echo(client: Client) -> str:
    """What the tool says."""
    answer: dict[str, Any] = (await client.call_tool("echo", b'{"message":"hello"}')).value
    return str(answer["content"][0]["text"])


@pytest.fixture
def sdk(real_servers: RealServers, start_server: Start) -> Callable[..., int]:
    """sdk(issuer="") starts the MCP server; its port."""

    def start(issuer: str = "") -> int:
        port = free_port()
        argv = (
            *real_servers("python-mcp2", str(SERVERS / "authorized.py"), str(port)),
            *filter(None, [issuer]),
        )
        start_server(argv, port)
        return port

    return start


@pytest.fixture
def openid(real_servers: RealServers, start_server: Start, sdk: Callable[..., int]) -> Callable[..., int]:
    """openid(resource="", host="localhost") starts the provider and an MCP server that trusts it; its port.

    resource: whom its tokens are for, when not that MCP server. host: by which the MCP server names it.
    """

    def start(resource: str = "", host: str = "localhost") -> int:
        node, library = real_servers("oidc-provider")
        port = free_port()
        mcp = sdk(f"http://{host}:{port}")
        meant_for = resource or f"http://127.0.0.1:{mcp}/mcp"
        start_server((node, str(SERVERS / "oidc.mjs"), library, str(port), meant_for), port)
        return mcp

    return start


def test_the_sdk_s_own_authorization_server_lets_us_in(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        async with connected(sdk(), person) as client:
            assert await echo(client) == "Echo: hello"
            token = client.authorizer.token
            assert token is not None
            assert (token.client.kind, token.scope) == ("registered", "read")
            assert len(person.asked) == 1

    arun(run())


def test_its_tokens_are_renewed_and_the_old_ones_are_gone(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        async with connected(sdk(), person) as client:
            before = client.authorizer.token
            assert await client.authorizer.refresh()
            after = client.authorizer.token
            assert before is not None and after is not None
            assert after.access_token != before.access_token
            assert after.refresh_token != before.refresh_token
            assert await echo(client) == "Echo: hello"
            assert len(person.asked) == 1

    arun(run())


def test_a_token_revoked_in_mid_session_is_got_anew(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        async with connected(sdk(), person) as client:
            token = client.authorizer.token
            assert token is not None
            known = token.client
            fields = {
                "token": token.access_token,
                "client_id": known.client_id,
                "client_secret": known.client_secret,
            }
            async with httpx.AsyncClient(trust_env=False) as other:
                assert (await other.post(token.revocation_endpoint, data=fields)).status_code == 200
            assert await echo(client) == "Echo: hello"
            assert len(person.asked) == 2

    arun(run())


def test_signing_out_ends_the_token_at_the_server(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        async with connected(sdk(), Person()) as client:
            token = client.authorizer.token
            assert token is not None
            await client.authorizer.sign_out()
            assert client.authorizer.token is None
            async with httpx.AsyncClient(trust_env=False) as other:
                bearer = {"Authorization": f"Bearer {token.access_token}"}
                assert (await other.post(token.server_url, headers=bearer, json={})).status_code == 401

    arun(run())


def test_without_a_person_the_server_is_not_entered(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        with pytest.raises(AuthorizationNeeded) as raised:
            async with connected(sdk(), None):
                pass
        assert "sign_in" in raised.value.explanation.actions

    arun(run())


def test_a_call_that_wants_more_scopes_gets_them_in_mid_session(sdk: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        async with connected(sdk(), person) as client:
            assert await echo(client) == "Echo: hello"
            answer = (await client.call_tool("write", b"{}")).value
            assert answer["content"][0]["text"] == "written"
            # asked twice for both: with the client that was registered for one, then with a new one
            assert person.scopes() == ["read", "read write", "read write"]

    arun(run())


def test_that_of_fastmcp_lets_us_in_and_ends_the_token_again(
    real_servers: RealServers, start_server: Start, arun: Any
) -> None:
    async def run() -> None:
        port, person = free_port(), Person()
        script = str(SERVERS / "authorized_fastmcp.py")
        start_server(real_servers("python-fastmcp", script, str(port)), port)
        async with connected(port, person) as client:
            assert await echo(client) == "Echo: hello"
            assert await client.authorizer.refresh()
            assert await echo(client) == "Echo: hello"
            assert len(person.asked) == 1
            token = client.authorizer.token
            assert token is not None
            await client.authorizer.sign_out()
            async with httpx.AsyncClient(trust_env=False) as other:
                bearer = {"Authorization": f"Bearer {token.access_token}"}
                assert (await other.post(token.server_url, headers=bearer, json={})).status_code == 401

    arun(run())


def test_an_openid_provider_lets_us_in(openid: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        async with connected(openid(), person) as client:
            assert await echo(client) == "Echo: hello"
            assert await client.authorizer.refresh()
            assert await echo(client) == "Echo: hello"
            assert len(person.asked) == 1

    arun(run())


def test_an_openid_provider_lets_a_machine_in(openid: Any, arun: Any) -> None:
    async def run() -> None:
        known = {"client_id": "machine", "client_secret": "s3cr:t %"}
        async with connected(openid(), None, method="client_credentials", **known) as client:
            assert await echo(client) == "Echo: hello"

    arun(run())


def test_a_token_for_another_server_is_refused_and_asked_for_three_times_at_most(
    openid: Any, arun: Any
) -> None:
    async def run() -> None:
        person = Person()
        with pytest.raises(AuthorizationNeeded):
            async with connected(openid("http://127.0.0.1:1/other"), person):
                pass
        assert 1 <= len(person.asked) <= 3

    arun(run())


def test_a_provider_that_calls_itself_by_another_name_is_not_used(openid: Any, arun: Any) -> None:
    async def run() -> None:
        person = Person()
        with pytest.raises(AuthorizationFailed) as raised:
            async with connected(openid(host="127.0.0.1"), person):
                pass
        assert raised.value.step == "server_metadata"
        assert not person.asked

    arun(run())
