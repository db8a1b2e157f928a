"""What authorization servers gave us, kept in the place for secrets: by issuer, and for the server it is for.

    oauth/client/<issuer>                     who we are there (registered by ourselves)
    oauth/token/<method>/<issuer>/<server>    the token of one server, with what refreshes and revokes it

A token belongs to the URL that the person connects to, not to the wider `resource` that its metadata may
name: another server at the same host never gets it. Every part of a key is percent-encoded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from weakref import WeakSet

import msgspec

from inspector.core.auth.ports import KnownClient, Token
from inspector.core.secrets import SecretStore
from inspector.core.waiting import waited
from inspector.errors import SecretsUnavailable

__all__ = ["Credentials", "Kept", "ServerCredentials", "server_key"]

CLIENT: Final = "oauth/client/"
TOKEN: Final = "oauth/token/"
_USUAL_PORTS: Final = {"http": 80, "https": 443}

Kind = TypeVar("Kind", KnownClient, Token)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Kept:
    """One token that is kept, without its secrets. expires_at: seconds since 1970; 0: not said."""

    server: str
    method: str
    issuer: str
    client_id: str
    scope: str
    expires_at: float
    refreshable: bool


class User(Protocol):
    """Somebody who holds a token in memory."""

    def forgotten(self, server: str) -> None:
        """No token for this server (a `server_key`) may be used any more."""


def server_key(url: str) -> str:
    """The URL of a server as tokens are kept for it: scheme and host in lower case, no usual port.

    A text that is no URL is its own key: connecting says what is wrong with it.
    """
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError:
        return url.strip()
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme.lower(), parts.scheme.lower())
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    if parts.port and parts.port != _USUAL_PORTS.get(scheme):
        shown = f"{shown}:{parts.port}"
    return urlunsplit((scheme, shown, parts.path.rstrip("/"), parts.query, ""))


class Credentials:
    """All of them. The place may wait for the system or its person, so it is asked in a thread."""

    def __init__(self, secrets: SecretStore) -> None:
        self.secrets = secrets
        self._users: WeakSet[User] = WeakSet()
        self._renewing: dict[str, asyncio.Lock] = {}

    def tell(self, user: User) -> None:
        """Tell it, as long as it lives, when a token is forgotten."""
        self._users.add(user)

    def of(self, url: str, method: str, complain: Callable[[str], None]) -> ServerCredentials:
        """Those of one server; complain is told when they cannot be kept or read."""
        key = server_key(url)
        renewing = self._renewing.setdefault(f"{method} {key}", asyncio.Lock())
        return ServerCredentials(self.secrets, key, method, complain, renewing)

    async def kept(self) -> list[Kept]:
        """Every token that is kept. Raises SecretsUnavailable."""
        return await waited(self._kept)

    async def forget_server(self, url: str) -> list[Token]:
        """Forget all tokens for that server, of every method and issuer; they are returned, to be revoked.

        Raises SecretsUnavailable.
        """
        return await self._forgotten(2, server_key(url))

    async def forget_issuer(self, issuer: str) -> list[Token]:
        """Forget who we are there and all its tokens, which are returned. Raises SecretsUnavailable."""
        await waited(self.secrets.delete, CLIENT + _part(issuer))
        return await self._forgotten(1, issuer)

    async def forget_all(self) -> list[Token]:
        """Forget every issuer, also those where only who we are is left. Raises SecretsUnavailable."""
        tokens = []
        for issuer in await waited(self._issuers):
            tokens += await self.forget_issuer(issuer)
        return tokens

    def _issuers(self) -> list[str]:
        keys = self.secrets.keys()
        clients = [unquote(key.removeprefix(CLIENT)) for key in keys if key.startswith(CLIENT)]
        return list(dict.fromkeys([*clients, *(issuer for _, issuer, _ in _tokens(self.secrets).values())]))

    def _kept(self) -> list[Kept]:
        found = []
        for key, (method, _, server) in _tokens(self.secrets).items():
            token = _read(self.secrets, key, Token)
            if token is not None:
                found.append(
                    Kept(
                        server,
                        method,
                        token.issuer,
                        token.client.client_id,
                        token.scope,
                        token.expires_at,
                        bool(token.refresh_token),
                    )
                )
        return found

    async def _forgotten(self, place: int, value: str) -> list[Token]:
        servers, tokens = await waited(self._forget, place, value)
        for user in tuple(self._users):
            for server in servers:
                user.forgotten(server)
        return tokens

    def _forget(self, place: int, value: str) -> tuple[set[str], list[Token]]:
        servers = {value} if place == 2 else set()
        tokens: list[Token] = []
        for key, parts in _tokens(self.secrets).items():
            if parts[place] == value:
                servers.add(parts[2])
                tokens += filter(None, [_read(self.secrets, key, Token)])
                self.secrets.delete(key)
        return servers, tokens


class ServerCredentials:
    """What is kept for one server and the way it is authorized with: the `Store` of a flow.

    What cannot be kept is said to `complain` and lasts as long as the connection that uses it.
    """

    def __init__(
        self,
        secrets: SecretStore,
        server: str,
        method: str,
        complain: Callable[[str], None],
        renewing: asyncio.Lock,
    ) -> None:
        """server: a `server_key`. renewing: held while one connection to it renews the token of all."""
        self.renewing = renewing
        self._secrets = secrets
        self.server = server
        self._method = method
        self._complain = complain

    async def client(self, issuer: str) -> KnownClient | None:
        """Who we are for that authorization server."""
        return await self._ask(_read, self._secrets, CLIENT + _part(issuer), KnownClient)

    async def keep_client(self, issuer: str, client: KnownClient) -> None:
        """Keep it; a client that a person named stays in the settings of its server alone."""
        if client.kind == "registered":
            await self._ask(self._secrets.set, CLIENT + _part(issuer), _encoded(client))

    async def forget_client(self, issuer: str) -> None:
        """Forget it; the authorization server does not know it any more."""
        await self._ask(self._secrets.delete, CLIENT + _part(issuer))

    async def token(self) -> Token | None:
        """The token of this server, fresh or not."""
        return await self._ask(self._find)

    async def keep_token(self, token: Token) -> None:
        """Keep it in place of every other of this server."""
        await self._ask(self._keep, token)

    async def forget_token(self, token: Token) -> None:
        """Forget it."""
        await self._ask(self._secrets.delete, self._key(token.issuer))

    def _find(self) -> Token | None:
        for key in self._own():
            token = _read(self._secrets, key, Token)
            if token is not None:
                return token
        return None

    def _keep(self, token: Token) -> None:
        key = self._key(token.issuer)
        for other in self._own():
            if other != key:
                self._secrets.delete(other)
        self._secrets.set(key, _encoded(token))

    def _own(self) -> list[str]:
        """Keys of the tokens for this server; more than one only when another copy of us keeps one too."""
        return [
            key
            for key, (method, _, server) in _tokens(self._secrets).items()
            if (method, server) == (self._method, self.server)
        ]

    def _key(self, issuer: str) -> str:
        return f"{TOKEN}{_part(self._method)}/{_part(issuer)}/{_part(self.server)}"

    async def _ask(self, what: Callable[..., Answer], *given: object) -> Answer | None:
        try:
            return await waited(what, *given)
        except SecretsUnavailable as error:
            self._complain(str(error))
            return None


def _tokens(secrets: SecretStore) -> dict[str, tuple[str, str, str]]:
    """Key → method, issuer and server of every token."""
    found = {}
    for key in list(secrets.keys()):
        parts = key.removeprefix(TOKEN).split("/")
        if key.startswith(TOKEN) and len(parts) == 3:
            found[key] = (unquote(parts[0]), unquote(parts[1]), unquote(parts[2]))
    return found


def _read(secrets: SecretStore, key: str, kind: type[Kind]) -> Kind | None:
    text = secrets.get(key)
    try:
        return msgspec.json.decode(text, type=kind) if text else None
    except msgspec.DecodeError:  # of another version of this program
        return None


def _encoded(value: KnownClient | Token) -> str:
    return msgspec.json.encode(value).decode()


def _part(text: str) -> str:
    return quote(text, safe="")
