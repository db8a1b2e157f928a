"""A check reads what leads to a sign-in, of the server alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from inspector.core.check.asking import Plan
from inspector.core.check.check import check_server
from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.errors import ConnectError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.transport.http_server import Asked, answer, serve


def asked_by_a_check(folder: Path, metadata_at: str, server_at: str) -> tuple[list[str], list[str]]:
    """The requests that a server gets which wants a sign-in, and those of another host that it names.

    metadata_at, server_at: "own" or "other": where its metadata and its authorization server are said to be.
    """
    heard: dict[str, list[str]] = {"own": [], "other": []}
    hosts: dict[str, str] = {}

    def responds(who: str) -> Callable[[Asked], Awaitable[None]]:
        async def respond(asked: Asked) -> None:
            heard[who].append(asked.line)
            if "oauth-protected-resource" not in asked.line:
                named = (
                    f'Bearer resource_metadata="{hosts[metadata_at]}/.well-known/oauth-protected-resource"'
                )
                asked.writer.write(answer(b"", "401 Unauthorized", www_authenticate=named))
                return
            document = {"resource": f"{hosts['own']}/mcp", "authorization_servers": [hosts[server_at]]}
            asked.writer.write(answer(json.dumps(document).encode(), content_type="application/json"))

        return respond

    async def main() -> None:
        journal = Journal.create(folder / "a.mcptrace")
        try:
            async with serve(responds("own")) as url, serve(responds("other")) as other:
                hosts.update(own=url.rpartition("/")[0], other=other.rpartition("/")[0])
                client = Client(Profile("s", HttpTarget(url)), journal)
                with suppress(ConnectError):
                    await check_server(client, "s", Plan(), 0.2, lambda _phase, _line: None)
        finally:
            journal.close()

    asyncio.run(main())
    return heard["own"], heard["other"]


@pytest.mark.parametrize(("metadata_at", "server_at"), [("other", "own"), ("own", "other")])
def test_no_other_host_is_asked_because_the_server_names_it(
    tmp_path: Path, metadata_at: str, server_at: str
) -> None:
    own, other = asked_by_a_check(tmp_path, metadata_at, server_at)
    assert other == []
    assert any("oauth-protected-resource" in line for line in own) == (metadata_at == "own")


def test_the_authorization_server_at_the_server_s_own_place_is_looked_at(tmp_path: Path) -> None:
    own, _ = asked_by_a_check(tmp_path, "own", "own")
    assert any("oauth-authorization-server" in line for line in own)
