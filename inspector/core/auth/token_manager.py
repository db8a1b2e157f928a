"""Gets tokens for one server, and ends them: runs the engine of `core.auth` over the client's connection."""

from __future__ import annotations

import time
from typing import Protocol

from inspector.core.auth.fetching import Fetcher
from inspector.core.auth.flow import Flow, FlowInput, refresh, revoke
from inspector.core.auth.interaction import Browsing, Interaction
from inspector.core.auth.ports import AuthorizedConnection, FetchError, Token
from inspector.core.auth.refusal import Refusal
from inspector.core.auth.steps import FlowStep
from inspector.core.auth.store import Credentials, ServerCredentials
from inspector.core.servers.auth_settings import AuthSettings
from inspector.core.storage.secrets import MemoryStore
from inspector.errors import AuthorizationFailed, Explanation
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.protocol.wire import Sink
from inspector.translation import composed, recorded, translate
from inspector.transport import HttpTarget

__all__ = ["TokenManager", "revoked"]


async def revoked(token: Token) -> FlowStep:
    """Revoke a token that was forgotten, as far as its authorization server allows. Never raises."""
    unkept: list[str] = []
    settings = AuthSettings()
    store = Credentials(MemoryStore()).of(token.server_url, settings, "", unkept.append)
    return await revoke(token, Fetcher(HttpTarget(token.server_url), lambda: None), store, settings)


class ShownFlow(Protocol):
    """Where users see the flow that runs, and the last step."""

    flow: Flow | None
    step: FlowStep | None


class TokenManager:
    """Of one client and one server."""

    def __init__(
        self,
        client: AuthorizedConnection,
        shown: ShownFlow,
        target: HttpTarget,
        settings: AuthSettings,
        store: ServerCredentials,
    ) -> None:
        self._client = client
        self._shown = shown  # where users see the flow and the last step
        self._target = target
        self._settings = settings
        self._store = store
        self._fetch = Fetcher(target, self._sink)
        self._browsing: Browsing | None = None

    @property
    def url(self) -> str:
        """Of the server."""
        return self._target.url

    async def by_flow(
        self, refusal: Refusal, former: Token | None, interaction: Interaction | None
    ) -> Token | None:
        """A token by a whole flow; None: the user does not want to. Raises AuthorizationFailed."""
        flow = await self.begun(refusal, former, interaction)
        try:
            if self._browsing is not None and interaction is not None and not await interaction.allow(flow):
                return None
            return await flow.run()
        except AuthorizationFailed as error:
            self._client.note(error.explanation.happened)
            raise
        finally:
            await self.close()

    async def begun(self, refusal: Refusal, former: Token | None, interaction: Interaction | None) -> Flow:
        """A flow whose steps the caller does. Its listener is open until `close`."""
        await self.close()
        redirect_uri, authorize = "", None
        if self._settings.needs_user and interaction is not None:
            uris = former.client.redirect_uris if former is not None else ()
            former_uri = uris[0] if uris else ""
            self._browsing = Browsing(interaction, self._settings.redirect_uri, former_uri, self._stray)
            redirect_uri, authorize = await self._listen(self._browsing), self._browsing.authorize
        given = FlowInput(
            self._target.url,
            self._settings,
            self._revision(),
            refusal.status,
            refusal.challenge,
            redirect_uri,
            former,
        )
        flow = Flow(given, self._fetch, self._store, authorize)
        flow.listeners.append(self._stepped)
        self._shown.flow = flow
        self._client.tell()
        return flow

    async def by_refresh(self, token: Token) -> Token | None:
        """The token that another connection got meanwhile, or one by the refresh token; None: it failed."""
        async with self._store.renewing:
            kept = await self._store.token()
            if kept is not None and kept.access_token != token.access_token:
                if not kept.expired(time.time()):
                    return kept
                token = kept
            try:
                found, step = await refresh(token, self._fetch, self._store, self._settings)
            except AuthorizationFailed as error:
                self._client.note(error.explanation.happened)
                return await self._after_refusal(token) if error.code == "invalid_grant" else None
            self._shown.step = step
            return found

    async def _after_refusal(self, token: Token) -> Token | None:
        """The refresh token is over: so is the session, unless another program renewed it just now."""
        kept = await self._store.token()
        if kept is not None and kept.refresh_token != token.refresh_token:
            return kept
        await self._store.signed_out(token)
        self._client.note(recorded("signed out: the authorization server no longer refreshes the token"))
        return None

    async def end(self, token: Token) -> None:
        """Revoke it as far as that is possible, and forget it."""
        self._shown.step = await revoke(token, self._fetch, self._store, self._settings)

    async def close(self) -> None:
        """Wait for no browser any more."""
        browsing, self._browsing = self._browsing, None
        if browsing is not None:
            await browsing.close()

    async def _listen(self, browsing: Browsing) -> str:
        try:
            return await browsing.listen()
        except FetchError as error:
            await self.close()
            told = Explanation(
                translate("Core", "Sign-in is not possible now."),
                cause=composed("{}.", error),
                actions=("sign_in", "edit_server"),
            )
            raise AuthorizationFailed(told, "authorize") from error

    def _revision(self) -> str:
        """The revision that is spoken, or that the user insists on."""
        session, era = self._client.session, self._client.profile.era
        spoken = session.info.revision if session is not None else ""
        return spoken or (era if era in (*LEGACY_REVISIONS, *MODERN_REVISIONS) else "")

    def _stray(self) -> None:
        self._client.note(recorded("received a browser response with a different state: ignored"))
        if (flow := self._shown.flow) is not None:
            flow.remark(translate("Auth", "Ignored a response with a different state. Still waiting."))

    def _stepped(self, step: FlowStep) -> None:
        self._client.tell()

    def _sink(self) -> Sink | None:
        """The timeline of the connection, while there is one."""
        session = self._client.session
        live = session is not None and self._client.state in ("connecting", "connected")
        return session.feed if live and session is not None else None
