"""Authorize a client with its server.

    401, or 403 insufficient_scope ─► refresh the token ─► else a flow ─► the request goes out again

A flow whose method needs no user runs by itself; any other runs when the user allows it (`interaction`). Its
exchanges are rows of the connection's timeline. The engine behind it (`token_manager`, `core.auth`) is
imported when it is needed: a command line over stdio has no use for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

from inspector.core.auth.refusal import Refusal
from inspector.core.servers.auth_settings import SECRET_FIELDS, AuthSettings
from inspector.core.servers.starting import startable
from inspector.errors import ConnectError, Explanation
from inspector.protocol.secrets import is_secret_name
from inspector.protocol.wire import Headers
from inspector.translation import recorded, translate
from inspector.transport import HttpTarget, Target

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.interaction import Interaction
    from inspector.core.auth.ports import AuthorizedConnection, Token
    from inspector.core.auth.presenting import Presenter
    from inspector.core.auth.steps import FlowStep
    from inspector.core.auth.store import Credentials, ServerCredentials
    from inspector.core.auth.token_manager import TokenManager

__all__ = ["Attempts", "Authorizer"]

Result = TypeVar("Result")

MOST_FLOWS: Final = 3  # of one operation: more would be a loop
REMEMBERED: Final = 64  # refusals of requests in the background
STATIC: Final = ("bearer", "basic", "api_key")


@dataclass(slots=True)
class Attempts:
    """What was tried for one operation. generation: of the credentials that its last request had."""

    generation: int = -1
    flows: int = 0
    nonces: int = 0
    refreshed: bool = False


class Authorizer:
    """One client's authorization: an `Authorizer` of its transports, and what renews it.

    token: the one in use. interaction: the user, when there is one who may be asked to sign in. flow: the
    last one, step: the last renewal or revocation; both for people.
    """

    def __init__(self, client: AuthorizedConnection, credentials: Credentials | None) -> None:
        """credentials: where tokens are kept; None: with the client, until it is gone."""
        self._client = client
        self._credentials = credentials
        self.interaction: Interaction | None = None
        self.token: Token | None = None
        self.settings = AuthSettings()
        self.flow: Flow | None = None
        self.step: FlowStep | None = None
        self._target: HttpTarget | None = None
        self._store: ServerCredentials | None = None
        self._renewing: TokenManager | None = None
        self._presenter: Presenter | None = None
        self._generation = 0
        self._failures = 0
        self._refusals: dict[str, Refusal] = {}
        self._challenge: tuple[str, ...] = ()  # of the last refusal
        self._lock = asyncio.Lock()

    # -- the transport's Authorizer

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        """The credentials of exactly this request."""
        return self._presenter.headers(method, url, body) if self._presenter is not None else ()

    def answered(self, channel: str, status: int, headers: Headers) -> None:
        """The head of its answer: a refusal is remembered until it is dealt with."""
        again = self._presenter.answered(status, headers) if self._presenter is not None else False
        if status not in (401, 403):
            return
        challenge = tuple(value for name, value in headers if name.lower() == "www-authenticate")
        self._challenge = challenge
        if len(self._refusals) >= REMEMBERED:
            del self._refusals[next(iter(self._refusals))]
        self._refusals[channel] = Refusal(status, challenge, again)
        if status == 401 and channel.startswith("get-") and self.token is not None:
            self._client.stream_refused(channel)

    # -- a connection begins

    async def begin(self, target: Target) -> None:
        """Take up what is known for this server. Raises ConnectError for settings that lack a value."""
        self._refusals.clear()
        self._presenter = self.token = None
        await self.close()
        self._target = self._renewing = None
        if not isinstance(target, HttpTarget):
            return
        target = _over_http(target)
        await self._prepare(target)
        if self.settings.method in STATIC:
            from inspector.core.auth.presenting import static_presenter

            self._presenter = static_presenter(self.settings, target.url)
        elif self.settings.method != "none" and self._store is not None:
            token = await self._store.token()
            if token is not None and self._is_ours(token):
                self._use(token)
                await self.fresh()

    def _is_ours(self, token: Token) -> bool:
        """The settings may name another client or authorization server by now."""
        settings = self.settings
        known = (token.client.client_id, token.issuer)
        return all(
            wanted in ("", found)
            for wanted, found in zip((settings.client_id, settings.authorization_server), known, strict=True)
        )

    async def _prepare(self, target: HttpTarget) -> None:
        from inspector.core.auth.store import Credentials
        from inspector.core.storage.secrets import MemoryStore

        self.settings, secrets = await _filled(self._client)
        self._hide(secrets)
        if self._credentials is None:
            self._credentials = Credentials(MemoryStore())
        self._credentials.tell(self)
        entry = self._client.entry or self._client.profile.name
        self._store = self._credentials.of(target.url, self.settings, entry, self._client.note)
        self._target = target

    # -- one operation

    def attempts(self) -> Attempts:
        """For one operation, which may take several requests."""
        return Attempts()

    async def through(
        self,
        send: Callable[[], Awaitable[Result]],
        channel_of: Callable[[Result], str],
        attempts: Attempts | None = None,
    ) -> Result:
        """Do what `send` does, again as long as that gets it past a 401 or 403.

        Raises AuthorizationFailed, and what `send` raises.
        """
        attempts = attempts or self.attempts()
        while True:
            await self.ready(attempts)
            result = await send()
            if not await self.improved(attempts, channel_of(result)):
                return result

    async def ready(self, attempts: Attempts) -> None:
        """Before each request of the operation: renews a token that is nearly over."""
        await self.fresh()
        attempts.generation = self._generation

    async def fresh(self) -> None:
        """Renew a token that is nearly over. One that cannot be renewed is tried as it is."""
        if self.token is None or not self.token.refresh_token or not self.token.expired(time.time()):
            return
        async with self._lock:
            if self.token is not None and self.token.expired(time.time()):
                await self._refresh(self.token)

    async def renewed(self, channel: str) -> bool:
        """A stream in the background was refused: whether its token could be renewed without the user."""
        refusal, token = self._refusals.pop(channel, None), self.token
        if refusal is None or refusal.again:
            return refusal is not None
        async with self._lock:
            return token is not self.token or (token is not None and await self._refresh(token))

    async def improved(self, attempts: Attempts, channel: str) -> bool:
        """The request of this channel ended: whether to send it again, with other credentials.

        Raises AuthorizationFailed when what a user or the settings allow was tried, and failed.
        """
        refusal = self._refusals.pop(channel, None)
        if refusal is None:
            return False
        if refusal.again and attempts.nonces < MOST_FLOWS:
            attempts.nonces += 1
            self._client.note(recorded("server requires a new nonce in the DPoP proof; sent again with it"))
            return True
        if not self._answerable(refusal):
            return False
        failures = self._failures
        async with self._lock:
            if self._generation != attempts.generation and self._presenter is not None:
                return True
            if self._failures != failures:  # it was refused beside us: do not ask twice
                return False
            renewed = False
            try:
                renewed = await self._renew(attempts, refusal)
            except asyncio.CancelledError:  # this call alone was given up; the next one that waits may ask
                renewed = True
                raise
            finally:
                self._failures += not renewed
            return renewed

    def advise(self, explanation: Explanation, status: int) -> Explanation:
        """The explanation of a refusal, with what is known of it, and signing in where that is the way."""
        if status == 401 and self._target is not None:
            explanation = self._with_reason(explanation, self._target)
        needed = status == 401 or (status == 403 and self.token is not None)
        if not needed or self._target is None or not self.settings.needs_user:
            return explanation
        return replace(explanation, actions=tuple(dict.fromkeys(("sign_in", *explanation.actions))))

    def _with_reason(self, explanation: Explanation, target: HttpTarget) -> Explanation:
        from inspector.core.auth.rejection import why_not_let_in

        sent = tuple((name, value) for name, value in target.headers.items() if is_secret_name(name))
        if self.token is not None:
            sent = (*sent, ("Authorization", f"{self.token.type} …"))
        elif self._presenter is not None:
            sent = (*sent, *self._presenter.headers("POST", target.url, b""))
        why = why_not_let_in(sent, self._challenge, explanation.evidence)
        return replace(explanation, cause=why[0], next_step=why[1]) if why is not None else explanation

    def _answerable(self, refusal: Refusal) -> bool:
        """A token, or one with more scopes, is what this refusal asks for, and can be got."""
        if self._target is None or self.settings.method in (*STATIC, "none"):
            return False
        if refusal.status == 401:
            return True
        from inspector.core.auth.challenge import chosen_challenge, parse_challenges

        challenge = chosen_challenge(parse_challenges(refusal.challenge))
        return challenge is not None and challenge.parameters.get("error") == "insufficient_scope"

    async def _renew(self, attempts: Attempts, refusal: Refusal) -> bool:
        token = self.token
        if refusal.status == 401 and token is not None and token.refresh_token and not attempts.refreshed:
            attempts.refreshed = True
            if await self._refresh(token):
                return True
        if self.settings.needs_user and self.interaction is None:
            return False
        if attempts.flows >= (1 if refusal.status == 401 else MOST_FLOWS):  # a fresh token is not taken
            self._client.note(
                recorded(
                    "still rejected ({status}) with a token issued for this request",
                    status=refusal.status,
                )
            )
            return False
        attempts.flows += 1
        found = await (await self._at_work()).by_flow(refusal, token, self.interaction)
        if found is not None:
            self._use(found)
            self._client.note(recorded("authorized; sending the request again"))
        return found is not None

    async def _refresh(self, token: Token) -> bool:
        found = await (await self._at_work()).by_refresh(token)
        if found is not None:
            self._use(found)
        return found is not None

    # -- by hand

    async def new_flow(self) -> Flow:
        """A flow whose steps a user does; `take` its token in the end. Raises ConnectError."""
        return await (await self._at_work()).begun(Refusal(), self.token, self.interaction)

    def take(self, flow: Flow) -> None:
        """Use the token that the flow got from now on."""
        if flow.token is not None:
            self._use(flow.token)

    async def close(self) -> None:
        """Wait for no browser any more."""
        if self._renewing is not None:
            await self._renewing.close()

    async def refresh(self) -> bool:
        """Renew the token now, over or not."""
        async with self._lock:
            return self.token is not None and await self._refresh(self.token)

    async def sign_out(self) -> None:
        """Revoke and forget every token of this entry, and use none any more, on any connection of it.

        Raises ConnectError, SecretsUnavailable.
        """
        renewing = await self._at_work()
        assert self._credentials is not None and self._store is not None
        held = self.token
        tokens = await self._credentials.forget_server(renewing.url, self._store.place.entry)
        for token in [*tokens, *([held] if held is not None and held not in tokens else [])]:
            await renewing.end(token)
        self._client.note(recorded("signed out"))

    def renamed(self, entry: str) -> None:
        """The entry has another name; its tokens were moved."""
        if self._store is not None:
            self._store.place = self._store.place._replace(entry=entry)

    def forgotten(self, server: str, entry: str) -> None:
        """Told by the credentials: that entry has no token for that server any more."""
        mine = self._store.place if self._store is not None else None
        if mine is not None and (mine.server, mine.entry) == (server, entry) and self.token is not None:
            self.token = self._presenter = None
            self._generation += 1
            self._client.tell()

    async def _at_work(self) -> TokenManager:
        """What renews, also before the first connection. Loaded in a thread: it takes two frames."""
        if self._target is None:
            target = (await startable(self._client.profile, self._client.lookup)).target
            if not isinstance(target, HttpTarget):
                told = Explanation(
                    translate("Core", "Commands need no authorization: they run with your permissions.")
                )
                raise ConnectError(told)
            await self._prepare(_over_http(target))
        if self._renewing is None:
            module = await asyncio.to_thread(import_module, "inspector.core.auth.token_manager")
            made: TokenManager = module.TokenManager(
                self._client, self, self._target, self.settings, self._store
            )
            self._renewing = made
        return self._renewing

    def _use(self, token: Token) -> None:
        from inspector.core.auth.presenting import token_presenter

        self.token, self._presenter = token, token_presenter(token)
        self._generation += 1
        self._hide((token.access_token, token.refresh_token, token.id_token, token.client.client_secret))
        self._client.tell()

    def _hide(self, secrets: tuple[str, ...]) -> None:
        """Nothing that is kept of this connection may hold one of them."""
        session = self._client.session
        if session is not None:
            session.secrets = tuple(dict.fromkeys((*session.secrets, *filter(None, secrets))))


def _over_http(target: HttpTarget) -> HttpTarget:
    """A WebSocket is authorized in its handshake, which is HTTP."""
    url = target.url.strip()
    return replace(target, url=f"http{url[2:]}") if url.lower().startswith("ws") else target


async def _filled(client: AuthorizedConnection) -> tuple[AuthSettings, tuple[str, ...]]:
    """The settings of the profile with their variables in place, and what of them is secret."""
    settings = client.profile.auth or AuthSettings()
    texts = {
        field.name: text
        for field in fields(settings)
        if isinstance(text := getattr(settings, field.name), str) and "${" in text
    }
    if texts:
        # As headers: their names say where a value is missing.
        profile = replace(client.profile, target=HttpTarget("", headers=texts), variables="own")
        resolved = (await startable(profile, client.lookup)).target
        assert isinstance(resolved, HttpTarget)
        settings = replace(settings, **resolved.headers)  # type: ignore[arg-type]
    return settings, tuple(getattr(settings, name) for name in SECRET_FIELDS)
