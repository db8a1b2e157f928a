"""Tokens and clients are kept by issuer, for one server each, and go as a whole."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from inspector.core.auth.ports import KnownClient, Token
from inspector.core.auth.store import Credentials, ServerCredentials, server_key
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.storage.secrets import MemoryStore, RefusedStore

URL = "https://mcp.example/one"
AS = "https://as.example"
CLIENT = KnownClient("id-1", "s3cret", "client_secret_basic", "registered", ("http://127.0.0.1:1/callback",))
TOKEN = Token(
    "acc3ss", "https://mcp.example", AS, CLIENT, scope="a b", expires_at=2e9, refresh_token="r3fresh"
)


def silent(text: str) -> None:
    pytest.fail(text)


def of(
    credentials: Credentials, url: str = URL, method: str = "auto", entry: str = "one", **settings: Any
) -> ServerCredentials:
    return credentials.of(url, AuthSettings(method, **settings), entry, silent)


def test_token_comes_back_as_it_was_also_through_another_door() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        await of(Credentials(secrets)).keep_token(TOKEN)
        assert await of(Credentials(secrets)).token() == TOKEN

    asyncio.run(main())


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("https://mcp.example/two", "auto"),  # the resource of both is https://mcp.example
        ("https://mcp.example", "auto"),
        ("https://evil.example/one", "auto"),
        ("http://mcp.example/one", "auto"),
        ("https://mcp.example:8443/one", "auto"),
        ("https://mcp.example/one?tenant=2", "auto"),
        (URL, "client_credentials"),
    ],
)
def test_no_other_server_and_no_other_method_gets_the_token(url: str, method: str) -> None:
    async def main() -> None:
        credentials = Credentials(MemoryStore())
        await of(credentials).keep_token(TOKEN)
        assert await of(credentials, url, method).token() is None

    asyncio.run(main())


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("HTTPS://MCP.Example:443/One/", "https://mcp.example/One"),
        ("http://mcp.example:80", "http://mcp.example"),
        ("http://127.0.0.1:8000/mcp#x", "http://127.0.0.1:8000/mcp"),
        ("http://[::1]:9/mcp", "http://[::1]:9/mcp"),
        ("wss://mcp.example/ws", "https://mcp.example/ws"),
        ("ws://mcp.example:80/ws/", "http://mcp.example/ws"),
        ("https://mcp.example:80/x?a=1", "https://mcp.example:80/x?a=1"),
        (" http://[::1 ", "http://[::1"),
        ("http://host:port/", "http://host:port/"),
    ],
)
def test_one_server_has_one_key_however_its_url_is_written(url: str, same: str) -> None:
    assert server_key(url) == same


def test_new_token_replaces_that_of_another_issuer() -> None:
    async def main() -> None:
        credentials = Credentials(MemoryStore())
        await of(credentials).keep_token(TOKEN)
        moved = replace(TOKEN, issuer="https://new.example", access_token="n3w")
        await of(credentials).keep_token(moved)
        assert await of(credentials).token() == moved
        assert [one.issuer for one in await credentials.kept()] == ["https://new.example"]

    asyncio.run(main())


def test_client_is_known_to_its_issuer_alone() -> None:
    async def main() -> None:
        store = of(Credentials(MemoryStore()))
        await store.keep_client(AS, CLIENT)
        assert await store.client(AS) == CLIENT
        assert await store.client(AS + "/") is None
        assert await store.client("https://other.example") is None
        await store.forget_client(AS)
        assert await store.client(AS) is None

    asyncio.run(main())


def test_client_that_a_person_named_is_not_kept_twice() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        await of(Credentials(secrets)).keep_client(AS, replace(CLIENT, kind="pre_registered"))
        assert secrets.keys() == []

    asyncio.run(main())


def test_list_of_what_is_kept_holds_no_secret() -> None:
    async def main() -> None:
        credentials = Credentials(MemoryStore())
        await of(credentials).keep_token(TOKEN)
        [kept] = await credentials.kept()
        assert (kept.server, kept.method, kept.issuer, kept.client_id) == (URL, "auto", AS, "id-1")
        assert (kept.scope, kept.expires_at, kept.refreshable) == ("a b", 2e9, True)
        assert not any(secret in repr(kept) for secret in ("acc3ss", "r3fresh", "s3cret"))

    asyncio.run(main())


def test_signing_out_of_a_server_leaves_no_token_of_it_anywhere() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        credentials = Credentials(secrets)
        await of(credentials).keep_token(TOKEN)
        await of(credentials, method="enterprise").keep_token(TOKEN)
        await of(credentials, "https://other.example").keep_token(TOKEN)
        assert await credentials.forget_server("https://MCP.example:443/one/") == [TOKEN, TOKEN]
        assert [one.server for one in await credentials.kept()] == ["https://other.example"]
        assert ["token" in key for key in list(secrets.keys())] == [True]

    asyncio.run(main())


def test_signing_out_of_an_issuer_forgets_the_client_and_the_tokens_of_all_servers() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        credentials = Credentials(secrets)
        await of(credentials).keep_client(AS, CLIENT)
        await of(credentials).keep_token(TOKEN)
        await of(credentials, "https://other.example").keep_token(TOKEN)
        assert await credentials.forget_issuer(AS) == [TOKEN, TOKEN]
        assert secrets.keys() == []

    asyncio.run(main())


def test_what_may_not_be_kept_is_said_and_breaks_nothing() -> None:
    async def main() -> None:
        said: list[str] = []
        store = Credentials(RefusedStore()).of(URL, AuthSettings(), "one", said.append)
        await store.keep_token(TOKEN)
        assert await store.token() is None
        assert len(said) == 1
        assert "Keep secrets" in said[0]

    asyncio.run(main())


def test_entry_of_another_version_is_passed_over() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        await of(Credentials(secrets)).keep_token(TOKEN)
        secrets.set(secrets.keys()[0], '{"future": 1}')
        assert await of(Credentials(secrets)).token() is None
        assert await Credentials(secrets).kept() == []

    asyncio.run(main())


def test_forgetting_all_takes_clients_without_a_token_too() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        secrets.set("server/a/TOKEN", "of another kind")
        credentials = Credentials(secrets)
        await of(credentials).keep_client("https://other.example", CLIENT)
        await of(credentials).keep_token(TOKEN)
        assert await credentials.forget_all() == [TOKEN]
        assert secrets.keys() == ["server/a/TOKEN"]

    asyncio.run(main())


@pytest.mark.parametrize(
    "other",
    [
        {"entry": "two"},
        {"client_id": "another"},
        {"client_id": "", "client_metadata_url": "https://me.example/client.json"},
        {"client_secret": "another"},
        {"private_key": "another"},
        {"subject_token": "another"},
        {"idp_client_secret": "another"},
    ],
)
def test_another_entry_and_another_client_of_one_url_do_not_get_the_token(other: dict[str, Any]) -> None:
    async def main() -> None:
        credentials = Credentials(MemoryStore())
        mine = {"entry": "one", "client_id": "me"}
        await of(credentials, **mine).keep_token(TOKEN)
        assert await of(credentials, **mine | other).token() is None
        await of(credentials, **mine | other).keep_token(replace(TOKEN, access_token="theirs"))
        assert (await of(credentials, **mine | other).token() or TOKEN).access_token == "theirs"
        first = await of(credentials, **mine).token()
        replaced = {"client_secret", "private_key", "subject_token", "idp_client_secret"} & other.keys()
        assert first is None if replaced else first is not None and first.access_token == "acc3ss"

    asyncio.run(main())


def test_signing_out_of_one_entry_leaves_the_other_of_its_url_signed_in() -> None:
    told: list[tuple[str, str]] = []

    class Listening:
        def forgotten(self, server: str, entry: str) -> None:
            told.append((server, entry))

    async def main() -> None:
        credentials, user = Credentials(MemoryStore()), Listening()
        credentials.tell(user)
        for entry in ("one", "two"):
            await of(credentials, entry=entry).keep_token(TOKEN)
        assert len(await credentials.forget_server(URL, "one")) == 1
        assert told == [(URL, "one")]
        assert [one.entry for one in await credentials.kept()] == ["two"]
        assert await credentials.forget_server(URL, "nobody") == []
        assert told[1:] == [(URL, "nobody")]  # it may hold one that could not be kept

    asyncio.run(main())


def test_tokens_follow_an_entry_to_its_new_name() -> None:
    async def main() -> None:
        credentials = Credentials(MemoryStore())
        for entry in ("one", "two"):
            await of(credentials, entry=entry).keep_token(replace(TOKEN, access_token=entry))
        await credentials.renamed(URL, "one", "new")
        names = {one: await of(credentials, entry=one).token() for one in ("one", "two", "new")}
        assert {one: token.access_token for one, token in names.items() if token} == {
            "two": "two",
            "new": "one",
        }

    asyncio.run(main())


def test_token_of_a_version_that_did_not_ask_whose_it_is_is_nobodys_and_goes() -> None:
    async def main() -> None:
        secrets = MemoryStore()
        parts = [quote(part, safe="") for part in ("auto", AS, URL)]
        former, other = (
            "/".join(["oauth/token", *parts]),
            "/".join(["oauth/token", *parts[:2], "https%3A%2F%2Fo"]),
        )
        for key in (former, other):
            secrets.set(key, msgspec.json.encode(TOKEN).decode())
        credentials = Credentials(secrets)
        assert [one.entry for one in await credentials.kept()] == ["", ""]
        assert await of(credentials).token() is None
        assert secrets.keys() == [other]  # of another server: until that is used
        assert await credentials.forget_all() == [TOKEN]

    asyncio.run(main())


def test_a_token_that_ended_is_gone_for_every_connection_of_its_entry_alone() -> None:
    told: list[tuple[str, str]] = []

    class Listening:
        def forgotten(self, server: str, entry: str) -> None:
            told.append((server, entry))

    async def main() -> None:
        credentials, user = Credentials(MemoryStore()), Listening()
        credentials.tell(user)
        for entry in ("one", "two"):
            await of(credentials, entry=entry).keep_token(TOKEN)
        await of(credentials).signed_out(TOKEN)
        assert told == [(URL, "one")]
        assert await of(credentials).token() is None
        assert await of(credentials, entry="two").token() is not None

    asyncio.run(main())
