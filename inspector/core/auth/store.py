"""What authorization servers gave us, kept in the place for secrets: by issuer, and for the server it is for.

    oauth/client/<issuer>                                       our registration there (made by ourselves)
    oauth/token/<method>/<issuer>/<server>/<client>/<entry>     a token, with what refreshes and revokes it

A token belongs to the URL that the user connects to, not to the wider `resource` that its metadata may
name: another server at the same host never gets it. It belongs to one entry of the list, and to the client
that the settings of that entry name: two entries of one URL may be two people. What else the settings show
(a client secret, a key) is in the token as a digest: other credentials do not get it. Every part of a key is
percent-encoded. A token under a key of three parts is of a version that did not ask whose it is, and is
forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, TypeVar
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from weakref import WeakSet

import msgspec

from inspector.core.auth.ports import KnownClient, Token
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.storage.secrets import SecretStore
from inspector.core.storage.waiting import waited
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
    entry: str = ""


class TokenPlace(NamedTuple):
    """Where a token is kept. client: as the settings name it, "": as it was registered. entry: its name."""

    method: str
    issuer: str
    server: str
    client: str = ""
    entry: str = ""

    def key(self) -> str:
        """In the place for secrets."""
        return TOKEN + "/".join(map(_part, self))


class User(Protocol):
    """A holder of a token in memory."""

    def forgotten(self, server: str, entry: str) -> None:
        """No token of this entry for this server (a `server_key`) may be used any more."""


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
    """All of them. The place may wait for the system or its user, so it is asked in a thread."""

    def __init__(self, secrets: SecretStore) -> None:
        self.secrets = secrets
        self._users: WeakSet[User] = WeakSet()
        self._renewing: dict[str, asyncio.Lock] = {}

    def tell(self, user: User) -> None:
        """Tell it, as long as it lives, when a token is forgotten."""
        self._users.add(user)

    def of(
        self, url: str, settings: AuthSettings, entry: str, complain: Callable[[str], None]
    ) -> ServerCredentials:
        """Those of one entry; complain is told when they cannot be kept or read.

        settings: with secrets filled in."""
        client = settings.client_id or settings.client_metadata_url
        place = TokenPlace(settings.method, "", server_key(url), client, entry)
        renewing = self._renewing.setdefault(place.key(), asyncio.Lock())
        gone = partial(self._tell, {(place.server, entry)})
        return ServerCredentials(self.secrets, place, _shown(settings), complain, renewing, gone)

    async def kept(self) -> list[Kept]:
        """Every token that is kept. Raises SecretsUnavailable."""
        return await waited(self._kept)

    async def forget_server(self, url: str, entry: str | None = None) -> list[Token]:
        """Forget all tokens for that server, of every method and issuer; they are returned, to be revoked.

        entry: of this one alone; None: of all. Raises SecretsUnavailable.
        """
        server = server_key(url)
        return await self._forgotten(
            lambda place: place.server == server and entry in (None, place.entry),
            *([(server, entry)] if entry is not None else []),
        )

    async def renamed(self, url: str, before: str, after: str) -> None:
        """An entry has another name now: its tokens go with it. Raises SecretsUnavailable."""
        await waited(self._rename, server_key(url), before, after)

    def _rename(self, server: str, before: str, after: str) -> None:
        for key, place in _tokens(self.secrets).items():
            if (place.server, place.entry) == (server, before) and (text := self.secrets.get(key)):
                self.secrets.set(place._replace(entry=after).key(), text)
                self.secrets.delete(key)

    async def forget_issuer(self, issuer: str) -> list[Token]:
        """Forget our registration there and all its tokens, which are returned. Raises SecretsUnavailable."""
        await waited(self.secrets.delete, CLIENT + _part(issuer))
        return await self._forgotten(lambda place: place.issuer == issuer)

    async def forget_all(self) -> list[Token]:
        """Forget every issuer, also those where only our registration is left. Raises SecretsUnavailable."""
        tokens = []
        for issuer in await waited(self._issuers):
            tokens += await self.forget_issuer(issuer)
        return tokens

    def _issuers(self) -> list[str]:
        keys = self.secrets.keys()
        clients = [unquote(key.removeprefix(CLIENT)) for key in keys if key.startswith(CLIENT)]
        return list(dict.fromkeys([*clients, *(place.issuer for place in _tokens(self.secrets).values())]))

    def _kept(self) -> list[Kept]:
        found = []
        for key, place in _tokens(self.secrets).items():
            token = _read(self.secrets, key, Token)
            if token is not None:
                found.append(
                    Kept(
                        place.server,
                        place.method,
                        token.issuer,
                        token.client.client_id,
                        token.scope,
                        token.expires_at,
                        bool(token.refresh_token),
                        place.entry,
                    )
                )
        return found

    async def _forgotten(
        self, chosen: Callable[[TokenPlace], bool], *besides: tuple[str, str]
    ) -> list[Token]:
        """besides: server and entry of those that may hold a token that is not kept."""
        whose, tokens = await waited(self._forget, chosen)
        self._tell(whose.union(besides))
        return tokens

    def _tell(self, whose: set[tuple[str, str]]) -> None:
        for user in tuple(self._users):
            for server, entry in whose:
                user.forgotten(server, entry)

    def _forget(self, chosen: Callable[[TokenPlace], bool]) -> tuple[set[tuple[str, str]], list[Token]]:
        whose: set[tuple[str, str]] = set()
        tokens: list[Token] = []
        for key, place in _tokens(self.secrets).items():
            if chosen(place):
                whose.add((place.server, place.entry))
                tokens += filter(None, [_read(self.secrets, key, Token)])
                self.secrets.delete(key)
        return whose, tokens


class ServerCredentials:
    """What is kept for one entry and the way it is authorized with: the `Store` of a flow.

    What cannot be kept is said to `complain` and lasts as long as the connection that uses it.
    """

    def __init__(
        self,
        secrets: SecretStore,
        place: TokenPlace,
        shown: str,
        complain: Callable[[str], None],
        renewing: asyncio.Lock,
        gone: Callable[[], None],
    ) -> None:
        """place: without its issuer. shown: digest of the credentials in the settings.

        renewing: held while one connection renews the token of all. gone: tells every connection that there
        is no token any more."""
        self.renewing = renewing
        self._secrets = secrets
        self.place = place
        self._shown = shown
        self._complain = complain
        self._gone = gone

    async def client(self, issuer: str) -> KnownClient | None:
        """The client registration at that authorization server."""
        return await self._ask(_read, self._secrets, CLIENT + _part(issuer), KnownClient)

    async def keep_client(self, issuer: str, client: KnownClient) -> None:
        """Keep it; a client that a user named stays in the settings of its server alone."""
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

    async def signed_out(self, token: Token) -> None:
        """The authorization server has ended it: forget it, here and on every other connection."""
        await self.forget_token(token)
        self._gone()

    def _find(self) -> Token | None:
        self._drop_orphans()
        for key in self._own():
            token = _read(self._secrets, key, Token)
            if token is not None and token.shown == self._shown:
                return token
        return None

    def _drop_orphans(self) -> None:
        """Of this server, kept by a version that did not ask whose it is: anybody may have signed in."""
        for key, place in _tokens(self._secrets).items():
            if (place.method, place.server) == (self.place.method, self.place.server):
                if place.key() != key:
                    self._secrets.delete(key)

    def _keep(self, token: Token) -> None:
        key = self._key(token.issuer)
        for other in self._own():
            if other != key:
                self._secrets.delete(other)
        self._secrets.set(key, _encoded(replace(token, shown=self._shown)))

    def _own(self) -> list[str]:
        """Keys of the tokens for this entry; more than one only when another copy of us keeps one too."""
        return [
            key
            for key, place in _tokens(self._secrets).items()
            if place == self.place._replace(issuer=place.issuer) and key == place.key()
        ]

    def _key(self, issuer: str) -> str:
        return self.place._replace(issuer=issuer).key()

    async def _ask(self, what: Callable[..., Answer], *given: object) -> Answer | None:
        try:
            return await waited(what, *given)
        except SecretsUnavailable as error:
            self._complain(str(error))
            return None


def _tokens(secrets: SecretStore) -> dict[str, TokenPlace]:
    """Key → place of every token."""
    found = {}
    for key in list(secrets.keys()):
        parts = key.removeprefix(TOKEN).split("/")
        if key.startswith(TOKEN) and len(parts) in (3, 5):
            found[key] = TokenPlace(*map(unquote, parts))
    return found


def _shown(settings: AuthSettings) -> str:
    """A digest of our credentials beside the client id; empty where there are none."""
    said = (
        settings.client_secret,
        settings.private_key,
        settings.idp_issuer,
        settings.idp_client_id,
        settings.idp_client_secret,
        settings.subject_token,
    )
    return sha256("\0".join(said).encode()).hexdigest() if any(said) else ""


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
